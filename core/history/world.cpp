// SPDX-License-Identifier: Apache-2.0
#include "core/history/world.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/history/ownclients.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

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

void setProven(LockReading &reading, SharedOptional<locks::LockQueue> proven)
{
    if (proven || reading.proven)
        reading.whole = LockReadings::anotherWhole();
    reading.proven = std::move(proven);
}

/// Sessions whose client has another address: clients of other programs are shown by it.
QSet<SessionId> renamedBetween(const locks::Knowledge &before, const locks::Knowledge &after)
{
    QSet<SessionId> renamed;
    for (const locks::SessionFacts &facts : before.sessions) {
        const locks::SessionFacts *now = lookUp(after.sessions, facts.id);
        if (!now || now->client != facts.client)
            renamed.insert(facts.id);
    }
    for (const locks::SessionFacts &facts : after.sessions) {
        if (!facts.client.isEmpty() && !before.sessions.contains(facts.id))
            renamed.insert(facts.id);
    }
    return renamed;
}

} // namespace

void Changes::unite(const Changes &other)
{
    directories.unite(other.directories);
    clients.subtract(other.clientsRemoved);
    clients.unite(other.clients);
    clientsRemoved.subtract(other.clients);
    clientsRemoved.unite(other.clientsRemoved);
    connection = connection || other.connection;
    observation = observation || other.observation;
    tree = tree || other.tree;
    servers = servers || other.servers;
    renamed.unite(other.renamed);
    nodesRead += other.nodesRead;
    gone += other.gone;
}

void NumbersTaken::take(qint64 number)
{
    least = count == 0 ? number : std::min(least, number);
    greatest = count == 0 ? number : std::max(greatest, number);
    ++count;
}

qint64 NumbersTaken::again() const
{
    const quint64 span = static_cast<quint64>(greatest) - static_cast<quint64>(least); // a recording may have any
    return count == 0 || span >= static_cast<quint64>(count) ? 0 : count - 1 - static_cast<qint64>(span);
}

void World::apply(const Event &event, Changes &changes)
{
    m_atNs = event.atNs;
    m_number = event.number;
    if (m_tree.hasEnded(m_atNs))
        changeTree(changes, &LockTree::endHolds, m_atNs);
    std::visit([&](const auto &what) { on(what, changes); }, event.what);
    if (const QString gone = provedGone(event.what); !gone.isEmpty())
        changeTree(changes, &LockTree::proveEnd, gone);
    followClient(event, changes);
}

Changes World::apply(const EventBatch &batch)
{
    Changes changes;
    for (const Event &event : batch)
        apply(event, changes);
    return changes;
}

LockReading &World::reading(const QString &path) const
{
    LockReading &reading = m_tree.read(path, m_atNs);
    if (std::exchange(reading.isNew, false)) {
        setProven(reading, {}); // it was so of the queue before
        evaluate(reading);
        reading.isWeighed = false;
        reading.withReports.reset();
    }
    return reading;
}

const locks::LockQueue &World::queueOnServers(const QString &path) const
{
    // Its findings, which nothing asks for at every change, are left for later where none of them proves a state.
    const LockReading &reading = m_findings.mayProveStates(path) ? this->reading(path) : m_tree.read(path, m_atNs);
    return reading.isNew ? reading.kept.queue() : reading.shown();
}

const locks::LockQueue &World::queue(const QString &path) const
{
    LockReading &reading = this->reading(path);
    const QSet<ClientId> *own = lookUp(m_clientsOf, path);
    if (!own)
        return reading.shown();
    if (m_outdated.known.remove(path) || !reading.withReports) {
        std::vector<const Client *> clients;
        for (const ClientId id : *own)
            clients.push_back(client(id));
        std::ranges::sort(clients, {}, [](const Client *one) { return one->spec.id; });
        locks::LockQueue queue =
            withClientReports(clients, reading.shown(), lookUp(m_databaseQueues, path), thresholds());
        queue.copies = m_keyCopies.value(path);
        reading.withReports = std::move(queue);
    }
    return *reading.withReports;
}

QString World::lockOf(const QString &directory) const
{
    const QString semaphore = semaphoreOf(directory);
    return semaphore.isEmpty() ? directory : semaphore;
}

std::vector<const locks::LockQueue *> World::allQueues() const
{
    std::vector<const locks::LockQueue *> queues;
    for (const QString &path : lockPaths())
        queues.push_back(&reading(path).kept.queue());
    return queues;
}

QSet<SessionId> World::ownSessions() const
{
    return m_connection.session.isNull() ? QSet<SessionId>() : QSet<SessionId>{m_connection.session};
}

