// SPDX-License-Identifier: Apache-2.0
// Locks of one node with a name that all know: the client that creates it holds. Never numbered, so never in order.
// Included by recipe.cpp alone.
#pragma once

#include "core/recipes/ownnode.h"

namespace lockscope::recipes {

/// The plain lock ("Simple Locks" without sequence, as in many first tries): the lock path itself is an ephemeral node.
/// Clients that do not get it watch it and race when it goes. Never fair, and each release wakes all.
class EphemeralLock final : public OwnNodeLock
{
public:
    EphemeralLock(RecipeSpec spec, Store &store, StepObserver *observer)
        : OwnNodeLock(std::move(spec), locks::NameKind::Mutex, store, observer)
    {
    }

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return m_steps.holdsAlready(m_spec.lock);
        while (!stop.stop_requested()) {
            const auto created = co_await createNamed(m_spec.lock, stop);
            if (!created)
                co_return tl::unexpected(created.error());
            if (*created) {
                takePlace(**created);
                if (stop.stop_requested())
                    co_return co_await withdraw(cancelled().value());
                co_return hold();
            }
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
                watched->watch->cancel(); // a directory, most likely: no client would ever give it back
                co_return failure(
                    ErrorCode::InvalidInput, QStringLiteral("acquire"), m_spec.lock,
                    Text::en("%1 exists and is no ephemeral node: choose another path for the lock, or delete it.")
                        .arg(m_spec.lock));
            }
            const auto fired = co_await m_steps.untilFired(watched->watch, m_spec.lock, stop);
            if (!fired)
                co_return tl::unexpected(fired.error());
        }
        co_return cancelled();
    }
};

} // namespace lockscope::recipes
