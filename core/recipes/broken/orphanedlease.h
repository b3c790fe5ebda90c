// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: an acquire that gives up leaves its lease, which counts for as long as its session lives: in the
// end none is left although nobody holds one. As Curator's InterProcessSemaphoreV2 (CURATOR-315, CURATOR-462).
#pragma once

#include "core/recipes/semaphore.h"

namespace lockscope::recipes {

class BrokenOrphanedLease final : public Semaphore
{
public:
    using Semaphore::Semaphore;

private:
    Task<Result<Grant>> giveUp(Error why) override;
};

} // namespace lockscope::recipes