QList<locks::Finding> World::findingsAcrossLocks() const
{
    QList<locks::Finding> findings;
    for (const findings::WaitCycle &circle : deadlocks())
        findings += findings::findingOf(circle);
    return findings;
}

findings::WaitGraph World::waitGraph() const
{
    return findings::waitGraph(allQueues(), locks::arranged(knowledge(), ownSessions()));
}

void World::setThresholds(const locks::Thresholds &thresholds)
{
    m_findings.setThresholds(thresholds);
    m_tree.readings().each([](const QString &, LockReading &reading) { reading.recheckAtNs = 0; });
    Changes changes;
    refreshFindings(changes);
}

void World::evaluateSymptoms(const locks::Knowledge &knowledge, Changes &changes)
{
    std::vector<LockReading *> readings;
    std::vector<findings::FindingMemory::ReadQueue> queues;
    for (const QString &path : lockPaths()) {
        LockReading &lock = reading(path);
        readings.push_back(&lock);
        queues.push_back({&lock.kept.queue(), std::exchange(lock.isWeighed, true)});
    }
    const bool wereDeadlocks = !deadlocks().empty(); // each is in the findings of its locks
    for (const size_t weighed : m_findings.read(queues, knowledge, ownSessions(), m_atNs))
        readings[weighed]->recheckAtNs = 0;
    if (wereDeadlocks || !deadlocks().empty())
        m_tree.readings().each([](const QString &, LockReading &lock) { lock.recheckAtNs = 0; });
    refreshFindings(changes);
}

bool World::evaluate(LockReading &reading) const
{
    const findings::FindingsNow now = m_findings.findingsNow(reading.kept.queue(), m_atNs);
    reading.recheckAtNs = now.againNs;
    const auto findings = now.findings + reading.byNames;
    if (findings == reading.kept.queue().findings)
        return false;
    reading.kept.setFindings(findings);
    SharedOptional<locks::LockQueue> proven;
    if (findings::isStateProven(reading.kept.queue()))
        proven = findings::asProven(reading.kept.queue());
    setProven(reading, std::move(proven));
    reading.withReports.reset();
    return true;
}

void World::refreshFindings(Changes &changes)
{
    m_tree.readings().each([&](const QString &path, LockReading &reading) {
        if (reading.recheckAtNs > m_atNs || !evaluate(reading))
            return;
        changes.directories.insert(path);
        changes.tree = true;
    });
}

qsizetype World::weight() const
{
    return m_tree.weight() + static_cast<qsizetype>(m_clients.size()) + m_sessions.size() + m_clientBySession.size()
           + m_clientsOf.size() + m_databaseQueues.size() + m_keyCopies.size() + m_numbers.size() + m_herd.weight()
           + m_findings.weight();
}

/// \a given: to that function of the tree.
template<typename Change, typename... Given>
void World::changeTree(Changes &changes, Change change, const Given &...given)
{
    Touched touched;
    (m_tree.*change)(given..., touched);
    changes.nodesRead += touched.nodesRead;
    changes.gone += touched.gone;
    changes.tree = changes.tree || !touched.paths.isEmpty();
    for (const QString &path : std::as_const(touched.paths)) {
        changes.directories.insert(path);
        if (directory(path))
            continue;
        m_findings.gone(path, m_atNs);
        forgetHerdOf(path);
    }
}

// ---- the observer ----

void World::on(const ConnectionChanged &event, Changes &changes)
{
    // What was seen of another ensemble is not true of this one.
    if (!event.endpoint.isEmpty() && event.endpoint != m_connection.endpoint) {
        changeTree(changes, &LockTree::dropAll);
        changes.renamed.unite(renamedBetween(m_servers.knowledge, {}));
        m_servers = {};
        m_findings.clear();
        m_databaseQueues.clear();
        m_keyCopies.clear();
        m_duel.clear();
        m_runRequest.clear();
        m_numbers.clear();
        changes.servers = true;
    }
    m_connection = event;
    changes.connection = true;
}

void World::on(const ObservationChanged &event, Changes &changes)
{
    if (event.freshness == Freshness::Empty || event.root.isEmpty())
        changeTree(changes, &LockTree::dropAll);
    else if (event.root != m_observation.root)
        changeTree(changes, &LockTree::dropOutside, event.root);
    if (event.freshness != Freshness::Stale)
        m_staleSinceNs = 0;
    else if (m_staleSinceNs == 0)
        m_staleSinceNs = m_atNs - event.unheardMs * nsPerMs;
    m_observation = event;
    m_observation.unheardMs = 0; // it is in staleSinceNs()
    changes.observation = true;
}

