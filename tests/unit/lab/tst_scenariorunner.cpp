// SPDX-License-Identifier: Apache-2.0
// A run that is stopped while a server stands still; and one of two recipes side by side.
#include "core/scenario/duel.h"
#include "core/scenario/scenariorunner.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/labbench.h"

namespace lockscope::tst_scenariorunner {

using namespace lockscope::lab;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

class TestScenarioRunner : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whereAServerStandsStillAStopYieldsAVerdict_data()
    {
        QTest::addColumn<int>("heldFrom");
        QTest::addColumn<int>("acquired");
        QTest::newRow("its own session is on its way") << 1 << 0;
        QTest::newRow("its first clients are on their way") << 2 << 0;
        QTest::newRow("further clients are on their way") << 4 << 1;
    }
    void whereAServerStandsStillAStopYieldsAVerdict()
    {
        QFETCH(int, heldFrom);
        QFETCH(int, acquired);
        fake::FakeEnsemble ensemble;
        EventLog log;
        EventTap tap(log);
        FakeFactory factory(ensemble);
        factory.heldFrom = heldFrom;
        Lab lab(factory, tap, 1);
        Scenario scenario;
        scenario.clients = {Bench::request(2), Bench::request(3)};
        scenario.clients[0].names = {u"A"_s, u"B"_s};
        scenario.clients[1].names = {u"C"_s, u"D"_s, u"E"_s};
        std::optional<Result<Verdict>> verdict;
        {
            ScenarioRunner runner(lab, factory, tap, 4s, {});
            play(&runner, scenario, &verdict);
            AWAIT_VERIFY(ensemble.run() == 0 && !factory.waiting.empty());
            runner.stop(0ms);
            AWAIT_VERIFY(ensemble.run() >= 0 && verdict.has_value());
        }
        QVERIFY(verdict->has_value() && (*verdict)->stopped);
        QCOMPARE((*verdict)->result.acquired, acquired);

        const size_t before = factory.sessions.size();
        factory.letAllGo();
        QVERIFY(factory.sessions.size() > before);
        ensemble.run();
        for (size_t late = before; late < factory.sessions.size(); ++late)
            QVERIFY(ensemble.sessions()[late]->isOver());
    }

    void ofADuelEachSideIsCountedByItself()
    {
        SpawnRequest clients;
        clients.count = 3;
        clients.rounds = 2;
        clients.hold = {HoldTime::Kind::Fixed, 0ms, 0ms};
        const auto duel = duelOf({u"none"_s, u"mutex"_s}, clients);
        QVERIFY(duel);
        fake::FakeEnsemble ensemble;
        EventLog log;
        EventTap tap(log);
        FakeFactory factory(ensemble);
        Lab lab(factory, tap, 1);
        std::optional<Result<Verdict>> verdict;
        ScenarioRunner runner(lab, factory, tap, 4s, {});
        play(&runner, *duel, &verdict);
        AWAIT_VERIFY(ensemble.run() >= 0 && verdict.has_value());
        QVERIFY(verdict->has_value());
        const auto &sides = (*verdict)->duel;
        QCOMPARE(sides.size(), 2);
        for (const DuelSide &side : sides) {
            QCOMPARE(side.result.clients, 3);
            QCOMPARE(side.result.acquired, 6);
            QCOMPARE(side.stamped, 6);
        }
        QCOMPARE(sides[0].result.recipe, u"none"_s);
        QVERIFY(sides[0].duplicates > 0);
        QVERIFY(isDamaged(sides[0]));
        QCOMPARE(sides[1].result.recipe, u"mutex"_s);
        QCOMPARE(sides[1].duplicates, 0);
        QVERIFY(!isDamaged(sides[1]));
        QCOMPARE((*verdict)->result.acquired, 12);
        QVERIFY(!(*verdict)->isAsExpected());
        const QString text = (*verdict)->conclusion.text.english();
        QVERIFY2(text.startsWith(u"no lock: %1 of 6 numbers had been given out before."_s.arg(sides[0].duplicates)),
                 qPrintable(text));
        QVERIFY2(text.contains(u"mutex: each of 6 numbers was given out once."_s), qPrintable(text));
    }

    /// Faults and times to hold are drawn alike for the first of the one and the first of the other.
    void theClientsOfADuelHaveTheSameLuck()
    {
        SpawnRequest clients;
        clients.count = 4;
        clients.rounds = 1;
        clients.hold = {HoldTime::Kind::Random, 1ms, 1000ms};
        auto duel = duelOf({u"mutex"_s, u"queue-herd"_s}, clients);
        QVERIFY(duel);
        duel->seed = 5;
        QCOMPARE(duel->duel, (QStringList{u"/lockscope/duel/mutex"_s, u"/lockscope/duel/queue-herd"_s}));
        QCOMPARE(duel->seedOf(0), duel->seedOf(1));
        Scenario plain = *duel;
        plain.duel.clear();
        QVERIFY(plain.seedOf(0) != plain.seedOf(1));
    }

    void whatIsNoDuelIsRefused_data()
    {
        QTest::addColumn<QStringList>("sides");
        QTest::addColumn<QString>("says");
        QTest::newRow("one") << QStringList{u"mutex"_s} << u"A duel is of two different recipes."_s;
        QTest::newRow("itself") << QStringList{u"mutex"_s, u"mutex"_s} << u"A duel is of two different recipes."_s;
        QTest::newRow("unknown") << QStringList{u"mutex"_s, u"mutx"_s} << u"There is no recipe \"mutx\""_s;
        QTest::newRow("two kinds of server")
            << QStringList{u"mutex"_s, u"redis-setnx"_s} << u"mutex runs on ZooKeeper and redis-setnx on Redis"_s;
        QTest::newRow("several locks") << QStringList{u"mutex"_s, u"multi"_s} << u"multi takes several locks as one"_s;
        QTest::newRow("no guard") << QStringList{u"sql-version"_s, u"sql-row"_s}
                                  << u"sql-version lets its holders in at once"_s;
    }
    void whatIsNoDuelIsRefused()
    {
        QFETCH(QStringList, sides);
        QFETCH(QString, says);
        const auto duel = duelOf(sides, SpawnRequest());
        QVERIFY(!duel);
        const QString sentence = duel.error().sentence().english();
        QVERIFY2(sentence.startsWith(says), qPrintable(sentence));
    }

private:
    static Task<> play(ScenarioRunner *runner, Scenario scenario, std::optional<Result<Verdict>> *verdict)
    {
        auto over = co_await runner->run(scenario);
        *verdict = std::move(over);
    }
};

} // namespace lockscope::tst_scenariorunner

LOCKSCOPE_TEST(lockscope::tst_scenariorunner::TestScenarioRunner)
#include "tst_scenariorunner.moc"
