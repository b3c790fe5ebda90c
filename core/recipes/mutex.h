// SPDX-License-Identifier: Apache-2.0
// The mutex and the read/write lock of ZooKeeper's documentation: clients queue with a numbered node each, and each
// waits for the one before. mutex.cpp reads from top to bottom. Sound ones never differ but in the wait rule; steps are
// virtual for the ones that are broken on purpose (brokenqueuelocks.h).
#pragma once

#include "core/recipes/contenders.h"
#include "core/recipes/ownnode.h"

namespace lockscope::recipes {

/// Of the queue up to our own node, which is the last: the contender whose node must go before ours is served; null:
/// none, it is our turn.
using WaitRule = const Rival *(*)(const Contenders &upToMe);

const Rival *nodeJustBefore(const Contenders &upToMe);
const Rival *nearestWriterBefore(const Contenders &upToMe);
const Rival *oldestWriterBefore(const Contenders &upToMe);
const Rival *naiveReadersToo(const Contenders &upToMe);

/// The algorithm itself: create, list, am I first, watch the one to wait for, wait, list again.
class QueueLock : public OwnNodeLock
{
public:
    QueueLock(RecipeSpec spec, locks::NameKind kind, WaitRule rule, Store &store, StepObserver *observer)
        : OwnNodeLock(std::move(spec), kind, store, observer)
        , m_rule(rule)
    {
    }

    Task<Result<Grant>> acquire(std::stop_token stop) override;

protected:
    /// The path of the node that must go before ours is served; empty: none. NoNode: ours is not among \a names.
    virtual Result<QString> blockerAmong(const NameList &names) const;
    /// Ends when the node at \a path has gone, or earlier: the next listing shows what is true then.
    virtual Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop);

private:
    WaitRule m_rule;
};

/// The mutex of ZooKeeper's documentation (Recipes and Solutions, "Locks"): fair, one wake-up per release; not
/// reentrant.
class Mutex : public QueueLock
{
public:
    Mutex(RecipeSpec spec, Store &store, StepObserver *observer)
        : QueueLock(std::move(spec), locks::NameKind::Mutex, nodeJustBefore, store, observer)
    {
        m_spec.mode = locks::Mode::Exclusive;
    }
};

/// The read/write lock of ZooKeeper's documentation ("Shared Locks"), without its mistake: readers enter together, and
/// neither side can starve, since the queue is served in order. No upgrade, no downgrade.
class ReadWriteLock : public QueueLock
{
public:
    ReadWriteLock(RecipeSpec spec, Store &store, StepObserver *observer)
        : QueueLock(std::move(spec), locks::NameKind::ReadWrite, nearestWriterBefore, store, observer)
    {
    }
};

} // namespace lockscope::recipes
