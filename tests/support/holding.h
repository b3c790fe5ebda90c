// SPDX-License-Identifier: Apache-2.0
// Who holds by a World's queues, and by what a ledger said at each event: for tests that hold the two against each
// other.
#pragma once

#include "core/history/world.h"
#include "core/ledger/nodelives.h"

#include <map>

namespace lockscope::test {

/// Whether each contender's node that was read holds, by its path.
using Holding = std::map<QString, bool>;

/// As servers show it. Of a simulated client its own word wins over that, and the ledger does not take it.
inline Holding holdingBy(const journal::World &world)
{
    Holding holding;
    for (const QString &lock : world.lockPaths()) {
        const locks::LockQueue &queue = world.queueOnServers(lock);
        for (const locks::Contender &contender : queue.contenders) {
            if (isContender(contender) && contender.node.stat)
                holding[queue.pathOf(contender)] = contender.state == locks::ContenderState::Holding;
        }
    }
    return holding;
}

/// \a holding after these changes.
inline void follow(Holding &holding, const std::vector<journal::NodeChange> &changes)
{
    for (const journal::NodeChange &change : changes) {
        if (change.now == journal::NodeStanding::None)
            holding.erase(change.path);
        else
            holding[change.path] = change.now == journal::NodeStanding::Holding;
    }
}

} // namespace lockscope::test
