// SPDX-License-Identifier: Apache-2.0
// What a scenario's clients have come to, folded from their events: for the conditions that steps wait for, and for
// what is counted at the end. Never asks a server; what only a server knows is core/scenario/scenarionodes.h's.
#pragma once

#include "core/journal/journal.h"
#include "core/lab/runreport.h"
#include "core/scenario/scenario.h"

#include <QHash>
#include <QSet>

#include <chrono>
#include <map>

namespace lockscope::lab {

/// What has been counted of one lock, or of all together.
struct LockCounts
{
    qint64 acquired = 0;
    qint64 timedOut = 0;
    qint64 failed = 0;
    qint64 stamped = 0;
    qint64 duplicates = 0; ///< stamps that a client had got already
    qint64 refused = 0;    ///< by their fencing tokens, and no stamps
    // Since the last "measure":
    qint64 releases = 0;
    qint64 requests = 0;
    qint64 watchEvents = 0;
    journal::HerdCount herdBefore; ///< what there had been until then
    QStringList order;             ///< names, in the order in which they came to hold
};

/// A node that one of the clients made and that no client has deleted.
struct MadeNode
{
    QString path;
    SessionId owner; ///< null: persistent
    ClientId client;
    Zxid birth; ///< null where the reply did not have it
};

/// A number that a client wrote while it held, or thought that it did.
struct Stamp
{
    QString client;
    qint64 number = 0;
    bool isDuplicate = false; ///< another client had got it before
    QString lock = {};        ///< of the client
};

class ScenarioFold
{
public:
    explicit ScenarioFold(const Scenario &scenario);

    /// Events of clients that are not the scenario's are passed over.
    void add(const journal::Payload &what);
    /// Counters of requests, releases and watch events begin at 0.
    void measure();
    /// The client got the command to acquire: so many attempts are to come.
    void asked(ClientId id, int rounds);

    bool isTrue(const ClientCondition &condition) const;
    /// Without its finding.
    bool isTrue(const LockCondition &condition) const;
    /// What there is instead: "A is FETCHING, B is RELEASED (acquire-timeout)".
    Text found(const Condition &condition) const;

    const std::map<ClientId, RunClient> &runners() const { return m_report.runners(); }
    /// Null where there is none of that name.
    const RunClient *runner(const QString &name) const;
    ClientId idOf(const QString &name) const { return m_ids.value(name); }
    QList<ClientId> idsOf(const ClientNames &names) const;
    /// Empty \a lock: of all.
    const LockCounts &counts(const QString &lock) const;
    /// Of the same, since the last measure(): whom the leavings woke.
    journal::HerdCount herd(const QString &lock) const { return m_report.herd().count(lock) - counts(lock).herdBefore; }
    /// In the order in which they were made.
    QList<MadeNode> madeNodes() const;
    /// The birth of the newest node that a client made at \a path; null where none is known.
    Zxid birthOf(const QString &path) const { return m_made.value(path).second.birth; }
    /// Where a client asked for a node and never heard whether it was made.
    const QSet<QString> &doubtfulNodes() const { return m_doubtful; }
    /// The first two thousand of them, as they came.
    const QList<Stamp> &stamps() const { return m_stamps; }
    /// For how long clients believed to hold a lock at once that excludes others; 0: never.
    std::chrono::milliseconds longestOverlap() const;
    /// Of all events so far. What it puts off is caught up by its owner.
    RunReport &report() { return m_report; }
    /// The same of one lock of a duel alone.
    RunReport &side(const QString &lock) { return m_sides.at(lock); }

private:
    /// Of a duel the locks that the client takes.
    template<typename Visit>
    void eachSide(const journal::ClientSpawned &client, Visit visit);
    void on(const journal::ClientChange &turn, const RunClient &runner);
    void noteNode(const journal::ServerNode &event);
    void noteStamp(const journal::ClientStamp &event);
    template<typename Change>
    void count(const RunClient &runner, Change change);
    void noteOverlap(const RunClient &runner, qint64 atNs);
    bool areTooMany(const QString &lock) const;
    qint64 holdersOf(const QString &lock) const;
    qint64 waitersOf(const QString &lock) const;

    QHash<QString, bool> m_names; ///< true: under random faults
    QHash<QString, ClientId> m_ids;
    QHash<QString, LockCounts> m_counts; ///< by lock; empty: all
    QHash<QString, QPair<quint64, MadeNode>> m_made;
    quint64 m_madeCount = 0;
    QSet<QString> m_doubtful;
    QHash<QString, QSet<qint64>> m_numbers; ///< given out, by the znode they are written to
    QList<Stamp> m_stamps;
    QHash<QString, qint64> m_overlapSinceNs; ///< by lock
    qint64 m_longestOverlapNs = 0;
    journal::EventWriter m_writer; ///< of the copies that the report reads
    RunReport m_report;
    std::map<QString, RunReport> m_sides; ///< of a duel, by lock
};

} // namespace lockscope::lab
