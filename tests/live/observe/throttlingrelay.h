// SPDX-License-Identifier: Apache-2.0
// A server that is overloaded: a port in front of a real one, whose answers to chosen reads become ZTHROTTLEDOP.
// Never changes the order of answers, nor any other byte.
#pragma once

#include <QHash>
#include <QSet>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtEndian>

namespace lockscope::test {

class ThrottlingRelay : public QTcpServer
{
public:
    enum Read { Exists = 3, Get = 4, List = 12 }; // as on the wire

    explicit ThrottlingRelay(quint16 serverPort)
        : m_serverPort(serverPort)
    {
        listen(QHostAddress::LocalHost);
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *client = nextPendingConnection())
                new Link(this, client);
        });
    }

    QString connectString() const { return QStringLiteral("127.0.0.1:%1").arg(serverPort()); }
    /// The next so many reads of this kind of \a path are refused.
    void refuse(Read read, const QString &path, int times) { m_refusals[{read, path.toUtf8()}] = times; }

private:
    class Link : public QObject
    {
    public:
        Link(ThrottlingRelay *relay, QTcpSocket *client)
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
        static qint32 numberAt(const QByteArray &frame, qsizetype at)
        {
            return frame.size() < at + 4 ? 0 : qFromBigEndian<qint32>(frame.constData() + at);
        }

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
            if (!std::exchange(m_greeted, true))
                return frame;
            const auto refusal = m_relay->m_refusals.find({numberAt(frame, 8), frame.mid(16, numberAt(frame, 12))});
            if (refusal != m_relay->m_refusals.end() && (*refusal)-- > 0)
                m_refused.insert(numberAt(frame, 4));
            return frame;
        }

        QByteArray answer(const QByteArray &frame)
        {
            if (!std::exchange(m_answered, true) || !m_refused.remove(numberAt(frame, 4)))
                return frame;
            constexpr qint32 headerSize = 16;
            constexpr qint32 throttled = -127;
            QByteArray refused = frame.left(4 + headerSize);
            qToBigEndian(headerSize, refused.data());
            qToBigEndian(throttled, refused.data() + headerSize);
            return refused;
        }

        ThrottlingRelay *m_relay;
        QTcpSocket *m_client;
        QTcpSocket *m_server;
        QSet<qint32> m_refused; ///< by the request's number
        bool m_greeted = false;
        bool m_answered = false;
    };

    quint16 m_serverPort;
    QHash<std::pair<qint32, QByteArray>, int> m_refusals;
};

} // namespace lockscope::test
