// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE, never for real use: locks on Redis as the articles first had them. The line that is wrong says
// what would be sound. Included by redislocks.cpp alone.
#pragma once

#include "core/recipes/keylock.h"

#include <limits>

namespace lockscope::recipes {

// ---- SETNX, DEL ----

/// BROKEN as first written: a key without a time limit outlives its holder.
class SetNx final : public KeyLock
{
public:
    using KeyLock::KeyLock;

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return holdsAlready();
        drawToken();
        while (!stop.stop_requested()) {
            const auto claimed = co_await claim(std::nullopt); // sound: with a time limit
            if (!claimed)
                co_return tl::unexpected(claimed.error());
            if (*claimed && stop.stop_requested())
                co_return withdrawn(co_await removeKey(Step::Withdraw));
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
        co_return co_await removeKey(Step::Release);
    }
};

// ---- SETNX, then EXPIRE ----

/// BROKEN as next written: between the two commands the key has no time limit yet, and its release deletes any key.
class SetNxExpire final : public KeyLock
{
public:
    using KeyLock::KeyLock;

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return holdsAlready();
        drawToken();
        while (!stop.stop_requested()) {
            const auto claimed = co_await claim(std::nullopt);
            if (!claimed)
                co_return tl::unexpected(claimed.error());
            bool got = *claimed;
            if (got) {
                const auto limited = co_await limit(); // sound: by the command that sets it
                if (!limited)
                    co_return tl::unexpected(limited.error());
                got = *limited;
            }
            if (got && stop.stop_requested())
                co_return withdrawn(co_await removeKey(Step::Withdraw));
            if (got)
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
        co_return co_await removeKey(Step::Release);
    }

private:
    /// False: somebody deleted the key meanwhile.
    Task<Result<bool>> limit()
    {
        const auto passed = co_await reach(Step::Limit);
        if (!passed)
            co_return tl::unexpected(passed.error());
        for (;;) {
            auto limiting = m_store.expire(m_key, m_spec.limit);
            const auto limited = co_await limiting;
            if (limited)
                co_return *limited;
            const auto back = co_await connectedAfter(limited.error());
            if (!back)
                co_return tl::unexpected(back.error());
        }
    }
};

// ---- SETNX with a time, GETSET when it is over ----

/// BROKEN: each compares the time in the key with its own clock, and who loses the race overwrites the winner's time.
class SetNxGetSet final : public KeyLock
{
public:
    using KeyLock::KeyLock;

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return holdsAlready();
        while (!stop.stop_requested()) {
            writeTime();
            auto got = co_await claim(std::nullopt);
            if (got && !*got)
                got = co_await takeOver();
            if (!got)
                co_return tl::unexpected(got.error());
            if (*got && stop.stop_requested())
                co_return withdrawn(co_await removeKey(Step::Withdraw));
            if (*got)
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
        if (m_store.clockMs() >= m_until) // it is another's by now, or will be
            co_return notHeld();
        co_return co_await removeKey(Step::Release); // sound: only if it has our value
    }

private:
    /// True: the time that the key had is over, and no other client replaced it first.
    Task<Result<bool>> takeOver()
    {
        const auto passed = co_await reach(Step::Read);
        if (!passed)
            co_return tl::unexpected(passed.error());
        const auto before = co_await read();
        if (!before)
            co_return tl::unexpected(before.error());
        if (!*before || timeOf(**before) > m_store.clockMs()) // sound: the server's clock decides
            co_return false;
        const auto mayExchange = co_await reach(Step::Exchange);
        if (!mayExchange)
            co_return tl::unexpected(mayExchange.error());
        writeTime();
        auto exchanging = m_store.getSet(m_key, m_value);
        const auto replaced = co_await exchanging;
        if (replaced)
            co_return !*replaced || **replaced == **before;
        const auto back = co_await connectedAfter(replaced.error());
        if (!back)
            co_return tl::unexpected(back.error());
        co_return false; // whether it was first is not known any more: it waits for its own time to be over
    }

    /// The time at which it will be over, and who that is: two may have the same time.
    void writeTime()
    {
        m_until = m_store.clockMs() + m_spec.limit.count();
        drawToken();
        m_value = QByteArray::number(m_until) + ' ' + m_value;
    }
    /// What no client of this kind wrote, a time and a token, is never over.
    static qint64 timeOf(const QByteArray &value)
    {
        const qsizetype space = value.indexOf(' ');
        bool ok = space > 0 && value.indexOf(':', space) > 0;
        const qint64 time = ok ? value.first(space).toLongLong(&ok) : 0;
        return ok ? time : std::numeric_limits<qint64>::max();
    }

    qint64 m_until = 0;
};

} // namespace lockscope::recipes
