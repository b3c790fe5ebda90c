// SPDX-License-Identifier: Apache-2.0
#include "core/history/world.h"

#include "core/base/path.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

namespace {

/// Walks two sorted maps side by side; null where one of them has no such entry.
template<typename Map, typename Take>
void walkBoth(const Map &from, const Map &to, Take take)
{
    auto old = from.begin();
    auto now = to.begin();
    while (old != from.end() || now != to.end()) {
        if (now == to.end() || (old != from.end() && old->first < now->first)) {
            take(old->first, &old->second, nullptr);
            ++old;
        } else if (old == from.end() || now->first < old->first) {
            take(now->first, nullptr, &now->second);
            ++now;
        } else {
            take(old->first, &old->second, &now->second);
            ++old;
            ++now;
        }
    }
}

} // namespace

void Changes::unite(const Changes &other)
{
    directories.unite(other.directories);
    clients.unite(other.clients);
    clientsRemoved.unite(other.clientsRemoved);
    connection = connection || other.connection;
    observation = observation || other.observation;
    servers = servers || other.servers;
    nodesRead += other.nodesRead;
}

void World::apply(const Event &event, Changes &changes)
{
    m_atNs = event.atNs;
    m_number = event.number;
    std::visit([&](const auto &what) { on(what, changes); }, event.what);
    followClient(event, changes);
}

Changes World::apply(const EventBatch &batch)
{
    Changes changes;
    for (const Event &event : batch)
        apply(event, changes);
    return changes;
}

const locks::LockQueue &World::queue(const QString &path) const
{
    LockTree::Reading &reading = m_tree.read(path, m_atNs);
    if (std::exchange(reading.isNew, false))
        reading.kept.setFindings(m_findings.findingsOf(reading.kept.queue(), m_atNs) + reading.byNames);
    return reading.kept.queue();
}

std::vector<const locks::LockQueue *> World::allQueues() const
{
    std::vector<const locks::LockQueue *> queues;
    for (const QString &path : lockPaths())
        queues.push_back(&queue(path));
    return queues;
}

QSet<SessionId> World::ownSessions() const
{
    return m_connection.session.isNull() ? QSet<SessionId>() : QSet<SessionId>{m_connection.session};
}

QList<locks::Finding> World::findingsAcrossLocks() const
{
    QList<locks::Finding> findings;
    for (const locks::WaitCycle &circle : deadlocks())
        findings += locks::findingOf(circle);
    return findings;
}

locks::WaitGraph World::waitGraph() const
{
    return locks::waitGraph(allQueues(), locks::arranged(knowledge(), ownSessions()));
}

void World::setThresholds(const locks::Thresholds &thresholds)
{
    m_findings.setThresholds(thresholds);
    Changes changes;
    findAnew(changes);
}

void World::findAnew(Changes &changes)
{
    m_tree.eachReading([&](const QString &path, LockTree::Reading &reading) {
        auto findings = m_findings.findingsOf(reading.kept.queue(), m_atNs) + reading.byNames;
        if (findings == reading.kept.queue().findings)
            return;
        reading.kept.setFindings(std::move(findings));
        changes.directories.insert(path);
    });
}

qsizetype World::weight() const
{
    return m_tree.weight() + static_cast<qsizetype>(m_clients.size()) + m_sessions.size() + m_clientBySession.size()
           + m_herd.weight() + m_findings.weight();
}

// ---- the observer ----

void World::on(const ConnectionChanged &event, Changes &changes)
{
    // What was seen of another ensemble is not true of this one.
    if (!event.endpoint.isEmpty() && event.endpoint != m_connection.endpoint) {
        Touched touched;
        m_tree.dropAll(touched);
        noteTouched(touched, changes);
        m_servers = {};
        m_findings.clear();
        changes.servers = true;
    }
    m_connection = event;
    changes.connection = true;
}

void World::on(const ObservationChanged &event, Changes &changes)
{
    Touched touched;
    if (event.freshness == Freshness::Empty || event.root.isEmpty())
        m_tree.dropAll(touched);
    else if (event.root != m_observation.root)
        m_tree.dropOutside(event.root, touched);
    noteTouched(touched, changes);
    if (event.freshness != Freshness::Stale)
        m_staleSinceNs = 0;
    else if (m_staleSinceNs == 0)
        m_staleSinceNs = m_atNs;
    m_observation = event;
    changes.observation = true;
}

void World::on(const DirectoryListed &event, Changes &changes)
{
    Touched touched;
    m_tree.list(event, m_atNs, touched);
    noteZxid(event.stat);
    m_findings.listed(event.path, event.stat, m_atNs);
    noteTouched(touched, changes);
}

void World::on(const DirectoryUnreadable &event, Changes &changes)
{
    Touched touched;
    m_tree.refuse(event, touched);
    noteTouched(touched, changes);
}

void World::on(const NodeResolved &event, Changes &changes)
{
    Touched touched;
    m_tree.resolve(event, touched);
    noteZxid(event.stat);
    noteTouched(touched, changes);
}

void World::on(const NodeVanished &event, Changes &changes)
{
    // Only the listing of its parent takes it out of there: it may have been created again meanwhile.
    Touched touched;
    m_tree.dropTree(event.path, touched);
    noteTouched(touched, changes);
}

