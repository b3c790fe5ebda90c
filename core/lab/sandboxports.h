// SPDX-License-Identifier: Apache-2.0
// The loopback ports of a sandbox's servers: free ones, held until the server listens there, and a question to one.
// Never listens itself, never blocks, and never uses the application's proxy.
#pragma once

#include "core/base/error.h"

#include <QByteArray>
#include <QObject>
#include <QTcpSocket>
#include <QTimer>

#include <chrono>

namespace lockscope::lab {

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

/// One question over a connection of its own: a four-letter word, or a line of HTTP.
class PortProbe : public QObject
{
    Q_OBJECT
public:
    PortProbe(quint16 port, const QByteArray &question, std::chrono::milliseconds patience, QObject *parent = nullptr);

Q_SIGNALS:
    /// Once: all that came until the server hung up or patience ended; empty if nobody answered.
    void answered(const QByteArray &answer);

private:
    void finish();

    QTcpSocket m_socket;
    QTimer m_patience;
    bool m_done = false;
};

/// True if this is what `srvr` says of a server that serves clients.
bool isServing(const QByteArray &srvrAnswer);

} // namespace lockscope::lab
