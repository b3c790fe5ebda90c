// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/ephemerallock.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

EphemeralLock::EphemeralLock(RecipeSpec spec, Store &store, StepObserver *observer)
    : NodeLock(std::move(spec), locks::NameKind::Mutex, store, observer)
{
}

Task<Result<Grant>> EphemeralLock::enqueue(std::stop_token stop)
{
    while (!stop.stop_requested()) {
        const auto created = co_await m_ownNode.createNamed(m_spec.lock, stop);
        if (!created)
            co_return tl::unexpected(created.error());
        if (*created)
            co_return Grant(**created);
        if (stop.stop_requested())
            break;
        const auto watched = co_await m_steps.watchExists(m_spec.lock);
        if (!watched)
            co_return tl::unexpected(watched.error());
        if (!watched->stat) {
            watched->watch->cancel(); // it is free again
            continue;
        }
        if (!watched->stat->isEphemeral()) {
            watched->watch->cancel(); // a directory, most likely: nobody would ever give it back
            co_return failure(
                ErrorCode::InvalidInput, u"acquire"_s, m_spec.lock,
                u"%1 exists and is no ephemeral node: choose another path for the lock, or delete it."_s.arg(
                    m_spec.lock));
        }
        const auto fired = co_await m_steps.untilFired(watched->watch, m_spec.lock, stop);
        if (!fired)
            co_return tl::unexpected(fired.error());
    }
    co_return cancelled();
}

Task<Result<Done>> EphemeralLock::waitForTurn(std::stop_token stop)
{
    if (stop.stop_requested())
        co_return cancelled();
    co_return Done(); // whoever has the node holds
}

} // namespace lockscope::recipes
