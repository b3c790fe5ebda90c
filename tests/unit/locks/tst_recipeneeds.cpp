// SPDX-License-Identifier: Apache-2.0
// What recipes ask of people agrees with what the catalog says of them.
#include "core/locks/recipecatalog.h"
#include "core/locks/recipeneeds.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::locks::tst_recipeneeds {

class RecipeNeedsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
            const RecipeInfo &info = recipeInfo(*recipeFromName(name));
            const Waiting waiting = recipeNeeds(info.id).waiting;
            const bool isTold = waiting == Waiting::Watches || waiting == Waiting::Listens;
            QVERIFY2(isTold == (releaseCost(info.id, 5).events > 0), qPrintable(name));
        }
    }
};

} // namespace lockscope::locks::tst_recipeneeds

LOCKSCOPE_TEST(lockscope::locks::tst_recipeneeds::RecipeNeedsTest)

#include "tst_recipeneeds.moc"
