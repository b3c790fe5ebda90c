// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/unit/lab/players.h"

#include <QTest>

namespace lockscope::tst_simclientasks {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using locks::LockState;
using locks::RecipeId;

namespace {

constexpr ClientId one{1};

} // namespace

/// What can be asked of a simulated client beyond acquire and release.
class TestSimClientAsks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aReentrantHolderEntersAgainWithoutARequest()
    {
        Players players;
        Player &a = players.enter(RecipeId::Reentrant);
        const auto requests = a.session.requests();
        a.acquireNow();
        QCOMPARE(a.session.requests(), requests);
        QCOMPARE(players.log.all<journal::ClientLockState>().back()->entries, 2);
        a.releaseNow();
        QCOMPARE(a.client.state(), LockState::Retained);
        QCOMPARE(players.log.all<journal::ClientLockState>().back()->entries, 1);
        QCOMPARE(a.session.requests(), requests);
        a.releaseNow();
        QCOMPARE(a.client.state(), LockState::Released);
        QVERIFY(players.ensemble.children(players.lockPath).isEmpty());
    }

    void nestedEntriesAreTakenInEachRoundAndAllLeft()
    {
        Players players;
        Player &a = players.enter([](SimClientSpec &spec) {
            spec.recipe = RecipeId::Reentrant;
            spec.entries = 3;
        });
        QCOMPARE(players.log.all<journal::ClientLockState>().back()->entries, 3);
        for (int entry = 0; entry < 3; ++entry) {
            QCOMPARE(a.client.state(), LockState::Retained);
            a.releaseNow();
        }
        QCOMPARE(a.client.state(), LockState::Released);
    }

    void whatARecipeRefusesIsSaidAndTheHoldGoesOn()
    {
        Players players;
        Player &a = players.enter(RecipeId::Mutex);
        a.acquireNow();
        a.client.downgrade();
        a.client.upgrade();
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Retained);
        const auto notices = players.log.all<journal::Notice>();
        QCOMPARE(notices.size(), 3u);
        for (const auto *notice : notices)
            QVERIFY2(notice->text.english().startsWith(u"client-1: "_s), qPrintable(notice->text.english()));
        a.releaseNow();
        QCOMPARE(a.client.state(), LockState::Released);
    }

    void aHolderThatIsAskedGivesTheLockBack()
    {
        Players players;
        Player &a = players.enter(RecipeId::Revocable);
        Player &b = players.enter(RecipeId::Revocable);
        QCOMPARE(b.client.state(), LockState::Fetching);
        b.client.askForRevocation();
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Released);
        QCOMPARE(b.client.state(), LockState::Retained);
        QCOMPARE(players.log.all<journal::Notice>().size(), 2u); // one asked, one gives back
    }

    void askingForALockThatCannotBeAskedForIsSaid()
    {
        Players players;
        Player &a = players.add(RecipeId::Mutex);
        a.client.askForRevocation();
        players.ensemble.run();
        QCOMPARE(players.log.all<journal::Notice>().size(), 1u);
        QVERIFY(players.log.all<journal::Notice>().front()->severity == locks::Finding::Severity::Warning);
    }

    void aPausedClientGoesNoStepFurther()
    {
        Players players;
        Player &a = players.add(RecipeId::Mutex);
        a.client.acquire();
        a.client.pause();
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Fetching);
        a.client.resume();
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Retained);
    }

    void afterItsSessionAClientGoesOnWithItsRounds()
    {
        Players players;
        Player &a = players.enter(RecipeId::Mutex, 3);
        a.session.expire();
        players.ensemble.run();
        a.client.sessionLost({ErrorCode::SessionExpired, {}, {}, {}});
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Released);
        a.client.restart(players.ensemble.newSession(), true);
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Retained);
        a.releaseNow();
        QCOMPARE(a.client.state(), LockState::Retained); // the third round
        a.releaseNow();
        QCOMPARE(a.client.round(), 3);
        QCOMPARE(a.client.state(), LockState::Released);
    }

    void everyStepIsInTheJournalBeforeItIsTaken()
    {
        Players players;
        players.ensemble.make(players.lockPath);
        Player &a = players.enter(RecipeId::Mutex);
        a.releaseNow();
        QStringList steps;
        for (const auto *step : players.log.all<journal::ClientStep>())
            steps += locks::stepName(step->step);
        QCOMPARE(steps, (QStringList{u"enqueue"_s, u"list"_s, u"release"_s}));
        for (const auto *step : players.log.all<journal::ClientStep>())
            QVERIFY(step->id == one);
    }
};

} // namespace lockscope::tst_simclientasks

LOCKSCOPE_TEST(lockscope::tst_simclientasks::TestSimClientAsks)
#include "tst_simclientasks.moc"
