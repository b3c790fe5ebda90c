// SPDX-License-Identifier: Apache-2.0
#include "core/ledger/nodelives.h"

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

/// The directories of its contenders.
QStringList partsOf(const QString &lock, const World &world)
{
    const auto parts = world.semaphoreAt(lock);
    if (parts)
        return {parts->queue, parts->leases};
    const auto *directory = world.directory(lock);
    return {directory && directory->isNodeLock ? parentPath(lock) : lock};
}

qsizetype childrenOf(const QString &lock, const QStringList &parts, const World &world)
{
    const auto *itself = world.directory(lock);
    if (itself && itself->isNodeLock)
        return 1;
    qsizetype sum = 0;
    for (const QString &part : parts) {
        const auto *directory = world.directory(part);
        sum += directory ? directory->children.size() : 0;
    }
    return sum;
}

} // namespace

void NodeLives::apply(const Event &event, const World &world, const Changes &changed)
{
    m_turns.clear();
    std::set<QString> touched;
    if (changed.tree) {
        for (const QString &path : changed.directories)
            touched.insert(world.lockOf(path));
    }
    QSet<QString> unhurried;
    if (event.atNs - m_now.atNs >= pauseNs)
        unhurried = std::exchange(m_unhurried, {});
    m_now.number = event.number; // what it was then shows with this event
    for (const QString &lock : std::as_const(unhurried)) {
        if (!touched.contains(lock))
            settle(lock, world, true);
    }
    m_now.atNs = event.atNs;
    m_isLate = isLate(event.what, world);
    if (changed.tree)
        takeGone(world, changed);
    std::visit([&](const auto &what) { on(what, world, changed); }, event.what);
    for (const QString &lock : touched)
        settle(lock, world, unhurried.contains(lock));
}

qint64 NodeLives::takeUnread(const QString &directory)
{
    Directory *known = lookUp(m_directories, directory);
    return known ? std::exchange(known->unread, 0) : 0;
}

size_t NodeLives::weight() const
{
    size_t sum = m_directories.size() + m_locks.size() + static_cast<size_t>(m_unhurried.size());
    for (const auto &[path, directory] : m_directories)
        sum += directory.lives.size() + directory.unreadSince.size();
    for (const auto &[path, lock] : m_locks)
        sum += lock.standing.size() + lock.holders.size() + lock.changed.size();
    return sum;
}

// ---- what the event was ----

/// Of nodes, and of directories with all in them.
void NodeLives::takeGone(const World &world, const Changes &changed)
{
    for (const QString &path : changed.gone)
        go(path, m_isLate);
    for (const QString &path : changed.directories) {
        const auto directory = world.directory(path) ? m_directories.end() : m_directories.find(path);
        if (directory == m_directories.end())
            continue;
        QStringList names;
        for (const auto &[name, life] : directory->second.lives)
            names += name;
        for (const QString &name : names)
            go(joinPath(path, name), m_isLate);
        m_directories.erase(directory);
    }
}

/// What came and went came and went at some time before: while the connection was lost, or nothing was read.
bool NodeLives::isLate(const Payload &what, const World &world) const
{
    if (const auto *node = std::get_if<ServerNode>(&what))
        return node->life != ServerNode::Life::Gone; // of another one that had its path
    const auto *event = std::get_if<DirectoryListed>(&what);
    if (!event)
        return std::holds_alternative<NodeResolved>(what) || std::holds_alternative<ConnectionChanged>(what)
               || std::holds_alternative<ObservationChanged>(what);
    const Directory *directory = lookUp(m_directories, event->path);
    if (!directory || directory->listings == 0)
        return false;
    // After a lost connection a reader names all children.
    const bool isAgain =
        event->removed.isEmpty() && event->added.size() == event->stat.numChildren
        && std::ranges::any_of(event->added, [&](const QString &name) { return directory->lives.contains(name); });
    return isAgain || world.observation().freshness == Freshness::Stale;
}

void NodeLives::on(const DirectoryListed &event, const World &world, const Changes &)
{
    const auto *listed = world.directory(event.path);
    if (!listed)
        return;
    Lock *lock = m_isLate ? lookUp(m_locks, world.lockOf(event.path)) : nullptr;
    if (lock)
        lock->isSeenLate = true;
    Directory &directory = m_directories[event.path];
    ++directory.listings;
    if (m_isLate)
        directory.lateListing = directory.listings;
    if (!listed->wasLock && world.semaphoreOf(event.path).isEmpty())
        return;
    for (const QString &name : event.added) {
        if (!directory.lives.contains(name) && listed->children.contains(name))
            come(joinPath(event.path, name), m_isLate || directory.listings == 1, Source::Sight);
    }
}

