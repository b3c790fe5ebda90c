// SPDX-License-Identifier: Apache-2.0
// A queue as our simulated clients know it. A client's own events win over what names and Stats make likely: whether it
// holds, that it waits without a node, what it watches, and that it believes to hold what it has lost.
// For a lock in a database, also the waiters and holders that it reports: clients of other programs too.
// Pure; never changes the order of service.
#pragma once

#include "core/history/client.h"
#include "core/locks/findings.h"
#include "core/locks/queue.h"

#include <vector>

namespace lockscope::journal {

/// \a queue: as names and Stats read. \a own: the simulated clients of this lock, in any order. \a database: its report
/// of the lock; null: none.
locks::LockQueue withClientReports(const std::vector<const Client *> &own, const locks::LockQueue &queue,
                                   const locks::DatabaseQueue *database, const locks::Thresholds &thresholds);

} // namespace lockscope::journal
