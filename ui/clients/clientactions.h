// SPDX-License-Identifier: Apache-2.0
// Everything that can be asked of a simulated client by hand, commands and faults alike: its words, its icon, and
// whether it would do anything just now. Never carries one out.
#pragma once

#include "core/history/world.h"
#include "core/lab/clientspec.h"
#include "ui/theme/icon.h"

#include <functional>
#include <variant>

class QMenu;

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

/// The faults as menu entries, those that last with a choice of how long. The same in the tool bar and on a row.
/// Never stages one: it hands on what was chosen.
struct FaultChoices
{
    /// Of those selected, for how many the fault would do something.
    std::function<qsizetype(journal::Fault)> count;
    std::function<void(const lab::FaultRequest &)> ask;
    std::chrono::milliseconds sessionTimeout{0}; ///< of the clients; 0: not known
};

/// \a choices may be called for as long as the menu, and a dialog that it opened, is there.
void addFaults(QMenu *menu, const FaultChoices &choices);

} // namespace lockscope::ui
