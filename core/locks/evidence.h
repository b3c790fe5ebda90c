// SPDX-License-Identifier: Apache-2.0
// What readings of the servers, one after another, have shown of one lock: from a symptom to a finding.
// A pure fold, and a plain value: never asks a server or the clock, never tells what one reading alone has shown.
//
// A listing and a reading are not one instant: a watch may be set after the servers were asked, a node gone since. So a
// symptom is told only when the same trouble of the same nodes (by czxid) was seen in `readingsNeeded` readings, one
// after another, that are as far apart as Thresholds::settleMs, and farther where the servers answer slowly. A node
// that is there at the first and at the last of them was there all the while; a wait that has not moved by then is no
// moment between a create and a watch, nor one between an event and the list after it. What a reading does not show is
// forgotten at once.
#pragma once

#include "core/locks/symptoms.h"

namespace lockscope::locks {

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

    std::vector<Seen> seen = {};             ///< sorted by their keys
    bool predecessorsWatched = false;        ///< its clients watch the one that they wait for
    QSet<SessionId> shared = {};             ///< sessions that had several contenders here at once
    QHash<Zxid, qint64> holdingSinceNs = {}; ///< by holder: the first reading at which it held
    /// Of a semaphore of two directories: when a lease last came or went. Told from outside; null while not known.
    Zxid leasesChanged = {};
    Zxid remade = {}; ///< czxid of the directory, where an older one went while contenders were in it
    qint64 remadeAtNs = 0;

    bool operator==(const Evidence &) const = default;
};

/// Folds one reading in. \a queue: as it is shown when the reading's last answer has come.
Evidence weigh(Evidence before, const LockQueue &queue, const ServerReading &reading, const Thresholds &thresholds);

/// True for what \a seen tells by itself, without how the queue is now.
bool isProven(const Evidence::Seen &seen, const Thresholds &thresholds);

/// What is proven of the queue as it is now; of nodes that are gone nothing is told. \a nowNs: as of nowNs().
QList<Finding> findingsFrom(const Evidence &evidence, const LockQueue &queue, const Thresholds &thresholds,
                            qint64 nowNs);

} // namespace lockscope::locks
