// SPDX-License-Identifier: Apache-2.0
// The states of a ZooKeeper connection as values. Never a handle; usable by those who only show a connection.
#pragma once

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

/// "connected", "suspended", …: as on screen and in JSON.
inline QString connectionStateName(ConnectionState state)
{
    using namespace Qt::StringLiterals;
    switch (state) {
    case ConnectionState::Closed: return u"closed"_s;
    case ConnectionState::Connecting: return u"connecting"_s;
    case ConnectionState::Connected: return u"connected"_s;
    case ConnectionState::Suspended: return u"suspended"_s;
    case ConnectionState::Expired: return u"expired"_s;
    case ConnectionState::AuthFailed: return u"auth failed"_s;
    }
    return {};
}

} // namespace lockscope
