// SPDX-License-Identifier: Apache-2.0
#include "core/lab/simclient.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using locks::LockState;

bool goesOnAfter(const Error &error)
{
    // NoNode and NotHeld: somebody deleted our node by hand.
    return error.code == ErrorCode::AcquireTimeout || error.code == ErrorCode::NoNode
           || error.code == ErrorCode::NotHeld;
}

SimClient::SimClient(SimClientSpec spec, recipes::Store &store, journal::EventSink &sink, std::mt19937 &random)
    : m_spec(std::move(spec))
    , m_sink(sink)
    , m_random(random)
    , m_recipe(recipes::makeRecipe(m_spec.recipe, {m_spec.lock, m_spec.dialect, m_spec.mode, m_spec.name.toUtf8()},
                                   store, this))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] { onTimer(); });
}

SimClient::~SimClient() = default;

void SimClient::acquire()
{
    if (m_running || m_silent)
        return;
    m_closing = false; // a closed session answers for itself
    run();
}

void SimClient::release()
{
    if (m_state == LockState::Fetching)
        giveUp(ErrorCode::Cancelled);
    else if (m_state == LockState::Retained)
        endHold(HoldEnd::Release);
}

void SimClient::giveUp(ErrorCode why)
{
    m_gaveUp = why;
    become(LockState::Releasing, Error{why, u"acquire"_s, m_spec.lock, {}});
    auto stop = m_stop; // the outcome may arrive inside, and replace the member
    stop.request_stop();
}

void SimClient::onTimer()
{
    if (m_state == LockState::Fetching)
        giveUp(ErrorCode::AcquireTimeout);
    else if (m_state == LockState::Retained)
        endHold(HoldEnd::Release);
}

Task<> SimClient::run()
{
    m_running = true;
    for (int done = 0; m_spec.rounds == 0 || done < m_spec.rounds; ++done) {
        const bool goOn = co_await attempt();
        if (!goOn)
            break;
    }
    m_running = false;
    for (const auto &waiting : std::exchange(m_waitingForIdle, {}))
        waiting.complete(Done());
}

Task<bool> SimClient::attempt()
{
    m_stop = std::stop_source();
    m_gaveUp.reset();
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
    if (!granted) {
        Error error = granted.error();
        if (error.code == ErrorCode::Cancelled && m_gaveUp)
            error.code = *m_gaveUp;
        if (m_state == LockState::Fetching)
            become(LockState::Releasing, error);
        become(LockState::Released, error);
        co_return goesOnAfter(error);
    }

    ++m_round;
    m_node = granted->node;
    m_token = granted->token;
    become(LockState::Retained);
    const HoldEnd end = co_await hold();
    if (end == HoldEnd::Lost)
        co_return false;

    become(LockState::Releasing);
    const auto released = co_await m_recipe->release();
    if (released || m_closing) {
        become(LockState::Released);
        co_return !m_closing;
    }
    become(LockState::Released, released.error());
    co_return goesOnAfter(released.error());
}

Task<SimClient::HoldEnd> SimClient::hold()
{
    if (m_spec.hold.kind != HoldTime::Kind::ByHand) {
        const auto time = drawHoldTime();
        if (time.count() == 0)
            co_return HoldEnd::Release; // no turn of the event loop in between: the hand-over is measured
        m_timer.start(time);
    }
    m_holding.emplace();
    Reply<HoldEnd> ending(*m_holding);
    const auto ended = co_await ending;
    m_timer.stop();
    co_return ended.value_or(HoldEnd::Lost);
}

void SimClient::endHold(HoldEnd how)
{
    if (const auto holding = std::exchange(m_holding, {}))
        holding->complete(how);
}

std::chrono::milliseconds SimClient::drawHoldTime()
{
    if (m_spec.hold.kind != HoldTime::Kind::Random)
        return m_spec.hold.min;
    std::uniform_int_distribution<qint64> between(m_spec.hold.min.count(), m_spec.hold.max.count());
    return std::chrono::milliseconds(between(m_random));
}

void SimClient::sessionLost(const Error &why)
{
    if (!m_holding)
        return; // whatever else runs learns it from its store
    become(LockState::Released, m_closing ? std::nullopt : std::optional(why));
    endHold(HoldEnd::Lost);
}

void SimClient::sessionCloses()
{
    m_closing = true;
    m_timer.stop();
    if (m_state == LockState::Fetching || m_state == LockState::Retained)
        become(LockState::Releasing);
}

Reply<Done> SimClient::idle()
{
    if (!m_running)
        return Result<Done>(Done());
    m_waitingForIdle.emplace_back();
    return Reply<Done>(m_waitingForIdle.back());
}

void SimClient::become(LockState state, std::optional<Error> error)
{
    m_state = state;
    if (state != LockState::Retained)
        m_token = {};
    if (state == LockState::Released)
        m_node.clear();
    if (!m_silent)
        m_sink.write(journal::ClientLockState{m_spec.id, state, m_node, m_token, m_round, std::move(error)});
}

Reply<Done> SimClient::reached(recipes::Step, const QString &)
{
    return Result<Done>(Done());
}

void SimClient::enqueued(const QString &node)
{
    m_node = node;
    if (m_state == LockState::Fetching)
        become(LockState::Fetching);
}

} // namespace lockscope::lab
