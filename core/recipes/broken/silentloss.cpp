// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/silentloss.h"

namespace lockscope::recipes {

Task<Result<Done>> BrokenSilentLoss::release()
{
    auto released = co_await QueueMutex::release();
    if (!released && released.error().sessionIsOver())
        co_return Done(); // sound: the error, for whatever it did under the lock may have met another holder
    co_return std::move(released);
}

Task<Result<bool>> BrokenSilentLoss::isStillHeld()
{
    co_return m_held.has_value(); // sound: the server is asked
}

} // namespace lockscope::recipes
