// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "core/recipes/sqllocks.h"
#include "tests/support/fake/fakesql.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/keyplayer.h"

#include <QTest>

namespace lockscope::tst_sqllocks {

using namespace lockscope::recipes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using fake::FakeSql;
using fake::FakeSqlSession;
using locks::RecipeId;
using Loss = FakeSqlSession::Loss;

const QString name = u"orders"_s;

class Player : public KeyPlayer<FakeSql, FakeSqlSession>
{
public:
    Player(FakeSql &fake, RecipeId id, quint32 seed, std::chrono::milliseconds limit = 0ms)
        : KeyPlayer(fake, specOf(limit), seed,
                    [id](const RecipeSpec &spec, FakeSqlSession &own) { return makeSqlRecipe(id, spec, own); })
    {
    }

private:
    static RecipeSpec specOf(std::chrono::milliseconds limit)
    {
        RecipeSpec spec;
        spec.lock = pathOfKey(name);
        spec.limit = limit;
        return spec;
    }
};

bool isConnections(RecipeId id)
{
    return id == RecipeId::SqlForUpdate || id == RecipeId::SqlNamed;
}

/// \a which: the recipes; all of them exclude but one.
void each(const QList<RecipeId> &which)
{
    QTest::addColumn<RecipeId>("recipe");
    for (const RecipeId id : which)
        QTest::newRow(qPrintable(locks::recipeName(id))) << id;
}
const QList<RecipeId> excluding{RecipeId::SqlRow, RecipeId::SqlForUpdate, RecipeId::SqlNamed};
const QList<RecipeId> connections{RecipeId::SqlForUpdate, RecipeId::SqlNamed};

class TestSqlLocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneHoldsAtATime_data() { each(excluding); }
    void oneHoldsAtATime();
    void whatItCostsAloneIsWhatTheCatalogSays_data() { each(excluding + QList{RecipeId::SqlVersion}); }
    void whatItCostsAloneIsWhatTheCatalogSays();
    void theTokenGrows_data() { each(excluding); }
    void theTokenGrows();
    void aLossOnTheWayInIsMended_data() { each(excluding); }
    void aLossOnTheWayInIsMended();
    void aLossOnTheWayOutIsMended();
    void whoGivesUpLeavesNothing_data() { each(excluding); }
    void whoGivesUpLeavesNothing();
    void whoGivesUpAsItIsGrantedLeavesNothing_data() { each(excluding); }
    void whoGivesUpAsItIsGrantedLeavesNothing();
    void aRowOutlivesItsHolder();
    void aRowWhoseTimeIsOverIsTakenOver();
    void whoIsLateDeletesNothingOfAnothers();
    void aLockGoesWithItsConnection_data() { each(connections); }
    void aLockGoesWithItsConnection();
    void workIsDoneAgainWhereAnotherWasFirst();
    void anUpdateWhoseReplyIsLostIsNotDoneTwice();
    void itIsNotEnteredTwice_data() { each(excluding + QList{RecipeId::SqlVersion}); }
    void itIsNotEnteredTwice();
};

