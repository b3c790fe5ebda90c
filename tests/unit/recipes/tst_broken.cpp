// SPDX-License-Identifier: Apache-2.0
// Each recipe that is broken on purpose, its failure staged by a script; the same script with the sound recipe it is
// made from ends well.
#include "tests/unit/recipes/actor.h"
#include "tests/unit/recipes/gatekeeper.h"

#include "core/base/path.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_broken {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::RecipeId;
using recipes::Step;

namespace {

std::optional<bool> stillHeld(Actor &actor)
{
    const auto held = std::make_shared<std::optional<bool>>();
    auto asking = actor.recipe->isStillHeld();
    asking.then([held](const Result<bool> &answer) {
        if (answer)
            *held = *answer;
    });
    actor.ensemble.run();
    return *held;
}

void takesTurns(RecipeId recipe)
{
    fake::FakeEnsemble ensemble;
    Actor a(ensemble, spec(), recipe), b(ensemble, spec(), recipe);
    a.acquire();
    ensemble.run();
    b.acquire();
    ensemble.run();
    QVERIFY(a.holds() && b.waits());
    a.release();
    ensemble.run();
    QVERIFY(b.holds());
    b.release();
    ensemble.run();
    QVERIFY(ensemble.children(lockPath).isEmpty());
    QCOMPARE(ensemble.watchCount(), 0);
}

} // namespace

