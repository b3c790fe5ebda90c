// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_recipeid {

using namespace lockscope::locks;
using namespace Qt::StringLiterals;

class TestRecipeId : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recipesReadBackByTheirCommandLineNames();
    void everyRecipeSaysWhatItIsAndWhatItCosts();
    void statesAreNamedAsInTheMission();
};

void TestRecipeId::everyRecipeSaysWhatItIsAndWhatItCosts()
{
    for (const RecipeInfo &info : recipeCatalog()) {
        QVERIFY2(!info.title.isEmpty() && !info.summary.isEmpty(), qPrintable(info.name));
        QVERIFY2(!info.dialects.isEmpty(), qPrintable(info.name));
        // What is broken on purpose can never be taken for anything else.
        QCOMPARE(info.name.startsWith(u"broken-"), !info.isSound());
        QCOMPARE(info.cost.eventsPerRelease.isEmpty(), !info.isSound());
    }
}

void TestRecipeId::recipesReadBackByTheirCommandLineNames()
{
    QVERIFY(recipeFromName(u"mutex") == RecipeId::Mutex);
    QVERIFY(recipeFromName(u"readwrite") == RecipeId::ReadWrite);
    QVERIFY(!recipeFromName(u"zookeeper").has_value());
    for (const RecipeInfo &info : recipeCatalog())
        QCOMPARE(recipeFromName(recipeName(info.id)), std::optional(info.id));
    QCOMPARE(recipeName(RecipeId::Mutex), u"mutex"_s);
    QCOMPARE(recipeName(RecipeId::ReadWrite), u"readwrite"_s);
}

void TestRecipeId::statesAreNamedAsInTheMission()
{
    QCOMPARE(lockStateName(LockState::Free), u"FREE"_s);
    QCOMPARE(lockStateName(LockState::Fetching), u"FETCHING"_s);
    QCOMPARE(lockStateName(LockState::Retained), u"RETAINED"_s);
    QCOMPARE(lockStateName(LockState::Releasing), u"RELEASING"_s);
    QCOMPARE(lockStateName(LockState::Released), u"RELEASED"_s);
}

} // namespace lockscope::tst_recipeid

LOCKSCOPE_TEST(lockscope::tst_recipeid::TestRecipeId)
#include "tst_recipeid.moc"
