// SPDX-License-Identifier: Apache-2.0
// Until when a holder holds if it is left alone: by the clock, as long as its session lasts, or for ever.
// Pure functions; what no server reported is not known.
#pragma once

#include "core/locks/contender.h"
#include "core/locks/knowledge.h"

namespace lockscope::locks {

struct HoldEnd
{
    enum class Kind {
        NotKnown,
        AtInstant,        ///< its data say until when
        WithSession,      ///< its client has no connection: the servers end its session unless it returns
        WhileClientLives, ///< its client has a connection
        Persistent,       ///< the node outlives its client
    };
    Kind kind = Kind::NotKnown;
    qint64 untilMs = 0;              ///< AtInstant: since the epoch
    std::optional<qint64> inMs = {}; ///< AtInstant and WithSession: at most so long from now, never negative

    /// Nothing where it is not known.
    std::optional<bool> byItself() const;
    bool operator==(const HoldEnd &) const = default;
};

/// Of a holder in ZooKeeper's tree. \a nowMs: since the epoch, on the clock of Knowledge::answeredAtNs.
HoldEnd holdEnd(const Contender &holder, const Knowledge &knowledge, qint64 nowMs);

/// "frees itself in at most 23 s, unless its client returns", "held until 2026-11-21T12:05:00.000Z", "never by itself:
/// its client lives", …
Text holdEndText(const HoldEnd &end);

} // namespace lockscope::locks
