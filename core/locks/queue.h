// SPDX-License-Identifier: Apache-2.0
// The meaning of a lock directory: contenders in order of service, who holds, who waits for whom.
// Pure functions from values to values; no I/O, no clock, no memory of earlier readings.
#pragma once

#include "core/locks/contender.h"
#include "core/locks/findings.h"

#include <QHash>
#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::locks {

enum class LockKind { Mutex, ReadWrite, Semaphore, Election, Ephemeral, Queue };

/// What a lock is read from. `path` and `children` suffice; the rest makes the reading surer.
struct LockSource
{
    struct Part
    {
        QString path;
        std::vector<ChildNode> children;
    };

    QString path;
    std::optional<NodeStat> parentStat = {};
    std::optional<QByteArray> data = {}; ///< of the node at `path`; nothing while not read
    std::vector<ChildNode> children = {};
    std::optional<Part> queue = {};  ///< of a semaphore of two directories: where its clients queue
    bool hasQueueBeside = false;     ///< the children are its leases (they are read by themselves then)
    std::optional<Part> leases = {}; ///< and where those who hold a lease have their nodes, if not in `path` itself
};

struct LockQueue
{
    QString path;
    LockKind kind = LockKind::Queue;
    Dialect dialect = Dialect::Generic;
    /// For people, whose names these are. Where several families write all of them, it names each: "plain, Curator or
    /// …".
    Text title;
    QString clientName; ///< what its clients call it, where that is not the path (zk-ruby); else empty
    /// A semaphore of two directories: its leases come first, then those who queue for them. Names of nodes in another
    /// directory than the lock's own are paths from there, or full paths: joinPath(path, name) is right for all.
    bool hasLineOfItsOwn = false;
    std::optional<int> maxLeases; ///< of a semaphore, where its clients write it down
    std::optional<NodeStat> parentStat;
    ContenderList contenders; ///< in order of service; foreign children last
    std::vector<int> holders; ///< indices in contenders
    int waiting = 0;          ///< Waiting and Pending contenders
    QList<Finding> findings;

    bool isLock() const { return !holders.empty() || waiting > 0; }
    /// The index of the contender with this bare name, or -1. In the time of the blocks, as indexOfPath().
    int indexOf(QStringView name) const;
    /// The full path of a contender's node: of a lock of one node it is the lock itself.
    QString pathOf(const Contender &contender) const;
    /// The other way round, or -1. A semaphore's nodes are in two directories.
    int indexOfPath(const QString &nodePath) const;
    /// Indices of those that must go before the contender at \a index is served.
    IndexList waitsFor(int index) const;
    /// Its place among the contenders of its dialect as their clients sort them, counted like indices: where it differs
    /// from \a index, clients serve in another order than that of creation. -1 for foreign children.
    int dialectPlace(int index) const;
    /// When the oldest of those that wait, or are pending, was created, in milliseconds on the server's clock.
    std::optional<qint64> oldestWaitMs() const;
    /// Who would hold if the contender at \a index were gone: indices in this queue, without those that hold already.
    /// Pending ones count at their provisional place. Empty for an index out of range and for a foreign child.
    std::vector<int> nextAfterRemoval(int index) const;
    /// The same if all of these were gone at once, in any order. Indices that are no contender's are passed over.
    std::vector<int> nextAfterRemoval(std::vector<int> indices) const;

    bool operator==(const LockQueue &) const = default;

private:
    std::vector<int> nextAfterLeases(const std::vector<int> &gone) const; ///< sorted
    /// Contenders of one dialect that shares nothing, each waiting for the one before it.
    bool isPlainLine() const;
};

/// Reads a directory. Order of service is czxid; children whose Stat is not known yet come after those whose is, by
/// sequence number. They are Pending and never among the holders, even where nothing at all is known yet and the first
/// by number very likely holds: their place is a guess, a holder is a statement. What they wait for follows that place.
///
/// Contenders of different known dialects do not see each other's nodes, so each dialect is served by itself (and the
/// finding "mixed-dialects" says so). In a directory of a known dialect a generic name is Foreign. Curator's downgraded
/// reader (a READ with its writer's own number) stands behind that writer and holds with it.
LockQueue readQueue(LockSource source);
/// The same of a directory of which nothing else is known.
LockQueue readQueue(const QString &path, const std::optional<NodeStat> &parentStat, std::vector<ChildNode> children);

/// True if at least one name is a contender's in a known or generic dialect: the directory is worth showing as a lock.
bool looksLikeLock(const QList<QString> &names);

/// "mutex", "readwrite", …: as in the JSON.
QString lockKindName(LockKind kind);
/// The same for people.
Text lockKindText(LockKind kind);

} // namespace lockscope::locks
