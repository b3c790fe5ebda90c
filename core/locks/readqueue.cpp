// SPDX-License-Identifier: Apache-2.0
// Who holds, and who waits for whom.
#include "core/locks/dialectregistry.h"
#include "core/locks/queue.h"
#include "core/locks/recogniser.h"
#include "core/locks/sequence.h"
#include "core/locks/serviceorder.h"

#include <QHash>

#include <algorithm>
#include <numeric>
#include <utility>

namespace lockscope::locks {

namespace {

/// The first number of a contender of which only the name is known.
std::optional<quint32> firstUnread(const std::vector<Contender> &contenders)
{
    std::optional<quint32> first;
    for (const Contender &contender : contenders) {
        if (!isContender(contender) || contender.node.stat || contender.parsed->sequence == noSequence)
            continue;
        const quint32 sequence = circular(contender.parsed->sequence);
        if (!first || isBefore(sequence, *first))
            first = sequence;
    }
    return first;
}

/// Nothing waits in it: a work queue, whose entries outlive their clients, or nodes that one session makes again and
/// again.
bool isCrowd(const LockQueue &queue, const std::vector<Contender> &contenders)
{
    const auto isEntry = [](const Contender &contender) {
        return isContender(contender) && contender.node.stat && !contender.node.stat->isEphemeral();
    };
    if (contenders.empty() || !isContender(contenders.front()))
        return false;
    // Of a kind that is known to be a lock's, one that outlives its client is a fault rather than an entry.
    const bool isUnknown = queue.dialect == Dialect::Generic;
    const auto end = std::ranges::find_if_not(contenders, isContender);
    if (namesProveNothing(queue, contenders.front())
        && (isUnknown ? std::any_of(contenders.begin(), end, isEntry) : std::all_of(contenders.begin(), end, isEntry)))
        return true;
    if (!isUnknown || contenders.size() < manyOfOneSession)
        return false;
    QHash<SessionId, int> nodes;
    return std::ranges::any_of(contenders, [&](const Contender &contender) {
        const SessionId owner = isContender(contender) ? contender.node.owner() : SessionId();
        return !owner.isNull() && ++nodes[owner] >= manyOfOneSession;
    });
}

/// The number is not one that the directory has given: that of a date, or of a copy.
bool isNumberedByHand(const LockQueue &queue, const std::vector<Contender> &contenders, const ParsedName &name)
{
    const auto &stat = queue.parentStat;
    const bool mayBe = name.dialect == Dialect::Generic || name.dialect == Dialect::Plain;
    if (!mayBe || !stat || stat->numChildren != static_cast<qsizetype>(contenders.size())) // or of another instant
        return false;
    const quint32 next = createsUnder(*stat);
    return next >= contenders.size() && next < lastSureCreate && name.sequence >= next;
}

/// See WaitRule. \a isOneLine: whatever the names before the numbers.
template<typename IsOneLine>
std::vector<int> blockersOf(const std::vector<Contender> &contenders, Dialect dialect, IsOneLine &isOneLine)
{
    std::vector<Slot> slots = slotsOf(contenders, dialect);
    std::vector<int> blockedBy = blockers(slots);
    if (dialect == Dialect::Generic && std::ranges::find(blockedBy, notKnown) != blockedBy.end() && isOneLine()) {
        std::vector<int> all(slots.size());
        std::iota(all.begin(), all.end(), 0);
        nodeBefore(slots, all, blockedBy);
    }
    bool areKnown = true;
    for (size_t i = 0; i < slots.size(); ++i) {
        if (isModeKnown(contenders[i]))
            continue;
        slots[i].mode = Mode::Shared;
        areKnown = false;
    }
    if (areKnown)
        return blockedBy;
    const std::vector<int> ifShared = blockers(slots);
    for (size_t i = 0; i < slots.size(); ++i) {
        if ((blockedBy[i] == noBlocker) != (ifShared[i] == noBlocker))
            blockedBy[i] = notKnown;
    }
    return blockedBy;
}

/// \a contenders are those of \a queue, which gets them when all is known of them. Ones that are not read yet, or
/// cannot be, stand last; a contender with a greater number than one of them may be behind it.
void serve(LockQueue &queue, std::vector<Contender> &contenders, bool isLine)
{
    const auto unread = firstUnread(contenders);
    const auto mayBeBehind = [&unread](const Contender &contender) {
        return unread && contender.parsed->sequence != noSequence
               && isBefore(*unread, circular(contender.parsed->sequence));
    };
    auto isOneLine = [&, saysSo = std::optional<bool>()]() mutable { // asked of few
        if (!saysSo)
            saysSo = isLine || saysElection(queue.path);
        return *saysSo;
    };
    std::vector<int> blockedBy = blockersOf(contenders, queue.dialect, isOneLine);
    bool knowsKind = !isLine; // an election, too, is a line in which each watches the one before
    const bool isCrowded = isCrowd(queue, contenders);
    for (size_t i = 0; i < blockedBy.size(); ++i) {
        const ParsedName &parsed = *contenders[i].parsed;
        const Dialect dialect = queue.dialect == Dialect::Generic ? Dialect::Generic : parsed.dialect;
        const bool isNumberOnly =
            isOnlyNumbered(dialect, queue.kind == LockKind::Mutex, contenders[i].node.name, parsed.token, queue.path);
        const bool provesNothing = isNumberOnly || isNumberedByHand(queue, contenders, parsed);
        knowsKind = knowsKind || !isNumberOnly;
        const bool mayStandInLine = provesNothing && !isCrowded && blockedBy[i] != inGroup && !isOneLine();
        queue.mayBeLine = queue.mayBeLine || mayStandInLine;
        if (isCrowded || mayStandInLine)
            blockedBy[i] = inGroup;
    }
    for (int i = 0; i < static_cast<int>(blockedBy.size()); ++i) {
        Contender &contender = contenders[static_cast<size_t>(i)];
        const int blocker = blockedBy[static_cast<size_t>(i)];
        if (blocker >= 0)
            contender.waits = {blocker - i};
        // Any lease that comes free will do, not just the one that a rule can name.
        contender.waitsForAny = blocker >= 0 && isLease(contender) && isLease(contenders[static_cast<size_t>(blocker)])
                                && blockedBy[static_cast<size_t>(blocker)] == noBlocker;
        if (blocker == inGroup) {
            contender.state = ContenderState::Member;
            continue;
        }
        const bool doesNotLead = blocker < 0 && queue.leader && queue.leader->session != contender.node.owner();
        if (!contender.node.stat || blocker == notKnown || doesNotLead || (blocker < 0 && mayBeBehind(contender)))
            contender.state = ContenderState::Pending;
        else
            contender.state = blocker < 0 ? ContenderState::Holding : ContenderState::Waiting;
        if (contender.state == ContenderState::Holding)
            queue.holders.push_back(i);
        else
            ++queue.waiting;
    }
    for (const int index : severalFirst(contenders, queue.dialect)) {
        Contender &contender = contenders[static_cast<size_t>(index)];
        if (contender.state == ContenderState::Waiting && queue.kind != LockKind::Semaphore)
            contender.state = ContenderState::Pending; // by its client's order it holds
    }
    for (int i = 0; i < static_cast<int>(contenders.size()); ++i) {
        Contender &contender = contenders[static_cast<size_t>(i)];
        if (!contender.waitsForAny)
            continue;
        contender.waits.clear();
        for (const int holder : queue.holders)
            contender.waits.push_back(holder - i);
    }
    const bool areMembers = !contenders.empty() && contenders.front().state == ContenderState::Member;
    if (!queue.isLock() && areMembers)
        queue.kind = LockKind::Group;
    else if (queue.kind == LockKind::Mutex && !blockedBy.empty() && !knowsKind)
        queue.kind = LockKind::Queue;
}

ChildNode named(const QString &name)
{
    ChildNode child;
    child.name = name;
    return child;
}

} // namespace

LockQueue readQueue(LockSource source)
{
    if (source.queue)
        return readSemaphore(std::move(source));
    LockQueue queue;
    queue.path = source.path;
    queue.parentStat = source.parentStat;
    std::vector<Contender> contenders = recognise(source, queue);
    if (rulesOf(queue.dialect).leaderNode)
        queue.leader = source.leader;
    sortByService(contenders);
    placeByDialect(contenders);
    serve(queue, contenders, source.isLine);
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

bool namesSayLock(const QString &directory, const QList<QString> &names)
{
    return std::ranges::any_of(names, [&directory](const QString &name) {
        const auto view = viewName(name);
        return view && !isOnlyNumbered(view->dialect, view->kind == NameKind::Mutex, name, view->token, directory);
    });
}

bool isLockDirectory(const QString &path, const std::optional<QByteArray> &data, const QList<QString> &names)
{
    const LockSource source{path, {}, data};
    return std::ranges::any_of(dialectRegistry().all(), [&](const DialectRules &rules) {
        const bool hasLeasesInIt = rules.semaphore && rules.semaphore->leases.isEmpty();
        const bool mayBe = rules.isDirectory ? rules.isDirectory(path) : hasLeasesInIt && data;
        return mayBe && std::ranges::any_of(names, [&](const QString &name) {
                   return rules.claims(source, named(name), name);
               });
    });
}

} // namespace lockscope::locks
