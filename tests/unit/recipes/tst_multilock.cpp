// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"
#include "tests/unit/recipes/gatekeeper.h"

namespace lockscope::tst_multilock {

using namespace Qt::StringLiterals;
using locks::RecipeId;

namespace {

recipes::RecipeSpec multi(const QStringList &paths, bool sorted = true)
{
    auto made = spec();
    made.paths = paths;
    made.sorted = sorted;
    return made;
}

/// Of the paths that it came to at this step, the locks.
QStringList locksAt(recipes::Step step, const Gatekeeper &notes)
{
    QStringList found;
    for (size_t i = 0; i < notes.steps.size(); ++i) {
        if (notes.steps[i] == step)
            found += notes.paths[static_cast<qsizetype>(i)].section(u'/', 0, 2);
    }
    return found;
}

} // namespace

class TestMultiLock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itTakesAllInSortedOrderOrAsGiven_data()
    {
        QTest::addColumn<bool>("sorted");
        QTest::addColumn<QStringList>("order");
        QTest::newRow("sorted") << true << QStringList{u"/locks/a"_s, u"/locks/b"_s, u"/locks/c"_s};
        QTest::newRow("as given") << false << threeLocks;
    }

    void itTakesAllInSortedOrderOrAsGiven()
    {
        QFETCH(bool, sorted);
        QFETCH(QStringList, order);
        fake::FakeEnsemble ensemble;
        Gatekeeper notes;
        Actor a(ensemble, multi(threeLocks, sorted), RecipeId::Multi, &notes);
        QVERIFY(a.acquireNow());
        QCOMPARE(locksAt(recipes::Step::Enqueue, notes), order);
        QCOMPARE(a.recipe->entries(), 1);
        for (const QString &lock : threeLocks)
            QCOMPARE(a.nodesIn(lock), 1);
        QVERIFY(a.node().startsWith(order.first())); // the grant is the first one's, and its token the smallest
        QCOMPARE(a.granted->value().token, ensemble.stat(a.node())->czxid);
    }

    void itGivesBackTheLatestFirst()
    {
        fake::FakeEnsemble ensemble;
        Gatekeeper notes;
        Actor a(ensemble, multi(threeLocks), RecipeId::Multi, &notes);
        a.acquireNow();
        QVERIFY(a.releaseNow());
        QCOMPARE(locksAt(recipes::Step::Release, notes), (QStringList{u"/locks/c"_s, u"/locks/b"_s, u"/locks/a"_s}));
        for (const QString &lock : threeLocks)
            QVERIFY(ensemble.children(lock).isEmpty());
        QCOMPARE(a.recipe->entries(), 0);
    }

    void aLockThatIsNamedTwiceIsTakenOnce()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, multi({u"/locks/a"_s, u"/locks/a"_s}), RecipeId::Multi);
        QVERIFY(a.acquireNow());
        QCOMPARE(a.nodesIn(u"/locks/a"_s), 1);
    }

    void withoutPathsItIsTheOneLock()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, multi({}), RecipeId::Multi);
        QVERIFY(a.acquireNow());
        QCOMPARE(a.nodesIn(lockPath), 1);
    }

    void oneThatFailsGivesBackTheOthers()
    {
        // "/locks/c" is an ephemeral node of somebody else: it can have no children.
        fake::FakeEnsemble ensemble;
        ensemble.make(u"/locks"_s);
        ensemble.newSession().create(u"/locks/c"_s, {}, NodeKind::Ephemeral).then([](const auto &) {});
        ensemble.run();
        Actor a(ensemble, multi(threeLocks), RecipeId::Multi);
        a.acquireNow();
        QCOMPARE(a.acquireError(), ErrorCode::NoChildrenForEphemerals);
        QVERIFY(ensemble.children(u"/locks/a"_s).isEmpty());
        QVERIFY(ensemble.children(u"/locks/b"_s).isEmpty());
        QCOMPARE(a.recipe->entries(), 0);
    }

    void whatCannotBeGivenBackIsSaid()
    {
        fake::FakeEnsemble ensemble;
        Actor holder(ensemble, multi({u"/locks/c"_s}), RecipeId::Multi),
            a(ensemble, multi(threeLocks), RecipeId::Multi);
        acquireInTurn({&holder, &a});
        a.session.refuse(u"delete"_s, ErrorCode::NoAuth);
        a.giveUpNow();
        QCOMPARE(a.acquireError(), ErrorCode::NoAuth);
    }

    void itIsHeldWhileEveryNodeIsThere()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, multi(threeLocks), RecipeId::Multi);
        QCOMPARE(a.stillHeld(), std::optional(false));
        a.acquireNow();
        QCOMPARE(a.stillHeld(), std::optional(true));
        ensemble.erase(u"/locks/b/"_s + ensemble.children(u"/locks/b"_s).constFirst());
        QCOMPARE(a.stillHeld(), std::optional(false));
        a.releaseNow();
        QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
        QCOMPARE(a.nodesIn(u"/locks/a"_s) + a.nodesIn(u"/locks/c"_s), 0);
    }

    void oppositeOrdersNeverDeadlockIfSorted()
    {
        const QStringList there{u"/locks/a"_s, u"/locks/b"_s}, back{u"/locks/b"_s, u"/locks/a"_s};
        for (unsigned seed = 1; seed <= 50; ++seed) {
            fake::FakeEnsemble ensemble;
            ensemble.shuffle(seed);
            Actor a(ensemble, multi(there), RecipeId::Multi), b(ensemble, multi(back), RecipeId::Multi);
            a.acquire();
            b.acquireNow();
            QVERIFY(a.holds() != b.holds());
            Actor &first = a.holds() ? a : b;
            Actor &second = a.holds() ? b : a;
            first.releaseNow();
            QVERIFY(second.holds());
        }
    }
};

} // namespace lockscope::tst_multilock

LOCKSCOPE_TEST(lockscope::tst_multilock::TestMultiLock)
#include "tst_multilock.moc"
