// SPDX-License-Identifier: Apache-2.0
// Redlock, as Redis' documentation specifies it: one key on several servers that know nothing of one another, held by
// whom more than half of them gave it, for as long as is left of its time limit. Included by redislocks.cpp alone.
#pragma once

#include "core/recipes/pollinglock.h"
#include "core/recipes/redisstore.h"

#include <memory>
#include <vector>

namespace lockscope::recipes {

class Redlock final : public PollingLock<RedisStore>
{
public:
    /// \a servers: three or more; they must outlive it.
    Redlock(const RecipeSpec &spec, std::vector<RedisStore *> servers, StepObserver *observer)
        : PollingLock(spec, keyOf(spec.lock), *servers.front(), observer)
        , m_servers(std::move(servers))
    {
    }

    Task<Result<Grant>> acquire(std::stop_token stop) override
    {
        if (m_held)
            co_return holdsAlready();
        while (!stop.stop_requested()) {
            drawToken();
            const auto passed = co_await reach(Step::Claim);
            if (!passed)
                co_return tl::unexpected(passed.error());
            const qint64 beganMs = m_store.clockMs();
            auto claiming =
                askAll([this](RedisStore &server) { return server.setIfAbsent(m_key, m_value, m_spec.limit); });
            const auto claimed = co_await claiming;
            if (claimed->isOver)
                co_return failure(ErrorCode::Closed, QStringLiteral("set"), m_spec.lock);
            // What is left of the limit on the first server that began it, if no clock is faster than this one by more.
            const qint64 validMs = m_spec.limit.count() - (m_store.clockMs() - beganMs) - drift().count();
            if (claimed->yes >= majority() && validMs > 0 && !stop.stop_requested())
                co_return hold();
            const auto withdrawn = co_await removeAll(Step::Withdraw);
            if (!withdrawn)
                co_return tl::unexpected(withdrawn.error());
            if (stop.stop_requested())
                break;
            const auto rested = co_await rest(stop);
            if (!rested)
                co_return tl::unexpected(rested.error());
        }
        co_return cancelled();
    }

    /// On all servers, whatever they said: one may have set the key without a word. What cannot be reached lets it go
    /// when the limit is over.
    Task<Result<Done>> release() override
    {
        if (!std::exchange(m_held, false))
            co_return notHeld();
        const auto removed = co_await removeAll(Step::Release);
        if (!removed)
            co_return tl::unexpected(removed.error());
        // With few of its keys left another could take the lock, and may have.
        const bool wasLost = removed->no >= majority();
        co_return wasLost ? Result<Done>(notHeld()) : Result<Done>(Done());
    }

    Task<Result<bool>> isStillHeld() override
    {
        if (!m_held)
            co_return false;
        int ours = 0;
        for (RedisStore *server : m_servers) {
            auto getting = server->get(m_key);
            const auto value = co_await getting;
            ours += value && *value == m_value ? 1 : 0;
        }
        co_return ours >= majority();
    }

private:
    /// The servers' answers; a server without one is in none of the counts.
    struct Votes
    {
        int yes = 0;
        int no = 0;
        int failed = 0;
        bool isOver = false; ///< the session is
    };

    int majority() const { return static_cast<int>(m_servers.size()) / 2 + 1; }
    /// So far clocks may run apart within the limit: a hundredth, and what a server rounds.
    std::chrono::milliseconds drift() const { return m_spec.limit / 100 + std::chrono::milliseconds(2); }
    /// For one answer: short beside the limit, so that a server that is down costs little of it.
    std::chrono::milliseconds patience() const { return m_spec.limit / 20; }

    /// What was lost may have set the key, or not have deleted it: it would be in the way of all clients until its
    /// limit is over. No step waits for that; one that is down has the key no more when it is asked.
    static void removeLater(RedisStore *server, const QString &key, const QByteArray &value)
    {
        server->connected().then([server, key, value](const Result<SessionId> &back) {
            if (!back)
                return;
            server->removeIfEqual(key, value, {}).then([server, key, value](const Result<bool> &removed) {
                if (!removed && removed.error().outcomeUnknown())
                    removeLater(server, key, value);
            });
        });
    }

    /// All at once, to set or to delete. Answers when all have, or when the patience is over.
    template<typename Ask>
    Reply<Votes> askAll(Ask ask)
    {
        const auto votes = std::make_shared<Votes>();
        const ReplyPromise<Votes> all;
        for (RedisStore *server : m_servers) {
            ask(*server).then([votes, all, servers = static_cast<int>(m_servers.size()), server, key = m_key,
                               value = m_value](const Result<bool> &answer) {
                if (answer)
                    ++(*answer ? votes->yes : votes->no);
                else
                    ++votes->failed;
                votes->isOver |= !answer && answer.error().code == ErrorCode::Closed;
                if (!answer && answer.error().outcomeUnknown())
                    removeLater(server, key, value);
                if (votes->yes + votes->no + votes->failed == servers)
                    all.complete(*votes);
            });
        }
        m_store.after(patience()).then([votes, all](const Result<Done> &rested) {
            votes->isOver |= !rested; // a rest fails once the session is over
            all.complete(*votes);
        });
        return Reply<Votes>(all);
    }

    Task<Result<Votes>> removeAll(Step step)
    {
        const auto passed = co_await reach(step);
        if (!passed)
            co_return tl::unexpected(passed.error());
        auto removing = askAll([this](RedisStore &server) { return server.removeIfEqual(m_key, m_value, {}); });
        auto removed = co_await removing;
        if (removed && removed->isOver)
            co_return failure(ErrorCode::Closed, QStringLiteral("eval"), m_spec.lock);
        co_return std::move(removed);
    }

    std::vector<RedisStore *> m_servers;
};

} // namespace lockscope::recipes
