// SPDX-License-Identifier: Apache-2.0
// Semaphores whose contenders are named as those of a mutex: Curator's InterProcessSemaphore. Only watches show how
// many hold: each contender watches the one that stands as many places before it as there are leases; who holds, none.
// Pure; never remembers what a reading showed before: core/findings does.
#pragma once

#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <optional>

namespace lockscope::locks {

/// Its names are those of such a semaphore, too.
bool mayHaveUnnamedLeases(const LockQueue &queue);

/// What all watches on such a queue show; nothing: no such order, or none waits.
std::optional<int> leasesByWatches(const LockQueue &queue, const Watchers &watchers);

/// The queue as that semaphore: the first \a leases hold.
LockQueue withUnnamedLeases(LockQueue queue, int leases);

/// The queue with these of its contenders (full paths) pending: whether they hold is not known.
LockQueue withPending(LockQueue queue, const QSet<QString> &nodes);

/// What one reading of all watches makes likely: the semaphore, or waiters that may hold, as they watch nothing here.
LockQueue withUnnamedLeases(LockQueue queue, const Knowledge &knowledge);

} // namespace lockscope::locks
