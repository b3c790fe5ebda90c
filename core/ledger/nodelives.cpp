// SPDX-License-Identifier: Apache-2.0
#include "core/ledger/nodelives.h"

#include "core/locks/recipecatalog.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

namespace {

/// Reading so many costs an event little.
constexpr qsizetype shortQueue = 64;
/// A longer queue that cannot be followed is read in steps that grow with its length: so many children for each event
/// that touches it, and more of them after a while without events.
constexpr qsizetype childrenAnEvent = 4;
constexpr qsizetype childrenAnEventAfterAPause = 32;
constexpr qint64 pauseNs = 20'000'000;

} // namespace

void NodeLives::apply(const Event &event)
{
    m_turns.clear();
    if (event.atNs - m_now.atNs >= pauseNs && !m_unhurried.isEmpty()) {
        m_now.number = event.number; // what it was then shows with this event
        const QSet<QString> now = std::exchange(m_unhurried, {});
        for (const QString &lock : now)
            settle(lock, true);
    }
    m_now = {event.number, event.atNs};
    if (m_tree.hasEnded(m_now.atNs))
        m_tree.endHolds(m_now.atNs, m_touched);
    std::visit([this](const auto &what) { on(what); }, event.what);
    if (!m_touched.paths.isEmpty())
        settleTouched();
}

qint64 NodeLives::takeUnread(const QString &directory)
{
    Directory *known = lookUp(m_directories, directory);
    return known ? std::exchange(known->unread, 0) : 0;
}

QString NodeLives::lockOf(const QString &directory) const
{
    const QString semaphore = m_tree.semaphoreOf(directory);
    return semaphore.isEmpty() ? directory : semaphore;
}

size_t NodeLives::weight() const
{
    size_t sum = m_directories.size() + m_locks.size()
                 + static_cast<size_t>(m_tree.weight() + m_plainLocks.size() + m_unhurried.size());
    for (const auto &[path, directory] : m_directories)
        sum += directory.lives.size() + directory.unreadSince.size();
    for (const auto &[path, lock] : m_locks)
        sum += lock.standing.size() + lock.holders.size() + lock.changed.size();
    return sum;
}

// ---- what an observer saw ----

void NodeLives::on(const DirectoryListed &event)
{
    Directory &directory = m_directories[event.path];
    ++directory.listings;
    DirectoryListed listed = event;
    const auto *known = m_tree.directory(event.path);
    // After a lost connection a reader names all children: what happened meanwhile was not seen.
    const bool isAgain = directory.listings > 1 && known && event.removed.isEmpty()
                         && event.added.size() == event.stat.numChildren
                         && std::any_of(event.added.begin(), event.added.end(),
                                        [&](const QString &name) { return known->children.contains(name); });
    if (isAgain) {
        const QSet<QString> present(event.added.begin(), event.added.end());
        for (const QString &name : known->children.names()) {
            if (!present.contains(name))
                listed.removed += name;
        }
    }
    // So was what came and went while the connection was lost, or nothing was read.
    const bool isUnseen = isAgain || (directory.listings > 1 && m_observation.freshness == Freshness::Stale);
    Lock *lock = isUnseen ? lookUp(m_locks, lockOf(event.path)) : nullptr;
    if (lock)
        lock->isSeenLate = true;
    // A listing may be older than the proof that a node of it has gone.
    if (!m_ended.isEmpty())
        listed.added.removeIf([&](const QString &name) { return m_ended.contains(joinPath(event.path, name)); });
    m_tree.list(listed, m_now.atNs, m_touched);
    known = m_tree.directory(event.path);
    const bool isPart = known->wasLock || !m_tree.semaphoreOf(event.path).isEmpty();
    for (const QString &name : std::as_const(listed.removed)) {
        if (!known->children.contains(name))
            go(joinPath(event.path, name), isUnseen);
    }
    for (const QString &name : std::as_const(listed.added)) {
        if (isPart && !directory.lives.contains(name))
            come(joinPath(event.path, name), isUnseen || directory.listings == 1, Source::Sight);
    }
    forgetGone(false);
}

