// SPDX-License-Identifier: Apache-2.0
// Locks that are entered more than once by one node: again by their owner, or by the threads of one process. Entering
// and leaving are counted here and send nothing; only the first entry fetches and only the last one gives back.
#pragma once

#include "core/recipes/processstate.h"
#include "core/recipes/queuelocks.h"

#include <QHash>

#include <algorithm>
#include <vector>

namespace lockscope::recipes {

/// Makes a lock reentrant, as Curator's are: its owner enters again without a request, and only the last release gives
/// the lock back. Never asks a server itself: that is the lock inside.
class Reentrant final : public Recipe
{
public:
    /// \a lock runs on the same \a store.
    Reentrant(std::unique_ptr<Recipe> lock, Store &store, StepObserver *observer)
        : m_steps(store, observer)
        , m_lock(std::move(lock))
    {
    }

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_entries > 0) {
            // A session that is over has lost the lock, whatever the count says.
            const auto alive = m_steps.sessionIsAlive();
            if (!alive)
                co_return tl::unexpected(alive.error());
            const auto passed = co_await m_steps.reach(Step::Join, m_grant.node);
            if (!passed)
                co_return tl::unexpected(passed.error());
            if (stop.stop_requested())
                co_return failure(ErrorCode::Cancelled, QStringLiteral("acquire"), m_grant.node);
            ++m_entries;
            co_return Grant(m_grant);
        }
        auto granted = co_await m_lock->acquire(stop);
        if (granted) {
            m_grant = *granted;
            m_entries = 1;
        }
        co_return std::move(granted);
    }

    Task<Result<Done>> release() override
    {
        if (m_entries > 1) {
            co_await m_steps.reach(Step::Leave, m_grant.node); // whatever it says, this entry ends
            --m_entries;
            co_return Done();
        }
        m_entries = 0;
        co_return co_await m_lock->release();
    }

    Task<Result<bool>> isStillHeld() override { return m_lock->isStillHeld(); }
    int entries() const override { return m_entries; }
    /// Keeps the number of entries.
    Task<Result<Grant>> downgrade(std::stop_token stop) override
    {
        auto granted = co_await m_lock->downgrade(stop);
        if (granted)
            m_grant = *granted;
        m_entries = m_lock->entries() > 0 ? m_entries : 0; // lost on the way
        co_return std::move(granted);
    }

    /// No lock that is reentrant can do that.
    Task<Result<Grant>> upgrade(std::stop_token stop) override { return m_lock->upgrade(stop); }
    Task<Result<Done>> requestRevocation(std::stop_token stop) override { return m_lock->requestRevocation(stop); }

