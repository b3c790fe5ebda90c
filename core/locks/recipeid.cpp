// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipeid.h"

#include "core/locks/recipecatalog.h"

namespace lockscope::locks {

using namespace Qt::StringLiterals;

QString recipeName(RecipeId recipe)
{
    return recipeInfo(recipe).name;
}

std::optional<RecipeId> recipeFromName(QStringView name)
{
    for (const RecipeInfo &info : recipeCatalog()) {
        if (info.name == name)
            return info.id;
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

std::optional<LockState> lockStateFromName(QStringView name)
{
    for (const auto state :
         {LockState::Free, LockState::Fetching, LockState::Retained, LockState::Releasing, LockState::Released}) {
        if (lockStateName(state) == name)
            return state;
    }
    return std::nullopt;
}

} // namespace lockscope::locks
