// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: an acquire that is cancelled or times out leaves its node, which nobody releases once it is first.
// As kazoo #732 and zk-ruby #49, #51. Never for real use.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenLeakyTimeout final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Task<Result<Grant>> giveUp(Error why) override;
};

} // namespace lockscope::recipes
