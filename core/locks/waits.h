// SPDX-License-Identifier: Apache-2.0
// The wait-for rules: of a queue in order of service, who is in whose way. Each is a function that a dialect names.
// Never look at the ensemble; linear in the number of contenders whatever the mixture of readers and writers.
#pragma once

#include "core/base/ids.h"
#include "core/locks/dialect.h"

#include <vector>

namespace lockscope::locks {

struct Contender;

/// As much of a contender as its rule needs. Contenders of different dialects do not see each other.
struct Slot
{
    Dialect dialect = Dialect::Generic;
    Mode mode = Mode::Exclusive;
    qint64 sequence = 0;
    SessionId owner; ///< null while not known
    NameKind kind = NameKind::Mutex;
    quint8 role = 0;
    const Contender *contender = nullptr; ///< not owned; for the rules that look at names or data
};

/// Nobody is in its way: it holds.
inline constexpr int nobody = -1;
/// Neither names nor data tell whether it is served (a semaphore whose size is written nowhere).
inline constexpr int notKnown = -2;

/// Fills in \a blockedBy[i] for each i of \a mine, the slots of one dialect in order of service: the index of the one
/// that it waits for, or one of the two above. Other entries belong to other dialects.
using WaitRule = void (*)(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine,
                          std::vector<int> &blockedBy);

/// Each for the one just before it, whatever it is.
void nodeBefore(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);
/// A reader for the nearest earlier writer, a writer for the one just before it.
void nearestBlocker(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);
/// Curator: a reader for the oldest writer, unless that is its own of which it was downgraded.
void oldestWriter(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);
/// Everybody holds.
void neverWaits(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);

/// Curator's write → read downgrade: the reader is written, not as a sequential node, with its own writer's number.
bool isDowngrade(const Slot &reader, const Slot &writer);

/// For each slot the index of the one that it waits for, nobody, or notKnown.
std::vector<int> blockers(const std::vector<Slot> &slotsInOrder);

} // namespace lockscope::locks