void TestSqlLocks::whatItCostsAloneIsWhatTheCatalogSays()
{
    QFETCH(RecipeId, recipe);
    const locks::Cost &cost = locks::recipeInfo(recipe).cost;
    FakeSql server;
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

void TestSqlLocks::oneHoldsAtATime()
{
    QFETCH(RecipeId, recipe);
    for (unsigned seed = 1; seed <= 30; ++seed) {
        FakeSql server;
        server.shuffle(seed);
        std::vector<std::unique_ptr<Player>> players;
        int grants = 0;
        bool two = false;
        for (quint32 i = 0; i < 5; ++i) {
            auto &player = *players.emplace_back(std::make_unique<Player>(server, recipe, seed * 10 + i));
            player.onGranted = [&](auto &) {
                ++grants;
                two = two || std::ranges::count_if(players, [](const auto &one) { return one->holds(); }) > 1;
            };
        }
        for (int round = 0; round < 400 && grants < 20; ++round) {
            for (const auto &player : players) {
                if (player->holds())
                    player->release();
                else if (!player->busy)
                    player->acquire();
            }
            server.pass(300);
        }
        QVERIFY2(!two, qPrintable(u"seed %1"_s.arg(seed)));
        QVERIFY2(grants >= 20, qPrintable(u"seed %1: %2 grants"_s.arg(seed).arg(grants)));
    }
}

void TestSqlLocks::theTokenGrows()
{
    QFETCH(RecipeId, recipe);
    FakeSql server;
    Player a(server, recipe, 1);
    Player b(server, recipe, 2);
    a.acquire();
    server.run();
    const Zxid first = (*a.granted)->token;
    a.release();
    server.run();
    b.acquire();
    server.pass(2000);
    QVERIFY(b.holds());
    QVERIFY(first < (*b.granted)->token);
}

void TestSqlLocks::aLossOnTheWayInIsMended()
{
    QFETCH(RecipeId, recipe);
    for (const Loss loss : {Loss::Request, Loss::Reply}) {
        FakeSql server;
        Player a(server, recipe, 1);
        a.session.lose(loss);
        a.acquire();
        server.pass(2000);
        QVERIFY(a.holds());
        QVERIFY(isConnections(recipe) ? server.isLocked(name) : server.has(name));
        a.release();
        server.run();
        QVERIFY(*a.released);
        QVERIFY(!server.isLocked(name) && !server.has(name));
    }
}

void TestSqlLocks::aLossOnTheWayOutIsMended()
{
    for (const Loss loss : {Loss::Request, Loss::Reply}) {
        FakeSql server;
        Player a(server, RecipeId::SqlRow, 1);
        a.acquire();
        server.run();
        QVERIFY(a.holds());
        a.session.lose(loss);
        a.release();
        server.run();
        QVERIFY(*a.released);
        QVERIFY(!server.has(name));
    }
}

void TestSqlLocks::whoGivesUpLeavesNothing()
{
    QFETCH(RecipeId, recipe);
    FakeSql server;
    Player a(server, recipe, 1);
    Player b(server, recipe, 2);
    a.acquire();
    server.run();
    b.acquire();
    server.pass(100);
    QVERIFY(a.holds() && b.busy);
    b.giveUp();
    server.pass(1000); // a lock of a connection waits so long
    QVERIFY(!b.busy);
    QCOMPARE(b.granted->error().code, ErrorCode::Cancelled);
    a.release();
    server.pass(2000);
    QVERIFY(!server.isLocked(name) && !server.has(name));
}

void TestSqlLocks::whoGivesUpAsItIsGrantedLeavesNothing()
{
    QFETCH(RecipeId, recipe);
    FakeSql server;
    Player a(server, recipe, 1);
    a.acquire();
    a.giveUp(); // the lock is on its way
    server.run();
    QCOMPARE(a.granted->error().code, ErrorCode::Cancelled);
    QVERIFY(!server.isLocked(name) && !server.has(name));
}

void TestSqlLocks::aRowOutlivesItsHolder()
{
    FakeSql server;
    Player a(server, RecipeId::SqlRow, 1);
    Player b(server, RecipeId::SqlRow, 2);
    a.acquire();
    server.run();
    a.die();
    b.acquire();
    server.pass(3600'000);
    QVERIFY(!b.holds() && b.busy);
}

void TestSqlLocks::aRowWhoseTimeIsOverIsTakenOver()
{
    FakeSql server;
    Player a(server, RecipeId::SqlRow, 1, 1000ms);
    Player b(server, RecipeId::SqlRow, 2, 1000ms);
    a.acquire();
    server.run();
    a.die();
    b.acquire();
    server.pass(900);
    QVERIFY(!b.holds());
    server.pass(300);
    QVERIFY(b.holds());
    QVERIFY(server.owner(name).startsWith("client-2"));
}

void TestSqlLocks::whoIsLateDeletesNothingOfAnothers()
{
    FakeSql server;
    Player a(server, RecipeId::SqlRow, 1, 1000ms);
    Player b(server, RecipeId::SqlRow, 2, 60s);
    a.acquire();
    server.run();
    b.acquire();
    server.pass(1200);
    QVERIFY(a.holds() && b.holds()); // two believe it
    a.release();
    server.run();
    QCOMPARE(a.released->error().code, ErrorCode::NotHeld);
    QVERIFY(server.owner(name).startsWith("client-2"));
}

void TestSqlLocks::aLockGoesWithItsConnection()
{
    QFETCH(RecipeId, recipe);
    FakeSql server;
    Player a(server, recipe, 1);
    Player b(server, recipe, 2);
    a.acquire();
    server.run();
    a.die();
    QVERIFY(!server.isLocked(name));
    b.acquire();
    server.pass(2000);
    QVERIFY(b.holds());
    b.session.lose(Loss::Reply);
    b.release();
    server.run();
    QCOMPARE(b.released->error().code, ErrorCode::NotHeld); // or before: nobody can tell
    QVERIFY(!server.isLocked(name));
}

void TestSqlLocks::workIsDoneAgainWhereAnotherWasFirst()
{
    FakeSql server;
    Player a(server, RecipeId::SqlVersion, 1);
    Player b(server, RecipeId::SqlVersion, 2);
    a.acquire();
    b.acquire();
    server.run();
    QVERIFY(a.holds() && b.holds()); // nobody waits
    a.release();
    server.run();
    QVERIFY(*a.released);
    const int before = server.requests;
    b.release();
    server.pass(1000);
    QVERIFY(*b.released);
    QCOMPARE(server.requests - before, 3); // in vain, the version again, and the work of it
    QCOMPARE(server.version(name), 2);
}

void TestSqlLocks::anUpdateWhoseReplyIsLostIsNotDoneTwice()
{
    FakeSql server;
    Player a(server, RecipeId::SqlVersion, 1);
    a.acquire();
    server.run();
    a.session.lose(Loss::Reply);
    a.release();
    server.pass(1000);
    QVERIFY(*a.released);
    QCOMPARE(server.version(name), 1);
}

void TestSqlLocks::itIsNotEnteredTwice()
{
    QFETCH(RecipeId, recipe);
    FakeSql server;
    Player a(server, recipe, 1);
    a.acquire();
    server.run();
    QVERIFY(a.holds());
    a.acquire();
    QCOMPARE(a.granted->error().code, ErrorCode::InvalidInput);
    a.release();
    server.run();
    QVERIFY(*a.released);
    a.release();
    QCOMPARE(a.released->error().code, ErrorCode::NotHeld);
}

} // namespace lockscope::tst_sqllocks

LOCKSCOPE_TEST(lockscope::tst_sqllocks::TestSqlLocks)
#include "tst_sqllocks.moc"
