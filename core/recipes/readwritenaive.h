// SPDX-License-Identifier: Apache-2.0
// The read/write lock as it is often written first: a reader holds if no writer is before it, and otherwise everyone
// watches the node just before. Readers behind a writer therefore enter one after another, never together.
#pragma once

#include "core/recipes/sequentiallock.h"

namespace lockscope::recipes {

class ReadWriteNaive final : public SequentialLock
{
public:
    ReadWriteNaive(RecipeSpec spec, Store &store, StepObserver *observer);

private:
    int waitsFor(const Contenders &contenders, int me) const override;
};

} // namespace lockscope::recipes
