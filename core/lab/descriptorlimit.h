// SPDX-License-Identifier: Apache-2.0
// File descriptors: each client's session takes one, its relay three more, and a process may open only so many.
// Never lowers the limit.
#pragma once

#include "core/base/error.h"

namespace lockscope::lab {

/// Raises the soft limit as far as it may go. An error if \a clients further sessions that take \a each do not fit all
/// the same: it says how many would.
std::optional<Error> makeRoomForSessions(int clients, int each = 1);

/// The same question about given numbers.
std::optional<Error> judgeRoom(int clients, int each, qint64 openNow, qint64 limit);

} // namespace lockscope::lab
