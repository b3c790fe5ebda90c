// SPDX-License-Identifier: Apache-2.0
// One client of a fake server of keys or rows: see player.h.
#pragma once

#include "tests/support/fake/fakeserver.h"
#include "tests/unit/recipes/player.h"

namespace lockscope {

class KeyPlayer : public Player
{
public:
    KeyPlayer(fake::FakeServer &fake, fake::FakeKeySession &own, std::unique_ptr<recipes::Recipe> made)
        : server(fake)
        , session(own)
    {
        recipe = std::move(made);
    }
    ~KeyPlayer() override
    {
        onGranted = {};
        session.crash();
        server.run();
    }

    void settle() override { server.run(); }
    /// The process is gone.
    void die()
    {
        believes = false;
        recipe->sessionLost();
        session.crash();
    }

    fake::FakeServer &server;
    fake::FakeKeySession &session;
};

/// \a seed: the client's number, too.
inline recipes::RecipeSpec keySpec(const QString &key, quint32 seed, std::chrono::milliseconds limit)
{
    recipes::RecipeSpec spec;
    spec.lock = recipes::pathOfKey(key);
    spec.limit = limit;
    spec.data = "client-" + QByteArray::number(seed);
    spec.seed = seed;
    return spec;
}

} // namespace lockscope
