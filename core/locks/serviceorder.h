// SPDX-License-Identifier: Apache-2.0
// The order of service of a queue, and its wait-for rules: in that order, who is in whose way. Each rule is a function
// that a dialect names. Never looks at the ensemble; linear in the number of contenders but for the sorting.
#pragma once

#include "core/locks/contender.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace lockscope::locks {

/// Contenders with a Stat by czxid, then those without by number, foreign children last by name; see readQueue().
void sortByService(std::vector<Contender> &contenders);

/// Fills in Contender::placeShift; \a contenders are in order of service.
void placeByDialect(std::vector<Contender> &contenders);

/// After the wrap of a directory's counter: the indices of contenders of \a dialect that by their clients' own order
/// stand before all that were there when they came. Each found none before it, and the earlier ones do not look again.
/// Empty where there are not several. \a contenders are in order of service, with their placeShift.
template<typename Contenders>
std::vector<int> severalFirst(const Contenders &contenders, Dialect dialect)
{
    std::vector<int> first;
    std::optional<int> foremost;
    bool hasWrapped = false;
    int place = -1;
    for (const Contender &contender : contenders) {
        ++place;
        if (!isContender(contender) || !contender.node.stat || contender.parsed->dialect != dialect
            || dialect == Dialect::Generic || !contender.placeShift)
            continue;
        const int own = place + *contender.placeShift;
        if ((!foremost || own < *foremost) && contender.parsed->mode == Mode::Exclusive) {
            hasWrapped = hasWrapped || (foremost && contender.parsed->sequence < 0);
            first.push_back(place);
        }
        foremost = std::min(foremost.value_or(own), own);
    }
    return hasWrapped ? first : std::vector<int>();
}

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

/// \a directory: the dialect of its queue.
Slot slotOf(const Contender &contender, Dialect directory);

/// Contenders come before foreign children, so that indices of slots are indices of contenders.
template<typename Contenders>
std::vector<Slot> slotsOf(const Contenders &contenders, Dialect directory)
{
    std::vector<Slot> slotsInOrder;
    slotsInOrder.reserve(contenders.size());
    for (const Contender &contender : contenders) {
        if (!isContender(contender))
            break;
        slotsInOrder.push_back(slotOf(contender, directory));
    }
    return slotsInOrder;
}

/// None is in its way: it holds.
inline constexpr int noBlocker = -1;
/// Names and data do not show whether it is served (a semaphore whose size is written nowhere).
inline constexpr int notKnown = -2;
/// It waits for none, and holds nothing either: a member of a group.
inline constexpr int inGroup = -3;

/// Fills in \a blockedBy[i] for each i of \a mine, the slots of one dialect in order of service: the index of the one
/// that it waits for, or one of the three above. Other entries belong to other dialects.
using WaitRule = void (*)(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine,
                          std::vector<int> &blockedBy);

/// Each for the one just before it, whatever it is.
void nodeBefore(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);
/// The same where the names before the numbers are one name. Of several, each may be a lock of its own: then of the
/// first alone it is sure that it is served.
void nodeBeforeOfOneName(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);
/// A reader for the nearest earlier writer, a writer for the one just before it.
void nearestBlocker(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);
/// Curator: a reader for the oldest writer, unless that is its own of which it was downgraded. One of the session of a
/// writer that holds is not known: the thread that has the write lock takes the read lock at once, others wait.
void oldestWriter(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);
/// As nearestBlocker(), but of leases: the size of the semaphore is each client's own argument and written nowhere, so
/// of the first alone it is sure that it holds.
void firstLeaseHolds(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);
/// All hold.
void neverWaits(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);
/// None holds, none waits.
void standBesideOneAnother(const std::vector<Slot> &, const std::vector<int> &, std::vector<int> &);

/// Curator's write → read downgrade: the reader is written, not as a sequential node, with its own writer's number.
bool isDowngrade(const Slot &reader, const Slot &writer);

/// For each slot the index of the one that it waits for, noBlocker, notKnown, or inGroup.
std::vector<int> blockers(const std::vector<Slot> &slotsInOrder);

} // namespace lockscope::locks
