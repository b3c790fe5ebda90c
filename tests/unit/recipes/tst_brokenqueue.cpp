// SPDX-License-Identifier: Apache-2.0
// The recipes of the sequential family that are broken on purpose, each failure staged by a script; the same script
// with the sound recipe that it is made from ends well.
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"
#include "tests/unit/recipes/gatekeeper.h"

namespace lockscope::tst_brokenqueue {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;
using locks::Mode;
using locks::RecipeId;
using recipes::Step;

class TestBrokenQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachWorksWhileNothingGoesWrong_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<Dialect>("dialect");
        for (const RecipeId recipe :
             {RecipeId::BrokenLostWakeup, RecipeId::BrokenSelfWatch, RecipeId::BrokenPathOrder,
              RecipeId::BrokenRequeueAtTail, RecipeId::BrokenOvertakingWriter, RecipeId::BrokenMutualWait,
              RecipeId::BrokenLeakyTimeout, RecipeId::BrokenDuplicateContender}) {
            for (const Dialect dialect : locks::recipeInfo(recipe).dialects) {
                const QString name = locks::recipeName(recipe) + u", "_s + locks::dialectName(dialect);
                QTest::newRow(qPrintable(name)) << recipe << dialect;
            }
        }
    }

    void eachWorksWhileNothingGoesWrong()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(dialect), recipe), b(ensemble, spec(dialect), recipe);
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
        QVERIFY(ensemble.ephemerals().isEmpty());
        QCOMPARE(ensemble.watchCount(), 0);
    }

    void aNodeThatGoesBetweenListAndWatchIsWaitedForForEver_data() { brokenAndSound(RecipeId::BrokenLostWakeup); }
    void aNodeThatGoesBetweenListAndWatchIsWaitedForForEver()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Gatekeeper gate;
        Actor a(ensemble, spec()), b(ensemble, spec(), recipe, &gate);
        a.acquire();
        ensemble.run();
        const QString gone = a.node();
        gate.stopAt(Step::Watch);
        b.acquire();
        ensemble.run();
        QVERIFY(gate.isStopped());
        a.release();
        ensemble.run();
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
            a.acquire();
            ensemble.run();
            b.session.lose(Loss::Reply, u"create"_s);
            b.acquire();
            ensemble.run();
            a.release();
            ensemble.run();
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
            newer.acquire();
            ensemble.run();
            QVERIFY(newer.holds());
            older.acquire();
            ensemble.run();
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
        for (Actor *actor : {&a, &b, &c}) {
            actor->acquire();
            ensemble.run();
        }
        a.release(); // between its list and its watch
        ensemble.run();
        gate.letGo();
        ensemble.run();
        QCOMPARE(b.holds(), isSound());
        QCOMPARE(c.holds(), !isSound());
        QCOMPARE(b.session.requests(u"create"_s), isSound() ? 1 : 2);
        QCOMPARE(b.nodesIn(lockPath), 1);
    }

    void aWriterEntersBesideTheWriterThatReadsNow_data()
    {
        brokenAndSound(RecipeId::BrokenOvertakingWriter, RecipeId::ReadWriteCurator);
    }
    void aWriterEntersBesideTheWriterThatReadsNow()
    {
        QFETCH(RecipeId, recipe);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(Dialect::Curator), recipe), b(ensemble, spec(Dialect::Curator), recipe);
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        a.downgrade();
        ensemble.run();
        QVERIFY(a.downgraded && *a.downgraded);
        QCOMPARE(a.nodesIn(lockPath), 1);
        QCOMPARE(b.holds(), !isSound());
    }

    void aReaderAndAWriterWaitForEachOther_data() { brokenAndSound(RecipeId::BrokenMutualWait, RecipeId::ReadWrite); }
    void aReaderAndAWriterWaitForEachOther()
    {
        QFETCH(RecipeId, recipe);
        for (const Dialect dialect : locks::recipeInfo(recipe).dialects) {
            fake::FakeEnsemble ensemble;
            Gatekeeper gate;
            Actor reader(ensemble, spec(dialect, Mode::Shared), recipe, &gate);
            Actor writer(ensemble, spec(dialect, Mode::Exclusive), recipe);
            gate.stopAt(Step::List); // it has its place, and has not looked around yet
            reader.acquire();
            ensemble.run();
            writer.acquire();
            ensemble.run();
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
        for (Actor *actor : {&a, &b, &c}) {
            actor->acquire();
            ensemble.run();
        }
        b.giveUp();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(b.nodesIn(lockPath), isSound() ? 0 : 1);
        QCOMPARE(ensemble.watchCount(b.session), 0);
        a.release();
        ensemble.run();
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
            a.acquire();
            ensemble.run();
            QCOMPARE(a.holds(), isSound());
            QCOMPARE(a.nodesIn(lockPath), isSound() ? 1 : 2);
        }
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
    static QStringList sorted(QStringList paths)
    {
        paths.sort();
        return paths;
    }
};

} // namespace lockscope::tst_brokenqueue

LOCKSCOPE_TEST(lockscope::tst_brokenqueue::TestBrokenQueue)
#include "tst_brokenqueue.moc"
