// SPDX-License-Identifier: Apache-2.0
// A Redis in memory for many sessions, in which nothing happens until the test says so: requests, answers and messages
// are carried out one by one, in order or as a seed decides, and time passes by hand. Never threads, never a clock.
#pragma once

#include "core/recipes/redisstore.h"

#include <QHash>

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <vector>

namespace lockscope::fake {

class FakeRedisSession;

class FakeRedis
{
public:
    FakeRedisSession &newSession();

    void shuffle(unsigned seed) { m_random.emplace(seed); }
    bool step()
    {
        if (m_pending.empty())
            return false;
        const size_t which = m_random ? (*m_random)() % m_pending.size() : 0;
        const auto next = m_pending[which];
        m_pending.erase(m_pending.begin() + static_cast<std::ptrdiff_t>(which));
        next();
        return true;
    }
    /// Until nothing is left but to let time pass.
    void run()
    {
        for (int steps = 0; step(); ++steps) {
            if (steps > 1'000'000)
                qFatal("it never ends");
        }
    }
    /// Lets what happens happen, and \a ms pass, each timer in its turn.
    void pass(qint64 ms)
    {
        const qint64 until = nowMs + ms;
        run();
        for (;;) {
            const auto next = std::ranges::min_element(m_timers, {}, &Timer::atMs);
            if (next == m_timers.end() || next->atMs > until)
                break;
            const Timer timer = *next;
            m_timers.erase(next);
            nowMs = std::max(nowMs, timer.atMs);
            timer.over.complete(Done());
            run();
        }
        nowMs = until;
    }

    bool has(const QString &key)
    {
        const auto found = m_keys.find(key);
        if (found != m_keys.end() && found->untilMs != 0 && found->untilMs <= nowMs)
            m_keys.erase(found);
        return m_keys.contains(key);
    }
    QByteArray value(const QString &key) { return has(key) ? m_keys[key].value : QByteArray(); }
    bool hasLimit(const QString &key) { return has(key) && m_keys[key].untilMs != 0; }

    qint64 nowMs = 1'000'000;
    int requests = 0;

private:
    friend class FakeRedisSession;
    struct Key
    {
        QByteArray value;
        qint64 untilMs = 0;
    };
    struct Timer
    {
        qint64 atMs;
        ReplyPromise<Done> over;
    };

    void tell(const QString &channel);

    QHash<QString, Key> m_keys;
    std::vector<std::function<void()>> m_pending;
    std::vector<Timer> m_timers;
    std::vector<std::unique_ptr<FakeRedisSession>> m_sessions;
    std::optional<std::mt19937> m_random;
};

class FakeRedisSession final : public recipes::RedisStore
{
public:
    enum class Loss { Reply, Request };

    FakeRedisSession(FakeRedis &server, qint64 id)
        : m_server(server)
        , m_id{id}
    {
    }

    /// The connection breaks at the \a nth next request, and comes back.
    void lose(Loss loss, int nth = 1)
    {
        m_loss = loss;
        m_lossIn = nth;
    }
    /// It is over: all that waits is answered.
    void crash()
    {
        m_over = true;
        const auto waiting = std::exchange(m_waiting, {});
        for (const auto &end : waiting)
            end();
    }
    qint64 clockAheadMs = 0;

