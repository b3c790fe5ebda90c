// SPDX-License-Identifier: Apache-2.0
#include "core/zk/guardedsocket.h"

#include "core/zk/connectstring.h"
#include "core/zk/replyguard.h"

#include <QHostAddress>
#include <QtEndian>

#include <netinet/in.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace lockscope::zk {

namespace {

thread_local ReplyGuard *current = nullptr;
thread_local GuardScope::For currentFor = GuardScope::For::Turn;

QString nameOf(const sockaddr *address)
{
    const bool isV6 = address->sa_family == AF_INET6;
    const auto port = isV6 ? reinterpret_cast<const sockaddr_in6 *>(address)->sin6_port
                           : reinterpret_cast<const sockaddr_in *>(address)->sin_port;
    return HostPort{QHostAddress(address).toString(), qFromBigEndian(port)}.toString();
}

} // namespace

GuardScope::GuardScope(ReplyGuard &guard, For what)
    : m_outer(std::exchange(current, &guard))
    , m_outerFor(std::exchange(currentFor, what))
{
}

GuardScope::~GuardScope()
{
    current = m_outer;
    currentFor = m_outerFor;
}

} // namespace lockscope::zk

// The names that the linker gives: `--wrap=recv` leads calls of recv to __wrap_recv, and __real_recv is recv itself.
extern "C" {

int __real_connect(int fd, const sockaddr *address, socklen_t length);
ssize_t __real_send(int fd, const void *bytes, size_t count, int flags);
ssize_t __real_recv(int fd, void *bytes, size_t count, int flags);

int __wrap_connect(int fd, const sockaddr *address, socklen_t length)
{
    using namespace lockscope::zk;
    if (current != nullptr)
        current->begin(nameOf(address));
    return __real_connect(fd, address, length);
}

ssize_t __wrap_send(int fd, const void *bytes, size_t count, int flags)
{
    using namespace lockscope::zk;
    const ssize_t sent = __real_send(fd, bytes, count, flags);
    if (current == nullptr)
        return sent;
    if (sent >= 0) {
        if (current->sent(static_cast<const char *>(bytes), sent))
            return sent;
        errno = EPIPE; // the client gives the connection up and begins another one
    }
    if (currentFor == GuardScope::For::Request)
        errno = EAGAIN;
    return -1;
}

ssize_t __wrap_recv(int fd, void *bytes, size_t count, int flags)
{
    using namespace lockscope::zk;
    if (current != nullptr && current->refusal()) {
        errno = EPROTO; // nothing more is read by this client
        return -1;
    }
    const ssize_t received = __real_recv(fd, bytes, count, flags);
    if (current == nullptr || received <= 0 || current->received(static_cast<char *>(bytes), received))
        return received;
    errno = EPROTO;
    return -1;
}
}
