// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/recipe.h"

#include "core/recipes/broken/duplicatecontender.h"
#include "core/recipes/broken/electionlivelock.h"
#include "core/recipes/broken/foreignchild.h"
#include "core/recipes/broken/forgottenrelease.h"
#include "core/recipes/broken/leakedwatch.h"
#include "core/recipes/broken/leakytimeout.h"
#include "core/recipes/broken/lostwakeup.h"
#include "core/recipes/broken/mutualwait.h"
#include "core/recipes/broken/orphanedlease.h"
#include "core/recipes/broken/overtakingwriter.h"
#include "core/recipes/broken/pathorder.h"
#include "core/recipes/broken/persistentnode.h"
#include "core/recipes/broken/requeueattail.h"
#include "core/recipes/broken/selfwatch.h"
#include "core/recipes/broken/silentloss.h"
#include "core/recipes/broken/unsortedmulti.h"
#include "core/recipes/ephemerallock.h"
#include "core/recipes/multilock.h"
#include "core/recipes/processlockrecipe.h"
#include "core/recipes/queueherd.h"
#include "core/recipes/queuemutex.h"
#include "core/recipes/readwrite.h"
#include "core/recipes/readwritecurator.h"
#include "core/recipes/readwritenaive.h"
#include "core/recipes/reentrant.h"
#include "core/recipes/revocable.h"
#include "core/recipes/semaphoremutex.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

Task<Result<Grant>> Recipe::downgrade(std::stop_token)
{
    co_return failure(ErrorCode::Unsupported, u"downgrade"_s);
}

Task<Result<Grant>> Recipe::upgrade(std::stop_token)
{
    co_return failure(ErrorCode::Unsupported, u"upgrade"_s);
}

Task<Result<Done>> Recipe::requestRevocation(std::stop_token)
{
    co_return failure(ErrorCode::Unsupported, u"ask for it back"_s);
}

std::unique_ptr<Recipe> makeRecipe(locks::RecipeId id, RecipeSpec spec, Store &store, StepObserver *observer)
{
    switch (id) {
    case locks::RecipeId::Ephemeral: return std::make_unique<EphemeralLock>(std::move(spec), store, observer);
    case locks::RecipeId::QueueHerd: return std::make_unique<QueueHerd>(std::move(spec), store, observer);
    case locks::RecipeId::Mutex: return std::make_unique<QueueMutex>(std::move(spec), store, observer);
    case locks::RecipeId::Reentrant:
        return std::make_unique<Reentrant>(std::make_unique<QueueMutex>(std::move(spec), store, observer), store,
                                           observer);
    case locks::RecipeId::SemaphoreMutex: return std::make_unique<SemaphoreMutex>(std::move(spec), store, observer);
    case locks::RecipeId::ReadWriteNaive: return std::make_unique<ReadWriteNaive>(std::move(spec), store, observer);
    case locks::RecipeId::ReadWrite: return std::make_unique<ReadWriteLock>(std::move(spec), store, observer);
    case locks::RecipeId::ReadWriteCurator:
        return std::make_unique<Reentrant>(std::make_unique<ReadWriteCurator>(std::move(spec), store, observer), store,
                                           observer);
    case locks::RecipeId::Semaphore: return std::make_unique<Semaphore>(std::move(spec), store, observer);
    case locks::RecipeId::Multi: return std::make_unique<MultiLock>(std::move(spec), store, observer);
    case locks::RecipeId::Revocable: return std::make_unique<RevocableMutex>(std::move(spec), store, observer);
    case locks::RecipeId::ProcessLock: return std::make_unique<ProcessLockRecipe>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenForeignChild:
        return std::make_unique<BrokenForeignChild>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenSilentLoss: return std::make_unique<BrokenSilentLoss>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenForgottenRelease:
        return std::make_unique<BrokenForgottenRelease>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenElectionLivelock:
        return std::make_unique<BrokenElectionLivelock>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenOrphanedLease:
        return std::make_unique<BrokenOrphanedLease>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenLeakedWatch:
        return std::make_unique<BrokenLeakedWatch>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenPersistentNode:
        return std::make_unique<BrokenPersistentNode>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenUnsortedMulti:
        return std::make_unique<BrokenUnsortedMulti>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenLostWakeup: return std::make_unique<BrokenLostWakeup>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenSelfWatch: return std::make_unique<BrokenSelfWatch>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenPathOrder: return std::make_unique<BrokenPathOrder>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenRequeueAtTail:
        return std::make_unique<BrokenRequeueAtTail>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenOvertakingWriter:
        return std::make_unique<Reentrant>(std::make_unique<BrokenOvertakingWriter>(std::move(spec), store, observer),
                                           store, observer);
    case locks::RecipeId::BrokenMutualWait: return std::make_unique<BrokenMutualWait>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenLeakyTimeout:
        return std::make_unique<BrokenLeakyTimeout>(std::move(spec), store, observer);
    case locks::RecipeId::BrokenDuplicateContender:
        return std::make_unique<BrokenDuplicateContender>(std::move(spec), store, observer);
    }
    Q_UNREACHABLE();
}

} // namespace lockscope::recipes
