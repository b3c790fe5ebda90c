// SPDX-License-Identifier: Apache-2.0
#include "core/backends/zookeeper/zksessions.h"

#include "core/base/descriptors.h"
#include "core/base/task.h"
#include "core/lab/relay.h"

#include <QRandomGenerator>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::backends {

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

/// Asks the session by \a ask, and answers in the recipes' terms.
template<typename T, typename Theirs>
Task<> setWatch(QPointer<zk::Session> session, Task<Result<Theirs>> (zk::Session::*ask)(QString), QString path,
                ReplyPromise<T> promise)
{
    auto watched = co_await (session.data()->*ask)(path);
    if (!watched)
        promise.complete(tl::unexpected(watched.error()));
    else if (!session)
        promise.complete(failure(ErrorCode::Closed, u"watch"_s, path));
    else {
        auto &[answer, watch] = *watched;
        promise.complete(T{std::move(answer), std::make_shared<SessionStoreWatch>(*session, watch)});
    }
}

template<typename T, typename Theirs>
Reply<T> watching(zk::Session &session, Task<Result<Theirs>> (zk::Session::*ask)(QString), const QString &path)
{
    const ReplyPromise<T> promise;
    setWatch(QPointer(&session), ask, path, promise);
    return Reply<T>(promise);
}

} // namespace

Reply<CreatedNode> SessionStore::create(QString path, QByteArray data, NodeKind kind)
{
    return m_session.create(path, data, kind);
}

Reply<recipes::Watched> SessionStore::watchExists(QString path)
{
    return watching<recipes::Watched>(m_session, &zk::Session::watchExists, path);
}

Reply<recipes::WatchedContent> SessionStore::watchData(QString path)
{
    return watching<recipes::WatchedContent>(m_session, &zk::Session::watchData, path);
}

Reply<recipes::WatchedChildren> SessionStore::watchChildren(QString path)
{
    return watching<recipes::WatchedChildren>(m_session, &zk::Session::watchChildren, path);
}

// ---- one session ----

namespace {

using namespace std::chrono_literals;

/// For the second connection that ends a session; a server that answers at all does so within milliseconds.
constexpr auto expireWithin = 5s;
/// After that a session that moves to its relay is taken to have no server, and the fault is staged all the same.
constexpr auto moveLimit = 3s;
/// A session whose server is silent for longer is cut, and lives on there until its timeout.
constexpr auto endWithin = 2s;

/// One client's session, with the relay that network faults need: not before one is needed, since each takes three file
/// descriptors.
/// A session opened directly is moved to a relay when its first network fault is asked for: its connection breaks and
/// comes back with the same session, which the client sees as a short suspension, and then the fault is staged.
class ZkClientSession final : public lab::ClientSession
{
public:
    explicit ZkClientSession(zk::SessionSpec direct)
        : m_directHosts(direct.hosts)
        , m_session(std::move(direct))
        , m_store(m_session)
    {
        QObject::connect(&m_session, &zk::Session::stateChanged, &m_session, [this](ConnectionState state) {
            if (m_listener)
                m_listener(state);
        });
    }

    zk::Session &session() { return m_session; }
    /// Before the session is opened or while it is not paused; an error if there is no socket left for a relay.
    Result<Done> makeRelay()
    {
        if (m_relay)
            return Done();
        auto target = zk::parseConnectString(m_directHosts);
        if (!target)
            return tl::unexpected(target.error());
        // As the C client does with a list of its own: else all clients would begin with the same server.
        std::shuffle(target->hosts.begin(), target->hosts.end(), *QRandomGenerator::global());
        auto relay = std::make_unique<lab::Relay>(target->hosts);
        if (!relay->isListening())
            return failure(ErrorCode::InvalidInput, u"relay"_s, {},
                           Text::en("This process may open no further file descriptor: raise the limit (ulimit -n)."));
        m_relay = std::move(relay);
        target->hosts = {m_relay->address()};
        m_session.moveTo(target->toString());
        return Done();
    }

    recipes::Store &store() override { return m_store; }
    ConnectionState state() const override { return m_session.state(); }
    void listen(Listener listener) override { m_listener = std::move(listener); }

