// SPDX-License-Identifier: Apache-2.0
// A TCP relay on loopback from one server of an ensemble to one port of another, for keeping them apart.
// Never looks at what passes, but for the address in the first words of an election connection, and never changes
// anything else.
#pragma once

#include <QObject>
#include <QTcpServer>

#include <vector>

namespace lockscope::chaos {

class QuorumLink;

/// What a relay's connections are told.
struct QuorumWay
{
    quint16 port = 0; ///< of the server that is called
    /// Of the relay by which the caller can be called back, for an election port: a server with a higher number hangs
    /// up on a lower one and calls the address that this one told, which is to be the relay's again. 0: nothing to
    /// tell.
    quint16 wayBack = 0;
    bool isHeld = false;
};

class QuorumRelay : public QObject
{
    Q_OBJECT
public:
    explicit QuorumRelay(QObject *parent = nullptr);
    ~QuorumRelay() override;

    /// 0 if this process may not open another socket.
    quint16 port() const { return m_server.serverPort(); }
    void lead(quint16 port, quint16 wayBack);

    /// While set, connections stay open and are taken, but no byte passes and no end hears of the other's end.
    /// Afterwards what was kept back arrives: at most what the buffers of a connection take, as its sender waits then.
    void setHeld(bool held);

private:
    void accept();

    QTcpServer m_server;
    QuorumWay m_way;
    std::vector<QuorumLink *> m_links; ///< children of this
};

} // namespace lockscope::chaos
