// SPDX-License-Identifier: Apache-2.0
// Deadlocks: circles in who waits for whom over several locks, keyed by session, that stand still.
// A pure fold; never tells of a circle that one look has shown: directories are not listed at one instant.
#pragma once

#include "core/locks/findings.h"
#include "core/locks/waitgraph.h"

namespace lockscope::locks {

/// Each circle as the sessions in it, sorted; the circles in the order of their first session.
QList<QList<SessionId>> deadlocks(const std::vector<LockQueue> &queues);

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

/// Those that have stood still for Thresholds::settleMs, over at least three looks.
std::vector<WaitCycle> provenDeadlocks(const DeadlockEvidence &evidence, const Thresholds &thresholds);

Finding findingOf(const WaitCycle &deadlock);

} // namespace lockscope::locks
