// SPDX-License-Identifier: Apache-2.0
#include "core/observe/watchsessions.h"

#include <QPointer>

#include <algorithm>
#include <utility>
#include <vector>

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
           && session->watchBytes() + zk::Session::watchBytes(path) <= m_maxBytes;
}

zk::Session *WatchSessions::sessionFor(const QString &path)
{
    if (hasRoom(m_main.session(), path))
        return m_main.session();
    for (const auto &connection : m_further) {
        if (hasRoom(connection->session(), path))
            return connection->session();
    }
    if (!m_opening && !m_closed && m_main.state() == ConnectionState::Connected)
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
    connect(connection, &zk::Connection::stateChanged, this, &WatchSessions::furtherChanged);
    Q_EMIT roomMade();
}

Task<> WatchSessions::close()
{
    m_closed = true;
    const auto opened = std::move(m_opened);
    const auto further = std::exchange(m_further, {});
    std::vector<Task<>> closing;
    for (const auto &connection : further) {
        connection->disconnect(this);
        closing.push_back(connection->close());
    }
    for (auto &task : closing)
        co_await task;
}

} // namespace lockscope::observe
