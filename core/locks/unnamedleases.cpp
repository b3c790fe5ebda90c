// SPDX-License-Identifier: Apache-2.0
#include "core/locks/unnamedleases.h"

#include "core/locks/dialectregistry.h"

#include <algorithm>

namespace lockscope::locks {

namespace {

int contendersOf(const LockQueue &queue)
{
    return static_cast<int>(std::ranges::count_if(queue.contenders, isContender));
}

} // namespace

bool mayHaveUnnamedLeases(const LockQueue &queue)
{
    return queue.kind == LockKind::Mutex && !queue.isNode && rulesOf(queue.dialect).leasesNamedAsMutex;
}

std::optional<int> leasesByWatches(const LockQueue &queue, const Watchers &watchers)
{
    if (watchers.empty() || !mayHaveUnnamedLeases(queue))
        return std::nullopt;
    const int count = contendersOf(queue);
    int waiting = 0;
    for (const Contender &contender : queue.contenders) {
        if (isContender(contender))
            waiting += static_cast<int>(watchersOf(watchers, contender.node.name).size());
    }
    const int leases = count - waiting;
    if (waiting == 0 || leases < 2)
        return std::nullopt;
    for (int i = 0; i < count; ++i) {
        const QList<SessionId> by = watchersOf(watchers, queue.contenders[static_cast<size_t>(i)].node.name);
        const SessionId expected =
            i < waiting ? queue.contenders[static_cast<size_t>(i + leases)].node.owner() : SessionId();
        if (i < waiting ? by != QList<SessionId>{expected} || expected.isNull() : !by.isEmpty())
            return std::nullopt;
    }
    return leases;
}

LockQueue withUnnamedLeases(LockQueue queue, int leases)
{
    const int count = contendersOf(queue);
    queue.kind = LockKind::Semaphore;
    queue.maxLeases = leases < count ? std::optional(leases) : std::nullopt; // else there may be more
    queue.holders.clear();
    queue.waiting = 0;
    for (int i = 0; i < count; ++i) {
        Contender contender = queue.contenders[static_cast<size_t>(i)];
        if (contender.node.stat)
            contender.state = i < leases ? ContenderState::Holding : ContenderState::Waiting;
        contender.waits.clear();
        if (i >= leases)
            contender.waits.push_back(-leases);
        if (contender.state == ContenderState::Holding)
            queue.holders.push_back(i);
        else
            ++queue.waiting;
        queue.contenders.replace(static_cast<size_t>(i), std::move(contender));
    }
    return queue;
}

LockQueue withPending(LockQueue queue, const QSet<QString> &nodes)
{
    if (nodes.isEmpty())
        return queue;
    const int count = contendersOf(queue);
    for (int i = 0; i < count; ++i) {
        Contender contender = queue.contenders[static_cast<size_t>(i)];
        if (!nodes.contains(queue.pathOf(contender)))
            continue;
        if (contender.state == ContenderState::Holding)
            ++queue.waiting;
        std::erase(queue.holders, i);
        contender.state = ContenderState::Pending;
        queue.contenders.replace(static_cast<size_t>(i), std::move(contender));
    }
    return queue;
}

LockQueue withUnnamedLeases(LockQueue queue, const Knowledge &knowledge)
{
    if (!knowledge.allWatches || !mayHaveUnnamedLeases(queue))
        return queue;
    const ServerReading reading = arranged(knowledge, {});
    const Watchers watchers = watchersIn(reading, queue);
    if (const auto leases = leasesByWatches(queue, watchers))
        return withUnnamedLeases(std::move(queue), *leases);
    QSet<SessionId> watching;
    for (const auto &[name, sessions] : watchers)
        watching.unite(QSet<SessionId>(sessions.cbegin(), sessions.cend()));
    QSet<QString> idle;
    for (const Contender &contender : queue.contenders) {
        if (contender.state == ContenderState::Waiting && !watching.contains(contender.node.owner()))
            idle.insert(queue.pathOf(contender));
    }
    return withPending(std::move(queue), idle);
}

} // namespace lockscope::locks
