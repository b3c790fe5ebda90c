// SPDX-License-Identifier: Apache-2.0
#include "core/locks/waits.h"

#include <array>
#include <limits>

namespace lockscope::locks {

namespace {

/// What a dialect's contenders have in front of them so far; indices, -1 for none.
struct Ahead
{
    int last = -1;
    int oldestExclusive = -1;
    int nearestExclusive = -1;

    void pass(int index, Mode mode)
    {
        last = index;
        if (mode != Mode::Exclusive)
            return;
        nearestExclusive = index;
        if (oldestExclusive < 0)
            oldestExclusive = index;
    }
};

int blockerOf(const Slot &slot, const Ahead &ahead, const std::vector<Slot> &slotsInOrder)
{
    if (slot.mode == Mode::Exclusive || slot.dialect == Dialect::Generic)
        return ahead.last;
    if (slot.dialect != Dialect::Curator)
        return ahead.nearestExclusive;
    const int oldest = ahead.oldestExclusive;
    return oldest >= 0 && isDowngrade(slot, slotsInOrder[static_cast<size_t>(oldest)]) ? -1 : oldest;
}

} // namespace

bool isDowngrade(const Slot &reader, const Slot &writer)
{
    // Servers stick at the greatest number, which strangers then share.
    constexpr qint64 stuck = std::numeric_limits<qint32>::max();
    return reader.dialect == Dialect::Curator && writer.dialect == Dialect::Curator && reader.mode == Mode::Shared
           && writer.mode == Mode::Exclusive && reader.sequence == writer.sequence && reader.owner == writer.owner
           && reader.sequence != stuck;
}

std::vector<int> blockers(const std::vector<Slot> &slotsInOrder)
{
    std::vector<int> result;
    result.reserve(slotsInOrder.size());
    std::array<Ahead, dialectCount> aheadOf;
    for (const Slot &slot : slotsInOrder) {
        Ahead &ahead = aheadOf[static_cast<size_t>(slot.dialect)];
        const int index = static_cast<int>(result.size());
        result.push_back(blockerOf(slot, ahead, slotsInOrder));
        ahead.pass(index, slot.mode);
    }
    return result;
}

} // namespace lockscope::locks
