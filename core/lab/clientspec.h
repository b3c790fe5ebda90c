// SPDX-License-Identifier: Apache-2.0
// What simulated clients are asked to be: plain values from the Spawn dialog or the command line to the lab.
#pragma once

#include "core/base/error.h"
#include "core/base/ids.h"
#include "core/lab/fault.h"
#include "core/locks/dialect.h"
#include "core/locks/recipeid.h"

#include <QList>
#include <QString>
#include <QStringList>

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
    QString lock; ///< path as the session sees it; made if it does not exist
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    locks::Dialect dialect = locks::Dialect::Docs;
    double writers = 0.5; ///< share of writers among `count`, for read/write locks; spread evenly
    int leases = 1;       ///< of a semaphore
    QStringList paths;    ///< of a multi-lock: the locks, in the given order; `lock` stands for all of them
    bool sorted = true;   ///< a multi-lock takes its locks in sorted order, whatever the given one
    int entries = 1;      ///< nested acquisitions in each round, where the recipe is reentrant
    int threads = 1;      ///< that share one process
    HoldTime hold;
    std::optional<std::chrono::milliseconds> acquireTimeout;
    /// Acquisitions per client; 0: until stopped. With HoldTime::ByHand each next one starts after the release.
    int rounds = 1;
    bool acquireAtOnce = true; ///< else they wait FREE for ClientCommand::Acquire
    QString namePrefix = QStringLiteral("client-");
    QStringList names; ///< one for each client; empty: made from namePrefix
    /// A znode with a number: while it holds, a client reads it and writes one more, without a look at versions. What
    /// it wrote is its stamp; without a lock that works, two get the same. Empty: it stamps nothing.
    QString stamp;
    bool withoutLock = false;    ///< does not take the lock at all, only for stamps: what a lock is there for
    QList<RandomFault> faults;   ///< that befall them at random
    std::optional<quint64> seed; ///< of all that is random, to repeat a run; nothing: a fresh one
};

enum class ClientCommand {
    Acquire,   ///< FREE or RELEASED → FETCHING; while RETAINED one more entry, where the recipe is reentrant
    Release,   ///< one entry less, the last one RETAINED → RELEASING; while FETCHING it gives up
    Downgrade, ///< RETAINED as a writer → as a reader, nobody in between
    Upgrade,   ///< RETAINED as a reader → as a writer; no recipe of ours can, and says so
    Revoke,    ///< asks whoever holds its lock to give it back
    Close,     ///< clean close of the session; the client stays in the list
    Remove,    ///< clean close, then gone from the list
};

/// Why a request cannot be carried out as it stands, in one sentence; nothing if it can.
std::optional<Error> validate(const SpawnRequest &request);

} // namespace lockscope::lab
