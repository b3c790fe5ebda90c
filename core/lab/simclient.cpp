// SPDX-License-Identifier: Apache-2.0
#include "core/lab/simclient.h"

#include "core/lab/resource.h"
#include "core/recipes/redislocks.h"
#include "core/recipes/sqllocks.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using locks::LockState;
using Severity = locks::Finding::Severity;

namespace {

/// No lock at all: every acquire succeeds at once. For the order-number demo, to show what a lock is there for.
class NoLock final : public recipes::Recipe
{
public:
    Task<Result<recipes::Grant>> acquire(std::stop_token) override
    {
        m_entered = true;
        co_return recipes::Grant();
    }
    Task<Result<Done>> release() override
    {
        m_entered = false;
        co_return Done();
    }
    Task<Result<bool>> isStillHeld() override { co_return m_entered; }
    int entries() const override { return m_entered ? 1 : 0; }

private:
    bool m_entered = false;
};

} // namespace

bool goesOnAfter(const Error &error)
{
    // NoNode and NotHeld: our node was deleted by hand.
    return error.code == ErrorCode::AcquireTimeout || error.code == ErrorCode::NoNode
           || error.code == ErrorCode::NotHeld;
}

SimClient::SimClient(SimClientSpec spec, recipes::Store &store, journal::EventSink &sink, ClientRandom &random,
                     KeyStores keys, recipes::Store *resource)
    : m_spec(std::move(spec))
    , m_store(&store)
    , m_resource(resource)
    , m_sink(sink)
    , m_random(random)
    , m_recipe(makeRecipe(store, keys))
    , m_timer([this] { onTimer(); })
    , m_mode(m_spec.mode)
{
}

std::unique_ptr<recipes::Recipe> SimClient::makeRecipe(recipes::Store &store, KeyStores keys)
{
    if (m_spec.withoutLock)
        return std::make_unique<NoLock>();
    recipes::RecipeSpec spec{m_spec.lock, m_spec.dialect, m_spec.mode, m_spec.name.toUtf8()};
    spec.leases = m_spec.leases;
    spec.threads = m_spec.threads;
    spec.paths = m_spec.paths;
    spec.sorted = false; // they are in the right order already
    if (keys.redis.empty() && !keys.sql)
        return recipes::makeRecipe(m_spec.recipe, std::move(spec), store, this);
    spec.seed = static_cast<quint32>(m_random.numbers()());
    spec.mark = m_spec.mark;
    if (keys.sql) {
        spec.limit = m_spec.sessionTimeout.value_or(std::chrono::milliseconds(0)); // without one: for ever
        return recipes::makeSqlRecipe(m_spec.recipe, std::move(spec), *keys.sql, this);
    }
    spec.limit = m_spec.sessionTimeout.value_or(spec.limit);
    return recipes::makeRedisRecipe(m_spec.recipe, std::move(spec), keys.redis, this);
}

// ---- commands ----

void SimClient::acquire()
{
    if (m_silent)
        return;
    if (m_attempting) {
        ask(Ask::Enter);
        return;
    }
    m_closing = false; // a closed session answers for itself
    m_roundsDone = 0;
    run();
}

void SimClient::release()
{
    if (m_state == LockState::Fetching)
        giveUp(ErrorCode::Cancelled);
    else
        ask(Ask::Leave);
}

void SimClient::giveUp(ErrorCode why)
{
    m_gaveUp = why;
    become(LockState::Releasing, Error{why, u"acquire"_s, m_spec.lock, {}});
    auto stop = m_stop; // the outcome may arrive inside, and replace the member
    stop.request_stop();
}

void SimClient::ask(Ask what)
{
    if (const auto holding = std::exchange(m_holding, {}))
        holding->complete(what);
    else if (m_atWork && what != Ask::Lose) // which its state says
        m_askedAtWork.push_back(what);
}

Task<> SimClient::askForRevocation()
{
    if (m_silent)
        co_return;
    ++m_running;
    const auto asked = co_await m_recipe->requestRevocation({});
    if (asked)
        notice(Severity::Note, Text::en("%1 asked the holder of %2 to give it back.").arg(m_spec.name, m_spec.lock));
    else
        notice(Severity::Warning,
               Text::en("%1 could not ask for %2: %3").arg(m_spec.name, m_spec.lock, asked.error().sentence()));
    ended();
}

void SimClient::resume()
{
    m_paused = false;
    if (std::exchange(m_timedOutInPause, false))
        onTimer();
    for (const auto &halted : std::exchange(m_halted, {}))
        halted.complete(Done());
}

void SimClient::goOn()
{
    if (m_stopped.empty())
        m_stopBefore.reset();
    auto stopped = std::exchange(m_stopped, {});
    if (m_paused) {
        m_halted.insert(m_halted.end(), stopped.begin(), stopped.end());
        return;
    }
    for (const auto &each : stopped)
        each.complete(Done());
}

