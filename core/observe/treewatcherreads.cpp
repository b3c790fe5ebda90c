// SPDX-License-Identifier: Apache-2.0
// The requests of a tree watcher, and what their answers mean for it.
#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/locks/dialect.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/queue.h"
#include "core/observe/treewatcher.h"

#include <QPointer>

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

// ---- reading a directory ----

// Requests fail before their connection says that it is lost: each that had no answer is asked again as long as it does
// not, so that a reading never ends with an unanswered one.

Task<> TreeWatcher::list(QString path, DirectoryPtr directory, bool inTurn)
{
    const QPointer<TreeWatcher> alive(this);
    ++m_inFlight;
    m_inTurn += inTurn ? 1 : 0;
    directory->queued = false;
    directory->inFlight = true;
    directory->dirty = false;
    const qint64 startedNs = nowNs();

    // A watch that fired kept its place in the budget until now: no other directory has taken it.
    const bool hasPlace = directory->watched || m_directories.watched() < m_limits.directories;
    const bool wantWatch = !directory->watch && hasPlace;
    const QPointer<zk::Session> watching = wantWatch ? m_watchSessions.sessionFor(path) : nullptr;
    const bool isWatching = watching != nullptr;
    Result<Children> children;
    std::optional<zk::SessionWatch> watch;
    if (isWatching) {
        m_directories.setWatched(*directory,
                                 true); // counted from now on, so that many lists in flight keep to the budget
        children = (co_await watching->watchChildren(path)).map([&watch](zk::WatchedChildren watched) {
            watch = watched.watch;
            return std::move(watched.children);
        });
    } else {
        children = co_await m_readSessions.next(m_schedule.size())->children(path);
    }
    const bool stillWanted = alive && m_directories.find(path) == directory;
    if (watch && !stillWanted && watching)
        watching->cancel(*watch);
    if (!alive)
        co_return;

    directory->inFlight = false;
    if (wantWatch && !watch && stillWanted)
        m_directories.setWatched(*directory, false);
    if (watch && stillWanted)
        directory->watch = HeldWatch{watching, *watch};
    if (stillWanted && children && directory->known && zk::contradict(directory->stat, children->stat))
        doubtHistory(path, directory);
    else if (stillWanted && children)
        onListed(path, *directory, *children, startedNs);
    else if (stillWanted)
        onListFailed(path, *directory, children.error());
    pump(); // what is new in it: its watch may have fired already, and behind the next list it would wait
    if (watch && stillWanted) {
        const std::weak_ptr<WatchedDirectory> weak = directory;
        watch->fired().then([alive, path, weak](const Result<WatchEvent> &event) {
            if (alive)
                alive->onWatch(path, weak, event);
        });
    }
    if (directory->dirty)
        wantList(path);
    m_inTurn -= inTurn ? 1 : 0;
    requestDone(children || !children.error().isNoAnswer());
}

/// A tenth of a second's share of the directories that are not watched.
void TreeWatcher::readInTurn()
{
    const auto othersPerTick =
        static_cast<size_t>(m_limits.othersPerSecond * m_turn.intervalAsDuration() / std::chrono::seconds(1));
    const bool isLive = m_firstReading.isComplete() && !m_stale && !m_paused && !m_goingOn && !m_incomplete;
    if (m_stopped || !isLive || m_directories.unwatched() == 0 || m_connection.state() != ConnectionState::Connected)
        return m_turn.stop();
    const auto isOpen = [](const WatchedDirectory &directory) { return !directory.watched && !directory.unreadable; };
    if (m_locksInTurn.empty()) {
        m_locksInTurn = m_directories.pathsWhere(
            [&](const WatchedDirectory &directory) { return isOpen(directory) && directory.isLock; });
        std::ranges::reverse(m_locksInTurn);
        const auto ticks = static_cast<size_t>(std::max<qint64>(1, m_limits.turn / m_turn.intervalAsDuration()));
        m_locksPerTick = (m_locksInTurn.size() + ticks - 1) / ticks;
    }
    if (m_othersInTurn.empty()) {
        m_othersInTurn = m_directories.pathsWhere(
            [&](const WatchedDirectory &directory) { return isOpen(directory) && !directory.isLock; });
        std::ranges::reverse(m_othersInTurn);
    }
    const auto read = [this](std::vector<QString> &paths, size_t most) {
        for (size_t i = 0; i < most && !paths.empty() && m_inFlight < m_limits.inFlight; ++i) {
            const QString path = std::move(paths.back());
            paths.pop_back();
            const DirectoryPtr directory = m_directories.find(path);
            if (directory && !directory->watched && !directory->queued && !directory->inFlight)
                list(path, directory, true);
        }
    };
    read(m_locksInTurn, m_locksPerTick);
    read(m_othersInTurn, othersPerTick);
    for (const QString &path : m_directories.nextLeaves(othersPerTick))
        lookAtLeaf(path);
}

