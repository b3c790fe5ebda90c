// SPDX-License-Identifier: Apache-2.0
// The wait-for rules: of a queue in order of service, who is in whose way. Used by queue.cpp alone.
// Never looks at names or Stats; linear in the number of contenders whatever the mixture of readers and writers.
#pragma once

#include "core/base/ids.h"
#include "core/locks/dialect.h"

#include <vector>

namespace lockscope::locks {

/// As much of a contender as its rule needs. Contenders of different dialects do not see each other.
struct Slot
{
    Dialect dialect = Dialect::Generic;
    Mode mode = Mode::Exclusive;
    qint64 sequence = 0;
    SessionId owner; ///< null while not known
};

/// Curator's write → read downgrade: the reader is written, not as a sequential node, with its own writer's number.
bool isDowngrade(const Slot &reader, const Slot &writer);

/// For each slot the index of the one that it waits for, or -1 if nobody is in its way.
std::vector<int> blockers(const std::vector<Slot> &slotsInOrder);

} // namespace lockscope::locks
