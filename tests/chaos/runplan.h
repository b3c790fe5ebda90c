// SPDX-License-Identifier: Apache-2.0
// What one run of chaos is: which recipe in which dialect, by which clients, under which faults and by which clock. All
// of it follows from its name, so that every process makes the same of it, and so does whoever repeats it.
// Never runs anything.
#pragma once

#include "core/lab/clientspec.h"
#include "core/locks/recipecatalog.h"

#include <QString>

#include <chrono>
#include <optional>

namespace lockscope::chaos {

/// Directly below it each run has its lock, by its own name.
inline const QString treeRoot = QStringLiteral("/chaos");

/// Of the processes that clients run in: each has one.
enum class ClientClock {
    True,
    AheadAndFast,
    BehindAndSlow,
};
inline constexpr int clockCount = 3;
/// "true", "ahead-fast", "behind-slow".
QString clockName(ClientClock clock);

struct RunPlan
{
    QString name; ///< "17" of a sound recipe, "broken-self-watch-3" of one that is broken on purpose
    ClientClock clock = ClientClock::True;
    lab::SpawnRequest request;
    std::chrono::milliseconds limit{0}; ///< a sound run that is not over by then hangs
    /// Afterwards others come to the same lock, hold it and wait for it, and stay so: what is compared has a queue.
    std::optional<lab::SpawnRequest> standing;
    bool makesStrayChild = false; ///< see test::Provocation
    bool downgrades = false;

    const locks::RecipeInfo &recipe() const { return locks::recipeInfo(request.recipe); }
    /// Its clients queue in one directory and hold by nodes in another one.
    bool hasLeases() const { return recipe().options.leases || request.recipe == locks::RecipeId::SemaphoreMutex; }
};

/// Nothing where no run has that name.
std::optional<RunPlan> planOf(const QString &name);
/// Of the sound run with this seed: recipes, clocks and dialects take turns.
RunPlan soundPlan(quint64 seed);
/// Of the try with this number, from 0.
RunPlan brokenPlan(const locks::RecipeInfo &info, int attempt);

std::vector<const locks::RecipeInfo *> soundRecipes();
std::vector<const locks::RecipeInfo *> brokenRecipes();

} // namespace lockscope::chaos
