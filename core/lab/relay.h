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
#include <optional>
#include <vector>

namespace lockscope::lab {

class RelayLink;

/// The one that listens, and the two ends of a connection.
constexpr int descriptorsPerRelay = 3;

/// What a relay does to whatever passes; shared by all of its connections.
struct RelayRules
{
    /// Called with each frame that passes, its length field included. The first of a connection, each way, is the
    /// handshake.
    using Tap = std::function<void(bool fromClient, bool handshake, const QByteArray &frame)>;

    /// A frame that is about to pass.
    struct Passing
    {
        int connection = 0; ///< of this relay, from 1
        bool fromClient = false;
        bool handshake = false;  ///< the first of a connection, each way
        const QByteArray &frame; ///< its length field included
    };
    enum class Pass {
        On,
        Lose, ///< it is swallowed and the connection ends; what is before it still arrives
        Hold, ///< it waits for letPass(), and those behind it but pings: its session lives
    };
    /// Asked once of each frame, right before it passes. Delays, partitions, cuts and losses that it asks of the relay
    /// strike this very frame.
    using Gate = std::function<Pass(const Passing &passing)>;
    /// Called with each frame as it comes from the server, before what becomes of it is decided.
    using Arrival = std::function<void(int connection, const QByteArray &frame)>;
    /// Called when a connection is over, by whichever side.
    using Over = std::function<void(int connection)>;

    bool partitioned = false;
    std::chrono::milliseconds delay{0};
    bool loseNextRequest = false;
    bool loseNextReply = false;
    bool loseNextCreateReply = false;
    Tap tap;
    Gate gate;
    Arrival arrival;
    Over over;
};

class Relay : public QObject
{
    Q_OBJECT
public:
    /// \a servers: addresses. Each connection goes to the next one, as those of a client do that has the whole list.
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
    /// The frame passes at which the gate said Hold, or is lost; nothing if none waits. The gate is not asked of it
    /// again.
    void letPass(int connection, bool fromClient, RelayRules::Pass how = RelayRules::Pass::On);
    /// The server that a connection goes to, by its place among those of the relay; nothing once it is over.
    std::optional<int> serverOf(int connection) const;

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
    void setGate(RelayRules::Gate gate) { m_rules.gate = std::move(gate); }
    void tellArrivals(RelayRules::Arrival arrival) { m_rules.arrival = std::move(arrival); }
    void tellEnds(RelayRules::Over over) { m_rules.over = std::move(over); }

private:
    void accept();

    QTcpServer m_server;
    QList<zk::HostPort> m_servers;
    qsizetype m_next = 0; ///< among m_servers
    int m_accepted = 0;   ///< connections so far
    RelayRules m_rules;
    std::vector<RelayLink *> m_links; ///< children of this
    bool m_refusing = false;
};

} // namespace lockscope::lab
