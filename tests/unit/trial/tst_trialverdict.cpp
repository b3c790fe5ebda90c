// SPDX-License-Identifier: Apache-2.0
#include "core/trial/trialverdict.h"
#include "tests/support/testprogram.h"

#include <QtTest>

namespace lockscope::tst_trialverdict {

using namespace lockscope::trial;
using namespace lockscope::journal;
using namespace Qt::StringLiterals;

/// What is judged where others are there, too.
class TrialVerdictTest : public QObject
{
    Q_OBJECT

    EventWriter m_writer;

    EventBatch spawned(quint32 id, const QString &name, bool foreign)
    {
        ClientSpawned spawned;
        spawned.id = ClientId{id};
        spawned.name = name;
        spawned.lock = u"/app/lock"_s;
        spawned.foreign = foreign;
        return {m_writer.stamp(spawned)};
    }
    /// It believes to hold, by no node.
    Event grant(quint32 id)
    {
        ClientLockState state;
        state.id = ClientId{id};
        state.state = locks::LockState::Retained;
        return m_writer.stamp(state);
    }
    static TrialEnd end(int grants)
    {
        TrialEnd end;
        TrialEnd::Process process;
        process.client = u"client-0"_s;
        process.grants = grants;
        end.processes = {process};
        return end;
    }

private Q_SLOTS:
    void init() { m_writer = {}; }

    void aGrantWithoutANodeIsTheFirstThingWrong()
    {
        TrialSpec spec;
        spec.lock = u"/app/lock"_s;
        spec.clients = 1;
        TrialVerdict verdict(spec);
        verdict.add(spawned(7, u"client-0"_s, true));
        const Event wrong = grant(7);
        verdict.add({wrong});
        verdict.judge(end(1));
        QVERIFY(verdict.firstWrong());
        QCOMPARE(verdict.firstWrong()->violation.rule, Rule::GrantWithoutNode);
        QCOMPARE(verdict.firstWrong()->event.number, wrong.number);
        QVERIFY(!verdict.isPassed());
    }

    void aStandstillIsToldOfRoundsOrOfProcesses_data()
    {
        QTest::addColumn<int>("grants");
        QTest::addColumn<QString>("told");
        QTest::newRow("a round is left") << 1 << u"Nothing moved for 10 s, though not all had done their rounds."_s;
        QTest::newRow("all are done")
            << 2 << u"Nothing moved for 10 s: all rounds were done, and not all processes had ended."_s;
    }
    void aStandstillIsToldOfRoundsOrOfProcesses()
    {
        QFETCH(int, grants);
        TrialSpec spec;
        spec.lock = u"/app/lock"_s;
        spec.clients = 1;
        spec.rounds = 2;
        TrialVerdict verdict(spec);
        verdict.add(spawned(7, u"client-0"_s, true));
        TrialEnd stalled = end(grants);
        stalled.why = TrialEnd::Why::Stalled;
        verdict.judge(stalled);
        QTEST(verdict.troubles().value(0).english(), "told");
        QVERIFY(!verdict.isPassed());
    }

    /// In the window clients of the lab may be there, whatever they do.
    void whatSimulatedClientsDoIsNotJudged()
    {
        TrialSpec spec;
        spec.lock = u"/app/lock"_s;
        spec.clients = 1;
        TrialVerdict verdict(spec);
        verdict.add(spawned(6, u"simulated"_s, false));
        verdict.add(spawned(7, u"client-0"_s, true));
        verdict.add({m_writer.stamp(ClientFault{ClientId{6}, Fault::Crash})});
        verdict.add({grant(6)});
        verdict.judge(end(1));
        QVERIFY(!verdict.firstWrong());
        QVERIFY(verdict.isPassed());
        QCOMPARE(verdict.check().clients, 1);
    }
};

} // namespace lockscope::tst_trialverdict

LOCKSCOPE_TEST(lockscope::tst_trialverdict::TrialVerdictTest)
#include "tst_trialverdict.moc"
