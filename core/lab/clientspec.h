// SPDX-License-Identifier: Apache-2.0
// What simulated clients are asked to be, and what can be done to them: plain values from the Spawn dialog, the command
// line or a scenario to the lab. Never does it.
#pragma once

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/base/namelist.h"
#include "core/journal/event.h"
#include "core/locks/dialect.h"
#include "core/locks/recipeid.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <optional>

namespace lockscope::lab {

// ---- faults: at once by hand or at a step of a scenario, or at random at a rate ----

struct FaultRequest
{
    journal::Fault fault = journal::Fault::Crash;
    /// Pause and Partition: until it ends by itself, 0: until Resume or Heal. Delay: how late all is. Else unused.
    std::chrono::milliseconds duration{0};

    bool operator==(const FaultRequest &) const = default;
};

/// Why no session on ZooKeeper does this when it is injected: what has a call of its own, and what changes nothing.
tl::unexpected<Error> notInjected(journal::Fault fault);

struct RandomFault
{
    journal::Fault fault = journal::Fault::LoseReply;
    double rate = 0; ///< probability at each ZooKeeper request of a client
    std::chrono::milliseconds duration{0};

    bool operator==(const RandomFault &) const = default;
};

/// True if it is staged between client and server: the session needs a relay.
inline bool isNetworkFault(journal::Fault fault)
{
    using journal::Fault;
    return fault == Fault::Partition || fault == Fault::Delay || fault == Fault::LoseRequest
           || fault == Fault::LoseReply || fault == Fault::LoseCreateReply;
}

inline bool needRelay(const QList<RandomFault> &faults)
{
    return std::any_of(faults.begin(), faults.end(),
                       [](const RandomFault &fault) { return fault.rate > 0 && isNetworkFault(fault.fault); });
}

// ---- clients ----

struct HoldTime
{
    enum class Kind { ByHand, Fixed, Random };

    Kind kind = Kind::ByHand;
    std::chrono::milliseconds min{0}; ///< the fixed time, or the least
    std::chrono::milliseconds max{0}; ///< the greatest, inclusive; only for Random
};

/// Whether what a lock guards looks at who writes.
enum class Resource {
    OfSession, ///< the number is the client's own session's to read and write, at once as it holds
    Open,      ///< reached by another session, so that a client whose own is over writes as well: the number is read as
               ///< the client comes to hold and written before it releases
    Fenced,    ///< the same, but a fencing token that is smaller than one that it has seen is refused
};

struct SpawnRequest
{
    int count = 1;
    QString lock; ///< path as the session sees it; made if it does not exist
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    locks::Dialect dialect = locks::Dialect::Docs;
    double writers = 0.5; ///< share of writers among `count`, for read/write locks; spread evenly
    int leases = 1;       ///< of a semaphore
    QStringList paths;    ///< of a multi-lock: the locks, in the given order; `lock` stands for all of them
    bool sorted = true;   ///< a multi-lock takes its locks in sorted order, whatever the given one
    int entries = 1;      ///< nested acquisitions in each round, where the recipe is reentrant
    int threads = 1;      ///< that share one process
    /// So many connections to the database they share, as threads share their process' pool: each takes one when it
    /// begins to acquire and keeps it until it has released. 0: each has one of its own.
    int pool = 0;
    HoldTime hold;
    std::optional<std::chrono::milliseconds> acquireTimeout;
    /// Of their sessions, as far as the server grants it; nothing: that of the connection. On Redis the time limit of a
    /// key, which blocks as long when its holder is dead.
    std::optional<std::chrono::milliseconds> sessionTimeout;
    /// Of the client's own clock, before everybody else's: some locks on Redis compare times.
    std::chrono::milliseconds clockAhead{0};
    /// Acquisitions per client; 0: until stopped. With HoldTime::ByHand each next one starts after the release.
    int rounds = 1;
    bool acquireAtOnce = true; ///< else they wait FREE for ClientCommand::Acquire
    QString namePrefix = QStringLiteral("client-");
    QStringList names; ///< one for each client; empty: made from namePrefix
    /// A znode with a number: while it holds, a client reads it and writes one more, without a look at versions. What
    /// it wrote is its stamp; without a lock that works, two get the same. Empty: it stamps nothing.
    QString stamp;
    Resource resource = Resource::OfSession;
    Zxid stampBirth;             ///< of the znode that is meant; another one of this path is left alone. Null: any
    bool withoutLock = false;    ///< does not take the lock at all, only for stamps: what a lock is there for
    QList<RandomFault> faults;   ///< that happen to them at random
    std::optional<quint64> seed; ///< of all that is random, to repeat a run; nothing: a fresh one
    quint32 mark = 0;            ///< by which the values of their keys and rows are known as theirs; 0: by none

    QStringList locks() const { return paths.isEmpty() ? QStringList{lock} : paths; }
    /// Each grant comes with one, and a later one has the greater: the czxid of one node.
    bool hasToken() const;
    /// All that they write at or below: what is asked about and written down before they come.
    QStringList written() const { return stamp.isEmpty() ? locks() : locks() + QStringList{stamp}; }
};

enum class ClientCommand {
    Acquire,   ///< FREE or RELEASED → FETCHING; while RETAINED one more entry, where the recipe is reentrant
    Release,   ///< one entry less, the last one RETAINED → RELEASING; while FETCHING it gives up
    Downgrade, ///< RETAINED as a writer → as a reader, no other holder in between
    Upgrade,   ///< RETAINED as a reader → as a writer; no recipe of ours can, and says so
    Revoke,    ///< asks the holder of its lock to give it back
    Close,     ///< clean close of the session; the client stays in the list
    Remove,    ///< clean close, then gone from the list
};

/// The nodes that simulated clients will make, as examples, before anything is asked of a server.
/// Pure; the sequence numbers and tokens are made up, everything else is as core/recipes writes it.
struct NodeExample
{
    QChar letter;      ///< M, R, W or L
    QString directory; ///< where it is made
    QString name;      ///< its last name, with an example of a sequence number where it has one
    bool persistent = false;

    bool operator==(const NodeExample &) const = default;
};

/// \a token: as locks::newToken() makes it for the dialect. Empty where the dialect has no names for the recipe.
QList<NodeExample> nodeExamples(const SpawnRequest &request, const QString &token);

/// What to warn of before such clients come to \a lock, one of theirs, where \a children have these names: that they do
/// not exclude the clients there. Nothing where they do, or where names do not show it.
std::optional<Text> strangersWarning(const SpawnRequest &request, const QString &lock, const NameList &children);

/// What is typed before clients come to these paths of a production ensemble: the lock's path, or that of the directory
/// that has all of them.
QString confirmationOf(const QStringList &written);
/// "/a, /b and /c"; of very many the first, and how many more.
Text writtenText(const QStringList &written);

/// Spreads the writers evenly among the clients.
bool isWriter(const SpawnRequest &request, int index);
/// In the order in which the client takes them.
QStringList pathsOf(const SpawnRequest &request, int index);

/// Why these clients cannot run on such a server, in one sentence; nothing if they can.
std::optional<Error> misplaced(const SpawnRequest &request, locks::Backend server);
/// Why a request cannot be carried out as it stands, in one sentence; nothing if it can.
std::optional<Error> validate(const SpawnRequest &request);

} // namespace lockscope::lab
