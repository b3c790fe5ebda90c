// SPDX-License-Identifier: Apache-2.0
// The order of service of a directory's children. Used by queue.cpp alone; decides nothing about who holds.
#pragma once

#include "core/locks/queue.h"

#include <vector>

namespace lockscope::locks {

/// Sequence numbers in the order in which a server hands them out: the negative ones follow 2147483647.
inline quint32 circular(qint64 sequence)
{
    return static_cast<quint32>(static_cast<qint32>(sequence));
}

/// True if \a a was handed out before \a b, as long as less than 2³¹ creates lie between them.
inline bool isBefore(quint32 a, quint32 b)
{
    return static_cast<qint32>(a - b) < 0;
}

/// Contenders with a Stat by czxid, then those without by number, foreign children last by name; see readQueue().
void sortByService(std::vector<Contender> &contenders);

/// Fills in Contender::placeShift; \a contenders are in order of service.
void placeByDialect(std::vector<Contender> &contenders);

} // namespace lockscope::locks
