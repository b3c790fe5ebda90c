// SPDX-License-Identifier: Apache-2.0
#include "core/locks/queue.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/serviceorder.h"

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

bool LockQueue::isHolderUnknown() const
{
    const auto isPending = [](const Contender &contender) { return contender.state == ContenderState::Pending; };
    return holders.empty() && (leasesUnread || std::ranges::any_of(contenders, isPending));
}

const Contender *LockQueue::firstHolder() const
{
    return holders.empty() ? nullptr : &contenders[static_cast<size_t>(holders.front())];
}

int LockQueue::indexOf(QStringView name) const
{
    const auto found = contenders.find(name);
    return found ? static_cast<int>(*found) : -1;
}

QString LockQueue::pathOf(const Contender &contender) const
{
    const bool isItself = contender.parsed && contender.parsed->kind == NameKind::Node;
    return isItself ? path : joinPath(path, contender.node.name);
}

int LockQueue::indexOfPath(const QString &nodePath) const
{
    // Names are relative to the lock where that is above them, else full paths; a lock of one node has its own name.
    const QString below = joinPath(path, u"");
    for (const QString &name :
         {nodePath.startsWith(below) ? nodePath.mid(below.size()) : nodePath, baseName(nodePath)}) {
        const int index = indexOf(name);
        if (index >= 0 && pathOf(contenders[static_cast<size_t>(index)]) == nodePath)
            return index;
    }
    return -1;
}

IndexList LockQueue::waitsFor(int index) const
{
    IndexList indices = contenders[static_cast<size_t>(index)].waits;
    for (int &other : indices)
        other += index;
    return indices;
}

bool LockQueue::mayHold(const Contender &contender) const
{
    const bool isOutOfLine = hasLineOfItsOwn && isLease(contender); // the leases, which come first
    return contender.state == ContenderState::Pending && !contender.isRequest && !isOutOfLine;
}

int LockQueue::pendingCount() const
{
    if (!hasLineOfItsOwn)
        return static_cast<int>(contenders.summary().pending);
    return static_cast<int>(
        std::ranges::count_if(contenders, [this](const Contender &contender) { return mayHold(contender); }));
}

std::optional<qint64> LockQueue::oldestWaitMs() const
{
    const qint64 oldest = contenders.summary().oldestWaitMs;
    return oldest == ContenderSummary::never ? std::nullopt : std::optional(oldest);
}

bool LockQueue::mayBeSeveral() const
{
    return dialect == Dialect::Generic && std::ranges::any_of(contenders, [](const Contender &contender) {
               return contender.state == ContenderState::Pending && contender.node.stat && contender.waits.isEmpty();
           });
}

bool LockQueue::isPlainLine() const
{
    const ContenderSummary all = contenders.summary();
    if (hasLineOfItsOwn || all.count == 0 || !all.isLine || !all.isExclusive || all.free != 1
        || !contenders.front().waits.isEmpty())
        return false;
    const WaitRule rule = rulesOf(dialect == Dialect::Generic ? dialect : all.dialect).waits;
    return rule == &nodeBefore || rule == &nodeBeforeOfOneName || rule == &nearestBlocker || rule == &oldestWriter;
}

std::vector<int> LockQueue::nextAfterLeases(const std::vector<int> &gone) const
{
    const auto isGone = [&](int index) { return std::binary_search(gone.begin(), gone.end(), index); };
    auto free = static_cast<int>(std::count_if(holders.begin(), holders.end(), isGone));
    // Of more leases than there are, the first that goes makes no room. Leases that were free already are taken when
    // the first in line goes, who took none.
    const auto head = std::ranges::find(contenders, ContenderState::Waiting, &Contender::state);
    const bool headGoes = head != contenders.end() && isGone(static_cast<int>(head - contenders.begin()));
    if (maxLeases) {
        const int room = std::max(*maxLeases - (static_cast<int>(holders.size()) - free), 0);
        free = headGoes ? room : std::min(room, free);
    }
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

std::vector<int> LockQueue::nextOfUnnamedLeases(const std::vector<int> &gone) const
{
    std::vector<int> next;
    int served = 0;
    for (int i = 0; i < static_cast<int>(contenders.size()) && served < *maxLeases; ++i) {
        const Contender &contender = contenders[static_cast<size_t>(i)];
        if (!isContender(contender) || std::binary_search(gone.begin(), gone.end(), i))
            continue;
        ++served;
        if (contender.state != ContenderState::Holding)
            next.push_back(i);
    }
    return next;
}

std::vector<int> LockQueue::nextAfterRemoval(std::vector<int> indices) const
{
    std::sort(indices.begin(), indices.end());
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    if (isPlainLine()) { // the first one left
        int first = 0;
        while (std::binary_search(indices.begin(), indices.end(), first))
            ++first;
        const bool isThere = first > 0 && first < static_cast<int>(contenders.size());
        return isThere ? std::vector<int>{first} : std::vector<int>{};
    }
    if (hasLineOfItsOwn || std::any_of(contenders.begin(), contenders.end(), isLease))
        return nextAfterLeases(indices);
    if (kind == LockKind::Semaphore && maxLeases) // whose nodes are named as a mutex's: unnamedleases.h
        return nextOfUnnamedLeases(indices);
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
        if (blockedBy[i] == noBlocker && !contenders[static_cast<size_t>(leftAt[i])].waits.isEmpty())
            next.push_back(leftAt[i]);
    }
    return next;
}

Text lockKindText(LockKind kind)
{
    switch (kind) {
    case LockKind::Mutex: return Text::en("mutex");
    case LockKind::ReadWrite: return Text::en("readwrite");
    case LockKind::Semaphore: return Text::en("semaphore");
    case LockKind::Election: return Text::en("election");
    case LockKind::Ephemeral: return Text::en("ephemeral");
    case LockKind::Queue: return Text::en("queue");
    case LockKind::Group: return Text::en("group");
    }
    return {};
}

const LockConnection *DatabaseQueue::find(qint64 number) const
{
    const auto found = std::ranges::find(connections, number, &LockConnection::number);
    return found == connections.end() ? nullptr : &*found;
}

const LockConnection *DatabaseQueue::ofSession(SessionId session) const
{
    const auto found = std::ranges::find(connections, session, &LockConnection::session);
    return session.isNull() || found == connections.end() ? nullptr : &*found;
}

QString lockKindName(LockKind kind)
{
    return lockKindText(kind).english();
}

} // namespace lockscope::locks
