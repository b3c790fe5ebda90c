// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_cancel {

using namespace Qt::StringLiterals;
using fake::Loss;

class TestCancel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStopBeforeTheBeginningSendsNothing()
    {
        fake::FakeEnsemble ensemble;
        auto &session = ensemble.newSession();
        const auto recipe = recipes::makeRecipe(locks::RecipeId::Mutex, spec(), session);
        std::stop_source stop;
        stop.request_stop();
        std::optional<Result<recipes::Grant>> outcome;
        acquireInto(recipe.get(), stop.get_token(), &outcome);
        QVERIFY(outcome);
        QCOMPARE(outcome->error().code, ErrorCode::Cancelled);
        QVERIFY(session.requests().empty());
    }

    void aStopAtAnyMomentLeavesNoNodeAndNoWatch_data()
    {
        QTest::addColumn<locks::Dialect>("dialect");
        QTest::addColumn<QString>("lost");
        for (const auto dialect : writableDialects) {
            for (const QString &lost : {u""_s, u"create"_s, u"get_children"_s, u"exists"_s, u"delete"_s})
                QTest::addRow("%s, lost %s", qPrintable(locks::dialectName(dialect)), qPrintable(lost))
                    << dialect << lost;
        }
    }

    void aStopAtAnyMomentLeavesNoNodeAndNoWatch()
    {
        QFETCH(locks::Dialect, dialect);
        QFETCH(QString, lost);
        for (int stopAfter = 0;; ++stopAfter) {
            fake::FakeEnsemble ensemble;
            Actor a(ensemble, spec(dialect)), b(ensemble, spec(dialect)), c(ensemble, spec(dialect));
            a.acquire();
            ensemble.run();
            if (!lost.isEmpty())
                b.session.lose(Loss::Reply, lost);
            b.acquire();
            c.acquire();
            bool more = true;
            for (int i = 0; i < stopAfter && more; ++i)
                more = ensemble.step();
            b.giveUp();
            ensemble.run();
            QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
            QCOMPARE(b.nodesIn(lockPath), 0);
            QCOMPARE(ensemble.watchCount(b.session), 0);
            QVERIFY(a.holds());
            QVERIFY(c.waits());
            QCOMPARE(ensemble.watchedPaths(), QStringList{a.node()});
            a.release();
            ensemble.run();
            QVERIFY(c.holds());
            if (!more)
                break;
        }
    }

    void aStopAfterTheWatchFiredStillGivesUp()
    {
        // The event is under way to the waiter when it is told to stop.
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec());
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        const QString node = a.node();
        a.release();
        while (ensemble.has(node))
            QVERIFY(ensemble.step());
        b.giveUp();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
        QVERIFY(ensemble.children(lockPath).isEmpty());
    }

    void aStopWhileDisconnectedTakesTheNodeAwayLater()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec());
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        b.session.disconnect();
        b.giveUp();
        ensemble.run();
        QVERIFY(b.waits());
        QCOMPARE(b.nodesIn(lockPath), 1);
        b.session.reconnect();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(b.nodesIn(lockPath), 0);
    }

    void aStopWithExpirySaysThatTheSessionIsOver()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec());
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        b.session.expire();
        b.giveUp();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::SessionExpired);
    }

    void theStopSourceMayGoInsideItsOwnRequest()
    {
        // The outcome arrives inside request_stop(), when the session is over already, and throws the source away.
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec());
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        b.session.refuseAtOnce(ErrorCode::Closed);
        auto kept = std::exchange(b.stop, std::stop_source());
        kept.request_stop();
        QVERIFY(!b.busy);
        QCOMPARE(b.acquireError(), ErrorCode::Closed);
    }

    void afterAStopItCanBeAcquiredAgain()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec());
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        b.giveUp();
        ensemble.run();
        a.release();
        b.acquire();
        ensemble.run();
        QVERIFY(b.holds());
    }

private:
    static Task<> acquireInto(recipes::Recipe *recipe, std::stop_token stop,
                              std::optional<Result<recipes::Grant>> *into)
    {
        auto outcome = co_await recipe->acquire(stop);
        *into = std::move(outcome);
    }
};

} // namespace lockscope::tst_cancel

LOCKSCOPE_TEST(lockscope::tst_cancel::TestCancel)
#include "tst_cancel.moc"
