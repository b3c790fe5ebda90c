// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"
#include "tests/support/relay.h"

namespace lockscope::tst_losses {

using namespace lockscope::test;
using namespace Qt::StringLiterals;
using journal::Freshness;

/// What the observer shows while its connection is gone, and that it is true again after.
class LossesTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startServer(); }
    void cleanupTestCase() { m_others.reset(); }

    void init()
    {
        m_base = make(u"/t%1"_s.arg(++m_count));
        m_lock = make(m_base + u"/lock"_s);
        m_second = make(m_base + u"/second"_s);
        make(m_base + u"/single"_s, NodeKind::Ephemeral, "before");
        for (int i = 0; i < 5; ++i)
            enqueue(QByteArray::number(i));
        m_relay = std::make_unique<Relay>(m_sandbox.port());
        m_observation = std::make_unique<Observation>(m_relay->connectString());
    }

    void cleanup()
    {
        m_observation.reset();
        m_relay.reset();
    }

    void afterACutAllIsTrueAgain()
    {
        QVERIFY(m_observation->watch(m_base));
        m_relay->setRefusing(true);
        m_relay->cut();
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Stale);
        QVERIFY(!m_observation->queue(m_lock).isEmpty()); // still shown, and said to be old
        changeMuchMeanwhile();
        m_relay->setRefusing(false);
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Live);
        QCOMPARE(difference(*m_others, m_observation->world(), m_base), QString()); // Live means true
        enqueue("after");
        TRY_EQUALS_SERVER(*m_others, *m_observation, m_base);
    }

    void aPartitionIsSurvivedWithWhatChangedMeanwhile()
    {
        m_observation = std::make_unique<Observation>(m_relay->connectString(), observe::WatchLimits{}, 4'000);
        QVERIFY(m_observation->watch(m_base));
        const SessionId before = m_observation->connection().session()->id();
        m_relay->setPartitioned(true);
        changeMuchMeanwhile();
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Stale); // noticed by the pings
        // A server is given up after two thirds of the session's time without a word: the picture is as old as that.
        const journal::World &world = m_observation->world();
        QVERIFY(world.atNs() - world.staleSinceNs() > 2'000 * nsPerMs);
        m_relay->cut();
        m_relay->setPartitioned(false);
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Live);
        QCOMPARE(difference(*m_others, m_observation->world(), m_base), QString());
        if (m_observation->connection().session()->id() == before) {
            // Those before, and the new directory's. The lists may have come over another session before this one was
            // told that its watches have fired; each is set again then.
            AWAIT_COMPARE(m_observation->connection().session()->watchCount(), 3);
        }
        enqueue("after");
        TRY_EQUALS_SERVER(*m_others, *m_observation, m_base);
    }

    void anExpiredSessionIsReplacedAndItsWatchesAreSetAgain()
    {
        m_observation = std::make_unique<Observation>(m_relay->connectString(), observe::WatchLimits{}, 2'000);
        QVERIFY(m_observation->watch(m_base));
        const SessionId before = m_observation->connection().session()->id();
        QSignalSpy replaced(&m_observation->connection(), &zk::Connection::sessionReplaced);
        m_relay->setPartitioned(true);
        changeMuchMeanwhile();
        AWAIT_VERIFY(answersWithout(m_sandbox.port(), "dump", before.toHex().toLatin1()));
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Stale);
        m_relay->cut();
        m_relay->setPartitioned(false);
        AWAIT_COMPARE(replaced.size(), 1);
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Live);
        QVERIFY(m_observation->connection().session()->id() != before);
        QCOMPARE(difference(*m_others, m_observation->world(), m_base), QString());
        QCOMPARE(m_observation->connection().session()->watchCount(), 3);
        for (int i = 0; i < 3; ++i) { // each directory is live still
            enqueue("after");
            make(m_base + u"/third/seq-"_s, NodeKind::EphemeralSequential);
            make(m_base + u"/more%1"_s.arg(i));
            TRY_EQUALS_SERVER(*m_others, *m_observation, m_base);
        }
    }

    void whicheverAnswerOfTheFirstReadingIsLostAllIsRead()
    {
        // In a tree as small as this one little is under way at a time, and nothing is left of it after a loss.
        QVERIFY(removeTree(*m_others, m_second));
        int requests = 0;
        for (int lost = 1; lost == 1 || requests >= lost; ++lost) {
            requests = 0;
            m_observation = std::make_unique<Observation>(m_relay->connectString());
            QVERIFY(await(m_observation->connection().open()));
            m_relay->setTap([&](bool fromClient, bool handshake, const QByteArray &) {
                if (fromClient && !handshake && ++requests == lost)
                    m_relay->loseNextReply();
            });
            QVERIFY(m_observation->watch(m_base));
            m_relay->setTap({});
            QCOMPARE(m_observation->freshness(), Freshness::Live);
            QCOMPARE(difference(*m_others, m_observation->world(), m_base), QString());
        }
        QVERIFY2(requests > 8, qPrintable(QString::number(requests))); // two directories, and seven nodes
    }

    void aReadingThatIsEndedWhileTheConnectionIsLostEnds()
    {
        QVERIFY(await(m_observation->connection().open()));
        observe::TreeWatcher watcher(m_observation->connection(), *m_observation);
        int requests = 0;
        m_relay->setTap([&](bool fromClient, bool handshake, const QByteArray &) {
            if (fromClient && !handshake && ++requests == 3) {
                m_relay->setRefusing(true);
                m_relay->loseNextReply();
            }
        });
        std::optional<Result<Done>> ended;
        watcher.start(m_base).then([&ended](const Result<Done> &result) { ended = result; });
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Stale);
        QVERIFY(!ended);
        watcher.setDiscovery(false);
        QVERIFY(ended && *ended);
        QVERIFY(m_observation->world().observation().incomplete);
        QCOMPARE(m_observation->freshness(), Freshness::Stale);
        m_relay->setTap({});
        m_relay->setRefusing(false);
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Live);
    }

    void manyCutsDuringChurnLoseNothing()
    {
        QVERIFY(m_observation->watch(m_base));
        QStringList queue = m_observation->queue(m_lock);
        for (int i = 0; i < 60; ++i) {
            queue << baseName(enqueue());
            QVERIFY(await(m_others->remove(joinPath(m_lock, queue.takeFirst()), -1)));
            if (i % 10 == 5)
                m_relay->cut();
        }
        AWAIT_VERIFY(m_observation->isSettled());
        TRY_EQUALS_SERVER(*m_others, *m_observation, m_base);
        QCOMPARE(m_observation->queue(m_lock), queue);
        QCOMPARE(m_observation->added(m_lock) + m_observation->unseen(m_lock), 65);
    }

    void anAbsentRootIsStillWaitedForAfterALoss()
    {
        const QString root = m_base + u"/later"_s;
        QVERIFY(m_observation->watch(root));
        m_relay->cut();
        AWAIT_VERIFY(m_observation->losses() > 0);
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Live);
        make(root);
        queueUp(root);
        AWAIT_COMPARE(m_observation->world().lockPaths(), QList<QString>{root});
        TRY_EQUALS_SERVER(*m_others, *m_observation, root);
    }

    void aRootThatWentMeanwhileIsSeenToBeGone()
    {
        QVERIFY(m_observation->watch(m_base));
        m_relay->setRefusing(true);
        m_relay->cut();
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Stale);
        QVERIFY(removeTree(*m_others, m_base));
        m_relay->setRefusing(false);
        AWAIT_COMPARE(m_observation->freshness(), Freshness::Live);
        QVERIFY(m_observation->world().directories().empty());
        make(m_base);
        AWAIT_VERIFY(m_observation->world().directory(m_base));
    }

private:
    QString enqueue(const QByteArray &data = {}) { return queueUp(m_lock, data); }

    void changeMuchMeanwhile()
    {
        enqueue("made while away");
        QVERIFY(await(m_others->remove(m_lock + u"/lock-0000000000"_s, -1)));
        QVERIFY(await(m_others->set(m_lock + u"/lock-0000000001"_s, "changed while away", -1)));
        QVERIFY(await(m_others->remove(m_base + u"/single"_s, -1)));
        make(m_base + u"/single"_s, NodeKind::Ephemeral, "another under the same name");
        QVERIFY(removeTree(*m_others, m_second));
        make(m_base + u"/third"_s);
        make(m_base + u"/third/seq-"_s, NodeKind::EphemeralSequential);
    }

    std::unique_ptr<Relay> m_relay;
    std::unique_ptr<Observation> m_observation;
    QString m_lock;
    QString m_second;
};

} // namespace lockscope::tst_losses

LOCKSCOPE_TEST(lockscope::tst_losses::LossesTest)
#include "tst_losses.moc"
