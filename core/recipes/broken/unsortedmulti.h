// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: takes its locks in the order in which they were given: two that were given opposite orders each
// hold what the other waits for. As Curator's InterProcessMultiLock, which never sorts. Never for real use.
#pragma once

#include "core/recipes/multilock.h"

namespace lockscope::recipes {

class BrokenUnsortedMulti final : public MultiLock
{
public:
    BrokenUnsortedMulti(RecipeSpec spec, Store &store, StepObserver *observer)
        : MultiLock(asGiven(std::move(spec)), store, observer)
    {
    }

private:
    static RecipeSpec asGiven(RecipeSpec spec)
    {
        spec.sorted = false; // sound: sorted by path, so that nobody waits for a lock before one that it holds
        return spec;
    }
};

} // namespace lockscope::recipes