void World::on(const ServersProbed &event, Changes &changes)
{
    m_servers = event;
    changes.servers = true;
    Touched touched;
    m_tree.noteWatchedNodes(event.knowledge, touched);
    noteTouched(touched, changes);
    m_findings.read(allQueues(), event.knowledge, ownSessions(), m_atNs);
    findAnew(changes);
}

// ---- simulated clients ----

const Client *World::client(ClientId id) const
{
    const auto found = m_clients.find(id);
    return found == m_clients.end() ? nullptr : &found->second;
}

const Client *World::clientOfSession(SessionId session) const
{
    const auto found = m_clientBySession.constFind(session);
    return found == m_clientBySession.cend() ? nullptr : client(*found);
}

void World::followClient(const Event &event, Changes &changes)
{
    const ClientId id = clientOf(event.what);
    if (id.isNull())
        return;
    if (std::holds_alternative<ClientSpawned>(event.what))
        return spawn(event, changes);
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return;
    Client &client = found->second;
    const ClientTurn turn = follow(client, event);
    if (!turn.told)
        return;
    if (std::holds_alternative<ClientRemoved>(event.what))
        return removeClient(id, changes);
    changes.clients.insert(id);
    if (turn.stateTold && turn.stopped)
        m_herd.released(client.spec.lock, id, m_atNs);
    if (const auto *connection = std::get_if<ClientConnection>(&event.what))
        noteSession(id, connection->session);
    if (std::holds_alternative<ClientRequest>(event.what))
        m_herd.requested(client.spec.lock, id);
    if (std::holds_alternative<ClientWatchFired>(event.what))
        m_herd.woken(client.spec.lock, id);
}

void World::spawn(const Event &event, Changes &changes)
{
    const auto &spec = std::get<ClientSpawned>(event.what);
    removeClient(spec.id, changes); // one that had this id before
    follow(m_clients[spec.id], event);
    changes.clients.insert(spec.id);
    changes.clientsRemoved.remove(spec.id);
    if (spec.recipe == locks::RecipeId::Ephemeral) {
        Touched touched;
        m_tree.noteNodeLock(spec.lock, touched);
        noteTouched(touched, changes);
    }
}

void World::removeClient(ClientId id, Changes &changes)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return;
    const ClientSpawned spec = std::move(found->second.spec);
    m_clients.erase(found);
    for (const SessionId session : m_sessions.take(id))
        forgetSession(session, id);
    m_herd.left(spec.lock, id);
    forgetHerdOf(spec.lock);
    if (spec.recipe == locks::RecipeId::Ephemeral) {
        Touched touched;
        m_tree.leaveNodeLock(spec.lock, touched);
        noteTouched(touched, changes);
    }
    changes.clients.remove(id);
    changes.clientsRemoved.insert(id);
}

void World::noteSession(ClientId id, SessionId session)
{
    constexpr qsizetype kept = 32; // of one client: nodes of an older one went long ago
    if (session.isNull())
        return;
    m_clientBySession.insert(session, id);
    QList<SessionId> &sessions = m_sessions[id];
    if (!sessions.isEmpty() && sessions.last() == session)
        return;
    sessions.append(session);
    if (sessions.size() > kept)
        forgetSession(sessions.takeFirst(), id);
}

void World::forgetSession(SessionId session, ClientId client)
{
    const auto owner = m_clientBySession.constFind(session);
    if (owner != m_clientBySession.cend() && *owner == client)
        m_clientBySession.erase(owner);
}

void World::forgetHerdOf(const QString &lock)
{
    if (!directory(lock) && m_herd.newest(lock)
        && std::none_of(m_clients.begin(), m_clients.end(),
                        [&](const auto &entry) { return entry.second.spec.lock == lock; }))
        m_herd.forget(lock);
}

void World::on(const ServerNode &event, Changes &)
{
    m_newestZxid = std::max(m_newestZxid, event.czxid);
}

// ---- parts ----

void World::noteTouched(const Touched &touched, Changes &changes)
{
    changes.nodesRead += touched.nodesRead;
    for (const QString &path : touched.paths) {
        changes.directories.insert(path);
        if (directory(path))
            continue;
        m_findings.gone(path, m_atNs);
        forgetHerdOf(path);
    }
}

void World::noteZxid(const NodeStat &stat)
{
    m_newestZxid = std::max({m_newestZxid, stat.czxid, stat.mzxid, stat.pzxid});
}

// ---- two of them ----

Changes differences(const World &from, const World &to)
{
    Changes changes;
    walkBoth(from.directories(), to.directories(),
             [&](const QString &path, const Directory *old, const Directory *now) {
                 if (!old || !now || *old != *now)
                     changes.directories.insert(path);
             });
    walkBoth(from.clients(), to.clients(), [&](ClientId id, const Client *old, const Client *now) {
        if (!now)
            changes.clientsRemoved.insert(id);
        else if (!old || *old != *now)
            changes.clients.insert(id);
    });
    changes.connection = from.connection() != to.connection();
    changes.observation = from.observation() != to.observation();
    changes.servers = from.knowledge() != to.knowledge() || from.servers() != to.servers();
    return changes;
}

} // namespace lockscope::journal
