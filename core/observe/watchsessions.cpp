// SPDX-License-Identifier: Apache-2.0
#include "core/observe/watchsessions.h"

#include <QPointer>

#include <algorithm>
#include <utility>

namespace lockscope::observe {

WatchSessions::WatchSessions(zk::Connection &main, qsizetype maxBytesPerSession, QObject *parent)
    : QObject(parent)
    , m_main(main)
    , m_maxBytes(maxBytesPerSession)
{
}

WatchSessions::~WatchSessions()
{
    // Their ends resume whoever waits for them, while this is still whole.
    const auto further = std::exchange(m_further, {});
    const auto opened = std::move(m_opened);
    for (const auto &connection : further)
        connection->disconnect(this);
}

bool WatchSessions::hasRoom(const zk::Session *session, const QString &path) const
{
    return session != nullptr && session->state() == ConnectionState::Connected
           && session->watchBytes() + path.toUtf8().size() <= m_maxBytes;
}

zk::Session *WatchSessions::sessionFor(const QString &path)
{
    if (hasRoom(m_main.session(), path))
        return m_main.session();
    for (const auto &connection : m_further) {
        if (hasRoom(connection->session(), path))
            return connection->session();
    }
    if (!m_opening && m_main.state() == ConnectionState::Connected)
        openFurther();
    return nullptr;
}

bool WatchSessions::allConnected() const
{
    return m_main.state() == ConnectionState::Connected
           && std::all_of(m_further.begin(), m_further.end(),
                          [](const auto &connection) { return connection->state() == ConnectionState::Connected; });
}

Task<> WatchSessions::openFurther()
{
    m_opening = true;
    const QPointer<WatchSessions> alive(this);
    auto made = std::make_unique<zk::Connection>(m_main.spec());
    zk::Connection *connection = made.get();
    auto opening = connection->open();
    m_opened = std::move(made);
    const auto id = co_await opening;
    if (!alive)
        co_return;
    m_opening = false;
    if (!m_opened)
        co_return; // being destroyed
    if (!id) {
        m_opened.release()->deleteLater();
        co_return;
    }
    m_further.push_back(std::move(m_opened));
    connect(connection, &zk::Connection::stateChanged, this, [this] { Q_EMIT furtherChanged(false); });
    connect(connection, &zk::Connection::sessionReplaced, this, [this] { Q_EMIT furtherChanged(true); });
    Q_EMIT roomMade();
}

Task<> WatchSessions::close()
{
    const auto further = std::move(m_further);
    m_further.clear();
    for (const auto &connection : further) {
        auto closing = connection->close();
        co_await closing;
    }
}

} // namespace lockscope::observe
