// SPDX-License-Identifier: Apache-2.0
// Since when each contender holds its lock, as far as the events tell: for clients that are not ours, too.
// A fold kept by the World. Never asks how a queue is read: it is given one, seldom enough to cost little an event.
#pragma once

#include "core/locks/queue.h"

#include <QHash>
#include <QString>

#include <optional>

namespace lockscope::journal {

/// When a contender was first seen to hold.
struct HeldSince
{
    qint64 atNs = 0;
    bool upperBound = false; ///< it held already when the lock was first read: for that long at least

    bool operator==(const HeldSince &) const = default;
};

class HoldTimes
{
public:
    /// Something in the directory changed. True if its queue should be read now, and given to settle().
    bool touched(const QString &lock, qsizetype children);
    void forget(const QString &lock);

    /// Directories whose changes nobody has looked at yet, and that are worth it after a while without events.
    QStringList waiting() const;
    /// \a seenEmpty: the lock was seen without contenders, so that whoever holds was seen to begin.
    void settle(const QString &lock, const locks::LockQueue &queue, qint64 atNs, bool seenEmpty);

    /// Of a contender that holds now; \a changedNs is when the directory was last listed.
    HeldSince of(const QString &lock, const QString &name, qint64 changedNs, bool seenEmpty) const;

    bool operator==(const HoldTimes &) const = default;

private:
    struct Touches
    {
        qsizetype count = 0;
        qsizetype children = 0;

        bool operator==(const Touches &) const = default;
    };

    QHash<QString, QHash<QString, HeldSince>> m_held; ///< lock → node → since when
    QHash<QString, Touches> m_touched;                ///< since they were settled
};

} // namespace lockscope::journal
