// SPDX-License-Identifier: Apache-2.0
#include "core/locks/deadlock.h"

#include <QSet>

#include <algorithm>
#include <map>

namespace lockscope::locks {

namespace {

using Graph = std::map<SessionId, QSet<SessionId>>;

std::optional<SessionId> ownerOf(const Contender &contender)
{
    const auto &stat = contender.node.stat;
    return stat && stat->isEphemeral() ? std::optional(stat->ephemeralOwner) : std::nullopt;
}

Graph waitsOf(const std::vector<LockQueue> &queues)
{
    Graph graph;
    for (const LockQueue &queue : queues) {
        for (const Contender &waiter : queue.contenders) {
            const auto from = ownerOf(waiter);
            for (const int index : waiter.waitsFor) {
                const auto to = ownerOf(queue.contenders[static_cast<size_t>(index)]);
                if (from && to && from != to)
                    graph[*from].insert(*to);
            }
        }
    }
    return graph;
}

/// All that can be reached from \a start, itself only by a circle. Not recursive: queues may be long.
QSet<SessionId> reachable(const Graph &graph, SessionId start)
{
    QSet<SessionId> seen;
    QList<SessionId> next{start};
    while (!next.isEmpty()) {
        const auto node = graph.find(next.takeLast());
        if (node == graph.end())
            continue;
        for (const SessionId to : node->second) {
            if (!seen.contains(to)) {
                seen.insert(to);
                next << to;
            }
        }
    }
    return seen;
}

/// Without those that wait for somebody who waits for nobody: what is left has circles, or waits for one.
void dropWhoWillBeServed(Graph &graph)
{
    bool dropped = true;
    while (dropped) {
        dropped = false;
        for (auto node = graph.begin(); node != graph.end();) {
            QSet<SessionId> &waitsFor = node->second;
            waitsFor.removeIf([&](SessionId to) { return graph.count(to) == 0; });
            dropped |= waitsFor.isEmpty();
            node = waitsFor.isEmpty() ? graph.erase(node) : std::next(node);
        }
    }
}

} // namespace

QList<QList<SessionId>> deadlocks(const std::vector<LockQueue> &queues)
{
    Graph graph = waitsOf(queues);
    dropWhoWillBeServed(graph);
    QList<QList<SessionId>> circles;
    QSet<SessionId> done;
    for (const auto &[session, waitsFor] : graph) {
        const QSet<SessionId> ahead = reachable(graph, session);
        if (done.contains(session) || !ahead.contains(session))
            continue;
        QList<SessionId> circle;
        for (const SessionId other : ahead) {
            if (reachable(graph, other).contains(session))
                circle << other;
        }
        std::sort(circle.begin(), circle.end());
        done += QSet<SessionId>(circle.begin(), circle.end());
        circles << circle;
    }
    return circles;
}

} // namespace lockscope::locks
