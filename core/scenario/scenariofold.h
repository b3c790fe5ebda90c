// SPDX-License-Identifier: Apache-2.0
// What a scenario's clients have come to, folded from their events: for the conditions that steps wait for, and for
// what is counted at the end. Never asks a server; what only a server knows is core/scenario/scenarionodes.h's.
#pragma once

#include "core/history/client.h"
#include "core/journal/journal.h"
#include "core/lab/runreport.h"
#include "core/scenario/scenario.h"

#include <QHash>
#include <QSet>

#include <map>

namespace lockscope::lab {

/// One client of a scenario, as its events tell.
struct Actor : journal::Client
{
    QSet<SessionId> sessions;
    QString lastNode;                 ///< the newest it had
    std::optional<ErrorCode> failure; ///< of its newest attempt
    int attemptsAsked = 0;            ///< 0 rounds: until stopped, never done
    bool goesOn = true;               ///< false: its run has ended before its rounds were over
    /// Faults befall it at random: the end of its session is not the end of its rounds, unless it was asked for.
    bool comesBack = false;

    /// It will not begin another attempt by itself.
    bool isDone() const
    {
        const bool rests = crashed || state == locks::LockState::Released;
        return (isGone() && !comesBack) || (rests && (!goesOn || attempts >= attemptsAsked));
    }
};

/// What has been counted of one lock, or of all together.
struct LockCounts
{
    qint64 acquired = 0;
    qint64 timedOut = 0;
    qint64 failed = 0;
    // Since the last "measure":
    qint64 releases = 0;
    qint64 requests = 0;
    qint64 watchEvents = 0;
    QStringList order; ///< names, in the order in which they came to hold
};

/// A node that one of the clients made and that no client has deleted.
struct MadeNode
{
    QString path;
    SessionId owner; ///< null: persistent
    ClientId client;
};

class ScenarioFold
{
public:
    explicit ScenarioFold(const Scenario &scenario);

    /// Events of clients that are not the scenario's are passed over.
    void add(const journal::Payload &what);
    /// Counters of requests, releases and watch events begin at 0.
    void measure();
    /// The client was told to acquire: so many attempts are to come.
    void asked(ClientId id, int rounds);

    bool isTrue(const ClientCondition &condition) const;
    /// Without its finding.
    bool isTrue(const LockCondition &condition) const;
    /// What there is instead: "A is FETCHING, B is RELEASED (acquire-timeout)".
    Text found(const Condition &condition) const;

    const std::map<ClientId, Actor> &actors() const { return m_actors; }
    const Actor *actor(const QString &name) const;
    ClientId idOf(const QString &name) const { return m_ids.value(name); }
    QList<ClientId> idsOf(const ClientNames &names) const;
    /// Empty \a lock: of all.
    const LockCounts &counts(const QString &lock) const;
    /// In the order in which they were made.
    QList<MadeNode> madeNodes() const;
    qint64 stamped() const { return m_stamped; }
    /// Stamps that a client had got already.
    qint64 duplicates() const { return m_duplicates; }
    /// Of all events so far.
    const RunReport &report();
    /// Lets the report read what came since: a third of the work for an event, which nobody waits for while clients
    /// hand their lock over. For when there is nothing else to do.
    void catchUp();

private:
    void on(const journal::ClientTurn &turn, Actor &actor);
    void failed(Actor &actor, const Error &error);
    void noteNode(const journal::ServerNode &event);
    void noteStamp(const journal::ClientStamp &event);
    template<typename Change>
    void count(const Actor &actor, Change change);
    qint64 holdersOf(const QString &lock) const;
    qint64 waitersOf(const QString &lock) const;

    QHash<QString, bool> m_names; ///< true: under random faults
    QHash<QString, ClientId> m_ids;
    std::map<ClientId, Actor> m_actors;
    QHash<QString, LockCounts> m_counts; ///< by lock; empty: all
    QHash<QString, QPair<quint64, MadeNode>> m_made;
    quint64 m_madeCount = 0;
    QHash<QString, QSet<qint64>> m_stamps;
    qint64 m_stamped = 0;
    qint64 m_duplicates = 0;
    journal::EventWriter m_writer; ///< of the copies that the report reads
    journal::EventBatch m_unread;  ///< by the report, with their instants
    RunReport m_report;
};

} // namespace lockscope::lab
