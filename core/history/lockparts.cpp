// SPDX-License-Identifier: Apache-2.0
#include "core/history/lockparts.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/locks/nodelock.h"
#include "core/locks/semaphore.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

namespace {

bool isClosed(const Directory *directory)
{
    return directory && directory->isClosed();
}

locks::LockQueue unread(locks::LockQueue queue)
{
    queue.contenders = {};
    queue.holders.clear();
    queue.waiting = 0;
    queue.findings.clear();
    queue.lineUnread = queue.leasesUnread = true;
    return queue;
}

bool hasLeaseNames(const Directory &directory)
{
    const QStringList names = directory.children.names();
    return std::any_of(names.cbegin(), names.cend(), [](const QString &name) {
        const auto parsed = locks::viewName(name);
        return parsed && parsed->kind == locks::NameKind::Lease;
    });
}

bool isALineItself(const Directory &at)
{
    return at.children.any([](const locks::ChildNode &child) { return locks::isOfAnotherLock(child.name); });
}

bool looksLikeSemaphore(const DirectoryTree &tree, const locks::SemaphorePaths &parts, const Directory &at)
{
    const Directory *queue = tree.find(parts.queue);
    const Directory *leases = tree.find(parts.leases);
    if ((queue || (leases && leases != &at)) && isALineItself(at))
        return false;
    if (parts.leases == at.path)
        return queue != nullptr && !queue->isNodeLock; // no other clients write a name like "-__lock__"
    if (queue && leases && (queue->wasLock || leases->wasLock))
        return true;
    if (leases && hasLeaseNames(*leases))
        return true;
    // The directory of leases may go with the last one. Who waits then is first in a lock, as far as is known.
    const bool areLeasesThere = leases || at.children.contains(baseName(parts.leases));
    return at.wasSemaphore && (areLeasesThere || (queue && !isALineItself(*queue)));
}

/// Known to be not there where a directory on the way to it is listed without the next part of the way.
std::optional<locks::LeaderNode> leaderOf(const DirectoryTree &tree, const QString &election)
{
    const QString path = locks::dialectRegistry().leaderNodeOf(election);
    if (path.isEmpty())
        return std::nullopt;
    if (const auto leader = tree.node(path))
        return leader->stat ? std::optional(locks::LeaderNode{path, leader->stat->owner()}) : std::nullopt;
    for (QString missing = path; missing.size() > 1; missing = parentPath(missing)) {
        const Directory *above = tree.find(parentPath(missing));
        if (!above)
            continue;
        const bool isMissing = above->stat && !above->error && !above->children.contains(baseName(missing));
        return isMissing ? std::optional(locks::LeaderNode{path, {}}) : std::nullopt;
    }
    return std::nullopt;
}

} // namespace

QStringList semaphoresNamedBy(const QString &part)
{
    QStringList paths;
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        for (const QString &ending : {shape.queue, shape.leases}) {
            if (!ending.isEmpty() && part.size() > ending.size() && part.endsWith(ending))
                paths += part.chopped(ending.size());
        }
    }
    return paths;
}

std::optional<locks::SemaphorePaths> semaphoreAt(const DirectoryTree &tree, const QString &path)
{
    const Directory *at = tree.find(path);
    // Asked of every directory, of which few have others beside or below them that could be a part.
    if (!at || (!at->wasSemaphore && !tree.hasLonger(path)))
        return std::nullopt;
    const bool hasBelow = tree.hasBelow(path);
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        if (!hasBelow && shape.queue.startsWith(u'/') && shape.leases.startsWith(u'/'))
            continue;
        const locks::SemaphorePaths parts{path + shape.queue, path + shape.leases};
        if (looksLikeSemaphore(tree, parts, *at))
            return parts;
    }
    return std::nullopt;
}

QString semaphoreOf(const DirectoryTree &tree, const QString &part)
{
    for (const QString &path : semaphoresNamedBy(part)) {
        const auto parts = semaphoreAt(tree, path);
        if (parts && (parts->queue == part || parts->leases == part))
            return path;
    }
    return {};
}

locks::LockQueue readQueueAt(const DirectoryTree &tree, const QString &path, bool isLine, qint64 atNs)
{
    const Directory *at = tree.find(path);
    if (at && at->isNodeLock) {
        locks::LockQueue queue = locks::readNodeLock(path, at->itself.copy(), atNs / nsPerMs);
        return at->isProven ? queue : locks::asMember(std::move(queue));
    }
    const auto childrenOf = [&tree](const QString &part) {
        return isClosed(tree.find(part)) ? std::vector<locks::ChildNode>() : tree.childrenOf(part);
    };
    locks::LockSource source{path, at ? at->stat : std::nullopt, tree.dataOf(path), tree.childrenOf(path)};
    if (const auto parts = semaphoreAt(tree, path)) {
        source.children = childrenOf(path);
        source.queue = locks::LockSource::Part{parts->queue, childrenOf(parts->queue)};
        if (parts->leases != path)
            source.leases = locks::LockSource::Part{parts->leases, childrenOf(parts->leases)};
        const auto isUnread = [&tree](const QString &part) {
            const Directory *there = tree.find(part);
            return there && there->error;
        };
        source.lineUnread = isUnread(parts->queue);
        source.leasesUnread = isUnread(parts->leases);
        if (const auto itself = tree.node(path); itself && itself->stat)
            source.dataSince = itself->stat->mzxid;
    }
    source.leader = leaderOf(tree, path);
    source.isLine = isLine;
    locks::LockQueue queue = locks::readQueue(std::move(source));
    return isClosed(at) && !queue.hasLineOfItsOwn ? unread(std::move(queue)) : queue;
}

bool followChanges(const DirectoryTree &tree, const QString &path, bool isLine, const QSet<QString> &changed,
                   locks::IncrementalQueue &kept)
{
    const Directory *at = tree.find(path);
    if (!at || at->isNodeLock || at->error || semaphoreAt(tree, path) || leaderOf(tree, path))
        return false;
    locks::LockSource now{path, at->stat, tree.dataOf(path)};
    now.isLine = isLine;
    for (const QString &name : changed) {
        if (auto child = at->children.find(name))
            now.children.push_back(std::move(*child));
    }
    return kept.update(std::move(now), changed);
}

} // namespace lockscope::journal
