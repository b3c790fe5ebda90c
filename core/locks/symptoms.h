// SPDX-License-Identifier: Apache-2.0
// What is odd about one queue at one reading of the servers. Pure; used by core/locks/evidence.h alone.
// Never a finding: a listing and a reading are not one instant, so a healthy queue under churn shows these for moments.
#pragma once

#include "core/locks/queue.h"
#include "core/locks/reading.h"
#include "core/locks/thresholds.h"

#include <tuple>
#include <vector>

namespace lockscope::locks {

enum class Trouble {
    SelfWatch,     ///< watches its own node instead of the one that it waits for
    MutualWait,    ///< watches a later one, which waits for it
    WrongWatch,    ///< watches another one than the one that it waits for
    NameOrder,     ///< watches the one before it by name, which is not the one before it by number
    LostWakeup,    ///< watches a sibling that is not there
    NoWatch,       ///< waits without a watch, where others of the queue have one
    NoWatchShared, ///< the same, and its session has other contenders here
    Twin,          ///< two nodes with one token of one session
    LeakedWatch,   ///< a session without a contender here watches one
    Herd,          ///< many are woken by one release
    ReaderHerd,    ///< the same, by rule: readers behind a writer
    Unconnected,   ///< its session is connected to no server
    Outlived,      ///< its session is over
    RefusedLease,  ///< made before there was room for it: by itself no trouble, see core/locks/leases.h
    OrphanLease,   ///< the same lease, when its client has left the line and nobody has made room
    LeasesOver,    ///< more of them than the semaphore says it has
};

struct Symptom
{
    Trouble trouble = Trouble::NoWatch;
    Zxid contender = {};    ///< czxid of whom it is about; null: of the whole queue
    SessionId session = {}; ///< whose trouble it is
    Zxid other = {};        ///< czxid of the node that it watches, or should
    QString otherName = {}; ///< of a sibling that is not there
    bool certain = true;    ///< false: may be harmless, unless it was certain before
    QStringList nodes = {}; ///< bare names, for people
    QList<SessionId> sessions = {};
    qint64 expiresInMs = -1;   ///< of an unconnected session, where told
    QList<Zxid> inTheWay = {}; ///< of a refused lease: those that were there when it was made, sorted

    /// Two readings show the same where these are equal.
    auto key() const { return std::tie(trouble, contender, session, other, otherName, inTheWay); }
    bool operator==(const Symptom &) const = default;
};

/// What is odd, and what the next reading should know of this one.
struct QueueSymptoms
{
    std::vector<Symptom> symptoms;
    bool predecessorsWatched = false; ///< a waiter watches the one that it waits for: its kind of client does so
    bool listersSeen = false;         ///< a waiter without a watch listed last: it may watch the directory itself
    QSet<SessionId> shared = {};      ///< sessions with several contenders here: threads share them, or one was left
};

QueueSymptoms symptomsOf(const LockQueue &queue, const ServerReading &reading, const Thresholds &thresholds);

} // namespace lockscope::locks
