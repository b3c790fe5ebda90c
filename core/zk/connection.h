// SPDX-License-Identifier: Apache-2.0
// A session that is opened with a reason where it fails, and opened again after it has expired.
// Never hides a loss: its state is the session's, and sessionReplaced() says that all watches are gone. Never goes on
// with the history of other servers, or of data that were replaced: it ends (HistoryChanged).
#pragma once

#include "core/base/secret.h"
#include "core/zk/connectstring.h"
#include "core/zk/session.h"
#include "core/zk/tls.h"

#include <QObject>
#include <QTimer>

#include <memory>

class QSslConfiguration;

namespace lockscope::zk {

class SshTunnel;
class TlsRelay;
struct TlsFailure;

struct ConnectionSpec
{
    ConnectString target;
    int sessionTimeoutMs = 10'000;
    int connectTimeoutMs = 10'000;
    QString authScheme;
    SecretBytes authCredential;
    bool observeOnly = false;
    TlsSpec tls = {};
    QString sshHost = {}; ///< through which the servers are reached, and their names looked up; empty: directly
    Zxid seen = {};       ///< a change to which the servers must have come: it was seen there before; null: any
    // Made by a connection where they are wanted; connections with a copy of its spec go through the same ones.
    std::shared_ptr<SshTunnel> tunnel = {}; ///< from the beginning
    std::shared_ptr<TlsRelay> relay = {};   ///< by open()
};

class Connection : public QObject
{
    Q_OBJECT
public:
    explicit Connection(ConnectionSpec spec, QObject *parent = nullptr);
    ~Connection() override;

    /// Ends when connected, or with why not: a file for TLS that is none, no way through the SSH host, an unknown host,
    /// a refused port, a port that is no ZooKeeper, a refused login, no TLS that we can trust, another history than the
    /// one that was seen, or nothing heard within connectTimeoutMs. Called once.
    Task<Result<SessionId>> open();
    /// The current session; null before open() and after close().
    Session *session() const { return m_session.get(); }
    ConnectionState state() const { return m_session ? m_session->state() : ConnectionState::Closed; }
    const ConnectionSpec &spec() const { return m_spec; }
    /// The addresses that sessions connect to, after open(): each name's own, or those of the tunnel or of the relay.
    const ConnectString &target() const { return m_resolved; }
    /// The server that the session is on, by the name that the connect string has for it; empty while on none.
    QString serverAsNamed() const;
    /// The newest that was seen, over all its sessions and before it; null: none.
    Zxid newestChange() const;
    /// Why no server can be reached just now, as a sentence; empty while one can, and where it is not known.
    Text trouble() const;
    /// The spec of further sessions to the same servers, with the addresses as resolved by open().
    SessionSpec sessionSpec() const;
    Task<> close();
    struct Seen
    {
        QString path;
        NodeStat stat;
    };
    /// Ends the connection where its server, once it has caught up, says of one of these what contradicts them; what a
    /// server says that lags behind is no proof.
    Task<> checkHistory(QList<Seen> before);
    /// False once it is over, and from another session on until checkHistory() was through: that a server lists the
    /// session does not prove that the server was known before.
    bool isHistoryKnown() const { return m_isHistoryKnown && !isOver(state()); }

Q_SIGNALS:
    void stateChanged(lockscope::ConnectionState state);
    /// The session before is gone with its watches and ephemeral nodes; a new one is connecting.
    void sessionReplaced();
    void troubleChanged();

private:
    void makeSession();
    void onSessionState(ConnectionState state);
    Task<> lookWhoIsThere();
    Task<> probe(ReplyPromise<SessionId> outcome);
    Task<Result<QList<ResolvedHost>>> findHosts();
    QHash<QString, QString> serverNames() const;
    Error withWordsOfSsh(Error error) const;
    Result<Done> goThroughRelay(const QList<ResolvedHost> &hosts, const QSslConfiguration &configuration);
    void watchRelay(const ReplyPromise<SessionId> &outcome);

    ConnectionSpec m_spec;
    ConnectString m_resolved;
    QList<ResolvedHost> m_hosts; ///< as found by open()
    std::unique_ptr<Session> m_session;
    bool m_established = false;
    bool m_isHistoryKnown = true;
    Zxid m_seen;                         ///< before the session
    QTimer m_lostForLong;                ///< until lookWhoIsThere(), while the connection is lost
    std::unique_ptr<Session> m_newcomer; ///< of lookWhoIsThere()
};

/// The node of \a path had the Stat \a before, and a server that has come further says \a now: one history of changes
/// has not both. Says nothing of the changes of children, which a server may forget when it starts again (before 3.6).
bool contradict(const NodeStat &before, const NodeStat &now);

} // namespace lockscope::zk
