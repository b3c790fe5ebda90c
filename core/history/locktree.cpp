// SPDX-License-Identifier: Apache-2.0
#include "core/history/locktree.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/nodelock.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

/// Locks of one node in a directory, each without its node, that are shown as free. Of names that never come again
/// there would be more and more.
constexpr qsizetype emptyKept = 256;

/// More directories than there are locks, and than these, are looked at all together.
constexpr qsizetype fewDoubted = 1'000;

bool hasLeaseNames(const Directory &directory)
{
    const QStringList names = directory.children.names();
    return std::any_of(names.cbegin(), names.cend(), [](const QString &name) {
        const auto parsed = locks::viewName(name);
        return parsed && parsed->kind == locks::NameKind::Lease;
    });
}

/// Where a semaphore would be of which the directory, by its name, is a part.
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

/// What a server that makes itself known is called by: its address, or a UUID.
bool saysInstance(const QString &name)
{
    static const QRegularExpression instance(
        u"\\A(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\\d{1,3}(?:\\.\\d{1,3}){3}(?:[:_]\\d+)?|"
        "[A-Za-z0-9._-]+:\\d{1,5})\\z"_s,
        QRegularExpression::CaseInsensitiveOption);
    return instance.match(name).hasMatch();
}

} // namespace

QString provedGone(const Payload &what)
{
    const auto *fired = std::get_if<ClientWatchFired>(&what);
    const auto *node = std::get_if<ServerNode>(&what);
    QString path;
    if (fired && fired->event == WatchEvent::Deleted)
        path = fired->path;
    else if (node && node->life == ServerNode::Life::Gone)
        path = node->path;
    const auto name = path.isEmpty() ? std::nullopt : locks::parseName(baseName(path));
    return name && name->sequence != locks::noSequence ? path : QString();
}

// ---- what was seen ----

void LockTree::shareChildren(const Directory &theirs)
{
    constexpr qsizetype most = 64 * 1024;
    if (theirs.wasLock || theirs.children.bytes() > most)
        return;
    if (const auto ours = m_directories.find(theirs.path); ours != m_directories.end())
        ours->second.children.shareWith(theirs.children);
}

void LockTree::list(const DirectoryListed &event, qint64 atNs, Touched &touched)
{
    Directory &directory = directoryAt(event.path);
    const bool areAllRead = !directory.stat || directory.isNodeLock || directory.watched != event.watched;
    QList<QString> changed = event.removed + event.added;
    if (directory.stat && !directory.stat->czxid.isNull() && event.stat.czxid != directory.stat->czxid)
        changed += beginAnew(directory);
    const auto forget = [&](const QString &name) { dropTree(joinPath(event.path, name), touched); };
    // What an answer has proved since the listing was made stays.
    const auto isYounger = [&](const locks::ChildNode &child) {
        return child.stat && !event.stat.pzxid.isNull() && child.stat->czxid > event.stat.pzxid;
    };
    for (const QString &name : event.removed) {
        if (const auto child = directory.children.find(name); child && isYounger(*child))
            continue;
        directory.children.remove(name);
        forget(name);
    }
    for (const QString &name : event.added) {
        if (!directory.children.contains(name))
            directory.children.put({name, {}, locks::ChildNode::Data::NotRead, {}, false});
    }
    // A reader that starts afresh names all children and cannot know which ones went before.
    if (event.added.size() == event.stat.numChildren && directory.children.size() > event.added.size()) {
        const QSet<QString> present(event.added.cbegin(), event.added.cend());
        for (const QString &name : directory.children.names()) {
            if (present.contains(name) || isYounger(*directory.children.find(name)))
                continue;
            directory.children.remove(name);
            changed += name;
            forget(name);
        }
        m_readings.known.erase(event.path);
    }
    directory.stat = event.stat;
    directory.watched = event.watched;
    const bool isLocks = locks::isLockDirectory(event.path, dataOf(event.path), event.added);
    directory.wasLock = directory.wasLock || isLocks || locks::looksLikeLock(event.added);
    directory.namesSaidLock = directory.namesSaidLock || isLocks || locks::namesSayLock(event.added);
    directory.unseenCreates += event.unseenCreates;
    directory.error.reset();
    directory.listedAtNs = atNs;
    directory.isNodeLock = false;
    touchChildren(event.path, changed, touched);
    readNodeLocks(event.path, areAllRead ? nullptr : &changed, touched);
    if (m_nodeLocks.value(parentPath(event.path)).contains(event.path))
        readNodeLock(event.path, touched);
    else if (!m_directories.contains(parentPath(event.path)))
        readRoot(directory);
}

