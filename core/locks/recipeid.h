// SPDX-License-Identifier: Apache-2.0
// The recipes by name, and the five states of a client that runs one. Never the algorithms: those are in core/recipes;
// what each promises and costs is in core/locks/recipecatalog.h.
#pragma once

#include "core/base/text.h"

#include <QString>
#include <QStringView>

#include <optional>

namespace lockscope::locks {

enum class RecipeId {
    Ephemeral,
    QueueHerd,
    Mutex,
    Reentrant,
    SemaphoreMutex,
    ReadWriteNaive,
    ReadWrite,
    ReadWriteCurator,
    Semaphore,
    Multi,
    Revocable,
    ProcessLock,
    // Broken on purpose, each as some client once was.
    BrokenLostWakeup,
    BrokenSelfWatch,
    BrokenPathOrder,
    BrokenRequeueAtTail,
    BrokenOvertakingWriter,
    BrokenMutualWait,
    BrokenLeakyTimeout,
    BrokenDuplicateContender,
    BrokenForeignChild,
    BrokenSilentLoss,
    BrokenForgottenRelease,
    BrokenElectionLivelock,
    BrokenOrphanedLease,
    BrokenLeakedWatch,
    BrokenPersistentNode,
    BrokenUnsortedMulti,
    // On Redis.
    RedisSetNx,
    RedisSetNxExpire,
    RedisSetNxGetSet,
    RedisSetPx,
    RedisSetPxRenewed,
    Redlock,
    // In a database.
    SqlRow,
    SqlVersion,
    SqlForUpdate,
    SqlNamed,
    Own, ///< of a lock's author, where one was built in
};
inline constexpr size_t recipeCount = 39;

/// What kind of server a recipe runs on.
enum class Backend { ZooKeeper, Redis, Sqlite, MariaDb, PostgreSql };
inline constexpr size_t backendCount = 5;

inline bool isSql(Backend backend)
{
    return backend == Backend::Sqlite || backend == Backend::MariaDb || backend == Backend::PostgreSql;
}

/// "zookeeper", "redis", "sqlite", …: as on the command line.
QString backendName(Backend backend);
/// "ZooKeeper", "MariaDB", …: for people.
QString backendText(Backend backend);
/// By the scheme of its address; ZooKeeper where that is none of the others'.
Backend backendAt(QStringView address);
std::optional<Backend> backendFromName(QStringView name);

/// FREE → FETCHING → RETAINED → RELEASING → RELEASED (failure: FETCHING → RELEASING).
enum class LockState { Free, Fetching, Retained, Releasing, Released };

/// "mutex", "readwrite", "broken-lost-wakeup", "redis-set-px", …: as on the command line.
QString recipeName(RecipeId recipe);
std::optional<RecipeId> recipeFromName(QStringView name);

/// "FREE", "FETCHING", …
QString lockStateName(LockState state);
/// The same for people.
Text lockStateText(LockState state);
std::optional<LockState> lockStateFromName(QStringView name);

} // namespace lockscope::locks
