// SPDX-License-Identifier: Apache-2.0
// Counts what each release of a lock sets off among its simulated clients: watch events, and requests of those woken.
// A fold over events, kept by the World; never counts clients of other programs, whose traffic nobody tells us.
#pragma once

#include "core/base/ids.h"

#include <QHash>
#include <QSet>
#include <QString>

namespace lockscope::journal {

/// From one release to the next: how many were woken by it, and what they asked since.
struct ReleaseCost
{
    ClientId releaser;
    qint64 atNs = 0;
    qint64 events = 0;
    qint64 requests = 0;
    QSet<ClientId> woken; ///< that are still there
    qint64 wokenAndGone = 0;

    qint64 clientsWoken() const { return woken.size() + wokenAndGone; }
    bool operator==(const ReleaseCost &) const = default;
};

class HerdMeter
{
public:
    void released(const QString &lock, ClientId releaser, qint64 atNs);
    void woken(const QString &lock, ClientId client);
    void requested(const QString &lock, ClientId client);
    /// A client is gone; what it cost stays counted.
    void left(const QString &lock, ClientId client);
    void forget(const QString &lock) { m_locks.remove(lock); }

    /// Of the newest release, as far as it has come; null if there was none.
    const ReleaseCost *newest(const QString &lock) const;
    /// Of the one before it, which has had all its effects; null if there was none.
    const ReleaseCost *previous(const QString &lock) const;
    /// How many locks and clients something is remembered of.
    qsizetype weight() const;

    bool operator==(const HerdMeter &) const = default;

private:
    struct Pair
    {
        ReleaseCost newest;
        ReleaseCost previous;

        bool operator==(const Pair &) const = default;
    };
    QHash<QString, Pair> m_locks;
};

} // namespace lockscope::journal
