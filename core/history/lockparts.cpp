// SPDX-License-Identifier: Apache-2.0
#include "core/history/lockparts.h"

#include "core/base/clock.h"
#include "core/locks/nodelock.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

namespace {

bool hasLeaseNames(const Directory &directory)
{
    const QStringList names = directory.children.names();
    return std::any_of(names.cbegin(), names.cend(), [](const QString &name) {
        const auto parsed = locks::viewName(name);
        return parsed && parsed->kind == locks::NameKind::Lease;
    });
}

bool looksLikeSemaphore(const DirectoryTree &tree, const locks::SemaphorePaths &parts, const Directory &at)
{
    const Directory *queue = tree.find(parts.queue);
    if (parts.leases == at.path)
        return queue != nullptr && !queue->isNodeLock; // no other clients write a name like "-__lock__"
    const Directory *leases = tree.find(parts.leases);
    if (queue && leases && (queue->wasLock || leases->wasLock))
        return true;
    if (leases && hasLeaseNames(*leases))
        return true;
    return at.wasSemaphore && (queue || leases);
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
    if (!at)
        return std::nullopt;
    const bool hasBelow = tree.hasBelow(path); // asked of every directory, of which few have others below them
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
    if (at && at->isNodeLock)
        return locks::readNodeLock(path, at->itself.copy(), atNs / nsPerMs);
    locks::LockSource source{path, at ? at->stat : std::nullopt, tree.dataOf(path), tree.childrenOf(path)};
    if (const auto parts = semaphoreAt(tree, path)) {
        source.queue = locks::LockSource::Part{parts->queue, tree.childrenOf(parts->queue)};
        if (parts->leases != path)
            source.leases = locks::LockSource::Part{parts->leases, tree.childrenOf(parts->leases)};
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
    return locks::readQueue(std::move(source));
}

bool followChanges(const DirectoryTree &tree, const QString &path, bool isLine, const QSet<QString> &changed,
                   locks::IncrementalQueue &kept)
{
    const Directory *at = tree.find(path);
    if (!at || at->isNodeLock || semaphoreAt(tree, path) || leaderOf(tree, path))
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
