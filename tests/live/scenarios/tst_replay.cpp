// SPDX-License-Identifier: Apache-2.0
// A scenario on a real server, as it lived and as its recording shows it.
#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "core/history/recordingwriter.h"
#include "core/ledger/ledger.h"
#include "core/scenario/scenariofiles.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/holding.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_replay {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

namespace {

QString textOf(const Holding &holding)
{
    QStringList words;
    for (const auto &[path, holds] : holding)
        words += path + (holds ? u" holds"_s : u" waits"_s);
    return words.join(u", "_s);
}

} // namespace

class ReplayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aScenarioKeepsItsPaceAndItsRecordingReplaysToTheSameWorldEventByEvent()
    {
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        EngineFixture engine;
        std::vector<journal::World> lived{journal::World()};
        QObject::connect(engine.operator->(), &Engine::batchReady, this, [&](const journal::EventBatch &batch) {
            for (const journal::Event &event : batch) {
                journal::World world = lived.back();
                world.apply({event});
                lived.push_back(std::move(world));
            }
        });
        const auto opened = engine.open(sandbox.connectString(), 4'000);
        QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().sentence().english()));
        QVERIFY(await(engine->observe(u"/"_s)));
        auto scenario = lab::loadScenario(u"holder-crashes"_s);
        QVERIFY2(scenario, qPrintable(scenario ? QString() : scenario.error().sentence().english()));
        scenario->pace = std::chrono::milliseconds(150);
        auto running = engine->runScenario(*scenario);
        AWAIT_VERIFY(running.isFinished());
        QVERIFY(running.result());
        QCoreApplication::sendPostedEvents();

        const QTemporaryDir directory;
        const QString file = directory.filePath(u"crash.lockscope"_s);
        auto writer = journal::RecordingWriter::create(file);
        QVERIFY(writer);
        const journal::EventBatch events = engine.events();
        QVERIFY(events.size() > 50);
        verifyStepsApart(events, scenario->steps.size());
        (*writer)->append(events);
        QVERIFY((*writer)->close());

        journal::History history(journal::History::unlimited());
        const auto read =
            journal::readRecording(file, [&](const journal::EventBatch &batch) { history.append(batch); });
        QVERIFY(read);
        QVERIFY2(read->notes.isEmpty(), qPrintable(Text::sentences(read->notes).english()));
        QCOMPARE(history.lastState(), quint64(events.size()));
        for (quint64 number = 0; number <= history.lastState(); ++number)
            QVERIFY2(history.at(number) == lived[size_t(number)], qPrintable(u"event %1"_s.arg(number)));
    }

    void inEachShippedScenarioTheQueueAndTheLedgerTellTheSameHolders_data()
    {
        QTest::addColumn<QString>("name");
        int number = 0;
        for (const QString &name : lab::shippedScenarios()) {
            // Two thousand clients say no more of it than five.
            if (name != "herd-against-predecessor"_L1 && testprogram::isSampled(number++))
                QTest::newRow(qPrintable(name)) << name;
        }
    }

    /// After every event at which both know of the same nodes: an answer to a client may prove one before the observer
    /// sees it.
    void inEachShippedScenarioTheQueueAndTheLedgerTellTheSameHolders()
    {
        QFETCH(QString, name);
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        EngineFixture engine;
        QVERIFY(engine.open(sandbox.connectString(), 4'000));
        QVERIFY(await(engine->observe(u"/"_s)));
        auto scenario = lab::loadScenario(name);
        QVERIFY(scenario);
        scenario->pace =
            std::chrono::milliseconds(100); // so that the observer, which reads a few times a second, sees it
        auto running = engine->runScenario(*scenario);
        AWAIT_VERIFY(running.isFinished());
        QVERIFY(running.result());
        QCoreApplication::sendPostedEvents();

        journal::World world;
        journal::Ledger ledger;
        Holding told;
        int compared = 0;
        int holders = 0;
        const journal::EventBatch events = engine.events();
        for (const journal::Event &event : events) {
            ledger.append(event, world);
            follow(told, ledger.nodeChanges());
            const Holding shown = holdingBy(world);
            if (shown.empty() && told.empty())
                continue;
            QVERIFY2(shown == told, qPrintable(u"event %1: the queues tell %2; the ledger %3"_s.arg(event.number)
                                                   .arg(textOf(shown), textOf(told))));
            ++compared;
            holders += int(std::count_if(shown.begin(), shown.end(), [](const auto &node) { return node.second; }));
        }
        if (name == "order-numbers-without-lock"_L1) {
            QCOMPARE(compared, 0); // nobody takes a lock
            return;
        }
        QVERIFY(compared > 10);
        QVERIFY(holders > 0);
    }

private:
    /// As the pace of 150 ms says.
    static void verifyStepsApart(const journal::EventBatch &events, qsizetype steps)
    {
        QList<qint64> atNs;
        for (const journal::Event &event : events) {
            if (std::holds_alternative<journal::ScenarioStep>(event.what))
                atNs += event.atNs;
        }
        QCOMPARE(atNs.size(), steps);
        for (qsizetype i = 1; i < steps; ++i)
            QVERIFY2(atNs[i] - atNs[i - 1] >= 149'000'000, qPrintable(u"step %1"_s.arg(i)));
    }
};

} // namespace lockscope::tst_replay

LOCKSCOPE_TEST(lockscope::tst_replay::ReplayTest)
#include "tst_replay.moc"