void SimClient::restart(recipes::Store &store, bool goOn, KeyStores keys)
{
    Q_ASSERT(m_running == 0);
    m_silent = m_closing = m_paused = m_timedOutInPause = false;
    m_stopBefore.reset();
    m_store = &store;
    m_recipe = makeRecipe(store, keys);
    if (goOn && hasRoundsLeft())
        run();
}

// ---- what it does ----

Task<> SimClient::run()
{
    ++m_running;
    m_attempting = true;
    while (hasRoundsLeft()) {
        ++m_roundsDone;
        const bool goOn = co_await attempt();
        if (!goOn)
            break;
    }
    m_attempting = false;
    ended();
}

void SimClient::ended()
{
    if (--m_running > 0)
        return;
    for (const auto &waiting : std::exchange(m_waitingForIdle, {}))
        waiting.complete(Done());
}

Task<bool> SimClient::attempt()
{
    m_stop = std::stop_source();
    m_gaveUp.reset();
    m_mode = m_spec.mode;
    become(LockState::Fetching);
    if (m_spec.acquireTimeout)
        m_timer.start(*m_spec.acquireTimeout);
    const auto stop = m_stop.get_token();
    const auto granted = co_await m_recipe->acquire(stop);
    m_timer.stop();
    if (m_closing) {
        become(LockState::Released);
        co_return false;
    }
    if (granted) {
        co_return co_await hold(*granted);
    }
    Error error = granted.error();
    if (error.code == ErrorCode::Cancelled && m_gaveUp)
        error.code = *m_gaveUp;
    if (m_state == LockState::Fetching)
        become(LockState::Releasing, error);
    become(LockState::Released, error);
    co_return goesOnAfter(error);
}

Task<bool> SimClient::hold(recipes::Grant grant)
{
    ++m_round;
    m_node = grant.node;
    m_token = grant.token;
    m_holdIsOver = false;
    become(LockState::Retained);
    for (int entry = 1; entry < m_spec.entries && !m_closing; ++entry)
        co_await change(Ask::Enter);
    co_await beginWork();
    if (m_spec.hold.kind != HoldTime::Kind::ByHand) {
        const auto time = drawHoldTime();
        // Without a turn of the event loop if it is none: the hand-over is measured.
        if (time.count() == 0)
            m_holdIsOver = true;
        else
            m_timer.start(time);
    }
    for (;;) {
        if (m_state == LockState::Released) { // its session went while it was at work
            m_timer.stop();
            co_return false;
        }
        if (m_closing && !m_holdIsOver) { // meanwhile: nothing would end the wait
            m_timer.stop();
            become(LockState::Released);
            co_return false;
        }
        Ask asked = Ask::ReleaseAll;
        if (!m_askedAtWork.empty()) {
            asked = m_askedAtWork.front();
            m_askedAtWork.pop_front();
        } else if (!m_holdIsOver) {
            m_holding.emplace();
            asked = (co_await Reply<Ask>(*m_holding)).value_or(Ask::Lose);
        }
        if (asked == Ask::Lose) {
            m_timer.stop();
            co_return false;
        }
        if (asked == Ask::Enter || asked == Ask::Downgrade || asked == Ask::Upgrade) {
            co_await change(asked);
            continue;
        }
        const bool all = asked == Ask::ReleaseAll || m_recipe->entries() <= 1;
        if (all) {
            m_timer.stop();
            co_await endWork();
            if (m_state == LockState::Released)
                co_return false;
            become(LockState::Releasing);
        }
        const auto released = co_await leave(all);
        if (released && !all) {
            become(LockState::Retained);
            continue;
        }
        m_timer.stop();
        if (released || m_closing) {
            become(LockState::Released);
            co_return !m_closing;
        }
        become(LockState::Released, released.error());
        co_return goesOnAfter(released.error());
    }
}

Task<> SimClient::beginWork()
{
    m_askedAtWork.clear();
    m_number.reset();
    if (m_spec.stamp.isEmpty())
        co_return;
    m_atWork = m_resource != nullptr;
    const auto next = co_await nextNumber(storeOfNumber(), m_spec.stamp, m_spec.stampBirth);
    m_atWork = false;
    if (!next)
        stamped(tl::unexpected(next.error()), 0, {});
    else
        m_number = *next;
    if (!m_resource)
        co_await endWork();
}

/// Whatever became of its session: who stood still meanwhile has not looked.
Task<> SimClient::endWork()
{
    if (!m_number || m_silent)
        co_return;
    const qint64 number = *std::exchange(m_number, {});
    const Zxid token = m_token; // which goes with its session
    m_atWork = m_resource != nullptr;
    const auto compared = m_spec.resource == Resource::Fenced ? std::optional(token) : std::nullopt;
    const auto accepted = co_await writeNumber(storeOfNumber(), m_spec.stamp, m_spec.stampBirth, number, compared);
    m_atWork = false;
    stamped(accepted, number, token);
}

void SimClient::stamped(const Result<bool> &accepted, qint64 number, Zxid token)
{
    if (!accepted)
        notice(Severity::Warning, Text::en("%1 stamped no number: %2").arg(m_spec.name, accepted.error().sentence()));
    else if (!m_silent)
        m_sink.write(journal::ClientStamp{m_spec.id, m_spec.stamp, number, token, !*accepted});
}

