// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_processlockrecipe {

using namespace Qt::StringLiterals;
using locks::Mode;
using locks::RecipeId;

namespace {

recipes::RecipeSpec threeThreads(Mode mode = Mode::Exclusive)
{
    auto made = spec(locks::Dialect::Docs, mode);
    made.threads = 3;
    return made;
}

} // namespace

class TestProcessLockRecipe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allThreadsEnterByOneNode()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, threeThreads(), RecipeId::ProcessLock);
        QCOMPARE(a.recipe->entries(), 0);
        a.acquireNow();
        QVERIFY(a.holds());
        QCOMPARE(a.recipe->entries(), 3);
        QCOMPARE(a.nodesIn(lockPath), 1);
        QCOMPARE(a.granted->value().token, ensemble.stat(a.node())->czxid);
        for (const int left : {2, 1}) {
            a.release();
            QVERIFY(a.released->has_value());
            QCOMPARE(a.recipe->entries(), left);
            QCOMPARE(a.nodesIn(lockPath), 1);
        }
        a.releaseNow();
        QVERIFY(a.released->has_value());
        QCOMPARE(a.recipe->entries(), 0);
        QVERIFY(ensemble.children(lockPath).isEmpty());
        a.release();
        QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
    }

    void processesExcludeOneAnother()
    {
        fake::FakeEnsemble ensemble;
        Actor writer(ensemble, threeThreads(), RecipeId::ProcessLock);
        Actor reader(ensemble, threeThreads(Mode::Shared), RecipeId::ProcessLock);
        Actor other(ensemble, threeThreads(Mode::Shared), RecipeId::ProcessLock);
        writer.acquireNow();
        reader.acquire();
        other.acquireNow();
        QVERIFY(writer.holds() && reader.waits() && other.waits());
        leaveAll(writer);
        QVERIFY(reader.holds() && other.holds());
    }

    void aToldLossEndsEveryThreadsHold()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, threeThreads(), RecipeId::ProcessLock);
        a.acquireNow();
        a.session.expire();
        ensemble.run();
        a.recipe->sessionLost();
        QCOMPARE(a.recipe->entries(), 0);
        a.release();
        QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
    }

private:
    static void leaveAll(Actor &actor)
    {
        while (actor.recipe->entries() > 0) {
            actor.releaseNow();
        }
    }
};

} // namespace lockscope::tst_processlockrecipe

LOCKSCOPE_TEST(lockscope::tst_processlockrecipe::TestProcessLockRecipe)
#include "tst_processlockrecipe.moc"
