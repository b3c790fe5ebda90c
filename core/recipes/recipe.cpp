// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/recipe.h"

#include "core/recipes/brokenqueuelocks.h"
#include "core/recipes/herd.h"
#include "core/recipes/multilock.h"
#include "core/recipes/own.h"
#include "core/recipes/processlock.h"
#include "core/recipes/readwritecurator.h"
#include "core/recipes/reentrant.h"
#include "core/recipes/revocable.h"
#include "core/recipes/semaphores.h"
#include "core/recipes/singlenode.h"

namespace lockscope::recipes {

namespace {

template<typename Lock>
std::unique_ptr<Recipe> make(RecipeSpec spec, Store &store, StepObserver *observer)
{
    return std::make_unique<Lock>(std::move(spec), store, observer);
}

template<typename Lock>
std::unique_ptr<Recipe> makeReentrant(RecipeSpec spec, Store &store, StepObserver *observer)
{
    return std::make_unique<Reentrant>(make<Lock>(std::move(spec), store, observer), store, observer);
}

} // namespace

OwnFactory &ownFactory()
{
    static OwnFactory factory = nullptr;
    return factory;
}

std::unique_ptr<Recipe> makeRecipe(locks::RecipeId id, RecipeSpec spec, Store &store, StepObserver *observer)
{
    using locks::RecipeId;
    switch (id) {
    case RecipeId::Ephemeral: return make<EphemeralLock>(spec, store, observer);
    case RecipeId::QueueHerd: return make<QueueHerd>(spec, store, observer);
    case RecipeId::Mutex: return make<Mutex>(spec, store, observer);
    case RecipeId::Reentrant: return makeReentrant<Mutex>(spec, store, observer);
    case RecipeId::SemaphoreMutex: spec.leases = 1; return make<Semaphore>(spec, store, observer);
    case RecipeId::ReadWriteNaive:
        return std::make_unique<QueueLock>(spec, locks::NameKind::ReadWrite, naiveReadersToo, store, observer);
    case RecipeId::ReadWrite: return make<ReadWriteLock>(spec, store, observer);
    case RecipeId::ReadWriteCurator: return makeReentrant<ReadWriteCurator>(spec, store, observer);
    case RecipeId::Semaphore: return make<Semaphore>(spec, store, observer);
    case RecipeId::Multi: return make<MultiLock>(spec, store, observer);
    case RecipeId::Revocable: return make<RevocableMutex>(spec, store, observer);
    case RecipeId::ProcessLock: return make<ProcessLockRecipe>(spec, store, observer);
    case RecipeId::BrokenLostWakeup: return make<BrokenLostWakeup>(spec, store, observer);
    case RecipeId::BrokenSelfWatch: return make<BrokenSelfWatch>(spec, store, observer);
    case RecipeId::BrokenPathOrder: return make<BrokenPathOrder>(spec, store, observer);
    case RecipeId::BrokenRequeueAtTail: return make<BrokenRequeueAtTail>(spec, store, observer);
    case RecipeId::BrokenOvertakingWriter: return makeReentrant<BrokenOvertakingWriter>(spec, store, observer);
    case RecipeId::BrokenMutualWait: return make<BrokenMutualWait>(spec, store, observer);
    case RecipeId::BrokenLeakyTimeout: return make<BrokenLeakyTimeout>(spec, store, observer);
    case RecipeId::BrokenDuplicateContender: return make<BrokenDuplicateContender>(spec, store, observer);
    case RecipeId::BrokenForeignChild: return make<BrokenForeignChild>(spec, store, observer);
    case RecipeId::BrokenSilentLoss: return make<BrokenSilentLoss>(spec, store, observer);
    case RecipeId::BrokenForgottenRelease: return make<BrokenForgottenRelease>(spec, store, observer);
    case RecipeId::BrokenElectionLivelock: return make<BrokenElectionLivelock>(spec, store, observer);
    case RecipeId::BrokenOrphanedLease: return make<BrokenOrphanedLease>(spec, store, observer);
    case RecipeId::BrokenLeakedWatch: return make<BrokenLeakedWatch>(spec, store, observer);
    case RecipeId::BrokenPersistentNode: return make<BrokenPersistentNode>(spec, store, observer);
    case RecipeId::BrokenUnsortedMulti: spec.sorted = false; return make<MultiLock>(spec, store, observer);
    case RecipeId::Own: return ownFactory()(std::move(spec), store, observer);
    case RecipeId::RedisSetNx:
    case RecipeId::RedisSetNxExpire:
    case RecipeId::RedisSetNxGetSet:
    case RecipeId::RedisSetPx:
    case RecipeId::RedisSetPxRenewed:
    case RecipeId::Redlock: // makeRedisRecipe()
    case RecipeId::SqlRow:
    case RecipeId::SqlVersion:
    case RecipeId::SqlForUpdate:
    case RecipeId::SqlNamed: break; // makeSqlRecipe()
    }
    Q_UNREACHABLE();
}

} // namespace lockscope::recipes
