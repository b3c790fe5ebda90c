// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: does not look whether the node that it watches is still there. If that goes between the list and
// the watch, nothing ever fires. As Java's WriteLock, and ZooKeeperNetEx #26. Never for real use.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenLostWakeup final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop) override;
};

} // namespace lockscope::recipes
