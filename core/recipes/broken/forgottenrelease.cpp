// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/forgottenrelease.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

Task<Result<Done>> BrokenForgottenRelease::release()
{
    if (!m_held)
        co_return failure(ErrorCode::NotHeld, u"release"_s, m_spec.lock);
    const Grant own = *std::exchange(m_held, {});
    const auto gate = co_await m_steps.reach(Step::Release, own.node);
    Q_UNUSED(gate)
    auto reply = m_steps.store().remove(own.node, -1);
    auto removed = co_await reply; // sound: asked again until it is known that the node has gone
    co_return std::move(removed);
}

} // namespace lockscope::recipes
