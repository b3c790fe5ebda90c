// SPDX-License-Identifier: Apache-2.0
#include "core/lab/relay.h"

#include "core/base/clock.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpSocket>
#include <QTimer>
#include <QtEndian>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

namespace lockscope::lab {

// ---- a connection ----

namespace {

constexpr qint32 largestFrame = 256 * 1024 * 1024; ///< beyond any jute.maxbuffer: not ZooKeeper's framing
constexpr qsizetype lengthField = 4;

qint32 numberAt(const QByteArray &frame, qsizetype offset)
{
    return frame.size() < offset + 4 ? -1 : qFromBigEndian<qint32>(frame.constData() + offset);
}

/// Of a request and of its reply; pings (-2), logins (-4), watches set again (-8) and watch events (-1) are neither.
qint32 xidOf(const QByteArray &frame)
{
    return numberAt(frame, lengthField);
}

qint32 operationOf(const QByteArray &request)
{
    return numberAt(request, lengthField + 4);
}

bool isCreate(qint32 operation)
{
    constexpr qint32 creates[] = {1, 15, 19, 21}; // create, create2, createContainer, createTTL
    return std::find(std::begin(creates), std::end(creates), operation) != std::end(creates);
}

constexpr qint32 closeSession = -11;
constexpr qint32 ping = -2; ///< its number, and that of the answer

void send(QTcpSocket *socket, const QByteArray &frame)
{
    if (socket->state() != QAbstractSocket::UnconnectedState)
        socket->write(frame);
}

} // namespace

/// One connection through a relay: frames each way, held back, delayed or lost as the relay's rules say. Never decides
/// on a rule itself; it only uses up the ones that count ("the next reply").
class RelayLink : public QObject
{
public:
    /// Takes over \a client. \a rules must outlive the link.
    RelayLink(int number, QTcpSocket *client, int serverIndex, zk::HostPort server, RelayRules &rules, QObject *parent)
        : QObject(parent)
        , m_number(number)
        , m_serverIndex(serverIndex)
        , m_rules(rules)
        , m_target(std::move(server))
        , m_client(client)
        , m_server(new QTcpSocket(this))
    {
        client->setParent(this);
        m_server->setProxy(QNetworkProxy::NoProxy);
        m_nextDue.setSingleShot(true);
        m_nextDue.setTimerType(Qt::PreciseTimer);
        connect(&m_nextDue, &QTimer::timeout, this, &RelayLink::pump);
        m_client->setSocketOption(QAbstractSocket::LowDelayOption, 1);
        connect(m_server, &QTcpSocket::connected, this,
                [this] { m_server->setSocketOption(QAbstractSocket::LowDelayOption, 1); });
        for (QTcpSocket *socket : {m_client, m_server})
            connect(socket, &QTcpSocket::readyRead, this, &RelayLink::pump);
        connect(m_client, &QTcpSocket::disconnected, this, [this] { hangUp(m_fromClient); });
        connect(m_server, &QTcpSocket::disconnected, this, [this] { hangUp(m_fromServer); });
        connect(m_server, &QTcpSocket::errorOccurred, this, [this] {
            if (m_server->state() == QAbstractSocket::UnconnectedState) // never connected, so never disconnected
                hangUp(m_fromServer);
        });
    }

    int number() const { return m_number; }
    int serverIndex() const { return m_serverIndex; }

    void letPass(bool fromClient, RelayRules::Pass how)
    {
        if (m_over || !std::exchange((fromClient ? m_fromClient : m_fromServer).held, false))
            return;
        if (how == RelayRules::Pass::Lose)
            closeGently();
        else
            pump();
    }

    /// Takes in what has come, and passes on what may pass.
    void pump()
    {
        if (m_over)
            return;
        if (!take(m_client, m_fromClient) || !take(m_server, m_fromServer)) {
            cut();
            return;
        }
        if (m_rules.partitioned) {
            m_nextDue.stop();
            if (m_fromClient.hungUp) {
                m_fromClient.frames.clear();
                if (!m_reached)
                    cut(); // the server was never called
            }
            return;
        }
        if (!std::exchange(m_reached, true))
            m_server->connectToHost(QHostAddress(m_target.host), m_target.port);
        if (!passFrames(m_fromClient, true) || !passFrames(m_fromServer, false))
            return; // cut on the way
        const bool allSaid = m_fromClient.frames.empty() && m_fromServer.frames.empty();
        if ((m_fromClient.hungUp || m_fromServer.hungUp) && allSaid)
            closeGently();
    }

    /// Ends both sides at once.
    void cut()
    {
        if (std::exchange(m_over, true))
            return;
        for (QTcpSocket *socket : {m_client, m_server}) {
            socket->disconnect(this);
            socket->abort();
        }
        over();
    }

    /// Both sides are closed, or closing after what was left to say.
    std::function<void()> over;

private:
    struct Frame
    {
        QByteArray bytes;
        qint64 dueNs = 0;
        bool gated = false; ///< its gate let it on, and a partition keeps it
    };
    struct Way
    {
        QByteArray partial; ///< of a frame that has not come whole
        std::deque<Frame> frames;
        bool handshakeSeen = false;
        bool held = false;   ///< the first of the frames waits for letPass()
        bool hungUp = false; ///< the sender of this way says nothing more
    };

    void hangUp(Way &way)
    {
        if (!std::exchange(way.hungUp, true))
            pump();
    }

