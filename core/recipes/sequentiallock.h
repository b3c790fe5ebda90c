// SPDX-License-Identifier: Apache-2.0
// The queue that all locks of sequential nodes share: take a place, list, wait for one other node to go, list again.
// Never decides who blocks whom: that is the whole difference between the recipes built on it.
#pragma once

#include "core/recipes/contenders.h"
#include "core/recipes/ownnode.h"
#include "core/recipes/recipe.h"

namespace lockscope::recipes {

class SequentialLock : public Recipe
{
public:
    Task<Result<Grant>> acquire(std::stop_token stop) final;
    Task<Result<Done>> release() final;
    Task<Result<bool>> isStillHeld() final;
    int entries() const final { return m_held ? 1 : 0; }

protected:
    SequentialLock(RecipeSpec spec, locks::NameKind kind, Store &store, StepObserver *observer);

    /// The index of the contender whose node must go before the one at \a me is served; -1: it is served now.
    virtual int waitsFor(const Contenders &contenders, int me) const = 0;

private:
    /// The path of the node that must go before ours is served; empty: none. NoNode: ours is not among them.
    Result<QString> blockerAmong(const QList<QString> &names, const Grant &own) const;
    Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop);
    Task<Result<Grant>> giveUp(Grant own, Error why);

    RecipeSpec m_spec;
    Steps m_steps;
    OwnNode m_ownNode;
    std::optional<Grant> m_held;
};

} // namespace lockscope::recipes
