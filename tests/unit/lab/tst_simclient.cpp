// SPDX-License-Identifier: Apache-2.0
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/players.h"

namespace lockscope::tst_simclient {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using locks::LockState;
using locks::RecipeId;

namespace {

constexpr ClientId one{1};
constexpr ClientId two{2};

} // namespace

class TestSimClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itPassesThroughTheFiveStates()
    {
        Players players;
        Player &a = players.add();
        QCOMPARE(a.client.state(), LockState::Free);
        a.client.acquire();
        QCOMPARE(a.client.state(), LockState::Fetching);
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Retained);
        a.client.release();
        QCOMPARE(a.client.state(), LockState::Releasing);
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Released);
        QCOMPARE(players.log.states(one), u"FETCHING RETAINED RELEASING RELEASED"_s);
        QVERIFY(!players.log.lastError(one));
    }

    /// What it asks then is refused in a turn of its own, after the session's end was told.
    void aSessionThatClosesWhileTheClientWorksEndsIt_data()
    {
        QTest::addColumn<HoldTime>("hold");
        QTest::newRow("until it is released") << HoldTime{HoldTime::Kind::ByHand, {}, {}};
        QTest::newRow("for some time") << HoldTime{HoldTime::Kind::Fixed, 1h, {}};
    }
    void aSessionThatClosesWhileTheClientWorksEndsIt()
    {
        QFETCH(HoldTime, hold);
        Players players;
        players.ensemble.make(u"/number"_s);
        Player &a = players.add([&hold](SimClientSpec &spec) {
            spec.stamp = u"/number"_s;
            spec.hold = hold;
        });
        a.client.acquire();
        while (a.session.requests(u"get"_s) == 0)
            QVERIFY(players.ensemble.step());
        a.client.sessionCloses();
        a.client.sessionLost({ErrorCode::Closed, {}, {}, {}});
        a.session.cut(true);
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Released);
        bool isIdle = false;
        a.client.idle().then([&isIdle](const Result<Done> &) { isIdle = true; });
        QVERIFY(isIdle);
    }

    /// Its session is over while it stands still, and another client has written: open takes what it writes, too.
    void whoWritesLateIsRefusedByItsToken_data()
    {
        QTest::addColumn<Resource>("resource");
        QTest::addColumn<QByteArray>("left");
        QTest::newRow("open") << Resource::Open << QByteArray("1");
        QTest::newRow("fenced") << Resource::Fenced << QByteArray("1 %2");
    }
    void whoWritesLateIsRefusedByItsToken()
    {
        QFETCH(Resource, resource);
        QFETCH(QByteArray, left);
        Players players;
        players.ensemble.make(u"/number"_s);
        const auto works = [resource](SimClientSpec &spec) {
            spec.stamp = u"/number"_s;
            spec.resource = resource;
        };
        Player &a = players.enter(works);
        const Zxid older = players.log.all<journal::ClientLockState>().back()->token;
        a.client.pause();
        a.session.cut(true);
        players.ensemble.run();
        Player &b = players.enter(works);
        QCOMPARE(b.client.state(), LockState::Retained);
        const Zxid token = players.log.all<journal::ClientLockState>().back()->token;
        b.releaseNow();
        a.client.resume();
        a.client.release();
        a.client.sessionLost({ErrorCode::SessionExpired, {}, {}, {}});
        QCOMPARE(a.client.state(), LockState::Released);
        players.ensemble.run();
        const auto stamps = players.log.all<journal::ClientStamp>();
        QCOMPARE(stamps.size(), 2);
        QCOMPARE(stamps[0]->id, two);
        QCOMPARE(stamps[0]->number, 1);
        QVERIFY(!stamps[0]->refused);
        QCOMPARE(stamps[0]->token, token);
        QCOMPARE(stamps[1]->id, one);
        QCOMPARE(stamps[1]->number, 1);
        QCOMPARE(stamps[1]->token, older);
        QVERIFY(older < token);
        QCOMPARE(stamps[1]->refused, resource == Resource::Fenced);
        QCOMPARE(players.ensemble.data(u"/number"_s), left.replace("%2", QByteArray::number(token.value)));
        QCOMPARE(players.log.states(one), u"FETCHING RETAINED RELEASED"_s);
    }

    /// What is asked while it reads there is done afterwards, once.
    void aReleaseDuringTheReadIsNotLost()
    {
        Players players;
        players.ensemble.make(u"/number"_s);
        Player &a = players.add([](SimClientSpec &spec) {
            spec.stamp = u"/number"_s;
            spec.resource = Resource::Fenced;
        });
        a.client.acquire();
        while (a.client.state() != LockState::Retained)
            QVERIFY(players.ensemble.step());
        a.client.release();
        QCOMPARE(a.client.state(), LockState::Retained);
        players.ensemble.run();
        QCOMPARE(players.log.states(one), u"FETCHING RETAINED RELEASING RELEASED"_s);
        QCOMPARE(players.log.all<journal::ClientStamp>().size(), 1);
    }

    void itTellsItsNodeWhileWaitingAndItsTokenWhileHolding()
    {
        Players players;
        Player &a = players.enter();
        const QString node = players.log.all<journal::ClientLockState>().back()->node;
        QCOMPARE(players.ensemble.data(node), QByteArray("client-1"));
        a.releaseNow();
        for (const auto *state : players.log.all<journal::ClientLockState>())
            QCOMPARE(state->token.isNull(), state->state != LockState::Retained);
        const auto states = players.log.all<journal::ClientLockState>();
        QVERIFY(states[0]->node.isEmpty());
        QVERIFY(states[1]->state == LockState::Fetching && states[1]->node.startsWith(players.lockPath));
        QCOMPARE(states[2]->node, states[1]->node);
        QCOMPARE(states[2]->node, node);
        QVERIFY(states.back()->node.isEmpty());
    }

    void releasingIsWrittenBeforeTheDeleteIsSent()
    {
        Players players;
        Player &a = players.enter();
        QCOMPARE(a.session.requests(u"delete"_s), 0);
        bool sentBefore = false;
        players.log.onWrite = [&](const journal::Payload &what) {
            const auto *state = std::get_if<journal::ClientLockState>(&what);
            if (state && state->state == LockState::Releasing)
                sentBefore = a.session.requests(u"delete"_s) > 0;
        };
        a.client.release();
        players.log.onWrite = {};
        QCOMPARE(a.session.requests(u"delete"_s), 1);
        QVERIFY(!sentBefore);
    }

    void withoutHoldTimeNoTurnOfTheEventLoopIsNeeded()
    {
        Players players;
        Player &a = players.enter([](SimClientSpec &spec) {
            spec.hold.kind = HoldTime::Kind::Fixed;
            spec.rounds = 3;
        }); // the event loop never runs
        QCOMPARE(players.log.states(one), (QStringList(3, u"FETCHING RETAINED RELEASING RELEASED"_s).join(u' ')));
        QCOMPARE(a.client.round(), 3);
    }

    void aHoldTimeEndsByItself_data()
    {
        QTest::addColumn<HoldTime::Kind>("kind");
        QTest::newRow("fixed") << HoldTime::Kind::Fixed;
        QTest::newRow("random") << HoldTime::Kind::Random;
    }
    void aHoldTimeEndsByItself()
    {
        QFETCH(HoldTime::Kind, kind);
        Players players;
        Player &a = players.add([kind](SimClientSpec &spec) { spec.hold = {kind, 2ms, 3ms}; });
        a.acquireNow();
        QCOMPARE(a.client.state(), LockState::Retained);
        AWAIT_COMPARE(a.client.state(), LockState::Releasing);
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Released);
    }

    void aHolderCanBeReleasedBeforeItsTime()
    {
        Players players;
        Player &a = players.add([](SimClientSpec &spec) { spec.hold = {HoldTime::Kind::Fixed, 1h, 0ms}; });
        a.acquireNow();
        a.releaseNow();
        QCOMPARE(a.client.state(), LockState::Released);
    }

    void withoutEndItGoesOnUntilItGivesUp()
    {
        Players players;
        Player &a = players.add([](SimClientSpec &spec) { spec.rounds = 0; });
        a.client.acquire();
        for (int i = 0; i < 5; ++i) {
            players.ensemble.run();
            a.client.release();
        }
        QCOMPARE(a.client.round(), 5);
        while (a.client.state() != LockState::Fetching)
            QVERIFY(players.ensemble.step());
        a.releaseNow();
        QCOMPARE(a.client.state(), LockState::Released);
        QVERIFY(players.ensemble.children(players.lockPath).isEmpty());
    }

    void releaseWhileFetchingGivesUp()
    {
        Players players;
        Player &a = players.enter();
        Player &b = players.enter();
        b.client.release();
        QCOMPARE(b.client.state(), LockState::Releasing);
        players.ensemble.run();
        QCOMPARE(players.log.states(two), u"FETCHING RELEASING RELEASED"_s);
        QCOMPARE(players.log.lastError(two)->code, ErrorCode::Cancelled);
        QCOMPARE(players.ensemble.children(players.lockPath).size(), 1);
        b.client.acquire(); // and again
        players.ensemble.run();
        a.releaseNow();
        QCOMPARE(b.client.state(), LockState::Retained);
    }

    void theTimeoutTakesItsNodeAway()
    {
        Players players;
        players.enter(); // and holds it
        Player &b = players.enter([](SimClientSpec &spec) { spec.acquireTimeout = 2ms; });
        AWAIT_COMPARE(b.client.state(), LockState::Releasing);
        players.ensemble.run();
        QCOMPARE(b.client.state(), LockState::Released);
        QCOMPARE(players.log.lastError(two)->code, ErrorCode::AcquireTimeout);
        QCOMPARE(players.ensemble.children(players.lockPath).size(), 1);
        QCOMPARE(players.ensemble.watchCount(), 0);
    }

    void noTimeoutComesWhileLimitsAreHeld()
    {
        const auto impatient = [](SimClientSpec &spec) { spec.acquireTimeout = 2ms; };
        Players players;
        Player &a = players.add();
        Player &b = players.add(impatient);
        Player &c = players.add(impatient);
        a.acquireNow();
        b.acquireNow();
        b.client.setLimitsHeld(true);
        c.acquireNow();
        AWAIT_COMPARE(c.client.state(), LockState::Releasing);
        QCOMPARE(b.client.state(), LockState::Fetching);
        b.client.setLimitsHeld(false);
        AWAIT_COMPARE(b.client.state(), LockState::Releasing);
    }

    void afterATimeoutTheNextRoundFollows()
    {
        Players players;
        Player &a = players.enter();
        Player &b = players.enter([](SimClientSpec &spec) {
            spec.acquireTimeout = 2ms;
            spec.rounds = 2;
        });
        AWAIT_COMPARE(b.client.state(), LockState::Releasing);
        a.releaseNow();
        QCOMPARE(b.client.state(), LockState::Retained);
    }

    void theTimeoutDoesNotEndAHold()
    {
        Players players;
        Player &a = players.enter([](SimClientSpec &spec) { spec.acquireTimeout = 1ms; });
        QCOMPARE(a.client.state(), LockState::Retained);
        bool later = false;
        QTimer::singleShot(20ms, [&later] { later = true; });
        AWAIT_VERIFY(later);
        QCOMPARE(a.client.state(), LockState::Retained);
    }

    void aLostSessionIsToldToTheHolderAtOnce()
    {
        Players players;
        Player &a = players.enter([](SimClientSpec &spec) { spec.rounds = 5; });
        a.session.expire();
        a.client.sessionLost({ErrorCode::SessionExpired, {}, {}, {}});
        QCOMPARE(players.log.states(one), u"FETCHING RETAINED RELEASED"_s);
        QCOMPARE(players.log.lastError(one)->code, ErrorCode::SessionExpired);
        players.ensemble.run();
        QCOMPARE(a.client.state(), LockState::Released); // and no next round
    }

    void aLostSessionEndsTheWaiting()
    {
        Players players;
        players.enter();
        Player &b = players.enter();
        b.session.expire();
        players.ensemble.run();
        QCOMPARE(players.log.states(two), u"FETCHING RELEASING RELEASED"_s);
        QCOMPARE(players.log.lastError(two)->code, ErrorCode::SessionExpired);
    }

    void aCleanCloseIsNoError()
    {
        Players players;
        Player &a = players.enter();
        Player &b = players.enter();
        b.end();
        a.end();
        QCOMPARE(players.log.states(one), u"FETCHING RETAINED RELEASING RELEASED"_s);
        QCOMPARE(players.log.states(two), u"FETCHING RELEASING RELEASED"_s);
        QVERIFY(!players.log.lastError(one));
        QVERIFY(!players.log.lastError(two));
    }

    void acquireWhileBusyIsPassedOver()
    {
        Players players;
        Player &a = players.add();
        a.client.acquire();
        a.acquireNow();
        a.acquireNow();
        QCOMPARE(players.ensemble.children(players.lockPath).size(), 1);
        QCOMPARE(a.client.state(), LockState::Retained);
    }

    void aRefusedReleaseIsSaid()
    {
        Players players;
        Player &a = players.enter();
        a.session.refuse(u"delete"_s, ErrorCode::NoAuth);
        a.releaseNow();
        QCOMPARE(a.client.state(), LockState::Released);
        QCOMPARE(players.log.lastError(one)->code, ErrorCode::NoAuth);
    }

    // ---- what else can be asked of it ----

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

} // namespace lockscope::tst_simclient

LOCKSCOPE_TEST(lockscope::tst_simclient::TestSimClient)
#include "tst_simclient.moc"
