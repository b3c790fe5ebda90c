// SPDX-License-Identifier: Apache-2.0
// What readings of the servers, one after another, have shown of one lock: from a symptom to a finding. Symptoms are
// found in symptoms.cpp, weighed in evidence.cpp, reported in evidencefindings.cpp.
// A pure fold, and a plain value: never asks a server or the clock, never reports what one reading alone has shown.
//
// A listing and a reading are not one instant: a watch may be set after the servers were asked, a node gone since. So a
// symptom is reported only when the same trouble of the same nodes (by name and czxid) was seen in `readingsNeeded`
// readings, one after another, that are as far apart as Thresholds::settleMs, and farther where the servers answer
// slowly. A node that is there at the first and at the last of them was there all the while; a wait that has not moved
// by then is no moment between a create and a watch, nor one between an event and the list after it. What a reading
// does not show is forgotten at once.
#pragma once

#include "core/locks/findings.h"
#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace lockscope::findings {

enum class Trouble {
    SelfWatch,      ///< watches its own node instead of the one that it waits for
    MutualWait,     ///< watches a later one, which waits for it
    WrongWatch,     ///< watches another one than the one that it waits for
    NameOrder,      ///< watches the one before it by name, which is not the one before it by number
    LostWakeup,     ///< watches a sibling that is not there
    NoWatch,        ///< waits without a watch, where others of the queue have one
    Unwoken,        ///< the same, come to the head: told in its place
    NoWatchNoRead,  ///< the same, and the node that it waits for may not be read by every client
    NoWatchShared,  ///< waits without a watch, and its session has other contenders here
    Twin,           ///< two nodes with one token of one session
    LeakedWatch,    ///< a session without a contender here watches one
    Herd,           ///< many are woken by one release
    ReaderHerd,     ///< the same, by rule: readers behind a writer
    NodeHerd,       ///< many watch a lock of one node: which of them wait for it is not known
    Unconnected,    ///< its session is connected to no server
    Outlived,       ///< its session is over
    RefusedLease,   ///< made before there was room for it: by itself no trouble, see leaseSymptoms()
    OrphanLease,    ///< the same lease, when its client has left the line and no lease before it went
    LeasesOver,     ///< more of them than the semaphore says it has
    Standstill,     ///< first in the line of a semaphore, and takes no lease though one is free
    UnnamedLeases,  ///< watches show a semaphore whose nodes are named as a mutex's: see core/locks/unnamedleases.h
    MayHold,        ///< waits without a watch, and may be a holder of such a semaphore
    BehindStranger, ///< first in line, and watches a sibling that is no contender: its version waits for that one
};

/// One life of a contender's node. Nodes of one transaction share their czxid, and a name may be made again.
struct NodeBirth
{
    Zxid czxid;
    QString name; ///< bare

    bool isNull() const { return czxid.isNull(); }
    bool operator==(const NodeBirth &) const = default;
    bool operator<(const NodeBirth &other) const { return std::tie(czxid, name) < std::tie(other.czxid, other.name); }
    friend size_t qHash(const NodeBirth &birth, size_t seed) { return qHashMulti(seed, birth.czxid, birth.name); }
};

/// Of one that was read.
inline NodeBirth birthOf(const locks::Contender &contender)
{
    return {contender.node.stat->czxid, contender.node.name};
}

struct Symptom
{
    Trouble trouble = Trouble::NoWatch;
    NodeBirth contender = {}; ///< whom it is about; null: the whole queue
    SessionId session = {};   ///< whose trouble it is
    NodeBirth other = {};     ///< the node that it watches, or should
    QString otherName = {};   ///< of a sibling that is not there
    bool certain = true;      ///< false: may be harmless, unless it was certain before
    QStringList nodes = {};   ///< bare names, for people
    QList<SessionId> sessions = {};
    qint64 expiresInMs = -1;        ///< of an unconnected session, where known
    SessionId returned = {};        ///< of one without a connection: another, by which its client may be back
    QString returnedAs = {};        ///< the node of that one, which names the same client
    QList<NodeBirth> inTheWay = {}; ///< of a refused lease: the leases that were there when it was made, sorted

    /// Two readings show the same where these are equal.
    auto key() const { return std::tie(trouble, contender, session, other, otherName, inTheWay); }
    bool operator==(const Symptom &) const = default;
};

/// What is odd about a queue at one reading. Never a finding: a healthy queue under churn shows these for moments.
struct QueueSymptoms
{
    std::vector<Symptom> symptoms;
    bool predecessorsWatched = false; ///< a waiter watches the one that it waits for: its kind of client does so
    bool listersSeen = false;         ///< a waiter without a watch listed last: it may watch the directory itself
    QSet<SessionId> shared = {};      ///< sessions with several contenders here: threads share them, or one was left
};

