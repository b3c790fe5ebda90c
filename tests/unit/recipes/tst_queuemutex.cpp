// SPDX-License-Identifier: Apache-2.0
#include "core/base/path.h"
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
        if (refuseAt == step)
            return Result<Done>(failure(ErrorCode::Cancelled));
        return Result<Done>(Done());
    }
    void enqueued(const QString &node) override { own = node; }

    std::vector<Step> steps;
    std::optional<Step> refuseAt;
    QString own;
};

} // namespace

class TestQueueMutex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstHoldsAndTheOthersWaitInTurn()
    {
        fake::FakeEnsemble ensemble;
        std::vector<std::unique_ptr<Actor>> actors;
        for (int i = 0; i < 5; ++i) {
            actors.push_back(std::make_unique<Actor>(ensemble, spec()));
            actors.back()->acquire();
            ensemble.run();
        }
        for (int holder = 0; holder < 5; ++holder) {
            for (int i = holder; i < 5; ++i)
                QCOMPARE(actors[static_cast<size_t>(i)]->holds(), i == holder);
            actors[static_cast<size_t>(holder)]->release();
            ensemble.run();
            QVERIFY(actors[static_cast<size_t>(holder)]->released->has_value());
        }
        QVERIFY(ensemble.children(lockPath).isEmpty());
        QCOMPARE(ensemble.watchCount(), 0);
    }

    void eachWaiterWatchesExactlyTheNodeBeforeIt()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec()), c(ensemble, spec());
        for (Actor *actor : {&a, &b, &c}) {
            actor->acquire();
            ensemble.run();
        }
        QCOMPARE(ensemble.watchCount(), 2);
        QCOMPARE(ensemble.watchCount(b.session), 1);
        QCOMPARE(ensemble.watchCount(c.session), 1);
        QVERIFY(ensemble.watchedPaths().contains(a.node()));
    }

    void aReleaseWakesOneAndCostsTwoRequests()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec()), c(ensemble, spec());
        for (Actor *actor : {&a, &b, &c}) {
            actor->acquire();
            ensemble.run();
        }
        const auto requestsOfC = c.session.requests();
        const int listsOfB = b.session.requests(u"get_children"_s);
        a.release();
        ensemble.run();
        QVERIFY(b.holds());
        QCOMPARE(b.session.requests(u"get_children"_s), listsOfB + 1);
        QCOMPARE(c.session.requests(), requestsOfC);
    }

    void theTokenIsTheNodesCzxid()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.acquire();
        ensemble.run();
        QVERIFY(a.holds());
        QCOMPARE(a.granted->value().token, ensemble.stat(a.node())->czxid);
        QCOMPARE(ensemble.data(a.node()), QByteArray("who"));
        QCOMPARE(ensemble.stat(a.node())->ephemeralOwner, a.session.session());
    }

    void eachDialectsNamesAreItsOwn_data()
    {
        QTest::addColumn<Dialect>("dialect");
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<bool>("container");
        QTest::newRow("docs") << Dialect::Docs << u"^[0-9a-f-]{36}-lock-0000000000$"_s << false;
        QTest::newRow("curator") << Dialect::Curator << u"^_c_[0-9a-f-]{36}-lock-0000000000$"_s << true;
        QTest::newRow("kazoo") << Dialect::Kazoo << u"^[0-9a-f]{32}__lock__0000000000$"_s << false;
        QTest::newRow("plain") << Dialect::Plain << u"^lock-0000000000$"_s << false;
    }

    void eachDialectsNamesAreItsOwn()
    {
        QFETCH(Dialect, dialect);
        QFETCH(QString, pattern);
        QFETCH(bool, container);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(dialect));
        a.acquire();
        ensemble.run();
        QVERIFY(a.holds());
        const QString name = baseName(a.node());
        QVERIFY2(QRegularExpression(pattern).match(name).hasMatch(), qPrintable(name));
        QCOMPARE(ensemble.isContainer(lockPath), container);
        QCOMPARE(ensemble.isContainer(u"/locks"_s), container);
    }

    void aServerWithoutContainersGetsPersistentDirectories()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(Dialect::Curator));
        a.session.refuseKind(NodeKind::Container, ErrorCode::Unimplemented);
        a.acquire();
        ensemble.run();
        QVERIFY(a.holds());
        QVERIFY(!ensemble.isContainer(lockPath));
    }

    void aFreeLockCostsOneCreateAndOneList()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor a(ensemble, spec());
        a.acquire();
        ensemble.run();
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
        a.acquire();
        ensemble.run();
        QVERIFY(a.holds());
        b.acquire();
        ensemble.run();
        QCOMPARE(ensemble.watchedPaths(), QStringList{a.node()});
    }

    void anotherClientOfTheSameFamilyIsRespected()
    {
        fake::FakeEnsemble ensemble;
        const QString foreign = lockPath + u"/0123456789abcdef0123456789abcdef__rlock__0000000000"_s;
        ensemble.make(foreign);
        Actor a(ensemble, spec(Dialect::Kazoo));
        a.acquire();
        ensemble.run();
        QVERIFY(a.waits());
        QCOMPARE(ensemble.watchedPaths(), QStringList{foreign});
        ensemble.erase(foreign);
        ensemble.run();
        QVERIFY(a.holds());
    }

    void theWaiterInTheMiddleLeavesAndTheOneBehindMovesUp()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec()), c(ensemble, spec());
        for (Actor *actor : {&a, &b, &c}) {
            actor->acquire();
            ensemble.run();
        }
        b.giveUp();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(b.nodesIn(lockPath), 0);
        QVERIFY(c.waits());
        QCOMPARE(ensemble.watchedPaths(), QStringList{a.node()});
        a.release();
        ensemble.run();
        QVERIFY(c.holds());
    }

    void aPlaceDeletedBySomebodyElseIsSaidWhenItsTurnWouldCome()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        StepLog log;
        Actor b(ensemble, spec(), locks::RecipeId::Mutex, &log);
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        ensemble.erase(log.own);
        a.release();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::NoNode);
        QCOMPARE(b.granted->error().path, log.own);
        QCOMPARE(ensemble.watchCount(), 0);
    }

    void aForcedReleaseIsNoticedByTheHolder()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.acquire();
        ensemble.run();
        bool held = false;
        const auto ask = [&] {
            askWhetherHeld(a.recipe.get(), &held);
            ensemble.run();
        };
        ask();
        QVERIFY(held);
        ensemble.erase(a.node());
        ask();
        QVERIFY(!held);
        a.release();
        ensemble.run();
        QCOMPARE(a.released->error().code, ErrorCode::NotHeld);
    }

    void aReleaseOfWhatIsNotHeldIsRefusedWithoutARequest()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.release();
        QCOMPARE(a.released->error().code, ErrorCode::NotHeld);
        QVERIFY(a.session.requests().empty());
    }

    void itCanBeAcquiredAgainAfterTheRelease()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(Dialect::Plain));
        for (int round = 0; round < 3; ++round) {
            a.acquire();
            ensemble.run();
            QVERIFY(a.holds());
            QCOMPARE(baseName(a.node()), u"lock-000000000%1"_s.arg(round));
            a.release();
            ensemble.run();
        }
    }

    void aSecondAcquireWhileItIsHeldIsRefusedWithoutARequest()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.acquire();
        ensemble.run();
        const auto before = a.session.requests();
        a.acquire();
        QCOMPARE(a.acquireError(), ErrorCode::InvalidInput);
        QCOMPARE(a.session.requests(), before);
        QCOMPARE(a.recipe->entries(), 1);
        a.release();
        ensemble.run();
        QVERIFY(a.released->has_value());
        QCOMPARE(a.recipe->entries(), 0);
    }

    void expiryEndsEveryWaitWithThatError()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        Actor b(ensemble, spec());
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        b.session.expire();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::SessionExpired);
        QVERIFY(a.holds());
        a.session.expire();
        ensemble.run();
        a.release();
        QCOMPARE(a.released->error().code, ErrorCode::SessionExpired);
    }

    void anExpiredHoldersSuccessorIsServed()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        Actor b(ensemble, spec());
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        a.session.expire();
        ensemble.run();
        QVERIFY(b.holds());
    }

    void noPermissionToCreateIsReported()
    {
        fake::FakeEnsemble ensemble;
        ensemble.make(lockPath);
        Actor a(ensemble, spec());
        a.session.refuse(u"create"_s, ErrorCode::NoAuth);
        a.acquire();
        ensemble.run();
        QCOMPARE(a.acquireError(), ErrorCode::NoAuth);
    }

    void noPermissionToListTakesTheNodeAwayAgain()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.session.refuse(u"get_children"_s, ErrorCode::NoAuth);
        a.acquire();
        ensemble.run();
        QCOMPARE(a.acquireError(), ErrorCode::NoAuth);
        QCOMPARE(a.nodesIn(lockPath), 0);
    }

    void aLockBelowAnEphemeralNodeIsRefused()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        a.acquire();
        ensemble.run();
        RecipeSpec below = spec();
        below.lock = a.node();
        Actor b(ensemble, below);
        b.acquire();
        ensemble.run();
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
        a.acquire();
        ensemble.run();
        b.acquire();
        ensemble.run();
        a.release();
        ensemble.run();
        b.release();
        ensemble.run();
        QCOMPARE(log.steps,
                 (std::vector{Step::Enqueue, Step::List, Step::Watch, Step::Wait, Step::List, Step::Release}));
        QCOMPARE(log.own, b.granted->value().node);
    }

    void aRefusalAtAnyGateLeavesNothingBehind_data()
    {
        QTest::addColumn<int>("step");
        for (const Step step : {Step::Enqueue, Step::List, Step::Watch, Step::Wait})
            QTest::addRow("step %d", static_cast<int>(step)) << static_cast<int>(step);
    }

    void aRefusalAtAnyGateLeavesNothingBehind()
    {
        QFETCH(int, step);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec());
        StepLog log;
        Actor b(ensemble, spec(), locks::RecipeId::Mutex, &log);
        a.acquire();
        ensemble.run();
        log.refuseAt = static_cast<Step>(step);
        b.acquire();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(b.nodesIn(lockPath), 0);
        QCOMPARE(ensemble.watchCount(), 0);
    }

private:
    static Task<> askWhetherHeld(Recipe *recipe, bool *held)
    {
        const auto answer = co_await recipe->isStillHeld();
        *held = answer && *answer;
    }
};

} // namespace lockscope::tst_queuemutex

LOCKSCOPE_TEST(lockscope::tst_queuemutex::TestQueueMutex)
#include "tst_queuemutex.moc"
