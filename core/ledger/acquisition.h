// SPDX-License-Identifier: Apache-2.0
// One contender's way through a lock: when it asked, when it was served, when it left. Each with the event that showed
// it, so that one list of them serves every instant of a journal. Plain values; never more than events showed.
#pragma once

#include "core/journal/event.h"

#include <QString>

#include <vector>

namespace lockscope::journal {

/// Whose word a fact is.
enum class Source : quint8 {
    Belief, ///< a client said so of itself
    Proof,  ///< a server's answer to one of our clients proves it
    Sight,  ///< an observer saw it
};

struct Acquisition
{
    Source source = Source::Belief;
    ClientId client;          ///< null: of another program
    SessionId session;        ///< of another program; null where its node has none
    QString node;             ///< of another program: full path
    quint64 knownBy = 0;      ///< the event since which it is known at all
    Moment asked;             ///< of another program: when its node was first listed
    Moment granted;           ///< of another program: when it came to the head of the line, as far as that was seen
    Moment ended;             ///< it let go, gave up, or is gone
    Zxid czxid;               ///< of its first node: its place in the order of service
    quint64 czxidBy = 0;      ///< the event that showed it; 0: none has
    bool inNoLine = false;    ///< it has no node while it waits (plain ephemeral nodes): all race
    bool askedBefore = false; ///< it asked before the first reading: how long it waited is not known
    bool heldBefore = false;  ///< it held before the first reading: how long it held is not known
    bool lostSight = false;   ///< how it ended was not seen
    bool isPending = false;   ///< of another program: no request, for as long as it was not known whether it holds
};

/// Contenders that came and went between two readings, known by their number alone.
struct UnseenTurns
{
    Moment when;
    qint64 count = 0;
};

/// A node holds, by the queue of its lock: of simulated clients and of others.
struct NodeHold
{
    QString node; ///< full path
    Moment served;
    bool before = false; ///< it held already when the lock was first read
};

/// All of one lock, in the order in which they became known.
struct LockTurns
{
    std::vector<Acquisition> acquisitions; ///< no deque: an empty one takes half a kilobyte
    std::vector<UnseenTurns> unseen;
    std::vector<NodeHold> holds;
    quint64 forgotten = 0; ///< of the oldest acquisitions
};

} // namespace lockscope::journal
