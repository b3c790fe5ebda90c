// SPDX-License-Identifier: Apache-2.0
// What the last release of a lock set off among its simulated clients, as the gauge shows it.
// Pure; counts nothing itself: the World does. Clients of other programs are not in it, whose traffic nobody tells.
#pragma once

#include "core/history/world.h"

#include <QString>

#include <optional>

namespace lockscope::ui {

struct HerdReading
{
    qint64 events = 0;   ///< watch events
    qint64 requests = 0; ///< of those who were woken
    int woken = 0;
    int waiting = 0;       ///< simulated clients that waited, those woken among them
    QString releaser;      ///< its name; empty where it is gone
    bool underWay = false; ///< its effects may not all be there yet

    bool operator==(const HerdReading &) const = default;
};

/// Nothing where no simulated client has released this lock yet. The newest release counts once it had time for its
/// effects, or where there is no other; until then the one before it.
std::optional<HerdReading> readHerd(const journal::World &world, const QString &lock, qint64 nowNs);
/// True if simulated clients want this lock, or did.
bool hasSimulatedClients(const journal::World &world, const QString &lock);

} // namespace lockscope::ui