void NodeLives::on(const NodeResolved &event)
{
    if (hasEnded(event.path, event.stat.czxid))
        return; // an answer from before its end
    const auto known = statAt(event.path);
    if (known && known->czxid > event.stat.czxid)
        return; // of the node before it
    if (known && known->czxid != event.stat.czxid)
        go(event.path, true);
    const bool isThereAgain = m_ended.contains(event.path);
    if (isThereAgain && !m_tree.node(event.path) && m_tree.directory(parentPath(event.path)))
        m_tree.put(event.path, event.stat, m_touched);
    m_tree.resolve(event, m_touched);
    if (Life *life = find(event.path))
        markRead(*life, event.stat);
    noteChanged(event.path);
}

void NodeLives::on(const NodeVanished &event)
{
    m_tree.dropTree(event.path, m_touched);
    forgetGone(false);
}

void NodeLives::on(const ConnectionChanged &event)
{
    const QString before = m_connection.endpoint;
    m_connection = event;
    // What was seen of another ensemble is not true of this one.
    if (event.endpoint.isEmpty())
        m_connection.endpoint = before;
    if (event.endpoint.isEmpty() || event.endpoint == before)
        return;
    m_tree.dropAll(m_touched);
    forgetGone(true);
}

void NodeLives::on(const ObservationChanged &event)
{
    if (event.freshness == Freshness::Empty || event.root.isEmpty())
        m_tree.dropAll(m_touched);
    else if (event.root != m_observation.root)
        m_tree.dropOutside(event.root, m_touched);
    m_observation = event;
    forgetGone(true);
}

void NodeLives::on(const ServersProbed &event)
{
    if (!isFollowed(m_connection, m_observation))
        return;
    const QSet<QString> before = m_tree.lines();
    m_tree.noteWatchedNodes(event.knowledge, m_touched);
    const QSet<QString> come = m_tree.lines() - before;
    for (const QString &lock : come) {
        if (m_locks.contains(lock))
            dropLock(lock);
        m_locks[lock].isSeenLate = true;
    }
}

// ---- what answers to our clients prove ----

void NodeLives::on(const ServerNode &event)
{
    if (event.life == ServerNode::Life::Gone)
        proveEnd(event.path);
    else if (!event.owner.isNull() && !event.czxid.isNull())
        prove(event);
}

void NodeLives::on(const ClientWatchFired &event)
{
    if (const QString gone = provedGone(event); !gone.isEmpty())
        proveEnd(gone);
}

void NodeLives::prove(const ServerNode &event)
{
    const auto known = statAt(event.path);
    if (hasEnded(event.path, event.czxid) || (known && known->czxid >= event.czxid))
        return;
    if (known)
        go(event.path, true);
    NodeStat stat;
    stat.czxid = event.czxid;
    stat.ephemeralOwner = event.owner;
    m_tree.put(event.path, stat, m_touched);
    Life *life = find(event.path);
    if (!life && locks::viewName(baseName(event.path)))
        life = &come(event.path, false, Source::Proof);
    if (life)
        markRead(*life, stat);
    noteChanged(event.path);
}

void NodeLives::proveEnd(const QString &path)
{
    const auto known = statAt(path);
    if (known && !known->czxid.isNull())
        m_ended.insert(path, known->czxid);
    go(path, false);
    m_tree.take(path, m_touched);
}

bool NodeLives::hasEnded(const QString &path, Zxid czxid) const
{
    const Zxid *ended = m_ended.find(path);
    return ended && *ended >= czxid;
}

void NodeLives::on(const ReleaseForced &event)
{
    const auto known = statAt(event.node);
    if (!event.error && known && known->czxid == event.czxid)
        proveEnd(event.node);
}

