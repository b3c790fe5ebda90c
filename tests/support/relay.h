// SPDX-License-Identifier: Apache-2.0
// A TCP relay between a client under test and a real server, for staging what networks do.
// Listens on loopback only; knows ZooKeeper's framing (4-byte big-endian lengths) and nothing else of its protocol.
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QTcpServer>

#include <functional>

class QTcpSocket;

namespace lockscope::test {

class Relay : public QObject
{
    Q_OBJECT
public:
    explicit Relay(quint16 serverPort, QObject *parent = nullptr);
    ~Relay() override { cut(); }

    quint16 port() const { return m_server.serverPort(); }
    QString connectString() const { return QStringLiteral("127.0.0.1:%1").arg(port()); }
    int connections() const { return static_cast<int>(m_links.size()); }

    /// While set, bytes are kept back in both directions: a partition without a reset.
    void setPartitioned(bool partitioned);
    /// Cuts all connections; new ones are accepted.
    void cut();
    /// The next reply to a request that the client sends from now on is swallowed, then the connection is cut: the
    /// request was carried out, and the client cannot know.
    void loseNextReply();
    /// While set, new connections are refused by closing them at once.
    void setRefusing(bool refusing) { m_refusing = refusing; }
    /// Bytes of the largest frame that a client has sent so far, its length field included.
    qsizetype largestClientFrame() const { return m_largestFrame; }

    /// Told of each frame that passes, its length field included. The first of a connection, each way, is the
    /// handshake.
    using Tap = std::function<void(bool fromClient, bool handshake, const QByteArray &frame)>;
    void setTap(Tap tap) { m_tap = std::move(tap); }

private:
    struct Link
    {
        QTcpSocket *client = nullptr;
        QTcpSocket *server = nullptr;
        QByteArray fromClient;
        QByteArray fromServer;
        bool established = false; ///< the reply to the connect request has passed
        bool losing = false;
    };

    void accept();
    void pumpLink(Link *link);
    void forwardFromClient(Link *link);
    void forwardFromServer(Link *link);
    void closeGently(Link *link);
    void drop(Link *link);

    QTcpServer m_server;
    quint16 m_serverPort;
    QList<Link *> m_links;
    qsizetype m_largestFrame = 0;
    bool m_partitioned = false;
    bool m_loseNext = false;
    bool m_refusing = false;
    Tap m_tap;
};

} // namespace lockscope::test
