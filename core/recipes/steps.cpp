// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/steps.h"

namespace lockscope::recipes {

Task<Result<Done>> Steps::untilFired(std::shared_ptr<Watch> watch, QString path, std::stop_token stop)
{
    const auto gate = co_await reach(Step::Wait, path);
    if (!gate) {
        watch->cancel();
        co_return tl::unexpected(gate.error());
    }
    // cancel() may resume this coroutine, and so destroy the callback, before it returns: it runs on a copy of its own.
    const std::stop_callback onStop(stop, [watch] {
        const auto kept = watch;
        kept->cancel();
    });
    auto firing = watch->fired();
    const auto fired = co_await firing;
    if (!fired && !stop.stop_requested())
        co_return tl::unexpected(fired.error());
    co_return Done();
}

} // namespace lockscope::recipes