void NodeLives::on(const ClientSpawned &event)
{
    if (!locks::isOfOneNode(event.recipe))
        return;
    m_plainLocks.insert(event.id, event.lock);
    m_tree.noteNodeLock(event.lock, m_touched);
}

void NodeLives::on(const ClientRemoved &event)
{
    if (const QString lock = m_plainLocks.take(event.id); !lock.isEmpty())
        m_tree.leaveNodeLock(lock, m_touched);
}

// ---- lives ----

NodeLives::Life *NodeLives::find(const QString &path)
{
    Directory *directory = directoryOf(path);
    return directory ? lookUp(directory->lives, baseName(path)) : nullptr;
}

std::optional<NodeStat> NodeLives::statAt(const QString &path) const
{
    const auto node = m_tree.node(path);
    return node ? node->stat : std::nullopt;
}

NodeLives::Life &NodeLives::come(const QString &path, bool before, Source source)
{
    Directory &directory = m_directories[parentPath(path)];
    const auto name = locks::viewName(baseName(path));
    Life life;
    life.about.source = source;
    life.about.path = path;
    life.about.listed = m_now;
    life.about.before = before;
    life.about.unknownWait = !name || name->kind == locks::NameKind::Lease;
    life.listing = directory.listings;
    life.isNamed = name.has_value();
    if (life.isNamed)
        ++directory.unreadSince[life.listing];
    return directory.lives.insert_or_assign(baseName(path), life).first->second;
}

void NodeLives::markRead(Life &life, const NodeStat &stat)
{
    if (life.isRead)
        return; // its data, once more
    life.isRead = true;
    life.about.czxid = stat.czxid;
    life.about.owner = stat.owner();
    Directory &directory = m_directories[parentPath(life.about.path)];
    if (life.isNamed && --directory.unreadSince[life.listing] == 0)
        directory.unreadSince.erase(life.listing);
}

void NodeLives::noteChanged(const QString &path)
{
    if (Lock *lock = lookUp(m_locks, lockOf(parentPath(path))))
        lock->changed.insert(path);
}

void NodeLives::go(const QString &path, bool unseen)
{
    Directory *directory = directoryOf(path);
    const auto taken = directory ? directory->lives.extract(baseName(path)) : decltype(directory->lives)::node_type();
    if (!taken)
        return;
    const Life &life = taken.mapped();
    if (!life.isRead && life.isNamed) {
        ++directory->unread;
        if (--directory->unreadSince[life.listing] == 0)
            directory->unreadSince.erase(life.listing);
    }
    if (life.standing == Life::Standing::Unplaced)
        return;
    if (Lock *lock = lookUp(m_locks, life.about.lock)) {
        lock->standing.erase(path);
        lock->holders.erase(path);
    }
    noteChange(life, NodeChange::What::Left, unseen);
}

void NodeLives::forgetGone(bool unseen)
{
    for (const QString &path : std::as_const(m_touched.paths)) {
        if (m_tree.directory(path))
            continue;
        const auto directory = m_directories.find(path);
        if (directory == m_directories.end())
            continue;
        QStringList names;
        for (const auto &[name, life] : directory->second.lives)
            names += name;
        for (const QString &name : names)
            go(joinPath(path, name), unseen);
        m_directories.erase(directory);
    }
}

void NodeLives::noteChange(const Life &life, NodeChange::What what, bool before)
{
    NodeChange turn = life.about;
    turn.what = what;
    turn.at = m_now;
    turn.before = before;
    turn.held = life.standing == Life::Standing::Holding;
    m_turns.push_back(std::move(turn));
}

void NodeLives::dropContender(const QString &path)
{
    if (Life *life = find(path)) {
        noteChange(*life, NodeChange::What::Left, true);
        life->standing = Life::Standing::Unplaced;
    }
}

// ---- who holds ----

