// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/duel.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"
#include "core/scenario/scenariofiles.h"

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto noLock = "none"_L1;
constexpr auto fenced = "+fenced"_L1;

tl::unexpected<Error> noDuel(const Text &sentence)
{
    return failure(ErrorCode::InvalidInput, u"duel"_s, {}, sentence);
}

/// Why no resource is guarded by it; empty: it is by one client at a time.
Text whyNoGuard(const locks::RecipeInfo &recipe)
{
    if (recipe.options.paths)
        return Text::en("%1 takes several locks as one: it cannot stand beside another recipe.").arg(recipe.name);
    if (recipe.guarantees.shared && !recipe.options.writers && !recipe.options.leases)
        return Text::en("%1 lets its holders in at once: it guards no resource.").arg(recipe.name);
    return {};
}

Result<SpawnRequest> sideOf(const QString &name, SpawnRequest request)
{
    const bool isFenced = name.endsWith(fenced);
    const QString recipeName = isFenced ? name.chopped(fenced.size()) : name;
    const auto recipe = locks::recipeFromName(recipeName);
    if (!recipe && recipeName != noLock)
        return noDuel(Text::en("There is no recipe \"%1\"; there are %2, and none.")
                          .arg(recipeName, Text::enumerated(locks::recipeNames())));
    const locks::RecipeInfo &info = locks::recipeInfo(recipe.value_or(locks::RecipeId::Mutex));
    if (const Text why = whyNoGuard(info); !why.isEmpty())
        return noDuel(why);
    request.recipe = info.id;
    request.dialect = info.dialects.first();
    request.withoutLock = !recipe;
    request.writers = 1;
    request.lock = u"/lockscope/duel/"_s + name;
    request.stamp = request.lock + u"-numbers"_s;
    if (isFenced)
        request.resource = Resource::Fenced;
    request.acquireAtOnce = false;
    request.names.clear();
    for (int i = 0; i < request.count; ++i)
        request.names << u"%1-%2"_s.arg(name).arg(i);
    if (const auto problem = validate(request))
        return tl::unexpected(*problem);
    return request;
}

Text titleOf(const QStringList &sides)
{
    return Text::en("%1 against %2").arg(sideText(sides.value(0)), sideText(sides.value(1)));
}

QList<locks::Backend> backendsOf(const SpawnRequest &side)
{
    QList<locks::Backend> all;
    for (size_t i = 0; i < locks::backendCount; ++i)
        all << static_cast<locks::Backend>(i);
    return side.withoutLock ? all : locks::recipeInfo(side.recipe).backends;
}

/// Whatever the two are, no number may be given out twice.
QList<Expectation> expectedOf(const SpawnRequest &side)
{
    const auto none = [&](Measure measure) { return Expectation{side.lock, CountExpected{measure, Range{0, 0}}}; };
    QList<Expectation> expected{none(Measure::Violations), none(Measure::Duplicates)};
    if (side.faults.isEmpty()) // else acquires fail also where the lock is sound
        expected << none(Measure::Failed);
    return expected;
}

} // namespace

QStringList sidesOfDuels()
{
    QStringList sides{noLock};
    for (const QString &name : locks::recipeNames()) {
        if (whyNoGuard(locks::recipeInfo(*locks::recipeFromName(name))).isEmpty())
            sides << name;
    }
    return sides;
}

Text sideText(const QString &side)
{
    if (side.endsWith(fenced))
        return Text::en("%1 with a fencing token").arg(sideText(side.chopped(fenced.size())));
    return side == noLock ? Text::en("no lock") : Text::verbatim(side);
}

SpawnRequest usualDuelists()
{
    SpawnRequest clients;
    clients.count = 10;
    clients.rounds = 2;
    clients.hold = {HoldTime::Kind::Fixed, 50ms, 50ms};
    return clients;
}

