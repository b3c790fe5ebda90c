// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_queuemutex {

using namespace lockscope::recipes;
using namespace Qt::StringLiterals;
using locks::Dialect;

namespace {

class StepLog final : public StepObserver
{
public:
    Reply<Done> reached(Step step, const QString &) override
    {
        steps.push_back(step);
        return Result<Done>(Done());
    }
    void enqueued(const QString &node) override { own = node; }

    std::vector<Step> steps;
    QString own;
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
            a.acquireNow();
            QVERIFY(a.holds());
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
        a.acquireNow();
        QVERIFY(a.holds());
        QVERIFY(!ensemble.isContainer(lockPath));
    }

    void aFreeLockCostsOneCreateAndOneList()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor a(ensemble, spec());
        a.acquireNow();
        QVERIFY(a.holds());
        QCOMPARE(a.session.requests(), (std::map<QString, int>{{u"create"_s, 1}, {u"get_children"_s, 1}}));
    }

    void foreignNamesAreNeverWaitedFor()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath + u"/config"_s);
        ensemble.make(lockPath + u"/unlock"_s);
        Actor a(ensemble, spec());
        Actor b(ensemble, spec());
        a.acquireNow();
        QVERIFY(a.holds());
        b.acquireNow();
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
        Actor a(ensemble, spec());
        StepLog log;
        Actor b(ensemble, spec(), locks::RecipeId::Mutex, &log);
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
        Actor a(ensemble, spec());
        StepLog log;
        Actor b(ensemble, spec(), locks::RecipeId::Mutex, &log);
        acquireInTurn({&a, &b});
        a.releaseNow();
        b.releaseNow();
        QCOMPARE(log.steps,
                 (std::vector{Step::Enqueue, Step::List, Step::Watch, Step::Wait, Step::List, Step::Release}));
        QCOMPARE(log.own, b.granted->value().node);
    }
};

} // namespace lockscope::tst_queuemutex

LOCKSCOPE_TEST(lockscope::tst_queuemutex::TestQueueMutex)
#include "tst_queuemutex.moc"