void NodeLives::on(const NodeResolved &event, const World &world, const Changes &)
{
    const auto node = world.node(event.path);
    if (!node || !node->stat || node->stat->czxid != event.stat.czxid)
        return; // an answer from before, or of nothing that is listed
    Life *life = find(event.path);
    if (life && life->isRead && life->about.czxid != event.stat.czxid) { // its directory was made again
        go(event.path, true);
        life = &come(event.path, true, Source::Sight);
    }
    if (life)
        markRead(*life, event.stat);
    noteChanged(event.path, world);
}

/// Who holds by what the servers report has held for longer.
void NodeLives::on(const ServersProbed &, const World &world, const Changes &changed)
{
    for (const QString &path : changed.directories) {
        if (world.isLock(path))
            m_locks[path].isSeenLate = true;
    }
}

void NodeLives::on(const ServerNode &event, const World &world, const Changes &changed)
{
    const auto node = changed.directories.contains(parentPath(event.path)) ? world.node(event.path) : std::nullopt;
    if (!node || !node->stat)
        return; // nothing new
    Life *life = find(event.path);
    if (!life && (locks::viewName(baseName(event.path)) || world.isLock(event.path)))
        life = &come(event.path, false, Source::Proof);
    if (life)
        markRead(*life, *node->stat);
    noteChanged(event.path, world);
}

// ---- lives ----

NodeLives::Life *NodeLives::find(const QString &path)
{
    Directory *directory = directoryOf(path);
    return directory ? lookUp(directory->lives, baseName(path)) : nullptr;
}

NodeLives::Life &NodeLives::come(const QString &path, bool before, Source source)
{
    Directory &directory = m_directories[parentPath(path)];
    const auto name = locks::viewName(baseName(path));
    Life life;
    life.about.source = source;
    life.about.path = path;
    life.about.listed = m_now;
    // How long a lease's owner waited for it shows nowhere.
    life.about.askedBefore = before || !name || name->kind == locks::NameKind::Lease;
    life.listing = directory.listings;
    life.isFromBefore =
        source == Source::Sight && (directory.listings <= 1 || directory.listings == directory.lateListing);
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

void NodeLives::noteChanged(const QString &path, const World &world)
{
    if (Lock *lock = lookUp(m_locks, world.lockOf(parentPath(path))))
        lock->changed.insert(path);
}

void NodeLives::go(const QString &path, bool late)
{
    Directory *directory = directoryOf(path);
    auto taken = directory ? directory->lives.extract(baseName(path)) : decltype(directory->lives)::node_type();
    if (!taken)
        return;
    Life &life = taken.mapped();
    if (!life.isRead && life.isNamed) {
        ++directory->unread;
        if (--directory->unreadSince[life.listing] == 0)
            directory->unreadSince.erase(life.listing);
    }
    if (life.standing == NodeStanding::None)
        return;
    if (Lock *lock = lookUp(m_locks, life.about.lock)) {
        lock->standing.erase(path);
        lock->holders.erase(path);
    }
    noteChange(life, NodeStanding::None, late);
}

void NodeLives::noteChange(Life &life, NodeStanding now, bool before)
{
    NodeChange change = life.about;
    change.was = std::exchange(life.standing, now);
    change.now = now;
    change.at = m_now;
    change.before = before;
    m_turns.push_back(std::move(change));
}

void NodeLives::dropContender(const QString &path)
{
    if (Life *life = find(path))
        noteChange(*life, NodeStanding::None, true);
}

// ---- who holds ----

void NodeLives::settle(const QString &lock, const World &world, bool unhurried)
{
    if (!world.isLock(lock)) {
        if (m_locks.contains(lock))
            dropLock(lock);
        return;
    }
    Lock &known = m_locks[lock];
    const LockReading *last = world.lastReading(lock);
    const bool isAsBefore = last && !last->isOld && last->whole == known.whole && known.changed.empty();
    if (isAsBefore) {
        known.isSeenLate = false;
        return;
    }
    const QStringList parts = partsOf(lock, world);
    if (!isWorthReading(lock, known, parts, world, unhurried))
        return;
    known.touches = 0;
    m_unhurried.remove(lock);
    const locks::LockQueue &queue = world.queueOnServers(lock);
    const quint64 whole = world.lastReading(lock)->whole;
    if (std::exchange(known.whole, whole) != whole)
        takeWhole(lock, known, parts, queue);
    else
        takeHolders(lock, known, parts, queue);
    known.isSeenLate = false;
    known.changed.clear();
    // Who has a lease is known when the line is read as well.
    std::vector<Directory *> directories;
    for (const QString &part : parts) {
        if (Directory *directory = lookUp(m_directories, part))
            directories.push_back(directory);
    }
    const bool isSettled =
        std::ranges::all_of(directories, [](const Directory *one) { return one->oldestUnread() > 1; });
    for (Directory *one : directories)
        one->settled = one->settled || isSettled;
}

/// The order of a long queue that is being read is not known: none of its nodes waits or holds yet.
bool NodeLives::isWorthReading(const QString &lock, Lock &known, const QStringList &parts, const World &world,
                               bool unhurried)
{
    const qsizetype children = childrenOf(lock, parts, world);
    if (children <= shortQueue)
        return true;
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
    const LockReading *last = world.lastReading(lock);
    const bool costsLittle = last ? last->costsLittle() : parts.size() == 1;
    const qsizetype step = unhurried ? childrenAnEventAfterAPause : childrenAnEvent;
    if (costsLittle || known.whole == 0 || ++known.touches >= children / step)
        return true;
    m_unhurried.insert(lock);
    return false;
}

void NodeLives::takeWhole(const QString &lock, Lock &known, const QStringList &parts, const locks::LockQueue &queue)
{
    for (const QString &part : parts) {
        if (queue.hasLineOfItsOwn && part != lock && m_locks.contains(part)) // it was taken for a lock of its own
            dropLock(part);
    }
    const bool isRead = std::ranges::all_of(parts, [this](const QString &part) {
        const Directory *directory = lookUp(m_directories, part);
        return !directory || directory->unreadSince.empty();
    });
    const auto standingOf = [&](const locks::Contender &contender, const Life &life) {
        if (contender.state == locks::ContenderState::Holding && isCertain(life, parts, queue))
            return NodeStanding::Holding;
        const bool isDoubtful = queue.mayHold(contender) && isRead;
        return isDoubtful ? NodeStanding::Pending : NodeStanding::Waiting;
    };
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
        stand(lock, known, *life, standingOf(contender, *life));
    }
    for (const QString &path : std::as_const(before)) { // no contender after all
        known.holders.erase(path);
        dropContender(path);
    }
}

