// SPDX-License-Identifier: Apache-2.0
// Of which directories and nodes a lock is made: the two directories of a semaphore, the node of an election's leader;
// and the queue that is read from them. Functions of the tree; never remember anything.
#pragma once

#include "core/history/directorytree.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/incrementalqueue.h"
#include "core/locks/queue.h"

#include <QSet>
#include <QStringList>

namespace lockscope::journal {

/// Where a semaphore would be of which the directory, by its name, is a part.
QStringList semaphoresNamedBy(const QString &part);
/// The two directories of the semaphore at \a path, if it is one. Directories called "locks" and "leases" are none by
/// that alone: contenders must be, or have been, in them.
std::optional<locks::SemaphorePaths> semaphoreAt(const DirectoryTree &tree, const QString &path);
/// The semaphore of which the directory is a part; empty if of none.
QString semaphoreOf(const DirectoryTree &tree, const QString &part);

/// \a isLine: see LockSource. \a atNs: now, for locks that end by the clock.
locks::LockQueue readQueueAt(const DirectoryTree &tree, const QString &path, bool isLine, qint64 atNs);
/// Makes a queue that was read before follow changes of these children; false where it is to be read again.
bool followChanges(const DirectoryTree &tree, const QString &path, bool isLine, const QSet<QString> &changed,
                   locks::IncrementalQueue &kept);

} // namespace lockscope::journal
