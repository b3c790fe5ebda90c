// SPDX-License-Identifier: Apache-2.0
#include "core/observe/treewatcher.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/locks/dialect.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

constexpr auto frame = 16ms;
constexpr qint64 frameNs = 16'000'000;
/// After a list that took t, the same directory is left alone for this many times t.
constexpr qint64 paceFactor = 4;
/// But not for longer: it may have been the network that was slow, not the list.
constexpr qint64 longestPauseNs = 1'000'000'000;

/// ZooKeeper's own nodes: never locks, and listing them would only add watches.
bool isSystemNode(const QString &path)
{
    return path == "/zookeeper"_L1;
}

/// In order of their sequence numbers, so that rows appear in order of service from the first on.
void sortBySequence(QList<QString> &names)
{
    std::vector<std::pair<qint64, QString>> keyed;
    keyed.reserve(static_cast<size_t>(names.size()));
    for (QString &name : names) {
        const auto parsed = locks::parseName(name);
        keyed.emplace_back(parsed ? parsed->sequence : std::numeric_limits<qint64>::max(), std::move(name));
    }
    std::sort(keyed.begin(), keyed.end());
    for (qsizetype i = 0; i < names.size(); ++i)
        names[i] = std::move(keyed[static_cast<size_t>(i)].second);
}

} // namespace

TreeWatcher::TreeWatcher(zk::Connection &connection, journal::EventSink &sink, WatchLimits limits, QObject *parent)
    : QObject(parent)
    , m_connection(connection)
    , m_sink(sink)
    , m_limits(limits)
    , m_watchSessions(connection, limits.bytesPerSession)
{
    for (QTimer *timer : {&m_pace, &m_report}) {
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer);
    }
    connect(&m_pace, &QTimer::timeout, this, &TreeWatcher::paceEnded);
    connect(&m_report, &QTimer::timeout, this, &TreeWatcher::report);
    connect(&connection, &zk::Connection::stateChanged, this, &TreeWatcher::onConnectionState);
    connect(&connection, &zk::Connection::sessionReplaced, this, &TreeWatcher::rereadAll);
    connect(&m_watchSessions, &WatchSessions::furtherChanged, this, &TreeWatcher::onConnectionState);
    connect(&m_watchSessions, &WatchSessions::roomMade, this, [this] {
        std::vector<QString> unwatched;
        for (const auto &[path, directory] : m_directories) {
            if (!directory->watched)
                unwatched.push_back(path);
        }
        for (const QString &path : unwatched)
            wantList(path);
    });
}

TreeWatcher::~TreeWatcher()
{
    stop();
}

void TreeWatcher::stop()
{
    m_stopped = true;
    m_pace.stop();
    m_report.stop();
    const auto directories = std::exchange(m_directories, {});
    for (const auto &[path, directory] : directories)
        takeBack(directory->watch);
    takeBack(m_rootWatch);
    m_firstReading.complete(failure(ErrorCode::Cancelled, u"watch"_s, m_root));
}

Task<> TreeWatcher::close()
{
    stop();
    auto closing = m_watchSessions.close();
    co_await closing;
}

void TreeWatcher::takeBack(std::optional<HeldWatch> &watch)
{
    if (const auto held = std::exchange(watch, {}); held && held->session)
        held->session->cancel(held->watch);
}

Reply<Done> TreeWatcher::start(const QString &root)
{
    m_root = root;
    onConnectionState(); // it may be over already
    addDirectory(root);
    return Reply<Done>(m_firstReading);
}

void TreeWatcher::refresh(const QString &path)
{
    const auto found = m_directories.find(path);
    if (found == m_directories.end())
        return;
    found->second->resolveAll = true;
    found->second->notBeforeNs = 0;
    wantList(path);
    paceEnded(); // if it waits for its turn already, that is now
}

// ---- what is to be read ----

void TreeWatcher::addDirectory(const QString &path)
{
    if (m_directories.try_emplace(path, std::make_shared<Directory>()).second)
        wantList(path);
}

void TreeWatcher::wantList(const QString &path)
{
    const auto found = m_directories.find(path);
    if (found == m_directories.end())
        return;
    Directory &directory = *found->second;
    if (directory.inFlight) {
        directory.dirty = true; // read once more after
        return;
    }
    if (directory.queued)
        return;
    directory.queued = true;
    const qint64 waitNs = directory.notBeforeNs - nowNs();
    if (waitNs <= 0) {
        m_lists.push_back(path);
        pump();
        return;
    }
    m_paced.push_back(path);
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(std::chrono::nanoseconds(waitNs));
    if (!m_pace.isActive() || m_pace.remainingTimeAsDuration() > wait)
        m_pace.start(wait);
}