QueueSymptoms symptomsOf(const locks::LockQueue &queue, const locks::ServerReading &reading,
                         const locks::Thresholds &thresholds);

/// Three, not two: the first may fall between a create and its watch, the last between a delete and our listing of it.
inline constexpr int readingsNeeded = 3;

struct Evidence
{
    struct Seen
    {
        Symptom what;
        qint64 firstNs = 0;   ///< when the first of the readings was complete
        qint64 lastNs = 0;    ///< when the last one was begun
        qint64 slowestNs = 0; ///< of the readings
        int readings = 1;

        bool operator==(const Seen &) const = default;
    };

    std::vector<Seen> seen = {}; ///< sorted by their keys
    /// Its clients watch the one that they wait for: until all are gone that were there when one was last seen to.
    bool predecessorsWatched = false;
    Zxid watchedUpTo = {};       ///< the youngest of these
    QSet<SessionId> shared = {}; ///< sessions that had several contenders here at once, and have one still
    std::map<NodeBirth, qint64> holdingSinceNs = {}; ///< by holder: the first reading at which it held
    /// Of a semaphore of two directories: when a lease last came or went. Set from outside; null while not known.
    Zxid leasesChanged = {};
    /// A directory beside it in which the same sessions stand, the same one first, as candidates for several offices
    /// do.
    QString ledAlike = {};
    int unnamedLeases = 0;        ///< that readings have proven, while contenders of then are there; 0: none
    Zxid leasesSeenUpTo = {};     ///< the youngest contender at the last of these
    bool deletesMovePzxid = true; ///< as Knowledge says; before the first reading as on a ZooKeeper
    Zxid remade = {};             ///< czxid of the directory, where an older one went while contenders were in it
    qint64 remadeAtNs = 0;

    bool operator==(const Evidence &) const = default;
};

/// Folds one reading in. \a queue: as it is shown when the reading's last answer has come.
Evidence weigh(Evidence before, const locks::LockQueue &queue, const locks::ServerReading &reading,
               const locks::Thresholds &thresholds);

/// True if its names say that it is a lock, or a waiter was seen to watch the one that it waits for: members of some
/// groups do so as well.
bool isSurelyLock(const locks::LockQueue &queue, const Evidence &evidence);

/// True if enough readings have shown \a seen, far enough apart, however the queue is now.
bool isProven(const Evidence::Seen &seen, const locks::Thresholds &thresholds);

/// Why a contender that would hold by its place may wait for ever instead, as enough readings have shown.
struct LostWakeup
{
    /// Bare name: a sibling that is not there and that its session still watches. Empty: it had no watch when its turn
    /// came, and its session has done nothing since.
    QString sibling;
};

/// Nothing: nothing of the kind is known of the contender.
std::optional<LostWakeup> lostWakeup(const Evidence &evidence, const locks::Contender &contender,
                                     const locks::Thresholds &thresholds);

/// Waits without a watch: NoWatch, NoWatchNoRead, NoWatchShared. Such a symptom, once proven, stays one of a contender
/// that comes to the head, until its session does something.
bool isOfNoWatch(Trouble trouble);

/// What is odd about the leases of a semaphore of two directories, and what the readings before showed of them. Never
/// takes a lease for left because it is old, and never guesses how many there may be.
///
/// Curator's clients, and ours, make their lease when they are first in line, before there is room for it, and take it
/// back if they give up. One that is left counts as in use for as long as its session lives. How many leases there may
/// be is written nowhere, so it looks like any other, unless its story was seen: made, and refused while its client
/// stood in line; then the client left the line although none of the leases before it had gone.
std::vector<Symptom> leaseSymptoms(const Evidence &before, const locks::LockQueue &queue, const locks::Knowledge &known,
                                   const locks::Thresholds &thresholds);

/// \a queue as it is shown, with what its findings prove of its states: a head that waits for a child which is no
/// contender does not hold (blocked-by-child), of a semaphore with a mutex's names several do (unnamed-leases), or may
/// (may-hold).
locks::LockQueue asProven(locks::LockQueue queue);
/// False: asProven() has nothing to change.
bool isStateProven(const locks::LockQueue &queue);

struct FindingsNow
{
    QList<locks::Finding> findings;
    qint64 againNs = 0; ///< from when on it is something else although nothing but the time has changed
};

/// What is proven of the queue as it is now; nothing is reported of nodes that are gone. \a nowNs: as of nowNs().
FindingsNow findingsNow(const Evidence &evidence, const locks::LockQueue &queue, const locks::Thresholds &thresholds,
                        qint64 nowNs);

/// So many are woken by one release. \a areReaders: readers behind one writer, whom it serves together.
locks::Finding herdOf(qsizetype count, bool areReaders);

} // namespace lockscope::findings
