// SPDX-License-Identifier: Apache-2.0
#include "core/zk/handle.h"

#include <QLoggingCategory>

#include <sys/socket.h>

Q_LOGGING_CATEGORY(lcZk, "lockscope.zk", QtWarningMsg)

namespace lockscope::zk {

namespace {

using namespace std::chrono_literals;

/// Packets taken from one socket before others get their turn; the socket is level-triggered, nothing is lost.
constexpr int packetsPerTurn = 512;
/// Before another attempt when the library reports an error instead of saying how long to wait.
constexpr auto backOff = 50ms;
/// Connections that a handle may begin in a second: a server that takes each one and hangs up at once is not worth a
/// processor. The library rests after it has tried all addresses, but not where it got as far as a session.
constexpr int connectionsPerSecond = 10;
/// An address that no server has.
constexpr auto nowhere = "127.255.255.254:1";

void logLine(const char *message)
{
    qCDebug(lcZk, "%s", message);
}

void ignoreSessionEvent(zhandle_t *, int, int, const char *, void *)
{
    // States are read from zoo_state() after each call: a lost connection may come without an event.
}

} // namespace

Handle::Handle(const QByteArray &hosts, int timeoutMs, const clientid_t *resume, void *context,
               std::function<void()> onIdle)
    : m_onIdle(std::move(onIdle))
    , m_client(m_poller->add([this](int events) { onSocket(events); }))
{
    zoo_set_debug_level(lcZk().isDebugEnabled() ? ZOO_LOG_LEVEL_DEBUG : ZOO_LOG_LEVEL_ERROR);
    m_zh = zookeeper_init2(hosts.constData(), ignoreSessionEvent, timeoutMs, resume, context, ZOO_NO_LOG_CLIENTENV,
                           logLine);
    if (m_zh != nullptr)
        zoo_set_servers_resolution_delay(m_zh, -1); // addresses do not change: never resolve again

    // Pings go out at a third of the session timeout: a coarse timer would drop short sessions.
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Handle::onTimer);
    m_rearmSoon.setSingleShot(true);
    connect(&m_rearmSoon, &QTimer::timeout, this, &Handle::takeTurn);
}

Handle::~Handle()
{
    abandon();
    m_poller->remove(m_client);
}

void Handle::start()
{
    if (m_zh != nullptr)
        rearm();
}

void Handle::pause()
{
    m_paused = true;
    unwatch();
    m_timer.stop();
    m_rearmSoon.stop();
}

void Handle::resume()
{
    if (!m_paused)
        return;
    m_paused = false;
    if (m_zh != nullptr)
        scheduleRearm();
}

void Handle::moveTo(const QByteArray &hosts)
{
    if (m_zh == nullptr)
        return;
    unwatch();
    // The library would close its socket itself, and forget that requests were under way on it.
    breakConnection();
    const GuardScope scope(m_guard);
    // It compares addresses by their IP alone: another port at the same one would be no change. Nothing is tried
    // before the next zookeeper_interest().
    zoo_set_servers(m_zh, nowhere);
    zoo_set_servers(m_zh, hosts.constData());
    scheduleRearm();
}

void Handle::close()
{
    if (m_zh == nullptr)
        return;
    unwatch();
    m_timer.stop();
    m_rearmSoon.stop();
    const GuardScope scope(m_guard);
    zookeeper_close(m_zh);
    m_zh = nullptr;
}

void Handle::abandon()
{
    if (m_zh == nullptr)
        return;
    unwatch();
    breakConnection();
    close();
}

void Handle::breakConnection()
{
    const GuardScope scope(m_guard);
    int fd = -1;
    int interest = 0;
    timeval wait{};
    // Ask for the socket again: an old number may belong to another session by now.
    if (zoo_state(m_zh) == ZOO_CONNECTED_STATE && zookeeper_interest(m_zh, &fd, &interest, &wait) == ZOK && fd >= 0) {
        // The next read sees the end of the stream, so that the library is not connected when it closes: no CLOSE.
        ::shutdown(fd, SHUT_RDWR);
        while (zookeeper_process(m_zh, ZOOKEEPER_READ) == ZOK) { }
    }
}