/// Another directory has its path: what was known of children is of nodes that went with the first. Their names, which
/// stay until they are listed as gone.
QList<QString> LockTree::beginAnew(Directory &directory)
{
    const QList<QString> names = directory.children.names();
    for (const QString &name : names)
        directory.children.put({name, {}, locks::ChildNode::Data::NotRead, {}, false});
    directory.namesSaidLock = false;
    m_lines.remove(directory.path);
    m_readings.known.erase(directory.path);
    return names;
}

void LockTree::refuse(const DirectoryUnreadable &event, Touched &touched)
{
    Directory &directory = directoryAt(event.path);
    directory.error = event.error;
    directory.watched = false;
    touchDirectory(event.path, touched);
}

void LockTree::resolve(const NodeResolved &event, Touched &touched)
{
    const locks::ChildNode resolved{baseName(event.path), event.stat, event.access, event.data, event.truncated};
    const QString parent = parentPath(event.path);
    Directory *directory = lookUp(m_directories, parent);
    if (!directory) {
        if (Directory *root = lookUp(m_directories, event.path)) {
            root->itself = resolved;
            readRoot(*root);
            noteDataOf(*root, touched);
        }
        return;
    }
    const auto known = directory->children.find(resolved.name);
    if (!known)
        return; // gone again before it was read
    const bool hasNewData = known->access != resolved.access || known->data != resolved.data;
    directory->children.put(resolved);
    if (Directory *itself = hasNewData ? lookUp(m_directories, event.path) : nullptr)
        noteDataOf(*itself, touched);
    touchChildren(parent, {resolved.name}, touched);
    noteIfNodeLock(event.path, touched);
}

/// They may be about its children: how many leases there are.
void LockTree::noteDataOf(Directory &directory, Touched &touched)
{
    if (locks::isLockDirectory(directory.path, dataOf(directory.path), directory.children.names()))
        directory.wasLock = directory.namesSaidLock = true;
    touchDirectory(directory.path, touched);
}

void LockTree::dropTree(const QString &path, Touched &touched)
{
    const auto drop = [&](auto begin, auto end) {
        for (auto entry = begin; entry != end; ++entry)
            forgetDirectory(entry->first, touched);
        m_directories.erase(begin, end);
    };
    const auto [itself, next] = m_directories.equal_range(path);
    drop(itself, next);
    // "/a-b" sorts between "/a" and "/a/b", hence the slash; '0' is the character after it.
    const QString stem = path == u'/' ? QString() : path;
    drop(m_directories.lower_bound(stem + u'/'), m_directories.lower_bound(stem + u'0'));
}

void LockTree::dropAll(Touched &touched)
{
    dropTree(u"/"_s, touched);
}

void LockTree::dropOutside(const QString &root, Touched &touched)
{
    std::erase_if(m_directories, [&](const auto &entry) {
        const bool isOutside = !isAtOrBelow(entry.first, root);
        if (isOutside)
            forgetDirectory(entry.first, touched);
        return isOutside;
    });
}

// ---- what is proved ----

