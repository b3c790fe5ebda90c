// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: when the node before it goes before it is watched, it deletes its own and queues anew, behind all
// others. As the recipe in ZooKeeper's C client, zkr_lock_operation() in zoo_lock.c. Never for real use.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenRequeueAtTail final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop) override;
};

} // namespace lockscope::recipes
