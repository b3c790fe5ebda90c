// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/requeueattail.h"

namespace lockscope::recipes {

Task<Result<Done>> BrokenRequeueAtTail::waitUntilGone(QString path, std::stop_token stop)
{
    const auto watched = co_await m_steps.watchExists(path);
    if (!watched)
        co_return tl::unexpected(watched.error());
    if (watched->stat) {
        auto fired = co_await m_steps.untilFired(watched->watch, path, stop);
        co_return std::move(fired);
    }
    watched->watch->cancel();
    // Sound: the place is kept, and the directory listed again.
    const auto removed = co_await m_ownNode.remove(m_own, Step::Withdraw);
    if (!removed)
        co_return tl::unexpected(removed.error());
    const auto created = co_await m_ownNode.create(stop);
    if (!created)
        co_return tl::unexpected(created.error());
    m_own = *created;
    m_steps.enqueued(m_own.node);
    co_return Done();
}

} // namespace lockscope::recipes
