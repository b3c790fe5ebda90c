// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipeid.h"

#include "core/locks/recipecatalog.h"

namespace lockscope::locks {

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

namespace {

const char *lockStateWord(LockState state)
{
    switch (state) {
    case LockState::Free: return QT_TRANSLATE_NOOP("lockscope::Text", "FREE");
    case LockState::Fetching: return QT_TRANSLATE_NOOP("lockscope::Text", "FETCHING");
    case LockState::Retained: return QT_TRANSLATE_NOOP("lockscope::Text", "RETAINED");
    case LockState::Releasing: return QT_TRANSLATE_NOOP("lockscope::Text", "RELEASING");
    case LockState::Released: return QT_TRANSLATE_NOOP("lockscope::Text", "RELEASED");
    }
    return "";
}

} // namespace

QString lockStateName(LockState state)
{
    return QString::fromLatin1(lockStateWord(state));
}

Text lockStateText(LockState state)
{
    return Text::ofTable(lockStateWord(state));
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
