// SPDX-License-Identifier: Apache-2.0
// Forcing a release: a plan made from a fresh reading, of one node or of several, then carried out as a whole.
// Never deletes a node whose identity (path, czxid, owner) is not the one that was shown; docs/release.md.
#pragma once

#include "core/base/error.h"
#include "core/base/node.h"
#include "core/base/task.h"
#include "core/locks/knowledge.h"
#include "core/locks/queue.h"
#include "core/observe/guardedwrite.h"
#include "core/zk/session.h"

#include <QHash>
#include <QStringList>

#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

namespace lockscope::observe {

/// The session that owns a node, as the servers report it.
struct OwnerEvidence
{
    enum class Life {
        NotKnown,     ///< no server was asked, or not all answered
        Connected,    ///< a server has its connection
        Disconnected, ///< its session is open, and no server has a connection of it
        Over,         ///< no server knows the session
        NoSession,    ///< the node is persistent
    };

    Life life = Life::NotKnown;
    std::optional<locks::SessionFacts> facts = {};
    qint64 askedAtNs = 0; ///< when the servers were asked; 0: never
    /// Whether it watches its own node, as a client does that can be asked for its lock; nothing: not known.
    std::optional<bool> listens = {};
    std::optional<int> watchers = {}; ///< sessions that watch the node; nothing: not known
    /// The one child of the lock which is no contender that it watches, and which its client may wait for instead of
    /// holding (StrangerRule); else empty.
    QString watchedChild = {};
};

struct ReleaseTarget
{
    QString path;
    NodeStat stat;         ///< identity: path + czxid + ephemeralOwner
    locks::ChildNode node; ///< with its data, as read for this plan
    int lock = 0;          ///< index in ReleasePlan::locks
    int index = -1;        ///< in that lock's queue
    bool holds = false;
    OwnerEvidence owner = {};
    /// A persistent node whose data say who holds it and until when (ShedLock, Helix): it changes hands by its data.
    bool isRecord = false;

    NodeIdentity identity() const
    {
        return {path, stat.czxid, stat.ephemeralOwner, isRecord ? std::optional(stat.version) : std::nullopt};
    }
    /// Milliseconds since the node was made, or since the record last changed hands, by the server's clock against
    /// ours; never negative.
    qint64 ageMs(qint64 nowNs) const;
};

/// A lock that a plan takes nodes from, as read for it.
struct ReleaseLock
{
    locks::LockQueue queue;
    std::vector<int> removed; ///< indices in the queue
    std::vector<int> next;    ///< who would hold then, by the dialect's own rule: indices in the queue
    int stillWaiting = 0;     ///< waiters that will go on waiting

    /// False: whether any of its nodes waits for another is not known, nor then who would hold.
    bool isLineKnown() const
    {
        return !queue.mayBeLine && !queue.mayBeSeveral() && !queue.lineUnread && !queue.leasesUnread;
    }
    /// Why next names no contender; empty where it does. \a isRecord: of the lock's node, see ReleaseTarget.
    Text whyNoneIsNext(bool isRecord) const;
    /// Who waits, and so how many will.
    bool areWaitersKnown() const { return queue.areWaitersKnown() && isLineKnown(); }
};

struct ReleasePlan
{
    std::vector<ReleaseTarget> targets; ///< at least one
    std::vector<ReleaseLock> locks;
    qint64 readAtNs = 0;
    QHash<SessionId, locks::SessionFacts> sessions; ///< the ones named here, as far as servers report them
    locks::Knowledge knowledge = {};                ///< by which it was read; not all that servers reported since
    QByteArray revokeWord;   ///< what the dialect writes to ask the holder for its lock; empty: it has no such thing
    QString ensemble;        ///< where; for people and the audit file
    bool production = false; ///< the lock's name is to be typed: see confirmation()
    /// Why it will very likely be refused, as the ACL says beforehand; empty where it may be allowed.
    Text forbidden = {};
    /// The user was warned that the window cannot be closed, and goes on.
    bool mayBeOpen = false;
    /// The user wants no line of it in the audit file: it is carried out even where none can be written.
    bool withoutAudit = false;

    const ReleaseTarget &target() const { return targets.front(); }
    const ReleaseLock &lock() const { return locks.front(); }
    bool isOne() const { return targets.size() == 1; }
    bool holds() const; ///< any of them
    const ReleaseLock &lockOf(const ReleaseTarget &target) const { return locks[static_cast<size_t>(target.lock)]; }
    const locks::Contender &contenderOf(const ReleaseTarget &target) const
    {
        return lockOf(target).queue.contenders[static_cast<size_t>(target.index)];
    }
    /// What is to be typed to confirm: the lock's path; of several locks the directory that has them all.
    QString confirmation() const;
    /// What deleting does not do, in sentences, with the evidence: the first is the gist. None where there is nothing
    /// to warn about.
    QList<Text> warning() const;
    /// Whether asking the holder is a rung of this ladder: one holder, whose dialect has a word for it.
    bool canAsk() const { return isOne() && holds() && !revokeWord.isEmpty(); }
};

/// Without an error all nodes were deleted.
struct ReleaseOutcome : GuardedOutcome
{
    /// A fresh plan where something changed or must be shown first, to look at again.
    std::optional<ReleasePlan> fresh = {};
    std::optional<Error> auditError = {}; ///< why the audit file does not have what came of it
};

struct AskOutcome
{
    enum class Answer {
        Released, ///< the node is gone: its owner gave it back, or its session ended
        Kept,     ///< it was asked, and the node was still there at the end of the time
        Stopped,  ///< it was asked, and the waiting ended: by a stop, or with an error
        NotAsked, ///< see error
    };

    Answer answer = Answer::NotAsked;
    std::optional<Error> error = {};
    std::optional<ReleasePlan> fresh = {}; ///< where the node is not the one that was looked at
    qint64 waitedMs = 0;
    std::optional<Error> auditError = {}; ///< as of a ReleaseOutcome
};

/// Reads the nodes and their locks now. NoNode if one is gone; InvalidInput if one is no contender of a lock. \a
/// knowledge says which directories are lines (locks::showsLine()).
Task<Result<ReleasePlan>> planRelease(zk::Session &session, QStringList paths, locks::Knowledge knowledge = {});

/// Puts what the servers reported beside the plan.
void addEvidence(ReleasePlan &plan, const locks::Knowledge &knowledge);

/// The same nodes as a plan of now, with its evidence, without nodes that are gone; NoNode if none is left.
Task<Result<ReleasePlan>> replan(zk::Session &session, ReleasePlan plan);

/// Reads again, and deletes all nodes of the plan in one transaction if each is still the one that was planned and none
/// has come to hold its lock meanwhile: what a waiter waits for is still there in the same transaction.
Task<ReleaseOutcome> carryOut(zk::Session &session, ReleasePlan plan, GuardsMade onGuards = {});

/// Writes the dialect's word into the holder's node if it is still the planned one, and waits for the node to go.
Task<AskOutcome> askHolder(zk::Session &session, ReleasePlan plan, std::chrono::milliseconds limit,
                           std::stop_token stop, GuardsMade onGuards = {});

} // namespace lockscope::observe
