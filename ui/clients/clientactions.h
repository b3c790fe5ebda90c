// SPDX-License-Identifier: Apache-2.0
// Everything that can be asked of a simulated client by hand, commands and faults alike: its words, its icon, and
// whether it would do anything just now. Never carries one out.
#pragma once

#include "core/history/world.h"
#include "core/lab/clientspec.h"
#include "ui/theme/icon.h"

#include <variant>

namespace lockscope::ui {

using ClientAction = std::variant<lab::ClientCommand, journal::Fault>;

/// "Acquire", "Pause", …: begins with the verb.
QString actionText(const ClientAction &action);
/// What it does, for a tooltip.
QString actionHelp(const ClientAction &action);
IconId actionIcon(const ClientAction &action);

/// True if its session is alive or may be.
bool isAlive(const journal::Client &client);
/// True if the action would do something in the client's present state.
bool canDo(const journal::Client &client, const ClientAction &action);

} // namespace lockscope::ui
