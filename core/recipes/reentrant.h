// SPDX-License-Identifier: Apache-2.0
// Makes a lock reentrant, as Curator's are: its owner enters again without a request, and only the last release gives
// the lock back. Never asks a server itself: that is the lock inside.
#pragma once

#include "core/recipes/recipe.h"
#include "core/recipes/steps.h"

namespace lockscope::recipes {

class Reentrant final : public Recipe
{
public:
    /// \a lock runs on the same \a store.
    Reentrant(std::unique_ptr<Recipe> lock, Store &store, StepObserver *observer);

    Task<Result<Grant>> acquire(std::stop_token stop) override;
    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override { return m_lock->isStillHeld(); }
    int entries() const override { return m_entries; }
    /// Keeps the number of entries.
    Task<Result<Grant>> downgrade(std::stop_token stop) override;
    Task<Result<Grant>> upgrade(std::stop_token stop) override;
    Task<Result<Done>> requestRevocation(std::stop_token stop) override { return m_lock->requestRevocation(stop); }

private:
    Steps m_steps;
    std::unique_ptr<Recipe> m_lock;
    Grant m_grant;
    int m_entries = 0;
};

} // namespace lockscope::recipes
