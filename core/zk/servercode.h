// SPDX-License-Identifier: Apache-2.0
// Error codes of servers as ours: for code that reads a connection which is not its own.
// Never the C library's header: that stays in core/zk's own sources.
#pragma once

#include "core/base/error.h"

namespace lockscope::zk {

/// Other for a number that no client knows.
ErrorCode errorCodeOf(qint32 serverCode);

} // namespace lockscope::zk
