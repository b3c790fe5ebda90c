// SPDX-License-Identifier: Apache-2.0
// The naive queue: the smallest node holds, and everyone else watches the directory: each arrival and each departure
// wakes all of them (the herd effect). Fair all the same; never watches a single node.
#pragma once

#include "core/recipes/nodelock.h"

namespace lockscope::recipes {

class QueueHerd final : public NodeLock
{
public:
    QueueHerd(RecipeSpec spec, Store &store, StepObserver *observer);

private:
    Task<Result<Done>> waitForTurn(std::stop_token stop) override;
    /// Whether our node is the smallest; NoNode: it is not there.
    Result<bool> isFirst(const NameList &names) const;
};

} // namespace lockscope::recipes
