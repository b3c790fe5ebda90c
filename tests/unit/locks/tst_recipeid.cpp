// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "core/locks/recipecode.h"
#include "core/locks/recipeneeds.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_recipeid {

using namespace lockscope::locks;
using namespace Qt::StringLiterals;

class TestRecipeId : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recipesReadBackByTheirCommandLineNames()
    {
        QVERIFY(recipeFromName(u"mutex") == RecipeId::Mutex);
        QVERIFY(recipeFromName(u"readwrite") == RecipeId::ReadWrite);
        QVERIFY(!recipeFromName(u"zookeeper").has_value());
        for (const auto *catalog : {&recipeCatalog(), &redisCatalog(), &sqlCatalog()}) {
            for (const RecipeInfo &info : *catalog)
                QCOMPARE(recipeFromName(recipeName(info.id)), std::optional(info.id));
        }
        QCOMPARE(recipeCatalog().size() + redisCatalog().size() + sqlCatalog().size(), recipeCount - 1); // all but Own
        QVERIFY(!hasOwnRecipe() && !recipeFromName(u"own").has_value());
        QCOMPARE(recipeName(RecipeId::Mutex), u"mutex"_s);
        QCOMPARE(recipeName(RecipeId::ReadWrite), u"readwrite"_s);
    }

    void everyRecipeSaysWhatItIsAndWhatItCosts()
    {
        for (const RecipeInfo &info : recipeCatalog()) {
            QVERIFY2(!info.title.isEmpty() && !info.summary.isEmpty(), qPrintable(info.name));
            QVERIFY2(!info.dialects.isEmpty(), qPrintable(info.name));
            // What is broken on purpose can never be taken for anything else.
            QCOMPARE(info.name.startsWith(u"broken-"), !info.isSound());
            QCOMPARE(info.cost.eventsPerRelease.isEmpty(), !info.isSound());
        }
    }

    void everyRecipeOnRedisSaysWhereItBreaks()
    {
        for (const RecipeInfo &info : redisCatalog()) {
            QVERIFY2(!info.title.isEmpty() && !info.summary.isEmpty(), qPrintable(info.name));
            QVERIFY2(info.name.startsWith(u"redis-") || info.name == u"redlock", qPrintable(info.name));
            QVERIFY(info.runsOn(Backend::Redis) && isOfOneNode(info.id));
            QVERIFY2(info.failure.isEmpty() != info.limits.isEmpty(), qPrintable(info.name));
            QVERIFY(!info.cost.requestsFree.isEmpty() && info.cost.ofRelease != nullptr);
            QCOMPARE(releaseCost(info.id, 0).requests, info.servers > 1 ? 5 : 1);
        }
    }

    void theCodeOfEachOnRedisGrantsAndReleases()
    {
        for (const RecipeInfo &info : redisCatalog()) {
            const RecipeCode code = recipeCode(info.id, info.dialects.first());
            const auto stands = [&](Step step) {
                return std::ranges::any_of(code, [step](const CodeLine &line) { return line.steps.contains(step); });
            };
            QVERIFY2(std::ranges::any_of(code, &CodeLine::grants), qPrintable(info.name));
            QVERIFY2(stands(Step::Claim) && stands(Step::Release) && stands(Step::Withdraw), qPrintable(info.name));
            const auto wrong = std::ranges::count_if(code, [](const CodeLine &line) { return !line.wrong.isEmpty(); });
            QCOMPARE(wrong > 0, !info.isSound());
            // Who holds stands on the line that grants.
            const auto at = lineOf(
                code, {Step::Claim, u"/orders"_s, u"/orders"_s, Dialect::Plain, LockState::Retained, u"/orders"_s});
            QVERIFY2(at && code[static_cast<size_t>(*at)].grants, qPrintable(info.name));
        }
    }

    void everyRecipeInADatabaseSaysWhereItBreaks()
    {
        for (const RecipeInfo &info : sqlCatalog()) {
            QVERIFY2(!info.title.isEmpty() && !info.summary.isEmpty() && !info.limits.isEmpty(), qPrintable(info.name));
            QVERIFY2(info.name.startsWith(u"sql-"), qPrintable(info.name));
            QVERIFY(!info.backends.isEmpty() && std::ranges::all_of(info.backends, isSql) && isOfOneNode(info.id));
            QVERIFY(!info.cost.requestsFree.isEmpty() && info.cost.ofRelease != nullptr);
            const RecipeCode code = recipeCode(info.id, info.dialects.first());
            QVERIFY2(std::ranges::any_of(code, &CodeLine::grants), qPrintable(info.name));
            const auto wrong = std::ranges::count_if(code, [](const CodeLine &line) { return !line.wrong.isEmpty(); });
            QCOMPARE(wrong > 0, !info.isSound());
        }
    }

    /// What recipes ask of people agrees with what the catalog says of them.
    void eachRecipeHasConceptsAndAServer()
    {
        for (const QString &name : recipeNames()) {
            const RecipeInfo &info = recipeInfo(*recipeFromName(name));
            QVERIFY2(recipeNeeds(info.id).concepts.size() >= 2, qPrintable(name));
            for (const Backend backend : info.backends)
                QVERIFY2(!serversNeeded(info.id, backend).isEmpty(), qPrintable(name));
        }
    }

    void onlyWhoIsToldIsWoken()
    {
        for (const QString &name : recipeNames()) {
            const RecipeId id = *recipeFromName(name);
            const Waiting waiting = recipeNeeds(id).waiting;
            const bool isNotified = waiting == Waiting::Watches || waiting == Waiting::Listens;
            QVERIFY2(isNotified == (releaseCost(id, 5).events > 0), qPrintable(name));
        }
    }

    void statesAreNamedAsInTheMission()
    {
        QCOMPARE(lockStateName(LockState::Free), u"FREE"_s);
        QCOMPARE(lockStateName(LockState::Fetching), u"FETCHING"_s);
        QCOMPARE(lockStateName(LockState::Retained), u"RETAINED"_s);
        QCOMPARE(lockStateName(LockState::Releasing), u"RELEASING"_s);
        QCOMPARE(lockStateName(LockState::Released), u"RELEASED"_s);
    }
};

} // namespace lockscope::tst_recipeid

LOCKSCOPE_TEST(lockscope::tst_recipeid::TestRecipeId)
#include "tst_recipeid.moc"
