// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipeid.h"

namespace lockscope::locks {

using namespace Qt::StringLiterals;

QString recipeName(RecipeId recipe)
{
    switch (recipe) {
    case RecipeId::Mutex: return u"mutex"_s;
    case RecipeId::ReadWrite: return u"readwrite"_s;
    }
    return {};
}

std::optional<RecipeId> recipeFromName(QStringView name)
{
    for (const RecipeId recipe : {RecipeId::Mutex, RecipeId::ReadWrite}) {
        if (recipeName(recipe) == name)
            return recipe;
    }
    return std::nullopt;
}

QString lockStateName(LockState state)
{
    switch (state) {
    case LockState::Free: return u"FREE"_s;
    case LockState::Fetching: return u"FETCHING"_s;
    case LockState::Retained: return u"RETAINED"_s;
    case LockState::Releasing: return u"RELEASING"_s;
    case LockState::Released: return u"RELEASED"_s;
    }
    return {};
}

} // namespace lockscope::locks
