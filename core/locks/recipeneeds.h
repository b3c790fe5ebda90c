// SPDX-License-Identifier: Apache-2.0
// What each recipe asks of people: the ideas to know, the servers to run, and how its waiters come to hold. Plain data
// beside the catalog; never states what a recipe costs or promises, the catalog does.
#pragma once

#include "core/base/text.h"
#include "core/locks/recipeid.h"

#include <QList>

namespace lockscope::locks {

/// How a waiter learns that it may try.
enum class Waiting {
    Watches, ///< the server sends a watch event
    Listens, ///< the client that releases sends a message
    Polls,   ///< it asks again and again
    Blocks,  ///< the server answers when it is its turn
    Repeats, ///< it does not wait: it works again
};

/// "watch", "message", "poll", "block", "repeat": as in JSON.
QString waitingName(Waiting waiting);
/// The same for people, in a word or two.
Text waitingText(Waiting waiting);

struct RecipeNeeds
{
    QList<Text> concepts; ///< that its author has to know
    Waiting waiting = Waiting::Watches;
};

/// What is broken on purpose needs what the recipe needs that it is made from, unless it was found in use like that.
RecipeNeeds recipeNeeds(RecipeId recipe);
/// What has to be running for it, and what that is worth: a sentence without its end.
Text serversNeeded(RecipeId recipe, Backend backend);

} // namespace lockscope::locks
