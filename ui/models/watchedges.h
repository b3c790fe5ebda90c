// SPDX-License-Identifier: Apache-2.0
// Who watches whom in a queue: the watches that servers told of, those that the dialect's rule calls for, and those
// that a finding says are wrong. Pure; a watch is never called wrong here: core/locks does, from evidence.
#pragma once

#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <vector>

namespace lockscope::ui {

struct QueueEdge
{
    enum class Kind {
        Expected, ///< the rule calls for it; no server told of it
        Reported, ///< a server told of it
        Wrong,    ///< in the way of a finding: a watch that nothing calls for, or a wait that will never end
    };

    int from = 0; ///< index in LockQueue::contenders
    int to = 0;
    Kind kind = Kind::Expected;
    bool reported = false; ///< a server told of it, whatever its kind

    /// A session that watches its own node: a client that can be asked for its lock does, and so does one that waits
    /// for itself.
    bool isToItself() const { return from == to; }

    bool operator==(const QueueEdge &) const = default;
};

/// Who watches the nodes of one lock: session ids by the contender's name, as LockQueue has it.
using Watchers = QHash<QString, QList<SessionId>>;
/// Those of \a knowledge that may be about the lock at \a path: below it, or beside it by their full paths.
Watchers watchersOf(const QString &path, const locks::Knowledge &knowledge);

/// By `from`, then by `to`. Of a watch it is known which session has it, not which of its contenders: it is drawn from
/// the one that the rule calls upon, else from the session's first one behind the watched node, else from its first.
/// One of a session with a single contender on that contender's own node goes from it to itself.
std::vector<QueueEdge> queueEdges(const locks::LockQueue &queue, const Watchers &watchers);

} // namespace lockscope::ui
