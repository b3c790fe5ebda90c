// SPDX-License-Identifier: Apache-2.0
// A release plan made from a queue that is there already, for tests and pictures of what shows plans.
// Never for carrying out: nothing was read for it.
#pragma once

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/observe/release.h"

namespace lockscope::test {

inline observe::ReleasePlan planFrom(const locks::LockQueue &queue, const std::vector<int> &indices)
{
    observe::ReleasePlan plan;
    observe::ReleaseLock lock;
    lock.queue = queue;
    lock.removed = indices;
    lock.next = queue.nextAfterRemoval(indices);
    lock.stillWaiting = queue.waiting - static_cast<int>(lock.next.size());
    for (const int index : indices) {
        const locks::Contender &contender = queue.contenders[static_cast<size_t>(index)];
        const bool holds = contender.state == locks::ContenderState::Holding;
        lock.stillWaiting -= holds ? 0 : 1;
        plan.targets.push_back({joinPath(queue.path, contender.node.name),
                                contender.node.stat.value_or(NodeStat{}),
                                contender.node,
                                0,
                                index,
                                holds,
                                {}});
    }
    plan.locks = {lock};
    plan.readAtNs = nowNs();
    return plan;
}

} // namespace lockscope::test
