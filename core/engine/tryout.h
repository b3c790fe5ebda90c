// SPDX-License-Identifier: Apache-2.0
// What a connection would find: opened beside whatever is open, looked around with, and closed again.
// Never watches, never writes, and leaves the connection that is open alone.
#pragma once

#include "core/base/error.h"
#include "core/base/task.h"
#include "core/zk/connection.h"

#include <QString>

namespace lockscope {

struct TryOut
{
    QString server;           ///< that let us in
    int servers = 0;          ///< addresses that the connect string stands for
    int sessionTimeoutMs = 0; ///< as the server granted it
    int children = 0;         ///< of the root
    bool tls = false;
    std::optional<Error> rootError; ///< why the root could not be listed: it is absent, or the login may not
    qint64 tookMs = 0;              ///< to the session
};

/// On the engine's thread, as all sessions.
Task<Result<TryOut>> tryOut(zk::ConnectionSpec spec, QString root);

} // namespace lockscope