private:
    Steps m_steps;
    std::unique_ptr<Recipe> m_lock;
    Grant m_grant;
    int m_entries = 0;
};

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
    /// again; it leaves as often. If the fetch fails, or a release that it waits for, every thread that waits is told.
    /// Cancelled after \a stop was requested; the last thread that gives up takes the process's node back first.
    Task<Result<Grant>> acquire(ThreadId thread, std::stop_token stop)
    {
        if (stop.stop_requested())
            co_return failure(ErrorCode::Cancelled, QStringLiteral("acquire"), m_path);
        if (state().state == LockState::Retained && !m_steps.sessionIsAlive())
            sessionLost(); // nobody has told us yet
        if (m_depth.contains(thread))
            co_return co_await join(thread);
        const quint64 id = ++m_lastAsk;
        const ReplyPromise<Grant> answer;
        const bool asksAlready =
            std::any_of(m_asks.begin(), m_asks.end(), [thread](const Ask &ask) { return ask.thread == thread; });
        if (asksAlready) {
            m_asks.push_back({id, thread, answer});
        } else {
            const auto change = m_word.change(ProcessEvent::ThreadComes);
            if (!change)
                co_return failure(ErrorCode::InvalidInput, QStringLiteral("acquire"), m_path,
                                  Text::en("A process has room for %1 threads.").arg(maxThreads));
            if (change->after.state == LockState::Retained)
                co_return co_await join(thread);
            m_asks.push_back({id, thread, answer});
            if (change->leadsInto(LockState::Fetching))
                fetch();
        }
        // cancel() may resume this coroutine, and so destroy the callback, before it returns: it runs on copies of its
        // own.
        const std::stop_callback onStop(stop, [this, id] {
            const auto self = this;
            const auto ask = id;
            self->cancel(ask);
        });
        Reply<Grant> outcome(answer);
        co_return co_await outcome;
    }

    /// The last thread's answer comes when the node is gone, with the error if that failed. NotHeld if it had not
    /// acquired it, or if the node had been deleted by another.
    Task<Result<Done>> release(ThreadId thread)
    {
        const auto depth = m_depth.find(thread);
        if (depth == m_depth.end())
            co_return failure(ErrorCode::NotHeld, QStringLiteral("release"), m_path);
        bool isLast = false;
        if (--*depth == 0) {
            m_depth.erase(depth);
            const auto change = m_word.change(ProcessEvent::ThreadGoes);
            isLast = change && change->leadsInto(LockState::Releasing);
        }
        if (!isLast) {
            co_await m_steps.reach(Step::Leave, m_grant.node); // it has left
            co_return Done();
        }
        co_return co_await giveBack();
    }

    /// The session is over, and the lock with it: no thread holds it any more.
    void sessionLost()
    {
        if (!m_word.change(ProcessEvent::Lost))
            return; // a thread that waits learns it from the fetch, one that releases from the release
        m_depth.clear();
        giveBack();
    }

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
    Task<Result<Grant>> join(ThreadId thread)
    {
        ++m_depth[thread];
        const Grant grant = m_grant;
        const auto passed = co_await m_steps.reach(Step::Join, grant.node);
        if (passed)
            co_return Grant(grant);
        const auto left = co_await release(thread);
        co_return tl::unexpected(left ? passed.error() : left.error());
    }

    Task<> fetch()
    {
        m_enqueued = false;
        m_stop = std::stop_source();
        const auto stop = m_stop.get_token();
        const auto granted = co_await m_lock.acquire(stop);
        if (!granted) {
            fetchFails();
            settle(granted.error());
            co_return;
        }
        if (!m_word.change(ProcessEvent::Fetched)) { // the last thread gave up at the same moment
            const auto released = co_await m_lock.release();
            settle(released ? Error{ErrorCode::Cancelled, QStringLiteral("acquire"), m_path, {}} : released.error());
            co_return;
        }
        m_grant = *granted;
        const Asks asks = std::exchange(m_asks, {});
        for (const Ask &ask : asks)
            ++m_depth[ask.thread];
        for (const Ask &ask : asks)
            ask.answer.complete(*granted);
    }

    /// FETCHING → RELEASING, unless that has been said already.
    void fetchFails()
    {
        if (m_word.change(ProcessEvent::FetchFailed))
            m_failing = std::exchange(m_asks, {});
    }

    Task<Result<Done>> giveBack()
    {
        auto released = co_await m_lock.release();
        settle(released ? std::nullopt : std::optional(released.error()));
        co_return std::move(released);
    }

    /// A thread that took a new place now would queue behind the process's own node.
    static bool mayHaveLeftANode(const Error &error) { return error.sessionIsOver() || error.isOf(Operation::Delete); }

    /// RELEASING → RELEASED, with a new fetch for those that came meanwhile; answers those that were failed.
    void settle(std::optional<Error> error)
    {
        Asks told = std::exchange(m_failing, {});
        if (error && mayHaveLeftANode(*error)) {
            for (Ask &ask : std::exchange(m_asks, {}))
                told.push_back(std::move(ask));
            m_word.change(ProcessEvent::ReleaseFailed);
        } else {
            m_word.change(ProcessEvent::Deleted);
            if (m_word.change(ProcessEvent::FetchAgain))
                fetch();
        }
        for (const Ask &ask : told)
            ask.answer.complete(tl::unexpected(*error));
    }

    void cancel(quint64 id)
    {
        const auto found = std::find_if(m_asks.begin(), m_asks.end(), [id](const Ask &ask) { return ask.id == id; });
        if (found == m_asks.end())
            return; // its fetch ends already: the answer comes when the node is gone
        const Ask ask = *found;
        const auto ofThread = [&ask](const Ask &other) { return other.thread == ask.thread; };
        if (std::count_if(m_asks.begin(), m_asks.end(), ofThread) == 1) {
            const auto change = m_word.change(ProcessEvent::ThreadGoes);
            if (change && change->leadsInto(LockState::Releasing)) { // nobody wants the lock any more
                m_failing = std::exchange(m_asks, {});
                auto stop = m_stop; // the outcome may arrive inside
                stop.request_stop();
                return;
            }
        }
        m_asks.erase(found);
        ask.answer.complete(failure(ErrorCode::Cancelled, QStringLiteral("acquire"), m_path));
    }

    Reply<Done> reached(Step step, const QString &path) override
    {
        // Before it has its place it may withdraw a twin: that is no failure.
        if (step == Step::Withdraw && m_enqueued)
            fetchFails();
        return m_steps.reach(step, path);
    }

    void enqueued(const QString &node) override
    {
        m_enqueued = true;
        m_steps.enqueued(node);
    }

    QString m_path;
    Steps m_steps;
    ReadWriteLock m_lock;
    ProcessWord m_word;
    Asks m_asks;    ///< those of this fetch, or while RELEASING those of the next one
    Asks m_failing; ///< those of a fetch that has failed: told when its node is gone
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
    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        const quint32 first = m_inside;
        const quint32 end = first == 0 ? m_threads : first + 1;
        std::vector<Task<Result<Grant>>> asking;
        for (ThreadId thread = first; thread < end; ++thread)
            asking.push_back(m_process.acquire(thread, stop));
        std::vector<Result<Grant>> outcomes;
        for (auto &ask : asking) {
            auto outcome = co_await ask;
            outcomes.push_back(std::move(outcome));
        }
        const auto failed =
            std::find_if(outcomes.begin(), outcomes.end(), [](const auto &outcome) { return !outcome; });
        if (failed == outcomes.end()) {
            m_inside = end;
            co_return std::move(outcomes.front());
        }
        for (ThreadId thread = first; thread < end; ++thread) {
            if (outcomes[thread - first])
                co_await m_process.release(thread);
        }
        if (entries() == 0)
            m_inside = 0; // with the session all of them have lost it
        co_return std::move(*failed);
    }

    /// One thread leaves; the last one gives the lock back.
    Task<Result<Done>> release() override
    {
        const ThreadId last = m_inside == 0 ? 0 : --m_inside;
        co_return co_await m_process.release(last);
    }

    Task<Result<bool>> isStillHeld() override { return m_process.isStillHeld(); }
    /// The threads that share it now.
    int entries() const override
    {
        const ProcessState now = m_process.state();
        return now.state == locks::LockState::Retained ? static_cast<int>(now.threads) : 0;
    }

    void sessionLost() override
    {
        m_inside = 0;
        m_process.sessionLost();
    }

private:
    quint32 m_threads;
    quint32 m_inside = 0; ///< threads 0 to m_inside - 1 share the lock
    ProcessLock m_process;
};

} // namespace lockscope::recipes
