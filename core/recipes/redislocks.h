// SPDX-License-Identifier: Apache-2.0
// Locks that are one key of a Redis server, or the same key of several. There is no queue: a client that finds the key
// taken tries again, after a rest or when a release is published. Broken ones are as the articles first had them. Never
// a fencing token: Redis counts nothing that could be one.
#pragma once

#include "core/recipes/recipe.h"
#include "core/recipes/redisstore.h"

#include <vector>

namespace lockscope::recipes {

/// Of one of locks::redisCatalog(). \a servers: as many as it needs or more, of which a recipe of one key asks the
/// first; they and \a observer must outlive it; \a observer may be null.
std::unique_ptr<Recipe> makeRedisRecipe(locks::RecipeId id, RecipeSpec spec, const std::vector<RedisStore *> &servers,
                                        StepObserver *observer = nullptr);

} // namespace lockscope::recipes