void TreeWatcher::paceEnded()
{
    const qint64 now = nowNs();
    qint64 nextNs = std::numeric_limits<qint64>::max();
    std::vector<QString> later;
    for (QString &path : m_paced) {
        const auto found = m_directories.find(path);
        if (found == m_directories.end())
            continue;
        if (found->second->notBeforeNs <= now) {
            m_lists.push_back(std::move(path));
        } else {
            nextNs = std::min(nextNs, found->second->notBeforeNs);
            later.push_back(std::move(path));
        }
    }
    m_paced = std::move(later);
    if (!m_paced.empty())
        m_pace.start(std::chrono::ceil<std::chrono::milliseconds>(std::chrono::nanoseconds(nextNs - now)));
    pump();
}

void TreeWatcher::pump()
{
    if (m_stopped || m_connection.state() != ConnectionState::Connected)
        return;
    while (m_inFlight < m_limits.inFlight && !m_lists.empty()) {
        const QString path = std::move(m_lists.front());
        m_lists.pop_front();
        if (const auto found = m_directories.find(path); found != m_directories.end())
            list(path, found->second);
    }
    // In bursts: one for each answer would cost us and the server a turn of the loop for every node.
    if (m_inFlight > m_limits.inFlight / 2)
        return;
    while (m_inFlight < m_limits.inFlight && !m_resolves.empty()) {
        const QString path = std::move(m_resolves.front());
        m_resolves.pop_front();
        resolve(path);
    }
}

void TreeWatcher::requestDone()
{
    --m_inFlight;
    if (m_stopped)
        return;
    pump();
    if (m_inFlight == 0 && m_lists.empty() && m_resolves.empty() && m_watchSessions.allConnected()) {
        m_stale = false;
        watchMore();
        report();
        m_firstReading.complete(Done());
    } else {
        reportSoon();
    }
}

// ---- reading a directory ----

Task<> TreeWatcher::list(QString path, DirectoryPtr directory)
{
    const QPointer<TreeWatcher> alive(this);
    ++m_inFlight;
    directory->queued = false;
    directory->inFlight = true;
    directory->dirty = false;
    const qint64 startedNs = nowNs();

    const bool wantWatch = !directory->watched && m_watched < m_limits.directories;
    const QPointer<zk::Session> watching = wantWatch ? m_watchSessions.sessionFor(path) : nullptr;
    const bool isWatching = watching != nullptr;
    Result<Children> children;
    std::optional<zk::SessionWatch> watch;
    if (isWatching) {
        setWatched(*directory, true); // counted from now on, so that many lists in flight keep to the budget
        auto asking = watching->watchChildren(path);
        auto answer = co_await asking;
        if (answer) {
            children = std::move(answer->children);
            watch = answer->watch;
        } else {
            children = tl::unexpected(answer.error());
        }
    } else {
        auto asking = m_connection.session()->children(path);
        children = co_await asking;
    }
    const auto found = alive ? m_directories.find(path) : m_directories.end();
    const bool stillWanted = alive && found != m_directories.end() && found->second == directory;
    if (watch && !stillWanted && watching)
        watching->cancel(*watch);
    if (!alive)
        co_return;

    directory->inFlight = false;
    if (isWatching && !watch && stillWanted)
        setWatched(*directory, false);
    if (watch && stillWanted)
        directory->watch = HeldWatch{watching, *watch};
    const qint64 now = nowNs();
    directory->notBeforeNs =
        now + std::clamp(paceFactor * (directory->known ? now - startedNs : 0), frameNs, longestPauseNs);
    if (stillWanted && children)
        onListed(path, *directory, *children);
    else if (stillWanted)
        onListFailed(path, *directory, children.error());
    if (watch && stillWanted) {
        const std::weak_ptr<Directory> weak = directory;
        watch->fired().then([alive, path, weak](const Result<WatchEvent> &event) {
            if (alive)
                alive->onWatch(path, weak, event);
        });
    }
    if (directory->dirty)
        wantList(path);
    requestDone();
}

void TreeWatcher::onListed(const QString &path, Directory &directory, const Children &children)
{
    journal::DirectoryListed listed{path, children.stat, {}, {}, 0, directory.watched};
    QSet<QString> names(children.names.begin(), children.names.end());
    for (const QString &name : children.names) {
        if (!directory.names.contains(name))
            listed.added.append(name);
    }
    for (const QString &name : std::as_const(directory.names)) {
        if (!names.contains(name))
            listed.removed.append(name);
    }
    if (directory.known && directory.stat.czxid == children.stat.czxid) {
        const qint64 creates = static_cast<qint32>(createsUnder(children.stat) - createsUnder(directory.stat));
        listed.unseenCreates = std::max<qint64>(0, creates - listed.added.size());
    }
    const bool news =
        !directory.known || directory.stat != children.stat || !listed.added.isEmpty() || !listed.removed.isEmpty();
    const QList<QString> toResolve = namesToResolve(directory, children, listed);
    m_names += names.size() - directory.names.size();
    setUnreadable(directory, false);
    directory.known = true;
    directory.stat = children.stat;
    directory.names = std::move(names);
    directory.resolveAll = false;
    for (const QString &name : std::as_const(listed.removed))
        forget(joinPath(path, name));
    if (news)
        m_sink.write(std::move(listed));
    resolveNodes(path, toResolve);
}

