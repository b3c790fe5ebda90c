// SPDX-License-Identifier: Apache-2.0
#include "core/zk/socketpoller.h"

#include <QSocketNotifier>

#include <fcntl.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace lockscope::zk {

namespace {

constexpr int eventsPerTurn = 64;

quint64 mark(SocketPoller::Client client, quint32 tag)
{
    return quint64(client) << 32 | tag;
}

} // namespace

std::shared_ptr<SocketPoller> SocketPoller::ofThisThread()
{
    thread_local std::weak_ptr<SocketPoller> current;
    auto poller = current.lock();
    if (!poller) {
        poller.reset(new SocketPoller);
        current = poller;
    }
    return poller;
}

SocketPoller::SocketPoller()
{
    open();
}

SocketPoller::~SocketPoller()
{
    m_notifier.reset(); // before its descriptor goes
    if (m_epoll >= 0)
        ::close(m_epoll);
}

void SocketPoller::open()
{
    m_notifier.reset();
    if (m_epoll >= 0)
        ::close(m_epoll);
    m_epoll = ::epoll_create1(EPOLL_CLOEXEC);
    if (m_epoll < 0) {
        qErrnoWarning("no descriptor for waiting on sockets");
        return;
    }
    m_notifier = std::make_unique<QSocketNotifier>(m_epoll, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &SocketPoller::onActivated);
    for (const auto &[fd, client] : m_owners)
        enter(client, m_clients.at(client));
}

SocketPoller::Client SocketPoller::add(OnReady onReady)
{
    m_clients[++m_lastClient].onReady = std::move(onReady);
    return m_lastClient;
}

void SocketPoller::remove(Client client)
{
    unwatch(client);
    m_clients.erase(client);
}

void SocketPoller::watch(Client client, int fd, int events)
{
    Watched &watched = m_clients.at(client);
    if (watched.fd != fd)
        unwatch(client);
    watched.fd = fd;
    watched.tag = ++m_lastTag;
    watched.wanted = ((events & Readable) ? EPOLLIN : 0u) | ((events & Writable) ? EPOLLOUT : 0u);
    m_owners[fd] = client;
    if (!enter(client, watched))
        qErrnoWarning("socket %d cannot be waited for", fd);
}

bool SocketPoller::enter(Client client, const Watched &watched)
{
    epoll_event event{};
    event.events = watched.wanted;
    event.data.u64 = mark(client, watched.tag);
    if (::epoll_ctl(m_epoll, EPOLL_CTL_MOD, watched.fd, &event) == 0)
        return true;
    if (errno != ENOENT)
        return false;
    // A new socket, though perhaps with an old number. Programs that are started must not inherit it: the server would
    // not see its end before theirs, and neither would we.
    ::fcntl(watched.fd, F_SETFD, FD_CLOEXEC);
    return ::epoll_ctl(m_epoll, EPOLL_CTL_ADD, watched.fd, &event) == 0;
}

void SocketPoller::unwatch(Client client)
{
    Watched &watched = m_clients.at(client);
    const int fd = std::exchange(watched.fd, -1);
    const auto owner = m_owners.find(fd);
    if (owner == m_owners.end() || owner->second != client)
        return; // another's by now
    m_owners.erase(owner);
    ::epoll_ctl(m_epoll, EPOLL_CTL_DEL, fd, nullptr); // fails where the socket is closed already
}

void SocketPoller::onActivated()
{
    const auto alive = ofThisThread(); // its last owner may go in a callback
    std::array<epoll_event, eventsPerTurn> ready;
    const int count = ::epoll_wait(m_epoll, ready.data(), eventsPerTurn, 0);
    int stale = 0;
    for (int i = 0; i < count; ++i) {
        const epoll_event &event = ready[static_cast<size_t>(i)];
        const auto found = m_clients.find(static_cast<Client>(event.data.u64 >> 32));
        // A callback of this turn removed it or set another socket; or it is closed, but a child process keeps it.
        if (found == m_clients.end() || found->second.fd < 0
            || mark(found->first, found->second.tag) != event.data.u64) {
            ++stale;
            continue;
        }
        const bool failed = (event.events & (EPOLLERR | EPOLLHUP)) != 0;
        const int events =
            ((event.events & EPOLLIN) || failed ? Readable : 0) | ((event.events & EPOLLOUT) || failed ? Writable : 0);
        const OnReady onReady = found->second.onReady; // it may remove its client
        onReady(events);
    }
    if (stale > 0 && stale == count)
        open(); // it would come again for ever: whatever is not ours any more is not in the new set
}

} // namespace lockscope::zk