void World::on(const DirectoryListed &event, Changes &changes)
{
    noteZxid(event.stat);
    m_findings.listed(event.path, event.stat, m_atNs);
    changeTree(changes, &LockTree::list, event, m_atNs);
}

void World::on(const DirectoryUnreadable &event, Changes &changes)
{
    changeTree(changes, &LockTree::refuse, event);
}

void World::on(const NodeResolved &event, Changes &changes)
{
    noteZxid(event.stat);
    changeTree(changes, &LockTree::resolve, event);
}

void World::on(const NodeVanished &event, Changes &changes)
{
    // Only the listing of its parent takes it out of there: it may have been created again meanwhile.
    changeTree(changes, &LockTree::dropTree, event.path);
}

void World::on(const ServersProbed &event, Changes &changes)
{
    locks::Knowledge known = locks::carriedOn(m_servers.knowledge, event.knowledge);
    changes.servers = true;
    changes.renamed.unite(renamedBetween(m_servers.knowledge, known));
    m_servers = {event.servers, std::move(known)};
    if (event.knowledge.connectionsAlone)
        return; // findings need a whole reading
    if (!isFollowed(m_connection, m_observation))
        return; // what is shown may be gone long since
    changeTree(changes, &LockTree::noteWatchedNodes, event.knowledge);
    m_servers.knowledge.lines = m_tree.lines();
    evaluateSymptoms(knowledge(), changes);
}

void World::on(const QueueReported &event, Changes &changes)
{
    if (!m_clientsOf.contains(event.path))
        return; // its last client has gone since
    m_databaseQueues.insert(event.path, {event.connections, event.problem});
    outdate({event.path}, changes);
}

void World::on(const KeyCopiesReported &event, Changes &changes)
{
    constexpr qsizetype mostServers = 32; // a recording may say anything
    if (!m_clientsOf.contains(event.path))
        return;
    m_keyCopies.insert(event.path, event.copies.mid(0, mostServers));
    outdate({event.path}, changes);
}

// ---- simulated clients ----

const Client *World::clientBehind(const locks::Contender &contender) const
{
    if (!contender.nodeless.isNull())
        return client(contender.nodeless);
    const SessionId owner = contender.node.owner();
    return owner.isNull() ? nullptr : clientOfSession(owner);
}

const Client *World::clientNamed(const QString &name) const
{
    const auto found =
        std::ranges::find_if(m_clients, [&name](const auto &each) { return each.second.spec.name == name; });
    return found == m_clients.end() ? nullptr : &found->second;
}

const Client *World::clientOfSession(SessionId session) const
{
    const ClientId *owner = lookUp(m_clientBySession, session);
    return owner ? client(*owner) : nullptr;
}

void World::followClient(const Event &event, Changes &changes)
{
    const ClientId id = clientOf(event.what);
    if (id.isNull())
        return;
    if (std::holds_alternative<ClientSpawned>(event.what))
        return spawn(event, changes);
    Client *client = lookUp(m_clients, id);
    if (!client)
        return;
    const bool waitedForEver = client->waitsForEver();
    const ClientChange turn = follow(*client, event);
    if (!turn.isChange) {
        m_herd.follow(event, *client, turn); // it is about a node
        return;
    }
    m_herd.follow(event, *client, turn);
    if (std::holds_alternative<ClientRemoved>(event.what))
        return removeClient(id, changes);
    changes.clients.insert(id);
    const bool isTraffic =
        std::holds_alternative<ClientRequest>(event.what) || std::holds_alternative<ClientStep>(event.what);
    if (!isTraffic || client->waitsForEver() != waitedForEver)
        outdate(locksOf(client->spec), changes);
    if (const auto *connection = std::get_if<ClientConnection>(&event.what))
        noteSession(id, connection->session);
}

void World::spawn(const Event &event, Changes &changes)
{
    const auto &spec = std::get<ClientSpawned>(event.what);
    removeClient(spec.id, changes); // one that had this id before
    follow(m_clients[spec.id], event);
    changes.clients.insert(spec.id);
    changes.clientsRemoved.remove(spec.id);
    for (const QString &lock : locksOf(spec))
        m_clientsOf[lock].insert(spec.id);
    outdate(locksOf(spec), changes);
    if (locks::isOfOneNode(spec.recipe))
        changeTree(changes, &LockTree::noteNodeLock, spec.lock);
}

