// SPDX-License-Identifier: Apache-2.0
#include "core/observe/treewatcher.h"

#include "core/base/clock.h"
#include "core/base/path.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

using namespace std::chrono_literals;

namespace {

constexpr auto turnTick = 100ms;
/// How long a reading waits for what is read again to come to rest: where it does, the end of it is one for all.
constexpr auto restLimit = 500ms;
constexpr auto closedTurn = 2s;

} // namespace

TreeWatcher::TreeWatcher(zk::Connection &connection, journal::EventSink &sink, WatchLimits limits, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_sink(sink)
    , m_limits(limits)
    , m_records(connection)
    , m_watchSessions(connection, limits.bytesPerSession)
    , m_readSessions(connection, limits.readSessions)
{
    m_report.setSingleShot(true);
    m_report.setTimerType(Qt::PreciseTimer);
    connect(&m_report, &QTimer::timeout, this, [this] { report(); });
    m_turn.setInterval(turnTick);
    connect(&m_turn, &QTimer::timeout, this, &TreeWatcher::readInTurn);
    m_dueDone.setSingleShot(true);
    m_dueDone.setInterval(restLimit);
    connect(&m_dueDone, &QTimer::timeout, this, [this] {
        if (!m_stopped && !m_paused && isReading() && isDueDone() && m_watchSessions.allConnected())
            finishReading();
    });
    m_closedTurn.setSingleShot(true);
    m_closedTurn.setInterval(closedTurn);
    connect(&m_closedTurn, &QTimer::timeout, this, &TreeWatcher::readClosed);
    m_secondLook.setSingleShot(true);
    connect(&m_secondLook, &QTimer::timeout, this, &TreeWatcher::lookAgain);
    connect(&m_schedule, &ReadSchedule::ready, this, &TreeWatcher::pump);
    connect(&m_records, &RecordLooks::changed, this, [this](const QString &path) {
        m_schedule.wantNode(path);
        pump();
    });
    connect(&connection, &zk::Connection::stateChanged, this, &TreeWatcher::onConnectionState);
    connect(&connection, &zk::Connection::sessionReplaced, this, &TreeWatcher::rereadAll);
    connect(&m_watchSessions, &WatchSessions::furtherChanged, this, &TreeWatcher::onConnectionState);
    connect(&m_watchSessions, &WatchSessions::roomMade, this, [this] {
        wantLists(m_directories.pathsWhere([](const WatchedDirectory &directory) { return !directory.watched; }));
        watchLeaves();
    });
}

TreeWatcher::~TreeWatcher()
{
    stop();
}

void TreeWatcher::stop()
{
    m_stopped = true;
    m_schedule.stop();
    m_report.stop();
    m_turn.stop();
    m_dueDone.stop();
    m_secondLook.stop();
    m_closedTurn.stop();
    m_records.stop();
    m_directories.clear();
    takeBack(m_rootWatch);
    m_firstReading.complete(failure(ErrorCode::Cancelled, u"watch"_s, m_root));
}

Task<> TreeWatcher::close()
{
    stop();
    auto watches = m_watchSessions.close();
    auto reads = m_readSessions.close();
    co_await watches;
    co_await reads;
}

Reply<Done> TreeWatcher::start(const QString &root)
{
    m_root = root;
    addDirectory(root);
    onConnectionState();                // it may be over already; nothing is live before the root is read
    if (!m_connection.isHistoryKnown()) // not compared since the session was replaced
        rereadAll();
    return Reply<Done>(m_firstReading);
}

void TreeWatcher::refresh(const QString &path)
{
    if (m_directories.isLeaf(path))
        addDirectory(path);
    const DirectoryPtr directory = m_directories.find(path);
    if (!directory)
        return;
    directory->resolveAll = true;
    directory->isUrgent = true;
    directory->pace.hasten();
    makeRoomFor(path, *directory, true);
    wantList(path);
    m_schedule.hasten(path); // if it waits for its turn already, that is now
}

void TreeWatcher::lookFor(const QHash<SessionId, QStringList> &ephemerals)
{
    if (m_stopped || m_paused || m_incomplete || m_connection.state() != ConnectionState::Connected)
        return;
    QHash<QString, QStringList> byDirectory;
    for (const QStringList &paths : ephemerals) {
        for (const QString &path : paths) {
            if (path != m_root && isAtOrBelow(path, m_root))
                byDirectory[parentPath(path)] += baseName(path);
        }
    }
    const bool allTell = m_firstReading.isComplete() && m_directories.unwatched() == 0;
    for (auto group = byDirectory.cbegin(); !allTell && group != byDirectory.cend(); ++group)
        lookForIn(group.key(), group.value());
    watchAgain(byDirectory);
    pump();
}

/// Servers let a watch go without a word while its session has no permission to read the node, and later changes, too,
/// are then not heard of. So locks in which fewer nodes are reported than were listed are listed again, with another
/// watch; a few at once, each seldom, since nodes that outlive their sessions are reported nowhere.
void TreeWatcher::watchAgain(const QHash<QString, QStringList> &reported)
{
    constexpr qsizetype most = 5;
    constexpr qint64 seldomNs = 30'000 * nsPerMs;
    constexpr int mostDirectories = 20'000; // of more, looking through them would take too long
    if (m_directories.count() > mostDirectories)
        return;
    const qint64 now = nowNs();
    std::vector<QString> paths = m_directories.pathsWhere([now](const WatchedDirectory &directory) {
        return directory.watched && directory.isLock && !directory.queued && !directory.inFlight
               && directory.names.size() > 0 && now - directory.watchedAgainNs > seldomNs;
    });
    std::erase_if(paths, [&](const QString &path) {
        return reported.value(path).size() >= m_directories.find(path)->names.size();
    });
    paths.resize(std::min<size_t>(paths.size(), most));
    for (const QString &path : paths) {
        const DirectoryPtr directory = m_directories.find(path);
        directory->watchedAgainNs = now;
        takeBack(directory->watch); // its place stays its own
        wantList(path);
    }
}

void TreeWatcher::lookForIn(const QString &path, const QStringList &names)
{
    DirectoryPtr known = m_directories.find(path);
    if (!known) {
        QString above = path;
        while (!known && above != m_root)
            known = m_directories.find(above = parentPath(above));
        if (known && !known->unreadable) // below a closed one nothing may be listed, as a rule
            addDirectory(path, ReadSchedule::Urgency::First);
        return;
    }
    if (!known->known || known->watched || known->unreadable || known->inFlight || known->queued)
        return;
    if (!known->names.hasAll(names)) {
        known->queued = known->isUrgent = true;
        m_schedule.wantList(path, 0, ReadSchedule::Urgency::First);
    }
}

void TreeWatcher::leaveOut(const std::vector<Guard> &guards)
{
    for (const Guard &guard : guards) {
        if (const DirectoryPtr directory = m_directories.find(guard.directory))
            directory->ownCreates.push_back(guard.number);
    }
}

void TreeWatcher::setLive(bool live)
{
    if (m_stopped || m_paused == !live)
        return;
    m_paused = !live;
    // Until what changed meanwhile has been read.
    m_stale = m_stale || (live && !m_schedule.isEmpty());
    if (live) {
        m_directories.setDueWhere([](const WatchedDirectory &directory) { return directory.due || directory.queued; });
    }
    m_schedule.setHeld(m_paused);
    m_records.setHeld(m_paused);
    report();
}

void TreeWatcher::setDiscovery(bool goOn)
{
    if (m_stopped || m_incomplete == !goOn)
        return;
    if (goOn) {
        m_incomplete = m_ending = false;
        m_goingOn = true;
        ++m_inFlight; // so that it ends even where nothing is left
        m_schedule.takeUp();
        m_nodesDue = m_schedule.dueNodes();
        m_directories.setDueWhere([](const WatchedDirectory &directory) {
            return directory.due || (!directory.known && !directory.unreadable);
        });
        requestDone(false);
    } else if (!m_firstReading.isComplete() || m_goingOn) {
        m_incomplete = m_ending = true;
        ++m_inFlight;
        m_schedule.setAside();
        noneIsDue();
        requestDone(false);
    }
    report();
    // Answers to what is under way will not come soon: what was found is stale, and all there is.
    if (m_incomplete && !m_watchSessions.allConnected())
        m_firstReading.complete(Done());
}

// ---- what is to be read ----

void TreeWatcher::addDirectory(const QString &path, ReadSchedule::Urgency urgency, bool isDue)
{
    if (path.count(u'/') - (m_root == u'/' ? 0 : m_root.count(u'/')) > m_limits.levels) {
        if (!std::exchange(m_tooDeep, true))
            m_sink.write(journal::Notice{
                locks::Finding::Severity::Warning,
                Text::counted("There are nodes more than %n levels below the root, which are not read: choose a root "
                              "further down to see them.",
                              m_limits.levels)});
        return;
    }
    const DirectoryPtr added = m_directories.add(path);
    if (!added)
        return;
    m_directories.setDue(*added, isDue && isReading() && !m_incomplete);
    added->queued = true;
    added->isUrgent = urgency == ReadSchedule::Urgency::First;
    m_schedule.wantList(path, 0, m_ending ? ReadSchedule::Urgency::Aside : urgency);
}

void TreeWatcher::wantList(const QString &path)
{
    const DirectoryPtr directory = m_directories.find(path);
    if (!directory)
        return;
    if (directory->inFlight)
        directory->dirty = true; // read once more after
    else if (!std::exchange(directory->queued, true))
        m_schedule.wantList(path, directory->pace.notBeforeNs());
}

void TreeWatcher::wantLists(const std::vector<QString> &paths)
{
    for (const QString &path : paths)
        wantList(path);
}

void TreeWatcher::pump()
{
    if (m_stopped || !m_connection.isHistoryKnown() || m_connection.state() != ConnectionState::Connected)
        return;
    while (m_inFlight < m_limits.inFlight) {
        const auto path = m_schedule.nextList();
        if (!path)
            break;
        const DirectoryPtr directory = m_directories.find(*path);
        if (directory && directory->queued)
            list(*path, directory);
    }
    // In bursts: one for each answer would cost us and the server a turn of the loop for every node.
    if (m_inFlight > m_limits.inFlight / 2)
        return;
    while (m_inFlight < m_limits.inFlight) {
        const auto node = m_schedule.nextNode();
        if (!node)
            break;
        resolve(node->path, node->isDue);
    }
}

void TreeWatcher::requestDone(bool answered)
{
    --m_inFlight;
    if (m_stopped)
        return;
    if (answered && (!m_firstReading.isComplete() || m_goingOn || m_stale))
        ++m_done;
    pump();
    m_ending = m_ending && m_inFlight > 0;
    if (m_inFlight == 0 && m_schedule.isEmpty() && m_watchSessions.allConnected()) {
        finishReading();
        return;
    }
    if (!m_report.isActive())
        m_report.start(16ms); // a frame
    if (!m_dueDone.isActive() && isReading() && isDueDone())
        m_dueDone.start();
}

void TreeWatcher::finishReading()
{
    m_dueDone.stop();
    m_stale = m_goingOn = false;
    m_unheardMs = 0;
    watchMore();
    report(true);
    m_firstReading.complete(m_rootRefusal ? Result<Done>(tl::unexpected(*m_rootRefusal)) : Done());
}

void TreeWatcher::noneIsDue()
{
    ++m_round;
    m_nodesDue = 0;
    m_directories.setDueWhere([](const WatchedDirectory &) { return false; });
}

// ---- what changes ----

void TreeWatcher::onWatch(const QString &path, const std::weak_ptr<WatchedDirectory> &weak,
                          const Result<WatchEvent> &event)
{
    const DirectoryPtr directory = weak.lock();
    const bool isTakenBack = !event && event.error().code == ErrorCode::Cancelled;
    if (!directory || m_directories.find(path) != directory || isTakenBack)
        return;
    directory->watch.reset();
    if (event || m_connection.state() == ConnectionState::Connected)
        wantList(path); // a further session was lost; with the main one everything is read again anyway
    else
        m_directories.setWatched(*directory, false);
}

/// A lock with contenders is worth more than a directory that has none; one that the user has chosen more than any.
void TreeWatcher::makeRoomFor(const QString &path, const WatchedDirectory &directory, bool chosen)
{
    if (directory.watched || m_limits.directories == 0 || m_directories.watched() < m_limits.directories)
        return; // where there is room, the next list takes it
    QString yielding = m_directories.takeFromEmpty();
    if (yielding.isEmpty() && chosen)
        yielding = m_directories.takeFromLock(path);
    if (yielding.isEmpty())
        return;
    WatchedDirectory &other = *m_directories.find(yielding);
    other.watchedInJournal = false;
    m_sink.write(journal::DirectoryListed{yielding, other.stat, {}, {}, 0, false});
    wantList(path);
}

/// Directories that went have made room in the budget for others that were over it.
void TreeWatcher::watchMore()
{
    if (!std::exchange(m_budgetFreed, false) || m_directories.watched() >= m_limits.directories
        || m_directories.unwatched() == 0)
        return;
    wantLists(m_directories.pathsWhere([](const WatchedDirectory &directory) {
        return !directory.watched && !directory.unreadable && !directory.queued;
    }));
    watchLeaves();
}

/// As many as there is room for.
void TreeWatcher::watchLeaves()
{
    const int room = m_limits.directories - m_directories.count();
    if (room <= 0 || !m_directories.hasLeaves())
        return;
    for (const QString &path : m_directories.nextLeaves(static_cast<size_t>(room)))
        addDirectory(path);
}

void TreeWatcher::forget(const QString &path)
{
    if (m_directories.drop(path))
        m_budgetFreed = true;
}

void TreeWatcher::onConnectionState()
{
    if (m_stopped)
        return;
    const ConnectionState state = m_connection.state();
    const zk::Session *session = m_connection.session();
    if (state == ConnectionState::Closed || state == ConnectionState::AuthFailed) { // it does not come back by itself
        Error why = session != nullptr ? session->whyOver() : Error{ErrorCode::Closed, {}, {}, {}};
        why.operation = u"watch"_s;
        why.path = m_root;
        m_firstReading.complete(tl::unexpected(why));
    }
    const bool connected = m_watchSessions.allConnected();
    if (!connected && !std::exchange(m_stale, true))
        m_unheardMs = session != nullptr ? session->silentForMs() : 0;
    if (connected && m_stale)
        rereadAll();
    report();
}

/// What is there now is not read as a change of what was: of some directories, the uppermost, it is asked first whether
/// they can have become what they are.
Task<> TreeWatcher::compareHistories()
{
    constexpr size_t most = 200;
    std::vector<QString> paths =
        m_directories.pathsWhere([](const WatchedDirectory &directory) { return directory.known; });
    std::ranges::stable_sort(paths, {}, [](const QString &path) { return path.count(u'/'); });
    paths.resize(std::min(paths.size(), most));
    QList<zk::Connection::Seen> seen;
    for (const QString &path : paths)
        seen.append({path, m_directories.find(path)->stat});
    const QPointer<TreeWatcher> alive(this);
    m_comparing = true;
    co_await m_connection.checkHistory(std::move(seen));
    if (!alive)
        co_return;
    m_comparing = false;
    rereadAll();
}

void TreeWatcher::rereadAll()
{
    if (m_stopped)
        return;
    m_stale = true;
    if (m_connection.state() != ConnectionState::Connected || m_comparing)
        return;
    if (!m_connection.isHistoryKnown()) {
        compareHistories();
        return;
    }
    m_schedule.forgetNodes();
    noneIsDue();
    m_refusedNodes.clear();
    m_done = 0;
    addDirectory(m_root);
    m_directories.setDueWhere([](const WatchedDirectory &) { return true; });
    wantLists(m_directories.pathsWhere([](WatchedDirectory &directory) {
        directory.resolveAll = true;
        directory.pace.hasten();
        return true;
    }));
    m_schedule.hastenAll();
}

// ---- how far it is ----

journal::Freshness TreeWatcher::freshness() const
{
    if (m_stale || m_paused)
        return journal::Freshness::Stale;
    return m_firstReading.isComplete() && !m_goingOn ? journal::Freshness::Live : journal::Freshness::Reading;
}

void TreeWatcher::report(bool isRead)
{
    m_report.stop();
    const int pending = m_inFlight - m_inTurn + m_schedule.size();
    const int unwatched = m_directories.unwatched();
    const bool settled = pending == 0 && !m_stale && !m_paused;
    journal::ObservationChanged now{m_root,
                                    freshness(),
                                    m_directories.watched(),
                                    m_limits.directories,
                                    settled ? std::max(0, unwatched - m_schedule.listsLater()) : 0,
                                    pending,
                                    m_done,
                                    m_paused,
                                    m_incomplete,
                                    static_cast<int>(m_refusedNodes.size()),
                                    m_stale ? m_unheardMs : 0};
    if ((settled || (isRead && !m_stale && !m_paused)) && !m_firstReading.isComplete())
        now.freshness = journal::Freshness::Live;
    if (settled && unwatched > 0 && !m_turn.isActive())
        m_turn.start();
    if (now == m_reported)
        return;
    m_reported = now;
    m_sink.write(now);
}

} // namespace lockscope::observe

#include "moc_treewatcher.cpp"
