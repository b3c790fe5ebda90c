// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/actor.h"

namespace lockscope::tst_cancel {

using namespace Qt::StringLiterals;

class TestCancel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStopBeforeTheBeginningSendsNothing()
    {
        fake::FakeEnsemble ensemble;
        auto &session = ensemble.newSession();
        const auto recipe = recipes::makeRecipe(locks::RecipeId::Mutex, spec(), session);
        std::stop_source stop;
        stop.request_stop();
        std::optional<Result<recipes::Grant>> outcome;
        acquireInto(recipe.get(), stop.get_token(), &outcome);
        QVERIFY(outcome);
        QCOMPARE(outcome->error().code, ErrorCode::Cancelled);
        QVERIFY(session.requests().empty());
    }

    void aStopWhileDisconnectedTakesTheNodeAwayLater()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec());
        acquireInTurn({&a, &b});
        b.session.disconnect();
        b.giveUpNow();
        QVERIFY(b.waits());
        QCOMPARE(b.nodesIn(lockPath), 1);
        b.session.reconnect();
        ensemble.run();
        QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(b.nodesIn(lockPath), 0);
    }

    void aStopWithExpirySaysThatTheSessionIsOver()
    {
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec());
        acquireInTurn({&a, &b});
        b.session.expire();
        b.giveUpNow();
        QCOMPARE(b.acquireError(), ErrorCode::SessionExpired);
    }

    void theStopSourceMayGoInsideItsOwnRequest()
    {
        // The outcome arrives inside request_stop(), when the session is over already, and throws the source away.
        fake::FakeEnsemble ensemble;
        Actor a(ensemble, spec()), b(ensemble, spec());
        acquireInTurn({&a, &b});
        b.session.refuseAtOnce(ErrorCode::Closed);
        auto kept = std::exchange(b.stop, std::stop_source());
        kept.request_stop();
        QVERIFY(!b.busy);
        QCOMPARE(b.acquireError(), ErrorCode::Closed);
    }

private:
    static Task<> acquireInto(recipes::Recipe *recipe, std::stop_token stop,
                              std::optional<Result<recipes::Grant>> *into)
    {
        auto outcome = co_await recipe->acquire(stop);
        *into = std::move(outcome);
    }
};

} // namespace lockscope::tst_cancel

LOCKSCOPE_TEST(lockscope::tst_cancel::TestCancel)
#include "tst_cancel.moc"
