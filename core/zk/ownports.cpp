// SPDX-License-Identifier: Apache-2.0
#include "core/zk/ownports.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QSslSocket>
#include <QTcpServer>
#include <QTcpSocket>

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdlib>
#include <memory>
#include <utility>

namespace lockscope::zk {

using namespace Qt::StringLiterals;

// ---- whose connection it is ----

namespace {

using NameOf = int (*)(int, sockaddr *, socklen_t *);

/// The port of one end of a socket on 127.0.0.1; 0 for anything else.
quint16 loopbackPort(int descriptor, NameOf nameOf)
{
    sockaddr_in address{};
    socklen_t size = sizeof address;
    if (nameOf(descriptor, reinterpret_cast<sockaddr *>(&address), &size) != 0 || address.sin_family != AF_INET)
        return 0;
    return address.sin_addr.s_addr == htonl(INADDR_LOOPBACK) ? ntohs(address.sin_port) : quint16(0);
}

/// Whether this process has a TCP socket on 127.0.0.1 from \a localPort to \a peerPort. Looks at each of its open
/// descriptors once: microseconds for hundreds of them. No guard against root, or against a debugger of this process:
/// these can use its sockets anyway.
bool ownsLoopbackSocket(quint16 localPort, quint16 peerPort)
{
    const auto close = [](DIR *directory) { ::closedir(directory); };
    const std::unique_ptr<DIR, decltype(close)> descriptors(::opendir("/dev/fd"), close);
    if (!descriptors)
        return false;
    while (const dirent *entry = ::readdir(descriptors.get())) {
        char *end = nullptr;
        const long number = std::strtol(entry->d_name, &end, 10);
        if (end == entry->d_name || *end != '\0')
            continue;
        const int descriptor = static_cast<int>(number);
        if (loopbackPort(descriptor, ::getsockname) == localPort && loopbackPort(descriptor, ::getpeername) == peerPort)
            return true;
    }
    return false;
}

/// A thousand simulated clients connect at once.
constexpr int backlog = 1024;

} // namespace

// ---- the ports ----

OwnPorts::OwnPorts(const QString &threadName, Taker taker)
    : m_inside(new QObject)
    , m_taker(std::move(taker))
{
    m_inside->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_inside, &QObject::deleteLater);
    m_thread.setObjectName(threadName);
    m_thread.start();
}

OwnPorts::~OwnPorts()
{
    m_thread.quit();
    m_thread.wait();
}

Result<HostPort> OwnPorts::open()
{
    quint16 port = 0;
    // Opening a socket: nothing that blocks.
    QMetaObject::invokeMethod(
        m_inside, [this, index = m_addresses.size()] { return listen(index); }, Qt::BlockingQueuedConnection, &port);
    if (port == 0)
        return invalidInput(Text::en("this process may open no further sockets: raise the limit (ulimit -n)"));
    m_addresses.append({u"127.0.0.1"_s, port});
    return m_addresses.constLast();
}

/// On the thread of the ports; 0 where no socket can be opened.
quint16 OwnPorts::listen(qsizetype index)
{
    auto *port = new QTcpServer(m_inside);
    port->setProxy(QNetworkProxy::NoProxy);
    port->setListenBacklogSize(backlog);
    QObject::connect(port, &QTcpServer::newConnection, port, [this, port, index] {
        while (QTcpSocket *client = port->nextPendingConnection()) {
            if (ownsLoopbackSocket(client->peerPort(), port->serverPort())) {
                m_taker(client, index, m_inside);
                continue;
            }
            ++m_turnedAway;
            client->abort();
            client->deleteLater();
        }
    });
    return port->listen(QHostAddress::LocalHost) ? port->serverPort() : quint16(0);
}

// ---- what a relay behind such a port is made of ----

namespace {

constexpr qint64 portion = 64 * 1024;

qint64 toBeWritten(const QIODevice *device)
{
    const auto *secure = qobject_cast<const QSslSocket *>(device);
    return device->bytesToWrite() + (secure ? secure->encryptedBytesToWrite() : 0);
}

} // namespace

void forward(QIODevice *from, QIODevice *to)
{
    while (from->isOpen() && from->bytesAvailable() > 0 && toBeWritten(to) < mostKept)
        to->write(from->read(portion));
}

} // namespace lockscope::zk
