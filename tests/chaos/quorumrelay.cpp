// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/quorumrelay.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpSocket>
#include <QTimer>
#include <QtEndian>

#include <chrono>
#include <functional>
#include <utility>

namespace lockscope::chaos {

using namespace std::chrono_literals;

namespace {

constexpr qint64 bufferBytes = 64 * 1024;
// A follower calls its leader before that listens, and would itself try again for half a second.
constexpr auto callAgainAfter = 100ms;
constexpr int calls = 10;

// The first words of an election connection: version, number of the caller, length, addresses (QuorumCnxManager).
constexpr qsizetype lengthAt = 16;
constexpr qsizetype addressAt = 20;
constexpr qint64 oneAddress = -65536;
constexpr qint64 manyAddresses = -65535;
constexpr qint32 longestAddress = 4096;

bool isClosed(const QTcpSocket *socket)
{
    return socket->state() == QAbstractSocket::UnconnectedState;
}

} // namespace

// ---- a connection ----

class QuorumLink : public QObject
{
public:
    /// Takes over \a caller. \a way must outlive the link.
    QuorumLink(QTcpSocket *caller, const QuorumWay &way, QObject *parent)
        : QObject(parent)
        , m_way(way)
        , m_caller(caller)
        , m_called(new QTcpSocket(this))
        , m_introduced(way.wayBack == 0)
    {
        caller->setParent(this);
        m_called->setProxy(QNetworkProxy::NoProxy);
        m_callAgain.setSingleShot(true);
        m_callAgain.setInterval(callAgainAfter);
        connect(&m_callAgain, &QTimer::timeout, this, &QuorumLink::pump);
        connect(m_called, &QTcpSocket::errorOccurred, this, &QuorumLink::onCallFailed);
        connect(m_called, &QTcpSocket::connected, this, [this] {
            m_reached = true;
            m_called->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        });
        m_caller->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        for (QTcpSocket *socket : {m_caller, m_called}) {
            socket->setReadBufferSize(bufferBytes); // beyond it the kernel makes the sender wait
            connect(socket, &QTcpSocket::connected, this, &QuorumLink::pump);
            connect(socket, &QTcpSocket::readyRead, this, &QuorumLink::pump);
            connect(socket, &QTcpSocket::bytesWritten, this, &QuorumLink::pump);
            connect(socket, &QTcpSocket::disconnected, this, &QuorumLink::pump);
        }
    }

    /// Passes on what may pass, the end of a side too.
    void pump()
    {
        if (m_over)
            return;
        const bool neitherIsThere = isClosed(m_caller) && isClosed(m_called) && !m_callAgain.isActive();
        if (m_way.isHeld) {
            if (neitherIsThere) // or the one that called has given up, and the other one never heard of it
                end();
            return;
        }
        if (!m_reached) {
            if (isClosed(m_called) && !m_callAgain.isActive())
                call();
            return;
        }
        if (!m_introduced && !introduce())
            return;
        pass(m_caller, m_called);
        pass(m_called, m_caller);
        if (isClosed(m_caller) && isClosed(m_called))
            end();
    }

    std::function<void()> over;

private:
    void call()
    {
        --m_callsLeft;
        m_called->connectToHost(QHostAddress(QHostAddress::LocalHost), m_way.port);
    }

    void onCallFailed()
    {
        if (m_reached || m_over)
            return; // disconnected() follows
        if (m_callsLeft > 0)
            m_callAgain.start();
        else
            end();
    }

    /// The address to call back, told as the relay's. False while it has not come.
    bool introduce()
    {
        const QByteArray head = m_caller->peek(addressAt);
        if (head.size() < addressAt)
            return hasHungUpEarly();
        const auto version = qFromBigEndian<qint64>(head.constData());
        const auto length = qFromBigEndian<qint32>(head.constData() + lengthAt);
        m_introduced = true;
        if ((version != oneAddress && version != manyAddresses) || length < 0 || length > longestAddress)
            return true; // an older or a newer way to say it: on as it is
        m_introduced = m_caller->bytesAvailable() >= addressAt + length;
        if (!m_introduced)
            return hasHungUpEarly();
        m_caller->skip(addressAt + length);
        const QByteArray address = "127.0.0.1:" + QByteArray::number(m_way.wayBack);
        const qint32 newLength = qToBigEndian(static_cast<qint32>(address.size()));
        m_called->write(head.first(lengthAt));
        m_called->write(reinterpret_cast<const char *>(&newLength), sizeof newLength);
        m_called->write(address);
        return true;
    }

    /// Half an introduction is none: passed on as it is, for what follows is the end.
    bool hasHungUpEarly()
    {
        m_introduced = isClosed(m_caller) || isClosed(m_called);
        return m_introduced;
    }

    static void pass(QTcpSocket *from, QTcpSocket *to)
    {
        while (from->bytesAvailable() > 0 && (isClosed(to) || to->bytesToWrite() < bufferBytes)) {
            const QByteArray bytes = from->read(bufferBytes);
            if (!isClosed(to)) // else for nobody
                to->write(bytes);
        }
        if (isClosed(from) && from->bytesAvailable() == 0 && to->state() == QAbstractSocket::ConnectedState)
            to->disconnectFromHost(); // after what is still to be written
    }

    void end()
    {
        m_over = true;
        m_callAgain.stop();
        for (QTcpSocket *socket : {m_caller, m_called}) {
            socket->disconnect(this);
            socket->abort();
        }
        over();
    }

    const QuorumWay &m_way;
    QTcpSocket *const m_caller;
    QTcpSocket *const m_called;
    QTimer m_callAgain;
    int m_callsLeft = calls;
    bool m_reached = false; ///< the server took the connection
    bool m_introduced;      ///< there is no address to be changed any more
    bool m_over = false;
};

// ---- the relay ----

QuorumRelay::QuorumRelay(QObject *parent)
    : QObject(parent)
{
    m_server.setProxy(QNetworkProxy::NoProxy);
    connect(&m_server, &QTcpServer::newConnection, this, &QuorumRelay::accept);
    m_server.listen(QHostAddress::LocalHost);
}

QuorumRelay::~QuorumRelay()
{
    qDeleteAll(std::exchange(m_links, {})); // before m_way, which they read
}

void QuorumRelay::lead(quint16 port, quint16 wayBack)
{
    m_way.port = port;
    m_way.wayBack = wayBack;
}

void QuorumRelay::setHeld(bool held)
{
    m_way.isHeld = held;
    const auto links = m_links; // those that end take themselves out
    for (QuorumLink *link : links)
        link->pump();
}

void QuorumRelay::accept()
{
    while (QTcpSocket *caller = m_server.nextPendingConnection()) {
        auto *link = new QuorumLink(caller, m_way, this);
        m_links.push_back(link);
        link->over = [this, link] {
            std::erase(m_links, link);
            link->deleteLater();
        };
        link->pump();
    }
}

} // namespace lockscope::chaos

#include "moc_quorumrelay.cpp"