    bool take(QTcpSocket *from, Way &way)
    {
        if (from->bytesAvailable() > 0)
            way.partial += from->readAll();
        while (way.partial.size() >= lengthField) {
            const qint32 length = numberAt(way.partial, 0);
            if (length < 0 || length > largestFrame)
                return false;
            const qsizetype size = lengthField + length;
            if (way.partial.size() < size)
                break;
            way.frames.push_back({way.partial.left(size), nowNs() + m_rules.delay.count() * nsPerMs});
            way.partial.remove(0, size);
            if (const auto arrival = m_rules.arrival; arrival && from == m_server)
                arrival(m_number, way.frames.back().bytes);
        }
        return true;
    }

    bool passFrames(Way &way, bool fromClient)
    {
        while (!way.frames.empty()) {
            const qint64 early = way.frames.front().dueNs - nowNs();
            if (early > 0) {
                const auto wait = std::chrono::milliseconds((early + nsPerMs - 1) / nsPerMs);
                if (!m_nextDue.isActive() || m_nextDue.remainingTimeAsDuration() > wait)
                    m_nextDue.start(wait);
                return true;
            }
            if (!std::exchange(way.frames.front().gated, true) && !passesGate(way, fromClient))
                return false;
            if (m_rules.partitioned)
                return true;
            if (way.held) {
                passPings(way, fromClient ? m_server : m_client);
                return true;
            }
            const QByteArray frame = std::exchange(way.frames.front().bytes, {});
            way.frames.pop_front();
            const bool handshake = !std::exchange(way.handshakeSeen, true);
            if (const auto tap = m_rules.tap) // a copy: it may set another one
                tap(fromClient, handshake, frame);
            if (!(fromClient ? passFromClient(frame, handshake) : passFromServer(frame, handshake)))
                return false;
        }
        return true;
    }

    /// They change nothing, and neither side minds when they come.
    void passPings(Way &way, QTcpSocket *to)
    {
        for (size_t i = 1; i < way.frames.size();) {
            if (xidOf(way.frames[i].bytes) != ping) {
                ++i;
                continue;
            }
            send(to, way.frames[i].bytes);
            way.frames.erase(way.frames.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }

    bool passesGate(Way &way, bool fromClient)
    {
        const auto gate = m_rules.gate; // a copy, as of the tap
        if (!gate)
            return true;
        const auto pass = gate({m_number, fromClient, !way.handshakeSeen, way.frames.front().bytes});
        if (!m_over && pass == RelayRules::Pass::Lose)
            closeGently();
        way.held = pass == RelayRules::Pass::Hold;
        return !m_over;
    }

    bool passFromClient(const QByteArray &frame, bool handshake)
    {
        const qint32 operation = operationOf(frame);
        const bool mayLose = !handshake && !m_losing && xidOf(frame) >= 0 && operation != closeSession;
        if (mayLose && std::exchange(m_rules.loseNextRequest, false)) {
            closeGently(); // the requests before it still arrive
            return false;
        }
        if (mayLose && (m_rules.loseNextReply || (m_rules.loseNextCreateReply && isCreate(operation)))) {
            (m_rules.loseNextReply ? m_rules.loseNextReply : m_rules.loseNextCreateReply) = false;
            m_losing = xidOf(frame);
        }
        send(m_server, frame);
        return true;
    }

    bool passFromServer(const QByteArray &frame, bool handshake)
    {
        if (!handshake && m_losing && xidOf(frame) == *m_losing) {
            closeGently(); // the replies before it still arrive
            return false;
        }
        send(m_client, frame);
        return true;
    }

    void closeGently()
    {
        m_over = true;
        for (QTcpSocket *socket : {m_client, m_server}) {
            socket->disconnect(this);
            // They end by themselves after what is still to be written, and go with the link's parent if that is
            // earlier.
            socket->setParent(parent());
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
            if (socket->state() == QAbstractSocket::UnconnectedState)
                socket->deleteLater();
            else
                socket->disconnectFromHost();
        }
        over();
    }

    int m_number;
    int m_serverIndex;
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

// ---- the relay ----

Relay::Relay(QList<zk::HostPort> servers, QObject *parent)
    : QObject(parent)
    , m_servers(std::move(servers))
{
    m_server.setProxy(QNetworkProxy::NoProxy);
    connect(&m_server, &QTcpServer::newConnection, this, &Relay::accept);
    m_server.listen(QHostAddress::LocalHost);
}

Relay::~Relay()
{
    cut();
}

void Relay::accept()
{
    while (QTcpSocket *client = m_server.nextPendingConnection()) {
        if (m_refusing || m_servers.isEmpty()) {
            client->abort();
            client->deleteLater();
            continue;
        }
        auto *link = new RelayLink(++m_accepted, client, static_cast<int>(m_next), m_servers.at(m_next), m_rules, this);
        m_next = (m_next + 1) % m_servers.size();
        m_links.push_back(link);
        link->over = [this, link, number = m_accepted] {
            std::erase(m_links, link);
            link->deleteLater();
            if (const auto over = m_rules.over)
                over(number);
        };
        link->pump();
    }
}

void Relay::setPartitioned(bool partitioned)
{
    m_rules.partitioned = partitioned;
    const auto links = m_links; // a copy: links that end take themselves out
    for (RelayLink *link : links)
        link->pump();
}

void Relay::letPass(int connection, bool fromClient, RelayRules::Pass how)
{
    const auto link = std::ranges::find(m_links, connection, &RelayLink::number);
    if (link != m_links.end())
        (*link)->letPass(fromClient, how);
}

std::optional<int> Relay::serverOf(int connection) const
{
    const auto link = std::ranges::find(m_links, connection, &RelayLink::number);
    return link == m_links.end() ? std::nullopt : std::optional((*link)->serverIndex());
}

void Relay::cut()
{
    const auto links = m_links;
    for (RelayLink *link : links)
        link->cut();
}

} // namespace lockscope::lab

#include "moc_relay.cpp"
