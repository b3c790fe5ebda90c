// SPDX-License-Identifier: Apache-2.0
#include "core/locks/releasecost.h"

#include <algorithm>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

ReleaseCost releaseCost(RecipeId recipe, qint64 waiters)
{
    const qint64 n = std::max<qint64>(waiters, 0);
    const qint64 any = std::min<qint64>(n, 1);
    const RecipeId sound = soundForm(recipe);
    switch (sound) {
    case RecipeId::Ephemeral: return {n, std::max<qint64>(2 * n, 1)}; // all create, all but one watch again
    case RecipeId::QueueHerd: return {n, 1 + n};
    case RecipeId::ReadWrite: return {n, 1 + n};
    case RecipeId::ReadWriteCurator: return {n, std::max<qint64>(2 * n, 1)};
    case RecipeId::Semaphore:
    case RecipeId::SemaphoreMutex: // the lease goes to one; the place in the line to the next
        return {std::min<qint64>(n, 2), n == 0 ? 1 : n == 1 ? 3 : 6};
    case RecipeId::Multi: return {any, n == 0 ? 2 : 5};      // all wait at the first one, the second is free
    case RecipeId::Revocable: return {1 + any, 1 + 2 * any}; // and the watch on its own data
    case RecipeId::Mutex:
    case RecipeId::Reentrant:
    case RecipeId::ReadWriteNaive:
    case RecipeId::ProcessLock: return {any, 1 + any};
    default: Q_UNREACHABLE(); // not sound
    }
}

RecipeId soundForm(RecipeId recipe)
{
    switch (recipe) {
    case RecipeId::Ephemeral:
    case RecipeId::QueueHerd:
    case RecipeId::Mutex:
    case RecipeId::Reentrant:
    case RecipeId::SemaphoreMutex:
    case RecipeId::ReadWriteNaive:
    case RecipeId::ReadWrite:
    case RecipeId::ReadWriteCurator:
    case RecipeId::Semaphore:
    case RecipeId::Multi:
    case RecipeId::Revocable:
    case RecipeId::ProcessLock: return recipe;
    case RecipeId::BrokenOvertakingWriter: return RecipeId::ReadWriteCurator;
    case RecipeId::BrokenMutualWait: return RecipeId::ReadWrite;
    case RecipeId::BrokenOrphanedLease: return RecipeId::Semaphore;
    case RecipeId::BrokenUnsortedMulti: return RecipeId::Multi;
    case RecipeId::BrokenLostWakeup:
    case RecipeId::BrokenSelfWatch:
    case RecipeId::BrokenPathOrder:
    case RecipeId::BrokenRequeueAtTail:
    case RecipeId::BrokenLeakyTimeout:
    case RecipeId::BrokenDuplicateContender:
    case RecipeId::BrokenForeignChild:
    case RecipeId::BrokenSilentLoss:
    case RecipeId::BrokenForgottenRelease:
    case RecipeId::BrokenElectionLivelock:
    case RecipeId::BrokenLeakedWatch:
    case RecipeId::BrokenPersistentNode: return RecipeId::Mutex;
    }
    Q_UNREACHABLE();
}

const std::vector<CostVariant> &costVariants()
{
    static const std::vector<CostVariant> variants{
        {RecipeId::Ephemeral, Text::en("plain ephemeral")},
        {RecipeId::ReadWriteCurator, Text::en("Curator's read/write")},
        {RecipeId::QueueHerd, Text::en("directory watch")},
        {RecipeId::ReadWrite, Text::en("read/write, readers")},
        {RecipeId::Semaphore, Text::en("semaphore")},
        {RecipeId::Multi, Text::en("two locks as one")},
        {RecipeId::Mutex, Text::en("predecessor watch")},
    };
    return variants;
}

} // namespace lockscope::locks
