// SPDX-License-Identifier: Apache-2.0
// A scenario on a real server, as it lived and as its recording shows it.
#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "core/history/recordingwriter.h"
#include "core/scenario/scenariofiles.h"
#include "tests/live/engine/enginefixture.h"
#include "tests/support/sandboxfortest.h"
#include "tests/support/testprogram.h"

#include <QTemporaryDir>
#include <QtTest>

namespace lockscope::tst_replay {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class ReplayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRecordedScenarioReplaysToTheSameWorldEventByEvent();
    void aPaceKeepsTheStepsApart();
};

void ReplayTest::aRecordedScenarioReplaysToTheSameWorldEventByEvent()
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
    QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().sentence()));
    QVERIFY(await(engine->observe(u"/"_s)));
    const auto scenario = lab::loadScenario(u"holder-crashes"_s);
    QVERIFY2(scenario, qPrintable(scenario ? QString() : scenario.error().sentence()));
    auto running = engine->runScenario(*scenario);
    QTRY_VERIFY_WITH_TIMEOUT(running.isFinished(), 120'000);
    QVERIFY(running.result());
    QCoreApplication::sendPostedEvents();

    const QTemporaryDir directory;
    const QString file = directory.filePath(u"crash.lockscope"_s);
    auto writer = journal::RecordingWriter::create(file);
    QVERIFY(writer);
    const journal::EventBatch events = engine.events();
    QVERIFY(events.size() > 50);
    (*writer)->append(events);
    QVERIFY((*writer)->close());

    journal::History history(journal::History::unlimited());
    const auto read = journal::readRecording(file, [&](const journal::EventBatch &batch) { history.append(batch); });
    QVERIFY(read);
    QVERIFY2(read->notes.isEmpty(), qPrintable(read->notes.join(u' ')));
    QCOMPARE(history.lastState(), quint64(events.size()));
    for (quint64 number = 0; number <= history.lastState(); ++number)
        QVERIFY2(history.at(number) == lived[size_t(number)], qPrintable(u"event %1"_s.arg(number)));
}

void ReplayTest::aPaceKeepsTheStepsApart()
{
    SandboxForTest sandbox;
    QVERIFY2(sandbox.start(), sandbox.why());
    EngineFixture engine;
    const auto opened = engine.open(sandbox.connectString(), 4'000);
    QVERIFY2(opened, qPrintable(opened ? QString() : opened.error().sentence()));
    auto scenario = lab::loadScenario(u"holder-crashes"_s);
    QVERIFY(scenario);
    scenario->pace = std::chrono::milliseconds(150);
    auto running = engine->runScenario(*scenario);
    QTRY_VERIFY_WITH_TIMEOUT(running.isFinished(), 120'000);
    QVERIFY(running.result());
    QCoreApplication::sendPostedEvents();
    QList<qint64> steps;
    for (const journal::Event &event : engine.events()) {
        if (std::holds_alternative<journal::ScenarioStep>(event.what))
            steps += event.atNs;
    }
    QCOMPARE(steps.size(), scenario->steps.size());
    for (qsizetype i = 1; i < steps.size(); ++i)
        QVERIFY2(steps[i] - steps[i - 1] >= 149'000'000, qPrintable(u"step %1"_s.arg(i)));
}

} // namespace lockscope::tst_replay

LOCKSCOPE_TEST(lockscope::tst_replay::ReplayTest)
#include "tst_replay.moc"
