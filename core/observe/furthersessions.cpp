// SPDX-License-Identifier: Apache-2.0
#include "core/observe/furthersessions.h"

#include <QPointer>

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

namespace lockscope::observe {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

/// Fewer are answered sooner than a session is opened.
constexpr int many = 1'000;
/// Fewer are not shared though the further sessions are open: the main one needs no sync, and answers in the order of
/// the queue, so that no contender is known before the ones in front of it.
constexpr int few = 100;
constexpr auto idleLimit = 10s;

Task<> closeAll(std::vector<std::unique_ptr<zk::Session>> sessions)
{
    std::vector<Task<>> closing;
    for (const auto &session : sessions)
        closing.push_back(session->close());
    for (auto &task : closing)
        co_await task;
}

} // namespace

// ---- for reading ----

ReadSessions::ReadSessions(zk::Connection &main, int count, QObject *parent)
    : QObject(parent)
    , m_main(main)
    , m_count(count)
{
    m_idle.setSingleShot(true);
    m_idle.setInterval(idleLimit);
    connect(&m_idle, &QTimer::timeout, this, &ReadSessions::closeIfIdle);
}

ReadSessions::~ReadSessions() = default;

zk::Session *ReadSessions::next(int pending)
{
    zk::Session *main = m_main.session();
    if (pending < few || (pending < many && m_further.empty()))
        return main;
    if (pending >= many) {
        m_used = true;
        open();
    }
    m_turn = (m_turn + 1) % (m_further.size() + 1);
    if (m_turn == 0)
        return main;
    Further &further = m_further[m_turn - 1];
    if (further.session->state() != ConnectionState::Connected)
        return main;
    // Its server may be behind the main one's. Requests of a session are answered in their order: the ones after
    // this sync see at least what its server's leader had when it came.
    if (std::exchange(further.caughtUpWith, m_seen) != m_seen)
        std::ignore = further.session->sync(u"/"_s);
    return further.session.get();
}

void ReadSessions::open()
{
    if (m_closed || m_main.state() != ConnectionState::Connected)
        return;
    if (!m_idle.isActive())
        m_idle.start();
    while (static_cast<int>(m_further.size()) < m_count) {
        m_further.push_back({std::make_unique<zk::Session>(m_main.sessionSpec()), 0});
        m_further.back().session->open();
    }
}

void ReadSessions::closeIfIdle()
{
    if (std::exchange(m_used, false)) {
        m_idle.start();
        return;
    }
    closeAll(takeAll());
}

std::vector<std::unique_ptr<zk::Session>> ReadSessions::takeAll()
{
    std::vector<std::unique_ptr<zk::Session>> sessions;
    for (Further &further : std::exchange(m_further, {}))
        sessions.push_back(std::move(further.session));
    return sessions;
}

Task<> ReadSessions::close()
{
    m_closed = true;
    m_used = false;
    m_idle.stop();
    return closeAll(takeAll());
}

// ---- for watches ----

WatchSessions::WatchSessions(zk::Connection &main, qsizetype maxBytesPerSession, QObject *parent)
    : QObject(parent)
    , m_main(main)
    , m_maxBytes(maxBytesPerSession)
{
}

WatchSessions::~WatchSessions()
{
    // Their ends resume what waits for them, while this is still whole.
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

#include "moc_furthersessions.cpp"
