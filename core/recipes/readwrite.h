// SPDX-License-Identifier: Apache-2.0
// The read/write lock done right: a reader watches the nearest earlier writer, a writer the node just before it.
// Readers enter together; neither side can starve, since the queue is served in order. No upgrade, no downgrade.
#pragma once

#include "core/recipes/sequentiallock.h"

namespace lockscope::recipes {

class ReadWriteLock : public SequentialLock
{
public:
    ReadWriteLock(RecipeSpec spec, Store &store, StepObserver *observer);

protected:
    int waitsFor(const Contenders &contenders, int me) const override;
};

} // namespace lockscope::recipes
