// SPDX-License-Identifier: Apache-2.0
#include "core/lab/zksessionfactory.h"

#include "core/lab/sessionstore.h"

#include <QTimer>

#include <utility>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

class ZkClientSession : public ClientSession
{
public:
    explicit ZkClientSession(zk::SessionSpec spec)
        : m_session(std::move(spec))
        , m_store(m_session)
    {
        QObject::connect(&m_session, &zk::Session::stateChanged, &m_session, [this](ConnectionState state) {
            if (m_listener)
                m_listener(state);
        });
    }

    zk::Session &session() { return m_session; }

    recipes::Store &store() override { return m_store; }
    ConnectionState state() const override { return m_session.state(); }
    void listen(Listener listener) override { m_listener = std::move(listener); }
    void crash() override { m_session.abandon(); }
    Task<> close() override { return m_session.close(); }

private:
    zk::Session m_session;
    SessionStore m_store;
    Listener m_listener;
};

} // namespace

Task<Result<std::unique_ptr<ClientSession>>> ZkSessionFactory::open()
{
    if (!m_connection || m_connection->state() != ConnectionState::Connected)
        co_return failure(ErrorCode::NotConnected, u"connect"_s);
    const int timeoutMs = m_connection->spec().connectTimeoutMs;
    auto made = std::make_unique<ZkClientSession>(m_connection->sessionSpec());
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
        co_return failure(ErrorCode::ConnectTimeout, u"connect"_s, {}, u"a simulated client got no session"_s);
    if (!id)
        co_return tl::unexpected(id.error());
    std::unique_ptr<ClientSession> result = std::move(made);
    co_return std::move(result);
}

} // namespace lockscope::lab
