// SPDX-License-Identifier: Apache-2.0
// One ZooKeeper session over the single-threaded C client: its state as a value, its calls as awaitables.
// Never reopens itself: an expired or refused session is over, and its owner decides what follows.
//
// Lives on the engine's thread, with all other sessions (the library keeps process-wide state). A call made while the
// session is not connected fails with NotConnected, in the next turn: nothing was sent. When the connection is lost
// every pending call fails with ConnectionLoss: whether it was carried out is not known. Nothing ever hangs, no answer
// comes within the call that asks for it, and the state is emitted before what it fails.
#pragma once

#include "core/base/connectionstate.h"
#include "core/base/node.h"
#include "core/base/reply.h"
#include "core/base/secret.h"
#include "core/base/task.h"
#include "core/base/transaction.h"

#include <QHash>
#include <QObject>

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::zk {

// ---- transactions: all of these writes or none ----

using lockscope::MultiAnswer;
using lockscope::WriteOp;

/// The bytes that these take up in the one packet that carries them, never less than they do. Past the server's
/// jute.maxbuffer (1 MB unless set otherwise) it cuts the connection instead of answering: stay under maxMultiBytes.
qsizetype multiBytes(const std::vector<WriteOp> &ops);
inline constexpr qsizetype maxMultiBytes = 900'000;

// ---- the session ----

struct SessionSpec
{
    QString hosts; ///< addresses, not names (see resolveHosts()), with an optional chroot
    int timeoutMs = 10'000;
    QString authScheme = {}; ///< empty: no login
    SecretBytes authCredential = {};
    bool observeOnly = false; ///< every write is refused here, before it is sent
    /// The server that is really behind an address: server() says that instead. For relays.
    QHash<QString, QString> serverNames = {};
};

/// Ends another program's session at the server, as its timeout would: a connection with its id and \a password evicts
/// the other one, and closes it. That one would come back and take it over again: it is to be kept away meanwhile.
/// \a timeoutMs: of the session.
Task<Result<Done>> endSession(QString hosts, int timeoutMs, SessionId id, QByteArray password,
                              std::chrono::milliseconds limit);

enum class WatchKind { Node, Children };

/// A watch that was set: fired() ends once, with the event or an error (Cancelled, SessionExpired, Closed, …).
/// A lost connection does not end it; the library sets it again. Copies are the same watch.
class SessionWatch
{
public:
    Reply<WatchEvent> fired() const { return Reply<WatchEvent>(m_promise); }

private:
    friend class Session;
    ReplyPromise<WatchEvent> m_promise;
    quint64 m_id = 0; ///< within its session
};

struct WatchedStat
{
    std::optional<NodeStat> stat; ///< nothing: the node does not exist, and the watch waits for it
    SessionWatch watch;
};

struct WatchedContent
{
    NodeContent content;
    SessionWatch watch;
};

struct WatchedChildren
{
    Children children;
    SessionWatch watch;
};

class Session : public QObject
{
    Q_OBJECT
public:
    explicit Session(SessionSpec spec, QObject *parent = nullptr);
    /// Without close() before: cuts the connection, so that the server keeps the session until its timeout.
    ~Session() override;

    /// Begins to connect. The first reply to wait for is connected().
    void open();
    ConnectionState state() const;
    /// Why it cannot be used any more; meaningful once isOver(state()).
    Error whyOver() const;
    SessionId id() const;
    int negotiatedTimeoutMs() const; ///< 0 until connected
    int silentForMs() const;         ///< since the newest answer, of a ping too; 0: there was none
    QString server() const;          ///< "127.0.0.1:2181" while connected, else empty
    bool hasChroot() const;          ///< then the node that is / here can be deleted and made again
    /// Null before the first answer. Of one history of changes it never becomes older, but another server that has not
    /// caught up (sync()) may say less than this.
    Zxid newestChange() const;
    /// That would have let us in, newest of all, but for reading only: not taken, and others are tried. Else empty.
    QString readOnlyServer() const;
    /// Answers when connected (there already if it is); an error once the session is over.
    Reply<SessionId> connected();

    Reply<CreatedNode> create(const QString &path, const QByteArray &data, NodeKind kind);
    Reply<NodeContent> get(const QString &path);
    /// What the ensemble's configuration node says, from below a chroot, too.
    Reply<NodeContent> configuration();
    Reply<NodeStat> exists(const QString &path);
    Reply<Children> children(const QString &path);
    Reply<NodeStat> set(const QString &path, const QByteArray &data, int version);
    Reply<Done> remove(const QString &path, int version);
    /// The server catches up with its leader: what this session reads after it is not older than that.
    Reply<Done> sync(const QString &path);
    Reply<QList<AclEntry>> acl(const QString &path);
    /// False where \a entry certainly does not mean this session: it is a digest, and the login is another one or there
    /// is none. Of an address, a certificate or Kerberos only the server knows.
    bool mayBeMeantBy(const AclEntry &entry) const;
    Reply<Done> setAcl(const QString &path, const QList<AclEntry> &acl);
    /// All of these or none, as one transaction. What the server refuses is an answer; an error is a request that was
    /// not sent (InvalidInput: none, a container among them, or more than maxMultiBytes) or whose outcome is not known.
    Reply<MultiAnswer> multi(std::vector<WriteOp> ops);

    /// As exists(), get() and children(), leaving a watch. On failure there is none.
    Task<Result<WatchedStat>> watchExists(QString path);
    Task<Result<WatchedContent>> watchData(QString path);
    Task<Result<WatchedChildren>> watchChildren(QString path);
    /// Takes back this session's watches of one kind on one path, on the server too; they end with Cancelled.
    void cancelWatches(const QString &path, WatchKind kind);
    /// Takes back one watch: it ends with Cancelled. Where this session has others on the path, the server keeps its
    /// own until it fires, since it does not distinguish them.
    void cancel(const SessionWatch &watch);

    int watchCount() const;
    /// What all watches would take up in the one packet in which the library sets them again after a reconnect. Past
    /// the server's jute.maxbuffer (1 MB unless set otherwise) it never gets through: stay under maxWatchBytes.
    qsizetype watchBytes() const;
    static constexpr qsizetype maxWatchBytes = 500'000;
    /// What a watch on \a path adds to watchBytes().
    static qsizetype watchBytes(const QString &path);

    /// The client stands still, as in a long garbage collection: nothing is sent, not even a ping, and nothing is read.
    /// Its state stays what it believes. What is asked of it meanwhile is sent after resume().
    void pause();
    void resume();
    bool isPaused() const;
    /// Breaks the connection and comes back with the same session through other addresses, which replace the spec's.
    /// Not while paused.
    void moveTo(const QString &hosts);
    /// Has the server end this session now, as its timeout would: a second connection takes it over at \a hosts and
    /// closes it. OperationTimeout if that is not done within \a limit.
    Task<Result<Done>> expire(QString hosts, std::chrono::milliseconds limit);

    /// Closes the session cleanly if its server still answers, else cuts the connection; then stateChanged(Closed).
    Task<> close();
    /// Cuts the connection without a CLOSE: the session lives on at the server until its timeout.
    void abandon();
    /// The same, for a reason that whyOver() says. No effect on one that is over.
    void refuse(Error why);

Q_SIGNALS:
    void stateChanged(lockscope::ConnectionState state);
    void readOnlyServerChanged();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope::zk
