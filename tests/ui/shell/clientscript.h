// SPDX-License-Identifier: Apache-2.0
// Events of simulated clients, as the lab writes them, on top of what a WorldScript can say of the ensemble.
#pragma once

#include "tests/ui/models/worldscript.h"

namespace lockscope::ui {

inline void spawn(WorldScript &script, quint32 id, const QString &lock, locks::RecipeId recipe = locks::RecipeId::Mutex,
                  locks::Mode mode = locks::Mode::Exclusive)
{
    journal::ClientSpawned spawned;
    spawned.id = ClientId{id};
    spawned.name = QStringLiteral("client-%1").arg(id);
    spawned.recipe = recipe;
    spawned.mode = mode;
    spawned.lock = lock;
    script.write(spawned);
    script.write(journal::ClientConnection{ClientId{id}, ConnectionState::Connected, SessionId{0x1000 + id}});
}

inline void setState(WorldScript &script, quint32 id, locks::LockState state, const QString &node = {}, int round = 0)
{
    journal::ClientLockState changed;
    changed.id = ClientId{id};
    changed.state = state;
    changed.node = node;
    changed.round = round;
    script.write(changed);
}

} // namespace lockscope::ui
