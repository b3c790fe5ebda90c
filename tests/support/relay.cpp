// SPDX-License-Identifier: Apache-2.0
#include "tests/support/relay.h"

#include <QHostAddress>
#include <QTcpSocket>
#include <QtEndian>

#include <algorithm>

namespace lockscope::test {

namespace {

/// Takes one whole frame off the front of \a buffer; empty if there is none.
QByteArray takeFrame(QByteArray &buffer)
{
    if (buffer.size() < 4)
        return {};
    const qsizetype size = 4 + qFromBigEndian<qint32>(buffer.constData());
    if (buffer.size() < size)
        return {};
    const QByteArray frame = buffer.left(size);
    buffer.remove(0, size);
    return frame;
}

/// Pings (−2) and watch events (−1) are not replies to a request.
bool isReply(const QByteArray &frame)
{
    return frame.size() >= 8 && qFromBigEndian<qint32>(frame.constData() + 4) >= 0;
}

} // namespace

Relay::Relay(quint16 serverPort, QObject *parent)
    : QObject(parent)
    , m_serverPort(serverPort)
{
    connect(&m_server, &QTcpServer::newConnection, this, &Relay::accept);
    m_server.listen(QHostAddress::LocalHost);
}

void Relay::accept()
{
    while (QTcpSocket *client = m_server.nextPendingConnection()) {
        if (m_refusing) {
            client->abort();
            client->deleteLater();
            continue;
        }
        auto *link = new Link{client, new QTcpSocket(this), {}, {}, false, false};
        client->setParent(this);
        client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        link->server->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        m_links.append(link);
        for (QTcpSocket *socket : {client, link->server}) {
            connect(socket, &QTcpSocket::readyRead, this, [this, link] { pumpLink(link); });
            connect(socket, &QTcpSocket::disconnected, this, [this, link] { closeGently(link); });
        }
        link->server->connectToHost(QHostAddress(QHostAddress::LocalHost), m_serverPort);
    }
}

void Relay::setPartitioned(bool partitioned)
{
    m_partitioned = partitioned;
    const auto links = m_links;
    for (Link *link : links)
        pumpLink(link);
}

void Relay::cut()
{
    const auto links = m_links;
    for (Link *link : links)
        drop(link);
}

void Relay::loseNextReply()
{
    m_loseNext = true;
}

void Relay::pumpLink(Link *link)
{
    if (!m_links.contains(link))
        return;
    link->fromClient += link->client->readAll();
    link->fromServer += link->server->readAll();
    if (m_partitioned)
        return;
    forwardFromClient(link);
    forwardFromServer(link);
}

void Relay::forwardFromClient(Link *link)
{
    for (QByteArray frame = takeFrame(link->fromClient); !frame.isEmpty(); frame = takeFrame(link->fromClient)) {
        m_largestFrame = std::max(m_largestFrame, frame.size());
        if (const Tap tap = m_tap) // a copy: it may set another one
            tap(true, !link->established, frame);
        if (m_loseNext && link->established && isReply(frame)) { // a request's xid is positive like its reply's
            m_loseNext = false;
            link->losing = true;
        }
        link->server->write(frame);
    }
}

void Relay::forwardFromServer(Link *link)
{
    for (QByteArray frame = takeFrame(link->fromServer); !frame.isEmpty(); frame = takeFrame(link->fromServer)) {
        if (link->losing && isReply(frame)) {
            drop(link);
            return;
        }
        if (const Tap tap = m_tap)
            tap(false, !link->established, frame);
        link->established = true;
        link->client->write(frame);
    }
}

void Relay::closeGently(Link *link)
{
    pumpLink(link); // what one side said before it hung up
    if (!m_links.removeOne(link))
        return;
    for (QTcpSocket *socket : {link->client, link->server}) {
        socket->disconnect(this);
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        if (socket->state() == QAbstractSocket::UnconnectedState)
            socket->deleteLater();
        else
            socket->disconnectFromHost(); // after what is still to be written
    }
    delete link;
}

void Relay::drop(Link *link)
{
    if (!m_links.removeOne(link))
        return;
    for (QTcpSocket *socket : {link->client, link->server}) {
        socket->disconnect(this);
        socket->abort();
        socket->deleteLater();
    }
    delete link;
}

} // namespace lockscope::test