void World::removeClient(ClientId id, Changes &changes)
{
    const auto removed = m_clients.extract(id);
    if (!removed)
        return;
    const ClientSpawned &spec = removed.mapped().spec;
    for (const SessionId session : m_sessions.take(id))
        forgetSession(session, id);
    for (const QString &lock : locksOf(spec)) {
        if (QSet<ClientId> *own = lookUp(m_clientsOf, lock)) {
            own->remove(id);
            if (own->isEmpty()) {
                m_clientsOf.remove(lock);
                m_databaseQueues.remove(lock);
                m_keyCopies.remove(lock);
            }
        }
        forgetHerdOf(lock);
    }
    outdate(locksOf(spec), changes);
    if (locks::isOfOneNode(spec.recipe))
        changeTree(changes, &LockTree::leaveNodeLock, spec.lock);
    changes.clients.remove(id);
    changes.clientsRemoved.insert(id);
}

void World::outdate(const QStringList &locks, Changes &changes)
{
    for (const QString &lock : locks) {
        m_outdated.known.insert(lock);
        if (directory(lock))
            changes.directories.insert(lock);
    }
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
    if (m_clientBySession.value(session) == client)
        m_clientBySession.remove(session);
}

void World::forgetHerdOf(const QString &lock)
{
    if (!directory(lock) && !m_clientsOf.contains(lock))
        m_herd.forget(lock);
}

void World::on(const ClientStamp &event, Changes &)
{
    const Client *by = client(event.id);
    for (const QString &lock : by ? locksOf(by->spec) : QStringList()) {
        if (event.refused)
            ++m_numbers[lock].refused;
        else
            m_numbers[lock].take(event.number);
    }
}

void World::on(const RunStarted &event, Changes &)
{
    m_findings.runStarted();
    m_duel = event.duel;
    m_runRequest = event.request;
    m_numbers.clear();
}

void World::on(const ReleaseForced &event, Changes &changes)
{
    m_herd.forced(event, {m_number, m_atNs});
    const auto known = m_tree.node(event.node);
    if (!event.error && known && known->stat && known->stat->czxid == event.czxid)
        changeTree(changes, &LockTree::proveEnd, event.node);
}

void World::on(const ServerNode &event, Changes &changes)
{
    m_newestZxid = std::max(m_newestZxid, event.czxid);
    if (event.life == ServerNode::Life::Gone) {
        // The answer does not say which: another one's may have the path by now.
        const auto known = m_tree.node(event.path);
        if (known && known->stat && m_clientBySession.value(known->stat->ephemeralOwner) == event.id)
            changeTree(changes, &LockTree::proveEnd, event.path);
    } else if (!event.owner.isNull() && !event.czxid.isNull() && isObserved(event.path)) {
        NodeStat stat;
        stat.czxid = event.czxid;
        stat.ephemeralOwner = event.owner;
        stat.ctimeMs = stat.mtimeMs = m_atNs / nsPerMs; // about, by our own clock, until it is read
        changeTree(changes, &LockTree::prove, event.path, stat);
    }
}

/// Its directory is, or will be, listed.
bool World::isObserved(const QString &node) const
{
    const QString directory = parentPath(node);
    const bool isBelowRoot = !m_observation.root.isEmpty() && isAtOrBelow(directory, m_observation.root);
    return isFollowed(m_connection, m_observation) && (m_tree.directory(directory) || isBelowRoot);
}

void World::noteZxid(const NodeStat &stat)
{
    m_newestZxid = std::max({m_newestZxid, stat.czxid, stat.mzxid, stat.pzxid});
}

// ---- two of them ----

namespace {

/// Locks of which one of both says something that the other does not say.
template<typename Said>
void addDifferent(const QHash<QString, Said> &one, const QHash<QString, Said> &other, QSet<QString> *locks)
{
    for (auto entry = one.cbegin(); entry != one.cend(); ++entry) {
        if (const auto *also = lookUp(other, entry.key()); !also || *also != *entry)
            locks->insert(entry.key());
    }
}

} // namespace

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
    for (const auto &[one, other] : {std::pair(&from, &to), std::pair(&to, &from)}) {
        addDifferent(one->databaseQueues(), other->databaseQueues(), &changes.directories);
        addDifferent(one->keyCopies(), other->keyCopies(), &changes.directories);
    }
    changes.connection = from.connection() != to.connection();
    changes.observation = from.observation() != to.observation();
    changes.servers = from.knowledge() != to.knowledge() || from.servers() != to.servers();
    changes.renamed = renamedBetween(from.knowledge(), to.knowledge());
    return changes;
}

} // namespace lockscope::journal
