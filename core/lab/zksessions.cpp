// SPDX-License-Identifier: Apache-2.0
#include "core/lab/zksessions.h"

#include "core/base/task.h"
#include "core/lab/relay.h"

#include <QPointer>
#include <QTimer>

#include <chrono>
#include <utility>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

// ---- the store ----

namespace {

class SessionStoreWatch : public recipes::Watch
{
public:
    SessionStoreWatch(zk::Session &session, zk::SessionWatch watch)
        : m_session(&session)
        , m_watch(std::move(watch))
    {
    }

    Reply<WatchEvent> fired() override { return m_watch.fired(); }
    void cancel() override
    {
        if (m_session)
            m_session->cancel(m_watch);
    }

private:
    QPointer<zk::Session> m_session;
    zk::SessionWatch m_watch;
};

recipes::Watched joined(zk::WatchedStat answer, std::shared_ptr<recipes::Watch> watch)
{
    return {answer.stat, std::move(watch)};
}

recipes::WatchedContent joined(zk::WatchedContent answer, std::shared_ptr<recipes::Watch> watch)
{
    return {std::move(answer.content), std::move(watch)};
}

recipes::WatchedChildren joined(zk::WatchedChildren answer, std::shared_ptr<recipes::Watch> watch)
{
    return {std::move(answer.children), std::move(watch)};
}

/// Asks the session by \a ask, and answers in the recipes' terms.
template<typename T, typename Theirs>
Task<> setWatch(QPointer<zk::Session> session, Task<Result<Theirs>> (zk::Session::*ask)(QString), QString path,
                ReplyPromise<T> promise)
{
    auto asking = (session.data()->*ask)(path);
    auto watched = co_await asking;
    if (!watched)
        promise.complete(tl::unexpected(watched.error()));
    else if (!session)
        promise.complete(failure(ErrorCode::Closed, QStringLiteral("watch"), path));
    else {
        auto watch = std::make_shared<SessionStoreWatch>(*session, watched->watch);
        promise.complete(joined(std::move(*watched), std::move(watch)));
    }
}

} // namespace

Reply<CreatedNode> SessionStore::create(QString path, QByteArray data, NodeKind kind)
{
    return m_session.create(path, data, kind);
}

Reply<recipes::Watched> SessionStore::watchExists(QString path)
{
    const ReplyPromise<recipes::Watched> promise;
    setWatch(QPointer(&m_session), &zk::Session::watchExists, path, promise);
    return Reply<recipes::Watched>(promise);
}

Reply<recipes::WatchedContent> SessionStore::watchData(QString path)
{
    const ReplyPromise<recipes::WatchedContent> promise;
    setWatch(QPointer(&m_session), &zk::Session::watchData, path, promise);
    return Reply<recipes::WatchedContent>(promise);
}

Reply<recipes::WatchedChildren> SessionStore::watchChildren(QString path)
{
    const ReplyPromise<recipes::WatchedChildren> promise;
    setWatch(QPointer(&m_session), &zk::Session::watchChildren, path, promise);
    return Reply<recipes::WatchedChildren>(promise);
}

// ---- one session ----

namespace {

using namespace std::chrono_literals;

/// For the second connection that ends a session; a server that answers at all does so within milliseconds.
constexpr auto expiryLimit = 5s;
/// After that a session that moves to its relay is taken to have no server, and the fault is staged all the same.
constexpr auto moveLimit = 3s;
/// A session whose server is silent for longer is cut, and lives on there until its timeout.
constexpr auto closeLimit = 2s;

/// One client's session, with the relay that network faults need: not before one is needed, since each takes three file
/// descriptors.
/// A session opened directly is moved to a relay when its first network fault is asked for: its connection breaks and
/// comes back with the same session, which the client sees as a short suspension, and then the fault is staged.
class ZkClientSession final : public ClientSession
{
public:
    explicit ZkClientSession(zk::SessionSpec direct);

    zk::Session &session() { return m_session; }
    /// Before the session is opened or while it is not paused; an error if there is no socket left for a relay.
    Result<Done> makeRelay();

    recipes::Store &store() override { return m_store; }
    ConnectionState state() const override { return m_session.state(); }
    void listen(Listener listener) override { m_listener = std::move(listener); }
    Task<Result<Done>> inject(FaultRequest request) override;
    void crash() override { m_session.abandon(); }
    /// Network faults end first, so that the server may hear of it.
    Task<> close() override;

private:
    Task<Result<Done>> moveToRelay();
    void heal();

    QString m_directHosts;
    std::unique_ptr<Relay> m_relay; ///< outlives the session, whose connection goes through it
    zk::Session m_session;
    SessionStore m_store;
    Listener m_listener;
};

QString operation(const FaultRequest &request)
{
    return journal::faultName(request.fault);
}

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
                       Text::en("This process may open no further file descriptor: raise the limit (ulimit -n)."));
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
                          Text::en("A paused client cannot be moved to a relay: resume it first."));
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
        co_return failure(ErrorCode::InvalidInput, operation(request), {}, Text::en("it has a call of its own"));
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

} // namespace

// ---- all of them ----

Task<Result<std::unique_ptr<ClientSession>>> ZkSessionFactory::open(Route route)
{
    if (!m_connection || m_connection->state() != ConnectionState::Connected)
        co_return failure(ErrorCode::NotConnected, u"connect"_s);
    const int timeoutMs = m_connection->spec().connectTimeoutMs;
    auto made = std::make_unique<ZkClientSession>(m_connection->sessionSpec());
    if (route == Route::Relayed) {
        const auto relayed = made->makeRelay();
        if (!relayed)
            co_return tl::unexpected(relayed.error());
    }
    zk::Session &session = made->session();
    session.open();
    // Its end is that of connected() too. Nobody waits for it any more when the connection is gone.
    QObject::connect(m_connection, &QObject::destroyed, &session, [&session] { session.abandon(); });
    QTimer::singleShot(timeoutMs, &session, [&session] {
        if (session.state() == ConnectionState::Connecting)
            session.abandon();
    });
    const auto connecting = session.connected();
    const auto id = co_await connecting;
    if (!id && id.error().code == ErrorCode::Closed)
        co_return failure(ErrorCode::ConnectTimeout, u"connect"_s, {}, Text::en("a simulated client got no session"));
    if (!id)
        co_return tl::unexpected(id.error());
    std::unique_ptr<ClientSession> result = std::move(made);
    co_return std::move(result);
}

} // namespace lockscope::lab