void LockTree::put(const QString &path, const NodeStat &stat, Touched &touched)
{
    const QString parent = parentPath(path);
    const bool isNew = !m_directories.contains(parent);
    Directory &directory = directoryAt(parent);
    const QString name = baseName(path);
    directory.children.put({name, stat, locks::ChildNode::Data::NotRead, {}, false});
    directory.wasLock = directory.wasLock || locks::looksLikeLock({name});
    directory.namesSaidLock = directory.namesSaidLock || locks::namesSayLock({name});
    touchChildren(parent, {name}, touched);
    noteIfNodeLock(path, touched);
    if (isNew)
        readNodeLocks(parent, nullptr, touched);
}

void LockTree::take(const QString &path, Touched &touched)
{
    const QString parent = parentPath(path);
    Directory *directory = lookUp(m_directories, parent);
    if (!directory || !directory->children.remove(baseName(path)))
        return;
    dropTree(path, touched);
    const QList<QString> gone{baseName(path)};
    touchChildren(parent, gone, touched);
    readNodeLocks(parent, &gone, touched);
}

// ---- touched ----

void LockTree::touchDirectory(const QString &path, Touched &touched)
{
    m_readings.known.erase(path);
    m_absent.known.clear();
    touched.paths.insert(path);
    invalidateLock(path);
    touchSemaphoreOf(path, touched);
    touchElectionLedFrom(path, touched);
}

void LockTree::touchChildren(const QString &path, const QList<QString> &names, Touched &touched)
{
    auto &readings = m_readings.known;
    m_absent.known.clear();
    if (const auto known = readings.find(path); known != readings.end()) {
        Reading &read = known->second;
        read.isOld = true;
        for (const QString &name : names)
            read.changed.insert(name);
        // So many cost less to read again as a whole, and perhaps nothing asks for it again.
        if (read.changed.size() > static_cast<qsizetype>(read.kept.queue().contenders.size() / 4))
            readings.erase(known);
    }
    touched.paths.insert(path);
    invalidateLock(path);
    touchSemaphoreOf(path, touched);
    touchElectionLedFrom(path, touched);
}

void LockTree::forgetDirectory(const QString &path, Touched &touched)
{
    forgetNodeLocks(path);
    m_lines.remove(path);
    touchDirectory(path, touched);
}

void LockTree::touchSemaphoreOf(const QString &part, Touched &touched)
{
    for (const QString &path : semaphoresNamedBy(part)) {
        Directory *found = lookUp(m_directories, path);
        if (!found)
            continue;
        m_readings.known.erase(path);
        touched.paths.insert(path);
        const auto parts = semaphoreAt(path);
        if (!parts)
            continue;
        if (!found->wasSemaphore) // until now each was shown by itself
            touched.paths << parts->queue << parts->leases;
        found->wasSemaphore = found->wasLock = true;
    }
}

void LockTree::touchElectionLedFrom(const QString &directory, Touched &touched)
{
    const QString election = locks::dialectRegistry().electionLedFrom(directory);
    if (!election.isEmpty() && m_directories.contains(election)) {
        m_readings.known.erase(election);
        touched.paths.insert(election);
    }
}

void LockTree::invalidateLock(const QString &path)
{
    LockPaths &known = m_lockPaths.known;
    if (!known.sorted)
        return;
    QStringList semaphores = semaphoresNamedBy(path);
    semaphores += path;
    for (const QString &semaphore : semaphores) {
        known.doubted.insert(semaphore);
        for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes())
            known.doubted << semaphore + shape.queue << semaphore + shape.leases;
    }
    if (known.doubted.size() > known.sorted->size() + fewDoubted)
        known = {};
}

// ---- what there is ----

qsizetype LockTree::weight() const
{
    auto sum = static_cast<qsizetype>(m_directories.size()) + m_takers.size() + m_nodeLocks.size() + m_empty.size();
    for (const auto &[path, directory] : m_directories)
        sum += directory.children.size();
    for (const auto &paths : m_nodeLocks)
        sum += paths.size();
    for (const auto &paths : m_empty)
        sum += paths.size();
    return sum;
}

