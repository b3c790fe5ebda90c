// SPDX-License-Identifier: Apache-2.0
// One client of a fake server of keys or rows, whose acquires and releases a test plays.
#pragma once

#include "core/recipes/recipe.h"

#include <QtGlobal>

#include <functional>
#include <memory>
#include <optional>

namespace lockscope::recipes {

/// One client: a session of the fake server, a recipe on it, and what its acquire and release came to.
template<typename Server, typename Session>
class KeyPlayer
{
public:
    /// \a make(spec, session): its recipe.
    template<typename Make>
    KeyPlayer(Server &fake, RecipeSpec spec, quint32 seed, Make make)
        : server(fake)
        , session(fake.newSession())
    {
        spec.data = "client-" + QByteArray::number(seed);
        spec.seed = seed;
        recipe = make(spec, session);
    }
    ~KeyPlayer()
    {
        onGranted = {};
        session.crash();
        server.run();
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
    /// The process is gone.
    void die()
    {
        believes = false;
        recipe->sessionLost();
        session.crash();
    }
    bool holds() const { return believes; }

    Server &server;
    Session &session;
    std::unique_ptr<Recipe> recipe;
    std::stop_source stop;
    std::optional<Result<Grant>> granted;
    std::optional<Result<Done>> released;
    std::function<void(KeyPlayer &)> onGranted;
    bool busy = false;
    bool believes = false;

private:
    static Task<> runAcquire(KeyPlayer *player)
    {
        player->busy = true;
        auto outcome = co_await player->recipe->acquire(player->stop.get_token());
        player->granted = std::move(outcome);
        player->busy = false;
        player->believes = player->granted->has_value();
        if (player->believes && player->onGranted)
            player->onGranted(*player);
    }
    static Task<> runRelease(KeyPlayer *player)
    {
        player->busy = true;
        auto outcome = co_await player->recipe->release();
        player->released = std::move(outcome);
        player->busy = false;
    }
};

} // namespace lockscope::recipes
