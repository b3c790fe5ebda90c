// SPDX-License-Identifier: Apache-2.0
// Forcing a release: a plan made from a fresh reading, then carried out only if the node is still the same one.
// Never deletes a node whose identity (path, czxid, owner) is not the one that was shown.
#pragma once

#include "core/base/error.h"
#include "core/base/node.h"
#include "core/base/task.h"
#include "core/locks/queue.h"
#include "core/zk/session.h"

#include <optional>
#include <vector>

namespace lockscope::observe {

struct ReleasePlan
{
    QString path;           ///< of the node to delete
    NodeStat stat;          ///< identity: path + czxid + ephemeralOwner
    locks::ChildNode node;  ///< with its data, as read for this plan
    locks::LockQueue queue; ///< the lock as read for this plan
    int index = -1;         ///< of the node in the queue
    std::vector<int> next;  ///< who would hold then, indices in the queue
    qint64 readAtNs = 0;

    bool holds() const;
    /// Milliseconds since the node was made, by the server's clock against ours; never negative.
    qint64 ageMs(qint64 nowNs) const;
    /// What deleting does not do, in plain words; empty where there is nothing to warn about.
    QString warning() const;
    int stillWaiting() const; ///< waiters that will wait on
};

struct ReleaseOutcome
{
    /// Nothing: the node was deleted. IdentityChanged, NoNode: nothing was deleted. outcomeUnknown(): not known.
    std::optional<Error> error;
    /// A fresh plan where the node or the queue changed, to look at again.
    std::optional<ReleasePlan> fresh;
};

/// Reads the node and its lock now. NoNode if it is gone; InvalidInput if it is no contender of a lock.
Task<Result<ReleasePlan>> planRelease(zk::Session &session, QString path);

/// Reads the node again and deletes it if it is the planned one, by path, czxid and owner, with its version as a guard.
Task<ReleaseOutcome> carryOut(zk::Session &session, ReleasePlan plan);

} // namespace lockscope::observe
