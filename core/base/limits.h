// SPDX-License-Identifier: Apache-2.0
// How long Lockscope waits for servers where its user does not say how long.
#pragma once

#include "core/base/text.h"

#include <chrono>
#include <optional>

namespace lockscope {

struct Limits
{
    /// For a sign of life of its server, before a session is cut off instead of closed.
    std::chrono::milliseconds closing{3'000};
    /// For an answer of a server's AdminServer or to a four-letter word.
    std::chrono::milliseconds answer{5'000};
    /// For what we ask the server that we are connected to of the ensemble: it may be the one that stands still.
    std::chrono::milliseconds configuration{1'000};
    /// Until a private server serves; a database has twice that.
    std::chrono::milliseconds start{30'000};

    bool operator==(const Limits &) const = default;
};

struct LimitsRead
{
    Limits limits;
    std::optional<Text> problem; ///< the first part that says nothing, which is left out
};

/// Of "closing=10s,start=2m": names as above and durations as durationFromText() takes them, longer than nothing and no
/// longer than a day.
LimitsRead limitsFromText(const QString &text);

/// The ones of this process, from $LOCKSCOPE_LIMITS; read once. From any thread.
const LimitsRead &limitsOfProcess();
inline const Limits &limits()
{
    return limitsOfProcess().limits;
}

} // namespace lockscope
