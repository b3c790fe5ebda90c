// SPDX-License-Identifier: Apache-2.0
// What the checks are made on: clients, their grants, and which nodes provably existed from which event to which.
// Never judges. Used by the check*.cpp files alone.
#pragma once

#include "core/history/client.h"

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
struct Hold
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
using HoldPtr = std::shared_ptr<Hold>;

/// Two grants that must not be at once. Permits are counted instead.
bool exclude(const Hold &a, const Hold &b);

struct PendingCall
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

/// A client, with what its requests prove.
struct Judged : Client
{
    std::map<quint64, PendingCall> calls;
    std::vector<WatchHeld> watches;
    std::vector<NodePtr> nodes;    ///< its own that are not known to be gone
    std::vector<HoldPtr> holdings; ///< now; one per path of a multi-lock
    quint64 restHeldAt = 0;        ///< when the attempt before its rest was served; 0: it was not
    std::optional<Error> restError;
    bool closedOnTheWay = false; ///< its session was being closed when it came to rest
    bool absentReply = false;    ///< its newest exists was answered: there is none
    bool halted = false;         ///< at a gate before a step
    bool removed = false;

    bool isOut() const { return crashed || removed; }
    /// When its newest attempt was served; 0: it was not.
    quint64 heldInAttemptAt() const { return wasServed() ? served.number : 0; }
};

/// What one event changed.
struct Happened
{
    Judged *client = nullptr; ///< whom it is about
    ClientTurn turn;
    std::vector<HoldPtr> began;
    std::vector<HoldPtr> ended;
    NodePtr born;    ///< a contender's node of this client
    NodePtr deleted; ///< by this client, answered
};

class RunHistory
{
public:
    Happened apply(const Event &event);

    std::map<ClientId, Judged> &clients() { return m_clients; }
    const std::map<ClientId, Judged> &clients() const { return m_clients; }
    NodePtr nodeAt(const QString &path) const { return m_nodes.at(path); }
    QString nameOf(ClientId id) const;

    quint64 number() const { return m_number; }
    qint64 atNs() const { return m_atNs; }
    quint64 events() const { return m_events; }
    qint64 grants() const { return m_grants; }

private:
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

    Judged *find(ClientId id);
    NodePtr born(const QString &path, Zxid czxid, SessionId owner, Judged *client);
    /// As born(), from an answer that may be older than what is known: not for a node whose end is known.
    NodePtr seen(const QString &path, Zxid czxid, SessionId owner);
    void gone(const NodePtr &node);
    /// After a delete whose reply was lost, its client looks whether the node is there.
    void resolveDoubts(Judged &client, const ClientReply &event);
    void deleteAnswered(Judged &client, const PendingCall &call, const std::optional<Error> &error, Happened &happened);
    void retained(Judged &client, const ClientLockState &event, Happened &happened);
    void stopsHolding(Judged &client, Happened &happened);
    /// The one that was dropped; nothing if there was none.
    static std::optional<WatchHeld> dropWatch(Judged &client, const QString &path);

    std::map<ClientId, Judged> m_clients;
    QHash<SessionId, ClientId> m_bySession;
    NodeBook m_nodes;
    quint64 m_number = 0;
    quint64 m_events = 0;
    qint64 m_atNs = 0;
    qint64 m_grants = 0;
};

} // namespace lockscope::journal::check
