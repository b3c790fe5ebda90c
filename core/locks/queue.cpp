// SPDX-License-Identifier: Apache-2.0
#include "core/locks/queue.h"

#include "core/locks/findings.h"
#include "core/locks/order.h"
#include "core/locks/waits.h"

#include <algorithm>
#include <array>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

bool isContender(const Contender &contender)
{
    return contender.state != ContenderState::Foreign;
}

std::vector<Contender> parseAll(std::vector<ChildNode> children)
{
    std::vector<Contender> contenders;
    contenders.reserve(children.size());
    for (ChildNode &child : children) {
        auto parsed = parseName(child.name);
        const auto state = parsed ? ContenderState::Pending : ContenderState::Foreign;
        contenders.push_back({std::move(child), std::move(parsed), state, {}});
    }
    return contenders;
}

/// Curator writes a bare "lock-Q" where protection is off: beside names that only Curator writes it is Curator's.
void adoptUnprotected(std::vector<Contender> &contenders)
{
    const auto isCurator = [](const Contender &c) { return c.parsed && c.parsed->dialect == Dialect::Curator; };
    if (std::none_of(contenders.begin(), contenders.end(), isCurator))
        return;
    for (Contender &contender : contenders) {
        if (contender.parsed && contender.parsed->dialect == Dialect::Plain
            && contender.node.name.startsWith("lock-"_L1))
            contender.parsed->dialect = Dialect::Curator;
    }
}

/// The dialect of most contenders; a known one rather than Generic where they are equally many.
Dialect majority(const std::vector<Contender> &contenders)
{
    std::array<int, dialectCount> counts{};
    for (const Contender &contender : contenders) {
        if (contender.parsed)
            ++counts[static_cast<size_t>(contender.parsed->dialect)];
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    return *most > 0 ? static_cast<Dialect>(most - counts.begin()) : Dialect::Generic;
}

LockKind kindOf(Dialect dialect, const std::vector<Contender> &contenders)
{
    if (dialect == Dialect::Generic)
        return LockKind::Queue;
    const auto has = [&](NameKind kind) {
        return std::any_of(contenders.begin(), contenders.end(), [&](const Contender &c) {
            return c.parsed && c.parsed->dialect == dialect && c.parsed->kind == kind;
        });
    };
    return has(NameKind::ReadWrite) ? LockKind::ReadWrite
           : has(NameKind::Lease)   ? LockKind::Semaphore
                                    : LockKind::Mutex;
}

Slot slotOf(const Contender &contender, Dialect directory)
{
    // In a queue of unknown kind all stand in one line.
    const Dialect dialect = directory == Dialect::Generic ? directory : contender.parsed->dialect;
    return {dialect, contender.parsed->mode, contender.parsed->sequence,
            contender.node.stat ? contender.node.stat->ephemeralOwner : SessionId{}};
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
        if (!contender.node.stat)
            contender.state = ContenderState::Pending;
        else
            contender.state = blocker < 0 ? ContenderState::Holding : ContenderState::Waiting;
        if (contender.state == ContenderState::Holding)
            queue.holders.push_back(i);
        else
            ++queue.waiting;
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
    std::vector<Slot> left = slotsOf(*this);
    if (index < 0 || index >= static_cast<int>(left.size()))
        return {};
    left.erase(left.begin() + index);
    const std::vector<int> blockedBy = blockers(left);
    std::vector<int> next;
    for (int i = 0; i < static_cast<int>(blockedBy.size()); ++i) {
        const int here = i < index ? i : i + 1;
        if (blockedBy[static_cast<size_t>(i)] < 0 && !contenders[static_cast<size_t>(here)].waitsFor.empty())
            next.push_back(here);
    }
    return next;
}

LockQueue readQueue(const QString &path, const std::optional<NodeStat> &parentStat, std::vector<ChildNode> children)
{
    LockQueue queue;
    queue.path = path;
    queue.parentStat = parentStat;
    queue.contenders = parseAll(std::move(children));
    adoptUnprotected(queue.contenders);
    queue.dialect = majority(queue.contenders);
    queue.kind = kindOf(queue.dialect, queue.contenders);
    if (queue.dialect != Dialect::Generic) {
        for (Contender &contender : queue.contenders) {
            if (contender.parsed && contender.parsed->dialect == Dialect::Generic)
                contender.state = ContenderState::Foreign;
        }
    }
    sortByService(queue.contenders);
    serve(queue);
    queue.findings = findingsOf(queue);
    return queue;
}

LockQueue readEphemeralLock(const QString &path, std::optional<ChildNode> node)
{
    LockQueue queue;
    queue.path = path;
    queue.kind = LockKind::Ephemeral;
    queue.dialect = Dialect::Plain;
    if (!node)
        return queue;
    const bool known = node->stat.has_value();
    const ParsedName name{Dialect::Plain, NameKind::Node, Mode::Exclusive, 0, {}};
    queue.contenders.push_back({std::move(*node), name, known ? ContenderState::Holding : ContenderState::Pending, {}});
    if (known)
        queue.holders.push_back(0);
    else
        queue.waiting = 1;
    return queue;
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
