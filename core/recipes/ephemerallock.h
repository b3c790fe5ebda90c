// SPDX-License-Identifier: Apache-2.0
// The plain lock: the lock path itself is an ephemeral node. Who creates it holds; all others watch it and race when it
// goes. Never fair, and each release wakes everybody.
#pragma once

#include "core/recipes/nodelock.h"

namespace lockscope::recipes {

class EphemeralLock final : public NodeLock
{
public:
    EphemeralLock(RecipeSpec spec, Store &store, StepObserver *observer);

private:
    Task<Result<Grant>> enqueue(std::stop_token stop) override;
    Task<Result<Done>> waitForTurn(std::stop_token stop) override;
};

} // namespace lockscope::recipes
