// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_everyrecipe {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;
using locks::Mode;
using locks::RecipeId;

namespace {

/// Those whose holders keep no watch; several locks, and what the others promise, are in tests of their own.
const QList singlePathRecipes{RecipeId::Ephemeral, RecipeId::QueueHerd,        RecipeId::Mutex,
                              RecipeId::Reentrant, RecipeId::SemaphoreMutex,   RecipeId::ReadWriteNaive,
                              RecipeId::ReadWrite, RecipeId::ReadWriteCurator, RecipeId::Semaphore,
                              RecipeId::Multi,     RecipeId::ProcessLock};

const QStringList operations{u"create"_s, u"get_children"_s, u"exists"_s, u"get"_s, u"delete"_s};

void eachRecipe(const std::function<void(const char *, RecipeId, Dialect)> &row)
{
    for (const RecipeId recipe : singlePathRecipes) {
        for (const Dialect dialect : locks::recipeInfo(recipe).dialects) {
            const QString name = locks::recipeName(recipe) + u", "_s + locks::dialectName(dialect);
            row(qPrintable(name), recipe, dialect);
        }
    }
}

/// Refuses at one of the gates, counted from 1, and lets pass all others.
class Refusing final : public recipes::StepObserver
{
public:
    explicit Refusing(int at)
        : m_at(at)
    {
    }
    bool hasRefused() const { return m_passed >= m_at; }
    Reply<Done> reached(recipes::Step, const QString &) override
    {
        return ++m_passed == m_at ? Result<Done>(failure(ErrorCode::Cancelled)) : Result<Done>(Done());
    }
    void enqueued(const QString &) override { }

private:
    int m_at;
    int m_passed = 0;
};

/// As many holders as the lock allows, and one contender more.
class Crowd
{
public:
    Crowd(RecipeId recipe, Dialect dialect)
        : extra(ensemble, specOf(recipe, dialect), recipe)
    {
        for (int i = 0; i < specOf(recipe, dialect).leases; ++i)
            holders.push_back(std::make_unique<Actor>(ensemble, specOf(recipe, dialect), recipe));
    }

    bool takeAll()
    {
        bool all = true;
        for (const auto &holder : holders) {
            holder->acquire();
            ensemble.run();
            all = all && holder->holds();
        }
        return all;
    }

    void releaseAll()
    {
        for (const auto &holder : holders) {
            if (holder->holds())
                holder->release();
        }
        ensemble.run();
    }

    /// Nobody has a node or a watch any more.
    bool nothingIsLeft() const { return ensemble.ephemerals().isEmpty() && ensemble.watchCount() == 0; }

    fake::FakeEnsemble ensemble;
    std::vector<std::unique_ptr<Actor>> holders;
    Actor extra;
};

} // namespace

