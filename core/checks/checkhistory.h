// SPDX-License-Identifier: Apache-2.0
// What the checks are made on: clients, their grants, and which nodes provably existed from which event to which.
// Never judges. Used by the check*.cpp files alone.
#pragma once

#include "core/base/boundedmap.h"
#include "core/history/client.h"

#include <limits>
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
    bool isAnswered = false;   ///< its create was; an observer may see it before
    bool inDoubt = false;      ///< the reply to a delete was lost
    bool refused = false;      ///< the server refused to delete it
    bool isContender = false;  ///< stands in a queue, or is a lease: not a directory
    bool isKey = false;        ///< on Redis: no session takes it away
    bool hasLimit = false;     ///< a key that goes by itself
    bool leftBehind = false;   ///< a key without a limit that somebody else took away when its client was gone
    ClientId writer;           ///< of a key: who wrote its value last

    bool isAlive() const { return goneAt == 0 && !inDoubt; }
};
using NodePtr = std::shared_ptr<Node>;

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
    Zxid token; ///< a downgraded one keeps its writer's
    Zxid place; ///< in the order of service: the czxid of its node, where its client reports tokens of its own; else
                ///< the token
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

/// A client, with what its requests prove.
struct CheckedClient : Client
{
    std::map<quint64, PendingCall> calls;
    std::vector<NodePtr> nodes;    ///< its own that are not known to be gone
    std::vector<HoldPtr> holdings; ///< now; one per path of a multi-lock
    quint64 restHeldAt = 0;        ///< when the attempt before its rest was served; 0: it was not
    std::optional<Error> restError;
    bool closedOnTheWay = false; ///< its session was being closed when it came to rest
    /// The newest fault that may have ended its session without its knowing, or `untilNotified`; 0: none, or a server
    /// has answered it since.
    quint64 doubtedAt = 0;
    static constexpr quint64 untilNotified = std::numeric_limits<quint64>::max();
    bool isByLog = false;      ///< its answers prove nothing by themselves: the server's log does
    quint64 deleteAskedAt = 0; ///< the newest delete of a key or row
    bool halted = false;       ///< at a gate before a step
    bool removed = false;

    bool isOut() const { return crashed || removed; }
    /// When its newest attempt was served; 0: it was not.
    quint64 heldInAttemptAt() const { return wasServed() ? served.number : 0; }
};

/// What one event changed.
struct EventEffect
{
    CheckedClient *client = nullptr; ///< whom it is about
    ClientChange turn;
    std::vector<HoldPtr> began;
    std::vector<HoldPtr> ended;
    NodePtr born;    ///< a contender's node of this client
    NodePtr deleted; ///< by this client, answered
};

class RunHistory
{
public:
    EventEffect apply(const Event &event);

    std::map<ClientId, CheckedClient> &clients() { return m_clients; }
    const std::map<ClientId, CheckedClient> &clients() const { return m_clients; }
    /// The newest node at that path that is not known to be gone; null where there is none.
    NodePtr nodeAt(const QString &path) const { return m_nodes.value(path); }
    QString nameOf(ClientId id) const;

    quint64 number() const { return m_number; }
    qint64 atNs() const { return m_atNs; }
    quint64 events() const { return m_events; }
    qint64 grants() const { return m_grants; }
    qint64 unproved() const { return m_unproved; }

private:
    // Events of a client, only of one that is known; then the others.
    void on(const ClientConnection &event, CheckedClient &client, EventEffect &effect);
    void on(const ClientLockState &event, CheckedClient &client, EventEffect &effect);
    void on(const ClientStep &event, CheckedClient &client, EventEffect &effect);
    void on(const ClientRequest &event, CheckedClient &client, EventEffect &effect);
    void on(const ClientReply &event, CheckedClient &client, EventEffect &effect);
    void on(const ClientWatchFired &event, CheckedClient &client, EventEffect &effect);
    void on(const ClientFault &event, CheckedClient &client, EventEffect &effect);
    void on(const ClientRemoved &event, CheckedClient &client, EventEffect &effect);
    void on(const ServerNode &event, EventEffect &effect);
    /// A key or row, as the server's log has it.
    void onKey(const ServerNode &event, EventEffect &effect);
    void keyGone(const ServerNode &event, EventEffect &effect);
    /// Of a key whose time was over by its clock: who wrote its value is its holder now.
    void takeOver(const NodePtr &key, CheckedClient &client);
    void on(const ReleaseForced &event);
    void on(const DirectoryListed &event);
    void on(const NodeResolved &event);

    CheckedClient *find(ClientId id) { return lookUp(m_clients, id); }
    /// Null where a younger node is known at that path.
    NodePtr born(const QString &path, Zxid czxid, SessionId owner, CheckedClient *client);
    /// As born(), from an answer that may be older than what is known: not for a node whose end is known.
    NodePtr seen(const QString &path, Zxid czxid, SessionId owner);
    void gone(const NodePtr &node);
    /// After a delete whose reply was lost, its client looks whether the node is there.
    void resolveDoubts(CheckedClient &client, const ClientReply &event);
    void deleteAnswered(const PendingCall &call, const std::optional<Error> &error, EventEffect &effect);
    void retained(CheckedClient &client, const ClientLockState &event, EventEffect &effect);
    void stopsHolding(CheckedClient &client, EventEffect &effect);

    std::map<ClientId, CheckedClient> m_clients;
    QHash<SessionId, ClientId> m_bySession;
    QHash<QString, NodePtr> m_nodes; ///< by path
    /// The newest that ended lately, by path; null: whatever its czxid. Far more than an observer's answers can be
    /// late.
    BoundedMap<QString, Zxid> m_ended{50'000};
    quint64 m_number = 0;
    quint64 m_events = 0;
    qint64 m_atNs = 0;
    qint64 m_grants = 0;
    QSet<QString> m_keysInLog;          ///< that are in a server's log
    QHash<QString, NodePtr> m_keysGone; ///< the newest that ended, by path
    qint64 m_unproved = 0;
};

} // namespace lockscope::journal::check
