// SPDX-License-Identifier: Apache-2.0
#include "core/locks/deadlock.h"

#include "core/base/clock.h"

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

constexpr int looksNeeded = 3;

} // namespace

QList<QList<SessionId>> deadlocks(const std::vector<LockQueue> &queues)
{
    std::vector<const LockQueue *> pointers;
    pointers.reserve(queues.size());
    for (const LockQueue &queue : queues)
        pointers.push_back(&queue);
    QList<QList<SessionId>> found;
    for (const WaitCycle &circle : waitCycles(waitGraph(pointers, {})))
        found << circle.sessions;
    return found;
}

DeadlockEvidence weigh(DeadlockEvidence before, std::vector<WaitCycle> circles, qint64 nowNs)
{
    DeadlockEvidence after;
    for (WaitCycle &circle : circles) {
        const auto known = std::find_if(before.seen.begin(), before.seen.end(),
                                        [&](const auto &seen) { return seen.circle.steps == circle.steps; });
        if (known == before.seen.end())
            after.seen.push_back({std::move(circle), nowNs, nowNs, 1});
        else
            after.seen.push_back({std::move(circle), known->firstNs, nowNs, known->looks + 1});
    }
    return after;
}

std::vector<WaitCycle> provenDeadlocks(const DeadlockEvidence &evidence, const Thresholds &thresholds)
{
    std::vector<WaitCycle> proven;
    for (const auto &seen : evidence.seen) {
        if (seen.looks >= looksNeeded && seen.lastNs - seen.firstNs >= thresholds.settleMs * nsPerMs)
            proven.push_back(seen.circle);
    }
    return proven;
}

Finding findingOf(const WaitCycle &deadlock)
{
    QList<Text> waits;
    Finding finding = makeFinding(u"deadlock"_s, Finding::Severity::Error, {});
    for (const WaitCycleStep &step : deadlock.steps) {
        addNode(finding, step.waiter, step.session);
        addNode(finding, step.blocker, {});
        waits << Text::en("%1 waits in %2").arg(step.session.toHex(), step.lock);
    }
    for (const SessionId session : deadlock.sessions)
        addNode(finding, deadlock.steps.front().waiter, session);
    constexpr qsizetype shown = 6;
    const Text list = waits.size() <= shown
                          ? Text::listed(waits)
                          : Text::counted("%1 and %n more", waits.size() - shown).arg(Text::listed(waits.first(shown)));
    finding.text = Text::en("Sessions that wait for one another in a circle: %1 (%2). None of them is served until one "
                            "gives up.")
                       .arg(deadlock.sessions.size(), list);
    return finding;
}

} // namespace lockscope::locks