Directory &LockTree::directoryAt(const QString &path)
{
    const auto [found, isNew] = m_directories.try_emplace(path);
    if (isNew)
        found->second.path = path;
    return found->second;
}

LockTree::Reading &LockTree::read(const QString &path, qint64 atNs) const
{
    auto &readings = directory(path) ? m_readings.known : m_absent.known;
    const auto known = readings.find(path);
    if (known != readings.end()) {
        Reading &reading = known->second;
        const QSet<QString> changed = std::exchange(reading.changed, {});
        if (!std::exchange(reading.isOld, false))
            return reading;
        if (follow(reading.kept, path, changed)) {
            reading.byNames.clear(); // a queue with findings by names is not followed
            reading.isNew = reading.followed = true;
            return reading;
        }
        readings.erase(known);
    }
    Reading reading{locks::IncrementalQueue(readAt(path, atNs), m_shortestFollowed)};
    reading.byNames = reading.kept.queue().findings;
    const locks::Contender *holder = reading.kept.queue().firstHolder();
    if (holder && holder->untilMs && *holder->untilMs > atNs / nsPerMs)
        m_ends.known.insert({*holder->untilMs, path});
    return readings.emplace(path, std::move(reading)).first->second;
}

bool LockTree::hasEnded(qint64 atNs) const
{
    return !m_ends.known.empty() && m_ends.known.begin()->first <= atNs / nsPerMs;
}

void LockTree::endHolds(qint64 atNs, Touched &touched)
{
    auto &ends = m_ends.known;
    while (hasEnded(atNs)) {
        const QString path = ends.extract(ends.begin()).value().second;
        m_readings.known.erase(path);
        touched.paths.insert(path);
    }
}

bool LockTree::isReadCheaply(const QString &path) const
{
    const Reading *known = lookUp(m_readings.known, path);
    return known && known->kept.isFollowed();
}

bool LockTree::follow(locks::IncrementalQueue &kept, const QString &path, const QSet<QString> &changed) const
{
    const Directory *at = directory(path);
    if (!at || at->isNodeLock || semaphoreAt(path) || leaderOf(path))
        return false;
    locks::LockSource now{path, at->stat, dataOf(path)};
    now.isLine = m_lines.contains(path);
    for (const QString &name : changed) {
        if (auto child = at->children.find(name))
            now.children.push_back(std::move(*child));
    }
    return kept.update(std::move(now), changed);
}

std::optional<QByteArray> LockTree::dataOf(const QString &path) const
{
    const auto itself = node(path);
    return itself && itself->access == locks::ChildNode::Data::Read ? std::optional(itself->data) : std::nullopt;
}

locks::LockQueue LockTree::readAt(const QString &path, qint64 atNs) const
{
    const Directory *at = directory(path);
    if (at && at->isNodeLock)
        return locks::readNodeLock(path, at->itself.copy(), atNs / nsPerMs);
    locks::LockSource source{path, at ? at->stat : std::nullopt, dataOf(path), childrenOf(path)};
    if (const auto parts = semaphoreAt(path)) {
        source.queue = locks::LockSource::Part{parts->queue, childrenOf(parts->queue)};
        if (parts->leases != path)
            source.leases = locks::LockSource::Part{parts->leases, childrenOf(parts->leases)};
        const auto isUnread = [this](const QString &part) {
            const Directory *there = directory(part);
            return there && there->error;
        };
        source.lineUnread = isUnread(parts->queue);
        source.leasesUnread = isUnread(parts->leases);
    }
    source.leader = leaderOf(path);
    source.isLine = m_lines.contains(path);
    return locks::readQueue(std::move(source));
}

