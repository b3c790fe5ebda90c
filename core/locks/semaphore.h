// SPDX-License-Identifier: Apache-2.0
// A semaphore of two directories as one lock: who has a lease, who is next, who stands in line. Read through
// readQueue(). Never guesses its size: where its clients write it nowhere, it is not known.
#pragma once

#include "core/locks/queue.h"

namespace lockscope::locks {

/// \a source has a `queue`; without `leases` those are its own children. Contenders are the leases, oldest first, then
/// the queue, then what belongs to neither. A node that is not directly below the lock's path has for its name the path
/// from there, or its full path. The head of the queue waits for any of the leases; one that its own session has made
/// since is pending, for it is not granted before the head has left the queue (Curator).
LockQueue readSemaphore(LockSource source);

/// True for the lease of the head of a line, which is no contender of its own: it is granted when the head leaves.
inline bool isPendingLease(const Contender &contender)
{
    return contender.state == ContenderState::Pending && contender.waitsForAny && contender.node.stat.has_value();
}

} // namespace lockscope::locks
