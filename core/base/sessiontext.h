// SPDX-License-Identifier: Apache-2.0
// A session's number as people write it. ZooKeeper prints it in hex; clients in Java and JavaScript log it in decimal,
// with a sign where the server's own number is above 127. Never a path: those begin with a slash.
#pragma once

#include "core/base/ids.h"

#include <QStringView>

#include <optional>

namespace lockscope {

/// "0x1000009f7cb0000", "72057594037927936", "-6917529027641081856"; nothing if it is no session's number.
std::optional<SessionId> sessionFromText(QStringView text);

} // namespace lockscope
