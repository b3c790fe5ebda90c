// SPDX-License-Identifier: Apache-2.0
// What one release costs all clients of a lock together, as figures: what the catalog says in words, for any number of
// waiters. Pure data; a test counts the same on the recipes themselves, and `lockscope-bench costs` on a real server.
#pragma once

#include "core/base/text.h"
#include "core/locks/recipeid.h"

#include <vector>

namespace lockscope::locks {

struct ReleaseCost
{
    qint64 events = 0;   ///< watch events
    qint64 requests = 0; ///< of those who were woken until one holds, and the release itself

    bool operator==(const ReleaseCost &) const = default;
};

/// \a waiters behind the one that releases. Of read/write locks a writer releases and all who wait are readers; of
/// Curator's one more writer is before them. A semaphore has all its leases out. Of several locks as one there are two.
/// What is broken on purpose costs what the recipe costs that it is made from.
ReleaseCost releaseCost(RecipeId recipe, qint64 waiters);

/// The sound recipe that a broken one is made from; a sound one itself.
RecipeId soundForm(RecipeId recipe);

/// A recipe to set beside others.
struct CostVariant
{
    RecipeId recipe = RecipeId::Mutex;
    Text label; ///< two or three words
};
/// The dearest first.
const std::vector<CostVariant> &costVariants();

} // namespace lockscope::locks
