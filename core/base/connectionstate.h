// SPDX-License-Identifier: Apache-2.0
// The states of a ZooKeeper connection as values. Never a handle; usable by code that only shows a connection.
#pragma once

#include "core/base/text.h"

#include <QString>

namespace lockscope {

enum class ConnectionState {
    Closed,     ///< never opened, or closed by us
    Connecting, ///< no session yet
    Connected,
    Suspended,  ///< the session may live on the server, the connection is gone; reconnecting
    Expired,    ///< the server ended the session; final
    AuthFailed, ///< the login was refused; final
};

/// The session is over for good: nothing brings it back.
inline bool isOver(ConnectionState state)
{
    return state == ConnectionState::Closed || state == ConnectionState::Expired
           || state == ConnectionState::AuthFailed;
}

inline const char *connectionStateWord(ConnectionState state)
{
    switch (state) {
    case ConnectionState::Closed: return QT_TRANSLATE_NOOP("lockscope::Text", "closed");
    case ConnectionState::Connecting: return QT_TRANSLATE_NOOP("lockscope::Text", "connecting");
    case ConnectionState::Connected: return QT_TRANSLATE_NOOP("lockscope::Text", "connected");
    case ConnectionState::Suspended: return QT_TRANSLATE_NOOP("lockscope::Text", "suspended");
    case ConnectionState::Expired: return QT_TRANSLATE_NOOP("lockscope::Text", "expired");
    case ConnectionState::AuthFailed: return QT_TRANSLATE_NOOP("lockscope::Text", "auth failed");
    }
    return "";
}

/// "connected", "suspended", …: as in JSON.
inline QString connectionStateName(ConnectionState state)
{
    return QString::fromLatin1(connectionStateWord(state));
}

/// The same as on screen.
inline Text connectionStateText(ConnectionState state)
{
    return Text::ofTable(connectionStateWord(state));
}

} // namespace lockscope
