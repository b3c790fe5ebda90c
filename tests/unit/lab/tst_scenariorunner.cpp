// SPDX-License-Identifier: Apache-2.0
// A run that is stopped while a server stands still.
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
