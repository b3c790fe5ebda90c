// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_revocable {

using namespace Qt::StringLiterals;
using fake::Loss;
using locks::Dialect;
using locks::RecipeId;

namespace {

/// A holder that is told, and may do something about it.
class RevocationObserver final : public recipes::StepObserver
{
public:
    Reply<Done> reached(recipes::Step, const QString &) override { return Result<Done>(Done()); }
    void enqueued(const QString &) override { }
    void revocationRequested(const QString &node) override
    {
        nodes.append(node);
        if (then)
            then();
    }

    QStringList nodes;
    std::function<void()> then;
};

/// One holds, and another may ask for it.
struct Held
{
    explicit Held(Dialect dialect = Dialect::Docs)
        : holder(ensemble, spec(dialect), RecipeId::Revocable, &observer)
        , other(ensemble, spec(dialect), RecipeId::Revocable)
    {
        holder.acquireNow();
    }
    bool nothingIsLeft() const { return ensemble.children(lockPath).isEmpty() && ensemble.watchCount() == 0; }

    fake::FakeEnsemble ensemble;
    RevocationObserver observer;
    Actor holder;
    Actor other;
};

std::shared_ptr<std::optional<Result<Done>>> ask(Actor &actor)
{
    auto into = std::make_shared<std::optional<Result<Done>>>();
    auto asking = actor.recipe->requestRevocation({});
    asking.then([into](const Result<Done> &outcome) { *into = outcome; });
    return into;
}

} // namespace

