// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/orphanedlease.h"

namespace lockscope::recipes {

Task<Result<Grant>> BrokenOrphanedLease::giveUp(Error why)
{
    co_return tl::unexpected(why); // sound: the lease is deleted first
}

} // namespace lockscope::recipes
