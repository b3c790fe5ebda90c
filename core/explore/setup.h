// SPDX-License-Identifier: Apache-2.0
// Which clients are run, and what may happen to them besides what they do: where a play begins. Never runs anything.
#pragma once

#include "core/explore/step.h"
#include "core/lab/clientspec.h"

namespace lockscope::explore {

struct Setup
{
    lab::SpawnRequest clients; ///< of its hold times nothing is looked at: a step releases
    FaultCounts faults{};
    bool strayNode = false; ///< a node that is no contender's is in the lock's directory from the beginning
    bool isFresh = false;   ///< the lock was never used: its directories are not there
};

/// More come to more orders than there are seconds in a life.
inline constexpr int mostClients = 10;
inline constexpr int mostRounds = 10;

/// The directories that its clients make where they are missing, parents first.
QStringList directoriesOf(const Setup &setup);

/// \a clients of a recipe on a lock of its own, each once, in the recipe's first dialect; without faults.
Setup setupOf(locks::RecipeId recipe, int clients);
/// For what is broken on purpose: the smallest in which it shows.
Setup brokenSetup(locks::RecipeId recipe);
/// Of two clients where it is sound, else brokenSetup().
Setup usualSetup(locks::RecipeId recipe);
/// Why it cannot be explored, in one sentence; nothing if it can.
std::optional<Error> validate(const Setup &setup);

} // namespace lockscope::explore
