// SPDX-License-Identifier: Apache-2.0
// A process lock as one simulated client runs it: the client is the process, and all its threads come and go together.
// Never decides anything: the process lock does.
#pragma once

#include "core/recipes/processlock.h"

namespace lockscope::recipes {

class ProcessLockRecipe final : public Recipe
{
public:
    ProcessLockRecipe(RecipeSpec spec, Store &store, StepObserver *observer);

    /// Every thread asks; granted once all share the lock.
    Task<Result<Grant>> acquire(std::stop_token stop) override;
    /// Thread after thread leaves, and the last one gives the lock back.
    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override { return m_process.isStillHeld(); }
    int entries() const override;
    void sessionLost() override { m_process.sessionLost(); }

    const ProcessLock &process() const { return m_process; }

private:
    quint32 m_threads;
    ProcessLock m_process;
};

} // namespace lockscope::recipes
