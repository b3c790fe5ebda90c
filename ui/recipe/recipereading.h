// SPDX-License-Identifier: Apache-2.0
// What the Recipe panel says of one client at one instant: which algorithm, on which line, with which variables.
// Pure: read from a World. Of a client of another program only what its node and the servers show, never a step.
#pragma once

#include "core/history/world.h"
#include "core/locks/recipecode.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <optional>

namespace lockscope::ui {

/// A simulated client, or the contender of another program at `node` in the lock; neither: nothing is chosen.
struct RecipeSubject
{
    ClientId client;
    QString lock;
    QString node; ///< full path

    bool operator==(const RecipeSubject &) const = default;
};

struct RecipeReading
{
    enum class Gap {
        None,
        NothingChosen,
        Gone,         ///< of what was chosen nothing is there at this instant
        UnknownNames, ///< whose names these are is not known, and so not the algorithm
        NoLock,       ///< it takes none
        Foreign,      ///< another program's client, which stands in no queue from which that could be read
    };

    Gap gap = Gap::NothingChosen;
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    locks::Dialect dialect = locks::Dialect::Docs;
    bool isForeign = false;
    QString who;
    QString state; ///< a word: "FETCHING", "waits", "crashed"
    Role role = Role::Neutral;
    std::optional<int> line; ///< of recipeCode(), on which the client is
    bool holds = false;
    bool onlyBelieves = false; ///< that it holds: its node is gone, and it has not heard of that
    bool stands = false;       ///< it was on that line when it crashed or was paused
    QList<Fact> facts;
    QString lock;
    int waiting = 0; ///< in that lock

    bool operator==(const RecipeReading &) const = default;
};

/// One session's watches as servers reported them, kept until they report again: there may be very many.
struct SessionWatches
{
    SessionId session;
    qint64 reportedAtNs = 0;
    QStringList paths;
};

RecipeReading readRecipe(const journal::World &world, const RecipeSubject &subject, SessionWatches &watches);
inline RecipeReading readRecipe(const journal::World &world, const RecipeSubject &subject)
{
    SessionWatches watches;
    return readRecipe(world, subject, watches);
}

} // namespace lockscope::ui
