// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/singlenode.h"

#include "core/base/path.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

Task<Result<Grant>> EphemeralLock::acquire(std::stop_token stop)
{
    if (m_held)
        co_return m_steps.holdsAlready(m_spec.lock);
    while (!stop.stop_requested()) {
        const auto created = co_await createNamed(m_steps, m_spec, m_spec.lock, stop);
        if (!created)
            co_return tl::unexpected(created.error());
        if (*created) {
            takePlace(**created);
            if (stop.stop_requested())
                co_return co_await withdraw(cancelled().value());
            co_return hold();
        }
        if (stop.stop_requested())
            break;
        const auto watched = co_await m_steps.watchExists(m_spec.lock);
        if (!watched)
            co_return tl::unexpected(watched.error());
        if (!watched->stat) {
            watched->watch->cancel(); // it is free again
            continue;
        }
        if (!watched->stat->isEphemeral()) {
            watched->watch->cancel(); // a directory, most likely: nobody would ever give it back
            co_return failure(
                ErrorCode::InvalidInput, u"acquire"_s, m_spec.lock,
                Text::en("%1 exists and is no ephemeral node: choose another path for the lock, or delete it.")
                    .arg(m_spec.lock));
        }
        const auto fired = co_await m_steps.untilFired(watched->watch, m_spec.lock, stop);
        if (!fired)
            co_return tl::unexpected(fired.error());
    }
    co_return cancelled();
}

Task<Result<std::optional<Grant>>> createNamed(Steps steps, RecipeSpec spec, QString path, std::stop_token stop,
                                               Step step)
{
    auto gate = steps.reach(step, path);
    const auto passed = co_await gate;
    if (!passed)
        co_return tl::unexpected(passed.error());
    bool mayBeOurs = false;
    while (mayBeOurs || !stop.stop_requested()) {
        const auto attempt = co_await steps.create(spec.dialect, path, spec.data, NodeKind::Ephemeral);
        if (attempt && attempt->made)
            co_return Grant(*attempt->made);
        if (attempt) {
            mayBeOurs = mayBeOurs || attempt->mayBeThere;
            continue;
        }
        if (attempt.error().code != ErrorCode::NodeExists)
            co_return tl::unexpected(attempt.error());
        if (!mayBeOurs)
            co_return std::nullopt;
        // The reply to an earlier create was lost: the node's owner tells whose it is.
        const auto stat = co_await steps.exists(path);
        if (!stat && stat.error().code != ErrorCode::NoNode)
            co_return tl::unexpected(stat.error());
        if (stat && stat->owner() == steps.store().session())
            co_return Grant{path, stat->czxid};
        if (stat)
            co_return std::nullopt;
        mayBeOurs = false; // it went, ours or not
    }
    co_return failure(ErrorCode::Cancelled, u"acquire"_s, path);
}

} // namespace lockscope::recipes
