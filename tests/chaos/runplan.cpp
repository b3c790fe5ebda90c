// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/runplan.h"

#include "tests/support/provocation.h"
#include "tests/support/wholerequest.h"

#include <algorithm>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using locks::RecipeInfo;

namespace {

constexpr auto sessionTimeout = 1000ms;    ///< what a fault takes away is back soon
constexpr auto standingTimeout = 30'000ms; ///< no fault of a server ends these
constexpr auto soundLimit = 300s;          ///< by its clients' clock: with a quorum away, on a busy machine
constexpr auto brokenLimit = 10s;          ///< who waits for ever does so after a moment
constexpr int standingClients = 4;
constexpr quint64 standingEach = 5; ///< one run of so many

std::vector<const RecipeInfo *> recipes(bool sound)
{
    std::vector<const RecipeInfo *> chosen;
    for (const RecipeInfo &info : locks::recipeCatalog()) {
        if (info.isSound() == sound)
            chosen.push_back(&info);
    }
    return chosen;
}

/// The faults of the provocation at their own rates, and all others.
QList<lab::RandomFault> mixedWith(QList<lab::RandomFault> faults)
{
    const QList<lab::RandomFault> mixture = test::everyFault();
    for (const lab::RandomFault &fault : mixture) {
        const bool isThere =
            std::any_of(faults.cbegin(), faults.cend(), [&](const auto &own) { return own.fault == fault.fault; });
        if (!isThere)
            faults += fault;
    }
    return faults;
}

} // namespace

QString clockName(ClientClock clock)
{
    switch (clock) {
    case ClientClock::True: return u"true"_s;
    case ClientClock::AheadAndFast: return u"ahead-fast"_s;
    case ClientClock::BehindAndSlow: return u"behind-slow"_s;
    }
    return {};
}

std::vector<const RecipeInfo *> soundRecipes()
{
    return recipes(true);
}

std::vector<const RecipeInfo *> brokenRecipes()
{
    return recipes(false);
}

RunPlan soundPlan(quint64 seed)
{
    static const auto sound = soundRecipes();
    const quint64 turn = seed / sound.size();
    RunPlan plan;
    plan.name = QString::number(seed);
    plan.clock = static_cast<ClientClock>(turn % clockCount);
    plan.limit = soundLimit;
    const RecipeInfo &info = *sound[seed % sound.size()];
    const auto dialect = static_cast<qsizetype>(turn / clockCount);
    const QString lock = treeRoot + u'/' + plan.name;
    plan.request = test::busyRequest(info, dialect, lock);
    plan.request.seed = seed;
    plan.request.faults = test::everyFault();
    plan.request.sessionTimeout = sessionTimeout;
    if (seed % standingEach == 0) {
        lab::SpawnRequest standing = test::wholeRequest(info, dialect, lock);
        standing.count = standingClients;
        standing.sessionTimeout = standingTimeout;
        standing.namePrefix = u"standing-"_s;
        plan.standing = standing;
    }
    return plan;
}

RunPlan brokenPlan(const RecipeInfo &info, int attempt)
{
    RunPlan plan;
    plan.name = info.name + u'-' + QString::number(attempt);
    plan.clock = static_cast<ClientClock>(attempt % clockCount);
    plan.limit = brokenLimit;
    const test::Provocation made = test::provocation(info, attempt, treeRoot + u'/' + plan.name);
    plan.request = made.request;
    plan.request.faults = mixedWith(made.request.faults);
    plan.request.sessionTimeout = sessionTimeout;
    plan.makesStrayChild = made.makesStrayChild;
    plan.downgrades = made.downgrades;
    return plan;
}

std::optional<RunPlan> planOf(const QString &name)
{
    bool isNumber = false;
    if (const quint64 seed = name.toULongLong(&isNumber); isNumber)
        return soundPlan(seed);
    const QString recipe = name.section(u'-', 0, -2);
    const int attempt = name.section(u'-', -1).toInt(&isNumber);
    for (const RecipeInfo *info : brokenRecipes()) {
        if (isNumber && info->name == recipe)
            return brokenPlan(*info, attempt);
    }
    return std::nullopt;
}

} // namespace lockscope::chaos
