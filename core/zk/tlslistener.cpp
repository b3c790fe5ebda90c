// SPDX-License-Identifier: Apache-2.0
#include "core/zk/tlslistener.h"

#include "core/zk/ownsocket.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QSslSocket>

#include <chrono>
#include <utility>

namespace lockscope::zk {

namespace {

using namespace std::chrono_literals;

/// From the call to the end of the handshake; a server on the other side of the world needs a second, one
/// on a busy machine many. Whoever connects gives up when its own time is over.
constexpr auto handshakeLimit = 30s;
/// Kept for one side that does not take what the other one sends; then the sender has to wait.
constexpr qint64 mostKept = 1024 * 1024;
constexpr qint64 portion = 64 * 1024;
/// A thousand simulated clients connect at once.
constexpr int backlog = 1024;

qint64 toBeWritten(const QTcpSocket *socket)
{
    const auto *secure = qobject_cast<const QSslSocket *>(socket);
    return socket->bytesToWrite() + (secure ? secure->encryptedBytesToWrite() : 0);
}

void pour(QTcpSocket *from, QTcpSocket *to)
{
    while (from->isOpen() && from->bytesAvailable() > 0 && toBeWritten(to) < mostKept)
        to->write(from->read(portion));
}

} // namespace

// ---- TlsListener ----

TlsListener::TlsListener(TlsRelay *relay, QList<TlsServer> servers, QSslConfiguration configuration)
    : m_relay(relay)
    , m_servers(std::move(servers))
    , m_configuration(std::move(configuration))
{
}

QList<HostPort> TlsListener::listen()
{
    QList<HostPort> addresses;
    for (qsizetype i = 0; i < m_servers.size(); ++i) {
        auto *port = new QTcpServer(this);
        port->setProxy(QNetworkProxy::NoProxy);
        port->setListenBacklogSize(backlog);
        connect(port, &QTcpServer::newConnection, this, [this, port, i] { accept(port, i); });
        if (!port->listen(QHostAddress::LocalHost))
            return {};
        addresses.append({QStringLiteral("127.0.0.1"), port->serverPort()});
    }
    return addresses;
}

void TlsListener::accept(QTcpServer *port, qsizetype server)
{
    while (QTcpSocket *client = port->nextPendingConnection()) {
        if (!ownsLoopbackSocket(client->peerPort(), port->serverPort())) {
            m_relay->noteStranger();
            client->abort();
            client->deleteLater();
            continue;
        }
        auto *link = new TlsLink(client, m_servers[server], m_configuration, this);
        connect(link, &TlsLink::established, this, [this, server] { m_relay->note(server, std::nullopt); });
        connect(link, &TlsLink::failed, this,
                [this, server](const TlsFailure &failure) { m_relay->note(server, failure); });
    }
}

// ---- TlsLink ----

TlsLink::TlsLink(QTcpSocket *client, const TlsServer &server, const QSslConfiguration &configuration, QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_client(client)
    , m_socket(new QSslSocket(this))
{
    client->setParent(this);
    client->setReadBufferSize(mostKept);
    client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_socket->setProxy(QNetworkProxy::NoProxy);
    m_socket->setReadBufferSize(mostKept);
    m_socket->setSslConfiguration(configuration);
    connect(client, &QTcpSocket::readyRead, this, &TlsLink::pass);
    connect(client, &QTcpSocket::bytesWritten, this, &TlsLink::pass);
    connect(client, &QTcpSocket::disconnected, this, &TlsLink::onClientGone);
    connect(m_socket, &QTcpSocket::connected, this,
            [this] { m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1); });
    connect(m_socket, &QSslSocket::encrypted, this, &TlsLink::pass);
    connect(m_socket, &QTcpSocket::readyRead, this, &TlsLink::pass);
    connect(m_socket, &QSslSocket::encryptedBytesWritten, this, &TlsLink::pass);
    connect(m_socket, &QSslSocket::sslErrors, this,
            [this](const QList<QSslError> &problems) { m_problems = problems; });
    connect(m_socket, &QTcpSocket::disconnected, this, &TlsLink::onServerGone);
    connect(m_socket, &QTcpSocket::errorOccurred, this, &TlsLink::onServerGone);
    m_patience.setSingleShot(true);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        fail({TlsFailure::Kind::Silent, QStringLiteral("%1 does not answer").arg(m_server.address.toString())});
    });
    m_patience.start(handshakeLimit);
    m_socket->connectToHostEncrypted(m_server.address.host, m_server.address.port, m_server.name);
}

void TlsLink::pass()
{
    if (!m_socket->isEncrypted() && !m_heard)
        return;
    if (m_socket->isEncrypted())
        pour(m_client, m_socket);
    if (m_socket->bytesAvailable() > 0 && !std::exchange(m_heard, true)) {
        // Only now: a server that speaks TLS 1.3 may refuse our certificate after the handshake.
        m_patience.stop();
        if (!std::exchange(m_told, true))
            Q_EMIT established();
    }
    pour(m_socket, m_client);
    if (m_socket->state() == QAbstractSocket::UnconnectedState && m_socket->bytesAvailable() == 0)
        m_client->disconnectFromHost(); // after what is still to be written
}

void TlsLink::onClientGone()
{
    if (m_socket->isEncrypted())
        pour(m_client, m_socket);
    if (m_socket->state() == QAbstractSocket::UnconnectedState)
        end();
    else if (m_socket->isEncrypted())
        m_socket->disconnectFromHost(); // after what is still to be written; then onServerGone()
    else
        end(); // nobody waits for it any more
}

void TlsLink::onServerGone()
{
    if (m_socket->state() != QAbstractSocket::UnconnectedState && m_socket->state() != QAbstractSocket::ClosingState)
        return;
    if (!m_heard && m_client->state() == QAbstractSocket::ConnectedState) {
        fail(tlsFailure(*m_socket, m_problems, m_server.address.toString(), m_server.name, false));
        return;
    }
    if (m_client->state() == QAbstractSocket::UnconnectedState)
        end();
    else
        pass();
}

void TlsLink::fail(const TlsFailure &failure)
{
    if (!std::exchange(m_told, true))
        Q_EMIT failed(failure);
    end();
}

void TlsLink::end()
{
    m_patience.stop();
    for (QTcpSocket *socket : {m_client, static_cast<QTcpSocket *>(m_socket)}) {
        socket->disconnect(this);
        socket->abort();
    }
    deleteLater(); // we are inside a signal of one of them
}

} // namespace lockscope::zk
