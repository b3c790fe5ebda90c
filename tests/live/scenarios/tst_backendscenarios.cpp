// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redisserver.h"
#include "core/scenario/scenariofiles.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_backendscenarios {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

/// What came out otherwise, in as few words as QtTest prints whole.
QString told(const Result<lab::Verdict> &verdict)
{
    if (!verdict)
        return verdict.error().sentence().english();
    QStringList lines;
    if (verdict->failed)
        lines += verdict->failed->error.sentence().english();
    for (const lab::Verdict::Row &row : verdict->rows) {
        if (!row.ok)
            lines += u"%1: expected %2, found %3"_s.arg(row.key, row.expected.english(), row.found.english());
    }
    return lines.join(u'\n') + u'\n' + QString::fromUtf8(QJsonDocument(verdict->toJson()).toJson());
}

} // namespace

/// Each scenario on Redis, or in a database, comes out as it says, on a private server, whatever its pace.
class BackendScenariosTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { openFor(lab::Scenario()); }

    void aShippedScenarioComesOutAsItSays_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("paceMs");
        for (const locks::Backend backend : {locks::Backend::Redis, locks::Backend::Sqlite}) { // or another database
            int number = 0;
            for (const QString &name : lab::shippedScenarios(backend)) {
                if (testprogram::isSampled(number++))
                    QTest::newRow(qPrintable(name)) << name << 0;
                if (testprogram::isWhole())
                    QTest::newRow(qPrintable(name + u", slowly"_s)) << name << 300;
            }
        }
        for (const QString &name : lab::orderNumberScenarios(locks::Backend::Redis))
            QTest::newRow(qPrintable(name)) << name << 0;
    }

    void aShippedScenarioComesOutAsItSays()
    {
        QFETCH(QString, name);
        QFETCH(int, paceMs);
        auto scenario = lab::loadScenario(name);
        QVERIFY2(scenario, qPrintable(scenario ? QString() : scenario.error().sentence().english()));
        QVERIFY(scenario->backend == locks::Backend::Redis || locks::isSql(scenario->backend));
        openFor(*scenario);
        scenario->pace = std::chrono::milliseconds(paceMs);
        const auto verdict = await(m_engine->runScenario(*scenario));
        QVERIFY2(verdict && verdict->isAsExpected(), qPrintable(told(verdict)));
        QVERIFY(!verdict->rows.isEmpty());
        QVERIFY(!verdict->notLookedAt);
    }

    void eachBrokenRecipeHasOne()
    {
        for (const auto *catalog : {&locks::redisCatalog(), &locks::sqlCatalog()}) {
            for (const locks::RecipeInfo &recipe : *catalog)
                QCOMPARE(lab::loadScenario(recipe.name).has_value(), !recipe.isSound());
        }
    }

    void whatItMadeIsGone()
    {
        const auto scenario = lab::loadScenario(u"redis-setnx"_s);
        QVERIFY(scenario);
        openFor(*scenario);
        const auto verdict = await(m_engine->runScenario(*scenario));
        QVERIFY2(verdict, qPrintable(told(verdict)));
        QCOMPARE(verdict->result.orphans, QStringList{u"/lockscope/redis-setnx"_s});
        AWAIT_COMPARE(m_engine.queueOf(u"/lockscope/redis-setnx"_s).size(), 0);
    }

    void whatItNeedsAndIsNotThereIsSaid()
    {
        const auto onFive = lab::loadScenario(u"redlock-server-forgets"_s);
        const auto withReplica = lab::loadScenario(u"redis-fail-over"_s);
        QVERIFY(onFive && withReplica);
        openFor(lab::Scenario());
        const auto refused = await(m_engine->runScenario(*onFive));
        QVERIFY(!refused);
        QVERIFY2(refused.error().sentence().english().contains(u"wants 5 Redis servers"_s), qPrintable(told(refused)));
        const auto alone = await(m_engine->runScenario(*withReplica));
        QVERIFY(!alone);
        QVERIFY2(alone.error().sentence().english().contains(u"with a replica"_s), qPrintable(told(alone)));
        const auto done = await(m_engine->commandServer(0, ServerCommand::Promote));
        QVERIFY2(!done, "there is no replica");
        const auto unknown = await(m_engine->commandServer(7, ServerCommand::Kill));
        QVERIFY2(!unknown, "there is no such server");
    }

    void aServerOfOnesOwnIsNotKilled()
    {
        backends::RedisServer own;
        const auto address = await(own.start());
        QVERIFY(address);
        BackendSpec byAddress;
        byAddress.address = address->toString();
        const auto opened = await(m_engine->openBackend(byAddress));
        QVERIFY(opened);
        m_open.reset(); // the next scenario wants another one
        const auto kills = lab::loadScenario(u"redis-without-persistence"_s);
        QVERIFY(kills);
        const auto refused = await(m_engine->runScenario(*kills));
        QVERIFY(!refused);
        QVERIFY2(refused.error().sentence().english().contains(u"private ones alone"_s), qPrintable(told(refused)));
        const auto killed = await(m_engine->commandServer(0, ServerCommand::Kill));
        QVERIFY(!killed);
        QVERIFY(isAlive(own.pid()));
        openFor(lab::Scenario()); // before that server goes
    }

    void onAnEnsembleItSaysWhereItBelongs()
    {
        const auto scenario = lab::loadScenario(u"queue-of-five"_s);
        QVERIFY(scenario);
        const auto verdict = await(m_engine->runScenario(*scenario));
        QVERIFY(!verdict);
        QVERIFY2(verdict.error().sentence().english().contains(u"runs on ZooKeeper"_s), qPrintable(told(verdict)));
    }

private:
    /// What it needs, of Redis where that is nothing; a server that was promoted is no master any more.
    void openFor(const lab::Scenario &scenario)
    {
        BackendSpec wanted;
        if (scenario.backend != locks::Backend::ZooKeeper)
            wanted.backend = scenario.backend;
        wanted.servers = scenario.privateServers();
        wanted.replica = scenario.replica;
        if (m_open && wanted.backend == m_open->backend && wanted.servers == m_open->servers && !wanted.replica
            && !m_open->replica)
            return;
        const auto opened = await(m_engine->openBackend(wanted));
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().sentence().english()));
        m_open = wanted;
    }

    EngineFixture m_engine;
    std::optional<BackendSpec> m_open;
};

} // namespace lockscope::tst_backendscenarios

LOCKSCOPE_TEST(lockscope::tst_backendscenarios::BackendScenariosTest)
#include "tst_backendscenarios.moc"
