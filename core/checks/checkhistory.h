// SPDX-License-Identifier: Apache-2.0
// What the checks are made on: clients, their grants, and which nodes provably existed from which event to which.
// Never judges. Used by the check*.cpp files alone.
#pragma once

#include "core/journal/event.h"

#include <QHash>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::journal::check {

/// One node from its creation to its end; another one with the same path is another Node.
struct Node
{
    QString path;
    QString directory;
    Zxid czxid;
    SessionId owner;
    ClientId client;           ///< who made it, or whose session owns it
    quint64 bornAt = 0;        ///< the event that first proves it
    quint64 existedUntil = 0;  ///< the newest event at which it still provably existed: a request that it survived
    quint64 goneAt = 0;        ///< the event that proves its end; 0: none
    quint64 deleteAskedAt = 0; ///< the newest request to delete it
    quint64 seenAt = 0;        ///< the newest event in which an observer saw it
    bool inDoubt = false;      ///< the reply to a delete was lost
    bool refused = false;      ///< the server refused to delete it
    bool isContender = false;  ///< stands in a queue, or is a lease: not a directory

    bool isAlive() const { return goneAt == 0 && !inDoubt; }
};
using NodePtr = std::shared_ptr<Node>;

class NodeBook
{
public:
    /// The newest node at that path that is not known to be gone; null where there is none.
    NodePtr at(const QString &path) const { return m_nodes.value(path); }
    void add(const NodePtr &node) { m_nodes.insert(node->path, node); }
    /// Ends it at that event; false if its end was known before.
    bool end(const NodePtr &node, quint64 event);
    /// As end(), of a node that is not in the book. A null \a czxid: whatever was there.
    void rememberEnd(const QString &path, Zxid czxid);
    /// The end of that node is known, so an answer that tells of it is an old one.
    bool hasEnded(const QString &path, Zxid czxid) const;
    /// Some node at that path ended lately.
    bool anyEndedAt(const QString &path) const { return m_ended.contains(path); }

private:
    QHash<QString, NodePtr> m_nodes;
    QHash<QString, Zxid> m_ended; ///< the newest that ended lately; null: whatever its czxid
    std::deque<QString> m_endedInOrder;
};

/// One client holds one lock, from the moment it says so until it says, or can say, no longer so.
struct Grant
{
    ClientId client;
    QString name;
    QString lock;
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    locks::Mode mode = locks::Mode::Exclusive;
    bool isPermit = false;
    NodePtr node; ///< null where the journal does not know it
    QString nodePath;
    Zxid token; ///< its place in the order; a downgraded one keeps its writer's
    quint64 from = 0;
    quint64 until = 0; ///< 0: it still holds
    qint64 fromNs = 0;
    qint64 untilNs = 0;

    /// True if the server proves that the node was still there after that event.
    bool survived(quint64 event) const { return node && node->existedUntil >= event; }
};
using GrantPtr = std::shared_ptr<Grant>;

/// Two grants that must not be at once. Permits are counted instead.
bool exclude(const Grant &a, const Grant &b);

struct Call
{
    QString operation;
    QString path;
    quint64 number = 0;
    NodePtr node; ///< what was known at its path then
};

struct WatchHeld
{
    QString path;
    quint64 setAt = 0;
    qint64 setNs = 0;
    bool ofChildren = false;
    bool absent = false; ///< there was no such node when it was set
};

struct Client
{
    ClientSpawned spec;
    locks::LockState state = locks::LockState::Free;
    ConnectionState connection = ConnectionState::Closed;
    SessionId session;
    std::map<quint64, Call> calls; ///< unanswered
    std::vector<WatchHeld> watches;
    std::vector<NodePtr> nodes;   ///< its own that are not known to be gone
    std::vector<GrantPtr> grants; ///< now; one per path of a multi-lock
    int entries = 0;
    quint64 attemptAt = 0; ///< the event that began its newest attempt
    quint64 releasingAt = 0;
    quint64 restAt = 0; ///< RELEASED
    qint64 restNs = 0;
    quint64 heldInAttemptAt = 0; ///< RETAINED in this attempt
    quint64 restHeldAt = 0;      ///< the same in the attempt before its rest
    std::optional<Error> restError;
    bool closedOnTheWay = false; ///< its session was being closed when it came to rest
    bool absentReply = false;    ///< its newest exists was answered: there is none
    bool halted = false;         ///< at a gate before a step
    bool paused = false;
    bool gone = false; ///< crashed or removed

    bool atRest() const { return state == locks::LockState::Free || state == locks::LockState::Released; }
    QStringList lockPaths() const;
};

/// What one event changed.
struct Happened
{
    Client *client = nullptr; ///< whom it is about
    locks::LockState before = locks::LockState::Free;
    bool stateTold = false; ///< it is a ClientLockState
    std::vector<GrantPtr> began;
    std::vector<GrantPtr> ended;
    NodePtr born;    ///< a contender's node of this client
    NodePtr deleted; ///< by this client, answered
};

class RunHistory
{
public:
    Happened apply(const Event &event);

    std::map<ClientId, Client> &clients() { return m_clients; }
    const std::map<ClientId, Client> &clients() const { return m_clients; }
    NodePtr nodeAt(const QString &path) const { return m_nodes.at(path); }
    QString nameOf(ClientId id) const;

    quint64 number() const { return m_number; }
    qint64 atNs() const { return m_atNs; }
    quint64 events() const { return m_events; }
    qint64 grants() const { return m_grants; }

private:
    void on(const ClientSpawned &event, Happened &happened);
    void on(const ClientConnection &event, Happened &happened);
    void on(const ClientLockState &event, Happened &happened);
    void on(const ClientStep &event, Happened &happened);
    void on(const ClientRequest &event, Happened &happened);
    void on(const ClientReply &event, Happened &happened);
    void on(const ClientWatchSet &event, Happened &happened);
    void on(const ClientWatchFired &event, Happened &happened);
    void on(const ClientWatchEnded &event, Happened &happened);
    void on(const ServerNode &event, Happened &happened);
    void on(const ClientFault &event, Happened &happened);
    void on(const ClientRemoved &event, Happened &happened);
    void on(const ReleaseForced &event, Happened &happened);
    void on(const DirectoryListed &event, Happened &happened);
    void on(const NodeResolved &event, Happened &happened);
    template<typename Other>
    void on(const Other &, Happened &)
    {
    }

    Client *find(ClientId id);
    NodePtr born(const QString &path, Zxid czxid, SessionId owner, Client *client);
    /// As born(), from an answer that may be older than what is known: not for a node whose end is known.
    NodePtr seen(const QString &path, Zxid czxid, SessionId owner);
    void gone(const NodePtr &node);
    /// After a delete whose reply was lost, its client looks whether the node is there.
    void resolveDoubts(Client &client, const ClientReply &event);
    void deleteAnswered(Client &client, const Call &call, const std::optional<Error> &error, Happened &happened);
    void retained(Client &client, const ClientLockState &event, Happened &happened);
    void stopsHolding(Client &client, Happened &happened);
    /// The one that was dropped; nothing if there was none.
    static std::optional<WatchHeld> dropWatch(Client &client, const QString &path);

    std::map<ClientId, Client> m_clients;
    QHash<SessionId, ClientId> m_bySession;
    NodeBook m_nodes;
    quint64 m_number = 0;
    quint64 m_events = 0;
    qint64 m_atNs = 0;
    qint64 m_grants = 0;
};

} // namespace lockscope::journal::check
