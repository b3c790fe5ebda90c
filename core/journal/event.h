// SPDX-License-Identifier: Apache-2.0
// Everything that can happen, as values: the observer, the lab and the user's commands write these, a World folds them.
// Never a pointer or a handle: events cross threads and will be written to files.
#pragma once

#include "core/base/connectionstate.h"
#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/base/node.h"
#include "core/base/servercommand.h"
#include "core/journal/serverreport.h"
#include "core/locks/dialect.h"
#include "core/locks/knowledge.h"
#include "core/locks/queue.h"
#include "core/locks/recipeid.h"
#include "core/locks/step.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>
#include <variant>

namespace lockscope::journal {

// ---- the observer ----

/// The observing connection changed its state.
struct ConnectionChanged
{
    ConnectionState state = ConnectionState::Closed;
    QString endpoint;         ///< what was asked for: the connect string
    QString server;           ///< "127.0.0.1:2181" while connected, else empty
    SessionId session;        ///< null while none
    int sessionTimeoutMs = 0; ///< negotiated; 0 while none
    Text detail;              ///< a sentence for people where the state needs one

    /// By the scheme of the endpoint; without one ZooKeeper.
    locks::Backend backend() const { return locks::backendAt(endpoint); }
    bool isToZooKeeper() const { return backend() == locks::Backend::ZooKeeper; }
    bool operator==(const ConnectionChanged &) const = default;
};

/// How true the picture is.
enum class Freshness {
    Empty,   ///< nothing read yet
    Reading, ///< the first reading is under way
    Live,    ///< everything shown is watched
    Stale,   ///< connection lost, or being read again after it
};

/// The observer's own progress and limits; written when one of them changes, at most once a frame.
struct ObservationChanged
{
    QString root;
    Freshness freshness = Freshness::Empty;
    int directoriesWatched = 0;
    int watchBudget = 0;          ///< the most directories that will be watched
    int directoriesUnwatched = 0; ///< found but over the budget: shown, not live
    int readsPending = 0;         ///< directories and nodes still to be read
    int readsDone = 0;            ///< of the first reading, or of the one after a lost connection
    bool paused = false;          ///< by hand: nothing is read until it goes on
    bool incomplete = false;      ///< the first reading was ended by hand: there may be more than what is shown
    int nodesRefused = 0;         ///< whose reading was refused, and is tried again
    int unheardMs = 0;            ///< of a lost connection: for how long nothing had come when the loss was noticed

    bool operator==(const ObservationChanged &) const = default;
};

/// What is shown follows what changes: reports of the servers can be held against it.
inline bool isFollowed(const ConnectionChanged &connection, const ObservationChanged &observation)
{
    return connection.state != ConnectionState::Suspended && observation.freshness != Freshness::Stale;
}

/// A directory was listed (or listed again): what came and what went since the last time.
struct DirectoryListed
{
    QString path;
    NodeStat stat;
    QList<QString> added;     ///< bare names; on the first listing all of them
    QList<QString> removed;   ///< bare names
    qint64 unseenCreates = 0; ///< children that came and went between two readings, counted from the parent's Stat
    bool watched = true;

    bool operator==(const DirectoryListed &) const = default;
};

/// A directory could not be listed.
struct DirectoryUnreadable
{
    QString path;
    Error error;

    bool operator==(const DirectoryUnreadable &) const = default;
};

/// A node's Stat, and as much of its data as is kept.
struct NodeResolved
{
    QString path;
    NodeStat stat;
    locks::ChildNode::Data access = locks::ChildNode::Data::NotRead;
    QByteArray data;
    bool truncated = false;

    bool operator==(const NodeResolved &) const = default;
};

/// A directory node (and all below) does not exist any more; or, for the root, does not exist yet.
struct NodeVanished
{
    QString path;

    bool operator==(const NodeVanished &) const = default;
};

/// The servers were asked what they know: of themselves, and of sessions and watches.
struct ServersProbed
{
    QList<ServerReport> servers;
    locks::Knowledge knowledge;

    bool operator==(const ServersProbed &) const = default;
};

/// Who waits for a lock, by a database's own lock tables at an instant; written when that differs from before.
struct QueueReported
{
    QString path; ///< of the lock
    QList<locks::LockConnection> connections;
    Text problem; ///< why not all is known; empty: it is

    bool operator==(const QueueReported &) const = default;
};

/// What each of several servers has of a key that is a lock, by its own log; written when that differs from before.
struct KeyCopiesReported
{
    QString path; ///< of the lock
    QList<locks::KeyCopy> copies;

