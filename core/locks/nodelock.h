// SPDX-License-Identifier: Apache-2.0
// Nodes that are a lock because a user names them as one: their data alone are evidence enough then.
// Pure like core/locks/queue.h, which reads such a lock; never looks at another node.
#pragma once

#include "core/locks/queue.h"

namespace lockscope::locks {

/// isNodeLock() of a node that was asked for by its own path: a record counts whatever its directory is called. Never
/// for nodes that a look through a tree has met: there a time is anything.
bool isNamedNodeLock(const QString &path, const ChildNode &node);

} // namespace lockscope::locks
