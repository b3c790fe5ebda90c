// SPDX-License-Identifier: Apache-2.0
#include "core/observe/treewatcher.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/locks/dialect.h"

#include <QPointer>

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
    , m_watchSessions(connection)
{
    for (QTimer *timer : {&m_pace, &m_report}) {
        timer->setSingleShot(true);
        timer->setTimerType(Qt::PreciseTimer);
    }
    connect(&m_pace, &QTimer::timeout, this, &TreeWatcher::paceEnded);
    connect(&m_report, &QTimer::timeout, this, &TreeWatcher::report);
    connect(&connection, &zk::Connection::stateChanged, this, &TreeWatcher::onConnectionState);
    connect(&connection, &zk::Connection::sessionReplaced, this, [this] { rereadAll(true); });
    connect(&m_watchSessions, &WatchSessions::furtherChanged, this, [this](bool) { onConnectionState(); });
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
    m_firstReading.complete(failure(ErrorCode::Cancelled, u"watch"_s, m_root));
    zk::Session *session = m_connection.session();
    if (session == nullptr || session->state() != ConnectionState::Connected)
        return;
    for (const auto &[path, directory] : m_directories) {
        if (directory->watched)
            session->cancelWatches(path, zk::WatchKind::Children);
    }
}

Reply<Done> TreeWatcher::start(const QString &root)
{
    m_root = root;
    addDirectory(root);
    report();
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
    if (!m_pace.isActive())
        m_pace.start(std::chrono::ceil<std::chrono::milliseconds>(std::chrono::nanoseconds(waitNs)));
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
    if (m_connection.state() != ConnectionState::Connected)
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
    pump();
    if (m_inFlight == 0 && m_lists.empty() && m_resolves.empty()
        && m_connection.state() == ConnectionState::Connected) {
        m_stale = false;
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
    zk::Session *watching = wantWatch ? m_watchSessions.sessionFor(path) : nullptr;
    Result<Children> children;
    std::optional<zk::SessionWatch> watch;
    if (watching != nullptr) {
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
    if (!alive)
        co_return;

    directory->inFlight = false;
    const auto found = m_directories.find(path);
    const bool stillWanted = found != m_directories.end() && found->second == directory;
    if (watching != nullptr && !watch && stillWanted)
        setWatched(*directory, false);
    const qint64 now = nowNs();
    directory->notBeforeNs = now + std::max(frameNs, paceFactor * (directory->known ? now - startedNs : 0));
    if (stillWanted && children)
        onListed(path, *directory, *children);
    else if (stillWanted)
        onListFailed(path, *directory, children.error());
    if (watch) {
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
    directory.known = true;
    directory.stat = children.stat;
    directory.names = std::move(names);
    for (const QString &name : std::as_const(listed.removed))
        forget(joinPath(path, name));
    resolveNodes(path, directory.resolveAll ? children.names : listed.added);
    directory.resolveAll = false;
    if (news)
        m_sink.write(std::move(listed));
}

void TreeWatcher::resolveNodes(const QString &path, QList<QString> names)
{
    sortBySequence(names);
    for (const QString &name : std::as_const(names)) {
        if (m_nodesRead >= m_limits.nodes) {
            m_sink.write(journal::Notice{
                locks::Finding::Severity::Warning,
                u"Stopped reading after %1 nodes: choose a narrower root to see the rest."_s.arg(m_nodesRead)});
            m_limits.nodes = std::numeric_limits<int>::max(); // said once; what is live goes on
            m_resolves.clear();
            return;
        }
        ++m_nodesRead;
        m_resolves.push_back(joinPath(path, name));
    }
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
    if (!alive)
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
        if (!alive)
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

void TreeWatcher::forget(const QString &path)
{
    const auto drop = [this](auto first, auto last) {
        for (auto it = first; it != last; ++it)
            setWatched(*it->second, false);
        m_directories.erase(first, last);
    };
    if (const auto found = m_directories.find(path); found != m_directories.end()) {
        drop(found, std::next(found));
        // '0' follows '/': everything below the path lies between the two.
        drop(m_directories.lower_bound(path + u'/'), m_directories.lower_bound(path + u'0'));
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
        if (alive->m_connection.state() == ConnectionState::Connected)
            alive->addDirectory(alive->m_root);
    };
    auto asking = m_connection.session()->watchExists(m_root);
    auto watched = co_await asking;
    if (!alive)
        co_return;
    if (!watched)
        m_awaitingRoot = false; // the connection is gone: rereadAll() begins again
    else if (watched->stat)
        goOn();
    else
        watched->watch.fired().then([goOn](const Result<WatchEvent> &) { goOn(); });
}

void TreeWatcher::onConnectionState()
{
    const bool connected = m_watchSessions.allConnected();
    if (!connected)
        m_stale = true;
    else if (m_stale)
        rereadAll(false);
    report();
}

void TreeWatcher::rereadAll(bool watchesGone)
{
    m_stale = true;
    if (watchesGone) {
        for (const auto &[path, directory] : m_directories)
            setWatched(*directory, false);
    }
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
    const int unwatched = std::max(0, static_cast<int>(m_directories.size()) - m_watched);
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
