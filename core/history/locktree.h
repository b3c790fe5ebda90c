// SPDX-License-Identifier: Apache-2.0
// What was seen and what is proved, folded into one tree: the directories, which of them are locks, and the queues read
// from them. A plain value; never knows a client, never decides who holds: that is the queue's.
#pragma once

#include "core/base/memo.h"
#include "core/history/directorytree.h"
#include "core/history/lockparts.h"
#include "core/history/lockreadings.h"
#include "core/history/nodelockpaths.h"
#include "core/history/proofs.h"
#include "core/journal/event.h"
#include "core/locks/knowledge.h"

#include <QHash>
#include <QSet>

#include <map>
#include <optional>

namespace lockscope::journal {

/// What a change of the tree touched.
struct Touched
{
    QSet<QString> paths;  ///< directories that were listed, resolved below, or dropped, and their semaphores
    QStringList gone;     ///< nodes that are not there any more, or of which another has the path
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
    /// A client for which it was noted is gone.
    void leaveNodeLock(const QString &path, Touched &touched);
    /// Those of the locks that were read whose holds end by the clock have ended by then: they are read again.
    bool hasEnded(qint64 atNs) const { return m_readings.hasEnded(atNs); }
    void endHolds(qint64 atNs, Touched &touched);

    // ---- what an answer of the server to one of our clients proves ----
    // It may come before the listing that shows it, or after one that shows more. A directory that was not listed yet
    // is made; a listing that is older than the answer undoes nothing of it.

    /// The node is there.
    void prove(const QString &path, const NodeStat &stat, Touched &touched);
    /// The node that was there is not any more.
    void proveEnd(const QString &path, Touched &touched);

    // ---- what there is ----

    /// Sorted by path, so that a parent comes before its children.
    const std::map<QString, Directory> &directories() const { return m_directories.all(); }
    const Directory *directory(const QString &path) const { return m_directories.find(path); }
    std::optional<locks::ChildNode> node(const QString &path) const { return m_directories.node(path); }
    /// Paths of what is a lock, or was: sorted. The two directories of a semaphore are one lock.
    QList<QString> lockPaths() const;
    bool isLock(const QString &path) const;
    /// isLock(), and a name or a watch that proves it: a bare number does not.
    bool isKnownLock(const QString &path) const;
    /// Locks by watches alone: directories of bare numbers and the like with a waiter; and nodes that simulated clients
    /// take.
    QSet<QString> lines() const;
    /// The semaphore of which the directory is a part; empty if of none.
    QString semaphoreOf(const QString &part) const { return journal::semaphoreOf(m_directories, part); }
    /// The lock that \a path means without being one: the semaphore of which it is a part, or the only lock of one node
    /// that stands in it. Empty: none, or more than one.
    QString lockMeantBy(const QString &path) const;
    /// The locks of one node right in the directory: sorted.
    QList<QString> nodeLocksIn(const QString &directory) const;
    /// The two directories of the semaphore at \a path, if it is one.
    std::optional<locks::SemaphorePaths> semaphoreAt(const QString &path) const
    {
        return journal::semaphoreAt(m_directories, path);
    }
    /// Entries of all that a copy keeps: directories, their children, and the locks of one node.
    qsizetype weight() const { return m_directories.weight() + m_nodeLocks.weight(); }

    // ---- queues ----

    /// Empty where there is no such directory. \a atNs: now, for locks that end by the clock. The reference holds
    /// until the next change.
    LockReading &read(const QString &path, qint64 atNs) const
    {
        return m_readings.read(m_directories, path, m_lines.contains(path), atNs);
    }
    /// What has been read so far: no part of the value.
    LockReadings &readings() const { return m_readings; }

    bool operator==(const LockTree &) const = default;

private:
    QList<QString> beginAnew(Directory &directory);
    void noteDataOf(Directory &directory, Touched &touched);
    void forgetDirectory(const QString &path, Touched &touched);

    /// Takes the locks of one node in a directory from its children: those with these names; null: all of them.
    void readNodeLocks(const QString &directory, const QList<QString> *names, Touched &touched);
    void readNodeLock(const QString &path, Touched &touched);
    void readRoot(Directory &root);
    void addNodeLock(const QString &path, Touched &touched);
    void noteIfNodeLock(const QString &path, Touched &touched);
    /// The ones that are empty longest, where there are very many.
    void forgetLongEmpty(const QString &directory, Touched &touched);
    void noteLines(const locks::Knowledge &knowledge, Touched &touched);

    void touchDirectory(const QString &path, Touched &touched);
    /// The same where nothing but these children changed.
    void touchChildren(const QString &path, const QList<QString> &names, Touched &touched);
    /// The locks that are read from the directory, beside its own: a semaphore of which it is a part, an election whose
    /// leader makes a node in it.
    void touchLocksOf(const QString &directory, Touched &touched);
    /// The directory has come or gone, with which others are the parts of a semaphore, or locks of their own.
    void touchParts(const QString &path, Touched &touched);
    /// The directory has come, gone or changed: it and others of its semaphores may be locks from now on, or no more.
    void invalidateLock(const QString &path);

    DirectoryTree m_directories;
    NodeLockPaths m_nodeLocks;
    Proofs m_proofs;
    /// Paths of lines, and how many readings of all watches in a row showed several there of whom none waits.
    QHash<QString, int> m_lines;
    mutable LockReadings m_readings;
    struct LockPaths
    {
        std::optional<QList<QString>> sorted; ///< nothing: to be found among all directories
        QSet<QString> doubted;                ///< to be looked at again
    };
    mutable Memo<LockPaths> m_lockPaths;
};

} // namespace lockscope::journal
