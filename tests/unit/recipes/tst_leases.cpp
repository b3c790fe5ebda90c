// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

#include <QRegularExpression>

namespace lockscope::tst_leases {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;
using locks::RecipeId;

namespace {

recipes::RecipeSpec semaphore(Dialect dialect, int leases)
{
    auto made = spec(dialect);
    made.leases = leases;
    return made;
}

/// Five that ask in turn.
std::vector<std::unique_ptr<Actor>> fiveOn(fake::FakeEnsemble &ensemble, Dialect dialect, int leases)
{
    std::vector<std::unique_ptr<Actor>> actors;
    for (int i = 0; i < 5; ++i) {
        actors.push_back(std::make_unique<Actor>(ensemble, semaphore(dialect, leases), RecipeId::Semaphore));
        actors.back()->acquireNow();
    }
    return actors;
}

bool matches(const QString &pattern, const QString &text)
{
    return QRegularExpression(QRegularExpression::anchoredPattern(pattern)).match(text).hasMatch();
}

} // namespace

class TestSemaphore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asManyHoldAsThereAreLeases_data() { dialects(); }
    void asManyHoldAsThereAreLeases()
    {
        QFETCH(Dialect, dialect);
        fake::FakeEnsemble ensemble;
        const auto actors = fiveOn(ensemble, dialect, 3);
        for (size_t i = 0; i < 5; ++i)
            QCOMPARE(actors[i]->holds(), i < 3);
        actors[1]->releaseNow(); // whichever comes back
        QVERIFY(actors[3]->holds());
        QVERIFY(actors[4]->waits());
        actors[3]->releaseNow();
        QVERIFY(actors[4]->holds());
    }

    void onlyTheHeadWatchesTheLeases_data() { dialects(); }
    void onlyTheHeadWatchesTheLeases()
    {
        QFETCH(Dialect, dialect);
        const auto paths = locks::semaphorePaths(dialect, lockPath);
        fake::FakeEnsemble ensemble;
        const auto actors = fiveOn(ensemble, dialect, 2);
        QCOMPARE(ensemble.watchedPaths().count(paths.leases), 1);
        QCOMPARE(ensemble.children(paths.queue).size(), 3);
        QCOMPARE(ensemble.watchCount(), 3); // and the others their predecessors
    }

