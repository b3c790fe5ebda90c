// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipeid.h"

#include "core/locks/recipecatalog.h"

#include <utility>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

QString recipeName(RecipeId recipe)
{
    return recipeInfo(recipe).name;
}

std::optional<RecipeId> recipeFromName(QStringView name)
{
    for (size_t i = 0; i < recipeCount; ++i) {
        const auto recipe = static_cast<RecipeId>(i);
        if (recipeName(recipe) == name && recipe != RecipeId::Own)
            return recipe;
    }
    if (hasOwnRecipe() && recipeName(RecipeId::Own) == name)
        return RecipeId::Own;
    return std::nullopt;
}

QString backendName(Backend backend)
{
    switch (backend) {
    case Backend::ZooKeeper: return u"zookeeper"_s;
    case Backend::Redis: return u"redis"_s;
    case Backend::Sqlite: return u"sqlite"_s;
    case Backend::MariaDb: return u"mariadb"_s;
    case Backend::PostgreSql: return u"postgresql"_s;
    }
    return {};
}

QString backendText(Backend backend)
{
    switch (backend) {
    case Backend::ZooKeeper: return u"ZooKeeper"_s;
    case Backend::Redis: return u"Redis"_s;
    case Backend::Sqlite: return u"SQLite"_s;
    case Backend::MariaDb: return u"MariaDB"_s;
    case Backend::PostgreSql: return u"PostgreSQL"_s;
    }
    return {};
}

Backend backendAt(QStringView address)
{
    using enum Backend;
    for (const auto &[scheme, backend] : {std::pair(u"redis://"_s, Redis),
                                          {u"sqlite:"_s, Sqlite},
                                          {u"mysql://"_s, MariaDb},
                                          {u"postgresql://"_s, PostgreSql}}) {
        if (address.startsWith(scheme))
            return backend;
    }
    return ZooKeeper;
}

std::optional<Backend> backendFromName(QStringView name)
{
    for (size_t i = 0; i < backendCount; ++i) {
        const auto backend = static_cast<Backend>(i);
        if (backendName(backend) == name)
            return backend;
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