class TestBroken : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachWorksWhileNothingGoesWrong_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        for (const RecipeId recipe :
             {RecipeId::BrokenForeignChild, RecipeId::BrokenSilentLoss, RecipeId::BrokenForgottenRelease,
              RecipeId::BrokenElectionLivelock, RecipeId::BrokenLeakedWatch, RecipeId::BrokenPersistentNode,
              RecipeId::BrokenUnsortedMulti})
            QTest::addRow("%s", qPrintable(locks::recipeName(recipe))) << recipe;
    }

    void eachWorksWhileNothingGoesWrong()
    {
        QFETCH(RecipeId, recipe);
        takesTurns(recipe);
    }

    void aForeignChildFailsItAndItsNodeStays_data() { brokenAndSound(RecipeId::BrokenForeignChild); }
    void aForeignChildFailsItAndItsNodeStays()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath + u"/notes"_s);
        Actor a(ensemble, spec(), recipe);
        a.acquire();
        ensemble.run();
        QCOMPARE(a.holds(), isSound());
        QCOMPARE(a.nodesIn(lockPath), 1);
        if (isSound())
            return;
        QCOMPARE(a.acquireError(), ErrorCode::InvalidInput);
        QVERIFY(a.granted->error().sentence().english().contains(lockPath + u"/notes"_s));
        a.acquire(); // and once more
        ensemble.run();
        QCOMPARE(a.nodesIn(lockPath), 2);
    }

    void aLostSessionIsNotToldToTheHolder_data() { brokenAndSound(RecipeId::BrokenSilentLoss); }
    void aLostSessionIsNotToldToTheHolder()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), recipe), b(ensemble, spec(), recipe);
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        a.session.expire();
        ensemble.run();
        QVERIFY(b.holds());
        QCOMPARE(a.recipe->tellsOfSessionLoss(), isSound());
        QCOMPARE(stillHeld(a), isSound() ? std::nullopt : std::optional(true));
        a.release();
        ensemble.run();
        QCOMPARE(a.released->has_value(), !isSound());
    }

    void aReleaseThatMeetsALostConnectionIsForgotten_data() { brokenAndSound(RecipeId::BrokenForgottenRelease); }
    void aReleaseThatMeetsALostConnectionIsForgotten()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), recipe), b(ensemble, spec(), recipe);
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        a.session.lose(Loss::Request, u"delete"_s);
        a.release();
        ensemble.run();
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
        holder.acquire();
        ensemble.run();
        aGate.stopAt(Step::Watch);
        a.acquire();
        ensemble.run();
        bGate.stopAt(Step::Watch);
        b.acquire();
        ensemble.run();
        QVERIFY(aGate.isStopped() && bGate.isStopped());
        holder.release();
        ensemble.run();
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
        holder.acquire();
        ensemble.run();
        for (int round = 1; round <= 3; ++round) {
            a.acquire();
            ensemble.run();
            a.giveUp();
            ensemble.run();
            QCOMPARE(a.acquireError(), ErrorCode::Cancelled);
            QCOMPARE(a.nodesIn(lockPath), 0);
            // A server keeps one for a session and a path, however often it is left.
            QCOMPARE(ensemble.watchCount(a.session), isSound() ? 0 : 1);
        }
        holder.release();
        ensemble.run();
        QCOMPARE(ensemble.watchCount(), 0); // they fire, for nobody
    }

    void anAcquireThatGaveUpLeavesItsLease_data()
    {
        brokenAndSound(RecipeId::BrokenOrphanedLease, RecipeId::Semaphore);
    }
    void anAcquireThatGaveUpLeavesItsLease()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        auto twoLeases = spec(locks::Dialect::Curator);
        twoLeases.leases = 2;
        Actor a(ensemble, twoLeases, recipe), b(ensemble, twoLeases, recipe), c(ensemble, twoLeases, recipe);
        a.acquire();
        b.acquire();
        ensemble.run();
        QVERIFY(a.holds() && b.holds());
        for (int i = 0; i < 2; ++i) {
            c.acquire();
            ensemble.run();
            QVERIFY(c.waits());
            c.giveUp();
            ensemble.run();
            QCOMPARE(c.acquireError(), ErrorCode::Cancelled);
        }
        a.release();
        b.release();
        ensemble.run(); // nobody holds one now
        QCOMPARE(ensemble.children(lockPath + u"/leases"_s).size(), isSound() ? 0 : 2);
        a.acquire();
        ensemble.run();
        QCOMPARE(a.holds(), isSound());
    }

    void aDeadClientsNodeStaysForEver_data() { brokenAndSound(RecipeId::BrokenPersistentNode); }
    void aDeadClientsNodeStaysForEver()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), recipe), b(ensemble, spec());
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
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
            a.acquire();
            ensemble.run();
            QVERIFY(a.holds());
            QCOMPARE(ensemble.children(lockPath).size(), 1);
            a.release();
            ensemble.run();
            QVERIFY(ensemble.children(lockPath).isEmpty());
        }
    }

    void oppositeOrdersDeadlock_data() { brokenAndSound(RecipeId::BrokenUnsortedMulti, RecipeId::Multi); }
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
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        gate.letGo();
        ensemble.run();
        if (isSound()) {
            QVERIFY(a.holds() && b.waits());
            a.release();
            ensemble.run();
            QVERIFY(b.holds());
            return;
        }
        QVERIFY(a.waits() && b.waits());
        QCOMPARE(a.nodesIn(u"/locks/a"_s) + a.nodesIn(u"/locks/b"_s), 2);
        QCOMPARE(b.nodesIn(u"/locks/a"_s) + b.nodesIn(u"/locks/b"_s), 2);
        b.giveUp(); // whoever gives up gives back what it took
        ensemble.run();
        QVERIFY(a.holds());
    }

private:
    /// Two rows: the broken recipe, and the sound one that it is made from.
    static void brokenAndSound(RecipeId broken, RecipeId sound = RecipeId::Mutex)
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addRow("%s", qPrintable(locks::recipeName(broken))) << broken;
        QTest::addRow("%s", qPrintable(locks::recipeName(sound))) << sound;
    }
    static bool isSound() { return !QByteArray(QTest::currentDataTag()).startsWith("broken"); }
};

} // namespace lockscope::tst_broken

LOCKSCOPE_TEST(lockscope::tst_broken::TestBroken)
#include "tst_broken.moc"
