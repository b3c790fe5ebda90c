// SPDX-License-Identifier: Apache-2.0
// The state after a run of events: what is on screen is read from here and from nowhere else.
// A plain value on one thread; never does I/O, never asks the clock.
#pragma once

#include "core/findings/findingmemory.h"
#include "core/history/client.h"
#include "core/history/herdmeter.h"
#include "core/history/locktree.h"
#include "core/journal/event.h"
#include "core/locks/queue.h"

#include <QHash>
#include <QSet>

#include <map>

namespace lockscope::journal {

/// What a batch touched, so that models update only that.
struct Changes
{
    QSet<QString> directories; ///< listed, resolved below, vanished, dropped or unreadable
    QSet<ClientId> clients;    ///< changed or new
    QSet<ClientId> clientsRemoved;
    bool connection = false;
    bool observation = false;
    bool servers = false;    ///< the servers were asked again: any session's facts and any watch may differ
    bool tree = false;       ///< by more than what simulated clients or databases report of themselves
    QSet<SessionId> renamed; ///< sessions with another address than before
    /// What it cost: nodes that were looked at for whether they are a lock by themselves, and who holds it.
    qint64 nodesRead = 0;
    QStringList gone; ///< nodes that are not there any more, or of which another has the path

    bool isEmpty() const
    {
        return directories.isEmpty() && clients.isEmpty() && clientsRemoved.isEmpty() && !connection && !observation
               && !servers;
    }
    void unite(const Changes &other);
};

/// Numbers that the clients of a lock took from their counter: each read it and wrote one more.
struct NumbersTaken
{
    qint64 count = 0;
    qint64 least = 0;
    qint64 greatest = 0;
    qint64 refused = 0; ///< not taken: the resource had seen a greater fencing token

    void take(qint64 number);
    /// So many had been taken before: each is one more than another, so that all from the least on were.
    qint64 again() const;
    bool operator==(const NumbersTaken &) const = default;
};

/// Copies cheaply: the children of directories are shared until one of the copies changes. Every member compares, so
/// that a World that was rewound can be held against one that lived.
class World
{
public:
    /// Folds one event in; what it touched is added to \a changes.
    void apply(const Event &event, Changes &changes);
    Changes apply(const EventBatch &batch);

    const ConnectionChanged &connection() const { return m_connection; }
    const ObservationChanged &observation() const { return m_observation; }
    /// What the servers reported when they were last asked; empty before.
    const locks::Knowledge &knowledge() const { return m_servers.knowledge; }
    const QList<ServerReport> &servers() const { return m_servers.servers; }
    /// Sorted by path, so that a parent comes before its children.
    const std::map<QString, Directory> &directories() const { return m_tree.directories(); }
    const Directory *directory(const QString &path) const { return m_tree.directory(path); }
    /// As its parent's listing has it, or an answer to a client.
    std::optional<locks::ChildNode> node(const QString &path) const { return m_tree.node(path); }
    const std::map<ClientId, Client> &clients() const { return m_clients; }
    const Client *client(ClientId id) const { return lookUp(m_clients, id); }
    /// The first with that name; null: there is none.
    const Client *clientNamed(const QString &name) const;
    /// The simulated client whose session this is, or lately was: nodes of an expired one are still its client's.
    const Client *clientOfSession(SessionId session) const;
    /// The simulated client that a contender is of; null where it is of another program.
    const Client *clientBehind(const locks::Contender &contender) const;
    /// The simulated clients that take this lock.
    QSet<ClientId> clientsOf(const QString &lock) const { return m_clientsOf.value(lock); }

    /// The lock at \a path as core/locks reads it, with all that is found wrong with it by names, by Stats and by the
    /// servers' reports so far; remembered until its directory changes, and then made to follow the change or read
    /// again. Simulated clients' own events win.
    /// An empty queue where there is no such directory. The reference holds until the next apply().
    const locks::LockQueue &queue(const QString &path) const;
    /// The same without simulated clients' own events.
    const locks::LockQueue &queueOnServers(const QString &path) const;
    /// What is remembered of its queue; null: it is to be read as a whole.
    const LockReading *lastReading(const QString &path) const { return m_tree.readings().last(path); }
    /// Paths of what is a lock, or was: sorted. The two directories of a semaphore are one lock.
    QList<QString> lockPaths() const { return m_tree.lockPaths(); }
    /// True if lockPaths() has it.
    bool isLock(const QString &path) const { return m_tree.isLock(path); }
    /// See LockTree.
    bool isKnownLock(const QString &path) const { return m_tree.isKnownLock(path); }
    /// The semaphore of which the directory is a part; empty if of none.
    QString semaphoreOf(const QString &part) const { return m_tree.semaphoreOf(part); }
    /// The lock that the nodes of a directory contend for: the directory itself, or its semaphore.
    QString lockOf(const QString &directory) const;
    /// See LockTree.
    std::optional<locks::SemaphorePaths> semaphoreAt(const QString &path) const { return m_tree.semaphoreAt(path); }
    /// See LockTree.
    QString lockMeantBy(const QString &path) const { return m_tree.lockMeantBy(path); }
    QList<QString> nodeLocksIn(const QString &directory) const { return m_tree.nodeLocksIn(directory); }

    /// Waiters and holders as a database reported them, by lock.
    const QHash<QString, locks::DatabaseQueue> &databaseQueues() const { return m_databaseQueues; }

