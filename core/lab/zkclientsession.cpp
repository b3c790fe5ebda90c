// SPDX-License-Identifier: Apache-2.0
#include "core/lab/zkclientsession.h"

#include <QTimer>

#include <chrono>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

/// For the second connection that ends a session; a server that answers at all does so within milliseconds.
constexpr auto expiryLimit = 5s;
/// After that a session that moves to its relay is taken to have no server, and the fault is staged all the same.
constexpr auto moveLimit = 3s;
/// A session whose server is silent for longer is cut, and lives on there until its timeout.
constexpr auto closeLimit = 2s;

QString operation(const FaultRequest &request)
{
    return journal::faultName(request.fault);
}

} // namespace

ZkClientSession::ZkClientSession(zk::SessionSpec direct)
    : m_directHosts(direct.hosts)
    , m_session(std::move(direct))
    , m_store(m_session)
{
    QObject::connect(&m_session, &zk::Session::stateChanged, &m_session, [this](ConnectionState state) {
        if (m_listener)
            m_listener(state);
    });
}

Result<Done> ZkClientSession::makeRelay()
{
    if (m_relay)
        return Done();
    auto target = zk::parseConnectString(m_directHosts);
    if (!target)
        return tl::unexpected(target.error());
    auto relay = std::make_unique<Relay>(target->hosts);
    if (!relay->isListening())
        return failure(ErrorCode::InvalidInput, u"relay"_s, {},
                       u"This process may open no further file descriptor: raise the limit (ulimit -n)."_s);
    m_relay = std::move(relay);
    target->hosts = {m_relay->address()};
    m_session.moveTo(target->toString());
    return Done();
}

Task<Result<Done>> ZkClientSession::moveToRelay()
{
    if (m_relay)
        co_return Done();
    if (m_session.isPaused())
        co_return failure(ErrorCode::InvalidInput, u"relay"_s, {},
                          u"A paused client cannot be moved to a relay: resume it first."_s);
    if (const auto made = makeRelay(); !made)
        co_return tl::unexpected(made.error());
    // Whatever follows may happen while this object goes: only what is known to be alive is touched.
    const ReplyPromise<Done> back;
    m_session.connected().then(
        [back](const Result<SessionId> &id) { back.complete(id ? Result<Done>(Done()) : tl::unexpected(id.error())); });
    QTimer::singleShot(moveLimit, &m_session, [back] { back.complete(Done()); });
    const Reply<Done> waiting(back);
    const auto moved = co_await waiting;
    co_return moved;
}

Task<Result<Done>> ZkClientSession::inject(FaultRequest request)
{
    using journal::Fault;
    switch (request.fault) {
    case Fault::Pause: m_session.pause(); break;
    case Fault::Resume: m_session.resume(); break;
    case Fault::Heal: heal(); break;
    case Fault::Expire: {
        auto expiring = m_session.expire(m_directHosts, expiryLimit);
        const auto expired = co_await expiring;
        co_return expired;
    }
    case Fault::Partition:
    case Fault::Delay:
    case Fault::LoseReply:
    case Fault::LoseCreateReply: {
        auto moving = moveToRelay();
        const auto moved = co_await moving;
        if (!moved)
            co_return tl::unexpected(moved.error());
        if (request.fault == Fault::Partition)
            m_relay->setPartitioned(true);
        else if (request.fault == Fault::Delay)
            m_relay->setDelay(request.duration);
        else if (request.fault == Fault::LoseReply)
            m_relay->loseNextReply();
        else
            m_relay->loseNextCreateReply();
        break;
    }
    case Fault::Crash:
    case Fault::Close:
        co_return failure(ErrorCode::InvalidInput, operation(request), {}, u"it has a call of its own"_s);
    }
    co_return Done();
}

void ZkClientSession::heal()
{
    if (!m_relay)
        return;
    m_relay->setDelay(0ms);
    m_relay->setPartitioned(false);
}

Task<> ZkClientSession::close()
{
    heal();
    if (!m_relay) {
        auto closing = m_session.close();
        co_await closing;
        co_return;
    }
    // The library blocks its thread until the server has answered a CLOSE, and the relay needs this very thread: the
    // session is closed from outside instead, past the relay.
    m_session.resume();
    auto ending = m_session.expire(m_directHosts, closeLimit);
    const auto ended = co_await ending;
    if (ended || ended.error().code != ErrorCode::Cancelled) // else this object is going
        m_session.abandon();
}

} // namespace lockscope::lab
