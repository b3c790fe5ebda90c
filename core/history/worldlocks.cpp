// SPDX-License-Identifier: Apache-2.0
// What of a World is a lock, and from which of its nodes each is read.
#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/history/world.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/nodelock.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

namespace {

bool hasLeaseNames(const Directory &directory)
{
    return std::any_of(directory.children.keyBegin(), directory.children.keyEnd(), [](const QString &name) {
        const auto parsed = locks::viewName(name);
        return parsed && parsed->kind == locks::NameKind::Lease;
    });
}

} // namespace

const locks::LockQueue &World::queue(const QString &path) const
{
    auto &queues = m_queues.known;
    const auto known = queues.find(path);
    if (known != queues.end()) {
        ReadLock &lock = known->second;
        const QSet<QString> changed = std::exchange(lock.changed, {});
        if (!std::exchange(lock.isOld, false))
            return lock.kept.queue();
        if (follow(lock.kept, path, changed)) {
            lock.byNames.clear(); // a queue about which names tell something is not followed
            lock.kept.setFindings(m_findings.findingsOf(lock.kept.queue(), m_atNs));
            return lock.kept.queue();
        }
        queues.erase(known);
    }
    ReadLock lock{locks::IncrementalQueue(readAt(path)), {}, {}, false};
    lock.byNames = lock.kept.queue().findings;
    lock.kept.setFindings(m_findings.findingsOf(lock.kept.queue(), m_atNs) + lock.byNames);
    return queues.emplace(path, std::move(lock)).first->second.kept.queue();
}

bool World::follow(locks::IncrementalQueue &kept, const QString &path, const QSet<QString> &changed) const
{
    const Directory *at = directory(path);
    if (!at || at->isNodeLock || semaphoreAt(path))
        return false;
    locks::LockSource now{path, at->stat, dataOf(path)};
    for (const QString &name : changed) {
        if (const auto child = at->children.constFind(name); child != at->children.cend())
            now.children.push_back(*child);
    }
    return kept.update(std::move(now), changed);
}

std::optional<QByteArray> World::dataOf(const QString &path) const
{
    const locks::ChildNode *itself = node(path);
    return itself && itself->access == locks::ChildNode::Data::Read ? std::optional(itself->data) : std::nullopt;
}

locks::LockQueue World::readAt(const QString &path) const
{
    const Directory *at = directory(path);
    if (at && at->isNodeLock) {
        const Directory *parent = directory(parentPath(path));
        const auto hasSibling = [parent](const QString &name) { return parent && parent->children.contains(name); };
        return locks::readNodeLock(path, at->itself, hasSibling, m_atNs / nsPerMs);
    }
    locks::LockSource source{path, at ? at->stat : std::nullopt, dataOf(path), childrenOf(path)};
    if (const auto parts = semaphoreAt(path)) {
        source.queue = locks::LockSource::Part{parts->queue, childrenOf(parts->queue)};
        if (parts->leases != path)
            source.leases = locks::LockSource::Part{parts->leases, childrenOf(parts->leases)};
    }
    return locks::readQueue(std::move(source));
}

QList<QString> World::lockPaths() const
{
    QList<QString> paths;
    for (const auto &[path, directory] : m_directories) {
        if (isLock(path))
            paths += path;
    }
    return paths;
}

bool World::isLock(const QString &path) const
{
    const Directory *at = directory(path);
    if (!at)
        return false;
    if (semaphoreAt(path))
        return true;
    return at->wasLock && semaphoreOf(path).isEmpty();
}

QString World::semaphoreOf(const QString &part) const
{
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        for (const QString &ending : {shape.queue, shape.leases}) {
            if (ending.isEmpty() || part.size() <= ending.size() || !part.endsWith(ending))
                continue;
            const QString path = part.chopped(ending.size());
            const auto parts = semaphoreAt(path);
            if (parts && (parts->queue == part || parts->leases == part))
                return path;
        }
    }
    return {};
}

std::optional<locks::SemaphorePaths> World::semaphoreAt(const QString &path) const
{
    const Directory *at = directory(path);
    if (!at)
        return std::nullopt;
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        const locks::SemaphorePaths parts{path + shape.queue, path + shape.leases};
        if (looksLikeSemaphore(parts, path))
            return parts;
    }
    return std::nullopt;
}

/// Directories called "locks" and "leases" are no semaphore by that alone: somebody must be, or have been, in them.
bool World::looksLikeSemaphore(const locks::SemaphorePaths &parts, const QString &path) const
{
    const Directory *queue = directory(parts.queue);
    const Directory *leases = directory(parts.leases);
    if (parts.leases == path)
        return queue != nullptr && !queue->isNodeLock; // no other clients write a name like "-__lock__"
    if (queue && leases && (queue->wasLock || leases->wasLock))
        return true;
    if (leases && hasLeaseNames(*leases))
        return true;
    return directory(path)->wasSemaphore && (queue || leases);
}