/// Some of those without permission to list them, however many there are.
void TreeWatcher::readClosed()
{
    constexpr size_t most = 10;
    const bool mayAsk = !m_stopped && !m_paused && m_connection.state() == ConnectionState::Connected;
    std::deque<QString> paths;
    if (mayAsk && m_closed.size() <= most) {
        paths = std::exchange(m_closed, {});
    } else if (mayAsk) {
        paths.assign(m_closed.begin(), m_closed.begin() + most);
        m_closed.erase(m_closed.begin(), m_closed.begin() + most);
    }
    for (const QString &path : paths) {
        const DirectoryPtr directory = m_directories.find(path);
        if (!directory)
            continue;
        directory->isClosed = false;
        if (directory->unreadable == ErrorCode::NoAuth && !directory->queued && !directory->inFlight)
            list(path, directory, true);
    }
    if (!m_closed.empty() && !m_stopped)
        m_closedTurn.start();
}

/// Its parent's list does not show when it gets its first child.
Task<> TreeWatcher::lookAtLeaf(QString path)
{
    const QPointer<TreeWatcher> alive(this);
    ++m_inFlight;
    ++m_inTurn;
    const auto stat = co_await m_readSessions.next(m_schedule.size())->exists(path);
    if (!alive)
        co_return;
    if (stat && stat->numChildren > 0 && m_directories.isLeaf(path))
        addDirectory(path);
    --m_inTurn;
    requestDone(stat || !stat.error().isNoAnswer());
}

/// What was listed is not taken: its server lags behind, or has another history, which ends the connection.
Task<> TreeWatcher::doubtHistory(QString path, DirectoryPtr directory)
{
    const QPointer<TreeWatcher> alive(this);
    ++m_inFlight;
    QList<zk::Connection::Seen> seen;
    seen.append({path, directory->stat});
    co_await m_connection.checkHistory(std::move(seen));
    if (!alive)
        co_return;
    if (m_directories.find(path) == directory && !std::exchange(directory->queued, true))
        m_schedule.wantList(path, nowNs() + retryAfterNs(++directory->refusals));
    requestDone(true);
}

void TreeWatcher::onListed(const QString &path, WatchedDirectory &directory, const Children &children, qint64 askedNs)
{
    Listing listing = compare(path, directory, children);
    // A directory's own data is read as its parent's child's; but the root's parent is not read, and a child watch
    // does not fire when data changes: kazoo creates a semaphore's directory first and writes into it afterwards.
    const bool hasNewData = directory.dataRead != children.stat.mzxid;
    using Urgency = ReadSchedule::Urgency;
    const Urgency urgency = std::exchange(directory.isUrgent, false) ? Urgency::First
                            : m_ending && !directory.known           ? Urgency::Aside
                                                                     : Urgency::InTurn;
    const bool isDue = directory.due;
    m_directories.setDue(directory, false);
    m_directories.setUnreadable(directory, std::nullopt);
    directory.refusals = 0;
    m_directories.countNames(listing.event.added.size() - listing.event.removed.size());
    directory.pace.listed(askedNs, nowNs(), listing.changes, listing.toResolve.size());
    directory.known = true;
    directory.isLock = directory.isLock || locks::looksLikeLock(listing.event.added);
    directory.stat = children.stat;
    m_readSessions.catchUp();
    const bool areAllRead = std::exchange(directory.resolveAll, false);
    const bool mayBeOthers = listing.event.unseenCreates > 0 && !areAllRead;
    for (const QString &name : std::as_const(listing.event.removed))
        forget(joinPath(path, name));
    directory.watchedInJournal = directory.watched;
    if (std::ranges::any_of(listing.event.added, locks::isHexId))
        m_records.noteLeases(path, children.stat.mzxid);
    if (listing.isNews)
        m_sink.write(std::move(listing.event));
    if (directory.watched && directory.names.size() == 0)
        m_directories.noteEmpty(path, directory);
    else if (!directory.watched && directory.isLock && directory.names.size() > 0)
        makeRoomFor(path, directory, false);
    if (mayBeOthers)
        lookAgainLater(path, directory);
    resolveNodes(path, std::move(listing.toResolve), urgency, isDue);
    if (hasNewData)
        m_schedule.wantNode(path);
    if (path == m_root && path != u'/')
        readBesideRoot(children);
    else if (path == m_otherPart)
        addDirectory(parentPath(path)); // the root is half a semaphore, and this is the whole
}

