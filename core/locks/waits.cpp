// SPDX-License-Identifier: Apache-2.0
#include "core/locks/waits.h"

#include "core/locks/dialectregistry.h"

#include <limits>
#include <numeric>

namespace lockscope::locks {

namespace {

const Slot &at(const std::vector<Slot> &slotsInOrder, int index)
{
    return slotsInOrder[static_cast<size_t>(index)];
}

} // namespace

void nodeBefore(const std::vector<Slot> &, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int last = nobody;
    for (const int index : mine)
        blockedBy[static_cast<size_t>(index)] = std::exchange(last, index);
}

void nearestBlocker(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int last = nobody;
    int writer = nobody;
    for (const int index : mine) {
        const bool exclusive = at(slotsInOrder, index).mode == Mode::Exclusive;
        blockedBy[static_cast<size_t>(index)] = exclusive ? last : writer;
        last = index;
        if (exclusive)
            writer = index;
    }
}

void oldestWriter(const std::vector<Slot> &slotsInOrder, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    int last = nobody;
    int oldest = nobody;
    for (const int index : mine) {
        const Slot &slot = at(slotsInOrder, index);
        const bool exclusive = slot.mode == Mode::Exclusive;
        int &blocker = blockedBy[static_cast<size_t>(index)];
        blocker = exclusive ? last : oldest;
        if (!exclusive && oldest >= 0 && isDowngrade(slot, at(slotsInOrder, oldest)))
            blocker = nobody;
        last = index;
        if (exclusive && oldest < 0)
            oldest = index;
    }
}

void neverWaits(const std::vector<Slot> &, const std::vector<int> &mine, std::vector<int> &blockedBy)
{
    for (const int index : mine)
        blockedBy[static_cast<size_t>(index)] = nobody;
}

bool isDowngrade(const Slot &reader, const Slot &writer)
{
    // Servers stick at the greatest number, which strangers then share.
    constexpr qint64 stuck = std::numeric_limits<qint32>::max();
    return reader.dialect == writer.dialect && reader.mode == Mode::Shared && writer.mode == Mode::Exclusive
           && reader.sequence == writer.sequence && reader.owner == writer.owner && reader.sequence != stuck;
}

std::vector<int> blockers(const std::vector<Slot> &slotsInOrder)
{
    const DialectRegistry &book = dialectRegistry();
    std::vector<std::vector<int>> byDialect(book.all().size());
    for (int i = 0; i < static_cast<int>(slotsInOrder.size()); ++i) {
        const auto dialect = static_cast<size_t>(at(slotsInOrder, i).dialect);
        byDialect[dialect < byDialect.size() ? dialect : static_cast<size_t>(Dialect::Generic)].push_back(i);
    }
    std::vector<int> blockedBy(slotsInOrder.size(), nobody);
    for (size_t dialect = 0; dialect < byDialect.size(); ++dialect) {
        if (!byDialect[dialect].empty())
            book.rules(static_cast<Dialect>(dialect)).waits(slotsInOrder, byDialect[dialect], blockedBy);
    }
    return blockedBy;
}

} // namespace lockscope::locks