void Handle::onSocket(int events)
{
    m_inTurn = true;
    processPackets(((events & SocketPoller::Readable) ? ZOOKEEPER_READ : 0)
                   | ((events & SocketPoller::Writable) ? ZOOKEEPER_WRITE : 0));
    m_onIdle();
    endTurn();
}

void Handle::processPackets(int events)
{
    const GuardScope scope(m_guard);
    int rc = zookeeper_process(m_zh, events);
    // One call handles at most one packet.
    for (int packets = 1; rc == ZOK && packets < packetsPerTurn; ++packets)
        rc = zookeeper_process(m_zh, ZOOKEEPER_READ);
}

void Handle::onTimer()
{
    // Each answer puts off when the next ping is due: the timer is not restarted each time, but runs on.
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(m_due - std::chrono::steady_clock::now());
    if (left.count() > 0)
        m_timer.start(left);
    else
        takeTurn();
}

void Handle::takeTurn()
{
    if (m_zh == nullptr)
        return;
    m_inTurn = true;
    endTurn();
}

void Handle::endTurn()
{
    m_inTurn = false;
    if (m_zh == nullptr || m_paused)
        return;
    rearm();
    m_onIdle(); // zookeeper_interest() may have found the connection dead
}

void Handle::unwatch()
{
    m_poller->unwatch(m_client);
    m_fd = -1;
    m_wasConnected = false;
}

void Handle::scheduleRearm()
{
    if (!m_inTurn && !m_paused && !m_rearmSoon.isActive())
        m_rearmSoon.start(0);
}

void Handle::rearm()
{
    m_rearmSoon.stop();
    if (const auto rest = restBeforeConnecting(); rest.count() > 0) {
        unwatch();
        callWithin(rest);
        return;
    }
    // zookeeper_interest() may return before it has written these.
    int fd = -1;
    int interest = 0;
    timeval wait{};
    int rc = ZOK;
    {
        const GuardScope scope(m_guard);
        rc = zookeeper_interest(m_zh, &fd, &interest, &wait);
    }
    if (rc == ZINVALIDSTATE || is_unrecoverable(m_zh)) {
        m_timer.stop(); // expired or refused: nothing more will come
        unwatch();
        return;
    }
    const auto untilNext = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::seconds(wait.tv_sec)
                                                                        + std::chrono::microseconds(wait.tv_usec));
    callWithin(rc == ZOK ? untilNext : std::max<std::chrono::milliseconds>(untilNext, backOff));
    if (rc == ZOK && fd >= 0)
        watchSocket(fd, interest);
    else
        unwatch();
}

std::chrono::milliseconds Handle::restBeforeConnecting()
{
    const auto now = std::chrono::steady_clock::now();
    if (zoo_state(m_zh) == ZOO_CONNECTED_STATE)
        return 0ms;
    if (now - m_countedSince >= 1s) {
        m_countedSince = now;
        m_connectionsBefore = m_guard.connections();
    }
    if (m_guard.connections() - m_connectionsBefore < connectionsPerSecond)
        return 0ms;
    return std::chrono::ceil<std::chrono::milliseconds>(m_countedSince + 1s - now);
}

void Handle::callWithin(std::chrono::milliseconds time)
{
    const auto due = std::chrono::steady_clock::now() + time;
    if (!m_timer.isActive() || due < m_due)
        m_timer.start(time);
    m_due = due;
}

void Handle::watchSocket(int fd, int interest)
{
    // Between two connections there is always a turn that is not connected: this is the socket of the last turn.
    const bool connected = zoo_state(m_zh) == ZOO_CONNECTED_STATE;
    if (connected && m_wasConnected && fd == m_fd && interest == m_interest)
        return;
    m_wasConnected = connected;
    m_fd = fd;
    m_interest = interest;
    m_poller->watch(m_client, fd,
                    ((interest & ZOOKEEPER_READ) ? SocketPoller::Readable : 0)
                        | ((interest & ZOOKEEPER_WRITE) ? SocketPoller::Writable : 0));
}

} // namespace lockscope::zk