Result<Scenario> duelOf(const QStringList &sides, SpawnRequest clients)
{
    if (sides.size() != 2 || sides.first() == sides.last())
        return noDuel(Text::en("A duel is of two different recipes."));
    if (sides.first().endsWith(fenced) || sides.last().endsWith(fenced))
        clients.resource = Resource::Open;
    Scenario duel;
    for (const QString &name : sides) {
        const auto side = sideOf(name, clients);
        if (!side)
            return tl::unexpected(side.error());
        duel.clients << *side;
        duel.duel << side->lock;
        duel.expect << expectedOf(*side);
    }
    duel.expect << Expectation{{}, CountExpected{Measure::Orphans, Range{0, 0}}};
    const auto here = backendsOf(duel.clients.first());
    const auto there = backendsOf(duel.clients.last());
    const auto both = std::ranges::find_if(here, [&there](locks::Backend backend) { return there.contains(backend); });
    if (both == here.end())
        return noDuel(
            Text::en("%1 runs on %2 and %3 on %4: a duel needs one kind of server for both.")
                .arg(sides.first(), locks::backendText(here.first()), sides.last(), locks::backendText(there.first())));
    duel.backend = *both;
    duel.title = titleOf(sides).english();
    duel.show = u"stage"_s;
    duel.steps = acquireUntilDone(duel.clientNames());
    return duel;
}

namespace {

constexpr auto duelPrefix = "duel:"_L1;

QStringList sidesNamed(const QString &name)
{
    return name.mid(duelPrefix.size()).split(u',');
}

} // namespace

bool isDuelName(const QString &name)
{
    return name.startsWith(duelPrefix);
}

Text duelTitle(const QString &name)
{
    return titleOf(sidesNamed(name));
}

Result<Scenario> duelNamed(const QString &name)
{
    return duelOf(sidesNamed(name), usualDuelists());
}

bool isDamaged(const DuelSide &side)
{
    return side.duplicates > 0 || violationCount(side.result) > 0;
}

QStringList duelNames(const QList<DuelSide> &sides)
{
    const bool areOfOne = sides.first().result.recipe == sides.last().result.recipe;
    const bool differAtTheEnd = baseName(sides.first().lock) != baseName(sides.last().lock);
    QStringList names;
    for (const DuelSide &side : sides)
        names << (!areOfOne ? side.result.recipe : differAtTheEnd ? baseName(side.lock) : side.lock);
    return names;
}

Text duelText(const QList<DuelSide> &sides)
{
    const QStringList names = duelNames(sides);
    QList<Text> sentences;
    for (qsizetype i = 0; i < sides.size(); ++i) {
        const DuelSide &side = sides[i];
        Text text = side.stamped > 0 ? Text::counted("each of %n numbers was given out once.", side.stamped)
                                     : Text::counted("%n acquisitions were served.", side.result.acquired);
        if (side.refused > 0)
            text = Text::en("%1 %2").arg(
                text,
                Text::counted("The fencing tokens of %n more were too old: the resource refused them.", side.refused));
        if (side.duplicates > 0)
            text = Text::counted("%1 of %n numbers had been given out before.", side.stamped).arg(side.duplicates);
        else if (const auto broken = violationsOf(side.result); !broken.isEmpty())
            text = broken.first().text;
        sentences << Text::en("%1: %2").arg(sideText(names[i]), text);
    }
    const auto woke = [](const DuelSide &side) { return side.result.wakeUpsPerRelease; };
    const auto asText = [](double count) { return QString::number(count, 'f', 2); };
    if (woke(sides.first()) && woke(sides.last()))
        sentences << Text::en("A release woke %1 clients of %2, and %3 of %4.")
                         .arg(asText(*woke(sides.first())), names.first(), asText(*woke(sides.last())), names.last());
    return Text::sentences(sentences);
}

QJsonObject toJson(const DuelSide &side)
{
    QJsonObject json = toJson(side.result);
    json[u"lock"_s] = side.lock;
    json[u"stamped"_s] = side.stamped;
    json[u"duplicates"_s] = side.duplicates;
    json[u"refused"_s] = side.refused;
    return json;
}

} // namespace lockscope::lab
