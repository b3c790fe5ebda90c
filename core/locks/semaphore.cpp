// SPDX-License-Identifier: Apache-2.0
#include "core/locks/semaphore.h"

#include "core/base/path.h"
#include "core/locks/grammarbook.h"

#include <algorithm>

namespace lockscope::locks {

namespace {

bool isForeign(const Contender &contender)
{
    return contender.state == ContenderState::Foreign;
}

/// How a node of \a part is called from the lock's path.
QString nameFrom(const QString &path, const QString &part, const QString &name)
{
    if (part == path)
        return name;
    const QString full = joinPath(part, name);
    return isAtOrBelow(full, path) && path.size() > 1 ? full.sliced(path.size() + 1) : full;
}

/// Puts the contenders of one of the two directories behind those that are there. Foreign ones go to \a foreign.
void append(LockQueue &whole, LockQueue part, std::vector<Contender> &foreign)
{
    const int first = static_cast<int>(whole.contenders.size());
    for (Contender &contender : part.contenders) {
        contender.node.name = nameFrom(whole.path, part.path, contender.node.name);
        if (isForeign(contender)) {
            foreign.push_back(std::move(contender));
            continue;
        }
        contender.parsed->kind = NameKind::Lease;
        contender.dialectPlace += first;
        for (int &index : contender.waitsFor)
            index += first;
        whole.contenders.push_back(std::move(contender));
    }
    whole.findings += part.findings;
}

std::optional<int> sizeIn(const std::optional<QByteArray> &data)
{
    bool isNumber = false;
    const int size = data ? data->trimmed().toInt(&isNumber) : 0;
    return isNumber && size > 0 ? std::optional(size) : std::nullopt;
}

/// The newest lease that the head's session has made since it has been in line: pending until the head leaves.
int pendingLease(const LockQueue &queue, int leases, const Contender &head)
{
    if (!head.node.stat || !head.node.stat->isEphemeral())
        return -1;
    for (int i = leases - 1; i >= 0; --i) {
        const auto &stat = queue.contenders[static_cast<size_t>(i)].node.stat;
        if (stat && stat->ephemeralOwner == head.node.stat->ephemeralOwner && stat->czxid > head.node.stat->czxid)
            return i;
    }
    return -1;
}

void serve(LockQueue &queue, int leases)
{
    const bool inLine = static_cast<int>(queue.contenders.size()) > leases;
    const int pending = inLine ? pendingLease(queue, leases, queue.contenders[static_cast<size_t>(leases)]) : -1;
    for (int i = 0; i < leases; ++i) {
        Contender &lease = queue.contenders[static_cast<size_t>(i)];
        lease.waitsFor.clear();
        lease.state = i != pending && lease.node.stat ? ContenderState::Holding : ContenderState::Pending;
        if (lease.state == ContenderState::Holding)
            queue.holders.push_back(i);
    }
    for (size_t i = static_cast<size_t>(leases); i < queue.contenders.size(); ++i) {
        Contender &waiter = queue.contenders[i];
        waiter.state = waiter.node.stat ? ContenderState::Waiting : ContenderState::Pending;
        ++queue.waiting;
    }
    const bool full = !queue.maxLeases || static_cast<int>(queue.holders.size()) >= *queue.maxLeases;
    if (!inLine || !full || queue.holders.empty())
        return;
    for (const int next : {leases, pending}) {
        if (next < 0)
            continue;
        queue.contenders[static_cast<size_t>(next)].waitsFor = queue.holders;
        queue.contenders[static_cast<size_t>(next)].waitsForAny = true;
    }
}

} // namespace

LockQueue readSemaphore(LockSource source)
{
    LockQueue queue;
    queue.path = source.path;
    queue.parentStat = source.parentStat;
    queue.kind = LockKind::Semaphore;
    queue.hasLineOfItsOwn = true;
    std::vector<Contender> foreign;
    const bool leasesApart = source.leases.has_value();
    LockSource::Part leases =
        leasesApart ? *std::move(source.leases) : LockSource::Part{source.path, std::move(source.children)};
    const LockSource::Part line = *std::move(source.queue);
    LockSource lease{leases.path, {}, source.data, std::move(leases.children)};
    lease.hasQueueBeside = true;
    LockQueue holding = readQueue(std::move(lease));
    LockQueue waiting = readQueue(line.path, {}, line.children);
    const LockQueue &telling = waiting.isLock() ? waiting : holding;
    queue.dialect = telling.dialect;
    queue.title = telling.title;
    if (grammarOf(queue.dialect).semaphore && grammarOf(queue.dialect).semaphore->leases.isEmpty())
        queue.maxLeases = sizeIn(source.data);
    append(queue, std::move(holding), foreign);
    const int leaseCount = static_cast<int>(queue.contenders.size());
    append(queue, std::move(waiting), foreign);
    serve(queue, leaseCount);
    if (leasesApart) {
        for (ChildNode &child : source.children) {
            const QString path = joinPath(source.path, child.name);
            if (path != line.path && path != leases.path)
                foreign.push_back({std::move(child), {}, ContenderState::Foreign, {}});
        }
    }
    std::move(foreign.begin(), foreign.end(), std::back_inserter(queue.contenders));
    return queue;
}

} // namespace lockscope::locks