    /// What each of several servers has, by lock.
    const QHash<QString, QList<locks::KeyCopy>> &keyCopies() const { return m_keyCopies; }

    /// Two locks of the newest run, to be looked at side by side; empty: none.
    const QStringList &duel() const { return m_duel; }
    /// What was asked for of the newest run, as JSON; empty where there was none.
    const QByteArray &runRequest() const { return m_runRequest; }
    /// In the newest run.
    NumbersTaken numbersTaken(const QString &lock) const { return m_numbers.value(lock); }
    /// Sessions that wait for one another over several locks and stand still; each is in the findings of its locks too.
    const std::vector<findings::WaitCycle> &deadlocks() const { return m_findings.deadlocks(); }
    QList<locks::Finding> findingsAcrossLocks() const;
    /// Of a contender that holds by its place, why it may wait for ever instead; nothing where nothing speaks for that.
    std::optional<findings::LostWakeup> lostWakeup(const QString &lock, const locks::Contender &contender) const
    {
        return m_findings.lostWakeup(lock, contender);
    }
    /// Something is odd about a lock, and further readings of the servers would prove it or not.
    bool isUnsettled() const { return m_findings.isUnsettled(); }
    /// Who waits for whom over all locks, with the watches that servers reported when they were last asked.
    findings::WaitGraph waitGraph() const;
    /// From when on something is a finding. Holds for what comes after.
    void setThresholds(const locks::Thresholds &thresholds);
    const locks::Thresholds &thresholds() const { return m_findings.thresholds(); }

    /// What the leavings of a lock set off among the simulated clients.
    const HerdMeter &herd() const { return m_herd; }
    /// Since when the picture is stale; 0 while it is not.
    qint64 staleSinceNs() const { return m_staleSinceNs; }
    /// About how much a copy keeps alive once this World has gone on: entries of all that it remembers. What was and
    /// is gone weighs nothing.
    qsizetype weight() const;

    qint64 atNs() const { return m_atNs; } ///< instant of the newest event
    quint64 eventNumber() const { return m_number; }
    Zxid newestZxid() const { return m_newestZxid; } ///< the greatest seen in any Stat

    bool operator==(const World &) const = default;

private:
    void on(const ConnectionChanged &, Changes &);
    void on(const ObservationChanged &, Changes &);
    void on(const DirectoryListed &, Changes &);
    void on(const DirectoryUnreadable &, Changes &);
    void on(const NodeResolved &, Changes &);
    void on(const NodeVanished &, Changes &);
    void on(const ServersProbed &, Changes &);
    void on(const QueueReported &, Changes &);
    void on(const KeyCopiesReported &, Changes &);
    void on(const ServerNode &, Changes &);
    void on(const ReleaseForced &, Changes &);
    void on(const ClientStamp &, Changes &);
    void on(const RunStarted &, Changes &);
    template<typename Other>
    void on(const Other &, Changes &) // of a simulated client: followClient(); or of a run, or of people
    {
    }

    /// As names and Stats alone read.
    LockReading &reading(const QString &path) const;
    std::vector<const locks::LockQueue *> allQueues() const;
    QSet<SessionId> ownSessions() const;
    bool isObserved(const QString &node) const;
    /// What is found wrong with a lock now. False: the same as before.
    bool evaluate(LockReading &reading) const;
    /// Holds all locks against the servers' newest reports.
    void evaluateSymptoms(const locks::Knowledge &knowledge, Changes &changes);
    /// Of the locks that were read: what the servers have shown since, or time alone.
    void refreshFindings(Changes &changes);
    template<typename Change, typename... Given>
    void changeTree(Changes &changes, Change change, const Given &...given);
    void followClient(const Event &event, Changes &changes);
    void spawn(const Event &event, Changes &changes);
    void removeClient(ClientId id, Changes &changes);
    /// Clients of these locks, or their database, have new reports.
    void outdate(const QStringList &locks, Changes &changes);
    void noteSession(ClientId id, SessionId session);
    void forgetSession(SessionId session, ClientId client);
    /// Of a lock that is gone, with its last client.
    void forgetHerdOf(const QString &lock);
    void noteZxid(const NodeStat &stat);

    ConnectionChanged m_connection;
    ObservationChanged m_observation;
    ServersProbed m_servers;                               ///< the newest
    QHash<QString, locks::DatabaseQueue> m_databaseQueues; ///< by lock, while it has clients: the newest
    QHash<QString, QList<locks::KeyCopy>> m_keyCopies;     ///< the same
    LockTree m_tree;
    std::map<ClientId, Client> m_clients;
    QHash<SessionId, ClientId> m_clientBySession;
    QHash<ClientId, QList<SessionId>> m_sessions; ///< of clients that are there: oldest first
    QHash<QString, QSet<ClientId>> m_clientsOf;   ///< by lock
    mutable Memo<QSet<QString>> m_outdated;       ///< locks with newer reports of a client or database
    HerdMeter m_herd;
    findings::FindingMemory m_findings;
    QStringList m_duel;
    QByteArray m_runRequest;
    QHash<QString, NumbersTaken> m_numbers; ///< by lock
    qint64 m_atNs = 0;
    qint64 m_staleSinceNs = 0;
    quint64 m_number = 0;
    Zxid m_newestZxid;
};

/// Which directories and clients differ, so that views of the one can show the other: the two may lie anywhere in a
/// journal, in either order. Children that the two still share cost nothing.
Changes differences(const World &from, const World &to);

} // namespace lockscope::journal
