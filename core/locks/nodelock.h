// SPDX-License-Identifier: Apache-2.0
// Locks that are one node, without children: when such a node is a lock, and who holds it.
// Never calls a node a lock because it is ephemeral: most ephemeral nodes are registrations. The rule:
// docs/dialects.md.
#pragma once

#include "core/locks/dialectrules.h"

namespace lockscope::locks {

/// Whether the node is known to be a lock by its name, its data or its siblings.
bool isNodeLock(const NodeSight &sight);

/// Reads it. \a node: nothing while there is none; then, or where no family knows the node, it is a plain lock. Whoever
/// waits for it leaves no node, so nobody can see them here. \a nowMs, since the epoch, is for locks that end by the
/// clock.
LockQueue readNodeLock(const QString &path, std::optional<ChildNode> node,
                       const std::function<bool(const QString &name)> &hasSibling, qint64 nowMs);

} // namespace lockscope::locks
