// SPDX-License-Identifier: Apache-2.0
// What simulated clients are asked to be: plain values from the Spawn dialog or the command line to the lab.
#pragma once

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/locks/dialect.h"
#include "core/locks/recipeid.h"

#include <QString>

#include <chrono>
#include <optional>

namespace lockscope::lab {

struct HoldTime
{
    enum class Kind { ByHand, Fixed, Random };

    Kind kind = Kind::ByHand;
    std::chrono::milliseconds min{0}; ///< the fixed time, or the least
    std::chrono::milliseconds max{0}; ///< the greatest, inclusive; only for Random
};

struct SpawnRequest
{
    int count = 1;
    QString lock;                 ///< path as the session sees it; made if it does not exist
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    locks::Dialect dialect = locks::Dialect::Docs;
    double writers = 0.5;         ///< share of writers among `count`, for ReadWrite; spread evenly
    HoldTime hold;
    std::optional<std::chrono::milliseconds> acquireTimeout;
    /// Acquisitions per client; 0: until stopped. With HoldTime::ByHand each next one starts after the release.
    int rounds = 1;
    bool acquireAtOnce = true;    ///< else they wait FREE for ClientCommand::Acquire
    QString namePrefix = QStringLiteral("client-");
};

enum class ClientCommand {
    Acquire, ///< FREE or RELEASED → FETCHING
    Release, ///< RETAINED → RELEASING; while FETCHING it gives up
    Crash,   ///< the connection is cut without a CLOSE: its ephemeral node stays until the session times out
    Close,   ///< clean close of the session; the client stays in the list
    Remove,  ///< clean close, then gone from the list
};

/// Why a request cannot be carried out as it stands, in one sentence; nothing if it can.
std::optional<Error> validate(const SpawnRequest &request);

} // namespace lockscope::lab
