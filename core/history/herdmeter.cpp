// SPDX-License-Identifier: Apache-2.0
#include "core/history/herdmeter.h"

#include <utility>

namespace lockscope::journal {

void HerdMeter::released(const QString &lock, ClientId releaser, qint64 atNs)
{
    Pair &pair = m_locks[lock];
    pair.previous = std::exchange(pair.newest, ReleaseCost{releaser, atNs, 0, 0, {}, 0});
}

void HerdMeter::woken(const QString &lock, ClientId client)
{
    const auto found = m_locks.find(lock);
    if (found == m_locks.end() || client == found->newest.releaser)
        return;
    ++found->newest.events;
    found->newest.woken.insert(client);
}

void HerdMeter::requested(const QString &lock, ClientId client)
{
    // Who was not woken asks for reasons of its own: a new arrival, or the release itself.
    const auto found = m_locks.find(lock);
    if (found != m_locks.end() && found->newest.woken.contains(client))
        ++found->newest.requests;
}

void HerdMeter::left(const QString &lock, ClientId client)
{
    const auto found = m_locks.find(lock);
    if (found == m_locks.end())
        return;
    for (ReleaseCost *cost : {&found->newest, &found->previous})
        cost->wokenAndGone += cost->woken.remove(client) ? 1 : 0;
}

qsizetype HerdMeter::weight() const
{
    qsizetype sum = m_locks.size();
    for (const Pair &pair : m_locks)
        sum += pair.newest.woken.size() + pair.previous.woken.size();
    return sum;
}

const ReleaseCost *HerdMeter::newest(const QString &lock) const
{
    const auto found = m_locks.constFind(lock);
    return found == m_locks.constEnd() ? nullptr : &found->newest;
}

const ReleaseCost *HerdMeter::previous(const QString &lock) const
{
    const auto found = m_locks.constFind(lock);
    return found == m_locks.constEnd() || found->previous.atNs == 0 ? nullptr : &found->previous;
}

} // namespace lockscope::journal