/// Known to be not there where a directory on the way to it is listed without the next part of the way.
std::optional<locks::LeaderNode> LockTree::leaderOf(const QString &election) const
{
    const QString path = locks::dialectRegistry().leaderNodeOf(election);
    if (path.isEmpty())
        return std::nullopt;
    if (const auto leader = node(path))
        return leader->stat ? std::optional(locks::LeaderNode{path, leader->stat->owner()}) : std::nullopt;
    for (QString missing = path; missing.size() > 1; missing = parentPath(missing)) {
        const Directory *above = directory(parentPath(missing));
        if (!above)
            continue;
        const bool isMissing = above->stat && !above->error && !above->children.contains(baseName(missing));
        return isMissing ? std::optional(locks::LeaderNode{path, {}}) : std::nullopt;
    }
    return std::nullopt;
}

QList<QString> LockTree::lockPaths() const
{
    auto &[sorted, doubted] = m_lockPaths.known;
    if (!sorted) {
        sorted.emplace();
        for (const auto &[path, directory] : m_directories) {
            if (isLock(path))
                *sorted += path;
        }
    }
    for (const QString &path : std::exchange(doubted, {})) {
        const auto at = std::ranges::lower_bound(*sorted, path);
        const bool isThere = at != sorted->end() && *at == path;
        if (isThere == isLock(path))
            continue;
        if (isThere)
            sorted->erase(at);
        else
            sorted->insert(at, path);
    }
    return *sorted;
}

bool LockTree::isLock(const QString &path) const
{
    const Directory *at = directory(path);
    if (!at)
        return false;
    if (semaphoreAt(path))
        return true;
    return at->wasLock && semaphoreOf(path).isEmpty();
}

bool LockTree::isKnownLock(const QString &path) const
{
    const Directory *at = directory(path);
    return isLock(path) && (at->namesSaidLock || at->isNodeLock || m_lines.contains(path) || semaphoreAt(path));
}

QString LockTree::semaphoreOf(const QString &part) const
{
    for (const QString &path : semaphoresNamedBy(part)) {
        const auto parts = semaphoreAt(path);
        if (parts && (parts->queue == part || parts->leases == part))
            return path;
    }
    return {};
}

std::optional<locks::SemaphorePaths> LockTree::semaphoreAt(const QString &path) const
{
    if (!directory(path))
        return std::nullopt;
    // Asked of every directory, of which few have others below them.
    const QString beginning = path == "/"_L1 ? path : path + u'/';
    const auto next = m_directories.upper_bound(beginning);
    const bool hasBelow = next != m_directories.end() && next->first.startsWith(beginning);
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        if (!hasBelow && shape.queue.startsWith(u'/') && shape.leases.startsWith(u'/'))
            continue;
        const locks::SemaphorePaths parts{path + shape.queue, path + shape.leases};
        if (looksLikeSemaphore(parts, path))
            return parts;
    }
    return std::nullopt;
}

/// Directories called "locks" and "leases" are no semaphore by that alone: contenders must be, or have been, in them.
bool LockTree::looksLikeSemaphore(const locks::SemaphorePaths &parts, const QString &path) const
{
    const Directory *queue = directory(parts.queue);
    if (parts.leases == path)
        return queue != nullptr && !queue->isNodeLock; // no other clients write a name like "-__lock__"
    const Directory *leases = directory(parts.leases);
    if (queue && leases && (queue->wasLock || leases->wasLock))
        return true;
    if (leases && hasLeaseNames(*leases))
        return true;
    return directory(path)->wasSemaphore && (queue || leases);
}

std::optional<locks::ChildNode> LockTree::node(const QString &path) const
{
    if (const Directory *parent = directory(parentPath(path)))
        return parent->children.find(baseName(path));
    const Directory *at = directory(path);
    return at ? at->itself.copy() : std::nullopt;
}

std::vector<locks::ChildNode> LockTree::childrenOf(const QString &path) const
{
    const Directory *at = directory(path);
    return at ? at->children.all() : std::vector<locks::ChildNode>();
}

