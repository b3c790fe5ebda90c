// SPDX-License-Identifier: Apache-2.0
// What each recipe promises, costs and can be asked: plain data for people's choices. Never runs one, and never states
// what core/recipes does not keep; the figures are measured by `lockscope-bench costs`.
#pragma once

#include "core/base/text.h"
#include "core/locks/dialect.h"
#include "core/locks/recipeid.h"

#include <QList>
#include <QString>

#include <vector>

namespace lockscope::locks {

struct Guarantees
{
    bool fair = false;      ///< served in the order of arrival
    bool reentrant = false; ///< its holder may take it again
    bool shared = false;    ///< several may hold at once
    bool herdFree = false;  ///< a release wakes only whom it concerns
};

/// In the words of the cost table; N: waiters, k: readers behind a writer, L: locks.
struct Cost
{
    Text requestsFree;       ///< to arrive at a free lock
    Text requestsContended;  ///< to arrive at a taken one
    Text eventsPerRelease;   ///< watch events
    Text requestsPerRelease; ///< of those who were woken, and the release itself not counted
};

/// Options of a spawned client that mean something to the recipe.
struct Options
{
    bool writers = false; ///< readers and writers
    bool leases = false;
    bool paths = false;   ///< several locks
    bool entries = false; ///< nested acquisitions
    bool threads = false; ///< sharing one process
};

struct RecipeInfo
{
    RecipeId id = RecipeId::Mutex;
    QString name;
    Text title;   ///< a few words
    Text summary; ///< one sentence: how it works
    Text failure; ///< broken on purpose: what goes wrong, one sentence; empty where sound
    Guarantees guarantees;
    Cost cost;
    QList<Dialect> dialects; ///< in which it can write names; the first is the default
    Options options;
    bool revocable = false; ///< the holder can be asked to give it back

    bool isSound() const { return failure.isEmpty(); }
};

/// In the order in which people should meet them: the sound ones first.
const std::vector<RecipeInfo> &recipeCatalog();
const RecipeInfo &recipeInfo(RecipeId recipe);

} // namespace lockscope::locks
