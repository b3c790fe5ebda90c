// SPDX-License-Identifier: Apache-2.0
#include "core/lab/runreport.h"
#include "tests/live/lab/labfixture.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_clientfaults {

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;
using journal::Fault;
using lab::ClientCommand;
using locks::LockState;
using test::await;
using test::LabFixture;
using test::patienceMs;

class ClientFaultsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QVERIFY2(m_sandbox.start(), m_sandbox.why());
        m_others = std::make_unique<zk::Session>(zk::SessionSpec{m_sandbox.connectString(), patientMs});
        m_others->open();
        QVERIFY(await(m_others->connected()));
    }
    void cleanupTestCase() { m_others.reset(); }
    void init()
    {
        m_lock = u"/lock%1"_s.arg(++m_count);
        QVERIFY(await(m_others->create(m_lock, {}, NodeKind::Persistent)));
    }

    void aPartitionPastTheTimeoutEndsTheSession()
    {
        LabFixture lab(m_sandbox.connectString(), hastyMs);
        const auto [holder, waiter] = holderAndWaiter(lab);
        QVERIFY(!holder.isNull());
        lab->fault({holder}, {Fault::Partition});
        AWAIT_COMPARE(lab.state(waiter), LockState::Retained);
        QCOMPARE(lab.connections(holder).last(), ConnectionState::Suspended); // it knows that much
        QCOMPARE(lab.state(holder), LockState::Retained);
        lab->fault({holder}, {Fault::Heal});
        AWAIT_COMPARE(lab.connections(holder).last(), ConnectionState::Expired);
        QCOMPARE(lab.state(holder), LockState::Released);
        QCOMPARE(lab.belief(holder).error->code, ErrorCode::SessionExpired);
    }

    /// It moves to its relay first, and what it is told meanwhile is not to slip through.
    void whatIsAskedAfterAFaultComesAfterIt()
    {
        LabFixture lab(m_sandbox.connectString(), patientMs);
        const auto [holder, waiter] = holderAndWaiter(lab);
        QVERIFY(!holder.isNull());
        lab->fault({holder}, {Fault::Partition});
        lab->command({holder}, ClientCommand::Release);
        const auto connectionsBeforeDelete = [&lab, holder = holder] {
            int connections = 0;
            for (const journal::Event &event : lab.log.events) {
                const auto *connection = std::get_if<journal::ClientConnection>(&event.what);
                connections += connection && connection->id == holder ? 1 : 0;
                const auto *asked = std::get_if<journal::ClientRequest>(&event.what);
                if (asked && asked->id == holder && asked->operation == u"delete"_s)
                    return connections;
            }
            return 0;
        };
        AWAIT_COMPARE(connectionsBeforeDelete(), 2); // away, and there through the relay
        QCOMPARE(lab.state(waiter), LockState::Fetching);
        lab->fault({holder}, {Fault::Heal});
        AWAIT_COMPARE(lab.state(waiter), LockState::Retained);

        lab->fault({waiter}, {Fault::Partition}); // healed before it is there
        lab->fault({waiter}, {Fault::Heal});
        lab->command({waiter}, ClientCommand::Release);
        AWAIT_COMPARE(lab.state(waiter), LockState::Released);
        QVERIFY(!lab.belief(waiter).error);
    }

    void aDelayedClientIsLate()
    {
        LabFixture lab(m_sandbox.connectString(), patientMs);
        const auto ids = lab.spawn(request(1, false));
        QVERIFY(ids);
        lab->fault(*ids, {Fault::Delay, 80ms});
        AWAIT_VERIFY(lab.isBack(ids->first())); // behind its relay
        lab->command(*ids, ClientCommand::Acquire);
        AWAIT_COMPARE(lab.state(ids->first()), LockState::Retained);
        const auto replies = lab.log.all<journal::ClientReply>();
        QVERIFY(!replies.empty());
        for (const auto *reply : replies)
            QVERIFY2(
                reply->latencyNs >= 160'000'000,
                qPrintable(QString::number(reply->latencyNs) + journal::describe(*reply).english())); // there and back
        const size_t late = replies.size();
        lab->fault(*ids, {Fault::Heal});
        lab->command(*ids, ClientCommand::Release);
        AWAIT_COMPARE(lab.state(ids->first()), LockState::Released);
        QVERIFY(lab.log.all<journal::ClientReply>().size() > late);
    }

    void aLostRequestIsNotCarriedOutAndIsSentAgain()
    {
        LabFixture lab(m_sandbox.connectString(), patientMs);
        const auto [holder, waiter] = holderAndWaiter(lab);
        QVERIFY(!holder.isNull());
        lab->fault({holder}, {Fault::LoseRequest});
        AWAIT_VERIFY(lab.isBack(holder)); // behind its relay
        lab->command({holder}, ClientCommand::Release);
        AWAIT_COMPARE(lab.state(waiter), LockState::Retained);
        AWAIT_COMPARE(lab.state(holder), LockState::Released);
        QVERIFY(!lab.belief(holder).error);
        QList<std::optional<Error>> answers;
        for (const auto *reply : lab.log.all<journal::ClientReply>()) {
            if (reply->id == holder && reply->operation == u"delete"_s)
                answers << reply->error;
        }
        QCOMPARE(answers.size(), 2);
        QVERIFY(answers.first() && answers.first()->connectionWasLost());
        QVERIFY(!answers.last()); // it finds its node there: the first one never came to the server
    }

    void aCloseTakesTheNodeAtOnceAlsoBehindAPartition()
    {
        LabFixture lab(m_sandbox.connectString(), patientMs);
        const auto [holder, waiter] = holderAndWaiter(lab);
        QVERIFY(!holder.isNull());
        lab->fault({holder}, {Fault::Partition});
        AWAIT_VERIFY(lab.isBack(holder)); // it is behind its relay
        lab->fault({waiter}, {Fault::Pause});
        lab->fault({holder, waiter}, {Fault::Close});
        AWAIT_COMPARE(lab.connections(holder).last(), ConnectionState::Closed);
        AWAIT_COMPARE(lab.connections(waiter).last(), ConnectionState::Closed);
        AWAIT_COMPARE(nodes(), 0);
    }

    void whoAcquiresAfterACrashIsServedAfterItsOwnDeadNode()
    {
        LabFixture lab(m_sandbox.connectString(), hastyMs);
        const auto ids = lab.spawn(request(1));
        QVERIFY(ids);
        AWAIT_COMPARE(lab.state(ids->first()), LockState::Retained);
        const Zxid before = lab.belief(ids->first()).token;
        lab->fault(*ids, {Fault::Crash});
        lab->command(*ids, ClientCommand::Acquire);
        AWAIT_COMPARE(lab.belief(ids->first()).round, 2);
        QCOMPARE(lab.state(ids->first()), LockState::Retained);
        QVERIFY(before < lab.belief(ids->first()).token);
        QCOMPARE(nodes(), 1);
        QCOMPARE(lab->sessions().size(), 2);
    }

    void randomFaultsLeaveNobodyBehind()
    {
        const auto sum = [](const QString &text, const QString &name) { return text.split(u' ').count(name); };
        LabFixture lab(m_sandbox.connectString(), hastyMs);
        auto wanted = request(4);
        wanted.rounds = 15;
        wanted.seed = 3;
        wanted.hold = {lab::HoldTime::Kind::Random, 0ms, 3ms};
        wanted.faults = {{Fault::LoseCreateReply, 0.05, {}}, {Fault::LoseReply, 0.05, {}}, {Fault::Pause, 0.02, 30ms},
                         {Fault::Partition, 0.02, 30ms},     {Fault::Delay, 0.02, 5ms},    {Fault::Expire, 0.02, {}},
                         {Fault::Crash, 0.005, {}},          {Fault::Close, 0.01, {}}};
        QVERIFY(lab.spawn(wanted));
        lab::RunReport report(wanted);
        qsizetype taken = 0;
        const bool over = QTest::qWaitFor(
            [&] {
                for (; taken < lab.log.events.size(); ++taken)
                    report.add(lab.log.events.at(taken));
                return report.isOver();
            },
            2 * patienceMs());
        if (!over) {
            for (const auto &event : lab.log.events.last(40))
                qInfo().noquote() << journal::describe(event.what).english();
        }
        QVERIFY(over);
        QVERIFY2(sum(lab.faults(), u"lose-reply"_s) > 3, qPrintable(lab.faults()));
        QVERIFY(sum(lab.faults(), u"expire"_s) > 0);
        QVERIFY(lab->sessions().size() > 4);
        QVERIFY(lab::toJson(report.result())[u"acquired"].toInt() > 20);
        await(lab->closeAll());
        AWAIT_COMPARE(nodes(), 0); // those of crashed ones after their timeout
    }

    void aClientOfServersThatAreAwayIsThereWhenTheyAreBack()
    {
        LabFixture lab(m_sandbox.connectString(), patientMs);
        QVERIFY(lab.isOpen());
        QVERIFY(await(m_sandbox.sandbox().command(0, ServerCommand::Kill)));
        AWAIT_COMPARE(lab.connection(), ConnectionState::Suspended);
        auto spawning = lab->spawn(request(1));
        QVERIFY(await(m_sandbox.sandbox().command(0, ServerCommand::Restart)));
        const auto ids = await(std::move(spawning));
        QVERIFY2(ids, ids ? "" : qPrintable(ids.error().sentence().english()));
        AWAIT_COMPARE(lab.state(ids->front()), LockState::Retained);
    }

