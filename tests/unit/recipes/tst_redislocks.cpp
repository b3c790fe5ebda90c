// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "core/recipes/redislocks.h"
#include "tests/support/fake/fakeredis.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/gatekeeper.h"
#include "tests/unit/recipes/keyplayer.h"

#include <QTest>

namespace lockscope::tst_redislocks {

using namespace lockscope::recipes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using fake::FakeRedis;
using fake::FakeRedisSession;
using locks::RecipeId;
using Loss = FakeRedisSession::Loss;

const QString key = u"orders"_s;
constexpr auto limit = 1000ms;

class Player : public KeyPlayer<FakeRedis, FakeRedisSession>
{
public:
    Player(FakeRedis &fake, RecipeId id, quint32 seed, StepObserver *observer = nullptr)
        : KeyPlayer(fake, specOf(), seed, [=](const RecipeSpec &spec, FakeRedisSession &own) {
            return makeRedisRecipe(id, spec, {&own}, observer);
        })
    {
    }

private:
    static RecipeSpec specOf()
    {
        RecipeSpec spec;
        spec.lock = pathOfKey(key);
        spec.limit = limit;
        return spec;
    }
};

void eachRecipe()
{
    QTest::addColumn<RecipeId>("recipe");
    for (const locks::RecipeInfo &info : locks::redisCatalog())
        QTest::newRow(qPrintable(info.name)) << info.id;
}

void eachLoss()
{
    QTest::addColumn<RecipeId>("recipe");
    QTest::addColumn<Loss>("loss");
    for (const locks::RecipeInfo &info : locks::redisCatalog()) {
        QTest::newRow(qPrintable(info.name + u", the request"_s)) << info.id << Loss::Request;
        QTest::newRow(qPrintable(info.name + u", the reply"_s)) << info.id << Loss::Reply;
    }
}

class TestRedisLocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneHoldsAtATime_data() { eachRecipe(); }
    void oneHoldsAtATime();
    void whatItCostsAloneIsWhatTheCatalogSays_data() { eachRecipe(); }
    void whatItCostsAloneIsWhatTheCatalogSays();
    void aLossOnTheWayInIsMended_data() { eachLoss(); }
    void aLossOnTheWayInIsMended();
    void aLossOnTheWayOutIsMended_data() { eachLoss(); }
    void aLossOnTheWayOutIsMended();
    void whoGivesUpLeavesNothing_data() { eachRecipe(); }
    void whoGivesUpLeavesNothing();
    void whoGivesUpAsItIsGrantedLeavesNothing_data() { eachRecipe(); }
    void whoGivesUpAsItIsGrantedLeavesNothing();
    void whenTheHolderDies_data();
    void whenTheHolderDies();
    void aCrashBetweenTheTwoCommandsLeavesAKeyForEver();
    void aPausePastTheLimitMakesTwoBelieve_data();
    void aPausePastTheLimitMakesTwoBelieve();
    void whatItDeletesWhenItIsLate_data();
    void whatItDeletesWhenItIsLate();
    void aClockThatIsAheadTakesALockThatIsHeld();
    void whileItHoldsItRenews();
    void whoRenewsStopsAfterItsRelease();
    void aReleaseTellsThoseWhoWait();
    void itIsNotEnteredTwice_data() { eachRecipe(); }
    void itIsNotEnteredTwice();
};

void TestRedisLocks::oneHoldsAtATime()
{
    QFETCH(RecipeId, recipe);
    for (unsigned seed = 1; seed <= 30; ++seed) {
        FakeRedis server;
        server.shuffle(seed);
        std::vector<std::unique_ptr<Player>> players;
        int grants = 0;
        bool two = false;
        for (quint32 i = 0; i < 5; ++i) {
            auto &player = *players.emplace_back(std::make_unique<Player>(server, recipe, seed * 10 + i));
            player.onGranted = [&](auto &) {
                ++grants;
                two = two || std::ranges::count_if(players, [](const auto &each) { return each->holds(); }) > 1;
            };
        }
        for (int round = 0; round < 400 && grants < 20; ++round) {
            for (const auto &player : players) {
                if (player->holds())
                    player->release();
                else if (!player->busy)
                    player->acquire();
            }
            server.pass(7);
        }
        QVERIFY2(!two, qPrintable(u"seed %1"_s.arg(seed)));
        QVERIFY2(grants >= 20, qPrintable(u"seed %1: %2 grants"_s.arg(seed).arg(grants)));
    }
}

