// SPDX-License-Identifier: Apache-2.0
// File descriptors: each client's session takes one, and a process may open only so many.
// Never lowers the limit.
#pragma once

#include "core/base/error.h"

namespace lockscope::lab {

/// Raises the soft limit as far as it may go. An error if \a clients further sessions do not fit all the same.
std::optional<Error> makeRoomForSessions(int clients);

/// The same question about given numbers.
std::optional<Error> judgeRoom(int clients, qint64 openNow, qint64 limit);

} // namespace lockscope::lab
