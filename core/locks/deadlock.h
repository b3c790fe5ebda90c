// SPDX-License-Identifier: Apache-2.0
// Circles in who waits for whom over several locks, keyed by session: none of those in one will ever be served.
// Pure; never tells of a circle within one queue that time may still open, only what all given queues show together.
#pragma once

#include "core/locks/queue.h"

namespace lockscope::locks {

/// Each circle as the sessions in it, sorted; the circles in the order of their first session.
QList<QList<SessionId>> deadlocks(const std::vector<LockQueue> &queues);

} // namespace lockscope::locks
