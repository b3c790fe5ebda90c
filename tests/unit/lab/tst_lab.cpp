// SPDX-License-Identifier: Apache-2.0
#include "core/lab/runreport.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/labbench.h"

#include <QJsonObject>

namespace lockscope::tst_lab {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;

class TestLab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachHasANameOfItsOwn()
    {
        Bench bench;
        bench.spawn(Bench::request(2));
        bench.spawn(Bench::request(2));
        QStringList names;
        for (const auto *client : bench.log.all<journal::ClientSpawned>())
            names.append(client->name);
        QCOMPARE(names, (QStringList{u"client-0"_s, u"client-1"_s, u"client-2"_s, u"client-3"_s}));
    }

    void withoutAcquireAtOnceTheyWaitForTheCommand()
    {
        Bench bench;
        const auto ids = bench.spawnAtRest(2);
        QVERIFY(!bench.ensemble.has(lockPath));
        bench.command({ids[1]}, ClientCommand::Acquire);
        QCOMPARE(bench.log.states(ids[1]), u"FETCHING RETAINED"_s);
        QCOMPARE(bench.log.states(ids[0]), QString());
    }

    void writersAreSpreadAsAsked_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("writers");
        QTest::newRow("none") << 0.0 << 0;
        QTest::newRow("a fifth") << 0.2 << 2;
        QTest::newRow("half") << 0.5 << 5;
        QTest::newRow("all") << 1.0 << 10;
    }
    void writersAreSpreadAsAsked()
    {
        QFETCH(double, share);
        QFETCH(int, writers);
        Bench bench;
        auto request = Bench::request(10);
        request.recipe = locks::RecipeId::ReadWrite;
        request.writers = share;
        bench.spawn(request);
        QCOMPARE(bench.writers(), writers);
    }

    void anInvalidRequestOpensNothing()
    {
        Bench bench;
        bench.spawn(Bench::request(0));
        QCOMPARE(bench.spawned->error().code, ErrorCode::InvalidInput);
        QCOMPARE(bench.factory.opened, 0);
    }

    void ifOneCannotConnectNoneIsStarted()
    {
        Bench bench;
        bench.factory.failAt = 7;
        bench.spawn(Bench::request(10));
        QCOMPARE(bench.spawned->error().code, ErrorCode::ConnectTimeout);
        QVERIFY(bench.spawned->error().sentence().english().contains(
            u"the server took 6 of 10 sessions; none was kept. Raise its maxClientCnxns"_s));
        QCOMPARE(bench.lab.count(), 0);
        QVERIFY(bench.log.events.isEmpty());
        QCOMPARE(bench.factory.opened, 7);
        QCOMPARE(std::ssize(bench.factory.sessions), 6);
        for (const auto &session : bench.ensemble.sessions())
            QVERIFY(session->isOver());
    }

    void onlySoManyConnectAtOnce()
    {
        Bench bench;
        bench.factory.heldFrom = 1;
        bench.spawn(Bench::request(200));
        QVERIFY(!bench.spawned);
        QCOMPARE(bench.factory.opened, 64);
        bench.factory.letAllGo();
        QCOMPARE(bench.spawned->value().size(), 200);
        QCOMPARE(bench.factory.mostAtOnce, 64u);
    }

    void closingWhileTheyConnectStartsNone()
    {
        Bench bench;
        bench.factory.heldFrom = 1;
        bench.spawn(Bench::request(100));
        bench.closeAll();
        bench.factory.letAllGo();
        QCOMPARE(bench.spawned->error().code, ErrorCode::Cancelled);
        QCOMPARE(bench.factory.opened, 64);
        QCOMPARE(bench.lab.count(), 0);
    }

    void whatDoesNotAnswerNeedNotBeWaitedFor()
    {
        Bench bench;
        bench.factory.heldFrom = 3;
        bench.spawn(Bench::request(5));
        QVERIFY(!bench.spawned);
        bench.lab.abandonOpenings();
        QCOMPARE(bench.spawned->error().code, ErrorCode::Cancelled);
        bench.factory.letAllGo(); // after all
        bench.ensemble.run();
        QCOMPARE(bench.factory.opened, 5);
        for (const auto &session : bench.ensemble.sessions())
            QVERIFY(session->isOver());
        QCOMPARE(bench.lab.count(), 0);
    }

    void aCrashLeavesTheNodeUntilTheSessionEnds()
    {
        Bench bench;
        const auto ids = bench.spawn(Bench::request(2));
        bench.fault({ids[0]}, {journal::Fault::Crash});
        QCOMPARE(bench.ensemble.children(lockPath).size(), 2);
        QCOMPARE(bench.log.states(ids[0]), u"FETCHING RETAINED"_s); // the dead say nothing
        QCOMPARE(bench.log.all<journal::ClientFault>().size(), 1u);
        QCOMPARE(bench.log.states(ids[1]), u"FETCHING"_s);
        bench.ensemble.sessions()[0]->expire();
        bench.ensemble.run();
        QCOMPARE(bench.log.states(ids[1]), u"FETCHING RETAINED"_s);
        bench.fault({ids[0]}, {journal::Fault::Crash}); // nothing left that could
        QCOMPARE(bench.log.states(ids[0]), u"FETCHING RETAINED"_s);
        QCOMPARE(bench.log.all<journal::ClientFault>().size(), 1u);
    }

    void whoAcquiresAfterItsSessionIsOverGetsANewOne_data()
    {
        QTest::addColumn<QString>("end");
        for (const char *end : {"crashed", "closed", "expired"})
            QTest::newRow(end) << QString::fromLatin1(end);
    }
    void whoAcquiresAfterItsSessionIsOverGetsANewOne()
    {
        QFETCH(QString, end);
        Bench bench;
        SpawnRequest asked = Bench::request(1);
        asked.sessionTimeout = std::chrono::milliseconds(4'000);
        const auto ids = bench.spawn(asked);
        QCOMPARE(std::exchange(bench.factory.lastTimeout, {}), asked.sessionTimeout);
        const SessionId before = bench.lab.sessions().first();
        if (end == u"crashed") {
            bench.lab.fault(ids, {journal::Fault::Crash});
        } else if (end == u"closed") {
            bench.command(ids, ClientCommand::Close);
            QCOMPARE(bench.log.states(ids[0]), u"FETCHING RETAINED RELEASING RELEASED"_s);
        } else {
            bench.ensemble.sessions()[0]->expire();
            bench.factory.sessions[0]->becomes(ConnectionState::Expired);
            QCOMPARE(bench.log.states(ids[0]), u"FETCHING RETAINED RELEASED"_s); // it is told at once
            QCOMPARE(bench.log.lastError(ids[0])->code, ErrorCode::SessionExpired);
            QCOMPARE(bench.log.all<journal::ClientConnection>().back()->state, ConnectionState::Expired);
        }
        bench.ensemble.run();
        bench.command(ids, ClientCommand::Acquire);
        if (end == u"crashed") { // the node of the life before is still there
            QVERIFY(bench.log.states(ids[0]).endsWith(u"FETCHING"_s));
            bench.ensemble.sessions()[0]->expire();
            bench.ensemble.run();
        }
        QVERIFY(bench.log.states(ids[0]).endsWith(u"FETCHING RETAINED"_s));
        const auto sessions = bench.lab.sessions();
        QCOMPARE(sessions.size(), 2);
        QCOMPARE(sessions.first(), before);
        QCOMPARE(bench.factory.lastTimeout, asked.sessionTimeout); // the new one, too
        QCOMPARE(bench.log.all<journal::ClientConnection>().back()->session, sessions.last());
        quint64 last = 0; // calls are numbered on
        for (const auto *request : bench.log.all<journal::ClientRequest>())
            QCOMPARE(request->call, ++last);
        QCOMPARE(bench.lab.count(), 1);
    }

    void whoGetsNoNewSessionSaysWhy()
    {
        Bench bench;
        const auto ids = bench.spawn(Bench::request(1));
        bench.lab.fault(ids, {journal::Fault::Crash});
        bench.factory.failAt = 2;
        bench.command(ids, ClientCommand::Acquire);
        QCOMPARE(bench.log.lastError(ids[0])->code, ErrorCode::ConnectTimeout);
        bench.command(ids, ClientCommand::Acquire); // the third time it works
        QVERIFY(bench.log.states(ids[0]).endsWith(u"FETCHING"_s));
    }

    void aRemovedClientIsGone_data()
    {
        QTest::addColumn<QString>("before");
        for (const char *before : {"alive", "crashed", "closed"})
            QTest::newRow(before) << QString::fromLatin1(before);
    }
    void aRemovedClientIsGone()
    {
        QFETCH(QString, before);
        for (int which : {0, 1}) { // the holder, and one that waits
            Bench bench;
            const auto ids = bench.spawn(Bench::request(2));
            if (before == u"crashed")
                bench.lab.fault({ids[which]}, {journal::Fault::Crash});
            else if (before == u"closed")
                bench.lab.command({ids[which]}, ClientCommand::Close);
            bench.command({ids[which]}, ClientCommand::Remove);
            QCOMPARE(bench.lab.count(), 1);
            QCOMPARE(bench.log.all<journal::ClientRemoved>().size(), 1u);
            bench.lab.command({ids[which]}, ClientCommand::Acquire); // passed over
        }
    }

    void closeAllLeavesNoNode()
    {
        Bench bench;
        bench.spawn(Bench::request(20));
        bench.closeAll();
        QVERIFY(bench.ensemble.children(lockPath).isEmpty());
        QCOMPARE(bench.lab.count(), 0);
        QCOMPARE(bench.log.all<journal::ClientRemoved>().size(), 20u);
    }

    void aWholeRunIsReported()
    {
        for (const auto recipe : {locks::RecipeId::Mutex, locks::RecipeId::ReadWrite}) {
            Bench bench;
            bench.ensemble.make(lockPath);
            auto request = Bench::request(50);
            request.recipe = recipe;
            request.hold.kind = HoldTime::Kind::Fixed;
            request.rounds = 10;
            bench.spawn(request);
            RunReport report(request);
            report.add(bench.log.events);
            QVERIFY(report.isOver());
            QVERIFY(!report.hasViolations());
            const auto json = lab::toJson(report.result());
            QCOMPARE(json[u"acquired"], 500);
            QCOMPARE(json[u"order_violations"], 0);
            QCOMPARE(json[u"requests"][u"create"], 500);
            QCOMPARE(json[u"requests"][u"delete"], 500);
            if (recipe == locks::RecipeId::Mutex)
                QVERIFY(json[u"watch_events_per_release"].toDouble() <= 1);
            QVERIFY(bench.ensemble.children(lockPath).isEmpty());
        }
    }

    void aLabThatGoesUnclosedLeavesNothingRunning()
    {
        fake::FakeEnsemble ensemble;
        EventLog log;
        FakeFactory factory(ensemble);
        {
            Lab lab(factory, log, 1);
            spawnInto(&lab);
            ensemble.run();
        }
        QCOMPARE(ensemble.watchCount(), 0);
        QCOMPARE(ensemble.children(lockPath).size(), 3); // as after a crash
    }

private:
    static Task<> spawnInto(Lab *lab)
    {
        const auto ids = co_await lab->spawn(Bench::request(3));
        Q_UNUSED(ids)
    }
};

} // namespace lockscope::tst_lab

LOCKSCOPE_TEST(lockscope::tst_lab::TestLab)
#include "tst_lab.moc"
