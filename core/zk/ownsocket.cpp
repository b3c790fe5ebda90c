// SPDX-License-Identifier: Apache-2.0
#include "core/zk/ownsocket.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdlib>
#include <memory>

namespace lockscope::zk {

namespace {

using NameOf = int (*)(int, sockaddr *, socklen_t *);

/// The port of one end of a socket on 127.0.0.1; 0 for anything else.
quint16 loopbackPort(int descriptor, NameOf nameOf)
{
    sockaddr_in address{};
    socklen_t size = sizeof address;
    if (nameOf(descriptor, reinterpret_cast<sockaddr *>(&address), &size) != 0 || address.sin_family != AF_INET)
        return 0;
    return address.sin_addr.s_addr == htonl(INADDR_LOOPBACK) ? ntohs(address.sin_port) : quint16(0);
}

} // namespace

bool ownsLoopbackSocket(quint16 localPort, quint16 peerPort)
{
    const auto close = [](DIR *directory) { ::closedir(directory); };
    const std::unique_ptr<DIR, decltype(close)> descriptors(::opendir("/dev/fd"), close);
    if (!descriptors)
        return false;
    while (const dirent *entry = ::readdir(descriptors.get())) {
        char *end = nullptr;
        const long number = std::strtol(entry->d_name, &end, 10);
        if (end == entry->d_name || *end != '\0')
            continue;
        const int descriptor = static_cast<int>(number);
        if (loopbackPort(descriptor, ::getsockname) == localPort && loopbackPort(descriptor, ::getpeername) == peerPort)
            return true;
    }
    return false;
}

} // namespace lockscope::zk