/// A sequence number is given once, so what bears one is the same node, unless it was made again under that very name,
/// by a client or by hand. A list does not show that, only how many creates were missed, and in a busy directory
/// some always are. So the nodes of such directories are read again, one directory after another, and slowly.
void TreeWatcher::lookAgainLater(const QString &path, WatchedDirectory &directory)
{
    if (std::exchange(directory.doubtful, true))
        return;
    m_doubtful.emplace_back(path, m_directories.find(path));
    if (!m_secondLook.isActive())
        m_secondLook.start(std::chrono::seconds(1)); // the rush may be over then
}

void TreeWatcher::lookAgain()
{
    constexpr auto pausePerNode = std::chrono::milliseconds(16); // at most 60 reads a second, over all directories
    while (!m_doubtful.empty()) {
        const auto [path, weak] = std::move(m_doubtful.front());
        m_doubtful.pop_front();
        const DirectoryPtr directory = weak.lock();
        if (!directory || m_directories.find(path) != directory)
            continue;
        directory->doubtful = false;
        directory->resolveAll = true;
        m_secondLook.start(std::max<qsizetype>(1, directory->names.size()) * pausePerNode);
        return wantList(path);
    }
}

/// What belongs to the root and is not below it: some semaphores queue beside their directory, and some leaders make
/// their node elsewhere.
void TreeWatcher::readBesideRoot(const Children &children)
{
    const bool mayBeLeases =
        children.names.size() == 0 || std::any_of(children.names.begin(), children.names.end(), locks::isHexId);
    for (const locks::SemaphoreShape &shape : locks::dialectRegistry().semaphoreShapes()) {
        if (!shape.leases.isEmpty()) {
            for (const auto &[own, other] :
                 {std::pair(shape.queue, shape.leases), std::pair(shape.leases, shape.queue)}) {
                if (m_root.endsWith(own) && m_root.size() > own.size() && m_otherPart.isEmpty())
                    addDirectory(m_otherPart = m_root.chopped(own.size()) + other);
            }
            continue;
        }
        if (mayBeLeases)
            addDirectory(m_root + shape.queue);
        if (m_root.endsWith(shape.queue) && !baseName(m_root.chopped(shape.queue.size())).isEmpty())
            addDirectory(m_root.chopped(shape.queue.size()));
    }
    if (const QString leader = locks::dialectRegistry().leaderNodeOf(m_root); !leader.isEmpty())
        addDirectory(parentPath(leader));
}

void TreeWatcher::resolveNodes(const QString &path, QList<QString> names, ReadSchedule::Urgency urgency, bool isDue)
{
    const qsizetype over = m_directories.names() - m_limits.nodes;
    if (over > 0 && !std::exchange(m_tooManyNodes, true)) {
        m_sink.write(journal::Notice{
            locks::Finding::Severity::Warning,
            Text::counted("There are more than %n nodes, and of the rest only the names are read: choose a narrower "
                          "root to see them in full.",
                          m_limits.nodes)});
    } else if (over <= 0) {
        m_tooManyNodes = false; // said once each time
    }
    sortBySequence(names);
    if (over > 0)
        names.resize(std::max<qsizetype>(0, names.size() - over));
    m_nodesDue += isDue ? names.size() : 0;
    m_schedule.wantNodes(path, names, urgency, isDue);
}

