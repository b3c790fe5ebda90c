// SPDX-License-Identifier: Apache-2.0
// What all locks on Redis share that are one key: how it is set and deleted, and what a lost reply means.
// Never an algorithm: those are in redislocks.cpp and brokenredislocks.h.
#pragma once

#include "core/recipes/pollinglock.h"
#include "core/recipes/redisstore.h"

namespace lockscope::recipes {

class KeyLock : public PollingLock<RedisStore>
{
public:
    KeyLock(const RecipeSpec &spec, RedisStore &store, StepObserver *observer)
        : PollingLock(spec, keyOf(spec.lock), store, observer)
    {
    }

    Task<Result<bool>> isStillHeld() override
    {
        if (!m_held)
            co_return false;
        co_return co_await isOurs();
    }

protected:
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
};

} // namespace lockscope::recipes
