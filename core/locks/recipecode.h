// SPDX-License-Identifier: Apache-2.0
// Each recipe as the pseudo-code that a lecture writes on the board, every line tied to the steps that it takes: plain
// data beside the catalog. Never runs a recipe; that the lines and the steps of core/recipes agree is proved by a test.
#pragma once

#include "core/base/text.h"
#include "core/locks/dialect.h"
#include "core/locks/recipeid.h"
#include "core/locks/step.h"

#include <QList>
#include <QString>

#include <optional>
#include <vector>

namespace lockscope::locks {

struct CodeLine
{
    enum class Kind {
        Head,  ///< begins a routine: "acquire:"
        Usual, ///< what happens whenever all goes well
        Aside, ///< what a lost reply, a missing directory or a timeout leads to
    };
    /// What a step of this line is about, where the same step stands on several lines.
    enum class About {
        Anything,
        NoPlaceYet, ///< the client has no node yet, as far as it knows
        OwnNode,
        Line,   ///< of a semaphore: the directory where its clients queue, or what is in it
        Leases, ///< of a semaphore: the directory of its leases, or what is in it
    };

    Kind kind = Kind::Usual;
    int indent = 0; ///< levels, from 0
    Text text;
    QList<Step> steps = {}; ///< that a client takes on this line; none: it only decides
    About about = About::Anything;
    QList<LockState> during = {}; ///< the states in which it is this line; none: any
    Text why = {};                ///< a sentence or two: what the line is for
    Text wrong = {};              ///< broken on purpose: what is wrong with this line; empty where it is right
    bool grants = false;          ///< here acquire ends with the lock: while it holds, the client stands here

    bool operator==(const CodeLine &) const = default;
};

using RecipeCode = std::vector<CodeLine>;

/// Semaphores differ by dialect, all others are alike in each.
RecipeCode recipeCode(RecipeId recipe, Dialect dialect);

/// What is known of a client that has come to a step.
struct CodePosition
{
    Step step = Step::Enqueue;
    QString path; ///< what the step is about
    QString lock; ///< as the client was asked for
    Dialect dialect = Dialect::Docs;
    LockState state = LockState::Free;
    QString node; ///< its own; empty while it has none
};

/// The index of the line on which the client is: the one whose circumstances fit best, the first of equals. A client
/// that holds has left the steps of its acquire behind: it stands on the line that grants. Nothing only where no line
/// takes that step.
std::optional<int> lineOf(const RecipeCode &code, const CodePosition &position);

} // namespace lockscope::locks
