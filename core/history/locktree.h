// SPDX-License-Identifier: Apache-2.0
// The directories that were seen, which of them are locks, and from which nodes the queue of each is read.
// A plain value; never knows a client, never decides who holds: that is the queue's.
#pragma once

#include "core/base/lookup.h"
#include "core/base/sharedoptional.h"
#include "core/history/childnodes.h"
#include "core/history/memo.h"
#include "core/journal/event.h"
#include "core/locks/incrementalqueue.h"
#include "core/locks/queue.h"

#include <QHash>
#include <QSet>

#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace lockscope::journal {

struct Directory
{
    QString path;
    std::optional<NodeStat> stat;
    ChildNodes children;
    bool watched = false;
    bool wasLock = false;        ///< contenders have been seen here: an empty one is shown as a free lock
    bool namesSaidLock = false;  ///< as contenders of a lock have, and members of groups have not
    qint64 unseenCreates = 0;    ///< sum over all listings
    SharedOptional<Error> error; ///< why it could not be listed
    qint64 listedAtNs = 0;
    /// No directory, but a lock that is one node: a plain one that simulated clients take, or one that core/locks
    /// knows.
    bool isNodeLock = false;
    /// The node at this path, where its parent's listing has it not: of a lock of one node, and of the root.
    SharedOptional<locks::ChildNode> itself;
    /// Two directories below or beside it made it one: it stays one while one of them is there.
    bool wasSemaphore = false;

    bool operator==(const Directory &) const = default;
};

/// What a change of the tree touched: directories that were listed, resolved below, or dropped, and their semaphores.
struct Touched
{
    QSet<QString> paths;
    qint64 nodesRead = 0; ///< what it cost: nodes that were looked at for whether they are a lock by themselves
};

/// The node that the event proves to have gone before a listing shows it: its own client deleted it, or the watch of
/// another one fired. Only a numbered one: its name is given once, so that nothing else can stand at its path by then.
/// Empty: none.
QString provedGone(const Payload &what);

/// Copies cheaply: the children of directories are shared until one of the copies changes.
class LockTree
{
public:
    /// Queues of fewer contenders are read again at every change.
    explicit LockTree(int shortestFollowed = locks::IncrementalQueue::shortest)
        : m_shortestFollowed(shortestFollowed)
    {
    }

    // ---- what was seen ----

    void list(const DirectoryListed &event, qint64 atNs, Touched &touched);
    void refuse(const DirectoryUnreadable &event, Touched &touched);
    void resolve(const NodeResolved &event, Touched &touched);
    /// The directory itself and all below.
    void dropTree(const QString &path, Touched &touched);
    void dropAll(Touched &touched);
    void dropOutside(const QString &root, Touched &touched);
    /// By watches: an ephemeral node with a foreign watch is a lock, a group with a waiter a line.
    void noteWatchedNodes(const locks::Knowledge &knowledge, Touched &touched);
    /// A client takes the path as a lock of one node: it is one from now on, while there is such a node.
    void noteNodeLock(const QString &path, Touched &touched);
    /// Those of the locks that were read whose holds end by the clock have ended by then: they are read again.
    bool hasEnded(qint64 atNs) const;
    void endHolds(qint64 atNs, Touched &touched);
    /// A client for which it was noted is gone.
    void leaveNodeLock(const QString &path, Touched &touched);

    // ---- what an answer of the server to one of our clients proves, listed or not ----

    void put(const QString &path, const NodeStat &stat, Touched &touched);
    void take(const QString &path, Touched &touched);

    // ---- what there is ----

    /// Sorted by path, so that a parent comes before its children.
    const std::map<QString, Directory> &directories() const { return m_directories; }
    const Directory *directory(const QString &path) const { return lookUp(m_directories, path); }
    std::optional<locks::ChildNode> node(const QString &path) const;
    /// Paths of what is a lock, or was: sorted. The two directories of a semaphore are one lock.
    QList<QString> lockPaths() const;
    bool isLock(const QString &path) const;
    /// isLock(), and a name or a watch that proves it: a bare number does not.
    bool isKnownLock(const QString &path) const;
    /// Locks by watches alone: directories of bare numbers and the like with a waiter.
    QSet<QString> lines() const;
    /// The semaphore of which the directory is a part; empty if of none.
    QString semaphoreOf(const QString &part) const;
    /// The two directories of the semaphore at \a path, if it is one.
    std::optional<locks::SemaphorePaths> semaphoreAt(const QString &path) const;

