// SPDX-License-Identifier: Apache-2.0
// The textbook mutex: the smallest node holds, each other one watches exactly the node just before it.
// Fair, one wake-up per release; not reentrant.
#pragma once

#include "core/recipes/sequentiallock.h"

namespace lockscope::recipes {

class QueueMutex : public SequentialLock
{
public:
    QueueMutex(RecipeSpec spec, Store &store, StepObserver *observer);

private:
    Contenders lineUpTo(const NameList &names, const QString &own) const override;
    int waitsFor(const Contenders &contenders, int me) const override;
};

} // namespace lockscope::recipes
