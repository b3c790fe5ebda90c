// SPDX-License-Identifier: Apache-2.0
#include "tests/live/engine/enginefixture.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_enginethousand {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// A thousand clients at once on the one worker thread.
class EngineThousandTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aThousandClientsAllTakeTheLockOnceAndNeverTwoAtOnce()
    {
        SandboxForTest sandbox;
        QVERIFY2(sandbox.start(), sandbox.why());
        EngineFixture engine;
        QVERIFY(engine.open(sandbox.connectString(), 60'000));
        QVERIFY(engine.spawn(u"/few"_s, 3));
        AWAIT_COMPARE(engine.world().clients().size(), size_t(3)); // they are no part of the run
        AWAIT_COMPARE(engine.count(locks::LockState::Retained), 1);
        const int threads = threadCount();

        lab::SpawnRequest request;
        request.lock = u"/thousand"_s;
        request.count = 1'000;
        request.hold = {lab::HoldTime::Kind::Fixed, {}, {}};
        lab::RunReport report(request);
        connect(engine.operator->(), &Engine::batchReady, this,
                [&](const journal::EventBatch &batch) { report.add(batch); });
        const auto ids = test::await(engine->spawn(request));
        QVERIFY2(ids, ids ? "" : qPrintable(ids.error().sentence().english()));
        QCOMPARE(ids->size(), 1'000);
        QVERIFY2(threadCount() <= threads, qPrintable(u"%1 threads, %2 before"_s.arg(threadCount()).arg(threads)));
        AWAIT_VERIFY(report.isOver());
        const QJsonObject result = lab::toJson(report.result());
        QCOMPARE(result.value(u"acquired"_s).toInt(), 1'000);
        QCOMPARE(result.value(u"failed"_s).toInt(), 0);
        QCOMPARE(result.value(u"order_violations"_s).toInt(), 0);
        QVERIFY(result.value(u"violations"_s).toArray().isEmpty());
        QVERIFY(result.value(u"belief_overlaps"_s).toArray().isEmpty());
        QVERIFY(!report.hasViolations());
        for (const ClientId id : *ids)
            QCOMPARE(engine.client(id).round, 1);
        QCOMPARE(engine.gaps(), 0);
        QVERIFY(test::await(engine->close()));
        QVERIFY(answersWithout(sandbox.port(), "dump", "/thousand/"));
    }
};

} // namespace lockscope::tst_enginethousand

LOCKSCOPE_TEST(lockscope::tst_enginethousand::EngineThousandTest)
#include "tst_enginethousand.moc"