    SessionId session() const override { return m_id; }
    Reply<SessionId> connected() override
    {
        if (m_over)
            return Result<SessionId>(failure(ErrorCode::Closed));
        return answered<SessionId>([this] { return m_id; });
    }
    Reply<bool> setIfAbsent(QString key, QByteArray value, std::optional<Milliseconds> limit) override
    {
        return asked<bool>([=, this] {
            if (m_server.has(key))
                return false;
            m_server.m_keys[key] = {value, limit ? m_server.nowMs + limit->count() : 0};
            return true;
        });
    }
    Reply<Value> get(QString key) override
    {
        return asked<Value>([=, this] { return m_server.has(key) ? Value(m_server.value(key)) : Value(); });
    }
    Reply<Value> getSet(QString key, QByteArray value) override
    {
        return asked<Value>([=, this] {
            const Value before = m_server.has(key) ? Value(m_server.value(key)) : Value();
            m_server.m_keys[key] = {value, 0};
            return before;
        });
    }
    Reply<bool> expire(QString key, Milliseconds limit) override
    {
        return asked<bool>([=, this] { return limited(key, limit); });
    }
    Reply<bool> remove(QString key) override
    {
        return asked<bool>([=, this] { return m_server.has(key) && m_server.m_keys.remove(key); });
    }
    Reply<bool> removeIfEqual(QString key, QByteArray value, QString channel) override
    {
        return asked<bool>([=, this] {
            if (m_server.value(key) != value)
                return false;
            m_server.m_keys.remove(key);
            if (!channel.isEmpty())
                m_server.tell(channel);
            return true;
        });
    }
    Reply<bool> expireIfEqual(QString key, QByteArray value, Milliseconds limit) override
    {
        return asked<bool>([=, this] { return m_server.value(key) == value && limited(key, limit); });
    }
    Reply<std::shared_ptr<recipes::Watch>> listen(QString channel, QString) override
    {
        return asked<std::shared_ptr<recipes::Watch>>([=, this] {
            const auto watch = std::make_shared<FakeWatch>();
            m_listening.push_back({channel, watch});
            m_waiting.push_back([watch] { watch->over.complete(failure(ErrorCode::Closed)); });
            return std::shared_ptr<recipes::Watch>(watch);
        });
    }
    Reply<Done> after(Milliseconds time) override
    {
        if (m_over)
            return Result<Done>(failure(ErrorCode::Closed));
        const ReplyPromise<Done> promise;
        m_server.m_timers.push_back({m_server.nowMs + time.count(), promise});
        m_waiting.push_back([promise] { promise.complete(failure(ErrorCode::Closed)); });
        return Reply<Done>(promise);
    }
    qint64 clockMs() const override { return m_server.nowMs + clockAheadMs; }

private:
    friend class FakeRedis;
    struct FakeWatch final : recipes::Watch
    {
        Reply<WatchEvent> fired() override { return Reply<WatchEvent>(over); }
        void cancel() override { over.complete(failure(ErrorCode::Cancelled)); }
        ReplyPromise<WatchEvent> over;
    };
    struct Listening
    {
        QString channel;
        std::shared_ptr<FakeWatch> watch;
    };

    bool limited(const QString &key, Milliseconds limit)
    {
        if (!m_server.has(key))
            return false;
        m_server.m_keys[key].untilMs = m_server.nowMs + limit.count();
        return true;
    }

    /// At the server, then back.
    template<typename T, typename Do>
    Reply<T> asked(Do what)
    {
        ++m_server.requests;
        if (m_over)
            return Result<T>(failure(ErrorCode::Closed));
        const bool isLost = m_lossIn > 0 && --m_lossIn == 0;
        if (isLost && m_loss == Loss::Request)
            return answered<T>([] { return failure(ErrorCode::ConnectionLoss); });
        const ReplyPromise<T> promise;
        m_waiting.push_back([promise] { promise.complete(failure(ErrorCode::Closed)); });
        m_server.m_pending.emplace_back([this, promise, what, isLost] { // also if its client has died meanwhile
            auto answer = what();
            m_server.m_pending.emplace_back([promise, answer = std::move(answer), isLost] {
                promise.complete(isLost ? Result<T>(failure(ErrorCode::ConnectionLoss)) : Result<T>(answer));
            });
        });
        return Reply<T>(promise);
    }
    template<typename T, typename Answer>
    Reply<T> answered(Answer answer)
    {
        const ReplyPromise<T> promise;
        m_waiting.push_back([promise] { promise.complete(failure(ErrorCode::Closed)); });
        m_server.m_pending.emplace_back([promise, answer] { promise.complete(Result<T>(answer())); });
        return Reply<T>(promise);
    }

    FakeRedis &m_server;
    SessionId m_id;
    bool m_over = false;
    Loss m_loss = Loss::Reply;
    int m_lossIn = 0;
    std::vector<Listening> m_listening;
    std::vector<std::function<void()>> m_waiting;
};

inline FakeRedisSession &FakeRedis::newSession()
{
    m_sessions.push_back(std::make_unique<FakeRedisSession>(*this, static_cast<qint64>(m_sessions.size()) + 1));
    return *m_sessions.back();
}

inline void FakeRedis::tell(const QString &channel)
{
    for (const auto &session : m_sessions) {
        for (const auto &listening : std::exchange(session->m_listening, {})) {
            if (listening.channel == channel)
                m_pending.emplace_back([watch = listening.watch] { watch->over.complete(WatchEvent::Deleted); });
            else
                session->m_listening.push_back(listening);
        }
    }
}

} // namespace lockscope::fake
