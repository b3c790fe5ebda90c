// SPDX-License-Identifier: Apache-2.0
// The recipes by name, and the five states of whoever runs one. Never the algorithms: those are in core/recipes.
#pragma once

#include <QString>
#include <QStringView>

#include <optional>

namespace lockscope::locks {

enum class RecipeId { Mutex, ReadWrite };

/// FREE → FETCHING → RETAINED → RELEASING → RELEASED (failure: FETCHING → RELEASING).
enum class LockState { Free, Fetching, Retained, Releasing, Released };

/// "mutex", "readwrite": as on the command line.
QString recipeName(RecipeId recipe);
std::optional<RecipeId> recipeFromName(QStringView name);

/// "FREE", "FETCHING", …
QString lockStateName(LockState state);

} // namespace lockscope::locks
