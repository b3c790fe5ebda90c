// SPDX-License-Identifier: Apache-2.0
#include "core/lab/runreport.h"
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/labbench.h"

namespace lockscope::tst_labfaults {

using namespace lockscope::lab;
using namespace std::chrono_literals;
using journal::Fault;

namespace {

/// "pause resume …"
QString faultsOf(const EventLog &log)
{
    QStringList names;
    for (const auto *fault : log.all<journal::ClientFault>())
        names << journal::faultName(fault->fault);
    return names.join(u' ');
}

/// Lets what is to come happen, and tells the report; whether the run is over.
class Run
{
public:
    Run(Bench &bench, const SpawnRequest &request)
        : report(request)
        , m_bench(bench)
    {
    }
    bool isOver()
    {
        m_bench.ensemble.run();
        for (; m_taken < m_bench.log.events.size(); ++m_taken)
            report.add(m_bench.log.events.at(m_taken));
        return report.isOver();
    }

    RunReport report;

private:
    Bench &m_bench;
    qsizetype m_taken = 0;
};

} // namespace

class TestLabFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPauseEndsByItself()
    {
        Bench bench;
        const auto ids = bench.spawn(Bench::request(1));
        bench.lab.fault(ids, {Fault::Pause, 20ms});
        QCOMPARE(faultsOf(bench.log), u"pause"_s);
        QCOMPARE(bench.log.all<journal::ClientFault>().front()->durationMs, 20);
        AWAIT_COMPARE(faultsOf(bench.log), u"pause resume"_s);
        QCOMPARE(bench.factory.sessions[0]->injected.size(), 2);
        QCOMPARE(bench.factory.sessions[0]->injected.last().fault, Fault::Resume);
    }

    void aPauseWithoutADurationLastsUntilResume()
    {
        Bench bench;
        const auto ids = bench.spawn(Bench::request(1));
        bench.lab.fault(ids, {Fault::Resume});
        bench.lab.fault(ids, {Fault::Pause});
        bench.lab.fault(ids, {Fault::Pause});
        QCOMPARE(faultsOf(bench.log), u"pause"_s);
        bench.lab.fault(ids, {Fault::Resume});
        bench.lab.fault(ids, {Fault::Resume});
        QCOMPARE(faultsOf(bench.log), u"pause resume"_s);
    }

    void aPausedClientDoesWhatItWasToldWhenItGoesOn()
    {
        Bench bench;
        const auto ids = bench.spawn(Bench::request(2));
        bench.lab.fault({ids[0]}, {Fault::Pause});
        bench.command({ids[0]}, ClientCommand::Release);
        QCOMPARE(bench.log.states(ids[0]), u"FETCHING RETAINED"_s);
        bench.fault({ids[0]}, {Fault::Resume});
        QCOMPARE(bench.log.states(ids[0]), u"FETCHING RETAINED RELEASING RELEASED"_s);
        QCOMPARE(bench.log.states(ids[1]), u"FETCHING RETAINED"_s);
    }

    void aStoppedClientGoesOnWhereItStopped()
    {
        Bench bench;
        const auto ids = bench.spawnAtRest(2);
        bench.lab.stopBefore({ids[1]}, locks::Step::Watch);
        for (const ClientId id : ids)
            bench.command({id}, ClientCommand::Acquire);
        QCOMPARE(bench.log.all<journal::ClientStep>().back()->step, locks::Step::Watch);
        bench.command({ids[0]}, ClientCommand::Release);
        QCOMPARE(bench.log.states(ids[1]), u"FETCHING"_s);
        bench.lab.stopBefore({ids[1]}, locks::Step::Release); // while it is stopped
        bench.stopBefore({ids[1]}, {});
        QCOMPARE(bench.log.states(ids[1]), u"FETCHING RETAINED"_s);
        bench.command({ids[1]}, ClientCommand::Release);
        QCOMPARE(bench.log.states(ids[1]), u"FETCHING RETAINED RELEASING"_s);
        bench.stopBefore({ids[1]}, {});
        QCOMPARE(bench.log.states(ids[1]), u"FETCHING RETAINED RELEASING RELEASED"_s);
    }

