// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/lostwakeup.h"

namespace lockscope::recipes {

Task<Result<Done>> BrokenLostWakeup::waitUntilGone(QString path, std::stop_token stop)
{
    const auto watched = co_await m_steps.watchExists(path);
    if (!watched)
        co_return tl::unexpected(watched.error());
    auto fired = co_await m_steps.untilFired(watched->watch, path, stop); // sound: only if the node is there
    co_return std::move(fired);
}

} // namespace lockscope::recipes
