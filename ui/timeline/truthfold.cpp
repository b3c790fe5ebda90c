// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/truthfold.h"

#include "core/base/path.h"
#include "core/locks/dialect.h"

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void TruthFold::apply(const journal::ServerNode &event, qint64 atNs)
{
    using Life = journal::ServerNode::Life;
    if (event.life == Life::Gone)
        gone(event.path, atNs);
    else if (!event.owner.isNull() && !event.czxid.isNull())
        born(event.path, event.czxid, event.owner, atNs);
}

void TruthFold::apply(const journal::NodeResolved &event, qint64 atNs)
{
    if (event.stat.isEphemeral())
        born(event.path, event.stat.czxid, event.stat.owner(), atNs);
}

void TruthFold::apply(const journal::DirectoryListed &event, qint64 atNs)
{
    for (const QString &name : event.removed)
        gone(joinPath(event.path, name), atNs);
}

void TruthFold::apply(const journal::NodeVanished &event, qint64 atNs)
{
    const auto queue = m_queues.find(event.path);
    if (queue != m_queues.end()) {
        QStringList paths;
        for (const auto &[czxid, node] : queue->second)
            paths += node.path;
        for (const QString &path : std::as_const(paths))
            gone(path, atNs);
    }
    gone(event.path, atNs);
}

void TruthFold::apply(const journal::ReleaseForced &event, qint64 atNs)
{
    if (!event.error)
        gone(event.node, atNs);
}

void TruthFold::apply(const journal::ClientWatchFired &event, qint64 atNs)
{
    const int to = m_index.laneOf(event.id);
    // The observer may tell of the node's end later than the watch does: then it is alive here still.
    int from = m_lastGone.value(event.path, -1);
    const auto alive = m_nodes.constFind(event.path);
    if (alive != m_nodes.cend()) {
        const auto queue = m_queues.find(parentPath(event.path));
        if (queue != m_queues.end() && queue->second.contains(*alive))
            from = queue->second.at(*alive).lane;
    }
    if (to >= 0 && from >= 0 && from != to)
        m_index.m_wakes.push_back({atNs, from, to});
}

void TruthFold::born(const QString &path, Zxid czxid, SessionId owner, qint64 atNs)
{
    const auto known = m_nodes.constFind(path);
    if (known != m_nodes.cend() && *known >= czxid)
        return;
    const QString directory = parentPath(path);
    const auto name = locks::viewName(baseName(path));
    const int simulated = m_index.laneOf(owner);
    // Any other ephemeral node is a lock only if one of our clients takes it as one.
    const bool isPlainLock =
        !name && simulated >= 0 && m_index.m_lanes[static_cast<size_t>(simulated)].locks.contains(path);
    if (!name && !isPlainLock)
        return;
    gone(path, atNs);
    const int lane = m_index.laneFor(owner);
    m_index.lane(lane).locks += isPlainLock ? path : directory;
    Node node{path, lane, owner, name && name->mode == locks::Mode::Shared,
              name && name->kind == locks::NameKind::Lease};
    Queue &queue = m_queues[directory];
    queue.insert_or_assign(czxid, node);
    m_nodes.insert(path, czxid);
    ++m_standings[lane].waiting;
    serve(queue, atNs); // first: a node that holds at once has never waited
    show(lane, atNs);
}

void TruthFold::gone(const QString &path, qint64 atNs)
{
    const auto known = m_nodes.constFind(path);
    if (known == m_nodes.cend())
        return;
    const QString directory = parentPath(path);
    Queue &queue = m_queues[directory];
    const auto found = queue.find(*known);
    m_nodes.erase(known);
    if (found == queue.end())
        return;
    const Node node = found->second;
    queue.erase(found);
    Standing &standing = m_standings[node.lane];
    --(node.holds ? standing.holding : standing.waiting);
    m_lastGone.insert(path, node.lane);
    m_lastGone.insert(directory, node.lane);
    constexpr qsizetype remembered = 20'000;
    if (m_lastGone.size() > remembered)
        m_lastGone.clear();
    show(node.lane, atNs);
    serve(queue, atNs);
}

void TruthFold::serve(Queue &queue, qint64 atNs)
{
    bool writerBefore = false;
    SessionId head;
    bool isFirst = true;
    for (auto &[czxid, node] : queue) {
        // Curator's downgrade: the reader of the writer at the head holds with it.
        const bool holds = node.isLease || isFirst || (node.shared && (!writerBefore || node.owner == head));
        if (isFirst)
            head = node.owner;
        writerBefore |= !node.shared && !node.isLease;
        isFirst = false;
        if (holds != node.holds) {
            node.holds = holds;
            Standing &standing = m_standings[node.lane];
            standing.holding += holds ? 1 : -1;
            standing.waiting += holds ? -1 : 1;
            if (holds && m_index.m_lanes[static_cast<size_t>(node.lane)].client.isNull())
                m_index.m_grants.push_back(atNs);
            show(node.lane, atNs);
        } else if (!holds && writerBefore) {
            break; // nobody behind one who waits, and waited before, has changed
        }
    }
}

void TruthFold::show(int lane, qint64 atNs)
{
    const Standing &standing = m_standings[lane];
    Track &truth = m_index.lane(lane).truth;
    if (standing.holding > 0)
        truth.begin(atNs, SpanState::Holding);
    else if (standing.waiting > 0)
        truth.begin(atNs, SpanState::Waiting);
    else
        truth.end(atNs);
}

} // namespace lockscope::ui
