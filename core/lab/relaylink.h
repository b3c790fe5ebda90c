// SPDX-License-Identifier: Apache-2.0
// One connection through a relay: frames each way, held back, delayed or lost as the relay's rules say.
// Never decides on a rule itself; it only uses up those that count ("the next reply").
#pragma once

#include "core/lab/relay.h"

#include <QTimer>

#include <deque>
#include <optional>

class QTcpSocket;

namespace lockscope::lab {

class RelayLink : public QObject
{
    Q_OBJECT
public:
    /// Takes over \a client. \a rules must outlive the link.
    RelayLink(QTcpSocket *client, zk::HostPort server, RelayRules &rules, QObject *parent);

    /// Takes in what has come, and passes on what may pass.
    void pump();
    /// Ends both sides at once.
    void cut();

Q_SIGNALS:
    /// The server takes no connection.
    void serverFailed();
    /// Both sides are closed, or closing after what was left to say.
    void over();

private:
    struct Frame
    {
        QByteArray bytes;
        qint64 dueNs = 0;
    };
    struct Way
    {
        QByteArray partial; ///< of a frame that has not come whole
        std::deque<Frame> frames;
        bool handshakeSeen = false;
        bool hungUp = false; ///< whoever sends this way says nothing more
    };

    void hangUp(Way &way);
    bool take(QTcpSocket *from, Way &way);
    bool passFrames(Way &way, bool fromClient);
    bool passFromClient(const QByteArray &frame, bool handshake);
    bool passFromServer(const QByteArray &frame, bool handshake);
    void closeGently();

    RelayRules &m_rules;
    zk::HostPort m_target;
    QTcpSocket *m_client;
    QTcpSocket *m_server;
    Way m_fromClient;
    Way m_fromServer;
    QTimer m_nextDue;
    std::optional<qint32> m_losing; ///< the request whose reply will be lost
    bool m_reached = false;         ///< the server was called
    bool m_over = false;
};

} // namespace lockscope::lab
