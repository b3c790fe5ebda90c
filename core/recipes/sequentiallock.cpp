// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/sequentiallock.h"

#include "core/base/path.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

Task<Result<Done>> SequentialLock::waitForTurn(std::stop_token stop)
{
    while (!stop.stop_requested()) {
        auto listed = co_await m_steps.children(m_spec.lock);
        if (!listed)
            co_return tl::unexpected(listed.error());
        if (stop.stop_requested())
            break;
        // The list goes before the wait: a thousand waiters would keep a thousand lists of a thousand names.
        const auto blocker = blockerAmong(std::exchange(listed->names, {}));
        if (!blocker)
            co_return tl::unexpected(blocker.error());
        if (blocker->isEmpty())
            co_return Done();
        const auto gone = co_await waitUntilGone(*blocker, stop);
        if (!gone)
            co_return tl::unexpected(gone.error());
    }
    co_return cancelled();
}

Result<QString> SequentialLock::blockerAmong(const NameList &names) const
{
    const QString own = baseName(m_own.node);
    const Contenders contenders = lineUpTo(names, own);
    if (contenders.empty() || contenders.back().name != own)
        return failure(ErrorCode::NoNode, u"acquire"_s, m_own.node, u"somebody deleted the place in the queue"_s);
    const int blocker = waitsFor(contenders, static_cast<int>(contenders.size()) - 1);
    return blocker < 0 ? QString() : joinPath(m_spec.lock, contenders[static_cast<size_t>(blocker)].name.toString());
}

Contenders SequentialLock::lineUpTo(const NameList &names, const QString &own) const
{
    return contendersUpTo(names, m_spec.dialect, own);
}

Task<Result<Done>> SequentialLock::waitUntilGone(QString path, std::stop_token stop)
{
    const auto watched = co_await m_steps.watchExists(path);
    if (!watched)
        co_return tl::unexpected(watched.error());
    if (!watched->stat) {
        watched->watch->cancel(); // went between the list and the watch: nothing will ever fire there
        co_return Done();
    }
    auto fired = co_await m_steps.untilFired(watched->watch, path, stop);
    co_return std::move(fired);
}

} // namespace lockscope::recipes
