// SPDX-License-Identifier: Apache-2.0
// One reading of the servers, arranged so that many queues can be held against it. A plain value.
// Never a judgement: what is odd about a queue is said in core/locks/symptoms.h.
#pragma once

#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <QSet>

namespace lockscope::locks {

struct ServerReading
{
    Knowledge knowledge;
    QSet<SessionId> ours; ///< Lockscope's own sessions: what they watch is nobody's fault
    /// The sessions that watch a node, by its directory and its bare name.
    QHash<QString, QHash<QString, QList<SessionId>>> watchers = {};
};

/// \a knowledge, arranged; what \a ours watch is left out.
ServerReading arranged(const Knowledge &knowledge, const QSet<SessionId> &ours);

/// The sessions that watch a node of \a queue, by the name that the node has there: a semaphore has two directories.
QHash<QString, QList<SessionId>> watchersIn(const ServerReading &reading, const LockQueue &queue);

} // namespace lockscope::locks
