// SPDX-License-Identifier: Apache-2.0
#include "ui/models/watchedges.h"

#include "core/base/path.h"
#include "ui/models/sessiontext.h"

#include <QSet>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Contender;
using locks::LockQueue;

namespace {

SessionId ownerOf(const Contender &contender)
{
    return contender.node.stat ? contender.node.stat->ephemeralOwner : SessionId{};
}

/// What findings say of edges: whose watches are wrong, and who is in a deadlock.
struct Blame
{
    QSet<QString> wrongWatchers; ///< paths of nodes
    QSet<QString> deadlocked;
};

Blame blameOf(const QList<locks::Finding> &findings)
{
    static const QSet<QString> aboutWatches{u"wrong-watch"_s,  u"mutual-wait"_s,        u"herd"_s,
                                            u"leaked-watch"_s, u"order-disagreement"_s, u"self-watch"_s};
    Blame blame;
    for (const locks::Finding &finding : findings) {
        if (finding.severity == locks::Finding::Severity::Note)
            continue;
        if (aboutWatches.contains(finding.id))
            blame.wrongWatchers += QSet<QString>(finding.nodes.cbegin(), finding.nodes.cend());
        else if (finding.id == "deadlock"_L1)
            blame.deadlocked += QSet<QString>(finding.nodes.cbegin(), finding.nodes.cend());
    }
    return blame;
}

} // namespace

Watchers watchersOf(const QString &path, const locks::Knowledge &knowledge)
{
    Watchers out;
    const QString below = joinPath(path, u"");
    // Part of a lock may lie beside it: the queue of a semaphore.
    const QString beside = joinPath(parentPath(path).isEmpty() ? path : parentPath(path), u"");
    for (auto watched = knowledge.watchers.cbegin(); watched != knowledge.watchers.cend(); ++watched) {
        const QString &node = watched.key();
        if (node == path)
            out.insert(baseName(path), *watched); // of a plain lock it is its own node
        else if (node.startsWith(below))
            out.insert(node.mid(below.size()), *watched);
        else if (node.startsWith(beside))
            out.insert(node, *watched);
    }
    return out;
}

std::vector<QueueEdge> queueEdges(const LockQueue &queue, const Watchers &watchers)
{
    std::vector<QueueEdge> edges;
    const Blame blame = blameOf(queue.findings);
    const auto isDeadlocked = [&](int index) {
        return !blame.deadlocked.isEmpty()
               && blame.deadlocked.contains(nodePath(queue, queue.contenders[size_t(index)]));
    };
    // What the rule calls for, and whether a server told of it.
    for (size_t from = 0; from < queue.contenders.size(); ++from) {
        const Contender &waiter = queue.contenders[from];
        for (const int to : queue.waitsFor(int(from))) {
            QueueEdge edge{int(from), to, QueueEdge::Kind::Expected, false};
            if (!watchers.isEmpty()) {
                const auto found = watchers.constFind(queue.contenders[size_t(to)].node.name);
                edge.reported = found != watchers.cend() && found->contains(ownerOf(waiter));
            }
            if (isDeadlocked(int(from)) && isDeadlocked(to))
                edge.kind = QueueEdge::Kind::Wrong;
            else if (edge.reported)
                edge.kind = QueueEdge::Kind::Reported;
            edges.push_back(edge);
        }
    }
    if (watchers.isEmpty())
        return edges;

    // Watches that the rule does not call for.
    QHash<SessionId, std::vector<int>> bySession;
    for (size_t i = 0; i < queue.contenders.size(); ++i) {
        const SessionId owner = ownerOf(queue.contenders[i]);
        if (!owner.isNull())
            bySession[owner].push_back(int(i));
    }
    for (size_t to = 0; to < queue.contenders.size(); ++to) {
        const auto found = watchers.constFind(queue.contenders[to].node.name);
        if (found == watchers.cend())
            continue;
        for (const SessionId session : *found) {
            const std::vector<int> own = bySession.value(session);
            const auto isCalledUpon = [&](int index) { return queue.waitsFor(index).contains(int(to)); };
            if (own.empty() || std::any_of(own.begin(), own.end(), isCalledUpon))
                continue;
            const auto behind = std::upper_bound(own.begin(), own.end(), int(to));
            const int from = behind != own.end() ? *behind : own.front();
            const bool wrong = !blame.wrongWatchers.isEmpty()
                               && blame.wrongWatchers.contains(nodePath(queue, queue.contenders[size_t(from)]));
            edges.push_back({from, int(to), wrong ? QueueEdge::Kind::Wrong : QueueEdge::Kind::Reported, true});
        }
    }
    std::sort(edges.begin(), edges.end(),
              [](const QueueEdge &a, const QueueEdge &b) { return a.from != b.from ? a.from < b.from : a.to < b.to; });
    return edges;
}

} // namespace lockscope::ui
