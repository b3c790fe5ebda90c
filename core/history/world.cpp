// SPDX-License-Identifier: Apache-2.0
#include "core/history/world.h"

#include "core/base/path.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

namespace {

constexpr qint64 pauseNs = 20'000'000;

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
    // What stood for a while is looked at once more, so that who held meanwhile is known.
    if (event.atNs - m_atNs >= pauseNs) {
        const QStringList waiting = m_holdTimes.waiting();
        for (const QString &path : waiting)
            settleHolders(path);
    }
    m_atNs = event.atNs;
    m_number = event.number;
    std::visit([&](const auto &what) { on(what, changes); }, event.what);
}

Changes World::apply(const EventBatch &batch)
{
    Changes changes;
    for (const Event &event : batch)
        apply(event, changes);
    return changes;
}

const Directory *World::directory(const QString &path) const
{
    const auto found = m_directories.find(path);
    return found == m_directories.end() ? nullptr : &found->second;
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
    for (auto &[path, lock] : m_queues.known) {
        if (lock.isOld)
            continue; // told of already
        auto findings = m_findings.findingsOf(lock.kept.queue(), m_atNs) + lock.byNames;
        if (findings == lock.kept.queue().findings)
            continue;
        lock.kept.setFindings(std::move(findings));
        changes.directories.insert(path);
    }
}

std::optional<HeldSince> World::heldSince(const QString &lock, const QString &name) const
{
    const Directory *at = directory(lock);
    if (!at)
        return std::nullopt;
    const locks::LockQueue &read = queue(lock);
    const bool holds = std::any_of(read.holders.begin(), read.holders.end(), [&](int holder) {
        return read.contenders[static_cast<size_t>(holder)].node.name == name;
    });
    return holds ? std::optional(m_holdTimes.of(lock, name, at->listedAtNs, at->seenEmpty)) : std::nullopt;
}

qsizetype World::weight() const
{
    auto sum = static_cast<qsizetype>(m_directories.size() + m_clients.size());
    for (const auto &[path, directory] : m_directories)
        sum += directory.children.size();
    return sum;
}

// ---- the observer ----

void World::on(const ConnectionChanged &event, Changes &changes)
{
    // What was seen of another ensemble is not true of this one.
    if (!event.endpoint.isEmpty() && event.endpoint != m_connection.endpoint) {
        dropDirectories([](const QString &) { return true; }, changes);
        m_servers = {};
        m_findings.clear();
        changes.servers = true;
    }
    m_connection = event;
    changes.connection = true;
}

void World::on(const ObservationChanged &event, Changes &changes)
{
    if (event.freshness == Freshness::Empty || event.root.isEmpty())
        dropDirectories([](const QString &) { return true; }, changes);
    else if (event.root != m_observation.root)
        dropDirectories([&](const QString &path) { return !isAtOrBelow(path, event.root); }, changes);
    if (event.freshness != Freshness::Stale)
        m_staleSinceNs = 0;
    else if (m_staleSinceNs == 0)
        m_staleSinceNs = m_atNs;
    m_observation = event;
    changes.observation = true;
}

void World::on(const DirectoryListed &event, Changes &changes)
{
    Directory &directory = directoryAt(event.path);
    const auto forget = [&](const QString &name) { dropTree(joinPath(event.path, name), changes); };
    for (const QString &name : event.removed) {
        directory.children.remove(name);
        forget(name);
    }
    for (const QString &name : event.added) {
        if (!directory.children.contains(name))
            directory.children.insert(name, locks::ChildNode{name, {}, locks::ChildNode::Data::NotRead, {}, false});
    }
    // A reader that starts afresh names all children and cannot know which ones went while nobody looked.
    if (event.added.size() == event.stat.numChildren && directory.children.size() > event.added.size()) {
        const QSet<QString> present(event.added.cbegin(), event.added.cend());
        directory.children.removeIf([&](const auto &child) {
            const bool gone = !present.contains(child.key());
            if (gone)
                forget(child.key());
            return gone;
        });
        m_queues.known.erase(event.path);
    }
    directory.stat = event.stat;
    directory.watched = event.watched;
    directory.wasLock = directory.wasLock || locks::looksLikeLock(event.added);
    directory.unseenCreates += event.unseenCreates;
    directory.error.reset();
    directory.listedAtNs = m_atNs;
    directory.isNodeLock = false;
    directory.seenEmpty = directory.seenEmpty || directory.children.isEmpty();
    noteZxid(event.stat);
    m_findings.listed(event.path, event.stat, m_atNs);
    touchChildren(event.path, event.removed + event.added, changes);
    readNodeLocks(event.path, changes);
    if (m_nodeLocks.value(parentPath(event.path)).contains(event.path))
        readNodeLock(event.path, changes);
}

