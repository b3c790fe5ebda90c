// SPDX-License-Identifier: Apache-2.0
// What one row of the Locks panel says of its lock, short enough to keep beside it, and how it says it.
// Pure: read from a queue, never from the clock.
#pragma once

#include "core/history/world.h"
#include "core/locks/queue.h"

#include <QString>

#include <optional>

namespace lockscope::ui {

struct LockFacts
{
    locks::LockKind kind = locks::LockKind::Queue;
    locks::Dialect dialect = locks::Dialect::Generic;
    int holders = 0;
    int waiting = 0;
    int pending = 0;              ///< of which it is not known whether they wait
    int members = 0;              ///< of a group, in which none waits
    bool isLoneNode = false;      ///< the only member: no directory, but a node of which no lock is known
    bool holderUnknown = false;   ///< none is known to hold, and one may
    bool waitersUnknown = false;  ///< their directory may not be listed
    bool holdersShare = false;    ///< readers
    qint64 oldestWaitCtimeMs = 0; ///< 0: none waits, or not known yet
    qint64 oldestHoldCtimeMs = 0;
    qint64 heldSinceMs = 0;  ///< of one holder, since the epoch; 0: not known, and it may have waited since its ctime
    QString holder;          ///< of one holder: what people call it; empty: not known
    QString holderNode;      ///< of one holder: its node's name
    SessionId holderSession; ///< of one holder
    std::optional<locks::Finding::Severity> worst;
    int troubles = 0; ///< warnings and errors
    QStringList findings;

    bool isFree() const { return holders == 0 && waiting == 0 && pending == 0 && members == 0 && !waitersUnknown; }
    bool operator==(const LockFacts &) const = default;
};

LockFacts readFacts(const journal::World &world, const locks::LockQueue &queue);

/// "M", "R", "W", "L", "E", "Q", "G": as in the row's square.
QString letterOf(const LockFacts &facts);
/// "client-2 · 6 waiting · 4.2 s"; without \a named "1 · 6 waiting · 4.2 s".
QString summaryOf(const LockFacts &facts, qint64 nowMs, bool named);

} // namespace lockscope::ui
