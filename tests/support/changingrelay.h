// SPDX-License-Identifier: Apache-2.0
// A port in front of a real ZooKeeper server whose answers a test changes: a server that is overloaded, broken, or out
// to do harm.
// Never changes a request, nor the order of answers.
#pragma once

#include <QHash>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtEndian>

#include <functional>
#include <utility>

namespace lockscope::test {

/// What an answer answers: the type as on the wire, and the path if the request has one.
struct Asked
{
    enum Type : qint32 { Handshake = 0, Event = -1, Exists = 3, Get = 4, List = 12, Create2 = 15 };
    qint32 type = Handshake;
    QByteArray path;
};

inline qint32 numberAt(const QByteArray &frame, qsizetype at)
{
    return frame.size() < at + 4 ? 0 : qFromBigEndian<qint32>(frame.constData() + at);
}

/// The same bytes with their length set right before them, whatever was done to what follows.
inline QByteArray framed(QByteArray frame)
{
    qToBigEndian(qint32(frame.size() - 4), frame.data());
    return frame;
}

/// An answer that says no more than an error.
inline QByteArray withError(const QByteArray &frame, qint32 error)
{
    constexpr qsizetype headerEnd = 20;
    QByteArray answer = frame.left(headerEnd);
    qToBigEndian(error, answer.data() + headerEnd - 4);
    return framed(answer);
}

class ChangingRelay : public QTcpServer
{
public:
    /// \a frame has its length in front; what is returned is sent.
    using Change = std::function<QByteArray(const Asked &asked, const QByteArray &frame)>;

    explicit ChangingRelay(quint16 serverPort)
        : m_serverPort(serverPort)
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *client = nextPendingConnection()) {
                ++m_connections;
                new Link(this, client);
            }
        });
    }

    QString connectString() const { return QStringLiteral("127.0.0.1:%1").arg(serverPort()); }
    void setChange(Change change) { m_change = std::move(change); }
    /// From now on connections go to that one; those that there are end.
    void moveTo(quint16 serverPort)
    {
        m_serverPort = serverPort;
        for (QTcpSocket *client : findChildren<QTcpSocket *>())
            client->abort();
    }
    /// That were ever made.
    int connections() const { return m_connections; }

private:
    class Link : public QObject
    {
    public:
        Link(ChangingRelay *relay, QTcpSocket *client)
            : QObject(relay)
            , m_relay(relay)
            , m_client(client)
            , m_server(new QTcpSocket(this))
        {
            client->setParent(this);
            connect(client, &QTcpSocket::readyRead, this, [this] { pass(m_client, m_server, &Link::request); });
            connect(m_server, &QTcpSocket::readyRead, this, [this] { pass(m_server, m_client, &Link::answer); });
            connect(m_server, &QTcpSocket::connected, this, [this] { pass(m_client, m_server, &Link::request); });
            connect(client, &QTcpSocket::disconnected, this, &QObject::deleteLater);
            connect(m_server, &QTcpSocket::disconnected, m_client, &QTcpSocket::disconnectFromHost);
            m_server->connectToHost(QHostAddress::LocalHost, relay->m_serverPort);
        }

    private:
        /// Whole frames: a length and that many bytes.
        void pass(QTcpSocket *from, QTcpSocket *to, QByteArray (Link::*look)(const QByteArray &))
        {
            while (to->state() == QAbstractSocket::ConnectedState && from->bytesAvailable() >= 4) {
                const qint64 size = 4 + qint64(numberAt(from->peek(4), 0));
                if (from->bytesAvailable() < size)
                    return;
                to->write((this->*look)(from->read(size)));
            }
        }

        QByteArray request(const QByteArray &frame)
        {
            if (std::exchange(m_greeted, true))
                m_asked.insert(numberAt(frame, 4), {numberAt(frame, 8), frame.mid(16, numberAt(frame, 12))});
            return frame;
        }

        QByteArray answer(const QByteArray &frame)
        {
            Asked asked;
            if (std::exchange(m_answered, true)) {
                const qint32 number = numberAt(frame, 4);
                asked = number == -1 ? Asked{Asked::Event, {}} : m_asked.take(number);
            }
            return m_relay->m_change ? m_relay->m_change(asked, frame) : frame;
        }

        ChangingRelay *m_relay;
        QTcpSocket *m_client;
        QTcpSocket *m_server;
        QHash<qint32, Asked> m_asked; ///< by the request's number
        bool m_greeted = false;
        bool m_answered = false;
    };

    quint16 m_serverPort;
    Change m_change;
    int m_connections = 0;
};

} // namespace lockscope::test
