// SPDX-License-Identifier: Apache-2.0
// n leases behind a mutex: the mutex lets in one at a time, who watches the leases until there is room and then leaves
// the mutex to the next. Fair, and a returned lease wakes one. Never keeps the mutex once it holds a lease.
#pragma once

#include "core/recipes/queuelocks.h"

namespace lockscope::recipes {

/// Curator's InterProcessSemaphoreV2, docs and plain: the queue is P/locks, a lease is a sequential node in P/leases,
/// made before there is room for it; how many there may be is written nowhere. kazoo's Semaphore: the queue is
/// P-__lock__, a lease is a node in P without a number, made once there is room, and P's data say how many there may
/// be. Of one lease it is Curator's InterProcessSemaphoreMutex.
class Semaphore : public OwnNodeLock
{
public:
    Semaphore(RecipeSpec spec, Store &store, StepObserver *observer);

    Task<Result<Grant>> acquire(std::stop_token stop) final;

private:
    Task<Result<Grant>> takeLeaseAsCurator(std::stop_token stop);
    Task<Result<Grant>> takeLeaseAsKazoo(std::stop_token stop);
    /// Ends while at most \a most leases are there. NoNode if our own was deleted by another.
    Task<Result<Done>> waitForLeases(qsizetype most, std::stop_token stop);
    /// kazoo: makes P, or compares how many leases it says.
    Task<Result<Done>> agreeOnLeases();

    Mutex m_queue;
};

/// BROKEN ON PURPOSE: an acquire that gives up leaves its lease, which counts for as long as its session lives: in the
/// end none is left although nobody holds one. As Curator's InterProcessSemaphoreV2 (CURATOR-315, CURATOR-462).
class BrokenOrphanedLease final : public Semaphore
{
public:
    using Semaphore::Semaphore;

private:
    Task<Result<Grant>> withdraw(Error why) override
    {
        co_return tl::unexpected(why); // sound: the lease is deleted first
    }
};

} // namespace lockscope::recipes
