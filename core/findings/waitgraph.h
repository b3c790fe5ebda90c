// SPDX-License-Identifier: Apache-2.0
// Who waits for whom over all locks: the contenders as nodes, their waits as edges, the circles among sessions, and the
// deadlocks: circles that stand still. Plain values and pure functions; never reports a deadlock that one look has
// shown: directories are not listed at one instant.
#pragma once

#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <vector>

namespace lockscope::findings {

struct WaitGraph
{
    struct Node
    {
        QString lock; ///< path of the lock
        QString path; ///< of the contender's node
        Zxid czxid = {};
        SessionId session = {}; ///< null while not known, and of persistent nodes
        locks::ContenderState state = locks::ContenderState::Pending;
        QString name = {}; ///< in its data; empty where that says none

        bool operator==(const Node &) const = default;
    };
    enum class Kind {
        Expected, ///< as the dialect's rule says; no server reports a watch
        Watched,  ///< as the rule says, and a server reports the watch
        Wrong,    ///< a watch that no rule asks for
    };
    struct Edge
    {
        int from = 0; ///< indices in nodes
        int to = 0;
        Kind kind = Kind::Expected;

        bool operator==(const Edge &) const = default;
    };

    std::vector<Node> nodes = {};
    std::vector<Edge> edges = {};

    bool operator==(const WaitGraph &) const = default;
};

/// Of \a queues (null ones are passed over) and the watches in \a reading. Only contenders that wait or are
/// waited for; of a watch it is known which session has it, not which of its contenders, so it is drawn from the
/// session's contenders that wait behind the watched one, or from its only one.
WaitGraph waitGraph(const std::vector<const locks::LockQueue *> &queues, const locks::ServerReading &reading);

/// One step of a circle: the session waits with its node `waiter` for `blocker`, which is the next step's session's.
struct WaitCycleStep
{
    SessionId session = {};
    QString name = {}; ///< of the waiter, as its data say; may be empty
    QString lock = {};
    QString waiter = {};
    Zxid waiterCzxid = {};
    QString blocker = {};
    Zxid blockerCzxid = {};

    bool operator==(const WaitCycleStep &) const = default;
};

struct WaitCycle
{
    std::vector<WaitCycleStep> steps = {}; ///< a shortest way round, from the smallest session
    QList<SessionId> sessions = {};        ///< all that wait in circles with these, sorted

    bool operator==(const WaitCycle &) const = default;
};

/// The circles among sessions: each session stands for one actor. Sessions that show more than one (two contenders in
/// one lock, or waits in two places) are threads that share it, and are left out: one of them may release while another
/// waits. What a process does with several sessions cannot be seen from outside.
std::vector<WaitCycle> waitCycles(const WaitGraph &graph);

/// Each circle as the sessions in it, sorted; the circles in the order of their first session.
QList<QList<SessionId>> deadlocks(const std::vector<locks::LockQueue> &queues);

/// What looks at all locks, one after another, have shown.
struct DeadlockEvidence
{
    struct Seen
    {
        WaitCycle circle;
        qint64 firstNs = 0;
        qint64 lastNs = 0;
        int looks = 1;

        bool operator==(const Seen &) const = default;
    };
    std::vector<Seen> seen = {};

    bool operator==(const DeadlockEvidence &) const = default;
};

/// Folds one look in. A circle is the same while all of its nodes (czxid) are.
DeadlockEvidence weigh(DeadlockEvidence before, std::vector<WaitCycle> circles, qint64 nowNs);

/// Circles that have stood still for Thresholds::settleMs, over at least three looks.
std::vector<WaitCycle> provenDeadlocks(const DeadlockEvidence &evidence, const locks::Thresholds &thresholds);

locks::Finding findingOf(const WaitCycle &deadlock);

} // namespace lockscope::findings
