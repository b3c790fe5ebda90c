// SPDX-License-Identifier: Apache-2.0
// Locks that are one node, without children: when such a node is a lock, and who holds it.
// Never calls a node a lock because it is ephemeral: most ephemeral nodes are registrations. The rule:
// docs/dialects.md.
#pragma once

#include "core/locks/queue.h"

#include <functional>

namespace lockscope::locks {

/// What a node that is a lock by itself says, as its family reads it.
struct NodeLockReading
{
    LockKind kind = LockKind::Ephemeral;
    NameKind name = NameKind::Node;
    /// Of a lock that ends by the clock: milliseconds since the epoch; held until then.
    std::optional<qint64> untilMs = {};
    QString holder = {}; ///< as the data names it; empty where it does not
    bool isFree = false; ///< it is there, and nobody holds it
};

/// What is looked at to tell whether a node is a lock by itself.
struct NodeSight
{
    QString path; ///< full
    const ChildNode &node;
    std::function<bool(const QString &name)> hasSibling;
};

/// Whether the node is known to be a lock by its name, its data or its siblings.
bool isNodeLock(const NodeSight &sight);

/// Reads it. \a node: nothing while there is none; then, or where no family knows the node, it is a plain lock. Clients
/// that wait for it leave no node, so they cannot be seen here. \a nowMs, since the epoch, is for locks that end by the
/// clock.
LockQueue readNodeLock(const QString &path, std::optional<ChildNode> node,
                       const std::function<bool(const QString &name)> &hasSibling, qint64 nowMs);

} // namespace lockscope::locks
