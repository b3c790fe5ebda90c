// SPDX-License-Identifier: Apache-2.0
// The relay's inside, on its own thread: a listening port for each server, and what passes through.
// Never touched from another thread. Included by core/zk's own sources only.
#pragma once

#include "core/zk/tlsrelay.h"

#include <QTcpServer>
#include <QTimer>

class QSslSocket;
class QTcpSocket;

namespace lockscope::zk {

class TlsListener : public QObject
{
    Q_OBJECT
public:
    TlsListener(TlsRelay *relay, QList<TlsServer> servers, QSslConfiguration configuration);

    /// Where it listens; empty if this process may open no further sockets.
    QList<HostPort> listen();

private:
    void accept(QTcpServer *port, qsizetype server);

    TlsRelay *m_relay;
    QList<TlsServer> m_servers;
    QSslConfiguration m_configuration;
};

/// One connection: the C client's bytes on one side, TLS on the other. Goes by itself when both sides are closed.
class TlsLink : public QObject
{
    Q_OBJECT
public:
    /// Takes over \a client.
    TlsLink(QTcpSocket *client, const TlsServer &server, const QSslConfiguration &configuration, QObject *parent);

Q_SIGNALS:
    void established();
    void failed(const lockscope::zk::TlsFailure &failure);

private:
    void pass();
    void onClientGone();
    void onServerGone();
    void fail(const TlsFailure &failure);
    void end();

    TlsServer m_server;
    QTcpSocket *m_client;
    QSslSocket *m_socket;
    QTimer m_patience; ///< until the handshake is through
    QList<QSslError> m_problems;
    bool m_heard = false; ///< anything came from the server over TLS
    bool m_told = false;  ///< how it went
};

} // namespace lockscope::zk
