// SPDX-License-Identifier: Apache-2.0
#include "core/trial/trialverdict.h"
#include "tests/support/testprogram.h"

#include <QtTest>

#include <algorithm>

namespace lockscope::tst_trialverdict {

using namespace lockscope::trial;
using namespace lockscope::journal;
using namespace Qt::StringLiterals;

/// What is judged where others are there, too.
class TrialVerdictTest : public QObject
{
    Q_OBJECT

    EventWriter m_writer;
    quint64 m_calls = 0;

    /// A trial of so many, from client-0 on, that are connected.
    TrialVerdict trialOf(quint32 clients, int rounds = 1, quint32 firstId = 0)
    {
        TrialSpec spec;
        spec.lock = u"/app/lock"_s;
        spec.clients = static_cast<int>(clients);
        spec.rounds = rounds;
        TrialVerdict verdict(spec);
        for (quint32 i = 0; i < clients; ++i) {
            spawn(verdict, firstId + i, u"client-%1"_s.arg(i), true);
            add(verdict, ClientConnection{ClientId{firstId + i}, ConnectionState::Connected, SessionId{i + 1}});
        }
        return verdict;
    }
    void spawn(TrialVerdict &verdict, quint32 id, const QString &name, bool foreign)
    {
        ClientSpawned spawned;
        spawned.id = ClientId{id};
        spawned.name = name;
        spawned.lock = u"/app/lock"_s;
        spawned.foreign = foreign;
        add(verdict, spawned);
    }
    /// The number under which it is there.
    quint64 add(TrialVerdict &verdict, Payload what)
    {
        const Event event = m_writer.stamp(std::move(what));
        verdict.add({event});
        return event.number;
    }
    /// Asked and answered at once.
    void ask(TrialVerdict &verdict, quint32 client, const QString &operation, const QString &path)
    {
        const quint64 call = ++m_calls;
        add(verdict, ClientRequest{ClientId{client}, operation, path, call});
        add(verdict, ClientReply{ClientId{client}, operation, path, {}, 0, call, {}});
    }
    static ServerNode node(quint32 client, const QString &path, ServerNode::Life life, Zxid czxid = {})
    {
        return {ClientId{client}, path, life, czxid,
                life == ServerNode::Life::Born ? SessionId{client + 1} : SessionId()};
    }
    static ClientLockState state(quint32 client, locks::LockState state, const QString &node = {}, Zxid token = {})
    {
        ClientLockState stateEvent;
        stateEvent.id = ClientId{client};
        stateEvent.state = state;
        stateEvent.node = node;
        stateEvent.token = token;
        return stateEvent;
    }
    static QList<quint64> numbersOf(const EventBatch &events)
    {
        QList<quint64> numbers;
        for (const Event &event : events)
            numbers += event.number;
        return numbers;
    }
    static TrialEnd end(int grants)
    {
        TrialEnd::Process process;
        process.client = u"client-0"_s;
        process.grants = grants;
        TrialEnd end;
        end.processes = {process};
        return end;
    }

private Q_SLOTS:
    void init()
    {
        m_writer = {};
        m_calls = 0;
    }

    void aGrantWithoutANodeIsTheFirstThingWrong()
    {
        TrialVerdict verdict = trialOf(1, 1, 7);
        const quint64 wrong = add(verdict, state(7, locks::LockState::Retained));
        verdict.judge(end(1));
        QVERIFY(verdict.firstWrong());
        QCOMPARE(verdict.firstWrong()->violation.rule, Rule::GrantWithoutNode);
        QCOMPARE(verdict.firstWrong()->event.number, wrong);
        QVERIFY(!verdict.isPassed());
    }

