// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/queueherd.h"

#include "core/base/path.h"
#include "core/recipes/contenders.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

namespace {

RecipeSpec exclusive(RecipeSpec spec)
{
    spec.mode = locks::Mode::Exclusive;
    return spec;
}

} // namespace

QueueHerd::QueueHerd(RecipeSpec spec, Store &store, StepObserver *observer)
    : NodeLock(exclusive(std::move(spec)), locks::NameKind::Mutex, store, observer)
{
}

Task<Result<Done>> QueueHerd::waitForTurn(std::stop_token stop)
{
    while (!stop.stop_requested()) {
        auto watched = co_await m_steps.watchChildren(m_spec.lock);
        if (!watched)
            co_return tl::unexpected(watched.error());
        const auto watch = watched->watch;
        // The list goes before the wait: a thousand waiters would keep a thousand lists of a thousand names.
        const auto first = isFirst(std::exchange(watched->children.names, {}));
        if (stop.stop_requested() || !first || *first) {
            watch->cancel();
            if (stop.stop_requested())
                break;
            co_return first.map([](bool) { return Done(); });
        }
        const auto fired = co_await m_steps.untilFired(watch, m_spec.lock, stop);
        if (!fired)
            co_return tl::unexpected(fired.error());
    }
    co_return cancelled();
}

Result<bool> QueueHerd::isFirst(const NameList &names) const
{
    const QString own = baseName(m_own.node);
    const Contenders contenders = contendersUpTo(names, m_spec.dialect, own);
    if (contenders.empty() || contenders.back().name != own)
        return failure(ErrorCode::NoNode, u"acquire"_s, m_own.node, u"somebody deleted the place in the queue"_s);
    return contenders.size() == 1;
}

} // namespace lockscope::recipes
