// SPDX-License-Identifier: Apache-2.0
#include "core/locks/evidence.h"

#include "core/base/clock.h"
#include "core/locks/leases.h"

#include <algorithm>

namespace lockscope::locks {

namespace {

/// Where servers take long to answer, everybody takes long.
constexpr qint64 slowFactor = 4;

/// Suspicions that a queue of this kind, with what was seen before, does not bear.
bool isExcused(const Symptom &symptom, const Evidence &evidence, const QueueSymptoms &symptoms)
{
    switch (symptom.trouble) {
    case Trouble::NoWatch:
    case Trouble::NoWatchShared:
        // Servers never tell of child watches: only where others watch the node before them is a missing one odd.
        return !evidence.predecessorsWatched || symptoms.listersSeen;
    case Trouble::MutualWait: return evidence.shared.contains(symptom.session); // left by another thread of it
    case Trouble::SelfWatch:
    case Trouble::WrongWatch:
    case Trouble::NameOrder:
    case Trouble::LostWakeup:
    case Trouble::Twin:
    case Trouble::LeakedWatch:
    case Trouble::Herd:
    case Trouble::ReaderHerd:
    case Trouble::Unconnected:
    case Trouble::Outlived:
    case Trouble::RefusedLease:
    case Trouble::OrphanLease:
    case Trouble::LeasesOver: return false;
    }
    return false;
}

Evidence::Seen carriedOn(Symptom symptom, const std::vector<Evidence::Seen> &before, const Knowledge &reading)
{
    const qint64 took = reading.answeredAtNs - reading.askedAtNs;
    const auto known =
        std::lower_bound(before.begin(), before.end(), symptom, [](const Evidence::Seen &seen, const Symptom &wanted) {
            return seen.what.key() < wanted.key();
        });
    if (known == before.end() || known->what.key() != symptom.key())
        return {std::move(symptom), reading.answeredAtNs, reading.askedAtNs, took, 1};
    symptom.certain = symptom.certain || known->what.certain;
    return {std::move(symptom), known->firstNs, reading.askedAtNs, std::max(known->slowestNs, took),
            known->readings + 1};
}

} // namespace

Evidence weigh(Evidence before, const LockQueue &queue, const ServerReading &reading, const Thresholds &thresholds)
{
    Evidence after = std::move(before);
    if (reading.knowledge.isEmpty())
        return after;
    QueueSymptoms symptoms = symptomsOf(queue, reading, thresholds);
    after.predecessorsWatched = after.predecessorsWatched || symptoms.predecessorsWatched;
    after.shared.unite(symptoms.shared);
    for (auto more : {leaseSuspicions(after, queue, reading.knowledge), leftLeases(after, queue, thresholds)})
        std::move(more.begin(), more.end(), std::back_inserter(symptoms.symptoms));
    std::vector<Evidence::Seen> seen;
    for (Symptom &symptom : symptoms.symptoms) {
        if (!isExcused(symptom, after, symptoms))
            seen.push_back(carriedOn(std::move(symptom), after.seen, reading.knowledge));
    }
    std::sort(seen.begin(), seen.end(),
              [](const Evidence::Seen &a, const Evidence::Seen &b) { return a.what.key() < b.what.key(); });
    after.seen = std::move(seen);

    QHash<Zxid, qint64> holding;
    for (const int index : queue.holders) {
        const auto &stat = queue.contenders[static_cast<size_t>(index)].node.stat;
        if (stat)
            holding.insert(stat->czxid, after.holdingSinceNs.value(stat->czxid, reading.knowledge.answeredAtNs));
    }
    after.holdingSinceNs = std::move(holding);
    return after;
}

bool isProven(const Evidence::Seen &seen, const Thresholds &thresholds)
{
    const qint64 apart = std::max(thresholds.settleMs * nsPerMs, slowFactor * seen.slowestNs);
    return seen.readings >= readingsNeeded && seen.lastNs - seen.firstNs >= apart;
}

} // namespace lockscope::locks
