// SPDX-License-Identifier: Apache-2.0
// A server that lets sessions in, and of which a test says what else it does: it answers nothing by itself.
#pragma once

#include <QTcpServer>
#include <QTcpSocket>
#include <QtEndian>

#include <functional>
#include <memory>

namespace lockscope::test {

template<typename T>
QByteArray wire(T number)
{
    QByteArray bytes(sizeof(T), Qt::Uninitialized);
    qToBigEndian(number, bytes.data());
    return bytes;
}

class LettingIn : public QObject
{
public:
    /// One connection; what came on it and was not taken yet.
    struct Connection
    {
        QTcpSocket *socket;
        int number; ///< from 1 on
        bool isIn = false;
        QByteArray came = {};

        /// The first frame without its length; empty while it is not whole.
        QByteArray frame() const
        {
            if (came.size() < 4)
                return {};
            const auto length = qFromBigEndian<qint32>(came.constData());
            return length >= 0 && came.size() - 4 >= length ? came.mid(4, length) : QByteArray();
        }
        void answer(const QByteArray &bytes) const { socket->write(wire(qint32(bytes.size())) + bytes); }
        /// To \a request, with nothing but an error.
        void refuse(const QByteArray &request, qint32 error) const
        {
            answer(request.first(4) + wire(qint64(1)) + wire(error));
        }
    };

    explicit LettingIn(qint32 timeoutMs = 30'000)
        : m_timeoutMs(timeoutMs)
    {
        connect(&m_server, &QTcpServer::newConnection, this, [this] {
            const auto connection =
                std::make_shared<Connection>(Connection{m_server.nextPendingConnection(), ++m_count});
            m_newest = connection;
            connect(connection->socket, &QTcpSocket::readyRead, this, [this, connection] { read(*connection); });
            if (onConnected)
                onConnected(*connection);
            read(*connection);
        });
        m_server.listen(QHostAddress::LocalHost);
    }

    /// Called for each; where there is none, nothing more is done.
    std::function<void(Connection &)> onConnected;
    /// It says that it is in read-only mode.
    bool isReadOnly = false;
    /// A whole request, which is taken then.
    std::function<void(Connection &, const QByteArray &)> onRequest;

    QString place() const { return QStringLiteral("127.0.0.1:%1").arg(m_server.serverPort()); }
    int connections() const { return m_count; }
    Connection &newest() const { return *m_newest; }

private:
    void read(Connection &connection)
    {
        connection.came += connection.socket->readAll();
        if (!connection.isIn && connection.came >= "a") { // a four-letter word: none is answered
            connection.socket->disconnectFromHost();
            return;
        }
        for (QByteArray frame = connection.frame(); !frame.isEmpty(); frame = connection.frame()) {
            if (connection.isIn && !onRequest)
                return;
            connection.came.remove(0, 4 + frame.size());
            if (connection.isIn)
                onRequest(connection, frame);
            else
                connection.answer(wire(qint32(0)) + wire(m_timeoutMs) + wire(qint64(0x77)) + wire(qint32(16))
                                  + QByteArray(16, 'p') + char(isReadOnly ? 1 : 0));
            connection.isIn = true;
        }
    }

    qint32 m_timeoutMs;
    QTcpServer m_server;
    std::shared_ptr<Connection> m_newest;
    int m_count = 0;
};

} // namespace lockscope::test
