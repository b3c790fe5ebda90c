// SPDX-License-Identifier: Apache-2.0
#include "core/locks/queue.h"

#include "core/locks/findings.h"
#include "core/locks/order.h"
#include "core/locks/recognise.h"
#include "core/locks/semaphore.h"
#include "core/locks/waits.h"

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

bool isContender(const Contender &contender)
{
    return contender.state != ContenderState::Foreign;
}

bool isLease(const Contender &contender)
{
    return contender.parsed && contender.parsed->kind == NameKind::Lease;
}

Slot slotOf(const Contender &contender, Dialect directory)
{
    // In a queue of unknown kind all stand in one line.
    const Dialect dialect = directory == Dialect::Generic ? directory : contender.parsed->dialect;
    return {dialect,
            contender.parsed->mode,
            contender.parsed->sequence,
            contender.node.stat ? contender.node.stat->ephemeralOwner : SessionId{},
            contender.parsed->kind,
            contender.parsed->role,
            &contender};
}

/// Contenders come before foreign children, so that indices of slots are indices of contenders.
std::vector<Slot> slotsOf(const LockQueue &queue)
{
    std::vector<Slot> slotsInOrder;
    slotsInOrder.reserve(queue.contenders.size());
    for (const Contender &contender : queue.contenders) {
        if (!isContender(contender))
            break;
        slotsInOrder.push_back(slotOf(contender, queue.dialect));
    }
    return slotsInOrder;
}

void serve(LockQueue &queue)
{
    const std::vector<int> blockedBy = blockers(slotsOf(queue));
    for (int i = 0; i < static_cast<int>(blockedBy.size()); ++i) {
        Contender &contender = queue.contenders[static_cast<size_t>(i)];
        const int blocker = blockedBy[static_cast<size_t>(i)];
        if (blocker >= 0)
            contender.waitsFor = {blocker};
        // Any lease that comes free will do, not just the one that a rule can name.
        contender.waitsForAny = blocker >= 0 && isLease(contender)
                                && isLease(queue.contenders[static_cast<size_t>(blocker)])
                                && blockedBy[static_cast<size_t>(blocker)] == nobody;
        if (!contender.node.stat || blocker == notKnown)
            contender.state = ContenderState::Pending;
        else
            contender.state = blocker < 0 ? ContenderState::Holding : ContenderState::Waiting;
        if (contender.state == ContenderState::Holding)
            queue.holders.push_back(i);
        else
            ++queue.waiting;
    }
    for (Contender &contender : queue.contenders) {
        if (contender.waitsForAny)
            contender.waitsFor = queue.holders;
    }
}

} // namespace

int LockQueue::indexOf(QStringView name) const
{
    const auto found = std::find_if(contenders.begin(), contenders.end(),
                                    [name](const Contender &contender) { return contender.node.name == name; });
    return found == contenders.end() ? -1 : static_cast<int>(found - contenders.begin());
}

std::vector<int> LockQueue::nextAfterRemoval(int index) const
{
    return nextAfterRemoval(std::vector<int>{index});
}

std::vector<int> LockQueue::nextAfterLeases(const std::vector<int> &gone) const
{
    const auto isGone = [&](int index) { return std::binary_search(gone.begin(), gone.end(), index); };
    auto free = static_cast<int>(std::count_if(holders.begin(), holders.end(), isGone));
    // Of more leases than there are, the first that goes makes no room.
    if (maxLeases)
        free = std::clamp(*maxLeases - (static_cast<int>(holders.size()) - free), 0, free);
    std::vector<int> next;
    for (int i = 0; i < static_cast<int>(contenders.size()) && free > 0; ++i) {
        const Contender &contender = contenders[static_cast<size_t>(i)];
        // A pending lease is that of the head of the line, which comes after it.
        const bool isHeadAgain = contender.waitsForAny && !next.empty();
        const bool waits = isLease(contender) && !contender.waitsFor.empty();
        if (!waits || isGone(i) || isHeadAgain)
            continue;
        next.push_back(i);
        --free;
    }
    return next;
}

std::vector<int> LockQueue::nextAfterRemoval(std::vector<int> indices) const
{
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    if (hasLineOfItsOwn || std::any_of(contenders.begin(), contenders.end(), isLease))
        return nextAfterLeases(indices);
    const std::vector<Slot> all = slotsOf(*this);
    std::vector<Slot> left;
    std::vector<int> leftAt; // in contenders
    for (int i = 0; i < static_cast<int>(all.size()); ++i) {
        if (!std::binary_search(indices.begin(), indices.end(), i)) {
            left.push_back(all[static_cast<size_t>(i)]);
            leftAt.push_back(i);
        }
    }
    if (left.size() == all.size())
        return {};
    const std::vector<int> blockedBy = blockers(left);
    std::vector<int> next;
    for (size_t i = 0; i < blockedBy.size(); ++i) {
        if (blockedBy[i] == nobody && !contenders[static_cast<size_t>(leftAt[i])].waitsFor.empty())
            next.push_back(leftAt[i]);
    }
    return next;
}

LockQueue readQueue(LockSource source)
{
    if (source.queue)
        return readSemaphore(std::move(source));
    LockQueue queue;
    queue.path = source.path;
    queue.parentStat = source.parentStat;
    recognise(source, queue);
    sortByService(queue.contenders);
    placeByDialect(queue);
    serve(queue);
    queue.findings = findingsOf(queue);
    return queue;
}

LockQueue readQueue(const QString &path, const std::optional<NodeStat> &parentStat, std::vector<ChildNode> children)
{
    return readQueue({path, parentStat, {}, std::move(children)});
}

bool looksLikeLock(const QList<QString> &names)
{
    return std::any_of(names.begin(), names.end(), [](const QString &name) { return parseName(name).has_value(); });
}

QString lockKindName(LockKind kind)
{
    switch (kind) {
    case LockKind::Mutex: return u"mutex"_s;
    case LockKind::ReadWrite: return u"readwrite"_s;
    case LockKind::Semaphore: return u"semaphore"_s;
    case LockKind::Election: return u"election"_s;
    case LockKind::Ephemeral: return u"ephemeral"_s;
    case LockKind::Queue: return u"queue"_s;
    }
    return {};
}

QString contenderStateName(ContenderState state)
{
    switch (state) {
    case ContenderState::Holding: return u"holding"_s;
    case ContenderState::Waiting: return u"waiting"_s;
    case ContenderState::Pending: return u"pending"_s;
    case ContenderState::Foreign: return u"foreign"_s;
    }
    return {};
}

QString severityName(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::Note: return u"note"_s;
    case Finding::Severity::Warning: return u"warning"_s;
    case Finding::Severity::Error: return u"error"_s;
    }
    return {};
}

} // namespace lockscope::locks