    void aStopIsTakenBackBeforeItIsReached()
    {
        Bench bench;
        const auto ids = bench.spawnAtRest(1);
        bench.lab.stopBefore(ids, locks::Step::List);
        bench.lab.stopBefore(ids, {});
        bench.command(ids, ClientCommand::Acquire);
        QVERIFY(bench.log.states(ids[0]).endsWith(u"RETAINED"_s));
    }

    void aStoppedClientEndsWithItsSession_data()
    {
        QTest::addColumn<Fault>("end");
        QTest::newRow("crash") << Fault::Crash;
        QTest::newRow("close") << Fault::Close;
    }
    void aStoppedClientEndsWithItsSession()
    {
        QFETCH(Fault, end);
        Bench bench;
        const auto ids = bench.spawnAtRest(1);
        bench.lab.stopBefore(ids, locks::Step::List);
        bench.command(ids, ClientCommand::Acquire);
        bench.fault(ids, {end});
        bench.command(ids, ClientCommand::Acquire); // nothing of it runs any more, so it begins again
        bench.ensemble.sessions()[0]->expire();     // the node of the life before
        bench.ensemble.run();
        QVERIFY(bench.log.states(ids[0]).endsWith(u"RETAINED"_s));
    }

    void aHoldTimeThatRunsOutDuringAPauseEndsAfterIt()
    {
        Bench bench;
        auto request = Bench::request(1);
        request.hold = {HoldTime::Kind::Fixed, 1ms, {}};
        const auto ids = bench.spawn(request);
        bench.lab.fault(ids, {Fault::Pause, 60ms});
        AWAIT_COMPARE(faultsOf(bench.log), u"pause resume"_s);
        qint64 resumedAtNs = 0;
        for (const auto &event : bench.log.events) {
            if (const auto *fault = std::get_if<journal::ClientFault>(&event.what);
                fault && fault->fault == Fault::Resume)
                resumedAtNs = event.atNs;
            const auto *state = std::get_if<journal::ClientLockState>(&event.what);
            if (state && state->state == locks::LockState::Releasing)
                QVERIFY(resumedAtNs > 0);
        }
        bench.ensemble.run();
        QCOMPARE(bench.log.states(ids[0]), u"FETCHING RETAINED RELEASING RELEASED"_s);
    }

    void aPartitionEndsByItselfAndADelayByHeal()
    {
        Bench bench;
        const auto ids = bench.spawn(Bench::request(1));
        bench.lab.fault(ids, {Fault::Heal});
        bench.lab.fault(ids, {Fault::Partition, 20ms});
        AWAIT_COMPARE(faultsOf(bench.log), u"partition heal"_s);
        bench.lab.fault(ids, {Fault::Delay, 5ms});
        bench.lab.fault(ids, {Fault::Heal});
        QCOMPARE(faultsOf(bench.log), u"partition heal delay heal"_s);
    }

    void whatCannotBeStagedIsSaidAndTakenBack()
    {
        Bench bench;
        const auto ids = bench.spawn(Bench::request(1));
        bench.factory.sessions[0]->refusing = true;
        bench.lab.fault(ids, {Fault::Partition});
        QCOMPARE(faultsOf(bench.log), u"partition heal"_s);
        const auto notices = bench.log.all<journal::Notice>();
        QVERIFY(!notices.empty());
        QVERIFY(notices.front()->text.english().startsWith(u"client-0: partition could not be staged."_s));
    }

    void theEndOfASessionEndsItsFaults_data() { aStoppedClientEndsWithItsSession_data(); }
    void theEndOfASessionEndsItsFaults()
    {
        QFETCH(Fault, end);
        Bench bench;
        const auto ids = bench.spawn(Bench::request(1));
        bench.lab.fault(ids, {Fault::Pause});
        bench.lab.fault(ids, {Fault::Partition});
        bench.fault(ids, {end});
        QCOMPARE(faultsOf(bench.log), u"pause partition %1 resume heal"_s.arg(journal::faultName(end)));
        QCOMPARE(bench.log.all<journal::ClientConnection>().back()->state, ConnectionState::Closed);
        bench.lab.fault(ids, {Fault::Pause}); // passed over
        bench.lab.fault(ids, {Fault::Expire});
        QCOMPARE(bench.log.all<journal::ClientFault>().size(), 5u);
    }

