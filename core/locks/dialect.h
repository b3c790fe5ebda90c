// SPDX-License-Identifier: Apache-2.0
// Node-name dialects: what one child's name says about its contender, per family of clients ("dialect").
// Never looks at data, Stat or siblings; that a directory *is* of a dialect is decided in core/locks/queue.cpp.
#pragma once

#include "core/base/text.h"

#include <QString>
#include <QStringView>

#include <limits>
#include <optional>

namespace lockscope::locks {

/// Who made a name: a dialect of core/locks/dialects, or a pattern of the user's. Named here are the dialects that
/// the lab writes, and Generic: ends in a sequence number and fits no known family. The others have numbers above,
/// which are of this process alone: files and people know a dialect by its name.
enum class Dialect : quint16 { Docs, Curator, Kazoo, Plain, Generic };

/// How a contender wants the lock.
enum class Mode { Exclusive, Shared };

/// The family of lock that one name belongs to.
enum class NameKind {
    Mutex,
    ReadWrite,
    Lease,
    Election,
    Queue,
    Node, ///< a plain lock: the lock path itself, whatever its name
};

/// The number of a contender whose name has none: kazoo's leases.
inline constexpr qint64 noSequence = std::numeric_limits<qint64>::min();

struct ParsedName
{
    Dialect dialect = Dialect::Generic;
    NameKind kind = NameKind::Queue;
    Mode mode = Mode::Exclusive;
    qint64 sequence = 0;
    /// What the client chose itself to find its node again (GUID, hex id); empty where the dialect has none.
    QString token;
    /// Distinguishes names of one dialect where kind and mode do not (core/locks/dialectrules.h); 0 in most.
    quint8 role = 0;

    bool operator==(const ParsedName &) const = default;
};

/// Reads one bare child name; nothing if it does not end in a sequence number ("foreign"). Dialects:
/// core/locks/dialects. Two names are ambiguous: a bare "lock-Q" is read as plain although Curator without
/// protection writes it too, and kazoo's "__lock__" as a mutex although its WriteLock writes it too; readQueue()
/// decides from the directory.
std::optional<ParsedName> parseName(QStringView name);

/// The same without a copy of the token, for readers of thousands of names at a time.
struct NameView
{
    Dialect dialect = Dialect::Generic;
    NameKind kind = NameKind::Queue;
    Mode mode = Mode::Exclusive;
    qint64 sequence = 0;
    QStringView token; ///< in the name that was read
    quint8 role = 0;

    ParsedName parsed() const { return {dialect, kind, mode, sequence, token.toString(), role}; }
};
std::optional<NameView> viewName(QStringView name);

/// The name up to the sequence number of a new contender, as clients of the dialect write it.
/// \a token is a GUID in the dialect's form (see newToken()); ignored where the dialect has none.
/// Plain read/write locks are written "R-" and "W-". Nothing where the dialect has no such name: Generic, names that
/// are no fixed text around a token, and kazoo's leases, whose name is a token and no more.
std::optional<QString> namePrefix(Dialect dialect, NameKind kind, Mode mode, const QString &token);

/// A sequence number as servers write it.
QString sequenceText(qint64 sequence);

/// Where the clients of a semaphore queue, and where the holders of leases have their nodes.
struct SemaphorePaths
{
    QString queue;
    QString leases;
};
/// Of the semaphore at \a path.
SemaphorePaths semaphorePaths(Dialect dialect, const QString &path);

/// A fresh GUID in the dialect's form: 36 characters for docs and Curator, 32 hex digits for kazoo, empty for plain.
QString newToken(Dialect dialect);

/// "docs", "curator", "kazoo", "plain", "generic", "zk-ruby", …: as on the command line and in the JSON.
QString dialectName(Dialect dialect);
/// For people, short: "Curator", "kazoo", "ZooKeeper documentation".
Text dialectLabel(Dialect dialect);
std::optional<Dialect> dialectFromName(QStringView name);

/// True of a name that members of groups and entries of work queues have not: it has a \a token, or says "lock" or, in
/// a directory that is not called as one of members is, "read-" or "R-". "seq-", "n_" and bare numbers say nothing.
bool saysLock(QStringView name, QStringView token, const QString &directory);

/// Whether a directory is called as one whose nodes do not wait for one another: "workers", "live-nodes".
bool saysMembers(const QString &path);

/// True of a \a name that members of groups have as well: of no known client (Generic), or of the plain recipes' mutex
/// (in a directory of members, of any plain recipe), and not one that saysLock(); of a client whose names are common
/// ones (DialectRules::hasCommonNames), where neither the name nor the \a directory's path says that it is a lock.
bool isOnlyNumbered(Dialect dialect, bool isMutex, QStringView name, QStringView token, const QString &directory);

/// True of a \a name that says no more than "read-" or "W-" of a lock, in a \a directory that says nothing: of nodes
/// that stay, requests are named so as well.
bool isOnlyMode(QStringView name, QStringView token, const QString &directory);

/// Whether a directory's path says that its contenders would lead, by its name or that of the directory above. A name
/// in a directory called lock, locks or mutex is only a lock's name.
bool saysLeader(const QString &path);

/// The same so surely that no waiter need be seen there: its name ends in "leader" or "leadership", or its or that of
/// the directory above in "election", "elector" or "selector". Below a leader or a master there is also what belongs to
/// one: its workers.
bool saysElection(const QString &path);

/// "exclusive", "shared": as in the JSON.
QString modeName(Mode mode);
/// The same for people.
Text modeText(Mode mode);
/// The same of a contender; "lease" of one that has a lease or waits for it.
QString modeName(const ParsedName &name);
Text modeText(const ParsedName &name);

} // namespace lockscope::locks
