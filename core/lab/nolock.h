// SPDX-License-Identifier: Apache-2.0
// No lock at all: every acquire succeeds at once. For the order-number demo, to show what a lock is there for.
// Never in the catalog of recipes: it is none.
#pragma once

#include "core/recipes/recipe.h"

namespace lockscope::lab {

class NoLock final : public recipes::Recipe
{
public:
    Task<Result<recipes::Grant>> acquire(std::stop_token stop) override;
    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override;
    int entries() const override { return m_entered ? 1 : 0; }

private:
    bool m_entered = false;
};

} // namespace lockscope::lab
