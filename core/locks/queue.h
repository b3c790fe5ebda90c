// SPDX-License-Identifier: Apache-2.0
// The meaning of a lock directory: contenders in order of service, who holds, who waits for whom.
// Pure functions from values to values; no I/O, no clock, no memory of earlier readings.
#pragma once

#include "core/locks/contender.h"
#include "core/locks/findings.h"

#include <QHash>
#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::locks {

/// Group: no lock is known there (LockQueue::mayBeLine).
enum class LockKind { Mutex, ReadWrite, Semaphore, Election, Ephemeral, Queue, Group };

/// The node that the leader of an election makes elsewhere.
struct LeaderNode
{
    QString path;
    SessionId session; ///< its owner; null: it is not there

    bool operator==(const LeaderNode &) const = default;
};

/// What a lock is read from. `path` and `children` suffice; the rest makes the reading surer.
struct LockSource
{
    struct Part
    {
        QString path;
        std::vector<ChildNode> children;
    };

    QString path;
    std::optional<NodeStat> parentStat = {};
    std::optional<QByteArray> data = {}; ///< of the node at `path`; nothing while not read
    std::vector<ChildNode> children = {};
    std::optional<Part> queue = {};  ///< of a semaphore of two directories: where its clients queue
    bool hasQueueBeside = false;     ///< the children are its leases (they are read by themselves then)
    std::optional<Part> leases = {}; ///< and where the holders of leases have their nodes, if not in `path` itself
    std::optional<LeaderNode> leader = {}; ///< nothing where its family has none, and while it is not known
    /// A client was seen to wait for the node before its own (showsLine()): then names need not say that any does.
    bool isLine = false;
    // Of a semaphore of two directories: one of them may not be listed.
    bool lineUnread = false;
    bool leasesUnread = false;
    Zxid dataSince = {}; ///< the newest change of `data`; null where not known
};

/// A simulated client that believes to hold while its node is gone and another holds.
struct ZombieHolder
{
    ClientId client;
    QString name;
    QString node; ///< full path, as it was
    SessionId session;
    Zxid token; ///< its fencing token; null where there is none
    Mode mode = Mode::Exclusive;

    bool operator==(const ZombieHolder &) const = default;
};

/// A connection to a database that waits for a lock, or for which another one waits.
struct LockConnection
{
    qint64 number = 0;      ///< at the server
    SessionId session = {}; ///< of the simulated client that it is of; null: of another program
    QString who = {};       ///< what the server says of it: "root@localhost"; empty: nothing
    bool waits = false;
    qint64 sinceMs = 0;          ///< it waits since then, by the server's clock; 0: not known
    QList<qint64> waitsFor = {}; ///< numbers of connections; where the server reports them

    bool operator==(const LockConnection &) const = default;
};

/// One lock as the database's own lock tables show it.
struct DatabaseQueue
{
    QList<LockConnection> connections = {}; ///< the longest waiting come first
    Text problem = {};                      ///< why not all is known; empty: it is

    const LockConnection *find(qint64 number) const;
    const LockConnection *ofSession(SessionId session) const;
    bool operator==(const DatabaseQueue &) const = default;
};

/// Of a key that several servers keep, each for itself (Redlock): what one of them has.
struct KeyCopy
{
    bool isThere = false;
    SessionId owner = {}; ///< whose value it has; null: not known, or of another program
    qint64 untilMs = 0;   ///< by the server's clock; 0: no limit

    bool operator==(const KeyCopy &) const = default;
};

struct LockQueue
{
    QString path;
    LockKind kind = LockKind::Queue;
    bool isNode = false; ///< the lock is the node at `path`, and no directory: whoever waits has no node
    Dialect dialect = Dialect::Generic;
    /// For people, whose names these are. Where several families write all of them, it names each: "plain, Curator or
    /// …".
    Text title;
    QString clientName; ///< what its clients call it, where that is not the path (zk-ruby); else empty
    /// A semaphore of two directories: its leases come first, then the queue for them. Names of nodes in another
    /// directory than the lock's own are paths from there, or full paths: joinPath(path, name) is right for all.
    bool hasLineOfItsOwn = false;
    std::optional<int> maxLeases; ///< of a semaphore, where its clients write it down
    Zxid maxLeasesSince;          ///< it was written then; null where not known
    std::optional<NodeStat> parentStat;
    std::optional<LeaderNode> leader = {};  ///< of an election: its owner alone leads, if it is first in line as well
    ContenderList contenders;               ///< in order of service; foreign children last
    std::vector<int> holders;               ///< indices in contenders
    int waiting = 0;                        ///< Waiting and Pending contenders
    std::vector<ZombieHolder> zombies = {}; ///< of simulated clients; of others it cannot be known
    /// Of a lock in a database that keeps a queue of its own; nothing where it keeps none, or was not asked yet.
    std::optional<DatabaseQueue> database = {};
    QList<KeyCopy> copies = {}; ///< one for each server; none where not several of them have the lock's key
    /// Its nodes are a group as far as is known, and may be a lock: their names prove nothing (namesProveNothing()),
    /// and no client was seen to wait for the node before its own.
    bool mayBeLine = false;
    // As in LockSource: who waits, or who holds, is not known then.
    bool lineUnread = false;
    bool leasesUnread = false;
    QList<Finding> findings;