// ---- locks of one node ----

/// No listing has the root: it may be the one node that is observed. An ephemeral one is a lock of one node as far as
/// can be known.
void LockTree::readRoot(Directory &root)
{
    if (!root.itself || !root.itself->stat || (root.stat && root.stat->numChildren > 0))
        return;
    if (root.itself->stat->isEphemeral() || locks::isNamedNodeLock(root.path, *root.itself))
        root.isNodeLock = root.wasLock = true;
}

void LockTree::readNodeLocks(const QString &directory, const QList<QString> *names, Touched &touched)
{
    const QSet<QString> *known = lookUp(std::as_const(m_nodeLocks), directory);
    if (!known)
        return;
    if (names) {
        for (const QString &name : *names) {
            if (const QString path = joinPath(directory, name); known->contains(path))
                readNodeLock(path, touched);
        }
    } else {
        for (const QString &path : *known)
            readNodeLock(path, touched);
    }
    forgetLongEmpty(directory, touched);
}

void LockTree::readNodeLock(const QString &path, Touched &touched)
{
    ++touched.nodesRead;
    const Directory *parent = directory(parentPath(path));
    const Directory *known = directory(path);
    if (!parent || (known && known->stat && known->stat->numChildren > 0)) // not observed, or a directory after all
        return;
    const auto child = node(path);
    if (known && known->stat && !child)
        return;
    Directory &lock = directoryAt(path);
    lock.isNodeLock = lock.wasLock = true;
    lock.watched = parent->watched;
    lock.listedAtNs = parent->listedAtNs;
    lock.itself = child;
    if (!child)
        noteEmpty(path);
    else if (QList<QString> *empty = lookUp(m_empty, parent->path))
        empty->removeOne(path);
    touchDirectory(path, touched);
}

void LockTree::addNodeLock(const QString &path, Touched &touched)
{
    m_nodeLocks[parentPath(path)].insert(path);
    readNodeLock(path, touched);
}

void LockTree::noteNodeLock(const QString &path, Touched &touched)
{
    ++m_takers[path];
    addNodeLock(path, touched);
}

void LockTree::leaveNodeLock(const QString &path, Touched &touched)
{
    const auto takers = m_takers.find(path);
    if (takers == m_takers.end() || --*takers > 0)
        return;
    m_takers.erase(takers);
    const QString parent = parentPath(path);
    const Directory *lock = directory(path);
    if (!directory(parent)) {
        forgetNodeLocks(parent);
    } else if (lock && lock->isNodeLock && !lock->itself) {
        noteEmpty(path);
        forgetLongEmpty(parent, touched);
    }
}

void LockTree::forgetNodeLocks(const QString &directory)
{
    m_empty.remove(directory);
    const auto there = m_nodeLocks.find(directory);
    if (there == m_nodeLocks.end())
        return;
    there->removeIf([this](const QString &path) { return !m_takers.contains(path); });
    if (there->isEmpty())
        m_nodeLocks.erase(there);
}

void LockTree::noteEmpty(const QString &path)
{
    QList<QString> &empty = m_empty[parentPath(path)];
    if (!m_takers.contains(path) && !empty.contains(path))
        empty.append(path);
}

void LockTree::forgetLongEmpty(const QString &directory, Touched &touched)
{
    QList<QString> *empty = lookUp(m_empty, directory);
    while (empty && empty->size() > emptyKept) {
        const QString path = empty->takeFirst();
        const Directory *lock = this->directory(path);
        if (!lock || !lock->isNodeLock || lock->itself || m_takers.contains(path))
            continue; // a directory after all, or taken meanwhile
        m_nodeLocks[directory].remove(path);
        dropTree(path, touched);
    }
}

void LockTree::noteIfNodeLock(const QString &path, Touched &touched)
{
    const Directory *parent = directory(parentPath(path));
    const auto child = node(path);
    if (!parent || !child)
        return;
    if (m_nodeLocks.value(parent->path).contains(path))
        return readNodeLock(path, touched);
    if (locks::isNodeLock(path, *child))
        addNodeLock(path, touched);
}

