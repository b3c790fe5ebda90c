// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipeid.h"

#include <QTest>

using namespace lockscope::locks;
using namespace Qt::StringLiterals;

class TestRecipeId : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recipesReadBackByTheirCommandLineNames();
    void statesAreNamedAsInTheMission();
};

void TestRecipeId::recipesReadBackByTheirCommandLineNames()
{
    QVERIFY(recipeFromName(u"mutex") == RecipeId::Mutex);
    QVERIFY(recipeFromName(u"readwrite") == RecipeId::ReadWrite);
    QVERIFY(!recipeFromName(u"readwrite-naive").has_value());
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

QTEST_GUILESS_MAIN(TestRecipeId)
#include "tst_recipeid.moc"
