// SPDX-License-Identifier: Apache-2.0
// A process lock as one simulated client runs it: the client is the process, and its threads enter and leave one by
// one. Never decides anything: the process lock does.
#pragma once

#include "core/recipes/processlock.h"

namespace lockscope::recipes {

class ProcessLockRecipe final : public Recipe
{
public:
    ProcessLockRecipe(RecipeSpec spec, Store &store, StepObserver *observer);

    /// All its threads ask at once; granted when all share the lock. Where they do already, one more thread joins.
    Task<Result<Grant>> acquire(std::stop_token stop) override;
    /// One thread leaves; the last one gives the lock back.
    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override { return m_process.isStillHeld(); }
    /// The threads that share it now.
    int entries() const override;
    void sessionLost() override;

    const ProcessLock &process() const { return m_process; }

private:
    quint32 m_threads;
    quint32 m_inside = 0; ///< threads 0 to m_inside - 1 share the lock
    ProcessLock m_process;
};

} // namespace lockscope::recipes
