// SPDX-License-Identifier: Apache-2.0
// The loopback ports of a sandbox's servers: free ones, held until the server listens there.
// Never listens itself, and never blocks.
#pragma once

#include "core/base/error.h"

namespace lockscope::servers {

/// Bound with SO_REUSEADDR, beside which a server may bind and listen, so that no other program gets the port
/// meanwhile.
class PortReservation
{
public:
    /// \a port, or any free one for 0. The error is a sentence about that port.
    static Result<PortReservation> take(quint16 port = 0);

    PortReservation(PortReservation &&other) noexcept;
    PortReservation &operator=(PortReservation &&other) noexcept;
    ~PortReservation();

    quint16 port() const { return m_port; }

private:
    PortReservation(int socket, quint16 port)
        : m_socket(socket)
        , m_port(port)
    {
    }

    int m_socket = -1;
    quint16 m_port = 0;
};

} // namespace lockscope::servers
