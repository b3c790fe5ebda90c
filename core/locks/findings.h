// SPDX-License-Identifier: Apache-2.0
// What is wrong with a queue, as far as names and Stats alone can tell. Used by queue.cpp alone.
// Never from what a healthy queue shows as well: a false alarm costs more trust than a miss.
#pragma once

#include "core/locks/queue.h"

namespace lockscope::locks {

/// At most this many nodes are named in one finding; its text has the whole number.
inline constexpr int findingNodesLimit = 100;

/// \a queue is complete but for its findings.
QList<Finding> findingsOf(const LockQueue &queue);

} // namespace lockscope::locks
