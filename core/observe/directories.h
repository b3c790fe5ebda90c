// SPDX-License-Identifier: Apache-2.0
// The directories that a tree watcher knows: their names, watches, pace and how far their reading is, and what another
// list of one says. Never sends a request but to take a watch back; decides nothing about what is read when.
#pragma once

#include "core/base/namelist.h"
#include "core/base/node.h"
#include "core/journal/event.h"
#include "core/zk/session.h"

#include <QPointer>
#include <QSet>
#include <QString>

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockscope::observe {

/// The names of a directory's children, and what another list of them changes. Never looks names up while the order of
/// the list says enough: a lock of thousands is compared at each change.
class ChildNames
{
public:
    struct Difference
    {
        QList<QString> added;
        QList<QString> removed;
    };

    /// \a names are distinct, in any order. They are what it holds from now on.
    Difference replace(const NameList &names);
    qsizetype size() const { return m_names.size(); }
    const NameList &names() const { return m_names; }
    bool hasAll(const QStringList &names) const;

private:
    NameList m_names; ///< as the server listed them last
};

/// How soon a directory may be listed again, from how often it changes and what its lists take. Never reads a clock.
///
/// A calm directory is listed at every change, so that what is shown is as young as it can be. A busy one is not: a
/// list for each change, and a read for each node that lives a few milliseconds, would slow its clients.
class Pace
{
public:
    /// A list has been answered, the first one or another. \a changes: creates and deletes since the list before;
    /// \a toResolve: nodes that are read because of it. Instants as of nowNs().
    void listed(qint64 askedNs, qint64 answeredNs, qint64 changes, qint64 toResolve);
    /// Nothing is known of it any more but when it was listed.
    void hasten() { m_notBeforeNs = 0; }
    qint64 notBeforeNs() const { return m_notBeforeNs; }
    double changesPerSecond() const { return m_rate; }

private:
    qint64 m_answeredNs = 0;
    qint64 m_tookNs = 0; ///< the list answered then
    qint64 m_notBeforeNs = 0;
    double m_rate = 0;
};

/// How long what a server did not read is left alone where the reason may pass (it is overloaded), after so many
/// refusals in a row.
qint64 retryAfterNs(int refusals);

struct HeldWatch
{
    QPointer<zk::Session> session;
    zk::SessionWatch watch;
};
/// On the server too; no effect where there is none.
void takeBack(std::optional<HeldWatch> &watch);

struct WatchedDirectory
{
    ChildNames names;
    std::optional<HeldWatch> watch;
    NodeStat stat;
    Zxid dataRead = {};                   ///< the change of its own data that was read last
    std::vector<quint32> ownCreates = {}; ///< numbers of creates that were our own guards, not listed yet
    /// Children that may get children of their own and had none when they were read, after the budget of watches was
    /// spent: nothing else is kept of them, of which there may be a million. By the hash of their names.
    QSet<size_t> leaves;
    bool known = false;            ///< listed at least once
    bool isLock = false;           ///< by the names that it has had
    bool watched = false;          ///< it has a place in the budget: a watch, or one that fired and is renewed
    bool watchedInJournal = false; ///< as the journal has it
    bool mayYield = false;         ///< it is among the directories whose watch another may have
    bool queued = false;
    bool inFlight = false;
    bool dirty = false;      ///< changed since the list that is in flight was asked for
    bool resolveAll = false; ///< read the nodes again too
    bool doubtful = false;   ///< its nodes are to be read again in a while
    bool due = false;        ///< the reading that goes on is not over before it is listed
    bool isUrgent = false;   ///< its nodes are read before all others, too
    Pace pace;
    qint64 watchedAgainNs = 0;           ///< its watch was doubted then
    bool isClosed = false;               ///< no permission: it is among the directories that are asked for again
    std::optional<ErrorCode> unreadable; ///< why it could not be listed when that was tried last
    int refusals = 0;                    ///< in a row, for a reason that may pass
};
using DirectoryPtr = std::shared_ptr<WatchedDirectory>;

/// What one list of a directory says beside the one before: which came, which went, which were missed, which to read.
struct Listing
{
    journal::DirectoryListed event;
    bool isNews = false; ///< anything differs from the list before
    qint64 changes = 0;  ///< creates and deletes since the list before, seen or not
    /// Nodes to be read, as bare names: the new ones, and ones that may be others under their old name.
    QList<QString> toResolve;
};

/// \a directory is as it was before the list but for its names, which are taken over here.
Listing compare(const QString &path, WatchedDirectory &directory, const Children &now);

/// In order of their sequence numbers, so that rows appear in order of service from the first on.
void sortBySequence(QList<QString> &names);

class Directories
{
public:
    /// Null where it is known already.
    DirectoryPtr add(const QString &path);
    /// Null where it is not known.
    DirectoryPtr find(const QString &path) const;
    /// The directory and all below it, or the leaf; false if there was none.
    bool drop(const QString &path);
    /// A node that is not listed, since it has no children and there is no watch for it.
    void noteLeaf(const QString &path);
    bool isLeaf(const QString &path) const;
    /// So many leaves, by path, from where the last ones ended; fewer at the end of all, and then from their beginning
    /// again.
    std::vector<QString> nextLeaves(size_t most);
    /// Takes back all watches and forgets everything.
    void clear();
    /// Those for which \a isMeant(directory) holds, sorted by path.
    template<typename Predicate>
    std::vector<QString> pathsWhere(Predicate isMeant) const
    {
        std::vector<QString> paths;
        for (const auto &[path, directory] : m_byPath) {
            if (isMeant(*directory))
                paths.push_back(path);
        }
        return paths;
    }

    void setWatched(WatchedDirectory &directory, bool watched);
    void setDue(WatchedDirectory &directory, bool due);
    /// Of each what isDue(directory) says.
    template<typename Predicate>
    void setDueWhere(Predicate isDue)
    {
        for (const auto &[path, directory] : m_byPath)
            setDue(*directory, isDue(*directory));
    }
    /// Remembers a watched directory without children: where watches are short, others need its one more.
    void noteEmpty(const QString &path, WatchedDirectory &directory);
    /// Takes the watch from an empty directory, one that was no lock before one that was. Its path; empty if no watch
    /// is to be had so.
    QString takeFromEmpty();
    /// The same from any lock but \a chosen, for that one.
    QString takeFromLock(const QString &chosen);
    void setUnreadable(WatchedDirectory &directory, std::optional<ErrorCode> why);
    /// The directory has so many more names, or fewer.
    void countNames(qsizetype difference) { m_names += difference; }

    int count() const { return static_cast<int>(m_byPath.size()); }
    int watched() const { return m_watched; }
    int due() const { return m_due; }
    int unwatched() const; ///< but readable; with the leaves
    bool hasLeaves() const { return m_leafCount > 0; }
    qsizetype names() const { return m_names; } ///< children of all directories

private:
    QString takeFrom(const QString &path, WatchedDirectory &directory);
    bool dropLeaf(const QString &path);

    std::map<QString, DirectoryPtr> m_byPath; ///< sorted, so that a subtree is a range
    std::deque<QString> m_empty;              ///< that held a watch while they were empty, oldest first
    std::deque<QString> m_emptyLocks;         ///< the same of directories that were locks once
    int m_watched = 0;
    int m_due = 0;
    int m_unreadable = 0;
    qsizetype m_names = 0;
    qsizetype m_leafCount = 0;
    std::pair<QString, qsizetype> m_leafTurn; ///< the next leaf: its directory, and the place of its name there
};

} // namespace lockscope::observe
