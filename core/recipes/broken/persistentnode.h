// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: its node is persistent, so that it stays when the client dies, and the lock is taken for ever.
// As kazoo's Lock with ephemeral=False and Hive's locks with keep-alive. Never for real use.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenPersistentNode final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Task<Result<Grant>> enqueue(std::stop_token stop) override;
    /// After a lost reply: the node of this name, whoever made it, if it is there. Names carry a token of ours.
    Task<Result<std::optional<Grant>>> findOwn(QString prefix);
};

} // namespace lockscope::recipes
