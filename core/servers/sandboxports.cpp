// SPDX-License-Identifier: Apache-2.0
#include "core/servers/sandboxports.h"

#include <cerrno>
#include <utility>

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace lockscope::servers {

namespace {

tl::unexpected<Error> portError(quint16 port, int error)
{
    const auto sentence = [&] {
        if (port == 0)
            return Text::en("No free port on 127.0.0.1 (%1): close programs that use many connections.")
                .arg(qt_error_string(error));
        if (error == EADDRINUSE)
            return Text::en("Port %1 is taken: stop what listens there, or choose another port (0 picks a free one).")
                .arg(port);
        if (error == EACCES)
            return Text::en("Port %1 is only for root: choose one above 1023 (0 picks a free one).").arg(port);
        return Text::en("Port %1 cannot be used (%2): choose another port (0 picks a free one).")
            .arg(port, qt_error_string(error));
    };
    return failure(ErrorCode::SandboxFailed, {}, {}, sentence());
}

} // namespace

Result<PortReservation> PortReservation::take(quint16 port)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
        return portError(port, errno);
    PortReservation held(socket, port);

    // A named port may have old connections in TIME_WAIT, hence before bind(). A free one is asked for without the
    // option, so that no other socket has it, and shared only afterwards.
    const int on = 1;
    if (port != 0)
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    if (::bind(socket, reinterpret_cast<const sockaddr *>(&address), sizeof address) != 0)
        return portError(port, errno);
    if (port == 0) {
        ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
        socklen_t length = sizeof address;
        if (::getsockname(socket, reinterpret_cast<sockaddr *>(&address), &length) != 0)
            return portError(port, errno);
        held.m_port = ntohs(address.sin_port);
    }
    return held;
}

PortReservation::PortReservation(PortReservation &&other) noexcept
    : m_socket(std::exchange(other.m_socket, -1))
    , m_port(other.m_port)
{
}

PortReservation &PortReservation::operator=(PortReservation &&other) noexcept
{
    std::swap(m_socket, other.m_socket);
    std::swap(m_port, other.m_port);
    return *this;
}

PortReservation::~PortReservation()
{
    if (m_socket >= 0)
        ::close(m_socket);
}

} // namespace lockscope::servers