QList<QString> TreeWatcher::namesToResolve(const Directory &directory, const Children &children,
                                           const journal::DirectoryListed &listed) const
{
    if (directory.resolveAll || (directory.known && directory.stat.czxid != children.stat.czxid))
        return children.names; // of a directory made anew even the sequence numbers begin again
    if (listed.unseenCreates == 0)
        return listed.added;
    // A sequence number is given once; any other name may have been deleted and made again meanwhile.
    QList<QString> names = listed.added;
    const QSet<QString> added(names.cbegin(), names.cend());
    for (const QString &name : children.names) {
        if (!added.contains(name) && !locks::parseName(name))
            names.append(name);
    }
    return names;
}

void TreeWatcher::resolveNodes(const QString &path, QList<QString> names)
{
    const qsizetype over = m_names - m_limits.nodes;
    if (over > 0 && !std::exchange(m_tooManyNodes, true)) {
        m_sink.write(
            journal::Notice{locks::Finding::Severity::Warning,
                            u"There are more than %1 nodes, and of the rest only the names are read: choose a narrower "
                            "root to see them in full."_s.arg(m_limits.nodes)});
    } else if (over <= 0) {
        m_tooManyNodes = false; // said once each time
    }
    sortBySequence(names);
    if (over > 0)
        names.resize(std::max<qsizetype>(0, names.size() - over));
    for (const QString &name : std::as_const(names))
        m_resolves.push_back(joinPath(path, name));
}

void TreeWatcher::onListFailed(const QString &path, Directory &directory, const Error &error)
{
    if (error.outcomeUnknown() || error.code == ErrorCode::NotConnected || error.sessionIsOver()) {
        directory.resolveAll = true; // read again when the connection is back
        return;
    }
    if (error.code == ErrorCode::NoNode) {
        m_sink.write(journal::NodeVanished{path});
        if (path == m_root)
            awaitRoot();
        forget(path);
        return;
    }
    setUnreadable(directory, true);
    m_sink.write(journal::DirectoryUnreadable{path, error});
    if (path == m_root)
        m_firstReading.complete(tl::unexpected(error));
}

// ---- reading a node ----

Task<> TreeWatcher::resolve(QString path)
{
    const QPointer<TreeWatcher> alive(this);
    ++m_inFlight;
    auto asking = m_connection.session()->get(path);
    auto content = co_await asking;
    if (!alive || m_stopped)
        co_return;
    journal::NodeResolved resolved{path, {}, locks::ChildNode::Data::Read, {}, false};
    if (content) {
        resolved.stat = content->stat;
        resolved.truncated = content->data.size() > m_limits.dataKept;
        resolved.data = resolved.truncated ? content->data.left(m_limits.dataKept) : std::move(content->data);
    } else if (content.error().code == ErrorCode::NoAuth && m_connection.session() != nullptr) {
        // Whether a node exists, and its Stat, is told without any permission.
        auto asked = m_connection.session()->exists(path);
        const auto stat = co_await asked;
        if (!alive || m_stopped)
            co_return;
        if (stat) {
            resolved.stat = *stat;
            resolved.access = locks::ChildNode::Data::NoPermission;
        }
    }
    if (!resolved.stat.czxid.isNull()) { // else it is gone, which its parent's watch tells
        onResolved(path, resolved.stat);
        m_sink.write(std::move(resolved));
    }
    requestDone();
}

void TreeWatcher::onResolved(const QString &path, const NodeStat &stat)
{
    if (stat.isEphemeral() || isSystemNode(path))
        return;
    // A persistent contender without children (kazoo's ephemeral=False) is a leaf like any other contender.
    if (stat.numChildren == 0 && locks::parseName(baseName(path)))
        return;
    addDirectory(path);
}

// ---- what changes ----

void TreeWatcher::onWatch(const QString &path, const std::weak_ptr<Directory> &weak, const Result<WatchEvent> &event)
{
    const DirectoryPtr directory = weak.lock();
    const auto found = m_directories.find(path);
    if (!directory || found == m_directories.end() || found->second != directory)
        return;
    directory->watch.reset();
    setWatched(*directory, false);
    if (event)
        wantList(path);
    else if (m_connection.state() == ConnectionState::Connected)
        wantList(path); // a further session was lost; with the main one everything is read again anyway
}

