// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/herd.h"

#include <utility>

namespace lockscope::recipes {

Task<Result<Grant>> QueueHerd::acquire(std::stop_token stop)
{
    if (m_held)
        co_return m_steps.holdsAlready(m_spec.lock);
    const auto created = co_await create(stop);
    if (!created)
        co_return tl::unexpected(created.error());
    takePlace(*created);

    while (!stop.stop_requested()) {
        auto listed = co_await m_steps.watchChildren(m_spec.lock);
        if (!listed)
            co_return co_await withdraw(listed.error());
        const auto watch = listed->watch;
        const auto blocker = blockerAmong(std::exchange(listed->children.names, {}));
        if (stop.stop_requested() || !blocker || blocker->isEmpty())
            watch->cancel();
        if (stop.stop_requested())
            break;
        if (!blocker)
            co_return co_await withdraw(blocker.error());
        if (blocker->isEmpty())
            co_return hold();
        const auto fired = co_await m_steps.untilFired(watch, m_spec.lock, stop);
        if (!fired)
            co_return co_await withdraw(fired.error());
    }
    co_return co_await withdraw(cancelled().value());
}

} // namespace lockscope::recipes
