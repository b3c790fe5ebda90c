// SPDX-License-Identifier: Apache-2.0
#include "core/observe/directories.h"

#include "core/base/path.h"
#include "core/locks/dialect.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace lockscope::observe {

namespace {

constexpr qint64 msNs = 1'000'000;
constexpr qint64 frameNs = 16 * msNs;
/// Over how long changes are averaged.
constexpr double memoryNs = 250.0 * msNs;
/// Up to so many changes a second each is followed by a list.
constexpr double calmRate = 200;
/// Unless lists take that long, one after another: then there are very many children, or the server is slow. A single
/// one may have met a pause of the server's memory or of the machine, which asks for no other.
constexpr qint64 longListNs = 50 * msNs;
/// After a list that took t, a busy directory is left alone for this many times t.
constexpr qint64 paceFactor = 4;
/// And for so long for each node that is read because of it: at most 250 such reads a second.
constexpr qint64 perNodeNs = 4 * msNs;
/// But not for longer: it may have been the network that was slow, not the list.
constexpr qint64 longestPauseNs = 1000 * msNs;

constexpr qint64 firstRetryNs = 250 * msNs; ///< twice as long after each further refusal
constexpr qint64 longestRetryNs = 30'000 * msNs;

/// Those of \a names that are not among \a others.
QList<QString> without(QList<QString> names, const QList<QString> &others)
{
    const QSet<QString> known(others.cbegin(), others.cend());
    names.removeIf([&known](const QString &name) { return known.contains(name); });
    return names;
}

QList<QString> namesToResolve(const WatchedDirectory &before, const Children &now,
                              const journal::DirectoryListed &listed)
{
    if (before.resolveAll || (before.known && before.stat.czxid != now.stat.czxid))
        return now.names.toList(); // of another directory under the old name even the sequence numbers begin again
    if (listed.unseenCreates == 0)
        return listed.added;
    // A sequence number is given once (but see TreeWatcher::lookAgainLater()); any other name may have been deleted and
    // made again meanwhile.
    QList<QString> names = listed.added;
    const QSet<QString> added(names.cbegin(), names.cend());
    for (const QStringView view : now.names) {
        if (locks::viewName(view))
            continue;
        if (QString name = view.toString(); !added.contains(name))
            names.append(std::move(name));
    }
    return names;
}

} // namespace

// ---- names ----

// A server keeps children in a hash set: one more or one less leaves the others in their order, but for the rare list
// after which the set has grown. So both lists are walked side by side, one of them stepping over what the other does
// not have; only what finds no partner is compared as a set.
ChildNames::Difference ChildNames::replace(const NameList &names)
{
    const NameList before = std::exchange(m_names, names);
    QList<QString> onlyBefore;
    QList<QString> onlyNow;
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < before.size() && j < names.size()) {
        if (before[i] == names[j]) {
            ++i;
            ++j;
        } else if (i + 1 < before.size() && before[i + 1] == names[j]) {
            onlyBefore.append(before[i++].toString());
        } else if (j + 1 < names.size() && before[i] == names[j + 1]) {
            onlyNow.append(names[j++].toString());
        } else {
            onlyBefore.append(before[i++].toString());
            onlyNow.append(names[j++].toString());
        }
    }
    for (; i < before.size(); ++i)
        onlyBefore.append(before[i].toString());
    for (; j < names.size(); ++j)
        onlyNow.append(names[j].toString());
    return {without(onlyNow, onlyBefore), without(onlyBefore, onlyNow)};
}

bool ChildNames::hasAll(const QStringList &names) const
{
    QSet<QString> missing(names.cbegin(), names.cend());
    for (const QStringView name : m_names) {
        if (missing.isEmpty())
            break;
        missing.remove(name.toString());
    }
    return missing.isEmpty();
}

// ---- pace ----

void Pace::listed(qint64 askedNs, qint64 answeredNs, qint64 changes, qint64 toResolve)
{
    const bool first = m_answeredNs == 0;
    const qint64 tookNs = answeredNs - askedNs;
    if (!first) {
        const auto sinceNs = static_cast<double>(std::max(answeredNs - m_answeredNs, msNs));
        const double rate = static_cast<double>(changes) * 1e9 / sinceNs;
        m_rate += sinceNs / (sinceNs + memoryNs) * (rate - m_rate);
    }
    const bool areLong = tookNs > longListNs && m_tookNs > longListNs;
    m_answeredNs = answeredNs;
    m_tookNs = tookNs;
    if (first || (m_rate <= calmRate && !areLong))
        m_notBeforeNs = first ? answeredNs + frameNs : 0;
    else
        m_notBeforeNs =
            answeredNs + std::clamp(std::max(paceFactor * tookNs, perNodeNs * toResolve), frameNs, longestPauseNs);
}

qint64 retryAfterNs(int refusals)
{
    return std::min(firstRetryNs << std::min(refusals - 1, 16), longestRetryNs);
}

// ---- another list ----

Listing compare(const QString &path, WatchedDirectory &directory, const Children &now)
{
    auto [added, removed] = directory.names.replace(now.names);
    Listing listing{{path, now.stat, std::move(added), std::move(removed), 0, directory.watched}, false, 0, {}};
    journal::DirectoryListed &listed = listing.event;
    if (directory.known && directory.stat.czxid == now.stat.czxid) {
        const quint32 first = createsUnder(directory.stat);
        const qint64 creates = static_cast<qint32>(createsUnder(now.stat) - first);
        const auto isIn = [&](quint32 number) { return static_cast<qint32>(number - first) < creates; };
        const auto own = static_cast<qint64>(std::erase_if(directory.ownCreates, isIn));
        listed.unseenCreates = std::max<qint64>(0, creates - listed.added.size() - own);
        listing.changes = std::max<qint64>(0, 2 * creates - (now.stat.numChildren - directory.stat.numChildren));
    }
    listing.isNews = !directory.known || directory.unreadable || directory.stat != now.stat || !listed.added.isEmpty()
                     || !listed.removed.isEmpty() || directory.watchedInJournal != directory.watched;
    listing.toResolve = namesToResolve(directory, now, listed);
    return listing;
}

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

