// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/redislocks.h"

#include "core/recipes/brokenredislocks.h"
#include "core/recipes/redlock.h"

namespace lockscope::recipes {

using namespace Qt::StringLiterals;

namespace {

// ---- SET NX PX ----

/// Redis' own advice for one server: one command sets the key with its limit, and a script deletes it if it is ours.
class SetPx : public KeyLock
{
public:
    using KeyLock::KeyLock;

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return holdsAlready();
        drawToken();
        while (!stop.stop_requested()) {
            const auto claimed = co_await claim(m_spec.limit);
            if (!claimed)
                co_return tl::unexpected(claimed.error());
            if (*claimed && stop.stop_requested())
                co_return withdrawn(co_await removeOwn(Step::Withdraw));
            if (*claimed)
                co_return hold();
            const auto rested = co_await rest(stop);
            if (!rested)
                co_return tl::unexpected(rested.error());
        }
        co_return cancelled();
    }

    Task<Result<Done>> release() override
    {
        if (!std::exchange(m_held, false))
            co_return notHeld();
        co_return co_await removeOwn(Step::Release);
    }
};

// ---- SET NX PX, renewed while held ----

/// The key's holder begins the limit anew, and a release is published: as Redisson's lock with its watchdog.
class SetPxRenewed final : public KeyLock
{
public:
    using KeyLock::KeyLock;

    ~SetPxRenewed() override { endRenewal(); }

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return holdsAlready();
        drawToken();
        auto claimed = co_await claim(m_spec.limit);
        while (claimed && !*claimed && !stop.stop_requested()) {
            const auto heard = co_await listen();
            if (!heard)
                co_return tl::unexpected(heard.error());
            claimed = co_await claim(m_spec.limit); // it may have been released before the subscription
            if (claimed && !*claimed) {
                const auto woken = co_await untilWoken(*heard, stop);
                if (!woken)
                    co_return tl::unexpected(woken.error());
                claimed = co_await claim(m_spec.limit);
            } else {
                (*heard)->cancel();
            }
        }
        if (!claimed)
            co_return tl::unexpected(claimed.error());
        if (!*claimed)
            co_return cancelled();
        if (stop.stop_requested())
            co_return withdrawn(co_await removeOwn(Step::Withdraw, channel()));
        m_renewal = std::make_shared<bool>(true);
        renewWhileHeld(m_renewal);
        co_return hold();
    }

    Task<Result<Done>> release() override
    {
        if (!std::exchange(m_held, false))
            co_return notHeld();
        endRenewal();
        co_return co_await removeOwn(Step::Release, channel());
    }

    void sessionLost() override
    {
        endRenewal();
        KeyLock::sessionLost();
    }

private:
    QString channel() const { return m_key + u":released"_s; }

    Task<Result<std::shared_ptr<Watch>>> listen()
    {
        for (;;) {
            const auto passed = co_await reach(Step::Listen);
            if (!passed)
                co_return tl::unexpected(passed.error());
            auto listening = m_store.listen(channel(), m_key);
            auto heard = co_await listening;
            if (heard)
                co_return std::move(heard);
            const auto back = co_await connectedAfter(heard.error());
            if (!back)
                co_return tl::unexpected(back.error());
        }
    }

    /// A message may be lost, and of a holder that dies there is none: it looks again by itself, but seldom.
    Task<Result<Done>> untilWoken(std::shared_ptr<Watch> word, std::stop_token stop)
    {
        const auto passed = co_await reach(Step::Wait);
        if (!passed) {
            word->cancel();
            co_return tl::unexpected(passed.error());
        }
        const ReplyPromise<Done> over;
        word->fired().then([over](const Result<WatchEvent> &fired) {
            const bool isOver = !fired && fired.error().code != ErrorCode::Cancelled;
            over.complete(isOver ? Result<Done>(tl::unexpected(fired.error())) : Result<Done>(Done()));
        });
        m_store.after(m_spec.limit / 2).then([over](const Result<Done> &rested) { over.complete(rested); });
        const std::stop_callback onStop(stop, [over] {
            const auto kept = over; // it may destroy this callback
            kept.complete(Done());
        });
        const Reply<Done> waiting(over);
        const auto woken = co_await waiting;
        word->cancel();
        co_return woken;
    }

    /// Three times within each limit. Ends when \a goesOn says so, when the key is not ours any more, and with the
    /// session: the holder does not learn of it.
    Task<> renewWhileHeld(std::shared_ptr<bool> goesOn)
    {
        for (;;) {
            auto resting = m_store.after(m_spec.limit / 3);
            const auto rested = co_await resting;
            if (!*goesOn || !rested) // first: without it this object may be gone
                co_return;
            const auto passed = co_await reach(Step::Renew);
            if (!*goesOn || !passed)
                co_return;
            auto renewing = m_store.expireIfEqual(m_key, m_value, m_spec.limit);
            const auto renewed = co_await renewing;
            if (!*goesOn || (renewed && !*renewed))
                co_return;
            if (renewed)
                continue;
            if (!renewed.error().connectionWasLost())
                co_return;
            auto connecting = m_store.connected();
            const auto back = co_await connecting;
            if (!*goesOn || !back)
                co_return;
        }
    }

    void endRenewal()
    {
        if (m_renewal)
            *m_renewal = false;
        m_renewal.reset();
    }

    std::shared_ptr<bool> m_renewal; ///< while it holds; true: it goes on
};

template<typename Lock>
std::unique_ptr<Recipe> make(RecipeSpec spec, RedisStore &store, StepObserver *observer)
{
    return std::make_unique<Lock>(std::move(spec), store, observer);
}

} // namespace

std::unique_ptr<Recipe> makeRedisRecipe(locks::RecipeId id, RecipeSpec spec, const std::vector<RedisStore *> &servers,
                                        StepObserver *observer)
{
    using locks::RecipeId;
    RedisStore &store = *servers.front();
    if (id == RecipeId::RedisSetNx)
        return make<SetNx>(spec, store, observer);
    if (id == RecipeId::RedisSetNxExpire)
        return make<SetNxExpire>(spec, store, observer);
    if (id == RecipeId::RedisSetNxGetSet)
        return make<SetNxGetSet>(spec, store, observer);
    if (id == RecipeId::RedisSetPx)
        return make<SetPx>(spec, store, observer);
    if (id == RecipeId::RedisSetPxRenewed)
        return make<SetPxRenewed>(spec, store, observer);
    Q_ASSERT(id == RecipeId::Redlock);
    return std::make_unique<Redlock>(spec, servers, observer);
}

} // namespace lockscope::recipes
