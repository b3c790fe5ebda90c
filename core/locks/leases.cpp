// SPDX-License-Identifier: Apache-2.0
#include "core/locks/leases.h"

#include "core/locks/semaphore.h"

#include <algorithm>

namespace lockscope::locks {

namespace {

QHash<Zxid, const Contender *> byCzxid(const LockQueue &queue)
{
    QHash<Zxid, const Contender *> known;
    for (const Contender &contender : queue.contenders) {
        if (contender.state != ContenderState::Foreign && contender.node.stat)
            known.insert(contender.node.stat->czxid, &contender);
    }
    return known;
}

/// Its client has looked at the leases since it has made its own: before that, nothing was refused to it.
bool hasLooked(const QString &lastOperation)
{
    return !lastOperation.isEmpty() && !lastOperation.startsWith(QLatin1String("CREA"));
}

/// The pending lease, if nothing has come or gone since it was made: whoever waits for room then has none.
std::optional<Symptom> refusedLease(const LockQueue &queue, Zxid leasesChanged, const Knowledge &known)
{
    const auto lease = std::find_if(queue.contenders.begin(), queue.contenders.end(), isPendingLease);
    const auto head = std::find_if(queue.contenders.begin(), queue.contenders.end(), [](const Contender &contender) {
        return contender.state == ContenderState::Waiting && contender.waitsForAny;
    });
    const bool allKnown = std::all_of(queue.contenders.begin(), queue.contenders.end(), [](const Contender &contender) {
        return contender.state == ContenderState::Foreign || contender.node.stat;
    });
    if (!allKnown || lease == queue.contenders.end() || head == queue.contenders.end()
        || leasesChanged != lease->node.stat->czxid)
        return std::nullopt;
    const SessionId owner = lease->node.stat->owner();
    if (!hasLooked(known.sessions.value(owner).lastOperation))
        return std::nullopt;
    Symptom symptom{Trouble::RefusedLease, lease->node.stat->czxid, owner, head->node.stat->czxid};
    symptom.certain = false;
    symptom.nodes << lease->node.name;
    symptom.sessions << owner;
    for (const int index : queue.holders)
        symptom.inTheWay << queue.contenders[static_cast<size_t>(index)].node.stat->czxid;
    std::sort(symptom.inTheWay.begin(), symptom.inTheWay.end());
    return symptom;
}

std::optional<Symptom> leasesOver(const LockQueue &queue)
{
    if (!queue.maxLeases || static_cast<int>(queue.holders.size()) <= *queue.maxLeases)
        return std::nullopt;
    Symptom symptom{Trouble::LeasesOver};
    for (const int index : queue.holders) {
        const ChildNode &node = queue.contenders[static_cast<size_t>(index)].node;
        symptom.nodes << node.name;
        if (const SessionId owner = node.owner(); !owner.isNull() && !symptom.sessions.contains(owner))
            symptom.sessions << owner;
    }
    return symptom;
}

} // namespace

std::vector<Symptom> leaseSuspicions(const Evidence &before, const LockQueue &queue, const Knowledge &known)
{
    std::vector<Symptom> symptoms;
    if (!queue.hasLineOfItsOwn)
        return symptoms;
    for (auto symptom : {refusedLease(queue, before.leasesChanged, known), leasesOver(queue)}) {
        if (symptom)
            symptoms.push_back(*std::move(symptom));
    }
    return symptoms;
}

std::vector<Symptom> leftLeases(const Evidence &before, const LockQueue &queue, const Thresholds &thresholds)
{
    std::vector<Symptom> left;
    if (!queue.hasLineOfItsOwn)
        return left;
    const auto there = byCzxid(queue);
    const auto isThere = [&](Zxid czxid) { return there.contains(czxid); };
    for (const Evidence::Seen &seen : before.seen) {
        const bool isRefused = seen.what.trouble == Trouble::RefusedLease;
        const bool isLeft = seen.what.trouble == Trouble::OrphanLease;
        if (!(isRefused || isLeft) || !isThere(seen.what.contender))
            continue;
        const bool proven = isProven(seen, thresholds);
        const bool hasNoRoom = std::all_of(seen.what.inTheWay.begin(), seen.what.inTheWay.end(), isThere);
        // What was granted after all is granted because another one went; what is proven stays so.
        if (isLeft ? !proven && !hasNoRoom : !proven || isThere(seen.what.other) || !hasNoRoom)
            continue;
        Symptom symptom = seen.what;
        symptom.trouble = Trouble::OrphanLease;
        symptom.certain = true;
        symptom.other = {}; // it has left
        symptom.nodes = {there.value(symptom.contender)->node.name};
        left.push_back(std::move(symptom));
    }
    return left;
}

} // namespace lockscope::locks
