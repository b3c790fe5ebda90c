// SPDX-License-Identifier: Apache-2.0
// The numbers by which servers say what went wrong, as ours: for those who read a connection that is not their own.
// Never the C library's header: that stays in core/zk's own sources.
#pragma once

#include "core/base/error.h"

namespace lockscope::zk {

/// Other for a number that no client knows.
ErrorCode errorCodeOf(qint32 serverCode);

} // namespace lockscope::zk