void NodeLives::settleTouched()
{
    std::set<QString> locks;
    const QSet<QString> touched = std::exchange(m_touched, {}).paths;
    for (const QString &path : touched) {
        const QString semaphore = m_tree.semaphoreOf(path);
        locks.insert(semaphore.isEmpty() ? path : semaphore);
    }
    for (const QString &lock : locks)
        settle(lock, false);
}

void NodeLives::settle(const QString &lock, bool unhurried)
{
    if (!m_tree.isLock(lock)) {
        if (m_locks.contains(lock))
            dropLock(lock);
        return;
    }
    Lock &known = m_locks[lock];
    if (!isWorthReading(lock, known, unhurried))
        return;
    known.touches = 0;
    m_unhurried.remove(lock);
    LockReading &reading = m_tree.read(lock, m_now.atNs);
    const bool whole = !known.isKnown || (reading.isNew && !reading.followed);
    reading.isNew = false;
    if (whole)
        takeWhole(lock, known, reading.kept.queue());
    else
        takeHolders(lock, known, reading.kept.queue());
    known.isKnown = true;
    known.isSeenLate = false;
    known.changed.clear();
    if (!reading.kept.isFollowed() && childrenOf(lock) <= shortQueue)
        m_tree.readings().forget(lock); // it would be read again at its next change, and until then nothing asks for it
    // Who has a lease is known when the line is read as well.
    std::vector<Directory *> parts;
    for (const QString &part : partsOf(lock)) {
        if (Directory *directory = lookUp(m_directories, part))
            parts.push_back(directory);
    }
    const bool isSettled = std::ranges::all_of(parts, [](const Directory *part) { return part->oldestUnread() > 1; });
    for (Directory *part : parts)
        part->settled = part->settled || isSettled;
}

/// The order of a long queue that is being read is not known: none of its nodes waits or holds yet.
bool NodeLives::isWorthReading(const QString &lock, Lock &known, bool unhurried)
{
    const qsizetype children = childrenOf(lock);
    if (children <= shortQueue)
        return true;
    const QStringList parts = partsOf(lock);
    qsizetype unread = 0;
    for (const QString &part : parts) {
        if (const Directory *directory = lookUp(m_directories, part)) {
            for (const auto &[listing, count] : directory->unreadSince)
                unread += count;
        }
    }
    if (unread > shortQueue)
        return false;
    // So much has changed that it was forgotten, which happens seldom; a semaphore is forgotten at every change.
    const bool isForgotten = parts.size() == 1 && !m_tree.readings().contains(lock);
    const qsizetype step = unhurried ? childrenAnEventAfterAPause : childrenAnEvent;
    if (m_tree.readings().isFollowed(lock) || isForgotten || !known.isKnown || ++known.touches >= children / step)
        return true;
    m_unhurried.insert(lock);
    return false;
}

void NodeLives::takeWhole(const QString &lock, Lock &known, const locks::LockQueue &queue)
{
    for (const QString &part : partsOf(lock)) {
        if (queue.hasLineOfItsOwn && part != lock && m_locks.contains(part)) // it was taken for a lock of its own
            dropLock(part);
    }
    auto before = std::exchange(known.standing, {});
    for (const locks::Contender &contender : queue.contenders) {
        if (!isContender(contender) || !contender.node.stat || contender.state == locks::ContenderState::Member)
            continue;
        const QString path = queue.pathOf(contender);
        Life *life = find(path);
        if (!life)
            life = &come(path, true, Source::Sight);
        markRead(*life, *contender.node.stat);
        before.erase(path);
        known.standing.insert(path);
        stand(lock, known, *life, contender.state == locks::ContenderState::Holding && isCertain(*life, queue));
    }
    for (const QString &path : std::as_const(before)) { // no contender after all
        known.holders.erase(path);
        dropContender(path);
    }
}