    void theEndOfWhatIsWaitedForInVainIsInThePicture_data()
    {
        QTest::addColumn<bool>("isToldInTime");
        QTest::newRow("told before the watch is set") << true;
        QTest::newRow("told after the watch was set") << false;
    }
    /// What passes between one client and its server says nothing of when another one's is read.
    void theEndOfWhatIsWaitedForInVainIsInThePicture()
    {
        QFETCH(bool, isToldInTime);
        const QString before = u"/app/lock/lock-0000000001"_s;
        TrialVerdict verdict = trialOf(2);
        const quint64 born = add(verdict, node(1, before, ServerNode::Life::Born, {5}));
        add(verdict, state(0, locks::LockState::Fetching));
        const quint64 call = ++m_calls;
        const quint64 asked = add(verdict, ClientRequest{ClientId{1}, u"delete"_s, before, call});
        const auto tellEnd = [&] {
            add(verdict, ClientReply{ClientId{1}, u"delete"_s, before, {}, 0, call, {}});
            return add(verdict, node(1, before, ServerNode::Life::Gone));
        };
        quint64 gone = isToldInTime ? tellEnd() : 0;
        for (int i = 0; i < 20; ++i) // more than there is room for
            ask(verdict, 0, u"get"_s, u"/app/other"_s);
        ask(verdict, 0, u"exists"_s, before);
        const quint64 watches = add(verdict, ClientWatchSet{ClientId{0}, before});
        if (!isToldInTime)
            gone = tellEnd();
        TrialEnd stalled = end(1);
        stalled.why = TrialEnd::Why::Stalled;
        verdict.judge(stalled);
        QVERIFY(verdict.firstWrong());
        QCOMPARE(verdict.firstWrong()->violation.rule, Rule::LostWakeup);
        QCOMPARE(verdict.firstWrong()->event.number, watches);
        const QList<quint64> picture = numbersOf(verdict.firstWrong()->picture);
        QCOMPARE(picture.size(), 10);
        QVERIFY(std::ranges::is_sorted(picture));
        QCOMPARE(picture.contains(born), !isToldInTime); // of a node what is told last
        for (const quint64 stateEvent : {asked, gone, watches})
            QVERIFY2(picture.contains(stateEvent), qPrintable(QString::number(stateEvent)));
    }

    /// That both nodes were there is known by what became of them later.
    void whatProvesTwoHoldersLaterIsInThePicture()
    {
        TrialVerdict verdict = trialOf(2);
        const QStringList nodes{u"/app/lock/lock-0000000001"_s, u"/app/lock/lock-0000000002"_s};
        for (const quint32 client : {0u, 1u}) {
            const Zxid czxid{client + 5};
            add(verdict, state(client, locks::LockState::Fetching));
            add(verdict, node(client, nodes[client], ServerNode::Life::Born, czxid));
            add(verdict, state(client, locks::LockState::Retained, nodes[client], czxid));
        }
        QList<quint64> proofs;
        for (const quint32 client : {0u, 1u}) {
            const quint64 call = ++m_calls;
            proofs += add(verdict, ClientRequest{ClientId{client}, u"delete"_s, nodes[client], call});
            add(verdict, ClientReply{ClientId{client}, u"delete"_s, nodes[client], {}, 0, call, {}});
            add(verdict, state(client, locks::LockState::Released));
        }
        verdict.judge(end(2));
        QVERIFY(verdict.firstWrong());
        QCOMPARE(verdict.firstWrong()->violation.rule, Rule::MutualExclusion);
        const QList<quint64> picture = numbersOf(verdict.firstWrong()->picture);
        QVERIFY(picture.size() <= 10);
        QVERIFY(picture.contains(verdict.firstWrong()->event.number));
        for (const quint64 proof : std::as_const(proofs))
            QVERIFY(picture.contains(proof));
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
        TrialVerdict verdict = trialOf(1, 2, 7);
        TrialEnd stalled = end(grants);
        stalled.why = TrialEnd::Why::Stalled;
        verdict.judge(stalled);
        QTEST(verdict.troubles().value(0).english(), "told");
        QVERIFY(!verdict.isPassed());
    }

    void aTrialInWhichNoneAcquiredIsNotPassed()
    {
        TrialVerdict verdict = trialOf(1, 0, 7); // no limit of rounds
        TrialEnd over = end(0);
        over.processes.first().connected = true;
        verdict.judge(over);
        QVERIFY(!verdict.isPassed());
        QCOMPARE(verdict.troubles().value(0).english(), u"No client acquired the lock: nothing was checked."_s);
        over.processes.first().grants = 1;
        verdict.judge(over);
        QVERIFY(verdict.isPassed());
    }

    /// In the window clients of the lab may be there, whatever they do.
    void whatSimulatedClientsDoIsNotJudged()
    {
        TrialVerdict verdict = trialOf(1, 1, 7);
        spawn(verdict, 6, u"simulated"_s, false);
        add(verdict, ClientFault{ClientId{6}, Fault::Crash});
        add(verdict, state(6, locks::LockState::Retained));
        verdict.judge(end(1));
        QVERIFY(!verdict.firstWrong());
        QVERIFY(verdict.isPassed());
        QCOMPARE(verdict.check().clients, 1);
    }
};

} // namespace lockscope::tst_trialverdict

LOCKSCOPE_TEST(lockscope::tst_trialverdict::TrialVerdictTest)
#include "tst_trialverdict.moc"
