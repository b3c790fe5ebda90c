// SPDX-License-Identifier: Apache-2.0
// The mutex: what it makes and asks, what stops it, and what it does not hear. For what holds of each recipe, see
// tst_everyrecipe.
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"
#include "tests/unit/recipes/gatekeeper.h"

namespace lockscope::tst_queuemutex {

using namespace lockscope::recipes;
using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;

namespace {

struct HeldAndWaited
{
    HeldAndWaited() { acquireInTurn({&holder, &waiter}); }

    fake::FakeEnsemble ensemble;
    Actor holder{ensemble, spec()};
    Actor waiter{ensemble, spec()};
};

} // namespace

class TestQueueMutex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void directoriesAreContainersWhereTheyAreCurators()
    {
        for (const Dialect dialect : writableDialects) {
            fake::FakeEnsemble ensemble;
            Actor a(ensemble, spec(dialect));
            QVERIFY(a.acquireNow());
            QCOMPARE(ensemble.data(a.node()), QByteArray("who"));
            for (const QString &directory : {lockPath, u"/locks"_s})
                QCOMPARE(ensemble.isContainer(directory), dialect == Dialect::Curator);
        }
    }

    void aServerWithoutContainersGetsPersistentDirectories()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(Dialect::Curator));
        a.session.refuseKind(NodeKind::Container, ErrorCode::Unimplemented);
        QVERIFY(a.acquireNow());
        QVERIFY(!ensemble.isContainer(lockPath));
    }

    void aFreeLockCostsOneCreateAndOneList()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor a(ensemble, spec());
        QVERIFY(a.acquireNow());
        QCOMPARE(a.session.requests(), (std::map<QString, int>{{u"create"_s, 1}, {u"get_children"_s, 1}}));
    }

    void foreignNamesAreNeverWaitedFor()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath + u"/config"_s);
        ensemble.make(lockPath + u"/unlock"_s);
        Actor a(ensemble, spec()), b(ensemble, spec());
        acquireInTurn({&a, &b});
        QVERIFY(a.holds());
        QCOMPARE(ensemble.watchedPaths(), QStringList{a.node()});
    }

    void anotherClientOfTheSameFamilyIsRespected()
    {
        fake::FakeEnsemble ensemble;
        const QString foreign = lockPath + u"/0123456789abcdef0123456789abcdef__rlock__0000000000"_s;
        ensemble.make(foreign);
        Actor a(ensemble, spec(Dialect::Kazoo));
        a.acquireNow();
        QVERIFY(a.waits());
        QCOMPARE(ensemble.watchedPaths(), QStringList{foreign});
        ensemble.erase(foreign);
        ensemble.run();
        QVERIFY(a.holds());
    }

    void aPlaceDeletedBySomebodyElseIsSaidWhenItsTurnWouldCome()
    {
        fake::FakeEnsemble ensemble;
        Gatekeeper log;
        Actor a(ensemble, spec()), b(ensemble, spec(), locks::RecipeId::Mutex, &log);
        acquireInTurn({&a, &b});
        ensemble.erase(log.own);
        a.releaseNow();
        QCOMPARE(b.acquireError(), ErrorCode::NoNode);
        QCOMPARE(b.granted->error().path, log.own);
        QCOMPARE(ensemble.watchCount(), 0);
    }

    void aLockBelowAnEphemeralNodeIsRefused()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.acquireNow();
        RecipeSpec below = spec();
        below.lock = a.node();
        Actor b(ensemble, below);
        b.acquireNow();
        QCOMPARE(b.acquireError(), ErrorCode::NoChildrenForEphemerals);
    }

    void aDialectWithoutNamesIsRefused()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(Dialect::Generic));
        a.acquire();
        QCOMPARE(a.acquireError(), ErrorCode::InvalidInput);
        QVERIFY(a.session.requests().empty());
    }

    void theObserverIsToldEachStep()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Gatekeeper log;
        Actor a(ensemble, spec()), b(ensemble, spec(), locks::RecipeId::Mutex, &log);
        acquireInTurn({&a, &b});
        a.releaseNow();
        b.releaseNow();
        QCOMPARE(log.steps,
                 (std::vector{Step::Enqueue, Step::List, Step::Watch, Step::Wait, Step::List, Step::Release}));
        QCOMPARE(log.own, b.granted->value().node);
    }

    // What stops it.

    void aStopBeforeTheBeginningSendsNothing()
    {
        fake::FakeEnsemble ensemble;
        auto &session = ensemble.newSession();
        const auto recipe = makeRecipe(locks::RecipeId::Mutex, spec(), session);
        std::stop_source stop;
        stop.request_stop();
        std::optional<Result<Grant>> outcome;
        acquireInto(recipe.get(), stop.get_token(), &outcome);
        QVERIFY(outcome);
        QCOMPARE(outcome->error().code, ErrorCode::Cancelled);
        QVERIFY(session.requests().empty());
    }

    void aStopWhileDisconnectedTakesTheNodeAwayLater()
    {
        HeldAndWaited lock;
        lock.waiter.session.disconnect();
        lock.waiter.giveUpNow();
        QVERIFY(lock.waiter.waits());
        QCOMPARE(lock.waiter.nodesIn(lockPath), 1);
        lock.waiter.session.reconnect();
        lock.ensemble.run();
        QCOMPARE(lock.waiter.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(lock.waiter.nodesIn(lockPath), 0);
    }

    void aStopWithExpirySaysThatTheSessionIsOver()
    {
        HeldAndWaited lock;
        lock.waiter.session.expire();
        lock.waiter.giveUpNow();
        QCOMPARE(lock.waiter.acquireError(), ErrorCode::SessionExpired);
    }

    void theStopSourceMayGoInsideItsOwnRequest()
    {
        // The outcome arrives inside request_stop(), when the session is over already, and throws the source away.
        HeldAndWaited lock;
        lock.waiter.session.refuseAtOnce(ErrorCode::Closed);
        auto kept = std::exchange(lock.waiter.stop, std::stop_source());
        kept.request_stop();
        QVERIFY(!lock.waiter.busy);
        QCOMPARE(lock.waiter.acquireError(), ErrorCode::Closed);
    }

    // What it does not hear.

    void aNodeThatAppearsLateHasNoTwin_data()
    {
        QTest::addColumn<bool>("isLostAgain");
        QTest::newRow("the second reply comes") << false;
        QTest::newRow("the second reply is lost") << true;
    }

    void aNodeThatAppearsLateHasNoTwin()
    {
        QFETCH(bool, isLostAgain);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        QVERIFY(looksForALateNode(a));
        if (isLostAgain)
            a.session.lose(Loss::Reply, u"create"_s);
        ensemble.run();
        QCOMPARE(a.session.requests(u"create"_s), 2);
        QVERIFY(a.holds());
        QCOMPARE(a.nodesIn(lockPath), 1);
        QVERIFY(a.node().endsWith(u"0000000000"_s));
    }

    /// A create that was lost on a server without the directory made no node: it is not waited for.
    void whereTheDirectoryWasNotThereNoNodeIsLate()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.session.lose(Loss::Reply, u"create"_s);
        a.acquire();
        while (!ensemble.has(lockPath))
            QVERIFY(ensemble.step());
        a.session.lose(Loss::Reply, u"create"_s);
        ensemble.run();
        QCOMPARE(a.session.requests(u"create"_s), 6); // two in vain, three of the directory and the one above, the node
        QVERIFY(a.holds());
        QCOMPARE(a.nodesIn(lockPath), 1);
    }

    void aStopBeforeALateNodeIsSeenLeavesNone()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        QVERIFY(looksForALateNode(a));
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
        HeldAndWaited lock;
        lock.waiter.session.disconnect();
        lock.holder.releaseNow();
        QVERIFY(lock.waiter.waits());
        lock.waiter.session.reconnect();
        lock.ensemble.run();
        QVERIFY(lock.waiter.holds());
    }

    void expiryWhileDisconnectedEndsTheWait()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec());
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
        Actor dying(ensemble, spec(Dialect::Plain)), a(ensemble, spec(Dialect::Plain));
        dying.acquireNow();
        a.session.lose(Loss::Request, u"create"_s);
        a.acquireNow();
        QVERIFY(a.waits());
        QCOMPARE(a.nodesIn(lockPath), 1);
        QCOMPARE(ensemble.watchedPaths(), QStringList{dying.node()});
    }

private:
    static Task<> acquireInto(Recipe *recipe, std::stop_token stop, std::optional<Result<Grant>> *into)
    {
        auto outcome = co_await recipe->acquire(stop);
        *into = std::move(outcome);
    }

    /// The reply to its create is lost, and the server that it reaches then lags behind: its node is not there yet.
    static bool looksForALateNode(Actor &actor)
    {
        actor.ensemble.make(lockPath);
        actor.session.lose(Loss::Reply, u"create"_s);
        actor.session.lagOnce();
        actor.acquire();
        while (actor.session.requests(u"get_children"_s) == 0) {
            if (!actor.ensemble.step())
                return false;
        }
        return true;
    }
};

} // namespace lockscope::tst_queuemutex

LOCKSCOPE_TEST(lockscope::tst_queuemutex::TestQueueMutex)
#include "tst_queuemutex.moc"
