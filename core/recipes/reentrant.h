// SPDX-License-Identifier: Apache-2.0
// Makes a lock reentrant: entered again by its owner. Entering and leaving are counted here and send nothing; only the
// first entry fetches and only the last one gives back.
#pragma once

#include "core/recipes/steps.h"

#include <memory>

namespace lockscope::recipes {

/// As Curator's locks are. Never asks a server itself: that is the lock inside.
class Reentrant final : public Recipe
{
public:
    /// \a lock runs on the same \a store.
    Reentrant(std::unique_ptr<Recipe> lock, Store &store, StepObserver *observer)
        : m_steps(store, observer)
        , m_lock(std::move(lock))
    {
    }

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_entries > 0) {
            // A session that is over has lost the lock, whatever the count says.
            const auto alive = m_steps.sessionIsAlive();
            if (!alive)
                co_return tl::unexpected(alive.error());
            const auto passed = co_await m_steps.reach(Step::Join, m_grant.node);
            if (!passed)
                co_return tl::unexpected(passed.error());
            if (stop.stop_requested())
                co_return failure(ErrorCode::Cancelled, QStringLiteral("acquire"), m_grant.node);
            ++m_entries;
            co_return Grant(m_grant);
        }
        auto granted = co_await m_lock->acquire(stop);
        if (granted) {
            m_grant = *granted;
            m_entries = 1;
        }
        co_return std::move(granted);
    }

    Task<Result<Done>> release() override
    {
        if (m_entries > 1) {
            co_await m_steps.reach(Step::Leave, m_grant.node); // whatever it says, this entry ends
            --m_entries;
            co_return Done();
        }
        m_entries = 0;
        co_return co_await m_lock->release();
    }

    Task<Result<bool>> isStillHeld() override { return m_lock->isStillHeld(); }
    int entries() const override { return m_entries; }
    /// Keeps the number of entries.
    Task<Result<Grant>> downgrade(std::stop_token stop) override
    {
        auto granted = co_await m_lock->downgrade(stop);
        if (granted)
            m_grant = *granted;
        m_entries = m_lock->entries() > 0 ? m_entries : 0; // lost on the way
        co_return std::move(granted);
    }

    /// No lock that is reentrant can do that.
    Task<Result<Grant>> upgrade(std::stop_token stop) override { return m_lock->upgrade(stop); }
    Task<Result<Done>> requestRevocation(std::stop_token stop) override { return m_lock->requestRevocation(stop); }

private:
    Steps m_steps;
    std::unique_ptr<Recipe> m_lock;
    Grant m_grant;
    int m_entries = 0;
};

} // namespace lockscope::recipes
