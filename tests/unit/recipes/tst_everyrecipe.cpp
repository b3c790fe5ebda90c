// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_everyrecipe {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;
using locks::RecipeId;

namespace {

const QStringList operations{u"create"_s, u"get_children"_s, u"exists"_s, u"get"_s, u"delete"_s};

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

struct Variant
{
    RecipeId recipe = RecipeId::Mutex;
    Dialect dialect = Dialect::Docs;

    /// A semaphore has two leases, and who takes several locks three.
    recipes::RecipeSpec spec() const
    {
        auto made = lockscope::spec(dialect);
        made.leases = recipe == RecipeId::Semaphore ? 2 : 1;
        if (recipe == RecipeId::Multi)
            made.paths = threeLocks;
        return made;
    }
};

/// As many holders as the lock allows, and one contender more. Of several locks the last one is held.
class Crowd
{
public:
    explicit Crowd(const Variant &variant)
        : holders(comers(ensemble, variant))
        , extra(ensemble, variant.spec(), variant.recipe)
    {
    }

    bool takeAll()
    {
        bool all = true;
        for (const auto &holder : holders)
            all = holder->acquireNow() && all;
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
    Actor extra; ///< the youngest session

private:
    static std::vector<std::unique_ptr<Actor>> comers(fake::FakeEnsemble &fake, const Variant &variant)
    {
        auto made = variant.spec();
        if (!made.paths.isEmpty())
            made.paths = {*std::ranges::max_element(made.paths)};
        std::vector<std::unique_ptr<Actor>> all;
        for (int i = 0; i < made.leases; ++i)
            all.push_back(std::make_unique<Actor>(fake, made, variant.recipe));
        return all;
    }
};

} // namespace

class TestEveryRecipe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theLockIsTakenWaitedForAndHandedOver_data() { columns(isAny); }
    void theLockIsTakenWaitedForAndHandedOver()
    {
        QFETCH(Variant, variant);
        Crowd crowd(variant);
        QVERIFY(crowd.takeAll());
        QCOMPARE(crowd.holders[0]->recipe->entries(), 1);
        crowd.extra.acquireNow();
        QVERIFY(crowd.extra.waits());
        QCOMPARE(crowd.extra.recipe->entries(), 0);
        QVERIFY(crowd.holders[0]->releaseNow());
        QVERIFY(crowd.extra.holds());
        QCOMPARE(crowd.extra.granted->value().token, crowd.ensemble.stat(crowd.extra.node())->czxid);
        crowd.extra.release();
        crowd.releaseAll();
        QVERIFY(crowd.nothingIsLeft());
    }

