// SPDX-License-Identifier: Apache-2.0
#include "core/findings/evidence.h"

#include "core/base/clock.h"
#include "core/base/lookup.h"
#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/sequence.h"

#include <algorithm>
#include <map>

namespace lockscope::findings {

using namespace Qt::StringLiterals;
using namespace locks;

namespace {

/// Where servers take long to answer, clients do too.
constexpr qint64 slowFactor = 4;

/// What looks like a symptom and is none in a queue of this kind, with what was seen before.
bool isExcused(const Symptom &symptom, const Evidence &evidence, const QueueSymptoms &symptoms, bool isSurelyLock)
{
    // Members of a group watch one another, and clients of a work queue their own entries, for reasons of their own.
    if (!isSurelyLock)
        return symptom.trouble != Trouble::Unconnected && symptom.trouble != Trouble::Outlived;
    if (symptom.trouble == Trouble::MayHold)
        return evidence.unnamedLeases > 0 || evidence.predecessorsWatched || symptoms.listersSeen;
    // Servers never report child watches: only where others watch the node before them is a missing one odd.
    if (isOfNoWatch(symptom.trouble))
        return !evidence.predecessorsWatched || symptoms.listersSeen;
    return symptom.trouble == Trouble::MutualWait
           && evidence.shared.contains(symptom.session); // left by another thread of it
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

/// It waited without a watch, and is first now; nothing has woken its session, which has not looked by itself either.
bool isUnwokenHead(const Symptom &symptom, const LockQueue &queue, const Knowledge &known)
{
    const auto isIt = [&](int holder) {
        const Contender &contender = queue.contenders[static_cast<size_t>(holder)];
        return contender.node.stat && birthOf(contender) == symptom.contender;
    };
    const QString operation = known.sessions.value(symptom.session).lastOperation;
    const bool isIdle = operation.isEmpty() || operation == "PING"_L1 || operation == "CREA"_L1;
    return isOfNoWatch(symptom.trouble) && isIdle && std::ranges::any_of(queue.holders, isIt);
}

/// No contender that was there at \a zxid is left, as far as Stats are read.
bool areAllYounger(const LockQueue &queue, Zxid zxid)
{
    return !queue.contenders.empty() && std::ranges::all_of(queue.contenders, [zxid](const Contender &contender) {
        return !isContender(contender) || !contender.node.stat || contender.node.stat->czxid > zxid;
    });
}

/// By directory beside the queue's, the number with which \a session stands there.
QHash<QString, quint32> placesBeside(const LockQueue &queue, SessionId session, const Knowledge &known)
{
    QHash<QString, quint32> places;
    for (const QString &path : fewNodesOf(known, session)) {
        const QString directory = parentPath(path);
        const auto name = viewName(QStringView(path).sliced(path.lastIndexOf(u'/') + 1));
        if (name && directory != queue.path && parentPath(directory) == parentPath(queue.path))
            places.insert(directory, circular(name->sequence));
    }
    return places;
}

/// A directory beside the queue's in which each session of the queue stands, too, behind the one that holds here. Empty
/// where there is none, or so many stand here that no election has them.
QString directoryLedAlike(const LockQueue &queue, const Knowledge &known)
{
    constexpr size_t mostCandidates = 64;
    const bool canBe = queue.kind == LockKind::Mutex && queue.holders.size() == 1 && queue.waitingCount() > 0;
    if (!canBe || queue.contenders.size() > mostCandidates)
        return {};
    const SessionId leader = queue.firstHolder()->node.owner();
    QHash<QString, quint32> led = placesBeside(queue, leader, known);
    bool hasRival = false;
    for (const Contender &contender : queue.contenders) {
        const SessionId session = contender.node.owner();
        if (led.isEmpty() || !isContender(contender) || session == leader)
            continue;
        hasRival = true;
        const QHash<QString, quint32> places = placesBeside(queue, session, known);
        led.removeIf([&](const auto &own) {
            const auto place = places.constFind(own.key());
            return place == places.cend() || !isBefore(own.value(), *place);
        });
    }
    const QStringList directories = led.keys();
    const auto first = std::ranges::min_element(directories); // one of them, and always the same
    return hasRival && first != directories.cend() ? *first : QString();
}

} // namespace

bool isSurelyLock(const LockQueue &queue, const Evidence &evidence)
{
    return evidence.predecessorsWatched || !namesProveNothing(queue);
}

Evidence weigh(Evidence before, const LockQueue &queue, const ServerReading &reading, const Thresholds &thresholds)
{
    Evidence after = std::move(before);
    if (reading.knowledge.isEmpty())
        return after;
    after.deletesMovePzxid = reading.knowledge.deletesMovePzxid;
    QueueSymptoms symptoms = symptomsOf(queue, reading, thresholds);
    if (symptoms.predecessorsWatched) {
        after.predecessorsWatched = true;
        after.watchedUpTo = queue.contenders.summary().youngest;
    } else if (areAllYounger(queue, after.watchedUpTo)) {
        after.predecessorsWatched = false; // perhaps they are clients of another kind
    }
    after.ledAlike = directoryLedAlike(queue, reading.knowledge);
    after.shared.unite(symptoms.shared);
    after.shared.removeIf([&](SessionId session) { return queue.contenders.ownedBy(session).empty(); });
    auto leases = leaseSymptoms(after, queue, reading.knowledge, thresholds);
    std::move(leases.begin(), leases.end(), std::back_inserter(symptoms.symptoms));
    std::vector<Evidence::Seen> seen;
    const bool surely = isSurelyLock(queue, after);
    for (Symptom &symptom : symptoms.symptoms) {
        if (!isExcused(symptom, after, symptoms, surely))
            seen.push_back(carriedOn(std::move(symptom), after.seen, reading.knowledge));
    }
    for (Evidence::Seen &one : after.seen) {
        if (surely && isProven(one, thresholds) && isUnwokenHead(one.what, queue, reading.knowledge))
            seen.push_back(std::move(one));
    }
    std::sort(seen.begin(), seen.end(),
              [](const Evidence::Seen &a, const Evidence::Seen &b) { return a.what.key() < b.what.key(); });
    after.seen = std::move(seen);
    for (const Evidence::Seen &one : after.seen) {
        if (one.what.trouble == Trouble::UnnamedLeases && isProven(one, thresholds)) {
            after.unnamedLeases = one.what.otherName.toInt();
            after.leasesSeenUpTo = queue.contenders.summary().youngest;
        }
    }
    if (symptoms.predecessorsWatched || areAllYounger(queue, after.leasesSeenUpTo))
        after.unnamedLeases = 0; // what is there now may be a mutex

    std::map<NodeBirth, qint64> holding;
    for (const int index : queue.holders) {
        const Contender &holder = queue.contenders[static_cast<size_t>(index)];
        if (!holder.node.stat)
            continue;
        const NodeBirth birth = birthOf(holder);
        const qint64 *since = lookUp(after.holdingSinceNs, birth);
        holding.emplace(birth, since ? *since : reading.knowledge.answeredAtNs);
    }
    after.holdingSinceNs = std::move(holding);
    return after;
}

bool isProven(const Evidence::Seen &seen, const Thresholds &thresholds)
{
    const qint64 apart = std::max(thresholds.settleMs * nsPerMs, slowFactor * seen.slowestNs);
    return seen.readings >= readingsNeeded && seen.lastNs - seen.firstNs >= apart;
}

bool isOfNoWatch(Trouble trouble)
{
    return trouble == Trouble::NoWatch || trouble == Trouble::NoWatchNoRead || trouble == Trouble::NoWatchShared;
}

std::optional<LostWakeup> lostWakeup(const Evidence &evidence, const Contender &contender, const Thresholds &thresholds)
{
    if (contender.state != ContenderState::Holding || !contender.node.stat)
        return std::nullopt;
    for (const Evidence::Seen &seen : evidence.seen) {
        const bool isOfIt = seen.what.contender == birthOf(contender) && isProven(seen, thresholds);
        if (isOfIt && (seen.what.trouble == Trouble::LostWakeup || isOfNoWatch(seen.what.trouble)))
            return LostWakeup{seen.what.otherName};
    }
    return std::nullopt;
}

} // namespace lockscope::findings
