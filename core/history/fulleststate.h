// SPDX-License-Identifier: Apache-2.0
// When there was most to see. Never changes what it looks at.
#pragma once

#include "core/history/history.h"

#include <optional>

namespace lockscope::journal {

struct FullLock
{
    quint64 state = 0; ///< the number of an event
    QString lock;
    size_t contenders = 0;
};

/// The lock with the most contenders; nothing where nobody contends for any.
std::optional<FullLock> fullestLock(const World &world);
/// The same of all states, of which some are looked at, spread evenly over the events: at most 64, fewer where there
/// are many locks. Of equals the first.
std::optional<FullLock> fullestState(const History &history);

} // namespace lockscope::journal
