// SPDX-License-Identifier: Apache-2.0
// Locks on a database: a row that is there, a version that is still the same, the database's own row lock, and its lock
// by name. Never more than the row of the lock's name.
#pragma once

#include "core/recipes/recipe.h"
#include "core/recipes/sqlstore.h"

namespace lockscope::recipes {

/// Of one of locks::sqlCatalog(). \a store and \a observer must outlive it; \a observer may be null.
std::unique_ptr<Recipe> makeSqlRecipe(locks::RecipeId id, RecipeSpec spec, SqlStore &store,
                                      StepObserver *observer = nullptr);

} // namespace lockscope::recipes
