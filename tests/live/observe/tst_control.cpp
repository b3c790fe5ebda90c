// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

namespace lockscope::tst_control {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using journal::Freshness;

/// What people can do to an observation: pause it, read by hand, end the first reading and go on with it.
class ControlTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startServer(); }
    void cleanupTestCase() { m_others.reset(); }
    void init() { m_base = make(u"/t%1"_s.arg(++m_count)); }

    void nothingIsReadWhilePaused()
    {
        QVERIFY(makeDirectories(3));
        Relay relay(m_sandbox.port());
        Watched observation(relay.connectString(), m_base);
        observation.watcher().setLive(false);
        QCOMPARE(observation.freshness(), Freshness::Stale);
        QVERIFY(observation.world().observation().paused);
        settle(observation);
        int requests = 0;
        relay.setTap([&](bool fromClient, bool handshake, const QByteArray &frame) {
            const bool isPing = frame.size() <= 12; // length, xid, type
            requests += fromClient && !handshake && !isPing ? 1 : 0;
        });
        const QString made = queueUp(directory(1));
        QVERIFY(!made.isEmpty());
        for (int i = 0; i < 50; ++i) // elsewhere
            QVERIFY(await(m_others->exists(u"/"_s)));
        QCOMPARE(requests, 0);
        QVERIFY(!observation.child(made));
    }

    /// It changes hands by a write, of which no watch on its directory tells.
    void aRecordThatIsWrittenIsReadAgain_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::newRow("over") << "2020-01-01T00:00:00.000Z"_ba;
        QTest::newRow("none yet") << QByteArray();
    }

    void aRecordThatIsWrittenIsReadAgain()
    {
        QFETCH(QByteArray, before);
        QVERIFY(!make(m_base + u"/shedlock"_s).isEmpty());
        const QString record = make(m_base + u"/shedlock/job"_s, NodeKind::Persistent, before);
        QVERIFY(!record.isEmpty());
        Watched observation(m_sandbox.connectString(), m_base);
        AWAIT_VERIFY(observation.isSettled() && observation.child(record) && observation.child(record)->stat);
        QVERIFY(observation.world().queue(record).holders.empty());
        QVERIFY(await(m_others->set(record, "2999-01-01T00:00:00.000Z"_ba, -1)));
        AWAIT_COMPARE(observation.world().queue(record).holders.size(), 1u);
    }

    void whatChangedWhilePausedIsReadOnceAfter()
    {
        QVERIFY(makeDirectories(3));
        Watched observation(m_sandbox.connectString(), m_base);
        observation.watcher().setLive(false);
        QString last;
        for (int i = 0; i < 5; ++i)
            last = queueUp(directory(1));
        settle(observation);
        const int listings = observation.listings(directory(1));
        observation.watcher().setLive(true);
        QVERIFY(!observation.world().observation().paused);
        AWAIT_VERIFY(observation.isSettled() && observation.child(last) && observation.child(last)->stat);
        QCOMPARE(observation.listings(directory(1)), listings + 1);
        QCOMPARE(observation.listings(directory(0)), 1);
        QCOMPARE(difference(*m_others, observation.world(), m_base), QString());
        const QString made = queueUp(directory(1)); // and live again
        AWAIT_VERIFY(observation.child(made));
    }

    void byHandIsReadWhilePaused()
    {
        QVERIFY(makeDirectories(2));
        Watched observation(m_sandbox.connectString(), m_base);
        observation.watcher().setLive(false);
        const QString asked = queueUp(directory(0));
        const QString other = queueUp(directory(1));
        settle(observation);
        observation.watcher().refresh(directory(0));
        AWAIT_VERIFY(observation.child(asked) && observation.child(asked)->stat);
        settle(observation);
        QVERIFY(!observation.child(other));
        QCOMPARE(observation.freshness(), Freshness::Stale); // the rest of the picture is still of before
    }

    void aConnectionLostWhilePausedIsReadAnewAfter()
    {
        QVERIFY(makeDirectories(3));
        Relay relay(m_sandbox.port());
        Watched observation(relay.connectString(), m_base);
        observation.watcher().setLive(false);
        QSignalSpy states(&observation.connection(), &zk::Connection::stateChanged);
        relay.cut();
        AWAIT_VERIFY(!states.isEmpty());
        QVERIFY(observation.world().observation().paused);
        const QString made = queueUp(directory(2));
        AWAIT_COMPARE(observation.connection().state(), ConnectionState::Connected);
        settle(observation);
        QVERIFY(!observation.child(made));
        observation.watcher().setLive(true);
        AWAIT_VERIFY(observation.isSettled() && observation.child(made));
        QCOMPARE(difference(*m_others, observation.world(), m_base), QString());
    }

    void anEndedReadingKeepsWhatWasFoundLiveSaysSoAndGoesOn()
    {
        Observation observation(m_sandbox.connectString());
        std::optional<Result<Done>> ended;
        const auto watcher = beginReading(observation, ended);
        QVERIFY(watcher);
        watcher->setDiscovery(false);
        AWAIT_VERIFY(ended);
        QVERIFY(*ended);
        const journal::ObservationChanged &now = observation.world().observation();
        QVERIFY(now.incomplete);
        QCOMPARE(now.freshness, Freshness::Live);
        QCOMPARE(now.readsPending, 0);
        QCOMPARE(now.directoriesUnwatched, 0); // it is not the budget that keeps it from watching them
        const size_t found = observation.world().directories().size();
        QVERIFY2(found > 1 && found < 61, qPrintable(QString::number(found)));
        settle(observation);
        QCOMPARE(observation.world().directories().size(), found);

        QString known;
        for (const auto &[path, at] : observation.world().directories()) {
            if (path != m_base && at.stat && at.watched)
                known = path;
        }
        QVERIFY(!known.isEmpty());
        const QString made = queueUp(known);
        AWAIT_VERIFY(observation.child(made) && observation.child(made)->stat);
        QVERIFY(now.incomplete);

        watcher->setDiscovery(true);
        AWAIT_VERIFY(observation.isSettled() && !now.incomplete && observation.world().directories().size() == 61);
        QCOMPARE(difference(*m_others, observation.world(), m_base), QString());
    }

    void pausedAtTheFirstReadingItWaits()
    {
        Observation observation(m_sandbox.connectString());
        std::optional<Result<Done>> ended;
        const auto watcher = beginReading(observation, ended);
        QVERIFY(watcher);
        watcher->setLive(false);
        settle(observation);
        const size_t found = observation.world().directories().size();
        settle(observation);
        QCOMPARE(observation.world().directories().size(), found);
        QVERIFY(!ended);
        watcher->setLive(true);
        AWAIT_VERIFY(ended);
        QVERIFY(*ended);
        QCOMPARE(difference(*m_others, observation.world(), m_base), QString());
    }

private:
    /// The server has answered all that was asked of it before, watch events included.
    void settle(Observation &observation)
    {
        QVERIFY(await(m_others->exists(u"/"_s)));
        QVERIFY(await(observation.connection().session()->exists(u"/"_s)));
    }
    /// Connects, and begins to read a tree of 60 directories with three requests at a time, until a few are there.
    std::unique_ptr<observe::TreeWatcher> beginReading(Observation &observation, std::optional<Result<Done>> &ended)
    {
        if (!makeDirectories(60) || !await(observation.connection().open()))
            return nullptr;
        auto watcher = std::make_unique<observe::TreeWatcher>(observation.connection(), observation,
                                                              observe::WatchLimits{.inFlight = 3});
        watcher->start(m_base).then([&ended](const Result<Done> &result) { ended = result; });
        const auto someAreThere = [&] { return observation.world().directories().size() > 5; };
        return QTest::qWaitFor(someAreThere, patienceMs()) && !ended ? std::move(watcher) : nullptr;
    }
};

} // namespace lockscope::tst_control

LOCKSCOPE_TEST(lockscope::tst_control::ControlTest)
#include "tst_control.moc"