    void aFairLockServesInTheOrderOfArrival_data() { columns(isFair); }
    void aFairLockServesInTheOrderOfArrival()
    {
        QFETCH(Variant, variant);
        Crowd crowd(variant);
        QVERIFY(crowd.takeAll());
        QList<int> served;
        std::vector<std::unique_ptr<Actor>> queue;
        for (int i = 0; i < 4; ++i) {
            queue.push_back(std::make_unique<Actor>(crowd.ensemble, variant.spec(), variant.recipe));
            queue.back()->onGranted = [&served, i] { served.append(i); };
            queue.back()->acquireNow();
        }
        crowd.holders[0]->releaseNow();
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
        QFETCH(Variant, variant);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, variant.spec(), variant.recipe);
        QCOMPARE(a.stillHeld(), false);
        a.acquireNow();
        QCOMPARE(a.stillHeld(), true);
        ensemble.erase(a.node());
        QCOMPARE(a.stillHeld(), false);
        a.releaseNow();
        QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
        QCOMPARE(a.recipe->entries(), 0);
    }

    void aSecondAcquireIsRefusedOrCounted_data() { columns(); }
    void aSecondAcquireIsRefusedOrCounted()
    {
        QFETCH(Variant, variant);
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, variant.spec(), variant.recipe);
        a.acquireNow();
        const auto before = a.session.requests();
        a.acquire();
        QVERIFY(a.granted);
        QCOMPARE(a.session.requests(), before);
        const bool counted = locks::recipeInfo(variant.recipe).guarantees.reentrant;
        QCOMPARE(a.granted->has_value(), counted);
        if (!counted)
            QCOMPARE(a.acquireError(), ErrorCode::InvalidInput);
        QCOMPARE(a.recipe->entries(), counted ? 2 : 1);
        for (int i = a.recipe->entries(); i > 0; --i) {
            QVERIFY(!ensemble.ephemerals().isEmpty());
            QVERIFY(a.releaseNow());
        }
        QVERIFY(ensemble.ephemerals().isEmpty());
        const auto sent = a.session.requests();
        a.release();
        QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
        QCOMPARE(a.session.requests(), sent);
    }

    void aStopAtAnyMomentLeavesNoNodeAndNoWatch_data() { columns(isSound, QStringList{u""_s} + operations); }
    void aStopAtAnyMomentLeavesNoNodeAndNoWatch()
    {
        QFETCH(Variant, variant);
        QFETCH(QString, lost);
        for (int stopAfter = 0;; ++stopAfter) {
            Crowd crowd(variant);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            if (!lost.isEmpty())
                b.session.lose(Loss::Reply, lost);
            b.acquire();
            const bool more = crowd.ensemble.steps(stopAfter);
            b.giveUpNow();
            QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
            QCOMPARE(b.recipe->entries(), 0);
            QCOMPARE(crowd.ensemble.ephemerals(&b.session), QStringList());
            QCOMPARE(crowd.ensemble.watchCount(b.session), 0);
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
        QFETCH(Variant, variant);
        for (int stopAfter = 0;; ++stopAfter) {
            Crowd crowd(variant);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            b.acquireNow();
            crowd.holders[0]->release();
            bool more = true;
            for (int i = 0; i < stopAfter && more && b.busy; ++i)
                more = crowd.ensemble.step();
            if (b.holds())
                break;
            b.giveUpNow();
            QVERIFY(more);
            QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
            crowd.releaseAll();
            QVERIFY(crowd.nothingIsLeft());
            QVERIFY(b.acquireNow());
        }
    }

    void aLossAtAnyMomentIsSurvived_data() { columns(); }
    void aLossAtAnyMomentIsSurvived()
    {
        // Whatever was under way when the connection broke: afterwards the waiter waits, is served, and leaves nothing.
        QFETCH(Variant, variant);
        Crowd calm(variant);
        calm.takeAll();
        calm.extra.acquireNow();
        for (int breakAfter = 0;; ++breakAfter) {
            Crowd crowd(variant);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            b.acquire();
            const bool more = crowd.ensemble.steps(breakAfter);
            b.session.disconnect();
            crowd.ensemble.run();
            b.session.reconnect();
            crowd.ensemble.run();
            QVERIFY(b.waits());
            QCOMPARE(crowd.ensemble.watchCount(), calm.ensemble.watchCount());
            QCOMPARE(crowd.ensemble.ephemerals().size(), calm.ensemble.ephemerals().size());
            crowd.holders[0]->releaseNow();
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
        QFETCH(Variant, variant);
        for (const Loss loss : {Loss::Reply, Loss::Request}) {
            for (const QString &operation : operations) {
                for (int nth = 1; nth <= 4; ++nth) {
                    fake::FakeEnsemble ensemble;
                    Actor a(ensemble, variant.spec(), variant.recipe);
                    a.session.lose(loss, operation, nth);
                    a.acquireNow();
                    QVERIFY2(a.holds(), qPrintable(operation));
                    QVERIFY(ensemble.ephemerals().contains(a.node()));
                    QCOMPARE(ensemble.ephemerals().size(), std::max(1, int(variant.spec().paths.size())));
                    QVERIFY(a.releaseNow());
                    QVERIFY(ensemble.ephemerals().isEmpty());
                    QCOMPARE(ensemble.watchCount(), 0);
                }
            }
        }
    }

    void expiryAtAnyMomentIsSaidAtOnce_data() { columns(); }
    void expiryAtAnyMomentIsSaidAtOnce()
    {
        QFETCH(Variant, variant);
        for (int expireAfter = 0;; ++expireAfter) {
            Crowd crowd(variant);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            b.acquire();
            const bool more = crowd.ensemble.steps(expireAfter);
            b.session.expire();
            crowd.ensemble.run();
            QCOMPARE(b.acquireError(), ErrorCode::SessionExpired);
            QCOMPARE(b.recipe->entries(), 0);
            QCOMPARE(crowd.ensemble.watchCount(b.session), 0);
            for (const auto &holder : crowd.holders)
                QVERIFY(holder->holds());
            if (!more)
                break;
        }
    }

    void anExpiredHoldersSuccessorIsServed_data() { columns(); }
    void anExpiredHoldersSuccessorIsServed()
    {
        QFETCH(Variant, variant);
        Crowd crowd(variant);
        QVERIFY(crowd.takeAll());
        crowd.extra.acquireNow();
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
        QFETCH(Variant, variant);
        for (const QString &operation : {u"create"_s, u"get_children"_s, u"exists"_s, u"get"_s}) {
            Crowd crowd(variant);
            Actor &b = crowd.extra;
            QVERIFY(crowd.takeAll());
            b.session.refuse(operation, ErrorCode::NoAuth);
            b.acquireNow();
            if (!b.busy) {
                QCOMPARE(b.acquireError(), ErrorCode::NoAuth);
                QCOMPARE(crowd.ensemble.ephemerals(&b.session), QStringList());
                QCOMPARE(crowd.ensemble.watchCount(b.session), 0);
            } else {
                QVERIFY(b.session.requests(operation) == 0);
            }
        }
    }

    void aRefusalAtAnyGateLeavesNothingBehind_data() { columns(); }
    void aRefusalAtAnyGateLeavesNothingBehind()
    {
        QFETCH(Variant, variant);
        for (int gate = 1;; ++gate) {
            Crowd crowd(variant);
            Refusing observer(gate);
            Actor b(crowd.ensemble, variant.spec(), variant.recipe, &observer);
            QVERIFY(crowd.takeAll());
            b.acquireNow();
            crowd.releaseAll();
            QVERIFY(!b.busy);
            if (b.holds()) { // all gates passed, or refused where something is taken away: that is done regardless
                QVERIFY(b.releaseNow());
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
    static bool isSound(const locks::RecipeInfo &info) { return info.isSound(); }
    static bool isFair(const locks::RecipeInfo &info) { return info.guarantees.fair; }
    static bool isAny(const locks::RecipeInfo &) { return true; }

    /// A row for each, for each dialect in which it writes names, and for each operation that is lost once.
    static void columns(bool (*isMeant)(const locks::RecipeInfo &) = isSound, const QStringList &losses = {u""_s})
    {
        QTest::addColumn<Variant>("variant");
        QTest::addColumn<QString>("lost");
        for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
            for (const Dialect dialect : isMeant(info) ? info.dialects : QList<Dialect>()) {
                for (const QString &lost : losses) {
                    QString name = info.name + u", "_s + locks::dialectName(dialect);
                    name += lost.isEmpty() ? lost : u", lost "_s + lost;
                    QTest::newRow(qPrintable(name)) << Variant{info.id, dialect} << lost;
                }
            }
        }
    }
};

} // namespace lockscope::tst_everyrecipe

LOCKSCOPE_TEST(lockscope::tst_everyrecipe::TestEveryRecipe)
#include "tst_everyrecipe.moc"
