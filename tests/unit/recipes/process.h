// SPDX-License-Identifier: Apache-2.0
// One process of a test: a session of the fake ensemble, a process lock on it, and what its threads' calls came to.
// Ends its session when it goes, so that no coroutine is left waiting.
#pragma once

#include "core/recipes/processlock.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope {

/// A writer that holds, for processes to wait for.
class Holder : public Actor
{
public:
    explicit Holder(fake::FakeEnsemble &fake)
        : Actor(fake, spec(), locks::RecipeId::ReadWrite)
    {
        acquireNow();
    }
};

/// One acquire of one thread: its future.
struct Ask
{
    std::stop_source stop;
    std::optional<Result<recipes::Grant>> outcome;

    bool granted() const { return outcome && outcome->has_value(); }
    ErrorCode error() const { return outcome && !*outcome ? outcome->error().code : ErrorCode::Other; }
    void giveUp()
    {
        auto kept = stop;
        kept.request_stop();
    }
};

class Process
{
public:
    explicit Process(fake::FakeEnsemble &fake, recipes::RecipeSpec spec, recipes::StepObserver *observer = nullptr)
        : ensemble(fake)
        , session(fake.newSession())
        , lock(std::move(spec), session, observer)
    {
    }

    ~Process()
    {
        session.expire();
        lock.sessionLost();
        ensemble.run();
        if (running > 0)
            qFatal("A thread still waits although the session is over");
    }

    std::shared_ptr<Ask> acquire(recipes::ThreadId thread)
    {
        auto ask = std::make_shared<Ask>();
        runAcquire(this, thread, ask);
        return ask;
    }

    /// And all that follows happens.
    std::shared_ptr<Ask> acquireNow(recipes::ThreadId thread)
    {
        const auto ask = acquire(thread);
        ensemble.run();
        return ask;
    }

    std::shared_ptr<std::optional<Result<Done>>> release(recipes::ThreadId thread)
    {
        auto outcome = std::make_shared<std::optional<Result<Done>>>();
        runRelease(this, thread, outcome);
        return outcome;
    }

    recipes::ProcessState state() const { return lock.state(); }
    bool isIn(locks::LockState wanted, quint32 threads) const
    {
        return state() == recipes::ProcessState{wanted, threads};
    }
    QStringList nodes() const { return ensemble.children(lockPath); }

    fake::FakeEnsemble &ensemble;
    fake::FakeSession &session;
    recipes::ProcessLock lock;
    int running = 0;

private:
    static Task<> runAcquire(Process *process, recipes::ThreadId thread, std::shared_ptr<Ask> ask)
    {
        ++process->running;
        auto outcome = co_await process->lock.acquire(thread, ask->stop.get_token());
        --process->running;
        ask->outcome = std::move(outcome);
    }

    static Task<> runRelease(Process *process, recipes::ThreadId thread,
                             std::shared_ptr<std::optional<Result<Done>>> into)
    {
        ++process->running;
        auto outcome = co_await process->lock.release(thread);
        --process->running;
        *into = std::move(outcome);
    }
};

} // namespace lockscope