    Task<Result<Done>> inject(lab::FaultRequest request) override
    {
        using journal::Fault;
        switch (request.fault) {
        case Fault::Pause: m_session.pause(); break;
        case Fault::Resume: m_session.resume(); break;
        case Fault::Heal: heal(); break;
        case Fault::Expire: co_return co_await m_session.expire(m_directHosts, expireWithin);
        case Fault::Partition:
        case Fault::Delay:
        case Fault::LoseRequest:
        case Fault::LoseReply:
        case Fault::LoseCreateReply: {
            const auto moved = co_await moveToRelay();
            if (!moved)
                co_return tl::unexpected(moved.error());
            if (request.fault == Fault::Partition)
                m_relay->setPartitioned(true);
            else if (request.fault == Fault::Delay)
                m_relay->setDelay(request.duration);
            else if (request.fault == Fault::LoseRequest)
                m_relay->loseNextRequest();
            else if (request.fault == Fault::LoseReply)
                m_relay->loseNextReply();
            else
                m_relay->loseNextCreateReply();
            break;
        }
        case Fault::JumpClock:
        case Fault::Crash:
        case Fault::Close: co_return lab::notInjected(request.fault);
        }
        co_return Done();
    }

    void crash() override { m_session.abandon(); }
    /// What waits for an answer hears of its end while this is still whole.
    ~ZkClientSession() override { m_session.abandon(); }
    /// Network faults end first, so that the server may hear of it.
    Task<> close() override
    {
        heal();
        if (!m_relay) {
            co_await m_session.close();
            co_return;
        }
        // The library blocks its thread until the server has answered a CLOSE, and the relay needs this very thread:
        // the session is closed from outside instead, past the relay.
        m_session.resume();
        const auto ended = co_await m_session.expire(m_directHosts, endWithin);
        if (ended || ended.error().code != ErrorCode::Cancelled) // else this object is going
            m_session.abandon();
    }

private:
    Task<Result<Done>> moveToRelay()
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
        m_session.connected().then([back](const Result<SessionId> &id) {
            back.complete(id ? Result<Done>(Done()) : tl::unexpected(id.error()));
        });
        QTimer::singleShot(moveLimit, &m_session, [back] { back.complete(Done()); });
        co_return co_await Reply<Done>(back);
    }

    void heal()
    {
        if (!m_relay)
            return;
        m_relay->setDelay(0ms);
        m_relay->setPartitioned(false);
    }

    QString m_directHosts;
    std::unique_ptr<lab::Relay> m_relay; ///< outlives the session, whose connection goes through it
    zk::Session m_session;
    SessionStore m_store;
    Listener m_listener;
};

} // namespace

// ---- all of them ----

Task<Result<std::unique_ptr<lab::ClientSession>>>
ZkSessionFactory::open(lab::Route route, std::optional<std::chrono::milliseconds> timeout)
{
    // Where the servers are away just now, it is there when they are back in time.
    const ConnectionState state = m_connection ? m_connection->state() : ConnectionState::Closed;
    if (state == ConnectionState::Closed || state == ConnectionState::AuthFailed)
        co_return failure(ErrorCode::NotConnected, u"connect"_s);
    const int timeoutMs = m_connection->spec().connectTimeoutMs;
    zk::SessionSpec spec = m_connection->sessionSpec();
    if (timeout)
        spec.timeoutMs = static_cast<int>(timeout->count());
    auto made = std::make_unique<ZkClientSession>(spec);
    if (route == lab::Route::Relayed) {
        const auto relayed = made->makeRelay();
        if (!relayed)
            co_return tl::unexpected(relayed.error());
    }
    zk::Session &session = made->session();
    session.open();
    // Its end is that of connected() too. No client waits for it any more when the connection is gone.
    QObject::connect(m_connection, &QObject::destroyed, &session, [&session] { session.abandon(); });
    QTimer::singleShot(timeoutMs, &session, [&session] {
        if (session.state() == ConnectionState::Connecting)
            session.abandon();
    });
    const auto id = co_await session.connected();
    if (!id && id.error().code == ErrorCode::Closed && !hasDescriptors())
        co_return tl::unexpected(tooFewDescriptors());
    if (!id && id.error().code == ErrorCode::Closed)
        co_return failure(ErrorCode::ConnectTimeout, u"connect"_s, {}, Text::en("a simulated client got no session"));
    if (!id)
        co_return tl::unexpected(id.error());
    std::unique_ptr<lab::ClientSession> result = std::move(made);
    co_return std::move(result);
}

} // namespace lockscope::backends
