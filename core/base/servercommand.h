// SPDX-License-Identifier: Apache-2.0
// What can be done to one of the servers that were started for this program alone, while the others go on.
// Never to a server of the user's own.
#pragma once

#include "core/base/text.h"

#include <QString>

#include <array>
#include <optional>

namespace lockscope {

enum class ServerCommand {
    Kill,         ///< its process ends at once; its data stays
    Restart,      ///< killed if it runs, and started again on its data
    RestartEmpty, ///< the same without what it kept: as if it had no persistence
    Pause,        ///< its process stands still
    Resume,
    Detach,  ///< a replica hears no more of what its master does
    Promote, ///< a replica becomes the master: clients that connect from now on come to it
};
inline constexpr std::array allServerCommands{
    ServerCommand::Kill,   ServerCommand::Restart, ServerCommand::RestartEmpty, ServerCommand::Pause,
    ServerCommand::Resume, ServerCommand::Detach,  ServerCommand::Promote,
};

/// "kill-server", "promote-replica", …: as scenarios say it.
QString serverCommandName(ServerCommand command);
/// The sentence for people; %1: the server.
Text serverCommandText(ServerCommand command);

} // namespace lockscope
