// SPDX-License-Identifier: Apache-2.0
// What all locks on Redis share that are one key: a token that is nobody else's, the halt before each step, and what a
// lost reply means. Never an algorithm: those are in redislocks.cpp and brokenredislocks.h.
#pragma once

#include "core/recipes/recipe.h"
#include "core/recipes/redisstore.h"

#include <random>
#include <utility>

namespace lockscope::recipes {

class KeyLock : public Recipe
{
public:
    KeyLock(RecipeSpec spec, RedisStore &store, StepObserver *observer)
        : m_spec(std::move(spec))
        , m_key(keyOf(m_spec.lock))
        , m_store(store)
        , m_observer(observer)
        , m_random(m_spec.seed)
    {
    }

    Task<Result<bool>> isStillHeld() override
    {
        if (!m_held)
            co_return false;
        co_return co_await isOurs();
    }
    int entries() const override { return m_held ? 1 : 0; }
    void sessionLost() override { m_held = false; }

protected:
    /// Halts at the gate; an error means to give up.
    Reply<Done> reach(Step step) const
    {
        return m_observer ? m_observer->reached(step, m_spec.lock) : Reply<Done>(Result<Done>(Done()));
    }
    /// Before each attempt: so that nobody takes an earlier key of ours for this one.
    void drawToken() { m_value = m_spec.data + ':' + QByteArray::number(quint64(m_random()) << 32 | m_random(), 16); }

    /// Sets the key where it is absent. True: it is ours, lost replies or not.
    Task<Result<bool>> claim(std::optional<RedisStore::Milliseconds> limit)
    {
        const auto passed = co_await reach(Step::Claim);
        if (!passed)
            co_return tl::unexpected(passed.error());
        auto setting = m_store.setIfAbsent(m_key, m_value, limit);
        const auto set = co_await setting;
        if (set)
            co_return *set;
        const auto back = co_await connectedAfter(set.error());
        if (!back)
            co_return tl::unexpected(back.error());
        co_return co_await isOurs(); // it may have been set all the same
    }
    /// Looks whether the key has our value.
    Task<Result<bool>> isOurs()
    {
        const auto passed = co_await reach(Step::FindOwn);
        if (!passed)
            co_return tl::unexpected(passed.error());
        const auto value = co_await read();
        if (!value)
            co_return tl::unexpected(value.error());
        co_return *value == m_value;
    }
    Task<Result<RedisStore::Value>> read()
    {
        for (;;) {
            auto getting = m_store.get(m_key);
            auto value = co_await getting;
            if (value)
                co_return std::move(value);
            const auto back = co_await connectedAfter(value.error());
            if (!back)
                co_return tl::unexpected(back.error());
        }
    }
    /// Ends when the connection is back, where it was lost; fails with \a error else, and when the session is over.
    Task<Result<Done>> connectedAfter(Error error)
    {
        if (!error.connectionWasLost())
            co_return tl::unexpected(error);
        auto connecting = m_store.connected();
        const auto session = co_await connecting;
        if (!session)
            co_return tl::unexpected(session.error());
        co_return Done();
    }

    /// Between two polls: about as long each time, but never the same for two clients, so that they do not meet again.
    Task<Result<Done>> rest(std::stop_token stop)
    {
        std::uniform_int_distribution<qint64> jittered(m_spec.poll.count() / 2, m_spec.poll.count() * 3 / 2);
        const RedisStore::Milliseconds time(std::max<qint64>(jittered(m_random), 1));
        const auto passed = co_await reach(Step::Wait);
        if (!passed)
            co_return tl::unexpected(passed.error());
        const ReplyPromise<Done> over;
        m_store.after(time).then([over](const Result<Done> &rested) { over.complete(rested); });
        const std::stop_callback onStop(stop, [over] {
            const auto kept = over; // it may destroy this callback
            kept.complete(Done());
        });
        const Reply<Done> resting(over);
        co_return co_await resting;
    }

    Result<Grant> hold()
    {
        m_held = true;
        return Grant{m_spec.lock, {}};
    }
    tl::unexpected<Error> cancelled() const
    {
        return failure(ErrorCode::Cancelled, QStringLiteral("acquire"), m_spec.lock);
    }
    tl::unexpected<Error> holdsAlready() const
    {
        return failure(ErrorCode::InvalidInput, QStringLiteral("acquire"), m_spec.lock,
                       Text::en("It holds the lock already."));
    }
    tl::unexpected<Error> notHeld() const
    {
        return failure(ErrorCode::NotHeld, QStringLiteral("release"), m_spec.lock);
    }

    /// DEL, whoever's key it is.
    Task<Result<Done>> removeKey(Step step)
    {
        const auto passed = co_await reach(step);
        if (!passed)
            co_return tl::unexpected(passed.error());
        for (;;) {
            auto removing = m_store.remove(m_key); // sound: only if it has our value
            const auto removed = co_await removing;
            if (removed && *removed)
                co_return Done();
            if (removed)
                co_return notHeld();
            const auto back = co_await connectedAfter(removed.error());
            if (!back)
                co_return tl::unexpected(back.error());
            const auto ours = co_await isOurs(); // it may have been deleted all the same
            if (!ours)
                co_return tl::unexpected(ours.error());
            if (!*ours)
                co_return Done();
        }
    }
    /// By the script, which deletes no other's key. Repeated until it is known: it is the same twice.
    Task<Result<Done>> removeOwn(Step step, QString channel = {})
    {
        const auto passed = co_await reach(step);
        if (!passed)
            co_return tl::unexpected(passed.error());
        bool mayBeDone = false;
        for (;;) {
            auto removing = m_store.removeIfEqual(m_key, m_value, channel);
            const auto removed = co_await removing;
            if (removed && (*removed || mayBeDone))
                co_return Done();
            if (removed)
                co_return notHeld();
            mayBeDone = mayBeDone || removed.error().outcomeUnknown();
            const auto back = co_await connectedAfter(removed.error());
            if (!back)
                co_return tl::unexpected(back.error());
        }
    }
    /// Of an acquire that was told to stop after it had got the key. \a removed: what came of giving it back.
    tl::unexpected<Error> withdrawn(const Result<Done> &removed) const
    {
        return removed || removed.error().code == ErrorCode::NotHeld ? cancelled() : tl::unexpected(removed.error());
    }

    RecipeSpec m_spec;
    QString m_key;
    RedisStore &m_store;
    StepObserver *m_observer;
    std::mt19937 m_random;
    QByteArray m_value; ///< of our key: the token
    bool m_held = false;
};

} // namespace lockscope::recipes
