// SPDX-License-Identifier: Apache-2.0
// A TCP relay on loopback between one client and its servers, for staging what networks do to ZooKeeper's packets.
// Never changes a packet and never listens beyond this machine; it takes up to descriptorsPerRelay file descriptors.
#pragma once

#include "core/zk/connectstring.h"

#include <QByteArray>
#include <QObject>
#include <QTcpServer>

#include <chrono>
#include <functional>
#include <vector>

namespace lockscope::lab {

class RelayLink;

/// The one that listens, and the two ends of a connection.
constexpr int descriptorsPerRelay = 3;

/// What a relay does to whatever passes; shared by all of its connections.
struct RelayRules
{
    /// Told of each frame that passes, its length field included. The first of a connection, each way, is the
    /// handshake.
    using Tap = std::function<void(bool fromClient, bool handshake, const QByteArray &frame)>;

    bool partitioned = false;
    std::chrono::milliseconds delay{0};
    bool loseNextRequest = false;
    bool loseNextReply = false;
    bool loseNextCreateReply = false;
    Tap tap;
};

class Relay : public QObject
{
    Q_OBJECT
public:
    /// \a servers: addresses. The first is used until it takes no connection, then the next.
    explicit Relay(QList<zk::HostPort> servers, QObject *parent = nullptr);
    ~Relay() override;

    /// False if this process may not open another socket.
    bool isListening() const { return m_server.isListening(); }
    zk::HostPort address() const { return {QStringLiteral("127.0.0.1"), m_server.serverPort()}; }
    int connections() const { return static_cast<int>(m_links.size()); }

    /// While set, bytes are kept back in both directions and both ends stay open, whatever the other one does: a
    /// partition without a reset. Afterwards they arrive, except those of a client that has hung up meanwhile.
    void setPartitioned(bool partitioned);
    bool isPartitioned() const { return m_rules.partitioned; }
    /// Each frame arrives this much later, in order. Frames that are on their way keep the delay they set out with.
    void setDelay(std::chrono::milliseconds delay) { m_rules.delay = delay; }
    /// Cuts all connections; new ones are accepted.
    void cut();
    /// The next request is swallowed, then the connection is cut: it was not carried out, and the client cannot know.
    void loseNextRequest() { m_rules.loseNextRequest = true; }
    /// The reply to the next request that passes is swallowed, then the connection is cut: the request was carried
    /// out, and the client cannot know.
    void loseNextReply() { m_rules.loseNextReply = true; }
    /// The same for the next request that creates a node.
    void loseNextCreateReply() { m_rules.loseNextCreateReply = true; }
    /// While set, new connections are refused by closing them at once.
    void setRefusing(bool refusing) { m_refusing = refusing; }

    void setTap(RelayRules::Tap tap) { m_rules.tap = std::move(tap); }

private:
    void accept();

    QTcpServer m_server;
    QList<zk::HostPort> m_servers;
    qsizetype m_current = 0; ///< among m_servers
    RelayRules m_rules;
    std::vector<RelayLink *> m_links; ///< children of this
    bool m_refusing = false;
};

} // namespace lockscope::lab
