// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/electionlivelock.h"

namespace lockscope::recipes {

Task<Result<Done>> BrokenElectionLivelock::waitUntilGone(QString path, std::stop_token stop)
{
    const auto watched = co_await m_steps.watchExists(path);
    if (!watched)
        co_return tl::unexpected(watched.error());
    if (!watched->stat) {
        watched->watch->cancel();
        auto anew = co_await reset(stop); // sound: the place is kept, and the directory listed again
        co_return std::move(anew);
    }
    auto fired = co_await m_steps.untilFired(watched->watch, path, stop);
    co_return std::move(fired);
}

Task<Result<Done>> BrokenElectionLivelock::reset(std::stop_token stop)
{
    auto removing = m_ownNode.remove(m_own, Step::Withdraw);
    const auto created = co_await m_ownNode.create(stop);
    const auto removed = co_await removing;
    if (!created)
        co_return tl::unexpected(created.error());
    m_own = *created;
    m_steps.enqueued(m_own.node);
    if (!removed)
        co_return tl::unexpected(removed.error());
    co_return Done();
}

} // namespace lockscope::recipes