    bool operator==(const KeyCopiesReported &) const = default;
};

// ---- the lab ----

struct ClientSpawned
{
    ClientId id;
    QString name;
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    locks::Dialect dialect = locks::Dialect::Docs;
    locks::Mode mode = locks::Mode::Exclusive;
    QString lock;
    int leases = 1;           ///< of a semaphore
    int entries = 1;          ///< nested acquisitions in one hold
    int threads = 1;          ///< that share its process
    QStringList paths = {};   ///< of a multi-lock, in the order in which they are taken; else empty
    bool withoutLock = false; ///< takes none, whatever its recipe says: each acquire succeeds at once
    /// Another program's client (core/trial): what it asks is read off its connection, and it is judged as this recipe.
    bool foreign = false;

    bool operator==(const ClientSpawned &) const = default;
};

struct ClientConnection
{
    ClientId id;
    ConnectionState state = ConnectionState::Closed;
    SessionId session;

    bool operator==(const ClientConnection &) const = default;
};

/// What the client itself believes; `node` and `token` are set while it has a node.
struct ClientLockState
{
    ClientId id;
    locks::LockState state = locks::LockState::Free;
    QString node;                              ///< full path, empty while none
    Zxid token;                                ///< fencing token (czxid); null while not held
    int round = 0;                             ///< acquisitions so far
    std::optional<Error> error;                ///< why it left the straight path
    int entries = 0;                           ///< how often it holds: nested entries, or threads
    locks::Mode mode = locks::Mode::Exclusive; ///< in which it holds or asks: a downgrade changes it

    bool operator==(const ClientLockState &) const = default;
};

/// It has come to a step of its recipe.
struct ClientStep
{
    ClientId id;
    locks::Step step = locks::Step::Enqueue;
    QString path; ///< what the step is about: for Wait, the node it waits for

    bool operator==(const ClientStep &) const = default;
};

struct ClientRequest
{
    ClientId id;
    QString operation; ///< "create", "get_children", "exists", "get", "set", "delete"
    QString path;
    quint64 call = 0; ///< of this client, from 1: its reply has the same

    bool operator==(const ClientRequest &) const = default;
};

struct ClientReply
{
    ClientId id;
    QString operation;
    QString path;
    std::optional<Error> error;
    qint64 latencyNs = 0;
    quint64 call = 0;
    Zxid zxid =
        {}; ///< the newest change that the answer shows: of the directory's children, of the node; null where none

    bool operator==(const ClientReply &) const = default;
};

struct ClientWatchSet
{
    ClientId id;
    QString path;
    bool ofChildren = false;

    bool operator==(const ClientWatchSet &) const = default;
};

struct ClientWatchFired
{
    ClientId id;
    WatchEvent event = WatchEvent::Deleted;
    QString path;

    bool operator==(const ClientWatchFired &) const = default;
};

/// A watch that was taken back before it fired.
struct ClientWatchEnded
{
    ClientId id;
    QString path;

    bool operator==(const ClientWatchEnded &) const = default;
};

/// What one answer to a simulated client proves about the server: the truth beside the clients' beliefs. Of a key on
/// Redis or a row what the server's log proves: `czxid` then is the number of its birth in that log, `id` and `owner`
/// are of whoever wrote its value, and its end has the number too, without a client unless one deleted it.
struct ServerNode
{
    enum class Life {
        Born, ///< it was created
        Seen, ///< it was there
        Gone, ///< it was deleted, by this client or with its session
    };

    ClientId id; ///< whose answer it was
    QString path;
    Life life = Life::Born;
    Zxid czxid = {};      ///< null where it is not in the answer
    SessionId owner = {}; ///< null: none, or not known
    qint64 untilMs = 0;   ///< of a key: when it goes by itself, by the server's clock; 0: never, or it is no key;
                          ///< negative: with the connection that holds it

    bool operator==(const ServerNode &) const = default;
};

/// It wrote a number into a shared znode, one more than it had read there: the order-number demo.
struct ClientStamp
{
    ClientId id;
    QString path;
    qint64 number = 0;
    Zxid token = {};      ///< its fencing token; null where it has none
    bool refused = false; ///< the resource had seen a greater token: nothing was written

