// SPDX-License-Identifier: Apache-2.0
// Nodes that are a lock because a user names them as one, whose data alone are evidence enough then; and nodes that may
// become one.
// Pure like core/locks/queue.h, which reads such a lock; never looks at another node.
#pragma once

#include "core/locks/queue.h"

namespace lockscope::locks {

/// isNodeLock() of a node that was asked for by its own path: a record counts whatever its directory is called. Never
/// for nodes that a look through a tree has met: there a time is anything.
bool isNamedNodeLock(const QString &path, const ChildNode &node);

/// What its data say now is no lock, or one that is over; a client can write into it, and its directory hears nothing
/// of that.
bool mayBecomeNodeLock(const QString &path, const ChildNode &node);

/// A lock of one node as what is as likely: a node of which it is not known whether it is a lock.
LockQueue asMember(LockQueue queue);

} // namespace lockscope::locks
