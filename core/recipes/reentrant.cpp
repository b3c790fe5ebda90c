// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/reentrant.h"

namespace lockscope::recipes {

Reentrant::Reentrant(std::unique_ptr<Recipe> lock, Store &store, StepObserver *observer)
    : m_steps(store, observer)
    , m_lock(std::move(lock))
{
}

Task<Result<Grant>> Reentrant::acquire(std::stop_token stop)
{
    if (m_entries > 0) {
        // A session that is over has lost the lock, whatever the count says.
        const auto alive = m_steps.sessionIsAlive();
        if (!alive)
            co_return tl::unexpected(alive.error());
        const auto gate = co_await m_steps.reach(Step::Join, m_grant.node);
        if (!gate)
            co_return tl::unexpected(gate.error());
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

Task<Result<Done>> Reentrant::release()
{
    if (m_entries > 1) {
        const auto gate = co_await m_steps.reach(Step::Leave, m_grant.node);
        Q_UNUSED(gate) // whatever it says, this entry ends
        --m_entries;
        co_return Done();
    }
    m_entries = 0;
    auto released = co_await m_lock->release();
    co_return std::move(released);
}

Task<Result<Grant>> Reentrant::downgrade(std::stop_token stop)
{
    auto granted = co_await m_lock->downgrade(stop);
    if (granted)
        m_grant = *granted;
    m_entries = m_lock->entries() > 0 ? m_entries : 0; // lost on the way
    co_return std::move(granted);
}

Task<Result<Grant>> Reentrant::upgrade(std::stop_token stop)
{
    auto granted = co_await m_lock->upgrade(stop);
    if (granted)
        m_grant = *granted;
    co_return std::move(granted);
}

} // namespace lockscope::recipes
