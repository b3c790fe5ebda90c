// SPDX-License-Identifier: Apache-2.0
#include "core/locks/semaphore.h"

#include "core/base/path.h"
#include "core/locks/dialectregistry.h"
#include "core/locks/sequence.h"

#include <algorithm>

namespace lockscope::locks {

namespace {

/// How a node of \a part is called from the lock's path.
QString nameFrom(const QString &path, const QString &part, const QString &name)
{
    if (part == path)
        return name;
    const QString full = joinPath(part, name);
    return isAtOrBelow(full, path) && path.size() > 1 ? full.sliced(path.size() + 1) : full;
}

/// Puts the contenders of one of the two directories behind \a contenders. Foreign ones go to \a foreign.
void append(LockQueue &whole, const LockQueue &part, std::vector<Contender> &contenders,
            std::vector<Contender> &foreign)
{
    for (Contender contender : part.contenders) {
        contender.node.name = nameFrom(whole.path, part.path, contender.node.name);
        if (!isContender(contender)) {
            foreign.push_back(std::move(contender));
            continue;
        }
        contender.parsed->kind = NameKind::Lease;
        contenders.push_back(std::move(contender));
    }
    whole.findings += part.findings;
}

/// Whose clients name its two directories so; Generic where that is no family's, or several families'.
Dialect dialectOfPaths(const QString &path, const QString &line, const QString &leases)
{
    Dialect found = Dialect::Generic;
    const std::vector<DialectRules> &all = dialectRegistry().all();
    for (size_t i = 0; i < all.size(); ++i) {
        const auto &shape = all[i].semaphore;
        if (!shape || path + shape->queue != line || path + shape->leases != leases)
            continue;
        if (found != Dialect::Generic)
            return Dialect::Generic;
        found = static_cast<Dialect>(i);
    }
    return found;
}

/// The newest lease that the head's session has made since it has been in line: pending until the head leaves, where
/// clients make theirs before they look whether there is room. Kazoo looks first: what it makes it has.
int pendingLease(const std::vector<Contender> &contenders, int leases, const Contender &head)
{
    if (!head.node.stat || !head.node.stat->isEphemeral())
        return -1;
    for (int i = leases - 1; i >= 0; --i) {
        const auto &stat = contenders[static_cast<size_t>(i)].node.stat;
        if (stat && stat->owner() == head.node.stat->owner() && stat->czxid > head.node.stat->czxid)
            return i;
    }
    return -1;
}

void serve(LockQueue &queue, std::vector<Contender> &contenders, int leases)
{
    const bool inLine = static_cast<int>(contenders.size()) > leases;
    const std::optional<SemaphoreShape> &shape = rulesOf(queue.dialect).semaphore;
    const bool looksFirst = shape && shape->leases.isEmpty();
    const int pending =
        inLine && !looksFirst ? pendingLease(contenders, leases, contenders[static_cast<size_t>(leases)]) : -1;
    for (int i = 0; i < leases; ++i) {
        Contender &lease = contenders[static_cast<size_t>(i)];
        lease.waits.clear();
        lease.isRequest = i == pending;
        lease.state = i != pending && lease.node.stat ? ContenderState::Holding : ContenderState::Pending;
        if (lease.state == ContenderState::Holding)
            queue.holders.push_back(i);
    }
    for (size_t i = static_cast<size_t>(leases); i < contenders.size(); ++i) {
        Contender &waiter = contenders[i];
        waiter.state = waiter.node.stat ? ContenderState::Waiting : ContenderState::Pending;
        ++queue.waiting;
    }
    const bool full = !queue.maxLeases || static_cast<int>(queue.holders.size()) >= *queue.maxLeases;
    if (!inLine || !full || queue.holders.empty())
        return;
    for (const int next : {leases, pending}) {
        if (next < 0)
            continue;
        Contender &waiter = contenders[static_cast<size_t>(next)];
        waiter.waitsForAny = true;
        waiter.waits.clear();
        for (const int holder : queue.holders)
            waiter.waits.push_back(holder - next);
    }
}

} // namespace

std::optional<int> leasesIn(const std::optional<QByteArray> &data)
{
    bool isNumber = false;
    const int size = data ? data->trimmed().toInt(&isNumber) : 0;
    return isNumber && size > 0 ? std::optional(size) : std::nullopt;
}

bool isOfAnotherLock(QStringView name)
{
    const auto view = viewName(name);
    return view && view->kind != NameKind::Lease && !isHexId(name);
}

LockQueue readSemaphore(LockSource source)
{
    LockQueue queue;
    queue.path = source.path;
    queue.parentStat = source.parentStat;
    queue.kind = LockKind::Semaphore;
    queue.hasLineOfItsOwn = true;
    queue.lineUnread = source.lineUnread;
    queue.leasesUnread = source.leasesUnread;
    std::vector<Contender> contenders;
    std::vector<Contender> foreign;
    const bool leasesApart = source.leases.has_value();
    LockSource::Part leases =
        leasesApart ? *std::move(source.leases) : LockSource::Part{source.path, std::move(source.children)};
    const LockSource::Part line = *std::move(source.queue);
    LockSource lease{leases.path, {}, source.data, std::move(leases.children)};
    lease.hasQueueBeside = true;
    const LockQueue holding = readQueue(std::move(lease));
    const LockQueue waiting = readQueue(line.path, {}, line.children);
    const LockQueue &telling = waiting.isLock() ? waiting : holding;
    queue.dialect = telling.dialect;
    queue.title = telling.title;
    if (holding.contenders.empty() && waiting.contenders.empty())
        queue.dialect = dialectOfPaths(queue.path, line.path, leases.path);
    if (queue.dialect != telling.dialect)
        queue.title = rulesOf(queue.dialect).wholeTitle();
    if (rulesOf(queue.dialect).semaphore && rulesOf(queue.dialect).semaphore->leases.isEmpty())
        queue.maxLeases = leasesIn(source.data);
    if (queue.maxLeases)
        queue.maxLeasesSince = source.dataSince;
    append(queue, holding, contenders, foreign);
    const int leaseCount = static_cast<int>(contenders.size());
    append(queue, waiting, contenders, foreign);
    serve(queue, contenders, leaseCount);
    if (leasesApart) {
        for (ChildNode &child : source.children) {
            const QString path = joinPath(source.path, child.name);
            if (path != line.path && path != leases.path)
                foreign.push_back({std::move(child), {}, ContenderState::Foreign, {}});
        }
    }
    std::move(foreign.begin(), foreign.end(), std::back_inserter(contenders));
    queue.contenders = ContenderList(std::move(contenders));
    return queue;
}

} // namespace lockscope::locks