    /// Its names may be those of several lines (nodeBeforeOfOneName()): who waits for whom is not known.
    bool mayBeSeveral() const;
    /// A client that is seen to wait for the node before its own would show who waits for whom.
    bool mayBeOneLine() const { return mayBeLine || mayBeSeveral(); }
    bool isLock() const { return !holders.empty() || waiting > 0; }
    /// False: who waits has no node, and none of our own does; or may not be listed.
    bool areWaitersKnown() const { return !lineUnread && (!isNode || waiting > 0); }
    /// Its nodes wait for nothing: a work queue, a group.
    bool isGroup() const
    {
        return !isLock() && !contenders.empty() && contenders.front().state == ContenderState::Member;
    }
    /// No holder is known, and a pending contender may be one.
    bool isHolderUnknown() const;
    /// Null where no holder is known.
    const Contender *firstHolder() const;
    /// The same where more than one holds.
    const Contender *onlyHolder() const { return holders.size() == 1 ? firstHolder() : nullptr; }
    /// The index of the contender with this bare name, or -1. In the time of the blocks, as indexOfPath().
    int indexOf(QStringView name) const;
    /// The full path of a contender's node: of a lock of one node it is the lock itself.
    QString pathOf(const Contender &contender) const;
    /// The other way round, or -1. A semaphore's nodes are in two directories.
    int indexOfPath(const QString &nodePath) const;
    /// Indices of the contenders that must go before the one at \a index is served.
    IndexList waitsFor(int index) const;
    /// It is not known whether this one of the contenders waits: it may hold.
    bool mayHold(const Contender &contender) const;
    /// Those of `waiting` that may hold.
    int pendingCount() const;
    /// The others.
    int waitingCount() const { return waiting - pendingCount(); }
    /// When the oldest waiting contender was created, in milliseconds on the server's clock.
    std::optional<qint64> oldestWaitMs() const;
    /// Who would hold if the contenders at \a indices, in any order, were gone at once: indices in this queue, without
    /// present holders. Pending ones count at their provisional place. Indices that are no contender's, or out
    /// of range, are passed over.
    std::vector<int> nextAfterRemoval(std::vector<int> indices) const;

    bool operator==(const LockQueue &) const = default;

private:
    std::vector<int> nextAfterLeases(const std::vector<int> &gone) const;     ///< sorted
    std::vector<int> nextOfUnnamedLeases(const std::vector<int> &gone) const; ///< sorted
    /// Contenders of one dialect that shares nothing, each waiting for the one before it.
    bool isPlainLine() const;
};

/// Reads a directory. Order of service is czxid; children whose Stat is not known yet come after those whose is, by
/// sequence number. They are Pending and never among the holders, even where nothing at all is known yet and the first
/// by number very likely holds: their place is a guess, a holder is a statement. What they wait for follows that place.
///
/// Contenders of different known dialects do not see each other's nodes, so each dialect is served by itself (and the
/// finding "mixed-dialects" says so). In a directory of a known dialect a generic name is Foreign. Curator's downgraded
/// reader (a READ with its writer's own number) stands behind that writer and holds with it.
///
/// Members, who neither hold nor wait as far as is known, are the children of a directory whose names prove nothing
/// (namesProveNothing()), unless its path says election, or LockSource::isLine. Ephemeral or not, those of which all
/// (of an unknown kind: some) outlive their clients are members, and those of an unknown kind of which one session has
/// manyOfOneSession.
LockQueue readQueue(LockSource source);
/// The same of a directory of which nothing else is known.
LockQueue readQueue(const QString &path, const std::optional<NodeStat> &parentStat, std::vector<ChildNode> children);

/// Reads a semaphore of two directories, as readQueue() does where \a source has a `queue`; without `leases` those are
/// its own children. Contenders are the leases, oldest first, then the queue, then what belongs to neither. A node that
/// is not directly below the lock's path has for its name the path from there, or its full path. The head of the queue
/// waits for any of the leases; one that its own session has made since is pending, for it is not granted before the
/// head has left the queue (Curator). Never guesses its size: where its clients write it nowhere, it is not known.
LockQueue readSemaphore(LockSource source);

/// How many leases a semaphore has, where its clients write it into the directory (kazoo); nothing: that is not its
/// data.
std::optional<int> leasesIn(const std::optional<QByteArray> &data);

/// Whether the node is known to be a lock by itself, by its name or its data. Never because it is ephemeral: most
/// ephemeral nodes are registrations. The rule: docs/dialects.md.
bool isNodeLock(const QString &path, const ChildNode &node);

/// Reads it. \a node: nothing while there is none; then, or where no family knows the node, it is a plain lock. Clients
/// that wait for it leave no node, so they cannot be seen here. \a nowMs, since the epoch, is for locks that end by the
/// clock.
LockQueue readNodeLock(const QString &path, std::optional<ChildNode> node, qint64 nowMs);

/// True if a family knows the directory by its path or its data (nothing: not read), and one of the names as its own
/// there, numbered or not.
bool isLockDirectory(const QString &path, const std::optional<QByteArray> &data, const QList<QString> &names);

/// True if at least one name is a contender's in a known or generic dialect: the directory is worth showing as a lock.
bool looksLikeLock(const QList<QString> &names);

/// True if at least one name is one that contenders of a lock have, and members of groups have not: "lock-", a token.
bool namesSayLock(const QString &directory, const QList<QString> &names);

/// "mutex", "readwrite", …: as in the JSON.
QString lockKindName(LockKind kind);
/// The same for people.
Text lockKindText(LockKind kind);

} // namespace lockscope::locks
