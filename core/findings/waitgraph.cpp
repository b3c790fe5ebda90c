// SPDX-License-Identifier: Apache-2.0
#include "core/findings/waitgraph.h"

#include "core/base/clock.h"
#include "core/base/path.h"

#include <QSet>

#include <algorithm>
#include <deque>
#include <map>

namespace lockscope::findings {

using namespace Qt::StringLiterals;
using namespace locks;

namespace {

class Builder
{
public:
    explicit Builder(const ServerReading &reading)
        : m_reading(reading)
    {
    }

    void add(const LockQueue &queue)
    {
        m_nodes.clear();
        m_linked.clear();
        m_watchers = watchersIn(m_reading, queue);
        // Of several leases any one will do: a client that waits for them waits for none in particular.
        const bool anyWillDo = queue.kind == LockKind::Semaphore && queue.holders.size() > 1;
        for (int i = 0; i < static_cast<int>(queue.contenders.size()); ++i) {
            const Contender &waiter = queue.contenders[static_cast<size_t>(i)];
            if (isPendingLease(waiter))
                continue; // the head of the line, which is drawn, waits for it
            const auto wait = [&](int index) {
                const Contender &blocker = queue.contenders[static_cast<size_t>(index)];
                if (anyWillDo && blocker.state == ContenderState::Holding)
                    return;
                const bool seen = isWatching(waiter.node.owner(), blocker.node.name);
                link(queue, i, index, seen ? WaitGraph::Kind::Watched : WaitGraph::Kind::Expected);
            };
            for (const int index : queue.waitsFor(i)) {
                wait(index);
                // Readers hold together: the writer behind them waits for each, though it watches the last one only.
                const bool behindHolders = queue.contenders[static_cast<size_t>(index)].state == ContenderState::Holding
                                           && waiter.parsed && waiter.parsed->mode == Mode::Exclusive;
                for (const int holder : queue.holders) {
                    if (behindHolders && holder < i)
                        wait(holder);
                }
            }
        }
        addWrongWatches(queue);
    }

    WaitGraph take() { return std::move(m_graph); }

private:
    int nodeOf(const LockQueue &queue, int index)
    {
        const auto [known, isNew] = m_nodes.try_emplace(index, static_cast<int>(m_graph.nodes.size()));
        if (isNew) {
            const Contender &contender = queue.contenders[static_cast<size_t>(index)];
            m_graph.nodes.push_back({queue.path, queue.pathOf(contender),
                                     contender.node.stat ? contender.node.stat->czxid : Zxid{}, contender.node.owner(),
                                     contender.state, nameInData(contender.node)});
        }
        return known->second;
    }

    void link(const LockQueue &queue, int from, int to, WaitGraph::Kind kind)
    {
        if (m_linked.contains({from, to}))
            return;
        m_linked.insert({from, to});
        const int source = nodeOf(queue, from);
        m_graph.edges.push_back({source, nodeOf(queue, to), kind});
    }

    bool isWatching(SessionId session, const QString &name) const
    {
        return watchersOf(m_watchers, name).contains(session);
    }
    void addWrongWatches(const LockQueue &queue)
    {
        if (m_watchers.empty())
            return;
        QHash<SessionId, QList<int>> mine;
        for (int i = 0; i < static_cast<int>(queue.contenders.size()); ++i) {
            const Contender &contender = queue.contenders[static_cast<size_t>(i)];
            if (contender.state != ContenderState::Foreign && !contender.node.owner().isNull())
                mine[contender.node.owner()] << i;
        }
        for (int i = 0; i < static_cast<int>(queue.contenders.size()); ++i) {
            const QString &name = queue.contenders[static_cast<size_t>(i)].node.name;
            for (const SessionId session : watchersOf(m_watchers, name)) {
                const QList<int> own = mine.value(session);
                const bool asked = std::any_of(own.begin(), own.end(), [&](int index) {
                    return m_linked.contains({index, i});
                });
                // A holder may watch its own node; of several contenders it cannot be said whose watch it is.
                if (asked || own.size() != 1
                    || (own.front() == i && queue.contenders[static_cast<size_t>(i)].state == ContenderState::Holding))
                    continue;
                link(queue, own.front(), i, WaitGraph::Kind::Wrong);
            }
        }
    }