Task<> SimClient::change(Ask how)
{
    const auto stop = m_stop.get_token();
    Result<recipes::Grant> changed = failure(ErrorCode::Unsupported);
    if (how == Ask::Downgrade)
        changed = co_await m_recipe->downgrade(stop);
    else if (how == Ask::Upgrade)
        changed = co_await m_recipe->upgrade(stop);
    else
        changed = co_await m_recipe->acquire(stop);
    if (!changed) {
        notice(Severity::Warning, Text::en("%1: %2").arg(m_spec.name, changed.error().sentence()));
        co_return;
    }
    m_node = changed->node;
    m_token = changed->token;
    if (how == Ask::Downgrade)
        m_mode = locks::Mode::Shared;
    else if (how == Ask::Upgrade)
        m_mode = locks::Mode::Exclusive;
    become(LockState::Retained);
}

Task<Result<Done>> SimClient::leave(bool all)
{
    for (;;) {
        auto left = co_await m_recipe->release();
        if (!all || !left || m_recipe->entries() == 0)
            co_return std::move(left);
    }
}

std::chrono::milliseconds SimClient::drawHoldTime()
{
    if (m_spec.hold.kind != HoldTime::Kind::Random)
        return m_spec.hold.min;
    std::uniform_int_distribution<qint64> between(m_spec.hold.min.count(), m_spec.hold.max.count());
    return std::chrono::milliseconds(between(m_random.numbers()));
}

// ---- what happens to it ----

void SimClient::onTimer()
{
    if (m_paused) {
        m_timedOutInPause = true;
        return;
    }
    if (m_state == LockState::Fetching) {
        giveUp(ErrorCode::AcquireTimeout);
    } else if (m_state == LockState::Retained) {
        m_holdIsOver = true;
        ask(Ask::ReleaseAll);
    }
}

void SimClient::sessionLost(const Error &why)
{
    if (!m_closing && !m_silent && !m_recipe->tellsOfSessionLoss())
        return;
    m_recipe->sessionLost();
    m_stopBefore.reset();
    auto waiting = std::exchange(m_halted, {});
    for (const auto &stopped : std::exchange(m_stopped, {}))
        waiting.push_back(stopped);
    for (const auto &each : waiting) // nothing would let it go on
        each.complete(tl::unexpected(why));
    if (!m_holding && !m_atWork)
        return; // whatever else runs learns it from its store
    become(LockState::Released, m_closing ? std::nullopt : std::optional(why));
    ask(Ask::Lose);
}

void SimClient::sessionCloses()
{
    m_closing = true;
    m_timer.stop();
    if (m_paused)
        resume();
    m_stopBefore.reset();
    goOn();
    if (m_state == LockState::Fetching || m_state == LockState::Retained)
        become(LockState::Releasing);
}

void SimClient::giveBack()
{
    m_closing = true;
    m_timer.stop();
    if (m_paused)
        resume();
    m_stopBefore.reset();
    goOn();
    if (m_state == LockState::Fetching)
        giveUp(ErrorCode::Cancelled);
    m_holdIsOver = true;
    ask(Ask::ReleaseAll);
}

Reply<Done> SimClient::idle()
{
    if (m_running == 0)
        return Result<Done>(Done());
    m_waitingForIdle.emplace_back();
    return Reply<Done>(m_waitingForIdle.back());
}

void SimClient::revocationRequested(const QString &node)
{
    if (m_state != LockState::Retained)
        return;
    notice(Severity::Note, Text::en("%1 was asked to give %2 back, and does.").arg(m_spec.name, node));
    m_holdIsOver = true;
    ask(Ask::ReleaseAll);
}

void SimClient::become(LockState state, std::optional<Error> error)
{
    m_state = state;
    if (state != LockState::Retained)
        m_token = {};
    if (state == LockState::Released)
        m_node.clear();
    if (m_silent)
        return;
    const int entries = state == LockState::Retained ? m_recipe->entries() : 0;
    m_sink.write(
        journal::ClientLockState{m_spec.id, state, m_node, m_token, m_round, std::move(error), entries, m_mode});
}

void SimClient::notice(Severity severity, const Text &text)
{
    if (!m_silent)
        m_sink.write(journal::Notice{severity, text});
}

Reply<Done> SimClient::reached(recipes::Step step, const QString &path)
{
    if (!m_silent)
        m_sink.write(journal::ClientStep{m_spec.id, step, path});
    if (m_stopBefore == step) {
        m_stopBefore.reset();
        m_stopped.emplace_back();
        return Reply<Done>(m_stopped.back());
    }
    if (!m_paused)
        return Result<Done>(Done());
    m_halted.emplace_back();
    return Reply<Done>(m_halted.back());
}

void SimClient::enqueued(const QString &node)
{
    m_node = node;
    if (m_state == LockState::Fetching)
        become(LockState::Fetching);
}

} // namespace lockscope::lab