void TestRedisLocks::whatItCostsAloneIsWhatTheCatalogSays()
{
    QFETCH(RecipeId, recipe);
    if (recipe == RecipeId::Redlock)
        return; // of five servers: see tst_redlock
    const locks::Cost &cost = locks::recipeInfo(recipe).cost;
    FakeRedis server;
    Player a(server, recipe, 1);
    a.acquire();
    server.run();
    QVERIFY(a.holds());
    QCOMPARE(QString::number(server.requests), cost.requestsFree.english());
    server.requests = 0;
    a.release();
    server.run();
    QCOMPARE(server.requests, cost.ofRelease(0).requests);
}

void TestRedisLocks::aLossOnTheWayInIsMended()
{
    QFETCH(RecipeId, recipe);
    QFETCH(Loss, loss);
    FakeRedis server;
    Player a(server, recipe, 1);
    a.session.lose(loss);
    a.acquire();
    server.pass(100);
    QVERIFY(a.holds());
    QVERIFY(server.has(key));
    a.release();
    server.run();
    QVERIFY(*a.released);
    QVERIFY(!server.has(key));
}

void TestRedisLocks::aLossOnTheWayOutIsMended()
{
    QFETCH(RecipeId, recipe);
    QFETCH(Loss, loss);
    FakeRedis server;
    Player a(server, recipe, 1);
    a.acquire();
    server.run();
    QVERIFY(a.holds());
    a.session.lose(loss);
    a.release();
    server.run();
    QVERIFY2(*a.released, qPrintable(*a.released ? QString() : a.released->error().sentence().english()));
    QVERIFY(!server.has(key));
}

void TestRedisLocks::whoGivesUpLeavesNothing()
{
    QFETCH(RecipeId, recipe);
    FakeRedis server;
    Player a(server, recipe, 1);
    Player b(server, recipe, 2);
    a.acquire();
    server.run();
    b.acquire();
    server.pass(100);
    QVERIFY(a.holds() && b.busy);
    b.giveUp();
    server.run();
    QVERIFY(!b.busy);
    QCOMPARE(b.granted->error().code, ErrorCode::Cancelled);
    a.release();
    server.pass(100);
    QVERIFY(!server.has(key));
}

void TestRedisLocks::whoGivesUpAsItIsGrantedLeavesNothing()
{
    QFETCH(RecipeId, recipe);
    FakeRedis server;
    Player a(server, recipe, 1);
    a.acquire();
    a.giveUp(); // the key is on its way
    server.run();
    QCOMPARE(a.granted->error().code, ErrorCode::Cancelled);
    QVERIFY(!server.has(key));
}

void TestRedisLocks::whenTheHolderDies_data()
{
    QTest::addColumn<RecipeId>("recipe");
    QTest::addColumn<bool>("forEver");
    QTest::newRow("SETNX") << RecipeId::RedisSetNx << true;
    QTest::newRow("SETNX, EXPIRE") << RecipeId::RedisSetNxExpire << false;
    QTest::newRow("SETNX, GETSET") << RecipeId::RedisSetNxGetSet << false;
    QTest::newRow("SET NX PX") << RecipeId::RedisSetPx << false;
    QTest::newRow("renewed") << RecipeId::RedisSetPxRenewed << false;
}

void TestRedisLocks::whenTheHolderDies()
{
    QFETCH(RecipeId, recipe);
    QFETCH(bool, forEver);
    FakeRedis server;
    Player a(server, recipe, 1);
    Player b(server, recipe, 2);
    a.acquire();
    server.run();
    b.acquire();
    server.run();
    a.die();
    server.pass(limit.count() / 2);
    QVERIFY(!b.holds());
    server.pass(limit.count() * 2);
    QCOMPARE(b.holds(), !forEver);
    server.pass(1'000'000);
    QCOMPARE(b.holds(), !forEver);
}

void TestRedisLocks::aCrashBetweenTheTwoCommandsLeavesAKeyForEver()
{
    FakeRedis server;
    Gatekeeper gate;
    Player a(server, RecipeId::RedisSetNxExpire, 1, &gate);
    Player b(server, RecipeId::RedisSetNxExpire, 2);
    gate.stopAt(Step::Limit);
    a.acquire();
    server.run();
    QVERIFY(gate.isStopped());
    a.die();
    gate.letGo();
    b.acquire();
    server.pass(1'000'000);
    QVERIFY(!b.holds());
    QVERIFY(server.has(key) && !server.hasLimit(key));
}

