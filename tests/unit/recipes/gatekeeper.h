// SPDX-License-Identifier: Apache-2.0
// Notes the steps of a recipe, and stops it at one of them until the test lets it go on.
#pragma once

#include "core/recipes/recipe.h"

#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

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

    std::vector<recipes::Step> steps; ///< that it came to
    QStringList paths;                ///< at each
    QString own;                      ///< its node
    std::function<void(recipes::Step)> onStep;

    Reply<Done> reached(recipes::Step step, const QString &path) override
    {
        steps.push_back(step);
        paths.append(path);
        if (onStep)
            onStep(step);
        if (step != m_step)
            return Result<Done>(Done());
        m_step.reset();
        m_stopped.emplace();
        return Reply<Done>(*m_stopped);
    }
    void enqueued(const QString &node) override { own = node; }

private:
    std::optional<recipes::Step> m_step;
    std::optional<ReplyPromise<Done>> m_stopped;
};

} // namespace lockscope
