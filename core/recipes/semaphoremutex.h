// SPDX-License-Identifier: Apache-2.0
// Curator's InterProcessSemaphoreMutex: a semaphore of one lease. Not reentrant, and whoever has the lease may give it
// back: it belongs to no thread. Never more than one lease, whatever was asked for.
#pragma once

#include "core/recipes/semaphore.h"

namespace lockscope::recipes {

class SemaphoreMutex final : public Semaphore
{
public:
    SemaphoreMutex(RecipeSpec spec, Store &store, StepObserver *observer)
        : Semaphore(oneLease(std::move(spec)), store, observer)
    {
    }

private:
    static RecipeSpec oneLease(RecipeSpec spec)
    {
        spec.leases = 1;
        return spec;
    }
};

} // namespace lockscope::recipes
