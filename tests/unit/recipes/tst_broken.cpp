// SPDX-License-Identifier: Apache-2.0
// Each recipe that is broken on purpose, its failure staged by a script; the same script with the sound recipe it is
// made from ends well. That all of them take turns while nothing goes wrong is in tst_everyrecipe.
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"
#include "tests/unit/recipes/gatekeeper.h"

namespace lockscope::tst_broken {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;
using locks::Mode;
using locks::RecipeId;
using recipes::Step;

class TestBroken : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aForeignChildFailsItAndItsNodeStays_data() { brokenAndSound(RecipeId::BrokenForeignChild); }
    void aForeignChildFailsItAndItsNodeStays()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath + u"/notes"_s);
        Actor a(ensemble, spec(), recipe);
        a.acquireNow();
        QCOMPARE(a.holds(), isSound());
        QCOMPARE(a.nodesIn(lockPath), 1);
        if (isSound())
            return;
        QCOMPARE(a.acquireError(), ErrorCode::InvalidInput);
        QVERIFY(a.granted->error().sentence().english().contains(lockPath + u"/notes"_s));
        a.acquireNow(); // and once more
        QCOMPARE(a.nodesIn(lockPath), 2);
    }

    void aLostSessionIsNotToldToTheHolder_data() { brokenAndSound(RecipeId::BrokenSilentLoss); }
    void aLostSessionIsNotToldToTheHolder()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), recipe), b(ensemble, spec(), recipe);
        acquireInTurn({&a, &b});
        a.session.expire();
        ensemble.run();
        QVERIFY(b.holds());
        QCOMPARE(a.recipe->tellsOfSessionLoss(), isSound());
        QCOMPARE(a.stillHeld(), isSound() ? std::nullopt : std::optional(true));
        a.releaseNow();
        QCOMPARE(a.released->has_value(), !isSound());
        if (isSound())
            QCOMPARE(a.releaseError(), ErrorCode::SessionExpired);
    }

    void aReleaseThatMeetsALostConnectionIsForgotten_data() { brokenAndSound(RecipeId::BrokenForgottenRelease); }
    void aReleaseThatMeetsALostConnectionIsForgotten()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), recipe), b(ensemble, spec(), recipe);
        acquireInTurn({&a, &b});
        a.session.lose(Loss::Request, u"delete"_s);
        a.releaseNow();
        QCOMPARE(a.recipe->entries(), 0);
        QCOMPARE(b.holds(), isSound());
        QCOMPARE(a.nodesIn(lockPath), isSound() ? 0 : 1);
    }

    void contendersQueueAnewWithoutEnd_data() { brokenAndSound(RecipeId::BrokenElectionLivelock); }
    void contendersQueueAnewWithoutEnd()
    {
        // The holder leaves while the next one is between its list and its watch: that one queues anew, and the one
        // behind it comes to its own watch just after. From then on all goes its way, in order, request by request.
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor holder(ensemble, spec());
        Gatekeeper aGate, bGate;
        Actor a(ensemble, spec(), recipe, &aGate), b(ensemble, spec(), recipe, &bGate);
        holder.acquireNow();
        aGate.stopAt(Step::Watch);
        a.acquireNow();
        bGate.stopAt(Step::Watch);
        b.acquireNow();
        QVERIFY(aGate.isStopped() && bGate.isStopped());
        holder.releaseNow();
        aGate.letGo();
        for (int i = 0; i < 3; ++i) // its watch and the answer; then the delete of its old place
            QVERIFY(ensemble.step());
        bGate.letGo();
        for (int i = 0; i < 2000; ++i)
            ensemble.step();
        QCOMPARE(a.holds() || b.holds(), isSound());
        if (isSound()) {
            QCOMPARE(a.session.requests(u"create"_s), 1);
            return;
        }
        QVERIFY(a.session.requests(u"create"_s) > 100);
        QVERIFY(b.session.requests(u"create"_s) > 100);
    }

    void anAcquireThatGaveUpLeavesItsWatch_data() { brokenAndSound(RecipeId::BrokenLeakedWatch); }
    void anAcquireThatGaveUpLeavesItsWatch()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor holder(ensemble, spec()), a(ensemble, spec(), recipe);
        holder.acquireNow();
        for (int round = 1; round <= 3; ++round) {
            a.acquireNow();
            a.giveUpNow();
            QCOMPARE(a.acquireError(), ErrorCode::Cancelled);
            QCOMPARE(a.nodesIn(lockPath), 0);
            // A server keeps one for a session and a path, however often it is left.
            QCOMPARE(ensemble.watchCount(a.session), isSound() ? 0 : 1);
        }
        holder.releaseNow();
        QCOMPARE(ensemble.watchCount(), 0); // they fire, for nobody
    }

    void anAcquireThatGaveUpLeavesItsLease_data() { brokenAndSound(RecipeId::BrokenOrphanedLease); }
    void anAcquireThatGaveUpLeavesItsLease()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        auto twoLeases = spec(Dialect::Curator);
        twoLeases.leases = 2;
        Actor a(ensemble, twoLeases, recipe), b(ensemble, twoLeases, recipe), c(ensemble, twoLeases, recipe);
        a.acquire();
        b.acquireNow();
        QVERIFY(a.holds() && b.holds());
        for (int i = 0; i < 2; ++i) {
            c.acquireNow();
            QVERIFY(c.waits());
            c.giveUpNow();
            QCOMPARE(c.acquireError(), ErrorCode::Cancelled);
        }
        a.release();
        b.releaseNow(); // nobody holds one now
        QCOMPARE(ensemble.children(lockPath + u"/leases"_s).size(), isSound() ? 0 : 2);
        a.acquireNow();
        QCOMPARE(a.holds(), isSound());
    }

    void aDeadClientsNodeStaysForEver_data() { brokenAndSound(RecipeId::BrokenPersistentNode); }
    void aDeadClientsNodeStaysForEver()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), recipe), b(ensemble, spec());
        acquireInTurn({&a, &b});
        const QString node = a.node();
        QCOMPARE(ensemble.stat(node)->isEphemeral(), isSound());
        a.session.expire();
        ensemble.run();
        QCOMPARE(ensemble.has(node), !isSound());
        QCOMPARE(b.holds(), isSound());
    }

    void aPersistentNodeIsMadeOnceAllTheSame()
    {
        for (const Loss loss : {Loss::Reply, Loss::Request}) {
            fake::FakeEnsemble ensemble;
            ensemble.make(lockPath);
            Actor a(ensemble, spec(), RecipeId::BrokenPersistentNode);
            a.session.lose(loss, u"create"_s);
            QVERIFY(a.acquireNow());
            QCOMPARE(ensemble.children(lockPath).size(), 1);
            a.releaseNow();
            QVERIFY(ensemble.children(lockPath).isEmpty());
        }
    }

    void oppositeOrdersDeadlock_data() { brokenAndSound(RecipeId::BrokenUnsortedMulti); }
    void oppositeOrdersDeadlock()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        auto there = spec(), back = spec();
        there.paths = {u"/locks/a"_s, u"/locks/b"_s};
        back.paths = {u"/locks/b"_s, u"/locks/a"_s};
        Gatekeeper gate;
        Actor a(ensemble, there, recipe, &gate), b(ensemble, back, recipe);
        gate.stopAt(Step::List); // it has its place in the first one
        acquireInTurn({&a, &b});
        gate.letGo();
        ensemble.run();
        if (isSound()) {
            QVERIFY(a.holds() && b.waits());
            a.releaseNow();
            QVERIFY(b.holds());
            return;
        }
        QVERIFY(a.waits() && b.waits());
        QCOMPARE(a.nodesIn(u"/locks/a"_s) + a.nodesIn(u"/locks/b"_s), 2);
        QCOMPARE(b.nodesIn(u"/locks/a"_s) + b.nodesIn(u"/locks/b"_s), 2);
        b.giveUpNow(); // whoever gives up gives back what it took
        QVERIFY(a.holds());
    }

    void aNodeThatGoesBetweenListAndWatchIsWaitedForForEver_data() { brokenAndSound(RecipeId::BrokenLostWakeup); }
    void aNodeThatGoesBetweenListAndWatchIsWaitedForForEver()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Gatekeeper gate;
        Actor a(ensemble, spec()), b(ensemble, spec(), recipe, &gate);
        a.acquireNow();
        const QString gone = a.node();
        gate.stopAt(Step::Watch);
        b.acquireNow();
        QVERIFY(gate.isStopped());
        a.releaseNow();
        gate.letGo();
        ensemble.run();
        QCOMPARE(b.holds(), isSound());
        QCOMPARE(ensemble.watchedPaths(), isSound() ? QStringList() : QStringList{gone});
    }

    void aLostCreateReplyMakesItWaitForItself_data() { brokenAndSound(RecipeId::BrokenSelfWatch); }
    void aLostCreateReplyMakesItWaitForItself()
    {
        QFETCH(RecipeId, recipe);
        for (const Dialect dialect : locks::recipeInfo(recipe).dialects) {
            fake::FakeEnsemble ensemble;
            ensemble.make(lockPath);
            Actor a(ensemble, spec(dialect)), b(ensemble, spec(dialect), recipe);
            a.acquireNow();
            b.session.lose(Loss::Reply, u"create"_s);
            b.acquireNow();
            a.releaseNow();
            QCOMPARE(b.holds(), isSound());
            if (!isSound())
                QCOMPARE(ensemble.watchedPaths(), ensemble.ephemerals(&b.session));
        }
    }

    void anOlderSessionHoldsBesideTheHolder_data() { brokenAndSound(RecipeId::BrokenPathOrder); }
    void anOlderSessionHoldsBesideTheHolder()
    {
        QFETCH(RecipeId, recipe);
        for (const Dialect dialect : locks::recipeInfo(RecipeId::BrokenPathOrder).dialects) {
            fake::FakeEnsemble ensemble;
            Actor older(ensemble, spec(dialect), recipe), newer(ensemble, spec(dialect), recipe);
            QVERIFY(older.session.session() < newer.session.session());
            QVERIFY(newer.acquireNow());
            older.acquireNow();
            QVERIFY(newer.holds());
            QCOMPARE(older.holds(), !isSound());
        }
    }

    void aWaiterLosesItsPlaceWhenItsTurnComes_data() { brokenAndSound(RecipeId::BrokenRequeueAtTail); }
    void aWaiterLosesItsPlaceWhenItsTurnComes()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Gatekeeper gate;
        Actor a(ensemble, spec()), b(ensemble, spec(), recipe, &gate), c(ensemble, spec());
        gate.stopAt(Step::Watch);
        acquireInTurn({&a, &b, &c});
        a.releaseNow(); // between its list and its watch
        gate.letGo();
        ensemble.run();
        QCOMPARE(b.holds(), isSound());
        QCOMPARE(c.holds(), !isSound());
        QCOMPARE(b.session.requests(u"create"_s), isSound() ? 1 : 2);
        QCOMPARE(b.nodesIn(lockPath), 1);
    }

    void aWriterEntersBesideTheWriterThatReadsNow_data() { brokenAndSound(RecipeId::BrokenOvertakingWriter); }
    void aWriterEntersBesideTheWriterThatReadsNow()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(Dialect::Curator), recipe), b(ensemble, spec(Dialect::Curator), recipe);
        acquireInTurn({&a, &b});
        a.downgradeNow();
        QVERIFY(a.downgraded && *a.downgraded);
        QCOMPARE(a.nodesIn(lockPath), 1);
        QCOMPARE(b.holds(), !isSound());
    }

    void aReaderAndAWriterWaitForEachOther_data() { brokenAndSound(RecipeId::BrokenMutualWait); }
    void aReaderAndAWriterWaitForEachOther()
    {
        QFETCH(RecipeId, recipe);
        for (const Dialect dialect : locks::recipeInfo(recipe).dialects) {
            fake::FakeEnsemble ensemble;
            Gatekeeper gate;
            Actor reader(ensemble, spec(dialect, Mode::Shared), recipe, &gate);
            Actor writer(ensemble, spec(dialect, Mode::Exclusive), recipe);
            gate.stopAt(Step::List); // it has its place, and has not looked around yet
            acquireInTurn({&reader, &writer});
            gate.letGo();
            ensemble.run();
            QCOMPARE(reader.holds(), isSound());
            QVERIFY(writer.waits());
            if (!isSound())
                QCOMPARE(sorted(ensemble.watchedPaths()), sorted(ensemble.ephemerals()));
        }
    }

    void aCancelledAcquireLeavesItsNode_data() { brokenAndSound(RecipeId::BrokenLeakyTimeout); }
    void aCancelledAcquireLeavesItsNode()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec(), recipe), c(ensemble, spec());
        acquireInTurn({&a, &b, &c});
        b.giveUpNow();
        QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(b.nodesIn(lockPath), isSound() ? 0 : 1);
        QCOMPARE(ensemble.watchCount(b.session), 0);
        a.releaseNow();
        QCOMPARE(c.holds(), isSound());
        b.session.expire(); // only this ends it
        ensemble.run();
        QVERIFY(c.holds());
    }

    void aLostCreateReplyLeavesTwoNodes_data() { brokenAndSound(RecipeId::BrokenDuplicateContender); }
    void aLostCreateReplyLeavesTwoNodes()
    {
        QFETCH(RecipeId, recipe);
        for (const Dialect dialect : locks::recipeInfo(recipe).dialects) {
            fake::FakeEnsemble ensemble;
            ensemble.make(lockPath);
            Actor a(ensemble, spec(dialect), recipe);
            a.session.lose(Loss::Reply, u"create"_s);
            a.acquireNow();
            QCOMPARE(a.holds(), isSound());
            QCOMPARE(a.nodesIn(lockPath), isSound() ? 1 : 2);
        }
    }

private:
    /// Two rows: the broken recipe, and the sound one that it is made from.
    static void brokenAndSound(RecipeId broken)
    {
        QTest::addColumn<RecipeId>("recipe");
        for (const RecipeId recipe : {broken, locks::recipeInfo(broken).soundForm})
            QTest::addRow("%s", qPrintable(locks::recipeName(recipe))) << recipe;
    }
    static bool isSound() { return !QByteArray(QTest::currentDataTag()).startsWith("broken"); }
    static QStringList sorted(QStringList paths)
    {
        paths.sort();
        return paths;
    }
};

} // namespace lockscope::tst_broken

LOCKSCOPE_TEST(lockscope::tst_broken::TestBroken)
#include "tst_broken.moc"
