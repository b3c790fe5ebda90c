// SPDX-License-Identifier: Apache-2.0
// Where the parts of the timeline are, in device-independent pixels. Never about one event.
#pragma once

namespace lockscope::ui::timeline {

inline constexpr int namesWidth = 140;
inline constexpr int rulerHeight = 26;
inline constexpr int rightRoom = 24;  ///< between the present and the right end, while it follows
inline constexpr int mostWakes = 400; ///< arrows that can still be told apart

} // namespace lockscope::ui::timeline
