// SPDX-License-Identifier: Apache-2.0
// A recipe of a lock's author, built into the program beside ours, so that it is run, recorded, stepped through and
// explored as they are. docs/lab.md says how to write one. Never more than one.
#pragma once

#include "core/locks/recipecatalog.h"
#include "core/recipes/recipe.h"

namespace lockscope::recipes {

using OwnFactory = std::unique_ptr<Recipe> (*)(RecipeSpec, Store &, StepObserver *);
/// What makes RecipeId::Own; null where there is none.
OwnFactory &ownFactory();

/// \a Lock is made of a RecipeSpec, a Store and a StepObserver that may be null. Before anything is looked up.
template<typename Lock>
void addOwn(const QString &name, const QList<locks::Dialect> &dialects = {locks::Dialect::Docs})
{
    ownFactory() = [](RecipeSpec spec, Store &store, StepObserver *observer) -> std::unique_ptr<Recipe> {
        return std::make_unique<Lock>(std::move(spec), store, observer);
    };
    locks::addOwnRecipe(name, dialects);
}

} // namespace lockscope::recipes

namespace lockscope {

/// Defined by LOCKSCOPE_OWN_RECIPE, in the file that the build was given.
void addOwnRecipe();

} // namespace lockscope

/// The one line that registers it, at the end of its file: LOCKSCOPE_OWN_RECIPE(MyLock, "my-lock").
#define LOCKSCOPE_OWN_RECIPE(Lock, name)                                                                               \
    void lockscope::addOwnRecipe()                                                                                     \
    {                                                                                                                  \
        lockscope::recipes::addOwn<Lock>(QStringLiteral(name));                                                        \
    }