class TestRevocable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theHolderIsToldOnceAndGivesItBack_data()
    {
        QTest::addColumn<Dialect>("dialect");
        QTest::addColumn<QByteArray>("word");
        QTest::newRow("docs") << Dialect::Docs << "unlock"_ba;
        QTest::newRow("curator") << Dialect::Curator << "__REVOKE__"_ba;
    }

    void theHolderIsToldOnceAndGivesItBack()
    {
        QFETCH(Dialect, dialect);
        QFETCH(QByteArray, word);
        Held lock(dialect);
        QVERIFY(lock.holder.holds());
        lock.other.acquire();
        const auto asked = ask(lock.other);
        lock.ensemble.run();
        QVERIFY((*asked)->has_value());
        QCOMPARE(lock.ensemble.data(lock.holder.node()), word);
        QCOMPARE(lock.observer.nodes, QStringList{lock.holder.node()});
        QVERIFY(lock.holder.holds() && lock.other.waits()); // it is asked, not robbed
        ask(lock.other);
        lock.ensemble.run();
        QCOMPARE(lock.observer.nodes.size(), 1);
        lock.holder.releaseNow();
        QVERIFY(lock.other.holds());
        lock.other.releaseNow();
        QVERIFY(lock.nothingIsLeft());
    }

    void aHolderMayReleaseInsideTheCall()
    {
        Held lock;
        lock.observer.then = [&] { lock.holder.release(); };
        ask(lock.other);
        lock.ensemble.run();
        QVERIFY(lock.holder.released->has_value());
        QVERIFY(lock.nothingIsLeft());
    }

    void otherDataAreNoRequest()
    {
        Held lock;
        lock.ensemble.setData(lock.holder.node(), "somebody's note"_ba);
        lock.ensemble.run();
        QVERIFY(lock.observer.nodes.isEmpty());
        QCOMPARE(lock.ensemble.watchCount(), 1); // it goes on listening
        lock.ensemble.setData(lock.holder.node(), "unlock"_ba);
        lock.ensemble.run();
        QCOMPARE(lock.observer.nodes.size(), 1);
    }

    void whoIsAskedBeforeItHoldsIsToldAfterTheGrant()
    {
        fake::FakeEnsemble ensemble;
        RevocationObserver observer;
        Actor holder(ensemble, spec(), RecipeId::Revocable, &observer);
        bool heldThen = false;
        observer.then = [&] { heldThen = holder.holds(); };
        holder.acquire();
        while (ensemble.children(lockPath).isEmpty())
            QVERIFY(ensemble.step());
        ensemble.setData(lockPath + u'/' + ensemble.children(lockPath).constFirst(), "unlock"_ba);
        ensemble.run();
        QVERIFY(heldThen);
        QCOMPARE(observer.nodes.size(), 1);
    }

    void nobodyThereIsNotHeld()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), RecipeId::Revocable);
        auto asked = ask(a);
        ensemble.run();
        QCOMPARE((*asked)->error().code, ErrorCode::NotHeld);
        ensemble.make(lockPath);
        asked = ask(a);
        ensemble.run();
        QCOMPARE((*asked)->error().code, ErrorCode::NotHeld);
    }

    void aHolderThatGoesMeanwhileIsNotTheOneAsked()
    {
        // Between the list and the write the holder leaves and the next one enters: that one is asked.
        fake::FakeEnsemble ensemble;
        RevocationObserver first, second;
        Actor a(ensemble, spec(), RecipeId::Revocable, &first), b(ensemble, spec(), RecipeId::Revocable, &second);
        Actor c(ensemble, spec(), RecipeId::Revocable);
        acquireInTurn({&a, &b});
        const auto asked = ask(c);
        const QString node = a.node();
        while (c.session.requests(u"set"_s) == 0)
            QVERIFY(ensemble.step());
        ensemble.erase(node);
        ensemble.run();
        QVERIFY((*asked)->has_value());
        QVERIFY(first.nodes.isEmpty());
        QCOMPARE(second.nodes, QStringList{b.node()});
    }

    void aLostRequestIsAskedAgain_data()
    {
        QTest::addColumn<Loss>("loss");
        QTest::newRow("reply") << Loss::Reply;
        QTest::newRow("request") << Loss::Request;
    }

    void aLostRequestIsAskedAgain()
    {
        QFETCH(Loss, loss);
        Held lock;
        lock.other.session.lose(loss, u"set"_s);
        const auto asked = ask(lock.other);
        lock.ensemble.run();
        QVERIFY((*asked)->has_value());
        QCOMPARE(lock.observer.nodes.size(), 1);
    }

    void aRequestWhileTheHolderIsAwayIsSeenAfterwards()
    {
        Held lock;
        lock.holder.session.disconnect();
        lock.ensemble.setData(lock.holder.node(), "unlock"_ba);
        lock.ensemble.run();
        QVERIFY(lock.observer.nodes.isEmpty());
        lock.holder.session.reconnect();
        lock.ensemble.run();
        QCOMPARE(lock.observer.nodes.size(), 1);
    }

    void aReleaseAtAnyMomentOfARequestLeavesNothing()
    {
        for (int releaseAfter = 0;; ++releaseAfter) {
            Held lock;
            ask(lock.other);
            const bool more = lock.ensemble.steps(releaseAfter);
            QVERIFY(lock.holder.releaseNow());
            QVERIFY(lock.observer.nodes.size() <= 1);
            QVERIFY(lock.nothingIsLeft());
            if (!more) {
                QCOMPARE(lock.observer.nodes.size(), 1);
                break;
            }
        }
    }

    void aReleaseThatIsRefusedStillStopsListening()
    {
        Held lock;
        lock.holder.session.refuse(u"delete"_s, ErrorCode::NoAuth);
        lock.holder.releaseNow();
        QCOMPARE(lock.holder.releaseError(), ErrorCode::NoAuth);
        QCOMPARE(lock.ensemble.watchCount(), 0);
    }

    void aSessionThatExpiresAtAnyMomentEndsIt()
    {
        for (int expireAfter = 0;; ++expireAfter) {
            fake::FakeEnsemble ensemble;
            RevocationObserver observer;
            Actor a(ensemble, spec(), RecipeId::Revocable, &observer);
            a.acquire();
            const bool more = ensemble.steps(expireAfter);
            a.session.expire();
            ensemble.run();
            QVERIFY(a.granted);
            QVERIFY(a.holds() || a.acquireError() == ErrorCode::SessionExpired);
            QCOMPARE(ensemble.watchCount(), 0);
            if (a.holds()) {
                a.releaseNow();
                QCOMPARE(a.releaseError(), ErrorCode::SessionExpired);
            }
            if (!more)
                break;
        }
    }

    void aHolderThatMayNotReadItsNodeHoldsAllTheSame()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), RecipeId::Revocable);
        a.session.refuse(u"get"_s, ErrorCode::NoAuth);
        QVERIFY(a.acquireNow());
        QVERIFY(a.releaseNow());
        QVERIFY(ensemble.children(lockPath).isEmpty());
    }

    void aReleaseAtOnceLeavesNothing()
    {
        // The holder leaves inside the grant, its first look at its own data still under way.
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), RecipeId::Revocable);
        a.onGranted = [&] { a.release(); };
        a.acquireNow();
        QVERIFY(a.released->has_value());
        QVERIFY(ensemble.children(lockPath).isEmpty());
        QCOMPARE(ensemble.watchCount(), 0);
    }

    void othersDoNotOfferIt()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec(), RecipeId::Mutex);
        const auto asked = ask(a);
        QCOMPARE((*asked)->error().code, ErrorCode::Unsupported);
    }
};

} // namespace lockscope::tst_revocable

LOCKSCOPE_TEST(lockscope::tst_revocable::TestRevocable)
#include "tst_revocable.moc"
