// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/processlockrecipe.h"

#include <algorithm>

namespace lockscope::recipes {

ProcessLockRecipe::ProcessLockRecipe(RecipeSpec spec, Store &store, StepObserver *observer)
    : m_threads(static_cast<quint32>(std::max(1, spec.threads)))
    , m_process(std::move(spec), store, observer)
{
}

Task<Result<Grant>> ProcessLockRecipe::acquire(std::stop_token stop)
{
    std::vector<Task<Result<Grant>>> asking;
    for (ThreadId thread = 0; thread < m_threads; ++thread)
        asking.push_back(m_process.acquire(thread, stop));
    std::vector<Result<Grant>> outcomes;
    for (auto &ask : asking) {
        auto outcome = co_await ask;
        outcomes.push_back(std::move(outcome));
    }
    const auto failed = std::find_if(outcomes.begin(), outcomes.end(), [](const auto &outcome) { return !outcome; });
    if (failed == outcomes.end())
        co_return std::move(outcomes.front());
    for (ThreadId thread = 0; thread < m_threads; ++thread) {
        if (outcomes[thread])
            co_await m_process.release(thread);
    }
    co_return std::move(*failed);
}

Task<Result<Done>> ProcessLockRecipe::release()
{
    Result<Done> outcome = Done();
    for (ThreadId thread = 0; thread < m_threads; ++thread) {
        auto left = co_await m_process.release(thread);
        if (!left && outcome)
            outcome = std::move(left);
    }
    co_return std::move(outcome);
}

int ProcessLockRecipe::entries() const
{
    const ProcessState now = m_process.state();
    return now.state == locks::LockState::Retained ? static_cast<int>(now.threads) : 0;
}

} // namespace lockscope::recipes
