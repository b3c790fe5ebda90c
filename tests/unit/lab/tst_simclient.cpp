// SPDX-License-Identifier: Apache-2.0
#include "tests/support/patience.h"
#include "tests/support/testprogram.h"
#include "tests/unit/lab/players.h"

#include <QTest>

namespace lockscope::tst_simclient {

using namespace lockscope::lab;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using locks::LockState;

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
        Player &a = players.enter();
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
        Player &a = players.enter();
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
};

} // namespace lockscope::tst_simclient

LOCKSCOPE_TEST(lockscope::tst_simclient::TestSimClient)
#include "tst_simclient.moc"