void TreeWatcher::onListFailed(const QString &path, WatchedDirectory &directory, const Error &error)
{
    if (error.isNoAnswer()) {
        directory.resolveAll = true; // read again when the connection is back
        if (m_connection.state() == ConnectionState::Connected)
            wantList(path); // only a further session was lost
        return;
    }
    if (error.code == ErrorCode::NoNode) {
        if (directory.known || path == m_root) // else the journal does not have it
            m_sink.write(journal::NodeVanished{path});
        const bool isDue = directory.due;
        if (path == m_root)
            awaitRoot();
        forget(path);
        if (path != m_root)
            lookForMissing(path, isDue);
        const QString leader = locks::dialectRegistry().leaderNodeOf(m_root);
        if (!leader.isEmpty() && isAtOrBelow(leader, path) && parentPath(path) != u"/"_s)
            addDirectory(parentPath(path)); // which shows that the way to it ends there
        return;
    }
    m_directories.setDue(directory, false);
    const bool isNews = directory.unreadable != error.code;
    m_directories.setUnreadable(directory, error.code);
    if (isNews)
        m_sink.write(journal::DirectoryUnreadable{path, error});
    if (error.code == ErrorCode::NoAuth && path == m_root && isNews) {
        m_rootRefusal = error; // what belongs to it may be read all the same
        readBesideRoot({});
    } else if (path == m_root) {
        m_firstReading.complete(tl::unexpected(error));
    } else if (path == m_otherPart) {
        addDirectory(parentPath(path)); // it is there
    }
    if (error.code != ErrorCode::NoAuth && !std::exchange(directory.queued, true))
        m_schedule.wantList(path, nowNs() + retryAfterNs(++directory.refusals));
    if (error.code == ErrorCode::NoAuth && !std::exchange(directory.isClosed, true)) {
        m_closed.push_back(path);
        m_closedTurn.start();
    }
}

// ---- reading a node ----

// A directory is asked for twice, here as a node and then in list(). The list alone would have its Stat, but it has to
// leave its watch before it is known what the node is: each contender would be given one, and the budget is of
// directories. A lock needs its data, too (how many leases there are, until when it is held), and no list has it.
Task<> TreeWatcher::resolve(QString path, bool isDue)
{
    const QPointer<TreeWatcher> alive(this);
    const int round = m_round;
    ++m_inFlight;
    auto content = co_await m_readSessions.next(m_schedule.size())->get(path);
    if (!alive || m_stopped)
        co_return;
    journal::NodeResolved resolved{path, {}, locks::ChildNode::Data::Read, {}, false};
    std::optional<Error> error;
    if (content) {
        resolved.stat = content->stat;
        resolved.truncated = content->data.size() > m_limits.dataKept;
        resolved.data = resolved.truncated ? content->data.left(m_limits.dataKept) : std::move(content->data);
    } else {
        error = content.error();
    }
    if (error && error->code == ErrorCode::NoAuth && m_connection.session() != nullptr) {
        // exists() returns the Stat without any permission.
        const auto stat = co_await m_connection.session()->exists(path);
        if (!alive || m_stopped)
            co_return;
        resolved.stat = stat.value_or(NodeStat());
        resolved.access = locks::ChildNode::Data::NoPermission;
        error = stat ? std::nullopt : std::optional(stat.error());
    }
    if (error)
        onNotResolved(path, *error, isDue);
    else
        m_refusedNodes.remove(path);
    if (!error) {
        onResolved(path, resolved.stat, isDue);
        m_records.note(path, {baseName(path), resolved.stat, resolved.access, resolved.data, resolved.truncated});
    }
    if (isDue && round == m_round && m_nodesDue > 0)
        --m_nodesDue;
    if (!error && !resolved.stat.czxid.isNull()) // the root of all and /zookeeper have none
        m_sink.write(std::move(resolved));
    requestDone(!error || !error->isNoAnswer());
}

void TreeWatcher::onNotResolved(const QString &path, const Error &error, bool isDue)
{
    if (error.isNoAnswer()) {
        if (m_connection.state() == ConnectionState::Connected) {
            // A further session was lost; with the main one everything is read again anyway.
            m_nodesDue += isDue ? 1 : 0;
            m_schedule.wantNodes({}, {path}, ReadSchedule::Urgency::InTurn, isDue);
        }
        return;
    }
    if (error.code == ErrorCode::NoNode)
        lookForMissing(path, isDue);
    else
        tryLater(path, error.sentence());
}

void TreeWatcher::tryLater(const QString &path, const Text &why)
{
    if (m_refusedNodes.isEmpty()) {
        m_sink.write(journal::Notice{
            locks::Finding::Severity::Warning,
            Text::en("Some nodes cannot be read for now, and are tried again. The first is %1: %2").arg(path, why)});
    }
    m_schedule.wantNodeLater(path, nowNs() + retryAfterNs(++m_refusedNodes[path]));
}

