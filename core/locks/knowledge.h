// SPDX-License-Identifier: Apache-2.0
// Sessions and watches as the servers of an ensemble report them, merged over all that answered: the evidence beside
// names and Stats. Plain values; never a guess: what no server reported is absent, and flags say what is not whole.
#pragma once

#include "core/base/ids.h"

#include <QHash>
#include <QList>
#include <QSet>
#include <QString>
#include <QStringList>

#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockscope::locks {

struct LockQueue;

/// One session, as the server that it is connected to reports it; one that only a dump names has an id, and its timeout
/// and expiry where these are reported.
struct SessionFacts
{
    SessionId id;
    QString client = {};                      ///< "10.0.0.7:52734"; empty where no server reports it
    QString server = {};                      ///< the client port of the server it is on; empty where not known
    std::optional<int> timeoutMs = {};        ///< negotiated
    QString lastOperation = {};               ///< as servers abbreviate it: "PING", "GETC", …
    std::optional<qint64> heardAgoMs = {};    ///< since the last answer to it, when the server was asked
    std::optional<qint64> expiresInMs = {};   ///< until its leader ends it if nothing is heard
    std::optional<qint64> establishedMs = {}; ///< when it connected there: milliseconds since the epoch
    std::optional<qint64> lastLatencyMs = {};
    std::optional<qint64> maxLatencyMs = {};
    std::optional<qint64> outstandingRequests = {};

    bool operator==(const SessionFacts &) const = default;
};

/// Not heard of for more than half of its timeout: clients ping at a third of it, so that it may stand still, or be cut
/// off, though a server has its connection.
bool isQuiet(const SessionFacts &session);

/// One reading of all servers. Paths are as seen by this connection: below its chroot.
struct Knowledge
{
    qint64 askedAtNs = 0;    ///< nowNs() before the first server was asked; 0: never asked
    qint64 answeredAtNs = 0; ///< nowNs() after the last answer
    /// What each server that listed its connections had applied by then: a node that is newer overrules what was
    /// reported of its session. Null: not known.
    Zxid zxid = {};
    /// A reading of roles and connections: nothing of watches, live sessions and ephemerals is in it.
    bool connectionsAlone = false;
    qint64 wholeAtNs = 0; ///< when these were read, where that was before answeredAtNs; 0: with the connections

    QHash<SessionId, SessionFacts> sessions = {};
    bool allSessions = false; ///< every live session is in `sessions`: one that is not there is over
    /// Every server listed its connections: a session with an empty `client` is connected to none of them.
    bool allConnections = false;

    /// By watched path. Data and exists watches only: servers never report child watches.
    QHash<QString, QList<SessionId>> watchers = {};
    bool allWatches = false; ///< every server listed its watches: one that is not there is not set

    QHash<SessionId, QStringList> ephemerals = {}; ///< by owner
    bool allEphemerals = false;

    /// A node's pzxid is of the newest create or delete below it. False on a ClickHouse Keeper, where it is of the
    /// newest create alone: it then does not prove that no node has gone since.
    bool deletesMovePzxid = true;

    /// Directories of which showsLine() was true, at this reading or before, and locks of one node that simulated
    /// clients take. No server reports them.
    QSet<QString> lines = {};

    bool isEmpty() const { return askedAtNs == 0; }
    bool operator==(const Knowledge &) const = default;
};

/// What is known after \a now: where it is of connections alone, the rest is what was known \a before; and the timeouts
/// of sessions that have lost their connection.
Knowledge carriedOn(const Knowledge &before, const Knowledge &now);

/// True if the session that made a node at \a czxid is known and no server has a connection of it, by lists that are
/// not older than the node.
bool isUnconnected(const Knowledge &knowledge, SessionId session, Zxid czxid);
/// True if the node is newer than what the servers reported: that says nothing of the node's session.
bool isOvertaken(const Knowledge &knowledge, Zxid czxid);

/// The ephemeral nodes of a session where it has few, as candidates of elections do; else none.
QStringList fewNodesOf(const Knowledge &knowledge, SessionId session);

/// The watched paths of each session, sorted: Knowledge::watchers the other way round.
QHash<SessionId, QStringList> watchesBySession(const Knowledge &knowledge);

/// The sessions that watch nodes of one place, by the nodes' names there: sorted.
using Watchers = std::vector<std::pair<QString, QList<SessionId>>>;
/// Of one node; empty where none watches it.
QList<SessionId> watchersOf(const Watchers &watchers, const QString &name);

/// One reading of the servers, arranged so that many queues can be held against it.
struct ServerReading
{
    Knowledge knowledge;
    QSet<SessionId> passedOver;                          ///< Lockscope's own sessions, and treeWatchers(): no symptom
    std::unordered_map<QString, Watchers> watchers = {}; ///< by directory
};

/// Sessions that walk the tree, as browsers and caches do: they watch nodes together with the directories of these, and
/// watch nothing beside a node of their own. Empty where not all ephemeral nodes are known.
QSet<SessionId> treeWatchers(const Knowledge &knowledge);

/// \a knowledge, arranged; what \a ours and treeWatchers() watch is left out.
ServerReading arranged(const Knowledge &knowledge, const QSet<SessionId> &ours);

/// True if both readings agree in all that may be a symptom in \a queue. Of a semaphore of two directories: false.
bool tellTheSame(const ServerReading &one, const ServerReading &other, const LockQueue &queue);

/// The sessions that watch a node of \a queue, by the name that the node has there: a semaphore has two directories.
Watchers watchersIn(const ServerReading &reading, const LockQueue &queue);

/// True if in \a queue a session watches the node right before its own, and none of its sessions watches anything else
/// there: neither several nodes nor a later one nor its own nor the directory, as those do that look after one another.
bool showsLine(const LockQueue &queue, const Knowledge &knowledge);

} // namespace lockscope::locks
