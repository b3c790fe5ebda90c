// SPDX-License-Identifier: Apache-2.0
// The random faults that no sound recipe may fail under, what counts against one, and what makes each recipe that is
// broken on purpose show its fault. Never runs anything.
#pragma once

#include "core/checks/check.h"
#include "core/lab/clientspec.h"
#include "core/locks/recipecatalog.h"

namespace lockscope::test {

/// Every kind, some of them past a session timeout of a second.
QList<lab::RandomFault> everyFault();

/// True of what no sound recipe may do, whatever befalls it: both sides are proved by answers of the server.
bool isOfServerTime(journal::Rule rule);

/// Six clients of a recipe with all its options, who take their lock in turn and hold it for a moment.
lab::SpawnRequest busyRequest(const locks::RecipeInfo &info, qsizetype dialect, const QString &lock);

struct Provocation
{
    lab::SpawnRequest request;
    bool makesStrayChild = false; ///< besides, a node of nobody's is made in the lock
    bool downgrades = false;      ///< besides, whoever holds is asked to go on as a reader, again and again
};

/// Of a recipe that is broken on purpose. \a attempt: from 0; another seed and another dialect each.
Provocation provocation(const locks::RecipeInfo &info, int attempt, const QString &lock);

} // namespace lockscope::test
