// SPDX-License-Identifier: Apache-2.0
// Durations as people write them: "500ms", "20s", "5m", "1h". Never a clock.
#pragma once

#include "core/base/text.h"

#include <QStringView>

#include <chrono>
#include <optional>

namespace lockscope {

/// "500", "500ms", "1.5s", "5m", "1h"; a bare number is milliseconds. Nothing if it is none, or longer than 30 years.
std::optional<std::chrono::milliseconds> durationFromText(QStringView text);

/// "500ms", "20s": what durationFromText() takes, of whole milliseconds.
QString durationWord(std::chrono::milliseconds duration);

/// "500 ms", "20 s", "1.5 s": as short as it is exact.
Text durationToText(std::chrono::milliseconds duration);

/// "0.4 s", "38 s", "50 min", "3 h 12 min": what is left of it is cut off.
Text roughSpan(std::chrono::milliseconds span);

} // namespace lockscope
