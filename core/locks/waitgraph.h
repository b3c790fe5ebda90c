// SPDX-License-Identifier: Apache-2.0
// Who waits for whom over all locks: the contenders as nodes, their waits as edges, and the circles among sessions.
// A plain value, and pure functions; never tells of a circle that time has proved (core/locks/deadlock.h).
#pragma once

#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <vector>

namespace lockscope::locks {

struct WaitGraph
{
    struct Node
    {
        QString lock; ///< path of the lock
        QString path; ///< of the contender's node
        Zxid czxid = {};
        SessionId session = {}; ///< null while not known, and of persistent nodes
        ContenderState state = ContenderState::Pending;

        bool operator==(const Node &) const = default;
    };
    enum class Kind {
        Expected, ///< as the dialect's rule says, and no server tells of a watch
        Watched,  ///< as the rule says, and a server tells of the watch
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

/// Of \a queues (null ones are passed over) and what \a reading tells of watches. Only contenders that wait or are
/// waited for; of a watch it is known which session has it, not which of its contenders, so it is drawn from the
/// session's contenders that wait behind the watched one, or from its only one.
WaitGraph waitGraph(const std::vector<const LockQueue *> &queues, const ServerReading &reading);

/// One step of a circle: the session waits with its node `waiter` for `blocker`, which is the next step's session's.
struct WaitCycleStep
{
    SessionId session = {};
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

} // namespace lockscope::locks