void World::on(const DirectoryUnreadable &event, Changes &changes)
{
    Directory &directory = directoryAt(event.path);
    directory.error = event.error;
    directory.watched = false;
    touchDirectory(event.path, changes);
}

void World::on(const NodeResolved &event, Changes &changes)
{
    noteZxid(event.stat);
    const locks::ChildNode resolved{baseName(event.path), event.stat, event.access, event.data, event.truncated};
    const QString parent = parentPath(event.path);
    const auto itself = m_directories.find(event.path);
    const auto directory = m_directories.find(parent);
    if (directory == m_directories.end()) {
        if (itself != m_directories.end()) { // the root
            itself->second.itself = resolved;
            touchDirectory(event.path, changes);
        }
        return;
    }
    const auto child = directory->second.children.find(resolved.name);
    if (child == directory->second.children.end())
        return; // gone again before it was read
    const bool hasNewData = child->access != resolved.access || child->data != resolved.data;
    *child = resolved;
    if (hasNewData && m_directories.contains(event.path))
        touchDirectory(event.path, changes); // it may tell of what is in it: how many leases there are
    touchChildren(parent, {resolved.name}, changes);
    noteIfNodeLock(event.path, changes);
}

void World::on(const NodeVanished &event, Changes &changes)
{
    // Only the listing of its parent takes it out of there: it may have been created anew meanwhile.
    dropTree(event.path, changes);
}

void World::on(const ServersProbed &event, Changes &changes)
{
    m_servers = event;
    changes.servers = true;
    noteWatchedNodes(changes);
    m_findings.read(allQueues(), event.knowledge, ownSessions(), m_atNs);
    findAnew(changes);
}

// ---- runs and people ----

void World::on(const RunStarted &, Changes &) { }

void World::on(const ScenarioStep &, Changes &) { }

void World::on(const ReleaseForced &, Changes &) { }

void World::on(const Notice &, Changes &) { }

void World::on(const UnknownEvent &, Changes &) { }

// ---- parts ----

Directory &World::directoryAt(const QString &path)
{
    const auto [found, isNew] = m_directories.try_emplace(path);
    if (isNew)
        found->second.path = path;
    return found->second;
}

template<typename Predicate>
void World::dropDirectories(Predicate isMeant, Changes &changes)
{
    std::erase_if(m_directories, [&](const auto &entry) {
        const bool meant = isMeant(entry.first);
        if (meant)
            forgetDirectory(entry.first, changes);
        return meant;
    });
}

void World::dropTree(const QString &path, Changes &changes)
{
    const auto drop = [&](auto begin, auto end) {
        for (auto entry = begin; entry != end; ++entry)
            forgetDirectory(entry->first, changes);
        m_directories.erase(begin, end);
    };
    const auto itself = m_directories.find(path);
    if (itself != m_directories.end())
        drop(itself, std::next(itself));
    // "/a-b" sorts between "/a" and "/a/b", hence the slash; '0' is the character after it.
    const QString stem = path == u'/' ? QString() : path;
    drop(m_directories.lower_bound(stem + u'/'), m_directories.lower_bound(stem + u'0'));
}

void World::touchDirectory(const QString &path, Changes &changes)
{
    m_queues.known.erase(path);
    touched(path, changes);
}

void World::touchChildren(const QString &path, const QList<QString> &names, Changes &changes)
{
    auto &queues = m_queues.known;
    if (const auto known = queues.find(path); known != queues.end()) {
        ReadLock &read = known->second;
        read.isOld = true;
        for (const QString &name : names)
            read.changed.insert(name);
        // So many are read anew more cheaply; and nobody may ever ask for it again.
        if (read.changed.size() > static_cast<qsizetype>(read.kept.queue().contenders.size() / 4))
            queues.erase(known);
    }
    touched(path, changes);
}

void World::touched(const QString &path, Changes &changes)
{
    changes.directories.insert(path);
    const Directory *known = directory(path);
    if (known && known->wasLock && m_holdTimes.touched(path, known->children.size()))
        settleHolders(path);
    touchSemaphoreOf(path, changes);
}

void World::forgetDirectory(const QString &path, Changes &changes)
{
    m_queues.known.erase(path);
    changes.directories.insert(path);
    m_holdTimes.forget(path);
    touchSemaphoreOf(path, changes);
}

void World::settleHolders(const QString &path)
{
    const Directory *known = directory(path);
    if (!known)
        return;
    if (m_queues.known.contains(path))
        m_holdTimes.settle(path, queue(path), m_atNs, known->seenEmpty);
    else
        m_holdTimes.settle(path, readAt(path), m_atNs, known->seenEmpty);
}

void World::noteZxid(const NodeStat &stat)
{
    m_newestZxid = std::max({m_newestZxid, stat.czxid, stat.mzxid, stat.pzxid});
}

} // namespace lockscope::journal
