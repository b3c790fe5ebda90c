// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
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
    void aCreateLostOnTheWayLeavesExactlyOneNode_data()
    {
        QTest::addColumn<Dialect>("dialect");
        QTest::addColumn<Loss>("loss");
        for (const Dialect dialect : writableDialects) {
            const QByteArray name = locks::dialectName(dialect).toLatin1();
            QTest::addRow("%s, reply", name.constData()) << dialect << Loss::Reply;
            QTest::addRow("%s, request", name.constData()) << dialect << Loss::Request;
        }
    }

    void aCreateLostOnTheWayLeavesExactlyOneNode()
    {
        QFETCH(Dialect, dialect);
        QFETCH(Loss, loss);
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor before(ensemble, spec(dialect));
        before.acquire();
        ensemble.run();
        Actor a(ensemble, spec(dialect));
        a.session.lose(loss, u"create"_s);
        a.acquire();
        ensemble.run();
        QCOMPARE(a.nodesIn(lockPath), 1);
        QCOMPARE(a.session.requests(u"create"_s), loss == Loss::Reply ? 1 : 2);
        QVERIFY(a.waits());
        before.release();
        ensemble.run();
        QVERIFY(a.holds());
        QCOMPARE(a.granted->value().token, ensemble.stat(a.node())->czxid);
        a.release();
        ensemble.run();
        QVERIFY(ensemble.children(lockPath).isEmpty());
    }

    void aLostCreateAtAFreeLockHolds()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.session.lose(Loss::Reply, u"create"_s, 4); // after the two directories and the create that found none
        a.acquire();
        ensemble.run();
        QVERIFY(a.holds());
        QCOMPARE(a.nodesIn(lockPath), 1);
    }

    void aDirectoryWhoseReplyWasLostIsGoodAllTheSame()
    {
        for (int nth = 1; nth <= 5; ++nth) {
            fake::FakeEnsemble ensemble;
            Actor a(ensemble, spec(Dialect::Curator));
            a.session.lose(Loss::Reply, u"create"_s, nth);
            a.acquire();
            ensemble.run();
            QVERIFY2(a.holds(), qPrintable(QString::number(nth)));
            QCOMPARE(a.nodesIn(lockPath), 1);
        }
    }

    void aNodeThatAppearsLateHasNoTwin()
    {
        // The server reached after the loss lags behind: our node is not seen until the create has been repeated.
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor a(ensemble, spec());
        a.session.lose(Loss::Reply, u"create"_s);
        a.session.lagOnce();
        a.acquire();
        ensemble.run();
        QCOMPARE(a.session.requests(u"create"_s), 2);
        QVERIFY(a.holds());
        QCOMPARE(a.nodesIn(lockPath), 1);
        QVERIFY(a.node().endsWith(u"0000000000"_s));
    }

    void ofTwoNodesWhoseRepliesWereLostOneIsLeft()
    {
        // The server reached after the first loss lags behind, so that the create is repeated: and lost again.
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor a(ensemble, spec());
        a.session.lose(Loss::Reply, u"create"_s);
        a.session.lagOnce();
        a.acquire();
        while (a.session.requests(u"get_children"_s) == 0)
            QVERIFY(ensemble.step());
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
        a.giveUp();
        ensemble.run();
        QCOMPARE(a.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(a.nodesIn(lockPath), 0);
    }

    void aDeleteLostOnTheWayIsDoneInTheEnd_data()
    {
        QTest::addColumn<Loss>("loss");
        QTest::newRow("reply") << Loss::Reply;
        QTest::newRow("request") << Loss::Request;
    }

    void aDeleteLostOnTheWayIsDoneInTheEnd()
    {
        QFETCH(Loss, loss);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.acquire();
        ensemble.run();
        a.session.lose(loss, u"delete"_s);
        a.release();
        ensemble.run();
        QVERIFY(a.released->has_value());
        QCOMPARE(a.nodesIn(lockPath), 0);
    }

    void aRepeatedDeleteSparesAStrangerOfTheSameName()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(Dialect::Plain));
        a.acquire();
        ensemble.run();
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

    void aLostListOrWatchIsAskedAgain_data()
    {
        QTest::addColumn<QString>("operation");
        QTest::addColumn<Loss>("loss");
        for (const QString &operation : {u"get_children"_s, u"exists"_s}) {
            QTest::addRow("%s, reply", qPrintable(operation)) << operation << Loss::Reply;
            QTest::addRow("%s, request", qPrintable(operation)) << operation << Loss::Request;
        }
    }

    void aLostListOrWatchIsAskedAgain()
    {
        QFETCH(QString, operation);
        QFETCH(Loss, loss);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.acquire();
        ensemble.run();
        Actor b(ensemble, spec());
        b.session.lose(loss, operation);
        b.acquire();
        ensemble.run();
        QVERIFY(b.waits());
        QCOMPARE(ensemble.watchCount(), 1);
        a.release();
        ensemble.run();
        QVERIFY(b.holds());
    }

    void aReleaseMissedWhileDisconnectedIsSeenAfterwards()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        Actor b(ensemble, spec());
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        b.session.disconnect();
        a.release();
        ensemble.run();
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
        a.acquire();
        ensemble.run();
        b.session.disconnect();
        b.acquire();
        ensemble.run();
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
        dying.acquire();
        ensemble.run();
        Actor a(ensemble, spec(Dialect::Plain));
        a.session.lose(Loss::Request, u"create"_s);
        a.acquire();
        ensemble.run();
        QVERIFY(a.waits());
        QCOMPARE(a.nodesIn(lockPath), 1);
        QCOMPARE(ensemble.watchedPaths(), QStringList{dying.node()});
    }

    void aLossAtAnyMomentIsSurvived()
    {
        // Whatever was under way when the connection broke: afterwards one node, one holder, the next one served.
        for (const Dialect dialect : writableDialects) {
            for (int breakAfter = 0;; ++breakAfter) {
                fake::FakeEnsemble ensemble;
                Actor a(ensemble, spec(dialect));
                Actor b(ensemble, spec(dialect));
                a.acquire();
                ensemble.run();
                b.acquire();
                bool more = true;
                for (int i = 0; i < breakAfter && more; ++i)
                    more = ensemble.step();
                b.session.disconnect();
                ensemble.run();
                b.session.reconnect();
                ensemble.run();
                QVERIFY(b.waits());
                QCOMPARE(b.nodesIn(lockPath), 1);
                QCOMPARE(ensemble.watchCount(), 1);
                a.release();
                ensemble.run();
                QVERIFY(b.holds());
                b.release();
                ensemble.run();
                QVERIFY(ensemble.children(lockPath).isEmpty());
                if (!more)
                    break;
            }
        }
    }
};

} // namespace lockscope::tst_lostreplies

LOCKSCOPE_TEST(lockscope::tst_lostreplies::TestLostReplies)
#include "tst_lostreplies.moc"