    /// A lock as it was read. It is remembered until its directory changes, and then follows the change or is read
    /// again.
    struct Reading
    {
        locks::IncrementalQueue kept;
        bool isNew = true;                           ///< something changed since the reader last set this to false
        bool followed = false;                       ///< it follows changes since it was read as a whole
        QSet<QString> changed = {};                  ///< children, since it was asked for last
        bool isOld = false;                          ///< the directory changed since: these children, or none
        QList<locks::Finding> byNames = {};          ///< findings by its names and Stats alone
        std::optional<locks::LockQueue> asTold = {}; ///< with its clients' own events: set by the reader
        bool isWeighed = false; ///< the reader has held it against the servers' reports, since it last changed
        qint64 recheckAtNs = 0; ///< from then on time alone may change its findings: set by the reader
    };
    /// Empty where there is no such directory. \a atNs: now, for locks that end by the clock. The reference holds
    /// until the next change.
    Reading &read(const QString &path, qint64 atNs) const;
    /// True if reading it costs the time of what changed, not of the whole queue.
    bool isReadCheaply(const QString &path) const;
    /// Until it is read again.
    void forgetReading(const QString &path) const { m_readings.known.erase(path); }
    bool isRemembered(const QString &path) const { return m_readings.known.contains(path); }
    /// Entries of all that a copy keeps: directories, their children, and the locks of one node.
    qsizetype weight() const;
    /// The same as read(), not remembered.
    locks::LockQueue readAt(const QString &path, qint64 atNs) const;
    /// All that are remembered and have not changed since.
    template<typename Look>
    void eachReading(Look look) const
    {
        for (auto &[path, reading] : m_readings.known) {
            if (!reading.isOld)
                look(path, reading);
        }
    }

    /// Takes the memory of \a theirs, a directory of another tree that saw the same, for the children of ours: only of
    /// one that was never a lock, which changes seldom, and is small enough to be copied when it does.
    void shareChildren(const Directory &theirs);

    bool operator==(const LockTree &) const = default;

private:
    Directory &directoryAt(const QString &path);
    /// Takes the locks of one node in a directory from its children: those with these names; null: all of them.
    void readNodeLocks(const QString &directory, const QList<QString> *names, Touched &touched);
    void addNodeLock(const QString &path, Touched &touched);
    void readRoot(Directory &root);
    /// Forgets the ones that no client takes, in a directory that is gone or was never seen.
    void forgetNodeLocks(const QString &directory);
    void noteEmpty(const QString &path);
    /// The ones that are empty longest, where there are very many.
    void forgetLongEmpty(const QString &directory, Touched &touched);
    void readNodeLock(const QString &path, Touched &touched);
    void noteIfNodeLock(const QString &path, Touched &touched);
    QList<QString> beginAnew(Directory &directory);
    void noteLines(const locks::Knowledge &knowledge, Touched &touched);
    bool looksLikeSemaphore(const locks::SemaphorePaths &parts, const QString &path) const;
    std::optional<locks::LeaderNode> leaderOf(const QString &election) const;
    std::optional<QByteArray> dataOf(const QString &path) const;
    /// Makes a queue that was read before follow changes of these children; false where it is to be read again.
    bool follow(locks::IncrementalQueue &kept, const QString &path, const QSet<QString> &changed) const;
    std::vector<locks::ChildNode> childrenOf(const QString &path) const;
    void forgetDirectory(const QString &path, Touched &touched);
    void noteDataOf(Directory &directory, Touched &touched);
    void touchDirectory(const QString &path, Touched &touched);
    /// The same where nothing but these children changed.
    void touchChildren(const QString &path, const QList<QString> &names, Touched &touched);
    /// The semaphore of which the directory is a part, if it is one, is to be read again.
    void touchSemaphoreOf(const QString &part, Touched &touched);
    /// The same of the election whose leader makes a node in it.
    void touchElectionLedFrom(const QString &directory, Touched &touched);
    /// The directory has come, gone or changed: it and others of its semaphores may be locks from now on, or no more.
    void invalidateLock(const QString &path);

    int m_shortestFollowed;
    std::map<QString, Directory> m_directories;
    /// Paths of lines, and how many readings of all watches in a row showed several there of whom none waits.
    QHash<QString, int> m_lines;
    QHash<QString, QSet<QString>> m_nodeLocks; ///< paths that are locks of one node while there is one, by their parent
    QHash<QString, int> m_takers;              ///< of those the ones that clients take, and how many clients
    QHash<QString, QList<QString>> m_empty;    ///< and the others that have no node now, by their parent: longest first
    mutable Memo<std::unordered_map<QString, Reading>> m_readings; ///< its references survive insertions
    mutable Memo<std::unordered_map<QString, Reading>> m_absent;   ///< of no directory: until the next change
    mutable Memo<std::set<std::pair<qint64, QString>>> m_ends;     ///< of holds among the readings, in ms
    struct LockPaths
    {
        std::optional<QList<QString>> sorted; ///< nothing: to be found among all directories
        QSet<QString> doubted;                ///< to be looked at again
    };
    mutable Memo<LockPaths> m_lockPaths;
};

} // namespace lockscope::journal
