// SPDX-License-Identifier: Apache-2.0
// A lock that the threads of one process share by one node: the first thread fetches it, the last one that leaves gives
// it back. Entering and leaving in between send nothing.
#pragma once

#include "core/recipes/mutex.h"
#include "core/recipes/processstate.h"

#include <QHash>

#include <algorithm>
#include <vector>

namespace lockscope::recipes {

/// A thread of the process, as it names itself.
using ThreadId = quint32;

/// One process holds, its threads share: the first thread fetches the lock, the last one that leaves gives it back.
/// Never blocks a thread: each acquire is a future. Runs on the store's thread; state() may be read from any.
class ProcessLock final : private StepObserver
{
public:
    /// The process is a reader or a writer, as \a spec.mode says: a reader waits for the nearest earlier writer only.
    ProcessLock(RecipeSpec spec, Store &store, StepObserver *observer)
        : m_path(spec.lock)
        , m_steps(store, observer)
        , m_lock(std::move(spec), store, this)
    {
    }

    /// At once if the process holds the lock already, and while RELEASING only after a new fetch. A thread may enter
    /// again; it leaves as often. If the fetch fails, or a release that it waits for, every thread that waits gets the
    /// error. Cancelled after \a stop was requested; the last thread that gives up takes the process's node back first.
    Task<Result<Grant>> acquire(ThreadId thread, std::stop_token stop);
    /// The last thread's answer comes when the node is gone, with the error if that failed. NotHeld if it had not
    /// acquired it, or if the node had been deleted by another.
    Task<Result<Done>> release(ThreadId thread);
    /// The session is over, and the lock with it: no thread holds it any more.
    void sessionLost();
    /// Asks the server.
    Task<Result<bool>> isStillHeld() { return m_lock.isStillHeld(); }
    ProcessState state() const { return m_word.load(); }
    /// How often the thread has entered.
    int depth(ThreadId thread) const { return m_depth.value(thread); }

private:
    struct Ask
    {
        quint64 id;
        ThreadId thread;
        ReplyPromise<Grant> answer;
    };
    using Asks = std::vector<Ask>;
    using LockState = locks::LockState;

    /// Enters a lock that is held already.
    Task<Result<Grant>> join(ThreadId thread);
    Task<> fetch();
    /// FETCHING → RELEASING, unless that has been said already.
    void fetchFails();
    Task<Result<Done>> giveBack();
    /// RELEASING → RELEASED, with a new fetch for threads that came meanwhile; answers m_failing.
    void settle(std::optional<Error> error);
    void cancel(quint64 id);

    Reply<Done> reached(Step step, const QString &path) override;
    void enqueued(const QString &node) override;

    QString m_path;
    Steps m_steps;
    ReadWriteLock m_lock;
    ProcessWord m_word;
    Asks m_asks;    ///< of this fetch, or while RELEASING of the next one
    Asks m_failing; ///< of a fetch that has failed: answered when its node is gone
    QHash<ThreadId, int> m_depth;
    Grant m_grant; ///< while RETAINED
    std::stop_source m_stop;
    quint64 m_lastAsk = 0;
    bool m_enqueued = false;
};

/// A process lock as one simulated client runs it: the client is the process, and its threads enter and leave one by
/// one. Never decides anything: the process lock does.
class ProcessLockRecipe final : public Recipe
{
public:
    ProcessLockRecipe(RecipeSpec spec, Store &store, StepObserver *observer)
        : m_threads(static_cast<quint32>(std::max(1, spec.threads)))
        , m_process(std::move(spec), store, observer)
    {
    }

    /// All its threads ask at once; granted when all share the lock. Where they do already, one more thread joins.
    Task<Result<Grant>> acquire(std::stop_token stop) override;
    /// One thread leaves; the last one gives the lock back.
    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override { return m_process.isStillHeld(); }
    /// The threads that share it now.
    int entries() const override;
    void sessionLost() override;

private:
    quint32 m_threads;
    quint32 m_inside = 0; ///< threads 0 to m_inside - 1 share the lock
    ProcessLock m_process;
};

} // namespace lockscope::recipes
