// SPDX-License-Identifier: Apache-2.0
// Everything that can happen, as values: the observer, the lab and the user's commands write these, a World folds them.
// Never a pointer or a handle: events cross threads and will be written to files.
#pragma once

#include "core/base/connectionstate.h"
#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/base/node.h"
#include "core/locks/dialect.h"
#include "core/locks/queue.h"
#include "core/locks/recipeid.h"

#include <QList>
#include <QString>

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
    QString detail;           ///< a sentence for people where the state needs one
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

    bool operator==(const ObservationChanged &) const = default;
};

/// A directory was listed (or listed again): what came and what went since the last time.
struct DirectoryListed
{
    QString path;
    NodeStat stat;
    QList<QString> added;     ///< bare names; on the first listing all of them
    QList<QString> removed;   ///< bare names
    qint64 unseenCreates = 0; ///< children that came and went between two readings, counted from the parent's Stat
    bool watched = true;
};

/// A directory could not be listed.
struct DirectoryUnreadable
{
    QString path;
    Error error;
};

/// A node's Stat, and as much of its data as is kept.
struct NodeResolved
{
    QString path;
    NodeStat stat;
    locks::ChildNode::Data access = locks::ChildNode::Data::NotRead;
    QByteArray data;
    bool truncated = false;
};

/// A directory node (and all below) does not exist any more; or, for the root, does not exist yet.
struct NodeVanished
{
    QString path;
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
};

struct ClientConnection
{
    ClientId id;
    ConnectionState state = ConnectionState::Closed;
    SessionId session;
};

/// What the client itself believes; `node` and `token` are set while it has a node.
struct ClientLockState
{
    ClientId id;
    locks::LockState state = locks::LockState::Free;
    QString node;               ///< full path, empty while none
    Zxid token;                 ///< fencing token (czxid); null while not held
    int round = 0;              ///< acquisitions so far
    std::optional<Error> error; ///< why it left the straight path
};

struct ClientRequest
{
    ClientId id;
    QString operation; ///< "create", "get_children", "exists", "delete"
    QString path;
};

struct ClientReply
{
    ClientId id;
    QString operation;
    QString path;
    std::optional<Error> error;
    qint64 latencyNs = 0;
};

struct ClientWatchFired
{
    ClientId id;
    WatchEvent event = WatchEvent::Deleted;
    QString path;
};

enum class Fault { Crash };

struct ClientFault
{
    ClientId id;
    Fault fault = Fault::Crash;
};

/// The client is gone from the lab.
struct ClientRemoved
{
    ClientId id;
};

// ---- people ----

/// A release that somebody forced by hand, and what came of it.
struct ReleaseForced
{
    QString node;
    Zxid czxid;
    SessionId owner;
    std::optional<Error> error; ///< nothing: deleted
};

/// A sentence worth keeping that belongs to no other event.
struct Notice
{
    locks::Finding::Severity severity = locks::Finding::Severity::Note;
    QString text;
};

using Payload = std::variant<ConnectionChanged, ObservationChanged, DirectoryListed, DirectoryUnreadable, NodeResolved,
                             NodeVanished, ClientSpawned, ClientConnection, ClientLockState, ClientRequest, ClientReply,
                             ClientWatchFired, ClientFault, ClientRemoved, ReleaseForced, Notice>;

struct Event
{
    quint64 number = 0; ///< position in the journal, from 1 without gaps
    qint64 atNs = 0;    ///< nowNs() of the process that wrote it
    Payload what;
};

using EventBatch = QList<Event>;

/// Stable lower-case name of the kind ("node-resolved"): for filters, JSON and people.
QString kindName(const Payload &what);
/// "reading", "stale", …: as in JSON.
QString freshnessName(Freshness freshness);
/// "crash".
QString faultName(Fault fault);
/// "deleted", "children-changed", …
QString watchEventName(WatchEvent event);
/// One sentence for people. A simulated client appears as \a client, its name, else by number ("Client 3").
QString describe(const Payload &what, const QString &client = {});
/// The node or directory that the event is about; empty where none.
QString pathOf(const Payload &what);
/// The simulated client that the event is about; null where none.
ClientId clientOf(const Payload &what);

} // namespace lockscope::journal
