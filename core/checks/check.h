// SPDX-License-Identifier: Apache-2.0
// Judges a run of simulated clients from its journal alone: what their locks promise, each violation with its witness.
// Never alarms without proof: what cannot be decided from the events is not reported. Rules: docs/checks.md.
#pragma once

#include "core/base/text.h"
#include "core/journal/event.h"

#include <QJsonObject>
#include <QStringList>

#include <array>
#include <initializer_list>
#include <memory>

namespace lockscope::journal {

enum class Rule {
    // On server time: both sides are proved by answers of the server.
    MutualExclusion, ///< two that exclude each other held at once
    Permits,         ///< more held a semaphore than it has leases
    Reentrancy,      ///< entered twice without being reentrant, or given back while it was still entered
    ForeignRelease,  ///< deleted the node of another client
    FencingToken,    ///< a later grant came with a smaller token
    Order,           ///< served before one who stood before it
    PlaceLost,       ///< gave up its own place while it waited
    // What clients believe.
    BeliefOverlap, ///< two believed to hold at once; one of them had lost its node, or nothing proves that it had not
    GrantWithoutNode, ///< another program's client said that it holds, and had no node
    SilentLoss,       ///< believed to hold long after it knew that its session was over
    // What is left over.
    ForgottenRelease, ///< a client at rest whose node by which it held is still there
    LeakedContender,  ///< a client at rest whose node in the queue is still there
    OrphanedLease,    ///< a client at rest whose lease is still there
    PersistentNode,   ///< a contender's node that no session's end will take away
    DuplicateNode,    ///< two nodes of one client in one queue
    LeakedWatch,      ///< a client at rest whose watch is still set
    // Who will never be served.
    LostWakeup, ///< waits for an event of a node that was gone already
    WaitCycle,  ///< waits, over one or more others, for itself
    Livelock,   ///< contenders come and go and none is served
};
inline constexpr int ruleCount = 19;

/// "mutual-exclusion", "belief-overlap", …: as in JSON.
QString ruleName(Rule rule);

struct Violation
{
    Rule rule = Rule::MutualExclusion;
    QString lock;
    qint64 atNs = 0;
    QStringList clients;   ///< names
    QStringList nodes;     ///< full paths
    QList<quint64> events; ///< the witness: the few events that prove it
    Text text;             ///< one sentence for people

    bool operator==(const Violation &) const = default;
};

struct CheckReport
{
    /// In the order in which they came; at most violationsKept of each rule.
    QList<Violation> violations;
    /// All of them, kept or not, by rule.
    std::array<qint64, ruleCount> counts{};
    quint64 events = 0;
    qint64 clients = 0;
    qint64 grants = 0;
    /// Of these: no answer shows what the server had then, so that two holders at once are known by belief alone.
    qint64 unproved = 0;

    static constexpr int violationsKept = 100;

    qint64 count(Rule rule) const { return counts[static_cast<size_t>(rule)]; }
    QList<Violation> of(std::initializer_list<Rule> rules) const;
    /// True if nothing was found but overlaps of belief: no lock service can prevent these, only a fencing token.
    bool isClean() const;
    /// Counts it, and keeps it where there is room.
    void add(Violation violation);
};

/// {"rule": …, "lock": …, "at": …, "clients": […], "nodes": […], "events": […], "text": …}
QJsonObject toJson(const Violation &violation);
/// {"events": n, "clients": n, "grants": n, "clean": bool, "counts": {rule: n, …}, "violations": […]}, and where there
/// are any "unproved": n.
QJsonObject toJson(const CheckReport &report);

/// The check as events come. Memory grows with clients and locks, not with the length of the run.
class Checker
{
public:
    Checker();
    ~Checker();
    Checker(Checker &&) noexcept;
    Checker &operator=(Checker &&) noexcept;

    void add(const Event &event);
    void add(const EventBatch &batch);
    /// What was found so far, and what is wrong if things stay as they are. \a settled: no client is closing or about
    /// to act, so that what is left over now stays so; else only what time has shown is judged.
    CheckReport report(bool settled = false) const;

private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

CheckReport checkEvents(const EventBatch &events, bool settled = false);

} // namespace lockscope::journal
