// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/nodelock.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

NodeLock::NodeLock(RecipeSpec spec, locks::NameKind kind, Store &store, StepObserver *observer)
    : m_spec(std::move(spec))
    , m_steps(store, observer)
    , m_ownNode(m_spec, kind, m_steps)
{
}

Task<Result<Grant>> NodeLock::acquire(std::stop_token stop)
{
    if (m_held) {
        const auto alive = m_steps.sessionIsAlive();
        if (!alive)
            co_return tl::unexpected(alive.error());
        co_return failure(ErrorCode::InvalidInput, u"acquire"_s, m_spec.lock, u"It holds the lock already."_s);
    }
    const auto created = co_await enqueue(stop);
    if (!created)
        co_return tl::unexpected(created.error());
    m_own = *created;
    m_steps.enqueued(m_own.node);
    const auto served = co_await waitForTurn(stop);
    if (served) {
        m_held = m_own;
        co_return Grant(m_own);
    }
    auto outcome = co_await giveUp(served.error());
    co_return std::move(outcome);
}

Task<Result<Grant>> NodeLock::enqueue(std::stop_token stop)
{
    auto created = co_await m_ownNode.create(stop);
    co_return std::move(created);
}

Task<Result<Grant>> NodeLock::giveUp(Error why)
{
    if (why.sessionIsOver()) // and the node with it
        co_return tl::unexpected(why);
    const auto removed = co_await m_ownNode.remove(m_own, Step::Withdraw);
    if (!removed) // what is left behind matters more than why we gave up
        co_return tl::unexpected(removed.error());
    co_return tl::unexpected(why);
}

Task<Result<Done>> NodeLock::release()
{
    if (!m_held)
        co_return failure(ErrorCode::NotHeld, u"release"_s, m_spec.lock);
    const Grant own = *std::exchange(m_held, {});
    const auto removed = co_await m_ownNode.remove(own, Step::Release);
    if (!removed)
        co_return tl::unexpected(removed.error());
    if (!*removed)
        co_return failure(ErrorCode::NotHeld, u"release"_s, own.node, u"somebody else deleted its node before"_s);
    co_return Done();
}

Task<Result<bool>> NodeLock::isStillHeld()
{
    if (!m_held)
        co_return false;
    const Grant own = *m_held;
    const auto stat = co_await m_steps.exists(own.node);
    if (stat)
        co_return stat->czxid == own.token;
    if (stat.error().code == ErrorCode::NoNode)
        co_return false;
    co_return tl::unexpected(stat.error());
}

tl::unexpected<Error> NodeLock::cancelled() const
{
    return failure(ErrorCode::Cancelled, u"acquire"_s, m_spec.lock);
}

} // namespace lockscope::recipes
