// SPDX-License-Identifier: Apache-2.0
#include "core/locks/queue.h"

#include "core/locks/dialectregistry.h"
#include "core/locks/findings.h"
#include "core/locks/order.h"
#include "core/locks/recognise.h"
#include "core/locks/semaphore.h"
#include "core/locks/waits.h"

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

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
            contender.node.owner(),
            contender.parsed->kind,
            contender.parsed->role,
            &contender};
}

/// Contenders come before foreign children, so that indices of slots are indices of contenders.
template<typename Contenders>
std::vector<Slot> slotsOf(const Contenders &contenders, Dialect directory)
{
    std::vector<Slot> slotsInOrder;
    slotsInOrder.reserve(contenders.size());
    for (const Contender &contender : contenders) {
        if (!isContender(contender))
            break;
        slotsInOrder.push_back(slotOf(contender, directory));
    }
    return slotsInOrder;
}

/// \a contenders are those of \a queue, which gets them when all is known of them.
void serve(LockQueue &queue, std::vector<Contender> &contenders)
{
    const std::vector<int> blockedBy = blockers(slotsOf(contenders, queue.dialect));
    for (int i = 0; i < static_cast<int>(blockedBy.size()); ++i) {
        Contender &contender = contenders[static_cast<size_t>(i)];
        const int blocker = blockedBy[static_cast<size_t>(i)];
        if (blocker >= 0)
            contender.waits = {blocker - i};
        // Any lease that comes free will do, not just the one that a rule can name.
        contender.waitsForAny = blocker >= 0 && isLease(contender) && isLease(contenders[static_cast<size_t>(blocker)])
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
    for (int i = 0; i < static_cast<int>(contenders.size()); ++i) {
        Contender &contender = contenders[static_cast<size_t>(i)];
        if (!contender.waitsForAny)
            continue;
        contender.waits.clear();
        for (const int holder : queue.holders)
            contender.waits.push_back(holder - i);
    }
}

} // namespace

int LockQueue::indexOf(QStringView name) const
{
    const auto found = std::find_if(contenders.begin(), contenders.end(),
                                    [name](const Contender &contender) { return contender.node.name == name; });
    return found == contenders.end() ? -1 : static_cast<int>(found - contenders.begin());
}

IndexList LockQueue::waitsFor(int index) const
{
    IndexList indices = contenders[static_cast<size_t>(index)].waits;
    for (int &other : indices)
        other += index;
    return indices;
}

int LockQueue::dialectPlace(int index) const
{
    const auto &shift = contenders[static_cast<size_t>(index)].placeShift;
    return shift ? index + *shift : -1;
}

std::optional<qint64> LockQueue::oldestWaitMs() const
{
    const qint64 oldest = contenders.summary().oldestWaitMs;
    return oldest == ContenderSummary::never ? std::nullopt : std::optional(oldest);
}

bool LockQueue::isPlainLine() const
{
    const ContenderSummary all = contenders.summary();
    if (hasLineOfItsOwn || all.count == 0 || !all.isLine || !all.isExclusive || all.free != 1
        || !contenders.front().waits.isEmpty())
        return false;
    const WaitRule rule = rulesOf(dialect == Dialect::Generic ? dialect : all.dialect).waits;
    return rule == &nodeBefore || rule == &nearestBlocker || rule == &oldestWriter;
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
        const bool waits = isLease(contender) && !contender.waits.isEmpty();
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
    if (isPlainLine()) { // whoever is first of those that are left
        int first = 0;
        while (std::binary_search(indices.begin(), indices.end(), first))
            ++first;
        const bool isThere = first > 0 && first < static_cast<int>(contenders.size());
        return isThere ? std::vector<int>{first} : std::vector<int>{};
    }
    if (hasLineOfItsOwn || std::any_of(contenders.begin(), contenders.end(), isLease))
        return nextAfterLeases(indices);
    const std::vector<Slot> all = slotsOf(contenders, dialect);
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
        if (blockedBy[i] == nobody && !contenders[static_cast<size_t>(leftAt[i])].waits.isEmpty())
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
    std::vector<Contender> contenders = recognise(source, queue);
    sortByService(contenders);
    placeByDialect(contenders);
    serve(queue, contenders);
    queue.contenders = ContenderList(std::move(contenders));
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