const locks::ChildNode *World::node(const QString &path) const
{
    if (const Directory *parent = directory(parentPath(path))) {
        const auto child = parent->children.constFind(baseName(path));
        return child == parent->children.cend() ? nullptr : &*child;
    }
    const Directory *at = directory(path);
    return at && at->itself ? &*at->itself : nullptr;
}

std::vector<locks::ChildNode> World::childrenOf(const QString &path) const
{
    const Directory *at = directory(path);
    return at ? std::vector<locks::ChildNode>(at->children.cbegin(), at->children.cend())
              : std::vector<locks::ChildNode>();
}

void World::touchSemaphoreOf(const QString &part, Changes &changes)
{
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        for (const QString &ending : {shape.queue, shape.leases}) {
            if (ending.isEmpty() || part.size() <= ending.size() || !part.endsWith(ending))
                continue;
            const QString path = part.chopped(ending.size());
            const auto found = m_directories.find(path);
            if (found == m_directories.end())
                continue;
            m_queues.known.erase(path);
            changes.directories.insert(path);
            if (!semaphoreAt(path))
                continue;
            found->second.wasSemaphore = found->second.wasLock = true;
            const Directory *at = directory(part);
            if (m_holdTimes.touched(path, at ? at->children.size() : 0))
                settleHolders(path);
        }
    }
}

// ---- locks of one node ----

void World::readNodeLocks(const QString &directory, Changes &changes)
{
    const QSet<QString> paths = m_nodeLocks.value(directory);
    for (const QString &path : paths)
        readNodeLock(path, changes);
}

void World::readNodeLock(const QString &path, Changes &changes)
{
    ++changes.nodesRead;
    const Directory *parent = directory(parentPath(path));
    const Directory *known = directory(path);
    if (!parent || (known && known->stat && known->stat->numChildren > 0)) // not observed, or a directory after all
        return;
    const locks::ChildNode *child = node(path);
    if (known && known->stat && !child)
        return;
    Directory &lock = directoryAt(path);
    lock.isNodeLock = lock.wasLock = true;
    lock.watched = parent->watched;
    lock.listedAtNs = parent->listedAtNs;
    lock.itself = child ? std::optional(*child) : std::nullopt;
    lock.seenEmpty = lock.seenEmpty || !lock.itself;
    touchDirectory(path, changes);
}

void World::noteNodeLock(const QString &path, Changes &changes)
{
    m_nodeLocks[parentPath(path)].insert(path);
    readNodeLock(path, changes);
}

void World::noteIfNodeLock(const QString &path, Changes &changes)
{
    const Directory *parent = directory(parentPath(path));
    const locks::ChildNode *child = node(path);
    if (!parent || !child)
        return;
    if (m_nodeLocks.value(parent->path).contains(path))
        return readNodeLock(path, changes);
    const auto hasSibling = [parent](const QString &name) { return parent->children.contains(name); };
    if (locks::isNodeLock({path, *child, hasSibling}))
        noteNodeLock(path, changes);
}

/// Registrations are watched too, but they come in numbers: the only ephemeral child of its directory that another
/// session than its owner's watches is taken for a lock.
void World::noteWatchedNodes(Changes &changes)
{
    const auto isCandidate = [&changes](const locks::ChildNode &child) {
        ++changes.nodesRead;
        return child.stat && child.stat->isEphemeral() && !locks::viewName(child.name);
    };
    QHash<QString, qsizetype> candidates; // by directory, each of which is counted once
    const auto countIn = [&](const QString &path) {
        const auto counted = candidates.constFind(path);
        if (counted != candidates.cend())
            return *counted;
        const auto &children = directory(path)->children;
        return *candidates.insert(path, std::count_if(children.cbegin(), children.cend(), isCandidate));
    };
    const auto &watchers = m_servers.knowledge.watchers;
    for (auto entry = watchers.cbegin(); entry != watchers.cend(); ++entry) {
        const QString parent = parentPath(entry.key());
        const locks::ChildNode *child = node(entry.key());
        if (!child || !directory(parent) || !isCandidate(*child))
            continue;
        const SessionId owner = child->stat->owner();
        const bool byOthers =
            std::any_of(entry->cbegin(), entry->cend(), [owner](SessionId session) { return session != owner; });
        if (byOthers && countIn(parent) == 1)
            noteNodeLock(entry.key(), changes);
    }
}

} // namespace lockscope::journal
