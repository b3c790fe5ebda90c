// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/processlock.h"

#include <algorithm>
#include <utility>

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

namespace {

/// A thread that took a new place then would queue behind the process's own node.
bool mayHaveLeftANode(const Error &error)
{
    return error.sessionIsOver() || error.isOf(Operation::Delete);
}

} // namespace

Task<Result<Grant>> ProcessLock::acquire(ThreadId thread, std::stop_token stop)
{
    if (stop.stop_requested())
        co_return failure(ErrorCode::Cancelled, u"acquire"_s, m_path);
    if (state().state == LockState::Retained && !m_steps.sessionIsAlive())
        sessionLost(); // no event of its end was received yet
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
            co_return failure(ErrorCode::InvalidInput, u"acquire"_s, m_path,
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

Task<Result<Done>> ProcessLock::release(ThreadId thread)
{
    const auto depth = m_depth.find(thread);
    if (depth == m_depth.end())
        co_return failure(ErrorCode::NotHeld, u"release"_s, m_path);
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

void ProcessLock::sessionLost()
{
    if (!m_word.change(ProcessEvent::Lost))
        return; // a thread that waits learns it from the fetch, one that releases from the release
    m_depth.clear();
    giveBack();
}

Task<Result<Grant>> ProcessLock::join(ThreadId thread)
{
    ++m_depth[thread];
    const Grant grant = m_grant;
    const auto passed = co_await m_steps.reach(Step::Join, grant.node);
    if (passed)
        co_return Grant(grant);
    const auto left = co_await release(thread);
    co_return tl::unexpected(left ? passed.error() : left.error());
}

Task<> ProcessLock::fetch()
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
        settle(released ? Error{ErrorCode::Cancelled, u"acquire"_s, m_path, {}} : released.error());
        co_return;
    }
    m_grant = *granted;
    const Asks asks = std::exchange(m_asks, {});
    for (const Ask &ask : asks)
        ++m_depth[ask.thread];
    for (const Ask &ask : asks)
        ask.answer.complete(*granted);
}

void ProcessLock::fetchFails()
{
    if (m_word.change(ProcessEvent::FetchFailed))
        m_failing = std::exchange(m_asks, {});
}

Task<Result<Done>> ProcessLock::giveBack()
{
    auto released = co_await m_lock.release();
    settle(released ? std::nullopt : std::optional(released.error()));
    co_return std::move(released);
}

void ProcessLock::settle(std::optional<Error> error)
{
    Asks failing = std::exchange(m_failing, {});
    if (error && mayHaveLeftANode(*error)) {
        for (Ask &ask : std::exchange(m_asks, {}))
            failing.push_back(std::move(ask));
        m_word.change(ProcessEvent::ReleaseFailed);
    } else {
        m_word.change(ProcessEvent::Deleted);
        if (m_word.change(ProcessEvent::FetchAgain))
            fetch();
    }
    for (const Ask &ask : failing)
        ask.answer.complete(tl::unexpected(*error));
}

void ProcessLock::cancel(quint64 id)
{
    const auto found = std::find_if(m_asks.begin(), m_asks.end(), [id](const Ask &ask) { return ask.id == id; });
    if (found == m_asks.end())
        return; // its fetch ends already: the answer comes when the node is gone
    const Ask ask = *found;
    const auto ofThread = [&ask](const Ask &other) { return other.thread == ask.thread; };
    if (std::count_if(m_asks.begin(), m_asks.end(), ofThread) == 1) {
        const auto change = m_word.change(ProcessEvent::ThreadGoes);
        if (change && change->leadsInto(LockState::Releasing)) { // no thread wants the lock any more
            m_failing = std::exchange(m_asks, {});
            auto stop = m_stop; // the outcome may arrive inside
            stop.request_stop();
            return;
        }
    }
    m_asks.erase(found);
    ask.answer.complete(failure(ErrorCode::Cancelled, u"acquire"_s, m_path));
}

Reply<Done> ProcessLock::reached(Step step, const QString &path)
{
    // Before it has its place it may withdraw a twin: that is no failure.
    if (step == Step::Withdraw && m_enqueued)
        fetchFails();
    return m_steps.reach(step, path);
}

void ProcessLock::enqueued(const QString &node)
{
    m_enqueued = true;
    m_steps.enqueued(node);
}

// ---- as one simulated client runs it ----

Task<Result<Grant>> ProcessLockRecipe::acquire(std::stop_token stop)
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
    const auto failed = std::find_if(outcomes.begin(), outcomes.end(), [](const auto &outcome) { return !outcome; });
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

Task<Result<Done>> ProcessLockRecipe::release()
{
    const ThreadId last = m_inside == 0 ? 0 : --m_inside;
    co_return co_await m_process.release(last);
}

int ProcessLockRecipe::entries() const
{
    const ProcessState now = m_process.state();
    return now.state == locks::LockState::Retained ? static_cast<int>(now.threads) : 0;
}

void ProcessLockRecipe::sessionLost()
{
    m_inside = 0;
    m_process.sessionLost();
}

} // namespace lockscope::recipes