private:
    static constexpr int patientMs = 30'000;
    static constexpr int hastyMs = 4'000;

    lab::SpawnRequest request(int count, bool acquireAtOnce = true) const
    {
        lab::SpawnRequest request;
        request.lock = m_lock;
        request.count = count;
        request.acquireAtOnce = acquireAtOnce;
        return request;
    }
    /// One that holds, and another one that waits behind it.
    std::pair<ClientId, ClientId> holderAndWaiter(LabFixture &lab)
    {
        const auto ids = lab.spawn(request(2, false));
        if (!ids)
            return {};
        lab->command({ids->at(0)}, ClientCommand::Acquire);
        if (!QTest::qWaitFor([&] { return lab.state(ids->at(0)) == LockState::Retained; }, patienceMs()))
            return {};
        lab->command({ids->at(1)}, ClientCommand::Acquire);
        if (!QTest::qWaitFor([&] { return !lab.belief(ids->at(1)).node.isEmpty(); }, patienceMs()))
            return {};
        return {ids->at(0), ids->at(1)};
    }
    qsizetype nodes()
    {
        return test::unlessMissing(await(m_others->children(m_lock))).value_or(Children()).names.size();
    }

    test::SandboxForTest m_sandbox;
    std::unique_ptr<zk::Session> m_others;
    QString m_lock;
    int m_count = 0;
};

} // namespace lockscope::tst_clientfaults

LOCKSCOPE_TEST(lockscope::tst_clientfaults::ClientFaultsTest)
#include "tst_clientfaults.moc"
