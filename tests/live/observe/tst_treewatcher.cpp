// SPDX-License-Identifier: Apache-2.0
#include "tests/live/observe/observation.h"
#include "tests/support/livetest.h"

namespace lockscope::tst_treewatcher {

using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TreeWatcherTest : public OnServer
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { startServer(); }
    void cleanupTestCase() { m_others.reset(); }
    void init() { m_base = u"/t%1"_s.arg(++m_count); }

    void locksUnderARootAreDiscovered()
    {
        make(m_base);
        for (const auto *path : {u"orders", u"apps", u"apps/a", u"apps/a/locks", u"apps/锁 a:b=c?"})
            QVERIFY(!make(under(path)).isEmpty());
        make(under(u"orders/lock-"), NodeKind::EphemeralSequential, "one");
        make(under(u"orders/lock-"), NodeKind::EphemeralSequential, "two");
        make(under(u"apps/a/locks/R-"), NodeKind::EphemeralSequential);
        Watched observation(m_sandbox.connectString(), m_base);
        QCOMPARE(observation.world().lockPaths(), (QList<QString>{under(u"apps/a/locks"), under(u"orders")}));
        QCOMPARE(observation.freshness(), journal::Freshness::Live);
        QCOMPARE(difference(*m_others, observation.world(), m_base), QString());
        const auto &queue = observation.world().queue(under(u"orders"));
        QCOMPARE(queue.holders, std::vector<int>{0});
        QCOMPARE(queue.contenders[0].node.data, "one");
    }

    void nothingIsLiveBeforeTheRootIsRead()
    {
        struct Sink : journal::EventSink
        {
            QStringList said;
            void write(journal::Payload what) override
            {
                if (std::holds_alternative<journal::DirectoryListed>(what))
                    said += u"listed"_s;
                const auto *state = std::get_if<journal::ObservationChanged>(&what);
                if (state && state->freshness == journal::Freshness::Live)
                    said += u"live"_s;
            }
        };
        zk::Connection connection(
            zk::ConnectionSpec{*zk::parseConnectString(m_sandbox.connectString()), 10'000, 30'000, {}, {}, true});
        QVERIFY(await(connection.open()));
        Sink sink;
        observe::TreeWatcher watcher(connection, sink, {});
        QVERIFY(await(watcher.start(u"/"_s)));
        QCOMPARE(sink.said.value(0), u"listed"_s);
        QVERIFY(sink.said.contains(u"live"_s));
    }

    void rowsComeAndGoLive()
    {
        make(m_base);
        const QString lock = make(under(u"lock"));
        Watched observation(m_sandbox.connectString(), m_base);
        QStringList made;
        for (int i = 0; i < 20; ++i)
            made << queueUp(lock, QByteArray::number(i));
        TRY_EQUALS_SERVER(*m_others, observation, m_base);
        QCOMPARE(observation.world().queue(lock).contenders.size(), size_t(20));
        QVERIFY(await(m_others->remove(made.first(), -1)));
        QVERIFY(await(m_others->remove(made.at(7), -1)));
        AWAIT_COMPARE(observation.world().queue(lock).contenders.size(), size_t(18));
        QCOMPARE(observation.queue(lock).first(), baseName(made.at(1)));
        const QString second = make(under(u"another"));
        make(second + u"/seq-"_s, NodeKind::EphemeralSequential);
        AWAIT_VERIFY(observation.world().lockPaths().contains(second));
        TRY_EQUALS_SERVER(*m_others, observation, m_base);
    }

    void theOrderIsThatOfTheServersCzxids()
    {
        make(m_base);
        for (const auto *name : {u"lock-0000000005", u"lock-0000000001", u"lock-0000000009"})
            make(under(name), NodeKind::Ephemeral);
        Watched observation(m_sandbox.connectString(), m_base);
        QCOMPARE(observation.queue(m_base).join(u' '), u"lock-0000000005 lock-0000000001 lock-0000000009"_s);
        make(under(u"lock-0000000003"), NodeKind::Ephemeral);
        AWAIT_COMPARE(observation.queue(m_base).join(u' '),
                      u"lock-0000000005 lock-0000000001 lock-0000000009 lock-0000000003"_s);
    }

    void aRootThatDoesNotExistIsWaitedFor()
    {
        Observation observation(m_sandbox.connectString());
        const QString root = under(u"locks/orders");
        QVERIFY(observation.watch(root)); // no error
        QVERIFY(!observation.world().directory(root));
        QCOMPARE(observation.freshness(), journal::Freshness::Live);
        for (const QString &path : {m_base, under(u"locks"), root})
            make(path);
        queueUp(root);
        AWAIT_COMPARE(observation.world().lockPaths(), QList<QString>{root});
        TRY_EQUALS_SERVER(*m_others, observation, root);
    }

