// SPDX-License-Identifier: Apache-2.0
// One contender of a test: a recipe on a session of a fake server, and what its acquires and releases came to.
// Never ends its session: who derives from it does, so that no coroutine is left waiting.
#pragma once

#include "core/recipes/recipe.h"

#include <QtGlobal>

#include <functional>
#include <memory>
#include <optional>

namespace lockscope {

class Player
{
public:
    virtual ~Player()
    {
        if (busy)
            qFatal("A recipe still waits although its session is over");
    }

    void acquire()
    {
        granted.reset();
        stop = std::stop_source();
        runAcquire(this);
    }
    void release()
    {
        believes = false;
        released.reset();
        runRelease(this);
    }
    void giveUp()
    {
        auto kept = stop;
        kept.request_stop();
    }

    /// All that is to happen at the server happens.
    virtual void settle() = 0;
    /// Whether it holds then.
    bool acquireNow()
    {
        acquire();
        settle();
        return holds();
    }
    /// Whether it has given it back.
    bool releaseNow()
    {
        release();
        settle();
        return released && released->has_value();
    }
    void giveUpNow()
    {
        giveUp();
        settle();
    }

    bool holds() const { return believes; }
    bool waits() const { return busy && !granted; }
    ErrorCode acquireError() const { return errorOf(granted); }
    ErrorCode releaseError() const { return errorOf(released); }
    /// What its recipe says when it is asked; none if that fails.
    std::optional<bool> stillHeld()
    {
        const auto held = std::make_shared<std::optional<bool>>();
        auto asking = recipe->isStillHeld();
        asking.then([held](const Result<bool> &answer) {
            if (answer)
                *held = *answer;
        });
        settle();
        return *held;
    }

    std::unique_ptr<recipes::Recipe> recipe;
    std::stop_source stop;
    std::optional<Result<recipes::Grant>> granted;
    std::optional<Result<Done>> released;
    std::function<void()> onGranted;
    bool busy = false;
    bool believes = false; ///< that it holds: from the return of acquire() to the call of release()

private:
    template<typename T>
    static ErrorCode errorOf(const std::optional<Result<T>> &outcome)
    {
        return outcome && !*outcome ? outcome->error().code : ErrorCode::Other;
    }

    static Task<> runAcquire(Player *player)
    {
        player->busy = true;
        auto outcome = co_await player->recipe->acquire(player->stop.get_token());
        player->released.reset();
        player->granted = std::move(outcome);
        player->busy = false;
        player->believes = player->granted->has_value();
        if (player->believes && player->onGranted)
            player->onGranted();
    }
    static Task<> runRelease(Player *player)
    {
        player->busy = true;
        auto outcome = co_await player->recipe->release();
        player->released = std::move(outcome);
        player->busy = false;
    }
};

/// Each asks when all has happened that those before it brought about.
inline void acquireInTurn(std::initializer_list<Player *> players)
{
    for (Player *player : players)
        player->acquireNow();
}

} // namespace lockscope
