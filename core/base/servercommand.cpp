// SPDX-License-Identifier: Apache-2.0
#include "core/base/servercommand.h"

namespace lockscope {

using namespace Qt::StringLiterals;

QString serverCommandName(ServerCommand command)
{
    switch (command) {
    case ServerCommand::Kill: return u"kill-server"_s;
    case ServerCommand::Restart: return u"restart-server"_s;
    case ServerCommand::RestartEmpty: return u"restart-server-empty"_s;
    case ServerCommand::Pause: return u"pause-server"_s;
    case ServerCommand::Resume: return u"resume-server"_s;
    case ServerCommand::Detach: return u"detach-replica"_s;
    case ServerCommand::Promote: return u"promote-replica"_s;
    }
    return {};
}

Text serverCommandText(ServerCommand command)
{
    switch (command) {
    case ServerCommand::Kill: return Text::en("server %1 is killed");
    case ServerCommand::Restart: return Text::en("server %1 starts again with what it kept");
    case ServerCommand::RestartEmpty: return Text::en("server %1 starts again without what it kept");
    case ServerCommand::Pause: return Text::en("server %1 stands still");
    case ServerCommand::Resume: return Text::en("server %1 goes on");
    case ServerCommand::Detach: return Text::en("replica %1 hears no more of what its master does");
    case ServerCommand::Promote: return Text::en("replica %1 becomes the master");
    }
    return {};
}

} // namespace lockscope
