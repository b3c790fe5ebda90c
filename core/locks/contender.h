// SPDX-License-Identifier: Apache-2.0
// One child of a lock directory, and what it is in the lock's queue. A plain value.
// Never says at which place it stands: it stays the same while others before it come and go.
#pragma once

#include "core/base/node.h"
#include "core/locks/dialect.h"

#include <QByteArray>
#include <QString>
#include <QVarLengthArray>

#include <optional>

namespace lockscope::locks {

/// Most have one entry: no memory of its own for that.
using IndexList = QVarLengthArray<int, 2>;

/// What is known of one child. A name is known first; its Stat and data come later, or never.
struct ChildNode
{
    enum class Data {
        NotRead,      ///< not asked yet
        Read,         ///< `data` is what the node holds, or its beginning if `truncated`
        NoPermission, ///< no READ permission on the node; its Stat is known all the same
    };

    QString name;
    std::optional<NodeStat> stat;
    Data access = Data::NotRead;
    QByteArray data;
    bool truncated = false;

    /// None as long as its Stat is not read, too.
    SessionId owner() const { return stat ? stat->owner() : SessionId(); }
    bool operator==(const ChildNode &) const = default;
};

enum class ContenderState {
    Holding,
    Waiting,
    Pending, ///< its Stat is not read yet: its place is by number, not by czxid
    Foreign, ///< no contender: its name fits no dialect, or not the one of this lock's clients
};

struct Contender
{
    ChildNode node;
    std::optional<ParsedName> parsed; ///< nothing where the name fits no dialect
    ContenderState state = ContenderState::Pending;
    /// Those that must go before this one is served, as the dialect's rule says (the watch edges one expects to see):
    /// how far from it they stand, -1 for the one before it. Empty for holders and foreign children. Read it by
    /// LockQueue::waitsFor().
    IndexList waits;
    /// It is served as soon as any one of `waits` goes (a semaphore's leases), not all of them.
    bool waitsForAny = false;
    /// How far from its place it would stand as the clients of its dialect sort its contenders: where that is not 0,
    /// clients serve in another order than that of creation. Nothing for foreign children. See
    /// LockQueue::dialectPlace().
    std::optional<int> placeShift = {};
    /// Its data asks the holder to release (docs "unlock", Curator "__REVOKE__").
    bool askedToRelease = false;
    /// Of a lock that ends by the clock: held until then, in milliseconds since the epoch.
    std::optional<qint64> untilMs = {};

    bool operator==(const Contender &) const = default;
};

inline bool isContender(const Contender &contender)
{
    return contender.state != ContenderState::Foreign;
}

} // namespace lockscope::locks
