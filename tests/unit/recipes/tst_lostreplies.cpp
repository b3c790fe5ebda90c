// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_lostreplies {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;

class TestLostReplies : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNodeThatAppearsLateHasNoTwin_data()
    {
        QTest::addColumn<bool>("isLostAgain");
        QTest::newRow("the second reply comes") << false;
        QTest::newRow("the second reply is lost") << true;
    }

    void aNodeThatAppearsLateHasNoTwin()
    {
        // The server reached after the loss lags behind: our node is not seen until the create has been repeated.
        QFETCH(bool, isLostAgain);
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor a(ensemble, spec());
        a.session.lose(Loss::Reply, u"create"_s);
        a.session.lagOnce();
        a.acquire();
        while (a.session.requests(u"get_children"_s) == 0)
            QVERIFY(ensemble.step());
        if (isLostAgain)
            a.session.lose(Loss::Reply, u"create"_s);
        ensemble.run();
        QCOMPARE(a.session.requests(u"create"_s), 2);
        QVERIFY(a.holds());
        QCOMPARE(a.nodesIn(lockPath), 1);
        QVERIFY(a.node().endsWith(u"0000000000"_s));
    }

    void aStopBeforeALateNodeIsSeenLeavesNone()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor a(ensemble, spec());
        a.session.lose(Loss::Reply, u"create"_s);
        a.session.lagOnce();
        a.acquire();
        while (a.session.requests(u"get_children"_s) == 0)
            QVERIFY(ensemble.step());
        a.giveUpNow();
        QCOMPARE(a.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(a.nodesIn(lockPath), 0);
    }

    void aRepeatedDeleteSparesAStrangerOfTheSameName()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(Dialect::Plain));
        a.acquireNow();
        const QString node = a.node();
        a.session.lose(Loss::Reply, u"delete"_s);
        a.release();
        while (ensemble.has(node))
            QVERIFY(ensemble.step());
        ensemble.erase(lockPath); // made anew: its numbers begin again
        ensemble.make(node);
        ensemble.run();
        QVERIFY(a.released->has_value());
        QVERIFY(ensemble.has(node));
    }

    void aReleaseMissedWhileDisconnectedIsSeenAfterwards()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        Actor b(ensemble, spec());
        acquireInTurn({&a, &b});
        b.session.disconnect();
        a.releaseNow();
        QVERIFY(b.waits());
        b.session.reconnect();
        ensemble.run();
        QVERIFY(b.holds());
    }

    void expiryWhileDisconnectedEndsTheWait()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        Actor b(ensemble, spec());
        a.acquireNow();
        b.session.disconnect();
        b.acquireNow();
        QVERIFY(b.waits());
        b.session.expire();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::SessionExpired);
    }

    void aNodeOfADyingSessionIsNotTakenForOurs()
    {
        // Plain names carry no token: only the owner tells whose they are.
        fake::FakeEnsemble ensemble;
        Actor dying(ensemble, spec(Dialect::Plain));
        dying.acquireNow();
        Actor a(ensemble, spec(Dialect::Plain));
        a.session.lose(Loss::Request, u"create"_s);
        a.acquireNow();
        QVERIFY(a.waits());
        QCOMPARE(a.nodesIn(lockPath), 1);
        QCOMPARE(ensemble.watchedPaths(), QStringList{dying.node()});
    }
};

} // namespace lockscope::tst_lostreplies

LOCKSCOPE_TEST(lockscope::tst_lostreplies::TestLostReplies)
#include "tst_lostreplies.moc"
