// SPDX-License-Identifier: Apache-2.0
// Nodes that are a lock because a user names them as one, whose data alone are evidence enough then; and nodes that may
// become one.
// Pure like core/locks/queue.h, which reads such a lock; never looks at another node.
#pragma once

#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

namespace lockscope::locks {

/// isNodeLock() of a node that was asked for by its own path: a record counts whatever its directory is called. Never
/// for nodes that a look through a tree has met: there a time is anything.
bool isNamedNodeLock(const QString &path, const ChildNode &node);

/// What its data say now is no lock, or one that is over; a client can write into it, and its directory hears nothing
/// of that.
bool mayBecomeNodeLock(const QString &path, const ChildNode &node);

/// Ephemeral, and called neither as a contender in a directory nor as a server that makes itself known.
bool isLikeNodeLock(const ChildNode &node);
/// How many of those are reported in a directory that cannot be looked at; 0 where not all nodes are reported.
qsizetype nodesLikeLocksIn(const QString &directory, const Knowledge &knowledge);
/// A word of its path says that it has one owner (lock, leader, active, …), and another session than its owner's
/// watches the node, and neither its directory nor all of the tree, as caches and browsers do (treeWatchers()); and its
/// owner has no contender nearby, as a leader has that publishes its address. Registrations are watched so, too, but
/// come in numbers: that is proof of a lock where the node is the only isLikeNodeLock() of its directory.
bool isAwaited(const QString &path, SessionId owner, const Knowledge &knowledge, const QSet<SessionId> &browsers);

/// A lock of one node as what is as likely: a node of which it is not known whether it is a lock.
LockQueue asMember(LockQueue queue);

} // namespace lockscope::locks
