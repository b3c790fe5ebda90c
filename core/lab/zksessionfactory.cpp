// SPDX-License-Identifier: Apache-2.0
#include "core/lab/zksessionfactory.h"

#include "core/lab/zkclientsession.h"

#include <QTimer>

#include <utility>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

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
        co_return failure(ErrorCode::ConnectTimeout, u"connect"_s, {}, u"a simulated client got no session"_s);
    if (!id)
        co_return tl::unexpected(id.error());
    std::unique_ptr<ClientSession> result = std::move(made);
    co_return std::move(result);
}

} // namespace lockscope::lab