    bool operator==(const ClientStamp &) const = default;
};

enum class Fault {
    Crash,           ///< the process is gone: no CLOSE is sent
    Pause,           ///< it does nothing for a while, as in a garbage collection
    Resume,          ///< the end of a pause
    Partition,       ///< nothing passes between it and its server
    Heal,            ///< the end of a partition or a delay
    Delay,           ///< all that passes is late
    LoseRequest,     ///< the next request is lost with the connection, and is not carried out
    LoseReply,       ///< the next request is carried out, its reply is lost with the connection
    LoseCreateReply, ///< the same for the next create
    Expire,          ///< the server ends the session
    Close,           ///< it closes its session cleanly
    JumpClock,       ///< its own clock is set, forward or back
};
inline constexpr size_t faultCount = 12;

struct ClientFault
{
    ClientId id;
    Fault fault = Fault::Crash;
    qint64 durationMs = 0; ///< until it ends by itself, or how late all is; 0: none
    bool atRandom = false; ///< drawn from the run's seed, not asked for

    bool operator==(const ClientFault &) const = default;
};

/// A command went to a server that was started for this program alone.
struct ServerCommanded
{
    int server = 0; ///< from 0
    ServerCommand command = ServerCommand::Kill;
    bool atRandom = false; ///< drawn from the run's seed, not asked for

    bool operator==(const ServerCommanded &) const = default;
};

/// The client is gone from the lab.
struct ClientRemoved
{
    ClientId id;

    bool operator==(const ClientRemoved &) const = default;
};

// ---- runs ----

/// From here on the journal is of one run.
struct RunStarted
{
    QString title;
    quint64 seed = 0;
    QByteArray request;    ///< JSON: what was asked for
    QStringList duel = {}; ///< two of its locks, to be looked at side by side; empty: none

    bool operator==(const RunStarted &) const = default;
};

/// A scenario has come to one of its steps.
struct ScenarioStep
{
    int index = 0; ///< from 0
    Text text;     ///< for people

    bool operator==(const ScenarioStep &) const = default;
};

// ---- people ----

/// A release that was forced by hand, and what came of it.
struct ReleaseForced
{
    QString node;
    Zxid czxid;
    SessionId owner;
    std::optional<Error> error; ///< nothing: deleted
    QString who = {};           ///< "user@host" of the program that did it; empty in recordings of earlier versions

    bool operator==(const ReleaseForced &) const = default;
};

/// A sentence worth keeping that belongs to no other event.
struct Notice
{
    locks::Finding::Severity severity = locks::Finding::Severity::Note;
    Text text;

    bool operator==(const Notice &) const = default;
};

/// An event of a recording whose kind only a later version knows: kept as it stands, and passed over.
struct UnknownEvent
{
    QString kind;
    QByteArray line; ///< its JSON object

    bool operator==(const UnknownEvent &) const = default;
};

using Payload = std::variant<ConnectionChanged, ObservationChanged, DirectoryListed, DirectoryUnreadable, NodeResolved,
                             NodeVanished, ServersProbed, QueueReported, KeyCopiesReported, ClientSpawned,
                             ClientConnection, ClientLockState, ClientStep, ClientRequest, ClientReply, ClientWatchSet,
                             ClientWatchFired, ClientWatchEnded, ServerNode, ClientStamp, ClientFault, ServerCommanded,
                             ClientRemoved, RunStarted, ScenarioStep, ReleaseForced, Notice, UnknownEvent>;

struct Event
{
    quint64 number = 0; ///< position in the journal, from 1 without gaps
    qint64 atNs = 0;    ///< nowNs() of the process that wrote it
    Payload what;

    bool operator==(const Event &) const = default;
};

using EventBatch = QList<Event>;

/// Something happened, or has not yet.
struct Moment
{
    quint64 number = 0; ///< of the event that showed it; 0: it has not happened
    qint64 atNs = 0;

    bool hasHappenedBy(quint64 event) const { return number != 0 && number <= event; }
    bool operator==(const Moment &) const = default;
};

/// Stable lower-case name of the kind ("node-resolved"): for filters, JSON and people.
QString kindName(const Payload &what);
/// "reading", "stale", …: as in JSON.
QString freshnessName(Freshness freshness);
/// "crash", "lose-reply", …: as on the command line.
QString faultName(Fault fault);
std::optional<Fault> faultFromName(QStringView name);
/// "born", "seen", "gone".
QString lifeName(ServerNode::Life life);
/// "deleted", "children-changed", …
QString watchEventName(WatchEvent event);
/// One sentence for people. A simulated client appears as \a client, its name, else by number ("Client 3").
Text describe(const Payload &what, const QString &client = {});
/// The node or directory that the event is about; empty where none.
QString pathOf(const Payload &what);
/// The simulated client that the event is about; null where none.
ClientId clientOf(const Payload &what);
/// It is at \a lock or below it; where it has no place, it is of a client that takes \a clientsLocks, that one among
/// them.
bool concerns(const Payload &what, const QString &lock, const QStringList &clientsLocks);

} // namespace lockscope::journal
