// SPDX-License-Identifier: Apache-2.0
#include "core/history/holdtimes.h"

#include <algorithm>

namespace lockscope::journal {

namespace {

// A queue is read in steps that grow with its length, so many children for each event that touches it.
constexpr qsizetype childrenAnEvent = 4;
constexpr qsizetype childrenAnEventAfterAPause = 32;
constexpr qsizetype fewestTouches = 16;

} // namespace

bool HoldTimes::touched(const QString &lock, qsizetype children)
{
    Touches &touches = m_touched[lock];
    touches.children = children;
    return ++touches.count >= std::max(fewestTouches, children / childrenAnEvent);
}

void HoldTimes::forget(const QString &lock)
{
    m_held.remove(lock);
    m_touched.remove(lock);
}

QStringList HoldTimes::waiting() const
{
    QStringList locks;
    for (auto entry = m_touched.cbegin(); entry != m_touched.cend(); ++entry) {
        if (entry->count >= entry->children / childrenAnEventAfterAPause)
            locks += entry.key();
    }
    return locks;
}

void HoldTimes::settle(const QString &lock, const locks::LockQueue &queue, qint64 atNs, bool seenEmpty)
{
    m_touched.remove(lock);
    const auto before = m_held.constFind(lock);
    const bool firstReading = before == m_held.cend() && !seenEmpty;
    QHash<QString, HeldSince> now;
    for (const int holder : queue.holders) {
        const QString &name = queue.contenders[static_cast<size_t>(holder)].node.name;
        const HeldSince fresh{atNs, firstReading};
        now.insert(name, before == m_held.cend() ? fresh : before->value(name, fresh));
    }
    m_held.insert(lock, now);
}

HeldSince HoldTimes::of(const QString &lock, const QString &name, qint64 changedNs, bool seenEmpty) const
{
    const auto held = m_held.constFind(lock);
    if (held == m_held.cend())
        return {changedNs, !seenEmpty};
    return held->value(name, HeldSince{changedNs, false});
}

} // namespace lockscope::journal