/// Registrations are watched too, but they come in numbers, and caches watch their directory as well: the only
/// ephemeral child of its directory that another session than its owner's watches is taken for a lock.
void LockTree::noteWatchedNodes(const locks::Knowledge &knowledge, Touched &touched)
{
    noteLines(knowledge, touched);
    const auto isCandidate = [&touched](const locks::ChildNode &child) {
        ++touched.nodesRead;
        return child.stat && child.stat->isEphemeral() && !locks::viewName(child.name) && !saysInstance(child.name);
    };
    QHash<QString, qsizetype> candidates; // by directory, each of which is counted once
    const auto countIn = [&](const QString &path) {
        if (const qsizetype *counted = lookUp(std::as_const(candidates), path))
            return *counted;
        const auto children = directory(path)->children.all();
        return *candidates.insert(path, std::count_if(children.cbegin(), children.cend(), isCandidate));
    };
    const auto &watchers = knowledge.watchers;
    std::optional<QSet<SessionId>> browsers; // looked for among all watches: only where one counts
    for (auto entry = watchers.cbegin(); entry != watchers.cend(); ++entry) {
        if (locks::viewName(QStringView(entry.key()).mid(entry.key().lastIndexOf(u'/') + 1)))
            continue; // as most are: a contender by its name, and looked for nowhere
        const QString parent = parentPath(entry.key());
        const auto child = node(entry.key());
        if (!child || !directory(parent) || !isCandidate(*child))
            continue;
        const SessionId owner = child->stat->owner();
        if (!browsers)
            browsers = locks::treeWatchers(knowledge);
        const QList<SessionId> above = watchers.value(parent);
        const bool byOthers = std::any_of(entry->cbegin(), entry->cend(), [&](SessionId session) {
            return session != owner && !browsers->contains(session) && !above.contains(session);
        });
        if (byOthers && countIn(parent) == 1)
            addNodeLock(entry.key(), touched);
    }
}

void LockTree::noteLines(const locks::Knowledge &knowledge, Touched &touched)
{
    constexpr int readingsToForget = 3; // a watch is set after the node, and a node may go before it is listed again
    const auto shows = [&](const QString &path) { return locks::showsLine(read(path, 0).kept.queue(), knowledge); };
    for (const QString &path : m_lines.keys()) {
        const auto waits = [](const locks::LockQueue &queue) {
            return queue.waiting > 0 && queue.contenders.ownedBy(queue.contenders.front().node.owner()).size() == 1;
        };
        if (!knowledge.allWatches || !waits(read(path, 0).kept.queue()))
            continue;
        m_lines[path] = shows(path) ? 0 : m_lines[path] + 1;
        if (m_lines[path] < readingsToForget)
            continue;
        m_lines.remove(path);
        touchDirectory(path, touched);
    }
    QSet<QString> looked;
    for (auto entry = knowledge.watchers.cbegin(); entry != knowledge.watchers.cend(); ++entry) {
        const QStringView name = QStringView(entry.key()).sliced(entry.key().lastIndexOf(u'/') + 1);
        const auto view = locks::viewName(name);
        if (!view || locks::saysLock(name, view->token)) // as most do
            continue;
        const QString path = parentPath(entry.key());
        const Directory *at = directory(path);
        if (!at || !at->wasLock || m_lines.contains(path) || looked.contains(path))
            continue;
        looked.insert(path);
        if (!read(path, 0).kept.queue().mayBeLine || !shows(path))
            continue;
        m_lines.insert(path, 0);
        touchDirectory(path, touched);
    }
}

QSet<QString> LockTree::lines() const
{
    return QSet<QString>(m_lines.keyBegin(), m_lines.keyEnd());
}

} // namespace lockscope::journal
