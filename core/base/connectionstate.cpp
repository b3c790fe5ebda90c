// SPDX-License-Identifier: Apache-2.0
#include "core/base/connectionstate.h"

namespace lockscope {

using namespace Qt::StringLiterals;

QString connectionStateName(ConnectionState state)
{
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
