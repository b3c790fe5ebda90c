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
    const quint32 first = m_inside;
    const quint32 end = first == 0 ? m_threads : first + 1;
    std::vector<Task<Result<Grant>>> asking;
    for (ThreadId thread = first; thread < end; ++thread)
        asking.push_back(m_process.acquire(thread, stop));
    std::vector<Result<Grant>> outcomes;
    for (auto &ask : asking) {
        auto outcome = co_await ask;
        outcomes.push_back(std::move(outcome));
    }
    const auto failed = std::find_if(outcomes.begin(), outcomes.end(), [](const auto &outcome) { return !outcome; });
    if (failed == outcomes.end()) {
        m_inside = end;
        co_return std::move(outcomes.front());
    }
    for (ThreadId thread = first; thread < end; ++thread) {
        if (outcomes[thread - first])
            co_await m_process.release(thread);
    }
    if (entries() == 0)
        m_inside = 0; // with the session all of them have lost it
    co_return std::move(*failed);
}

Task<Result<Done>> ProcessLockRecipe::release()
{
    const ThreadId last = m_inside == 0 ? 0 : --m_inside;
    auto left = co_await m_process.release(last);
    co_return std::move(left);
}

void ProcessLockRecipe::sessionLost()
{
    m_inside = 0;
    m_process.sessionLost();
}

int ProcessLockRecipe::entries() const
{
    const ProcessState now = m_process.state();
    return now.state == locks::LockState::Retained ? static_cast<int>(now.threads) : 0;
}

} // namespace lockscope::recipes
