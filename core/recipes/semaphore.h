// SPDX-License-Identifier: Apache-2.0
// n leases behind a mutex: the mutex lets in one at a time, who watches the leases until there is room and then leaves
// the mutex to the next. Fair, and a returned lease wakes one. Never keeps the mutex once it holds a lease.
//
// Curator's InterProcessSemaphoreV2, docs and plain: the queue is P/locks, a lease is a sequential node in P/leases,
// made before there is room for it; how many there may be is written nowhere. kazoo's Semaphore: the queue is
// P-__lock__, a lease is a node in P without a number, made once there is room, and P's data say how many there may be.
#pragma once

#include "core/recipes/nodelock.h"
#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class Semaphore : public NodeLock
{
public:
    Semaphore(RecipeSpec spec, Store &store, StepObserver *observer);

    Task<Result<Grant>> acquire(std::stop_token stop) final;

protected:
    Task<Result<Grant>> enqueue(std::stop_token stop) override;
    Task<Result<Done>> waitForTurn(std::stop_token stop) override;

private:
    bool isKazoo() const { return m_spec.dialect == locks::Dialect::Kazoo; }
    /// Ends while at most \a most leases are there. NoNode if our own was deleted by somebody.
    Task<Result<Done>> waitForLeases(qsizetype most, std::stop_token stop);
    /// kazoo: makes P, or compares how many leases it says.
    Task<Result<Done>> agreeOnLeases();

    QueueMutex m_queue;
};

} // namespace lockscope::recipes
