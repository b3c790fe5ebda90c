// SPDX-License-Identifier: Apache-2.0
// Stops a recipe at one of its steps until the test lets it go on.
#pragma once

#include "core/recipes/recipe.h"

namespace lockscope {

class Gatekeeper final : public recipes::StepObserver
{
public:
    /// The next time that it comes to \a step it stops there.
    void stopAt(recipes::Step step) { m_step = step; }
    bool isStopped() const { return m_stopped.has_value(); }
    void letGo()
    {
        if (const auto stopped = std::exchange(m_stopped, {}))
            stopped->complete(Done());
    }

    Reply<Done> reached(recipes::Step step, const QString &) override
    {
        if (step != m_step)
            return Result<Done>(Done());
        m_step.reset();
        m_stopped.emplace();
        return Reply<Done>(*m_stopped);
    }
    void enqueued(const QString &) override { }

private:
    std::optional<recipes::Step> m_step;
    std::optional<ReplyPromise<Done>> m_stopped;
};

} // namespace lockscope
