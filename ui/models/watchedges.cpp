// SPDX-License-Identifier: Apache-2.0
#include "ui/models/watchedges.h"

#include "core/base/path.h"

#include <QSet>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::Contender;
using locks::LockQueue;

namespace {

bool isPlain(const Contender &contender)
{
    return contender.waits.size() == 1 && contender.waits.front() == -1;
}

bool goesBefore(const QueueEdge &a, const QueueEdge &b)
{
    return a.from != b.from ? a.from < b.from : a.to < b.to;
}

EdgeBlame blameOf(const QList<locks::Finding> &findings)
{
    static const QSet<QString> aboutWatches{u"wrong-watch"_s,  u"mutual-wait"_s,        u"herd"_s,
                                            u"leaked-watch"_s, u"order-disagreement"_s, u"self-watch"_s};
    static const QSet<QString> aboutNoWatch{u"no-watch"_s, u"lost-wakeup"_s};
    EdgeBlame blame;
    for (const locks::Finding &finding : findings) {
        if (aboutNoWatch.contains(finding.id))
            blame.withoutWatch += QSet<QString>(finding.nodes.cbegin(), finding.nodes.cend());
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

OwnWatches takeOwnWatches(const QString &path, const journal::World &world, Watchers &watchers)
{
    OwnWatches own;
    QList<const journal::Client *> telling;
    const QSet<ClientId> clients = world.clientsOf(path);
    for (const ClientId id : clients) {
        const journal::Client *client = world.client(id);
        if (client->session.isNull() || client->isGone())
            continue; // its watches are the server's until the session ends
        own.sessions.insert(client->session);
        telling += client;
    }
    if (telling.isEmpty())
        return own;
    for (QList<SessionId> &sessions : watchers)
        sessions.removeIf([&](SessionId session) { return own.sessions.contains(session); });
    watchers.removeIf([](const auto &watched) { return watched.value().isEmpty(); });
    const QString below = joinPath(path, u"");
    for (const journal::Client *client : std::as_const(telling)) {
        for (const journal::ClientWatch &watch : client->watching) {
            if (watch.ofChildren && watch.path.startsWith(path)) {
                own.ofDirectory.insert(client->session);
                continue;
            }
            QList<SessionId> &sessions = watchers[watch.path == path             ? baseName(path)
                                                  : watch.path.startsWith(below) ? watch.path.mid(below.size())
                                                                                 : watch.path];
            if (!sessions.contains(client->session))
                sessions += client->session;
        }
    }
    return own;
}

void QueueEdges::follow(const LockQueue &queue)
{
    EdgeBlame blame = blameOf(queue.findings);
    const bool sameBlame = blame.deadlocked == m_blame.deadlocked && blame.withoutWatch == m_blame.withoutWatch;
    const LockQueue before = std::exchange(m_queue, queue); // its blocks stay until its parts are compared
    m_blame = std::move(blame);
    m_parts = partsOf(queue, sameBlame && before.path == queue.path);
    m_plain = {};
    m_others.clear();
    std::vector<int> watched;
    for (size_t number = 0; number < m_parts.size(); ++number)
        add(m_parts[number], queue.contenders.stretch(number), watched);
    addUncalled(watched);
    std::sort(m_others.begin(), m_others.end(), goesBefore);
}

/// Parts that are known are taken over.
std::vector<QueueEdges::Part> QueueEdges::partsOf(const LockQueue &queue, bool sameBlame) const
{
    const locks::ContenderList &all = queue.contenders;
    QHash<const void *, const Part *> known;
    for (const Part &part : m_parts) {
        if (sameBlame)
            known.insert(part.identity[1], &part);
    }
    std::vector<Part> parts;
    parts.reserve(all.stretchCount());
    const auto identity = [&all](size_t number) {
        return number < all.stretchCount() ? all.stretch(number).identity : nullptr;
    };
    for (size_t number = 0; number < all.stretchCount(); ++number) {
        const std::array around{number > 0 ? identity(number - 1) : nullptr, identity(number), identity(number + 1)};
        const Part *same = known.value(around[1]);
        if (same && same->identity == around && same->odd.empty()) { // an odd wait may be for any contender
            parts.push_back(*same);
            continue;
        }
        Part part;
        part.identity = around;
        look(part, all.stretch(number));
        parts.push_back(std::move(part));
    }
    return parts;
}

void QueueEdges::look(Part &part, const locks::ContenderList::Stretch &stretch) const
{
    const locks::ContenderSummary &summary = *stretch.summary;
    const bool isBlamed = !m_blame.deadlocked.isEmpty() || !m_blame.withoutWatch.isEmpty();
    if (summary.isLine && m_watchers.isEmpty() && m_own.sessions.isEmpty() && !isBlamed) {
        part.plain[size_t(QueueEdge::Kind::Expected)] = int(summary.count - summary.free);
        return;
    }
    const int first = int(stretch.first);
    auto contender = m_queue.contenders.begin() + first;
    for (int index = first; index < int(stretch.end); ++index, ++contender) {
        if (isPlain(*contender)) {
            if (const auto edge = waitOf(index, index - 1))
                ++part.plain[size_t(edge->kind)];
        } else {
            for (const int offset : contender->waits) {
                auto edge = waitOf(index, index + offset);
                if (!edge)
                    continue;
                edge->from -= first;
                edge->to -= first;
                part.odd.push_back(*edge);
            }
        }
        if (m_own.ofDirectory.contains(contender->node.owner()) && contender->state != locks::ContenderState::Holding)
            part.toDirectory.push_back(index - first);
        const auto watched = m_watchers.constFind(contender->node.name);
        if (watched == m_watchers.cend())
            continue;
        const auto behind = contender + 1;
        const bool isAwaited = behind != m_queue.contenders.end() && behind->waits.contains(-1);
        if (!isAwaited || watched->size() != 1 || watched->front() != behind->node.owner())
            part.watchedByMore.push_back(index - first);
    }
}

void QueueEdges::add(const Part &part, const locks::ContenderList::Stretch &stretch, std::vector<int> &watched)
{
    const int first = int(stretch.first);
    for (size_t kind = 0; kind < m_plain.size(); ++kind)
        m_plain[kind] += part.plain[kind];
    for (QueueEdge edge : part.odd) {
        edge.from += first;
        edge.to += first;
        m_others.push_back(edge);
    }
    for (const int index : part.watchedByMore)
        watched.push_back(first + index);
    for (const int index : part.toDirectory) {
        m_others.push_back({first + index, QueueEdge::directory,
                            isBlamed(first + index) ? QueueEdge::Kind::Wrong : QueueEdge::Kind::Reported, true});
    }
}

/// A finding names it for what it watches.
bool QueueEdges::isBlamed(int index) const
{
    return !m_blame.wrongWatchers.isEmpty()
           && m_blame.wrongWatchers.contains(m_queue.pathOf(m_queue.contenders[size_t(index)]));
}

/// Watches that the rule does not call for: among those on these nodes.
void QueueEdges::addUncalled(const std::vector<int> &watched)
{
    const auto watchersOn = [this](int index) { return m_watchers.value(m_queue.contenders[size_t(index)].node.name); };
    QHash<SessionId, std::vector<int>> bySession;
    for (const int index : watched) {
        for (const SessionId session : watchersOn(index))
            bySession.insert(session, {});
    }
    if (bySession.isEmpty())
        return;
    int index = 0;
    for (const Contender &contender : m_queue.contenders) {
        if (const auto own = bySession.find(contender.node.owner()); own != bySession.end() && !own.key().isNull())
            own->push_back(index);
        ++index;
    }
    for (const int to : watched) {
        for (const SessionId session : watchersOn(to)) {
            const std::vector<int> own = bySession.value(session);
            const auto isCalledUpon = [&](int waiter) {
                return m_queue.contenders[size_t(waiter)].waits.contains(to - waiter);
            };
            if (own.empty() || std::any_of(own.begin(), own.end(), isCalledUpon))
                continue;
            const auto behind = std::upper_bound(own.begin(), own.end(), to);
            const int from = behind != own.end() ? *behind : own.front();
            m_others.push_back({from, to, isBlamed(from) ? QueueEdge::Kind::Wrong : QueueEdge::Kind::Reported, true});
        }
    }
}

bool QueueEdges::isDeadlocked(int index) const
{
    return !m_blame.deadlocked.isEmpty()
           && m_blame.deadlocked.contains(m_queue.pathOf(m_queue.contenders[size_t(index)]));
}

/// The watch that the rule calls for, and whether it was reported; nothing where its client reports other watches, or a
/// finding says that there is none.
std::optional<QueueEdge> QueueEdges::waitOf(int from, int to) const
{
    QueueEdge edge{from, to, QueueEdge::Kind::Expected, false};
    const Contender &waiter = m_queue.contenders[size_t(from)];
    if (!m_watchers.isEmpty()) {
        const auto found = m_watchers.constFind(m_queue.contenders[size_t(to)].node.name);
        edge.reported = found != m_watchers.cend() && found->contains(waiter.node.owner());
    }
    edge.reported |= !waiter.hasNode(); // it watches the one node, or a database reported whom it waits for
    const bool isOfCircle = isDeadlocked(from) && isDeadlocked(to);
    const auto isWithoutWatch = [&] {
        return !m_blame.withoutWatch.isEmpty() && m_blame.withoutWatch.contains(m_queue.pathOf(waiter));
    };
    if (!edge.reported && !isOfCircle && (isReportedByClient(waiter) || isWithoutWatch()))
        return std::nullopt;
    if (isOfCircle)
        edge.kind = QueueEdge::Kind::Wrong;
    else if (edge.reported)
        edge.kind = QueueEdge::Kind::Reported;
    return edge;
}

std::optional<QueueEdge> QueueEdges::plain(int index) const
{
    const bool isThere = index > 0 && index < int(m_queue.contenders.size());
    return isThere && isPlain(m_queue.contenders[size_t(index)]) ? waitOf(index, index - 1) : std::nullopt;
}

std::vector<QueueEdge> QueueEdges::from(int index) const
{
    std::vector<QueueEdge> edges;
    if (const auto edge = plain(index))
        edges.push_back(*edge);
    const auto first = std::lower_bound(m_others.begin(), m_others.end(), index,
                                        [](const QueueEdge &edge, int wanted) { return edge.from < wanted; });
    for (auto edge = first; edge != m_others.end() && edge->from == index; ++edge)
        edges.push_back(*edge);
    std::sort(edges.begin(), edges.end(), goesBefore);
    return edges;
}

std::vector<QueueEdge> QueueEdges::all() const
{
    std::vector<QueueEdge> edges = m_others;
    for (int index = 1; index < int(m_queue.contenders.size()); ++index) {
        if (const auto edge = plain(index))
            edges.push_back(*edge);
    }
    std::sort(edges.begin(), edges.end(), goesBefore);
    return edges;
}

std::vector<QueueEdge> queueEdges(const LockQueue &queue, const Watchers &watchers)
{
    QueueEdges edges(watchers);
    edges.follow(queue);
    return edges.all();
}

} // namespace lockscope::ui