void TreeWatcher::setWatched(Directory &directory, bool watched)
{
    if (directory.watched == watched)
        return;
    directory.watched = watched;
    m_watched += watched ? 1 : -1;
}

void TreeWatcher::setUnreadable(Directory &directory, bool unreadable)
{
    if (directory.unreadable == unreadable)
        return;
    directory.unreadable = unreadable;
    m_unreadable += unreadable ? 1 : -1;
}

int TreeWatcher::unwatchedCount() const
{
    return std::max(0, static_cast<int>(m_directories.size()) - m_unreadable - m_watched);
}

/// Directories that went have made room in the budget for others that were over it.
void TreeWatcher::watchMore()
{
    if (!std::exchange(m_budgetFreed, false) || m_watched >= m_limits.directories || unwatchedCount() == 0)
        return;
    std::vector<QString> more;
    for (const auto &[path, directory] : m_directories) {
        if (!directory->watched && !directory->unreadable && !directory->queued)
            more.push_back(path);
    }
    for (const QString &path : more)
        wantList(path);
}

void TreeWatcher::forget(const QString &path)
{
    const auto drop = [this](auto first, auto last) {
        for (auto it = first; it != last; ++it) {
            m_budgetFreed = true;
            setWatched(*it->second, false);
            setUnreadable(*it->second, false);
            m_names -= it->second->names.size();
        }
        m_directories.erase(first, last);
    };
    if (const auto found = m_directories.find(path); found != m_directories.end()) {
        drop(found, std::next(found));
        // '0' follows '/': everything below the path lies between the two.
        const QString stem = path == u'/' ? QString() : path;
        drop(m_directories.lower_bound(stem + u'/'), m_directories.lower_bound(stem + u'0'));
    }
}

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
    auto asking = session->watchExists(m_root);
    auto watched = co_await asking;
    if (watched && session && (!alive || m_stopped || watched->stat))
        session->cancel(watched->watch);
    if (!alive)
        co_return;
    if (!watched) {
        m_awaitingRoot = false; // the connection is gone: rereadAll() begins again
    } else if (watched->stat) {
        goOn();
    } else if (!m_stopped) {
        m_rootWatch = HeldWatch{session, watched->watch};
        watched->watch.fired().then([goOn](const Result<WatchEvent> &) { goOn(); });
    }
}

void TreeWatcher::onConnectionState()
{
    if (m_stopped)
        return;
    if (isOver()) {
        const ErrorCode why =
            m_connection.state() == ConnectionState::AuthFailed ? ErrorCode::AuthFailed : ErrorCode::Closed;
        m_firstReading.complete(failure(why, u"watch"_s, m_root));
    }
    const bool connected = m_watchSessions.allConnected();
    if (!connected)
        m_stale = true;
    else if (m_stale)
        rereadAll();
    report();
}

void TreeWatcher::rereadAll()
{
    if (m_stopped)
        return;
    m_stale = true;
    if (m_connection.state() != ConnectionState::Connected)
        return;
    m_resolves.clear();
    addDirectory(m_root);
    std::vector<QString> paths;
    for (const auto &[path, directory] : m_directories) {
        directory->resolveAll = true;
        directory->notBeforeNs = 0;
        paths.push_back(path);
    }
    for (const QString &path : paths)
        wantList(path);
    paceEnded();
}

/// The connection will not come back by itself.
bool TreeWatcher::isOver() const
{
    return m_connection.state() == ConnectionState::Closed || m_connection.state() == ConnectionState::AuthFailed;
}

// ---- how far it is ----

journal::Freshness TreeWatcher::freshness() const
{
    if (m_stale)
        return journal::Freshness::Stale;
    return m_firstReading.isComplete() ? journal::Freshness::Live : journal::Freshness::Reading;
}

void TreeWatcher::reportSoon()
{
    if (!m_report.isActive())
        m_report.start(frame);
}

void TreeWatcher::report()
{
    m_report.stop();
    const int pending = m_inFlight + static_cast<int>(m_lists.size() + m_resolves.size());
    const int unwatched = unwatchedCount();
    const bool settled = pending == 0 && !m_stale;
    journal::ObservationChanged now{m_root, freshness(), m_watched, m_limits.directories, settled ? unwatched : 0,
                                    pending};
    if (settled && !m_firstReading.isComplete())
        now.freshness = journal::Freshness::Live;
    if (now == m_reported)
        return;
    m_reported = now;
    m_sink.write(now);
}

} // namespace lockscope::observe