    void curatorsNodesAreWhereCuratorLooksForThem()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, semaphore(Dialect::Curator, 1), RecipeId::Semaphore);
        Actor b(ensemble, semaphore(Dialect::Curator, 1), RecipeId::Semaphore);
        acquireInTurn({&a, &b});
        const QString uuid = u"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"_s;
        QVERIFY(matches(u"/locks/orders/leases/_c_%1-lease-0000000000"_s.arg(uuid), a.node()));
        QCOMPARE(ensemble.data(a.node()), "who");
        QCOMPARE(ensemble.children(u"/locks/orders/leases"_s).size(), 2); // one is pending
        const QStringList queue = ensemble.children(u"/locks/orders/locks"_s);
        QCOMPARE(queue.size(), 1);
        QVERIFY(matches(u"_c_%1-lock-0000000001"_s.arg(uuid), queue[0]));
        for (const QString &directory : {u"/locks/orders"_s, u"/locks/orders/locks"_s, u"/locks/orders/leases"_s})
            QVERIFY(ensemble.isContainer(directory));
    }

    void kazoosNodesAreWhereKazooLooksForThem()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, semaphore(Dialect::Kazoo, 1), RecipeId::Semaphore);
        Actor b(ensemble, semaphore(Dialect::Kazoo, 1), RecipeId::Semaphore);
        acquireInTurn({&a, &b});
        QVERIFY(matches(u"/locks/orders/[0-9a-f]{32}"_s, a.node()));
        QCOMPARE(ensemble.data(a.node()), "who");
        QCOMPARE(ensemble.data(lockPath), "1");
        QCOMPARE(ensemble.children(lockPath), QStringList{baseName(a.node())}); // nobody has one before there is room
        const QStringList queue = ensemble.children(u"/locks/orders-__lock__"_s);
        QCOMPARE(queue.size(), 1);
        QVERIFY(matches(u"[0-9a-f]{32}__lock__0000000001"_s, queue[0]));
        QVERIFY(!ensemble.stat(a.node())->ephemeralOwner.isNull());
    }

    void anotherNumberOfLeasesIsRefusedByKazoosSemaphore()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        ensemble.setData(lockPath, "3");
        Actor a(ensemble, semaphore(Dialect::Kazoo, 2), RecipeId::Semaphore);
        a.acquireNow();
        QCOMPARE(a.acquireError(), ErrorCode::InvalidInput);
        QVERIFY(ensemble.ephemerals().isEmpty());
        const QString sentence = a.granted->error().sentence().english();
        QVERIFY2(sentence.contains(u"made for 3 leases, not for 2"_s), qPrintable(sentence));
    }

    void dataThatAreNoNumberMeanSomethingElse()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        ensemble.setData(lockPath, "notes");
        Actor a(ensemble, semaphore(Dialect::Kazoo, 2), RecipeId::Semaphore);
        QVERIFY(a.acquireNow());
        QCOMPARE(ensemble.data(lockPath), "notes");
    }

    void aLeaseOfAnotherClientCounts_data() { dialects(); }
    void aLeaseOfAnotherClientCounts()
    {
        QFETCH(Dialect, dialect);
        fake::FakeEnsemble ensemble;
        const QString foreign = joinPath(locks::semaphorePaths(dialect, lockPath).leases, u"some-client"_s);
        ensemble.make(foreign);
        Actor a(ensemble, semaphore(dialect, 1), RecipeId::Semaphore);
        a.acquireNow();
        QVERIFY(a.waits());
        ensemble.erase(foreign);
        ensemble.run();
        QVERIFY(a.holds());
    }

    void aPendingLeaseDeletedBySomebodyIsSaid()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, semaphore(Dialect::Curator, 1), RecipeId::Semaphore);
        Actor b(ensemble, semaphore(Dialect::Curator, 1), RecipeId::Semaphore);
        acquireInTurn({&a, &b});
        for (const QString &path : ensemble.ephemerals(&b.session)) {
            if (path.contains(u"/leases/"_s))
                ensemble.erase(path);
        }
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::NoNode);
        QCOMPARE(ensemble.ephemerals(&b.session), QStringList());
        QVERIFY(a.holds());
    }

    void aPlaceInTheQueueDeletedBySomebodyCostsNoLease_data() { dialects(); }
    void aPlaceInTheQueueDeletedBySomebodyCostsNoLease()
    {
        QFETCH(Dialect, dialect);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, semaphore(dialect, 1), RecipeId::Semaphore);
        Actor b(ensemble, semaphore(dialect, 1), RecipeId::Semaphore);
        acquireInTurn({&a, &b});
        const QString queue = locks::semaphorePaths(dialect, lockPath).queue;
        for (const QString &name : ensemble.children(queue))
            ensemble.erase(joinPath(queue, name));
        a.releaseNow();
        QVERIFY(b.holds());
    }

    void aQueueThatCannotBeLeftCostsTheLease_data() { dialects(); }
    void aQueueThatCannotBeLeftCostsTheLease()
    {
        QFETCH(Dialect, dialect);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, semaphore(dialect, 1), RecipeId::Semaphore);
        a.session.refuse(u"delete"_s, ErrorCode::NoAuth);
        a.acquireNow();
        QCOMPARE(a.acquireError(), ErrorCode::NoAuth);
        QCOMPARE(a.recipe->entries(), 0);
    }

    void theNonReentrantMutexHasOneLeaseWhateverWasAskedFor()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, semaphore(Dialect::Curator, 5), RecipeId::SemaphoreMutex);
        Actor b(ensemble, semaphore(Dialect::Curator, 5), RecipeId::SemaphoreMutex);
        acquireInTurn({&a, &b});
        QVERIFY(a.holds() && b.waits());
    }

private:
    static void dialects()
    {
        QTest::addColumn<Dialect>("dialect");
        for (const Dialect dialect : writableDialects)
            QTest::addRow("%s", qPrintable(locks::dialectName(dialect))) << dialect;
    }
};

} // namespace lockscope::tst_leases

LOCKSCOPE_TEST(lockscope::tst_leases::TestSemaphore)
#include "tst_leases.moc"