/// Of a queue that follows changes, only what was read since and who holds can differ.
void NodeLives::takeHolders(const QString &lock, Lock &known, const locks::LockQueue &queue)
{
    QStringList holders;
    for (const int index : queue.holders) {
        const QString path = queue.pathOf(queue.contenders[static_cast<size_t>(index)]);
        const Life *life = find(path);
        if (life && isCertain(*life, queue))
            holders += path;
    }
    const auto before = known.holders;
    for (const QString &path : before) {
        if (Life *life = holders.contains(path) ? nullptr : find(path))
            stand(lock, known, *life, false);
    }
    const bool hasMembers = queue.mayBeLine || !queue.isLock();
    for (const QString &path : std::as_const(known.changed)) {
        const int index = hasMembers ? queue.indexOfPath(path) : -1;
        const bool isMember =
            index >= 0 && queue.contenders[static_cast<size_t>(index)].state == locks::ContenderState::Member;
        Life *life = isMember ? nullptr : find(path);
        if (life && life->isRead) {
            known.standing.insert(path);
            stand(lock, known, *life, holders.contains(path));
        }
    }
    for (const QString &path : std::as_const(holders))
        stand(lock, known, *find(path), true);
}

void NodeLives::stand(const QString &lock, Lock &known, Life &life, bool holds)
{
    using Standing = Life::Standing;
    const Standing now = holds ? Standing::Holding : Standing::Waiting;
    const Standing before = std::exchange(life.standing, now);
    if (holds)
        known.holders.insert(life.about.path);
    else
        known.holders.erase(life.about.path);
    if (before == Standing::Unplaced) {
        life.about.lock = lock;
        noteChange(life, NodeChange::What::Came, life.about.before);
    }
    if (before == now)
        return;
    if (holds) {
        // Of a lock of one node there is no line in which it could have waited since the first listing. What is a
        // semaphore's lease may be known only once its queue is listed, too.
        const bool isFirst = life.about.path == lock || before == Standing::Unplaced
                             || !m_directories[parentPath(life.about.path)].settled;
        noteChange(life, NodeChange::What::Served, known.isSeenLate || (life.listing == 1 && isFirst));
    } else if (before == Standing::Holding) {
        noteChange(life, NodeChange::What::Waits, false);
    }
}

bool NodeLives::isCertain(const Life &life, const locks::LockQueue &queue) const
{
    if (life.standing == Life::Standing::Holding)
        return true;
    const auto isRead = [this](const QString &path, quint64 listing) {
        const Directory *directory = lookUp(m_directories, path);
        return !directory || listing < directory->oldestUnread();
    };
    const QString own = parentPath(life.about.path);
    if (!queue.hasLineOfItsOwn) // the queue says so only where none that is not read may stand before it
        return true;
    if (life.isNamed && !isRead(own, life.listing))
        return false;
    const QStringList parts = partsOf(queue.path);
    return std::all_of(parts.begin(), parts.end(), [&](const QString &part) {
        const Directory *directory = lookUp(m_directories, part);
        return part == own || !directory || directory->unreadSince.empty();
    });
}

void NodeLives::dropLock(const QString &lock)
{
    const auto found = m_locks.find(lock);
    for (const QString &path : std::as_const(found->second.standing))
        dropContender(path);
    m_locks.erase(found);
    m_unhurried.remove(lock);
}

QStringList NodeLives::partsOf(const QString &lock) const
{
    const auto parts = m_tree.semaphoreAt(lock);
    if (parts)
        return {parts->queue, parts->leases};
    const auto *directory = m_tree.directory(lock);
    return {directory && directory->isNodeLock ? parentPath(lock) : lock};
}

qsizetype NodeLives::childrenOf(const QString &lock) const
{
    const auto *itself = m_tree.directory(lock);
    if (itself && itself->isNodeLock)
        return 1;
    qsizetype sum = 0;
    for (const QString &part : partsOf(lock)) {
        const auto *directory = m_tree.directory(part);
        sum += directory ? directory->children.size() : 0;
    }
    return sum;
}

} // namespace lockscope::journal