/// A node that is not there, though its directory listed it, has gone since, which the directory's watch reports. Where
/// nothing has changed in the directory, its server contradicts itself: whether there is such a node is not known.
Task<> TreeWatcher::lookForMissing(QString path, bool isDue)
{
    const DirectoryPtr directory = m_directories.find(parentPath(path));
    const bool isChanging = directory && (directory->queued || directory->inFlight || directory->dirty);
    const auto isListed = [&] { return directory->names.names().contains(baseName(path)); }; // by now, not when asked
    if (!directory || isChanging || !isListed() || m_lookingForMissing || m_connection.session() == nullptr) {
        m_refusedNodes.remove(path);
        co_return;
    }
    const QPointer<TreeWatcher> alive(this);
    const int round = m_round;
    m_lookingForMissing = true;
    m_nodesDue += isDue ? 1 : 0;
    ++m_inFlight;
    const NodeStat listed = directory->stat;
    // In this order, and neither older than what was listed.
    zk::Session *session = m_connection.session();
    const Reply<Done> catchingUp = session->sync(parentPath(path));
    const Reply<NodeStat> looking = session->exists(path);
    const Reply<NodeStat> lookingAbove = session->exists(parentPath(path));
    co_await catchingUp;
    const auto stat = co_await looking;
    const auto above = co_await lookingAbove;
    if (!alive || m_stopped)
        co_return;
    m_lookingForMissing = false;
    const bool isGone = !stat && stat.error().code == ErrorCode::NoNode;
    const bool isAnother = stat && stat->czxid > listed.pzxid;
    const bool isUnchanged = above && *above == listed;
    if (isListed() && ((isGone && isUnchanged) || (stat && !isAnother))) {
        tryLater(path, Text::en("it is listed by its directory, and the server says that it is not there"));
    } else {
        m_refusedNodes.remove(path);
        if (isAnother)
            m_schedule.wantNodeLater(path, nowNs() + retryAfterNs(1));
    }
    if (isDue && round == m_round && m_nodesDue > 0)
        --m_nodesDue;
    requestDone(above || !above.error().isNoAnswer());
}

void TreeWatcher::onResolved(const QString &path, const NodeStat &stat, bool isDue)
{
    // ZooKeeper's own nodes are never locks, and listing them would only add watches.
    constexpr int ownNodes = 2; // config and quota
    const bool isOwn = path == "/zookeeper/config"_L1 || path == "/zookeeper/quota"_L1
                       || (path == "/zookeeper"_L1 && stat.numChildren <= ownNodes);
    if (stat.isEphemeral() || isOwn)
        return;
    // A persistent contender without children (kazoo's ephemeral=False) is a leaf like any other contender.
    if (stat.numChildren == 0 && locks::parseName(baseName(path)))
        return;
    if (stat.numChildren == 0 && m_directories.watched() >= m_limits.directories)
        m_directories.noteLeaf(path);
    else
        addDirectory(path, ReadSchedule::Urgency::InTurn, isDue);
    if (const DirectoryPtr directory = m_directories.find(path))
        directory->dataRead = stat.mzxid;
}

// ---- a root that is not there ----

Task<> TreeWatcher::awaitRoot()
{
    if (m_awaitingRoot)
        co_return;
    m_awaitingRoot = true;
    const QPointer<TreeWatcher> alive(this);
    const auto goOn = [alive] {
        if (!alive)
            return;
        alive->m_awaitingRoot = false;
        alive->m_rootWatch.reset();
        if (!alive->m_stopped && alive->m_connection.state() == ConnectionState::Connected)
            alive->addDirectory(alive->m_root);
    };
    const QPointer<zk::Session> session(m_connection.session());
    auto watched = co_await session->watchExists(m_root);
    if (watched && session && (!alive || m_stopped || watched->stat))
        session->cancel(watched->watch);
    if (!alive)
        co_return;
    if (!watched && watched.error().isNoAnswer()) {
        m_awaitingRoot = false; // rereadAll() begins again
    } else if (!watched) {      // refused: its directory says so if the next list is, too
        QTimer::singleShot(std::chrono::ceil<std::chrono::milliseconds>(std::chrono::nanoseconds(retryAfterNs(1))),
                           this, goOn);
    } else if (watched->stat) {
        goOn();
    } else if (!m_stopped) {
        m_rootWatch = HeldWatch{session, watched->watch};
        watched->watch.fired().then([goOn](const Result<WatchEvent> &) { goOn(); });
    }
}

} // namespace lockscope::observe
