// SPDX-License-Identifier: Apache-2.0
#include "core/history/locktree.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/nodelock.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

using namespace Qt::StringLiterals;

namespace {

/// More directories than there are locks, and than these, are looked at all together.
constexpr qsizetype fewDoubted = 1'000;

/// As far as it was read: what is not known of it may make it one.
bool isNoLock(const QString &path, const locks::ChildNode &node)
{
    return node.stat && !node.stat->isEphemeral() && node.access != locks::ChildNode::Data::NotRead
           && !locks::isNodeLock(path, node);
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

void LockTree::list(const DirectoryListed &event, qint64 atNs, Touched &touched)
{
    Directory &directory = m_directories.at(event.path);
    const bool isNew = !directory.stat;
    const bool areAllRead = isNew || directory.isNodeLock || directory.watched != event.watched;
    QList<QString> changed; // names: an answer may have shown some before
    if (directory.stat && !directory.stat->czxid.isNull() && event.stat.czxid != directory.stat->czxid)
        changed = beginAnew(directory);
    const auto forget = [&](const QString &name) {
        const QString path = joinPath(event.path, name);
        if (directory.children.remove(name)) {
            touched.gone += path;
            changed += name;
        }
        dropTree(path, touched);
    };
    // What an answer has proved since the listing was made stays.
    const auto stays = [&](const QString &name) {
        const auto child = directory.children.find(name);
        const bool isYounger = child && child->stat && isAfter(child->stat->czxid, event.stat);
        if (isYounger)
            m_proofs.noteUnlisted(joinPath(event.path, name));
        return isYounger;
    };
    const auto isOfEnded = [&](const QString &name, bool isListed) {
        return m_proofs.hasEnds() && m_proofs.noteListed(joinPath(event.path, name), event.stat.czxid, isListed);
    };
    for (const QString &name : event.removed) {
        isOfEnded(name, false);
        if (!stays(name))
            forget(name);
    }
    for (const QString &name : event.added) {
        if (isOfEnded(name, true) || directory.children.contains(name))
            continue;
        directory.children.put({name, {}, locks::ChildNode::Data::NotRead, {}, false});
        changed += name;
    }
    const Proofs::Gone gone = m_proofs.takeGone(event, m_directories);
    for (const QString &name : gone.names)
        forget(name);
    for (const QString &path : gone.directories)
        dropTree(path, touched);
    // A reader that starts afresh names all children and cannot know which ones went before.
    if (event.added.size() == event.stat.numChildren && directory.children.size() > event.added.size()) {
        const QSet<QString> present(event.added.cbegin(), event.added.cend());
        for (const QString &name : directory.children.names()) {
            if (!present.contains(name) && !stays(name))
                forget(name);
        }
        m_readings.forget(event.path);
    }
    directory.stat = event.stat;
    directory.watched = event.watched;
    const bool isLocks = locks::isLockDirectory(event.path, m_directories.dataOf(event.path), event.added);
    directory.wasLock = directory.wasLock || isLocks || locks::looksLikeLock(event.added);
    directory.isProven = directory.isProven || isLocks || locks::namesSayLock(event.path, event.added);
    directory.unseenCreates += event.unseenCreates;
    const bool wasRefused = std::exchange(directory.error, {}).has_value();
    directory.listedAtNs = atNs;
    directory.isNodeLock = false;
    touchChildren(event.path, changed, touched);
    const bool isSemaphore = semaphoreAt(event.path).has_value();
    if (isNew || isSemaphore != directory.wasSemaphore)
        touchParts(event.path, touched);
    if (wasRefused || (directory.wasSemaphore && !isSemaphore))
        m_readings.forget(event.path);
    directory.wasSemaphore = isSemaphore;
    readNodeLocks(event.path, areAllRead ? nullptr : &changed, touched);
    if (m_nodeLocks.contains(event.path))
        readNodeLock(event.path, touched);
    else if (!m_directories.find(parentPath(event.path)))
        readRoot(directory);
}

/// Another directory has its path: what was known of children is of nodes that went with the first. Their names, which
/// stay until they are listed as gone.
QList<QString> LockTree::beginAnew(Directory &directory)
{
    const QList<QString> names = directory.children.names();
    for (const QString &name : names)
        directory.children.put({name, {}, locks::ChildNode::Data::NotRead, {}, false});
    directory.isProven = false;
    m_lines.remove(directory.path);
    m_readings.forget(directory.path);
    return names;
}

void LockTree::refuse(const DirectoryUnreadable &event, Touched &touched)
{
    Directory &directory = m_directories.at(event.path);
    directory.error = event.error;
    directory.watched = false;
    touchDirectory(event.path, touched);
}

void LockTree::resolve(const NodeResolved &event, Touched &touched)
{
    const locks::ChildNode resolved{baseName(event.path), event.stat, event.access, event.data, event.truncated};
    const QString parent = parentPath(event.path);
    Directory *directory = m_directories.find(parent);
    if (!directory) {
        if (Directory *root = m_directories.find(event.path)) {
            root->itself = resolved;
            readRoot(*root);
            noteDataOf(*root, touched);
        }
        return;
    }
    const auto known = directory->children.find(resolved.name);
    if (!known && !m_proofs.mayBeThereAgain(event.path))
        return; // gone again before it was read
    const Zxid czxid = event.stat.czxid;
    if (m_proofs.hasEnded(event.path, czxid) || (known && known->stat && known->stat->czxid > czxid))
        return; // an answer from before
    if (known && known->stat && known->stat->czxid != czxid)
        touched.gone += event.path;
    const bool hasNewData = !known || known->access != resolved.access || known->data != resolved.data;
    directory->children.put(resolved);
    if (Directory *itself = hasNewData ? m_directories.find(event.path) : nullptr)
        noteDataOf(*itself, touched);
    touchChildren(parent, {resolved.name}, touched);
    noteIfNodeLock(event.path, touched);
}

/// They may be about its children: how many leases there are.
void LockTree::noteDataOf(Directory &directory, Touched &touched)
{
    if (locks::isLockDirectory(directory.path, m_directories.dataOf(directory.path), directory.children.names()))
        directory.wasLock = directory.isProven = true;
    touchDirectory(directory.path, touched);
}

void LockTree::dropTree(const QString &path, Touched &touched)
{
    m_directories.drop(path, [&](const QString &dropped) { forgetDirectory(dropped, touched); });
}

void LockTree::dropAll(Touched &touched)
{
    dropTree(u"/"_s, touched);
}

void LockTree::dropOutside(const QString &root, Touched &touched)
{
    m_directories.dropOutside(root, [&](const QString &dropped) { forgetDirectory(dropped, touched); });
}

// ---- what is proved ----

void LockTree::prove(const QString &path, const NodeStat &stat, Touched &touched)
{
    const QString parent = parentPath(path);
    const QString name = baseName(path);
    const Directory *before = directory(parent);
    const auto known = before ? before->children.find(name) : std::nullopt;
    const bool isKnown = known && known->stat && known->stat->czxid >= stat.czxid;
    const bool isListed = known || m_proofs.mayBeThereAgain(path);
    const bool isGone =
        m_proofs.hasEnded(path, stat.czxid) || (!isListed && isKnownGone(m_directories, path, stat.czxid));
    if (isKnown || isGone)
        return;
    if (known && known->stat)
        touched.gone += path;
    Directory &directory = m_directories.at(parent);
    directory.children.put({name, stat, locks::ChildNode::Data::NotRead, {}, false});
    if (!known)
        m_proofs.noteUnlisted(path);
    directory.wasLock = directory.wasLock || locks::looksLikeLock({name});
    directory.isProven = directory.isProven || locks::namesSayLock(parent, {name});
    touchChildren(parent, {name}, touched);
    noteIfNodeLock(path, touched);
    if (!before)
        readNodeLocks(parent, nullptr, touched);
}

void LockTree::proveEnd(const QString &path, Touched &touched)
{
    const QString parent = parentPath(path);
    const QString name = baseName(path);
    Directory *directory = m_directories.find(parent);
    const auto known = directory ? directory->children.find(name) : std::nullopt;
    if (!known)
        return;
    if (known->stat)
        m_proofs.noteEnd(path, known->stat->czxid);
    directory->children.remove(name);
    touched.gone += path;
    dropTree(path, touched);
    touchChildren(parent, {name}, touched);
    const QList<QString> gone{name};
    readNodeLocks(parent, &gone, touched);
    // Perhaps it went with its last child, and no listing will say so.
    if (!directory->stat && !directory->error && !directory->isNodeLock && directory->children.isEmpty())
        dropTree(parent, touched);
}

// ---- touched ----

void LockTree::touchDirectory(const QString &path, Touched &touched)
{
    m_readings.forget(path);
    touchLocksOf(path, touched);
}

void LockTree::touchChildren(const QString &path, const QList<QString> &names, Touched &touched)
{
    m_readings.noteChanged(path, names);
    touchLocksOf(path, touched);
}

void LockTree::forgetDirectory(const QString &path, Touched &touched)
{
    m_nodeLocks.forget(path);
    m_lines.remove(path);
    m_proofs.forget(path);
    touchDirectory(path, touched);
    touchParts(path, touched);
}

void LockTree::touchParts(const QString &path, Touched &touched)
{
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        for (const QString &part : {path + shape.queue, path + shape.leases}) {
            if (part != path && m_directories.find(part))
                touched.paths.insert(part);
        }
    }
}

void LockTree::touchLocksOf(const QString &directory, Touched &touched)
{
    m_readings.forgetAbsent();
    touched.paths.insert(directory);
    invalidateLock(directory);
    for (const QString &path : semaphoresNamedBy(directory)) {
        Directory *found = m_directories.find(path);
        if (!found)
            continue;
        m_readings.forget(path);
        touched.paths.insert(path);
        const auto parts = semaphoreAt(path);
        if (!parts) {
            if (std::exchange(found->wasSemaphore, false))
                touchParts(path, touched);
            continue;
        }
        if (!found->wasSemaphore) // until now each was shown by itself
            touched.paths << parts->queue << parts->leases;
        found->wasSemaphore = found->wasLock = true;
    }
    const QString election = locks::dialectRegistry().electionLedFrom(directory);
    if (!election.isEmpty() && m_directories.find(election)) {
        m_readings.forget(election);
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

void LockTree::endHolds(qint64 atNs, Touched &touched)
{
    for (const QString &path : m_readings.takeEnded(atNs))
        touched.paths.insert(path);
}

// ---- what there is ----

QList<QString> LockTree::lockPaths() const
{
    auto &[sorted, doubted] = m_lockPaths.known;
    if (!sorted) {
        sorted.emplace();
        for (const auto &[path, directory] : m_directories.all()) {
            if (isLock(path))
                *sorted += path;
        }
    }
    const QSet<QString> again = std::exchange(doubted, {});
    for (const QString &path : again) {
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
    return isLock(path) && (at->isProven || m_lines.contains(path) || semaphoreAt(path));
}

QString LockTree::lockMeantBy(const QString &path) const
{
    if (const QString semaphore = semaphoreOf(path); !semaphore.isEmpty() || isKnownLock(path))
        return semaphore;
    const QList<QString> inIt = nodeLocksIn(path);
    return inIt.size() == 1 ? inIt.first() : QString();
}

// ---- locks of one node ----

QList<QString> LockTree::nodeLocksIn(const QString &directory) const
{
    const QSet<QString> *there = m_nodeLocks.in(directory);
    QList<QString> paths = there ? there->values() : QList<QString>();
    paths.removeIf([this](const QString &path) { return !isLock(path); });
    std::ranges::sort(paths);
    return paths;
}

/// No listing has the root: it may be the one node that is observed. Any program has ephemeral nodes: that is no proof.
void LockTree::readRoot(Directory &root)
{
    if (!root.itself || !root.itself->stat || (root.stat && root.stat->numChildren > 0))
        return;
    const bool isProven = m_nodeLocks.contains(root.path) || locks::isNamedNodeLock(root.path, *root.itself);
    if (root.itself->stat->isEphemeral() || isProven)
        root.isNodeLock = root.wasLock = true;
    root.isProven = root.isProven || isProven;
}

void LockTree::readNodeLocks(const QString &directory, const QList<QString> *names, Touched &touched)
{
    const QSet<QString> *there = m_nodeLocks.in(directory);
    if (!there)
        return;
    const QSet<QString> known = *there; // one that is none any more goes meanwhile
    if (names) {
        for (const QString &name : *names) {
            if (const QString path = joinPath(directory, name); known.contains(path))
                readNodeLock(path, touched);
        }
    } else {
        for (const QString &path : known)
            readNodeLock(path, touched);
    }
    forgetLongEmpty(directory, touched);
}

void LockTree::readNodeLock(const QString &path, Touched &touched)
{
    ++touched.nodesRead;
    const Directory *parent = directory(parentPath(path));
    Directory *known = m_directories.find(path);
    if (!parent && known && known->isNodeLock) {
        known->isProven = true;
        touchDirectory(path, touched);
    }
    if (!parent || (known && known->stat && known->stat->numChildren > 0)) // not observed, or a directory after all
        return;
    const auto child = node(path);
    if (known && known->stat && !child)
        return;
    if (child && isNoLock(path, *child) && !m_nodeLocks.isTaken(path)) { // though the one before it was
        m_nodeLocks.remove(path);
        if (known && known->isNodeLock)
            dropTree(path, touched);
        return;
    }
    Directory &lock = m_directories.at(path);
    lock.isNodeLock = lock.wasLock = lock.isProven = true;
    lock.watched = parent->watched;
    lock.listedAtNs = parent->listedAtNs;
    lock.itself = child;
    if (child)
        m_nodeLocks.noteNode(path);
    else
        m_nodeLocks.noteEmpty(path);
    touchDirectory(path, touched);
}

void LockTree::addNodeLock(const QString &path, Touched &touched)
{
    m_nodeLocks.insert(path);
    readNodeLock(path, touched);
}

void LockTree::noteNodeLock(const QString &path, Touched &touched)
{
    m_nodeLocks.addTaker(path);
    addNodeLock(path, touched);
}

void LockTree::leaveNodeLock(const QString &path, Touched &touched)
{
    if (!m_nodeLocks.removeTaker(path))
        return;
    const QString parent = parentPath(path);
    const Directory *lock = directory(path);
    if (!directory(parent)) {
        m_nodeLocks.forget(parent);
    } else if (lock && lock->isNodeLock && !lock->itself) {
        m_nodeLocks.noteEmpty(path);
        forgetLongEmpty(parent, touched);
    }
}

void LockTree::forgetLongEmpty(const QString &directory, Touched &touched)
{
    for (QString path; !(path = m_nodeLocks.takeLongestEmpty(directory)).isEmpty();) {
        const Directory *lock = this->directory(path);
        if (!lock || !lock->isNodeLock || lock->itself)
            continue; // a directory after all
        m_nodeLocks.remove(path);
        dropTree(path, touched);
    }
}

void LockTree::noteIfNodeLock(const QString &path, Touched &touched)
{
    const Directory *parent = directory(parentPath(path));
    const auto child = node(path);
    if (!parent || !child)
        return;
    if (m_nodeLocks.contains(path))
        return readNodeLock(path, touched);
    if (locks::isNodeLock(path, *child))
        addNodeLock(path, touched);
}

void LockTree::noteWatchedNodes(const locks::Knowledge &knowledge, Touched &touched)
{
    noteLines(knowledge, touched);
    QHash<QString, qsizetype> candidates; // by directory, each of which is counted once
    const auto countIn = [&](const QString &path) {
        if (const qsizetype *counted = lookUp(std::as_const(candidates), path))
            return *counted;
        const Directory *at = directory(path);
        if (!at) // the root stands in it, and is all that is observed
            return *candidates.insert(path, locks::nodesLikeLocksIn(path, knowledge));
        const auto children = at->children.all();
        touched.nodesRead += std::ssize(children);
        return *candidates.insert(path, std::ranges::count_if(children, locks::isLikeNodeLock));
    };
    std::optional<QSet<SessionId>> browsers; // looked for among all watches: only where one counts
    for (auto entry = knowledge.watchers.cbegin(); entry != knowledge.watchers.cend(); ++entry) {
        if (locks::viewName(QStringView(entry.key()).mid(entry.key().lastIndexOf(u'/') + 1)))
            continue; // as most are: a contender by its name, and looked for nowhere
        const auto child = node(entry.key());
        ++touched.nodesRead;
        if (!child || !locks::isLikeNodeLock(*child))
            continue;
        if (!browsers)
            browsers = locks::treeWatchers(knowledge);
        if (locks::isAwaited(entry.key(), child->stat->owner(), knowledge, *browsers)
            && countIn(parentPath(entry.key())) == 1)
            addNodeLock(entry.key(), touched);
    }
}

void LockTree::noteLines(const locks::Knowledge &knowledge, Touched &touched)
{
    constexpr int readingsToForget = 3; // a watch is set after the node, and a node may go before it is listed again
    const auto shows = [&](const QString &path) { return locks::showsLine(read(path, 0).kept.queue(), knowledge); };
    const QList<QString> known = m_lines.keys(); // some go meanwhile
    for (const QString &path : known) {
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
        const QString path = parentPath(entry.key());
        const bool leavesOpen = // whether it is one line
            view
            && (view->dialect == locks::Dialect::Generic
                || locks::isOnlyNumbered(view->dialect, view->kind == locks::NameKind::Mutex, name, view->token, path));
        if (!leavesOpen) // as most do not
            continue;
        const Directory *at = directory(path);
        if (!at || !at->wasLock || m_lines.contains(path) || looked.contains(path))
            continue;
        looked.insert(path);
        if (!read(path, 0).kept.queue().mayBeOneLine() || !shows(path))
            continue;
        m_lines.insert(path, 0);
        touchDirectory(path, touched);
    }
}

QSet<QString> LockTree::lines() const
{
    return QSet<QString>(m_lines.keyBegin(), m_lines.keyEnd()) + m_nodeLocks.taken();
}

} // namespace lockscope::journal
