// SPDX-License-Identifier: Apache-2.0
// A request for clients of any recipe, with a value for each option that the recipe has. Never spawns them.
#pragma once

#include "core/lab/clientspec.h"
#include "core/locks/recipecatalog.h"

namespace lockscope::test {

/// In the dialect of this number, counted round. How many clients, their rounds and their holds are the caller's.
lab::SpawnRequest wholeRequest(const locks::RecipeInfo &info, qsizetype dialect, const QString &lock);

} // namespace lockscope::test
