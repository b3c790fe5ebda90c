// SPDX-License-Identifier: Apache-2.0
// Ports on 127.0.0.1 for the C client, which knows nothing but TCP: behind each stands a relay within this process.
// They live on a thread of their own, since the C client blocks its caller's while it closes a session.
//
// Takes connections of this process only; others are closed before a byte is passed on or a server is called. What
// stays open is said in docs/connecting.md.
#pragma once

#include "core/base/error.h"
#include "core/zk/connectstring.h"

#include <QThread>

#include <atomic>
#include <functional>

class QIODevice;
class QTcpSocket;

namespace lockscope::zk {

class OwnPorts
{
public:
    /// Takes over a connection to the port with that index, on the thread of the ports; what it makes is a child of
    /// \a parent.
    using Taker = std::function<void(QTcpSocket *client, qsizetype port, QObject *parent)>;

    OwnPorts(const QString &threadName, Taker taker);
    /// Ends the thread, and with it all connections.
    ~OwnPorts();
    OwnPorts(const OwnPorts &) = delete;
    OwnPorts &operator=(const OwnPorts &) = delete;

    /// A further one, which the system chooses; InvalidInput if this process may open no further sockets.
    Result<HostPort> open();
    /// In the order in which they were opened.
    const QList<HostPort> &addresses() const { return m_addresses; }
    /// Connections from other processes that were turned away. Any thread.
    int turnedAway() const { return m_turnedAway; }

private:
    quint16 listen(qsizetype index);

    QThread m_thread;
    QObject *m_inside; ///< lives on m_thread, deleted there
    Taker m_taker;
    QList<HostPort> m_addresses;
    std::atomic<int> m_turnedAway = 0;
};

// ---- what a relay behind such a port is made of ----

/// Kept for one side that does not take what the other one sends; then the sender has to wait.
inline constexpr qint64 mostKept = 1024 * 1024;

/// Takes what one side of a connection has sent over to the other one, unless that has mostKept still to be written.
void forward(QIODevice *from, QIODevice *to);

} // namespace lockscope::zk
