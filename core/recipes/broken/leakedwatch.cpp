// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/leakedwatch.h"

namespace lockscope::recipes {

Task<Result<Done>> BrokenLeakedWatch::waitUntilGone(QString path, std::stop_token stop)
{
    const auto watched = co_await m_steps.watchExists(path);
    if (!watched)
        co_return tl::unexpected(watched.error());
    const auto watch = watched->watch;
    if (!watched->stat) {
        watch->cancel();
        co_return Done();
    }
    const auto gate = co_await m_steps.reach(Step::Wait, path);
    if (!gate)
        co_return tl::unexpected(gate.error());
    const ReplyPromise<Done> over;
    watch->fired().then(
        [over](const Result<WatchEvent> &fired) { over.complete(fired.map([](WatchEvent) { return Done(); })); });
    const std::stop_callback onStop(stop, [over] {
        const auto kept = over; // it may destroy this callback
        kept.complete(Done());  // sound: the watch is cancelled, which ends the wait
    });
    Reply<Done> waiting(over);
    auto ended = co_await waiting;
    co_return std::move(ended);
}

} // namespace lockscope::recipes
