// SPDX-License-Identifier: Apache-2.0
#include "core/history/fulleststate.h"

#include <algorithm>

namespace lockscope::journal {

namespace {

constexpr quint64 mostLooks = 64;
constexpr quint64 leastLooks = 4;
/// As many queues are read in a moment that nobody notices.
constexpr quint64 mostQueues = 20'000;

} // namespace

std::optional<FullLock> fullestLock(const World &world)
{
    FullLock fullest{world.eventNumber(), {}, 0};
    for (const QString &path : world.lockPaths()) {
        const size_t contenders = world.queue(path).contenders.size();
        if (contenders > fullest.contenders) {
            fullest.lock = path;
            fullest.contenders = contenders;
        }
    }
    return fullest.contenders > 0 ? std::optional(fullest) : std::nullopt;
}

std::optional<FullLock> fullestState(const History &history)
{
    const quint64 first = history.firstState();
    const quint64 events = history.lastState() - first;
    const auto locks = static_cast<quint64>(history.at(first + events / 2).lockPaths().size());
    const quint64 looks = std::clamp(mostQueues / std::max<quint64>(locks, 1), leastLooks, mostLooks);
    std::optional<FullLock> fullest;
    World world = history.at(first);
    Changes unused;
    for (quint64 look = 1; look <= looks; ++look) {
        const quint64 number = first + events * look / looks;
        if (history.isNear(world.eventNumber(), number))
            history.advance(world, number, unused);
        else
            world = history.at(number);
        const auto here = fullestLock(world);
        if (here && (!fullest || here->contenders > fullest->contenders))
            fullest = here;
    }
    return fullest;
}

} // namespace lockscope::journal