    const ServerReading &m_reading;
    Watchers m_watchers;        ///< in the directory of the queue in hand
    std::map<int, int> m_nodes; ///< by contender of the queue in hand
    QSet<std::pair<int, int>> m_linked;
    WaitGraph m_graph;
};

// ---- circles ----

struct Wait
{
    SessionId to;
    WaitCycleStep step;
};
using Waits = std::map<SessionId, std::vector<Wait>>;

/// Sessions that stand for more than one actor.
QSet<SessionId> sharedSessions(const WaitGraph &graph)
{
    QSet<SessionId> shared;
    QHash<SessionId, int> waiting;
    QSet<std::pair<SessionId, QString>> seen;
    for (const WaitGraph::Node &node : graph.nodes) {
        if (node.session.isNull())
            continue;
        const bool waits = node.state == ContenderState::Waiting || node.state == ContenderState::Pending;
        if (seen.contains({node.session, node.lock}) || (waits && ++waiting[node.session] > 1))
            shared.insert(node.session);
        seen.insert({node.session, node.lock});
    }
    return shared;
}

Waits waitsOf(const WaitGraph &graph)
{
    const QSet<SessionId> shared = sharedSessions(graph);
    Waits waits;
    for (const WaitGraph::Edge &edge : graph.edges) {
        const WaitGraph::Node &from = graph.nodes[static_cast<size_t>(edge.from)];
        const WaitGraph::Node &to = graph.nodes[static_cast<size_t>(edge.to)];
        if (edge.kind == WaitGraph::Kind::Wrong || from.session.isNull() || to.session.isNull()
            || from.session == to.session || shared.contains(from.session) || shared.contains(to.session))
            continue;
        waits[from.session].push_back(
            {to.session, {from.session, from.name, from.lock, from.path, from.czxid, to.path, to.czxid}});
    }
    return waits;
}

/// Takes out each session that will be served: each one that it waits for does not wait, or will be served. What is
/// left has circles, or waits for one.
void dropWhoWillBeServed(Waits &waits)
{
    std::map<SessionId, std::vector<SessionId>> waitedForBy;
    std::map<SessionId, size_t> left;
    std::deque<SessionId> served;
    for (const auto &[session, of] : waits) {
        left[session] = of.size();
        for (const Wait &wait : of) {
            waitedForBy[wait.to].push_back(session);
            if (waits.count(wait.to) == 0)
                served.push_back(wait.to);
        }
    }
    QSet<SessionId> done(served.begin(), served.end());
    served.assign(done.begin(), done.end());
    while (!served.empty()) {
        const SessionId session = served.front();
        served.pop_front();
        for (const SessionId waiter : waitedForBy[session]) {
            if (--left[waiter] == 0 && !done.contains(waiter)) {
                done.insert(waiter);
                served.push_back(waiter);
            }
        }
    }
    std::erase_if(waits, [&](const auto &entry) { return done.contains(entry.first); });
    for (auto &[session, of] : waits)
        std::erase_if(of, [&](const Wait &wait) { return waits.count(wait.to) == 0; });
}

/// How each session that can be reached from \a start was reached first; \a start itself only by a circle.
std::map<SessionId, const Wait *> reached(const Waits &waits, SessionId start)
{
    std::map<SessionId, const Wait *> by;
    std::deque<SessionId> next{start};
    while (!next.empty()) {
        const auto from = waits.find(next.front());
        next.pop_front();
        if (from == waits.end())
            continue;
        for (const Wait &wait : from->second) {
            if (by.try_emplace(wait.to, &wait).second)
                next.push_back(wait.to);
        }
    }
    return by;
}

std::vector<WaitCycleStep> wayRound(const std::map<SessionId, const Wait *> &by, SessionId start)
{
    std::vector<WaitCycleStep> steps;
    SessionId at = start;
    do {
        const Wait *wait = by.at(at);
        steps.insert(steps.begin(), wait->step);
        at = wait->step.session;
    } while (at != start);
    return steps;
}

} // namespace

WaitGraph waitGraph(const std::vector<const LockQueue *> &queues, const ServerReading &reading)
{
    Builder builder(reading);
    for (const LockQueue *queue : queues) {
        if (queue != nullptr)
            builder.add(*queue);
    }
    return builder.take();
}

std::vector<WaitCycle> waitCycles(const WaitGraph &graph)
{
    Waits waits = waitsOf(graph);
    dropWhoWillBeServed(waits);
    std::vector<WaitCycle> found;
    QSet<SessionId> done;
    for (const auto &[session, of] : waits) {
        if (done.contains(session))
            continue;
        const auto ahead = reached(waits, session);
        if (ahead.count(session) == 0)
            continue;
        WaitCycle circle;
        circle.steps = wayRound(ahead, session);
        for (const auto &[other, by] : ahead) {
            if (!done.contains(other) && reached(waits, other).count(session) > 0)
                circle.sessions << other;
        }
        done += QSet<SessionId>(circle.sessions.begin(), circle.sessions.end());
        found.push_back(std::move(circle));
    }
    return found;
}

// ---- deadlocks ----

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
        const QString session = step.session.toHex();
        waits << Text::en("%1 waits in %2")
                     .arg(step.name.isEmpty() ? session : u"%1 (%2)"_s.arg(step.name, session), step.lock);
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

} // namespace lockscope::findings
