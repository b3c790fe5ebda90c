// SPDX-License-Identifier: Apache-2.0
// Locks of one node with a name that all know: the client that creates it holds. Never numbered, so never in order.
#pragma once

#include "core/recipes/queuelocks.h"

namespace lockscope::recipes {

/// The plain lock ("Simple Locks" without sequence, as in many first tries): the lock path itself is an ephemeral node.
/// Those that do not get it watch it and race when it goes. Never fair, and each release wakes all.
class EphemeralLock final : public OwnNodeLock
{
public:
    EphemeralLock(RecipeSpec spec, Store &store, StepObserver *observer)
        : OwnNodeLock(std::move(spec), locks::NameKind::Mutex, store, observer)
    {
    }

    Task<Result<Grant>> acquire(std::stop_token stop) override;
};

/// Makes an ephemeral node of exactly this name, and the directory where it is missing. Nothing: another has it.
/// Cancelled if \a stop is requested before that is known.
Task<Result<std::optional<Grant>>> createNamed(Steps steps, RecipeSpec spec, QString path, std::stop_token stop,
                                               Step step = Step::Enqueue);

} // namespace lockscope::recipes
