// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/sequentiallock.h"

#include "core/base/path.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

SequentialLock::SequentialLock(RecipeSpec spec, locks::NameKind kind, Store &store, StepObserver *observer)
    : m_spec(std::move(spec))
    , m_steps(store, observer)
    , m_ownNode(m_spec, kind, m_steps)
{
}

Task<Result<Grant>> SequentialLock::acquire(std::stop_token stop)
{
    if (m_held) {
        const auto alive = m_steps.sessionIsAlive();
        if (!alive)
            co_return tl::unexpected(alive.error());
        co_return failure(ErrorCode::InvalidInput, u"acquire"_s, m_spec.lock, u"It holds the lock already."_s);
    }
    const auto created = co_await m_ownNode.create(stop);
    if (!created)
        co_return tl::unexpected(created.error());
    const Grant own = *created;
    m_steps.enqueued(own.node);
    Error why{ErrorCode::Cancelled, u"acquire"_s, m_spec.lock, {}};

    while (!stop.stop_requested()) {
        auto listed = co_await m_steps.children(m_spec.lock);
        if (!listed) {
            why = listed.error();
            break;
        }
        if (stop.stop_requested())
            break;
        // The list goes before the wait: a thousand waiters would keep a thousand lists of a thousand names.
        const auto blocker = blockerAmong(std::exchange(listed->names, {}), own);
        if (!blocker) {
            why = blocker.error();
            break;
        }
        if (blocker->isEmpty()) {
            m_held = own;
            co_return Grant(own);
        }
        const auto gone = co_await waitUntilGone(*blocker, stop);
        if (!gone) {
            why = gone.error();
            break;
        }
    }
    auto outcome = co_await giveUp(own, why);
    co_return std::move(outcome);
}

Result<QString> SequentialLock::blockerAmong(const QList<QString> &names, const Grant &own) const
{
    const Contenders contenders = contendersAmong(names, m_spec.dialect);
    const int me = indexOf(contenders, baseName(own.node));
    if (me < 0)
        return failure(ErrorCode::NoNode, u"acquire"_s, own.node, u"somebody deleted the place in the queue"_s);
    const int blocker = waitsFor(contenders, me);
    return blocker < 0 ? QString() : joinPath(m_spec.lock, contenders[static_cast<size_t>(blocker)].name);
}

Task<Result<Done>> SequentialLock::waitUntilGone(QString path, std::stop_token stop)
{
    const auto watched = co_await m_steps.watchExists(path);
    if (!watched)
        co_return tl::unexpected(watched.error());
    const std::shared_ptr<Watch> watch = watched->watch;
    if (!watched->stat) {
        watch->cancel(); // went between the list and the watch: nothing will ever fire there
        co_return Done();
    }
    const auto gate = co_await m_steps.reach(Step::Wait, path);
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
    co_return Done(); // whatever it was: the list tells what is true now
}

Task<Result<Grant>> SequentialLock::giveUp(Grant own, Error why)
{
    if (why.sessionIsOver()) // and the node with it
        co_return tl::unexpected(why);
    const auto removed = co_await m_ownNode.remove(own, Step::Withdraw);
    if (!removed) // what is left behind matters more than why we gave up
        co_return tl::unexpected(removed.error());
    co_return tl::unexpected(why);
}

Task<Result<Done>> SequentialLock::release()
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

Task<Result<bool>> SequentialLock::isStillHeld()
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

} // namespace lockscope::recipes