class TestEveryRecipe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLockIsTakenWaitedForAndHandedOver_data() { columns(); }
    void theLockIsTakenWaitedForAndHandedOver()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        Crowd crowd(recipe, dialect);
        QVERIFY(crowd.takeAll());
        QCOMPARE(crowd.holders[0]->recipe->entries(), 1);
        crowd.extra.acquire();
        crowd.ensemble.run();
        QVERIFY(crowd.extra.waits());
        QCOMPARE(crowd.extra.recipe->entries(), 0);
        crowd.holders[0]->release();
        crowd.ensemble.run();
        QVERIFY(crowd.holders[0]->released->has_value());
        QVERIFY(crowd.extra.holds());
        QCOMPARE(crowd.extra.granted->value().token, crowd.ensemble.stat(crowd.extra.node())->czxid);
        crowd.extra.release();
        crowd.releaseAll();
        QVERIFY(crowd.nothingIsLeft());
    }

    void aFairLockServesInTheOrderOfArrival_data() { columns(); }
    void aFairLockServesInTheOrderOfArrival()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        if (!locks::recipeInfo(recipe).guarantees.fair)
            return;
        Crowd crowd(recipe, dialect);
        QVERIFY(crowd.takeAll());
        QList<int> served;
        std::vector<std::unique_ptr<Actor>> queue;
        for (int i = 0; i < 4; ++i) {
            queue.push_back(std::make_unique<Actor>(crowd.ensemble, specOf(recipe, dialect), recipe));
            queue.back()->onGranted = [&served, i] { served.append(i); };
            queue.back()->acquire();
            crowd.ensemble.run();
        }
        crowd.holders[0]->release();
        crowd.ensemble.run();
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(served.size(), i + 1);
            queue[static_cast<size_t>(i)]->release();
            crowd.ensemble.run();
        }
        QCOMPARE(served, (QList{0, 1, 2, 3}));
    }

    void aHeldLockKnowsWhetherItIsStillHeld_data() { columns(); }
    void aHeldLockKnowsWhetherItIsStillHeld()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, specOf(recipe, dialect), recipe);
        std::optional<bool> held;
        askWhetherHeld(a.recipe.get(), &held);
        QCOMPARE(held, false);
        a.acquire();
        ensemble.run();
        askWhetherHeld(a.recipe.get(), &held);
        ensemble.run();
        QCOMPARE(held, true);
        ensemble.erase(a.node());
        askWhetherHeld(a.recipe.get(), &held);
        ensemble.run();
        QCOMPARE(held, false);
        a.release();
        ensemble.run();
        QCOMPARE(a.released->error().code, ErrorCode::NotHeld);
        QCOMPARE(a.recipe->entries(), 0);
    }

    void aSecondAcquireIsRefusedOrCounted_data() { columns(); }
    void aSecondAcquireIsRefusedOrCounted()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, specOf(recipe, dialect), recipe);
        a.acquire();
        ensemble.run();
        const auto before = a.session.requests();
        a.acquire();
        QVERIFY(a.granted);
        QCOMPARE(a.session.requests(), before);
        const bool counted = locks::recipeInfo(recipe).guarantees.reentrant;
        QCOMPARE(a.granted->has_value(), counted);
        if (!counted)
            QCOMPARE(a.granted->error().code, ErrorCode::InvalidInput);
        QCOMPARE(a.recipe->entries(), counted ? 2 : 1);
        for (int i = a.recipe->entries(); i > 0; --i) {
            QVERIFY(!ensemble.ephemerals().isEmpty());
            a.release();
            ensemble.run();
            QVERIFY(a.released->has_value());
        }
        QVERIFY(ensemble.ephemerals().isEmpty());
        a.release();
        QCOMPARE(a.released->error().code, ErrorCode::NotHeld);
    }

    void aStopAtAnyMomentLeavesNoNodeAndNoWatch_data() { columnsWithLoss(); }
    void aStopAtAnyMomentLeavesNoNodeAndNoWatch()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        QFETCH(QString, lost);
        for (int stopAfter = 0;; ++stopAfter) {
            Crowd crowd(recipe, dialect);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            if (!lost.isEmpty())
                b.session.lose(Loss::Reply, lost);
            b.acquire();
            bool more = true;
            for (int i = 0; i < stopAfter && more; ++i)
                more = crowd.ensemble.step();
            b.giveUp();
            crowd.ensemble.run();
            QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
            QCOMPARE(b.recipe->entries(), 0);
            QCOMPARE(crowd.ensemble.ephemerals(&b.session), QStringList());
            QCOMPARE(crowd.ensemble.watchCount(), 0);
            crowd.releaseAll();
            QVERIFY(crowd.nothingIsLeft());
            if (!more)
                break;
        }
    }

    void aStopWhileTheLockIsHandedOverEndsWithItOrWithout_data() { columns(); }
    void aStopWhileTheLockIsHandedOverEndsWithItOrWithout()
    {
        // Told to stop at each moment between the release by another and its own grant.
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        for (int stopAfter = 0;; ++stopAfter) {
            Crowd crowd(recipe, dialect);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            b.acquire();
            crowd.ensemble.run();
            crowd.holders[0]->release();
            bool more = true;
            for (int i = 0; i < stopAfter && more && b.busy; ++i)
                more = crowd.ensemble.step();
            if (b.holds())
                break;
            b.giveUp();
            crowd.ensemble.run();
            QVERIFY(more);
            QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
            crowd.releaseAll();
            QVERIFY(crowd.nothingIsLeft());
            b.acquire();
            crowd.ensemble.run();
            QVERIFY(b.holds());
        }
    }

    void aLossAtAnyMomentIsSurvived_data() { columns(); }
    void aLossAtAnyMomentIsSurvived()
    {
        // Whatever was under way when the connection broke: afterwards the waiter waits, is served, and leaves nothing.
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        for (int breakAfter = 0;; ++breakAfter) {
            Crowd crowd(recipe, dialect);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            b.acquire();
            bool more = true;
            for (int i = 0; i < breakAfter && more; ++i)
                more = crowd.ensemble.step();
            b.session.disconnect();
            crowd.ensemble.run();
            b.session.reconnect();
            crowd.ensemble.run();
            QVERIFY(b.waits());
            QVERIFY(crowd.ensemble.watchCount() <= 1);
            crowd.holders[0]->release();
            crowd.ensemble.run();
            QVERIFY(b.holds());
            b.release();
            crowd.releaseAll();
            QVERIFY(crowd.nothingIsLeft());
            if (!more)
                break;
        }
    }

    void eachLostReplyOrRequestIsMadeUpFor_data() { columns(); }
    void eachLostReplyOrRequestIsMadeUpFor()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        for (const Loss loss : {Loss::Reply, Loss::Request}) {
            for (const QString &operation : operations) {
                for (int nth = 1; nth <= 4; ++nth) {
                    fake::FakeEnsemble ensemble;
                    Actor a(ensemble, specOf(recipe, dialect), recipe);
                    a.session.lose(loss, operation, nth);
                    a.acquire();
                    ensemble.run();
                    QVERIFY2(a.holds(), qPrintable(operation));
                    QCOMPARE(ensemble.ephemerals(), QStringList{a.node()});
                    a.release();
                    ensemble.run();
                    QVERIFY(a.released->has_value());
                    QVERIFY(ensemble.ephemerals().isEmpty());
                    QCOMPARE(ensemble.watchCount(), 0);
                }
            }
        }
    }

    void expiryAtAnyMomentIsSaidAtOnce_data() { columns(); }
    void expiryAtAnyMomentIsSaidAtOnce()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        for (int expireAfter = 0;; ++expireAfter) {
            Crowd crowd(recipe, dialect);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            b.acquire();
            bool more = true;
            for (int i = 0; i < expireAfter && more; ++i)
                more = crowd.ensemble.step();
            b.session.expire();
            crowd.ensemble.run();
            QCOMPARE(b.acquireError(), ErrorCode::SessionExpired);
            QCOMPARE(crowd.ensemble.watchCount(), 0);
            for (const auto &holder : crowd.holders)
                QVERIFY(holder->holds());
            if (!more)
                break;
        }
    }

    void anExpiredHoldersSuccessorIsServed_data() { columns(); }
    void anExpiredHoldersSuccessorIsServed()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        Crowd crowd(recipe, dialect);
        QVERIFY(crowd.takeAll());
        crowd.extra.acquire();
        crowd.ensemble.run();
        crowd.holders[0]->session.expire();
        crowd.ensemble.run();
        QVERIFY(crowd.extra.holds());
        crowd.holders[0]->acquire(); // it may not know yet: the answer is not "it holds"
        crowd.ensemble.run();
        QCOMPARE(crowd.holders[0]->acquireError(), ErrorCode::SessionExpired);
    }

    void refusedRequestsLeaveNothingBehind_data() { columns(); }
    void refusedRequestsLeaveNothingBehind()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        for (const QString &operation : {u"create"_s, u"get_children"_s, u"exists"_s, u"get"_s}) {
            Crowd crowd(recipe, dialect);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            b.session.refuse(operation, ErrorCode::NoAuth);
            b.acquire();
            crowd.ensemble.run();
            if (!b.busy) {
                QCOMPARE(b.acquireError(), ErrorCode::NoAuth);
                QCOMPARE(crowd.ensemble.ephemerals(&b.session), QStringList());
                QCOMPARE(crowd.ensemble.watchCount(), 0);
            } else {
                QVERIFY(b.session.requests(operation) == 0);
            }
        }
    }

    void aRefusalAtAnyGateLeavesNothingBehind_data() { columns(); }
    void aRefusalAtAnyGateLeavesNothingBehind()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Dialect, dialect);
        for (int gate = 1;; ++gate) {
            Crowd crowd(recipe, dialect);
            Refusing observer(gate);
            Actor b(crowd.ensemble, specOf(recipe, dialect), recipe, &observer);
            QVERIFY(crowd.takeAll());
            b.acquire();
            crowd.ensemble.run();
            crowd.releaseAll();
            QVERIFY(!b.busy);
            if (b.holds()) { // all gates passed, or refused where something is taken away: that is done regardless
                b.release();
                crowd.ensemble.run();
                QVERIFY(b.released->has_value());
            } else {
                QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
            }
            QVERIFY(crowd.nothingIsLeft());
            QCOMPARE(b.recipe->entries(), 0);
            if (!observer.hasRefused())
                break;
        }
    }

private:
    void columns()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<Dialect>("dialect");
        eachRecipe(
            [](const char *name, RecipeId recipe, Dialect dialect) { QTest::newRow(name) << recipe << dialect; });
    }

    void columnsWithLoss()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<Dialect>("dialect");
        QTest::addColumn<QString>("lost");
        eachRecipe([](const char *name, RecipeId recipe, Dialect dialect) {
            for (const QString &lost : QStringList{u""_s} + operations)
                QTest::addRow("%s, lost %s", name, qPrintable(lost)) << recipe << dialect << lost;
        });
    }

    static Task<> askWhetherHeld(recipes::Recipe *recipe, std::optional<bool> *held)
    {
        held->reset();
        const auto answer = co_await recipe->isStillHeld();
        if (answer)
            *held = *answer;
    }
};

} // namespace lockscope::tst_everyrecipe

LOCKSCOPE_TEST(lockscope::tst_everyrecipe::TestEveryRecipe)
#include "tst_everyrecipe.moc"
