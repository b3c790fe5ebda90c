// SPDX-License-Identifier: Apache-2.0
// What all locks held by one node of one's own share: take a place, wait for one's turn, hold, delete the node.
// Never decides whose turn it is: that is the whole difference between the recipes built on it.
#pragma once

#include "core/recipes/ownnode.h"
#include "core/recipes/recipe.h"

namespace lockscope::recipes {

class NodeLock : public Recipe
{
public:
    Task<Result<Grant>> acquire(std::stop_token stop) override;
    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override;
    int entries() const override { return m_held ? 1 : 0; }

protected:
    NodeLock(RecipeSpec spec, locks::NameKind kind, Store &store, StepObserver *observer);

    /// Takes a place: makes the own node.
    virtual Task<Result<Grant>> enqueue(std::stop_token stop);
    /// Ends when the lock is ours by m_own; with Cancelled when \a stop was requested before.
    virtual Task<Result<Done>> waitForTurn(std::stop_token stop) = 0;
    /// Without the lock: deletes m_own and answers \a why, or why that could not be done.
    virtual Task<Result<Grant>> giveUp(Error why);

    /// What waitForTurn() answers when it was told to stop.
    tl::unexpected<Error> cancelled() const;

    RecipeSpec m_spec;
    Steps m_steps;
    OwnNode m_ownNode;
    Grant m_own; ///< the place in the queue, from enqueue() on
    std::optional<Grant> m_held;
};

} // namespace lockscope::recipes
