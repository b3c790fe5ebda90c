// SPDX-License-Identifier: Apache-2.0
// A lock as it is now, read for a plan: all nodes of its directory at once, or of both directories of a semaphore.
// Never watches and never writes; several directories are not one instant.
#pragma once

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/locks/queue.h"
#include "core/zk/session.h"

#include <QHash>
#include <QPointer>
#include <QStringList>

namespace lockscope::observe {

struct LockReading
{
    locks::LockQueue queue;
    QStringList directories; ///< in which it has contenders: its own, or those of a semaphore
};

/// One node with its data; one whose data may not be read still shows its Stat.
Task<Result<locks::ChildNode>> readNode(QPointer<zk::Session> session, QString path);

/// The lock whose contenders are in \a directory: the directory itself, or the semaphore that it is a part of.
/// \a known: nodes that were read already, by path; they are not read again.
Task<Result<LockReading>> readLockWith(QPointer<zk::Session> session, QString directory,
                                       QHash<QString, locks::ChildNode> known);

} // namespace lockscope::observe