    void networkFaultsAtRandomOpenSessionsThroughRelays()
    {
        Bench bench;
        auto request = Bench::request(1);
        request.faults = {{Fault::Crash, 0.1, {}}};
        bench.spawn(request);
        QCOMPARE(bench.factory.lastRoute, Route::Direct);
        request.faults = {{Fault::LoseCreateReply, 0.1, {}}};
        bench.spawn(request);
        QCOMPARE(bench.factory.lastRoute, Route::Relayed);
    }

    void aRandomFaultIsMarkedAndDrawnFromTheSeed()
    {
        QList<QStringList> runs;
        for (const quint64 seed : {11u, 11u, 12u}) {
            Bench bench;
            auto request = Bench::request(4);
            request.seed = seed;
            request.rounds = 20;
            request.hold.kind = HoldTime::Kind::Fixed;
            request.faults = {{Fault::Delay, 0.1, 3ms}};
            bench.spawn(request);
            QStringList drawn;
            std::map<ClientId, int> requests;
            for (const auto &event : bench.log.events) {
                if (const auto *asked = std::get_if<journal::ClientRequest>(&event.what))
                    ++requests[asked->id];
                const auto *fault = std::get_if<journal::ClientFault>(&event.what);
                if (!fault || fault->fault != Fault::Delay)
                    continue;
                QVERIFY(fault->atRandom);
                QCOMPARE(fault->durationMs, 3);
                drawn << u"%1@%2"_s.arg(fault->id.value).arg(requests[fault->id]);
            }
            QVERIFY(drawn.size() > 5);
            drawn.sort();
            runs << drawn;
        }
        QCOMPARE(runs[0], runs[1]);
        QVERIFY(runs[0] != runs[2]);
    }

    void aSessionThatExpiresBeforeItIsConnectedIsOpenedOnceMore()
    {
        Bench bench;
        auto request = Bench::request(1);
        request.rounds = 2;
        request.hold = {HoldTime::Kind::Fixed, 1ms, {}};
        request.faults = {{Fault::Crash, 0, {}}}; // never drawn: its client comes back all the same
        bench.factory.failAt = 2;
        bench.factory.failsWith = ErrorCode::SessionExpired;
        bench.spawn(request);
        Run run(bench, request);
        bench.ensemble.sessions()[0]->expire();
        bench.factory.sessions[0]->becomes(ConnectionState::Expired);
        AWAIT_VERIFY(run.isOver());
        QCOMPARE(bench.factory.opened, 3);
    }

    void underRandomCrashesEveryRoundIsBegun()
    {
        Bench bench;
        auto request = Bench::request(4);
        request.seed = 5;
        request.rounds = 30;
        request.hold = {HoldTime::Kind::Fixed, 1ms, {}}; // turns of the event loop, in which crashes happen
        request.faults = {{Fault::Crash, 0.05, {}}};
        const auto ids = bench.spawn(request);
        Run run(bench, request);
        const auto isOver = [&] {
            for (const auto &session : bench.ensemble.sessions()) {
                if (session->isOver())
                    session->expire(); // the dead ones' nodes go, as after their timeout
            }
            return run.isOver();
        };
        // Each of more than a hundred turns may be a slow one.
        QVERIFY(QTest::qWaitFor(isOver, test::patienceMs()));
        QVERIFY(faultsOf(bench.log).count(u"crash"_s) > 3);
        QVERIFY(bench.factory.opened > 4);
        QVERIFY(!run.report.hasViolations());
        for (const ClientId id : ids) {
            int begun = 0;
            bool fetching = false;
            for (const auto *state : bench.log.all<journal::ClientLockState>()) {
                if (state->id != id)
                    continue;
                if (state->state == locks::LockState::Fetching && (!fetching || state->node.isEmpty()))
                    ++begun;
                fetching = state->state == locks::LockState::Fetching;
            }
            QCOMPARE(begun, 30);
        }
    }
};

} // namespace lockscope::tst_labfaults

LOCKSCOPE_TEST(lockscope::tst_labfaults::TestLabFaults)
#include "tst_labfaults.moc"
