// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariofiles.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_sqlscenarios {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// Each scenario in a database comes out as it says, on a private one, whatever its pace.
class SqlScenariosTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aShippedScenarioComesOutAsItSays_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("paceMs");
        int number = 0;
        for (const QString &name : lab::shippedScenarios(locks::Backend::Sqlite)) {
            if (testprogram::isSampled(number++))
                QTest::newRow(qPrintable(name)) << name << 0;
            if (testprogram::isWhole())
                QTest::newRow(qPrintable(name + u", slowly"_s)) << name << 300;
        }
    }

    void aShippedScenarioComesOutAsItSays()
    {
        QFETCH(QString, name);
        QFETCH(int, paceMs);
        auto scenario = lab::loadScenario(name);
        QVERIFY2(scenario, qPrintable(scenario ? QString() : scenario.error().sentence().english()));
        QVERIFY(locks::isSql(scenario->backend));
        if (m_open != scenario->backend) {
            const auto opened = await(m_engine->openBackend({scenario->backend}));
            QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().sentence().english()));
            m_open = scenario->backend;
        }
        scenario->pace = std::chrono::milliseconds(paceMs);
        const auto verdict = await(m_engine->runScenario(*scenario));
        QVERIFY2(verdict && verdict->isAsExpected(),
                 qPrintable(verdict ? QString::fromUtf8(QJsonDocument(verdict->toJson()).toJson())
                                    : verdict.error().sentence().english()));
        QVERIFY(!verdict->rows.isEmpty());
        QVERIFY(!verdict->notLookedAt);
    }

    void eachBrokenRecipeHasOne()
    {
        for (const locks::RecipeInfo &recipe : locks::sqlCatalog())
            QCOMPARE(lab::loadScenario(recipe.name).has_value(), !recipe.isSound());
    }

private:
    EngineFixture m_engine;
    std::optional<locks::Backend> m_open;
};

} // namespace lockscope::tst_sqlscenarios

LOCKSCOPE_TEST(lockscope::tst_sqlscenarios::SqlScenariosTest)
#include "tst_sqlscenarios.moc"
