// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/leakytimeout.h"

namespace lockscope::recipes {

Task<Result<Grant>> BrokenLeakyTimeout::giveUp(Error why)
{
    if (why.code == ErrorCode::Cancelled)
        co_return tl::unexpected(why); // sound: the own node is deleted first
    auto outcome = co_await QueueMutex::giveUp(why);
    co_return std::move(outcome);
}

} // namespace lockscope::recipes