/// Of a queue that follows changes, only what was read since and who holds can differ.
void NodeLives::takeHolders(const QString &lock, Lock &known, const QStringList &parts, const locks::LockQueue &queue)
{
    QStringList holders;
    for (const int index : queue.holders) {
        const QString path = queue.pathOf(queue.contenders[static_cast<size_t>(index)]);
        const Life *life = find(path);
        if (life && isCertain(*life, parts, queue))
            holders += path;
    }
    const auto before = known.holders;
    for (const QString &path : before) {
        if (Life *life = holders.contains(path) ? nullptr : find(path))
            stand(lock, known, *life, NodeStanding::Waiting);
    }
    const bool hasMembers = queue.mayBeLine || !queue.isLock();
    for (const QString &path : std::as_const(known.changed)) {
        const int index = hasMembers ? queue.indexOfPath(path) : -1;
        const bool isMember =
            index >= 0 && queue.contenders[static_cast<size_t>(index)].state == locks::ContenderState::Member;
        Life *life = isMember ? nullptr : find(path);
        if (life && life->isRead) {
            known.standing.insert(path);
            stand(lock, known, *life, holders.contains(path) ? NodeStanding::Holding : NodeStanding::Waiting);
        }
    }
    for (const QString &path : std::as_const(holders))
        stand(lock, known, *find(path), NodeStanding::Holding);
}

void NodeLives::stand(const QString &lock, Lock &known, Life &life, NodeStanding now)
{
    if (now == NodeStanding::Holding)
        known.holders.insert(life.about.path);
    else
        known.holders.erase(life.about.path);
    if (life.standing == now)
        return;
    if (life.standing == NodeStanding::None)
        life.about.lock = lock;
    // Of a lock of one node there is no line in which it could have waited since the first listing. What is a
    // semaphore's lease may be known only once its queue is listed, too.
    const bool isFirst = life.about.path == lock || life.standing == NodeStanding::None
                         || !m_directories[parentPath(life.about.path)].settled;
    const bool mayHaveHeld =
        known.isSeenLate || life.standing == NodeStanding::Pending || (life.isFromBefore && isFirst);
    noteChange(life, now, now == NodeStanding::Holding && mayHaveHeld);
}

bool NodeLives::isCertain(const Life &life, const QStringList &parts, const locks::LockQueue &queue) const
{
    if (life.standing == NodeStanding::Holding)
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
    return std::ranges::all_of(parts, [&](const QString &part) {
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

} // namespace lockscope::journal