void TestRedisLocks::aPausePastTheLimitMakesTwoBelieve_data()
{
    QTest::addColumn<RecipeId>("recipe");
    for (const auto recipe : {RecipeId::RedisSetNxExpire, RecipeId::RedisSetNxGetSet, RecipeId::RedisSetPx})
        QTest::newRow(qPrintable(locks::recipeName(recipe))) << recipe;
}

void TestRedisLocks::aPausePastTheLimitMakesTwoBelieve()
{
    QFETCH(RecipeId, recipe);
    FakeRedis server;
    Player a(server, recipe, 1);
    Player b(server, recipe, 2);
    a.acquire();
    server.run();
    b.acquire();
    server.pass(limit.count() + 100);
    QVERIFY(a.holds() && b.holds());
}

void TestRedisLocks::whatItDeletesWhenItIsLate_data()
{
    QTest::addColumn<RecipeId>("recipe");
    QTest::addColumn<bool>("anothers");
    QTest::newRow("SETNX, EXPIRE") << RecipeId::RedisSetNxExpire << true;
    QTest::newRow("SETNX, GETSET") << RecipeId::RedisSetNxGetSet << false; // its clock says that it is late
    QTest::newRow("SET NX PX") << RecipeId::RedisSetPx << false;
}

void TestRedisLocks::whatItDeletesWhenItIsLate()
{
    QFETCH(RecipeId, recipe);
    QFETCH(bool, anothers);
    FakeRedis server;
    Player a(server, recipe, 1);
    Player b(server, recipe, 2);
    a.acquire();
    server.run();
    b.acquire();
    server.pass(limit.count() + 100);
    QVERIFY(b.holds());
    a.release();
    server.run();
    QCOMPARE(server.has(key), !anothers);
    QCOMPARE(a.released->has_value(), anothers);
}

void TestRedisLocks::aClockThatIsAheadTakesALockThatIsHeld()
{
    FakeRedis server;
    Player a(server, RecipeId::RedisSetNxGetSet, 1);
    Player b(server, RecipeId::RedisSetNxGetSet, 2);
    b.session.clockAheadMs = 2 * limit.count();
    a.acquire();
    server.run();
    b.acquire();
    server.pass(10);
    QVERIFY(a.holds() && b.holds());
    a.release();
    server.run();
    QVERIFY(!server.has(key)); // b's
}

void TestRedisLocks::whileItHoldsItRenews()
{
    FakeRedis server;
    Player a(server, RecipeId::RedisSetPxRenewed, 1);
    Player b(server, RecipeId::RedisSetPxRenewed, 2);
    a.acquire();
    server.run();
    b.acquire();
    server.pass(20 * limit.count());
    QVERIFY(a.holds() && !b.holds());
    a.release();
    server.run();
    QVERIFY(b.holds());
}

void TestRedisLocks::whoRenewsStopsAfterItsRelease()
{
    FakeRedis server;
    Player a(server, RecipeId::RedisSetPxRenewed, 1);
    a.acquire();
    server.run();
    a.release();
    server.run();
    const int before = server.requests;
    server.pass(20 * limit.count());
    QCOMPARE(server.requests, before);
}

void TestRedisLocks::aReleaseTellsThoseWhoWait()
{
    FakeRedis server;
    Player a(server, RecipeId::RedisSetPxRenewed, 1);
    Player b(server, RecipeId::RedisSetPxRenewed, 2);
    a.acquire();
    server.run();
    b.acquire();
    server.run();
    const int before = server.requests;
    server.pass(limit.count() / 4);
    QCOMPARE(server.requests, before); // it does not poll
    a.release();
    server.run(); // no time passes
    QVERIFY(b.holds());
}

void TestRedisLocks::itIsNotEnteredTwice()
{
    QFETCH(RecipeId, recipe);
    FakeRedis server;
    Player a(server, recipe, 1);
    a.acquire();
    server.run();
    QVERIFY(a.holds());
    a.acquire();
    server.run();
    QCOMPARE(a.granted->error().code, ErrorCode::InvalidInput);
    a.release();
    server.run();
    a.release();
    server.run();
    QCOMPARE(a.released->error().code, ErrorCode::NotHeld);
}

} // namespace lockscope::tst_redislocks

LOCKSCOPE_TEST(lockscope::tst_redislocks::TestRedisLocks)
#include "tst_redislocks.moc"