    void aRootThatVanishesAndComesBackIsSeenAgain()
    {
        make(m_base);
        Watched observation(m_sandbox.connectString(), m_base);
        for (int round = 0; round < 3; ++round) {
            make(under(u"lock"));
            make(under(u"lock/lock-"), NodeKind::EphemeralSequential, QByteArray::number(round));
            TRY_EQUALS_SERVER(*m_others, observation, m_base);
            QVERIFY(removeTree(*m_others, m_base));
            AWAIT_VERIFY(observation.world().directories().empty());
            make(m_base);
            AWAIT_VERIFY(observation.world().directory(m_base));
        }
    }

    void aNodeMadeAgainUnderItsNameIsReadAgain_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("rounds");
        QTest::newRow("a name") << u"master"_s << 50;
        QTest::newRow("a name with a number") << u"lock-0000000007"_s << 3; // not at once: that would be many reads
    }

    void aNodeMadeAgainUnderItsNameIsReadAgain()
    {
        QFETCH(QString, name);
        QFETCH(int, rounds);
        const QString node = joinPath(m_base, name);
        make(m_base);
        make(node, NodeKind::Ephemeral, "0");
        Watched observation(m_sandbox.connectString(), m_base);
        for (int i = 1; i <= rounds; ++i) {
            // Together, so that the observer cannot list in between.
            const auto made = await(m_others->multi(
                {zk::WriteOp::remove(node), zk::WriteOp::create(node, QByteArray::number(i), NodeKind::Ephemeral)}));
            QVERIFY(made && !made->refused);
            TRY_EQUALS_SERVER(*m_others, observation, m_base);
        }
        QCOMPARE(observation.added(m_base) + observation.unseen(m_base),
                 rounds + 1); // the first is one of those at the start
    }

    void aDirectoryMadeAnewUnderItsNameIsReadAgain()
    {
        make(m_base);
        make(under(u"lock"));
        make(under(u"lock/lock-"), NodeKind::EphemeralSequential);
        Watched observation(m_sandbox.connectString(), m_base);
        for (int i = 0; i < 20; ++i) {
            auto clearing = m_others->remove(under(u"lock/lock-0000000000"), -1);
            auto removing = m_others->remove(under(u"lock"), -1);
            auto making = m_others->create(under(u"lock"), {}, NodeKind::Persistent);
            auto queueing =
                m_others->create(under(u"lock/lock-"), QByteArray::number(i), NodeKind::EphemeralSequential);
            QVERIFY(await(clearing) && await(removing) && await(making) && await(queueing));
            TRY_EQUALS_SERVER(*m_others, observation, m_base);
        }
    }

    void aRefreshReadsChangedDataAgain()
    {
        make(m_base);
        const QString node = make(under(u"lock-"), NodeKind::EphemeralSequential, "before");
        Watched observation(m_sandbox.connectString(), m_base);
        QVERIFY(await(m_others->set(node, "after", -1)));
        observation.watcher().refresh(m_base);
        AWAIT_COMPARE(observation.child(node)->data, QByteArray("after"));
        observation.watcher().refresh(u"/not/watched"_s); // nothing happens
        QVERIFY(observation.isSettled());
    }

    void aDirectoryThatMayNotBeListedSaysWhichPermissionIsMissing()
    {
        make(m_base);
        const QString closed = make(under(u"closed"));
        const QString open = make(under(u"open"));
        queueUp(closed);
        queueUp(open);
        const int noRead = 31 & ~static_cast<int>(Permission::Read);
        QVERIFY(await(m_others->setAcl(closed, {{noRead, u"world"_s, u"anyone"_s}})));
        Watched observation(m_sandbox.connectString(), m_base);
        const journal::Directory *seen = observation.world().directory(closed);
        QVERIFY(seen && seen->error);
        QCOMPARE(seen->error->code, ErrorCode::NoAuth);
        QVERIFY2(seen->error->sentence().english().contains(u"No READ permission on "_s + closed),
                 qPrintable(seen->error->sentence().english()));
        QVERIFY(!seen->watched);
        QCOMPARE(observation.world().observation().directoriesUnwatched, 0); // not for want of budget
        QCOMPARE(observation.world().queue(open).holders.size(), size_t(1)); // the rest is there
        QVERIFY(await(m_others->setAcl(closed, {{31, u"world"_s, u"anyone"_s}})));
        AWAIT_VERIFY(observation.world().lockPaths().contains(closed)); // of which no watch tells
        TRY_EQUALS_SERVER(*m_others, observation, m_base);
        QVERIFY(await(m_others->setAcl(open, {{noRead, u"world"_s, u"anyone"_s}})));
        const locks::LockQueue held = observation.world().queue(open);
        QVERIFY(await(m_others->remove(held.pathOf(*held.firstHolder()), -1)));
        observation.watcher().lookFor({}); // the server sends no event without permission
        AWAIT_VERIFY(observation.world().queue(open).isHolderUnknown());
        QVERIFY(await(m_others->setAcl(open, {{31, u"world"_s, u"anyone"_s}})));
        AWAIT_VERIFY(!observation.world().queue(open).isHolderUnknown());
        TRY_EQUALS_SERVER(*m_others, observation, m_base);

        const QString root = make(u"%1-root"_s.arg(m_base));
        QVERIFY(await(m_others->setAcl(root, {{noRead, u"world"_s, u"anyone"_s}})));
        Observation refused(m_sandbox.connectString());
        const auto watching = refused.watch(root);
        QVERIFY(!watching);
        QVERIFY(watching.error().sentence().english().contains(u"READ"_s));
    }

    void aNodeThatMayNotBeReadStillShowsItsStat()
    {
        make(m_base);
        const QString secret = make(under(u"lock-"), NodeKind::EphemeralSequential, "secret");
        const QString plain = make(under(u"lock-"), NodeKind::EphemeralSequential, "plain");
        QVERIFY(await(m_others->setAcl(secret, {{0, u"world"_s, u"anyone"_s}})));
        Watched observation(m_sandbox.connectString(), m_base);
        const auto child = observation.child(secret);
        QVERIFY(child && child->stat);
        QCOMPARE(child->stat->ephemeralOwner, m_others->id());
        QCOMPARE(child->access, locks::ChildNode::Data::NoPermission);
        QVERIFY(child->data.isEmpty());
        QCOMPARE(observation.child(plain)->data, "plain");
        QCOMPARE(observation.world().queue(m_base).holders, std::vector<int>{0}); // a holder all the same
        QCOMPARE(observation.queue(m_base).first(), baseName(secret));
    }

    void aMegabyteOfDataIsCutOff()
    {
        make(m_base);
        const QByteArray big(1024 * 1024 - 200, 'x');
        const QString node = make(under(u"lock-"), NodeKind::EphemeralSequential, big);
        const QString full = make(under(u"lock-"), NodeKind::EphemeralSequential, big.left(64 * 1024));
        Watched observation(m_sandbox.connectString(), m_base);
        QCOMPARE(observation.child(node)->data, big.left(64 * 1024));
        QVERIFY(observation.child(node)->truncated);
        QCOMPARE(observation.child(node)->stat->dataLength, qint32(big.size()));
        QCOMPARE(observation.child(full)->data.size(), 64 * 1024);
        QVERIFY(!observation.child(full)->truncated);
    }

    void ephemeralNodesAndPersistentContendersAreNoDirectories()
    {
        make(m_base);
        const QString ephemeral = make(under(u"one"), NodeKind::Ephemeral);
        const QString contender = make(under(u"lock-"), NodeKind::PersistentSequential);
        const QString persistent = make(under(u"two"));
        Watched observation(m_sandbox.connectString(), m_base);
        QVERIFY(!observation.world().directory(ephemeral));
        QVERIFY(!observation.world().directory(contender));
        QVERIFY(observation.world().directory(persistent));
        QCOMPARE(observation.connection().session()->watchCount(), 2);
    }

    void aLockBesideZooKeepersOwnNodesIsFound()
    {
        const QString lock = u"/zookeeper/master"_s; // as users have put it there
        make(lock);
        queueUp(lock);
        Watched observation(m_sandbox.connectString(), u"/"_s);
        QVERIFY(observation.world().lockPaths().contains(lock));
        QVERIFY(!observation.world().directory(u"/zookeeper/config"_s));
        QVERIFY(removeTree(*m_others, lock));
    }

    void anEmptyChrootIsWaitedFor()
    {
        Watched observation(m_sandbox.connectString() + m_base, u"/"_s);
        make(m_base);
        make(under(u"lock"));
        make(under(u"lock/lock-"), NodeKind::EphemeralSequential);
        AWAIT_COMPARE(observation.world().lockPaths(), QList<QString>{u"/lock"_s});
        QVERIFY(removeTree(*m_others, m_base));
        AWAIT_VERIFY(observation.world().directories().empty());
    }

private:
    QString under(const char16_t *name) const { return joinPath(m_base, QStringView(name)); }
};

} // namespace lockscope::tst_treewatcher

LOCKSCOPE_TEST(lockscope::tst_treewatcher::TreeWatcherTest)
#include "tst_treewatcher.moc"