// ---- all of them ----

void takeBack(std::optional<HeldWatch> &watch)
{
    if (const auto held = std::exchange(watch, {}); held && held->session)
        held->session->cancel(held->watch);
}

DirectoryPtr Directories::add(const QString &path)
{
    const auto [at, isNew] = m_byPath.try_emplace(path);
    if (!isNew)
        return nullptr;
    at->second = std::make_shared<WatchedDirectory>();
    dropLeaf(path);
    return at->second;
}

DirectoryPtr Directories::find(const QString &path) const
{
    const auto found = m_byPath.find(path);
    return found == m_byPath.end() ? nullptr : found->second;
}

bool Directories::drop(const QString &path)
{
    const auto found = m_byPath.find(path);
    if (found == m_byPath.end())
        return dropLeaf(path);
    const auto dropAll = [this](auto first, auto last) {
        for (auto it = first; it != last; ++it) {
            setWatched(*it->second, false);
            setDue(*it->second, false);
            setUnreadable(*it->second, std::nullopt);
            m_names -= it->second->names.size();
            m_leafCount -= it->second->leaves.size();
        }
        m_byPath.erase(first, last);
    };
    dropAll(found, std::next(found));
    // '0' follows '/': everything below the path lies between the two.
    const QString stem = path == u'/' ? QString() : path;
    dropAll(m_byPath.lower_bound(stem + u'/'), m_byPath.lower_bound(stem + u'0'));
    return true;
}

void Directories::clear()
{
    const auto directories = std::exchange(m_byPath, {});
    m_empty.clear();
    m_emptyLocks.clear();
    m_watched = m_unreadable = m_due = 0;
    m_names = m_leafCount = 0;
    m_leafTurn = {};
    for (const auto &[path, directory] : directories)
        takeBack(directory->watch);
}

void Directories::setWatched(WatchedDirectory &directory, bool watched)
{
    if (directory.watched == watched)
        return;
    directory.watched = watched;
    m_watched += watched ? 1 : -1;
}

void Directories::setDue(WatchedDirectory &directory, bool due)
{
    m_due += static_cast<int>(due) - static_cast<int>(directory.due);
    directory.due = due;
}

void Directories::noteEmpty(const QString &path, WatchedDirectory &directory)
{
    if (!std::exchange(directory.mayYield, true))
        (directory.isLock ? m_emptyLocks : m_empty).push_back(path);
}

QString Directories::takeFrom(const QString &path, WatchedDirectory &directory)
{
    takeBack(directory.watch);
    setWatched(directory, false);
    return path;
}

QString Directories::takeFromEmpty()
{
    for (std::deque<QString> *paths : {&m_empty, &m_emptyLocks}) {
        while (!paths->empty()) {
            const QString path = std::move(paths->front());
            paths->pop_front();
            const DirectoryPtr directory = find(path);
            if (!directory)
                continue;
            directory->mayYield = false;
            // One that is listed just now is noted again when it turns out to be empty still.
            if (directory->watched && !directory->inFlight && directory->names.size() == 0)
                return takeFrom(path, *directory);
        }
    }
    return {};
}

QString Directories::takeFromLock(const QString &chosen)
{
    for (const auto &[path, directory] : m_byPath) {
        if (directory->watched && directory->isLock && !directory->inFlight && path != chosen)
            return takeFrom(path, *directory);
    }
    return {};
}

void Directories::setUnreadable(WatchedDirectory &directory, std::optional<ErrorCode> why)
{
    m_unreadable += static_cast<int>(why.has_value()) - static_cast<int>(directory.unreadable.has_value());
    directory.unreadable = why;
}

int Directories::unwatched() const
{
    return std::max(0, count() + static_cast<int>(m_leafCount) - m_unreadable - m_watched);
}

// ---- leaves ----

void Directories::noteLeaf(const QString &path)
{
    const DirectoryPtr parent = find(parentPath(path));
    if (!parent || find(path))
        return;
    const qsizetype before = parent->leaves.size();
    parent->leaves.insert(qHash(baseName(path)));
    m_leafCount += parent->leaves.size() - before;
}

bool Directories::isLeaf(const QString &path) const
{
    const DirectoryPtr parent = find(parentPath(path));
    return parent && parent->leaves.contains(qHash(baseName(path)));
}

bool Directories::dropLeaf(const QString &path)
{
    const DirectoryPtr parent = find(parentPath(path));
    const bool wasLeaf = parent && parent->leaves.remove(qHash(baseName(path)));
    m_leafCount -= wasLeaf ? 1 : 0;
    return wasLeaf;
}

std::vector<QString> Directories::nextLeaves(size_t most)
{
    std::vector<QString> paths;
    for (auto at = m_byPath.lower_bound(m_leafTurn.first); at != m_byPath.end() && paths.size() < most; ++at) {
        const WatchedDirectory &directory = *at->second;
        const NameList &names = directory.names.names();
        qsizetype next = at->first == m_leafTurn.first ? m_leafTurn.second : 0;
        for (; !directory.leaves.isEmpty() && next < names.size() && paths.size() < most; ++next) {
            if (directory.leaves.contains(qHash(names[next])))
                paths.push_back(joinPath(at->first, names[next]));
        }
        m_leafTurn = {at->first, next};
    }
    if (paths.size() < most)
        m_leafTurn = {};
    return paths;
}

} // namespace lockscope::observe
