// SPDX-License-Identifier: Apache-2.0
// The locks whose clients queue with a numbered node each: the mutex, read/write locks, the herd. queuelocks.cpp reads
// from top to bottom. Sound ones never differ but in the wait rule; steps are virtual for those that are broken on
// purpose (brokenqueuelocks.h), each of which takes one of them wrongly.
#pragma once

#include "core/recipes/contenders.h"
#include "core/recipes/steps.h"

namespace lockscope::recipes {

/// What all locks share that a client holds by one ephemeral node of its own: the node is made exactly once and deleted
/// for certain, replies lost or not. Never leaves a second node behind, and never deletes one that is not its own.
class OwnNodeLock : public Recipe
{
public:
    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override;
    int entries() const override { return m_held ? 1 : 0; }

protected:
    OwnNodeLock(RecipeSpec spec, locks::NameKind kind, Store &store, StepObserver *observer)
        : m_spec(std::move(spec))
        , m_steps(store, observer)
        , m_kind(kind)
    {
    }

    /// Makes a numbered node, and the directory where it is missing. Cancelled if \a stop is requested before there is
    /// one.
    virtual Task<Result<Grant>> create(std::stop_token stop);
    /// What the name of the next node begins with, so that it can be found again.
    virtual QString token();
    virtual NodeKind nodeKind() const { return NodeKind::EphemeralSequential; }
    /// Our session's nodes under the name that we create, oldest first.
    virtual Task<Result<std::vector<Grant>>> findOwn(QString prefix);
    /// Not only for names without a token: a token's node may be that of our last session, which is dying.
    virtual bool isOurs(const NodeStat &stat) const { return stat.owner() == m_steps.store().session(); }
    /// Makes an ephemeral node of exactly this name, and the directory where it is missing. Nothing: another has it.
    /// Cancelled if \a stop is requested before that is known.
    Task<Result<std::optional<Grant>>> createNamed(QString path, std::stop_token stop, Step step = Step::Enqueue);
    /// From now on the place in the queue is \a own.
    void takePlace(const Grant &own)
    {
        m_own = own;
        m_steps.enqueued(own.node);
    }
    /// By that place.
    Grant hold()
    {
        m_held = m_own;
        return m_own;
    }
    /// Without the lock: deletes our node and answers \a why, or why that could not be done.
    virtual Task<Result<Grant>> withdraw(Error why);
    /// Deletes \a own. The value is false if another had deleted it before.
    Task<Result<bool>> remove(Grant own, Step step);
    /// What acquire answers when it was told to stop.
    tl::unexpected<Error> cancelled() const
    {
        return failure(ErrorCode::Cancelled, QStringLiteral("acquire"), m_spec.lock);
    }

    RecipeSpec m_spec;
    Steps m_steps;
    Grant m_own; ///< the place in the queue
    std::optional<Grant> m_held;
    bool m_foundAgain = false; ///< the reply to the last create() was lost, and the node was found in the directory

private:
    /// After a create that was repeated and answered.
    Task<Result<Grant>> withoutTwins(QString prefix, Grant created);
    /// The oldest of our nodes stays, later twins are deleted.
    Task<Result<Grant>> keepOldest(std::vector<Grant> own);

    locks::NameKind m_kind;
    int m_tokens = 0; ///< that were made of the session's seed
};

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
    /// Ends when the node at \a path has gone, or earlier: the list tells what is true then.
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

/// Curator's InterProcessReadWriteLock. A writer may go on as a reader: its new node takes the writer's own number, so
/// that no waiter can pass. Never the other way round.
class ReadWriteCurator : public QueueLock
{
public:
    ReadWriteCurator(RecipeSpec spec, Store &store, StepObserver *observer)
        : QueueLock(std::move(spec), locks::NameKind::ReadWrite, oldestWriterBefore, store, observer)
    {
    }

    /// The fencing token stays the writer's: those who wait have older nodes than the new one.
    Task<Result<Grant>> downgrade(std::stop_token stop) override;
    /// Refused: a reader that waits for its own lock to be free waits for ever.
    Task<Result<Grant>> upgrade(std::stop_token stop) override;

protected:
    /// The node by which the holder goes on as a reader.
    virtual Task<Result<Grant>> createReader(std::stop_token stop);

private:
    bool reads() const;
};

/// The queue as it is often written first: all watch the directory, so that each arrival and each departure wakes all
/// of them (the herd effect). Fair all the same.
class QueueHerd final : public Mutex
{
public:
    using Mutex::Mutex;

    Task<Result<Grant>> acquire(std::stop_token stop) override;
};

} // namespace lockscope::recipes
