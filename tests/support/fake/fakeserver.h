// SPDX-License-Identifier: Apache-2.0
// What fake servers in memory share on which nothing happens until the test says so: requests, answers and messages are
// carried out one by one, in order or as a seed decides, and time passes by hand. Never threads, never a clock.
#pragma once

#include "core/base/ids.h"
#include "core/base/reply.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace lockscope::fake {

class FakeServer
{
public:
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

    qint64 nowMs = 1'000'000;
    int requests = 0;

    /// Next, or when the seed says so.
    void later(std::function<void()> what) { m_pending.push_back(std::move(what)); }
    void at(qint64 ms, ReplyPromise<Done> over) { m_timers.push_back({ms, std::move(over)}); }

private:
    struct Timer
    {
        qint64 atMs;
        ReplyPromise<Done> over;
    };

    std::vector<std::function<void()>> m_pending;
    std::vector<Timer> m_timers;
    std::optional<std::mt19937> m_random;
};

/// A client's session there, whose connection can break and comes back.
class FakeKeySession
{
public:
    enum class Loss { Reply, Request };

    FakeKeySession(FakeServer &server, qint64 id)
        : m_server(server)
        , m_id{id}
    {
    }
    virtual ~FakeKeySession() = default;

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
        connectionGone();
        const auto waiting = std::exchange(m_waiting, {});
        for (const auto &end : waiting)
            end();
    }

protected:
    SessionId id() const { return m_id; }
    bool isOver() const { return m_over; }
    /// At the server: its connection is not there any more.
    virtual void connectionGone() { }

    Reply<SessionId> whenConnected()
    {
        if (m_over)
            return Result<SessionId>(failure(ErrorCode::Closed));
        return answered<SessionId>([this] { return m_id; });
    }
    Reply<Done> rest(std::chrono::milliseconds time)
    {
        if (m_over)
            return Result<Done>(failure(ErrorCode::Closed));
        const ReplyPromise<Done> promise;
        m_server.at(m_server.nowMs + time.count(), promise);
        endsWith([promise] { promise.complete(failure(ErrorCode::Closed)); });
        return Reply<Done>(promise);
    }
    /// Called when the session is over.
    void endsWith(std::function<void()> end) { m_waiting.push_back(std::move(end)); }

    /// At the server, then back.
    template<typename T, typename Do>
    Reply<T> asked(Do what)
    {
        ++m_server.requests;
        if (m_over)
            return Result<T>(failure(ErrorCode::Closed));
        const bool isLost = m_lossIn > 0 && --m_lossIn == 0;
        if (isLost && m_loss == Loss::Request) {
            connectionGone();
            return answered<T>([] { return failure(ErrorCode::ConnectionLoss); });
        }
        const ReplyPromise<T> promise;
        endsWith([promise] { promise.complete(failure(ErrorCode::Closed)); });
        m_server.later([this, promise, what, isLost] { // also if its client has died meanwhile
            auto answer = what();
            if (isLost || m_over)
                connectionGone();
            m_server.later([promise, answer = std::move(answer), isLost] {
                promise.complete(isLost ? Result<T>(failure(ErrorCode::ConnectionLoss)) : Result<T>(answer));
            });
        });
        return Reply<T>(promise);
    }
    template<typename T, typename Answer>
    Reply<T> answered(Answer answer)
    {
        const ReplyPromise<T> promise;
        endsWith([promise] { promise.complete(failure(ErrorCode::Closed)); });
        m_server.later([promise, answer] { promise.complete(Result<T>(answer())); });
        return Reply<T>(promise);
    }

private:
    FakeServer &m_server;
    SessionId m_id;
    bool m_over = false;
    Loss m_loss = Loss::Reply;
    int m_lossIn = 0;
    std::vector<std::function<void()>> m_waiting;
};

} // namespace lockscope::fake
