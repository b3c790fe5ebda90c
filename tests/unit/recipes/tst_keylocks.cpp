// SPDX-License-Identifier: Apache-2.0
// Locks that are a key of Redis, or a row or a name in a database: what all of them promise, and what is one's own.
// Several servers at once are in tst_redlock.
#include "core/locks/recipecatalog.h"
#include "core/recipes/redislocks.h"
#include "core/recipes/sqllocks.h"
#include "tests/support/fake/fakeredis.h"
#include "tests/support/fake/fakesql.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/gatekeeper.h"
#include "tests/unit/recipes/keyplayer.h"

namespace lockscope::tst_keylocks {

using namespace lockscope::recipes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using locks::RecipeId;
using Loss = fake::FakeKeySession::Loss;

const QString key = u"orders"_s;
constexpr auto limit = 1000ms;

const QList excludingSql{RecipeId::SqlRow, RecipeId::SqlForUpdate, RecipeId::SqlNamed};

/// One recipe's clients, on a Redis or in a database.
class Stage
{
public:
    /// With a seed, it decides about the order of what happens.
    explicit Stage(RecipeId recipe, std::optional<quint32> seed = {})
        : id(recipe)
        , isSql(id == RecipeId::SqlVersion || excludingSql.contains(id))
        , server(isSql ? static_cast<fake::FakeServer &>(sql) : redis)
        , first(seed.value_or(0) * 10 + 1)
    {
        if (seed)
            server.shuffle(*seed);
    }

    /// Without a limit: that of a key is not reached here, a row has none.
    KeyPlayer &join(std::optional<std::chrono::milliseconds> with = {}, StepObserver *observer = nullptr)
    {
        const auto number = first + static_cast<quint32>(clients.size());
        if (isSql) {
            auto &own = sql.newSession();
            return play(own, makeSqlRecipe(id, keySpec(key, number, with.value_or(0ms)), own));
        }
        auto &own = redis.newSession();
        return play(own, makeRedisRecipe(id, keySpec(key, number, with.value_or(100s)), {&own}, observer));
    }
    bool isTaken() { return redis.has(key) || sql.has(key) || sql.isLocked(key); }

    RecipeId id;
    bool isSql;
    fake::FakeRedis redis;
    fake::FakeSql sql;
    fake::FakeServer &server;
    quint32 first; ///< number of a client
    std::vector<std::unique_ptr<KeyPlayer>> clients;

private:
    KeyPlayer &play(fake::FakeKeySession &own, std::unique_ptr<Recipe> recipe)
    {
        return *clients.emplace_back(std::make_unique<KeyPlayer>(server, own, std::move(recipe)));
    }
};

void each(const QList<RecipeId> &which)
{
    QTest::addColumn<RecipeId>("recipe");
    for (const RecipeId id : which)
        QTest::newRow(qPrintable(locks::recipeName(id))) << id;
}
void eachLoss(const QList<RecipeId> &which)
{
    QTest::addColumn<RecipeId>("recipe");
    QTest::addColumn<Loss>("loss");
    for (const RecipeId id : which) {
        QTest::newRow(qPrintable(locks::recipeName(id) + u", the request"_s)) << id << Loss::Request;
        QTest::newRow(qPrintable(locks::recipeName(id) + u", the reply"_s)) << id << Loss::Reply;
    }
}
QList<RecipeId> allOfRedis()
{
    QList<RecipeId> all;
    for (const locks::RecipeInfo &info : locks::redisCatalog())
        all.append(info.id);
    return all;
}
QList<RecipeId> excluding()
{
    return allOfRedis() + excludingSql;
}

class TestKeyLocks : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneHoldsAtATime_data() { each(excluding()); }
    void oneHoldsAtATime()
    {
        QFETCH(RecipeId, recipe);
        for (quint32 seed = 1; seed <= 30; ++seed) {
            Stage stage(recipe, seed);
            int grants = 0;
            bool two = false;
            for (int i = 0; i < 5; ++i) {
                stage.join(limit).onGranted = [&] {
                    ++grants;
                    two = two || std::ranges::count_if(stage.clients, [](const auto &one) { return one->holds(); }) > 1;
                };
            }
            for (int round = 0; round < 400 && grants < 20; ++round) {
                for (const auto &client : stage.clients) {
                    if (client->holds())
                        client->release();
                    else if (!client->busy)
                        client->acquire();
                }
                stage.server.pass(stage.isSql ? 300 : 7);
            }
            QVERIFY2(!two, qPrintable(u"seed %1"_s.arg(seed)));
            QVERIFY2(grants >= 20, qPrintable(u"seed %1: %2 grants"_s.arg(seed).arg(grants)));
        }
    }

    void whatItCostsAloneIsWhatTheCatalogSays_data() { each(excluding() + QList{RecipeId::SqlVersion}); }
    void whatItCostsAloneIsWhatTheCatalogSays()
    {
        QFETCH(RecipeId, recipe);
        if (recipe == RecipeId::Redlock)
            return; // of five servers: see tst_redlock
        const locks::Cost &cost = locks::recipeInfo(recipe).cost;
        Stage stage(recipe);
        KeyPlayer &a = stage.join();
        QVERIFY(a.acquireNow());
        QCOMPARE(QString::number(stage.server.requests), cost.requestsFree.english());
        stage.server.requests = 0;
        a.releaseNow();
        QCOMPARE(stage.server.requests, cost.ofRelease(0).requests);
    }

    void aLossOnTheWayInIsMended_data() { eachLoss(excluding()); }
    void aLossOnTheWayInIsMended()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Loss, loss);
        Stage stage(recipe);
        KeyPlayer &a = stage.join();
        a.session.lose(loss);
        a.acquire();
        stage.server.pass(stage.isSql ? 2000 : 100);
        QVERIFY(a.holds());
        QVERIFY(stage.isTaken());
        QVERIFY(a.releaseNow());
        QVERIFY(!stage.isTaken());
    }

    void aLossOnTheWayOutIsMended_data() { eachLoss(allOfRedis() + QList{RecipeId::SqlRow}); }
    void aLossOnTheWayOutIsMended()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(Loss, loss);
        Stage stage(recipe);
        KeyPlayer &a = stage.join();
        QVERIFY(a.acquireNow());
        a.session.lose(loss);
        a.releaseNow();
        QVERIFY2(*a.released, qPrintable(*a.released ? QString() : a.released->error().sentence().english()));
        QVERIFY(!stage.isTaken());
    }

    void whoGivesUpLeavesNothing_data() { each(excluding()); }
    void whoGivesUpLeavesNothing()
    {
        QFETCH(RecipeId, recipe);
        Stage stage(recipe);
        KeyPlayer &a = stage.join(), &b = stage.join();
        a.acquireNow();
        b.acquire();
        stage.server.pass(100);
        QVERIFY(a.holds() && b.busy);
        b.giveUp();
        if (stage.isSql)
            stage.server.pass(1000); // a lock of a connection waits so long
        else
            stage.server.run();
        QVERIFY(!b.busy);
        QCOMPARE(b.acquireError(), ErrorCode::Cancelled);
        a.release();
        stage.server.pass(2000);
        QVERIFY(!stage.isTaken());
    }

    void whoGivesUpAsItIsGrantedLeavesNothing_data() { each(excluding()); }
    void whoGivesUpAsItIsGrantedLeavesNothing()
    {
        QFETCH(RecipeId, recipe);
        Stage stage(recipe);
        KeyPlayer &a = stage.join();
        a.acquire();
        a.giveUpNow(); // the key is on its way
        QCOMPARE(a.acquireError(), ErrorCode::Cancelled);
        QVERIFY(!stage.isTaken());
    }

    void itIsNotEnteredTwice_data() { each(excluding() + QList{RecipeId::SqlVersion}); }
    void itIsNotEnteredTwice()
    {
        QFETCH(RecipeId, recipe);
        Stage stage(recipe);
        KeyPlayer &a = stage.join();
        QVERIFY(a.acquireNow());
        a.acquire();
        QCOMPARE(a.acquireError(), ErrorCode::InvalidInput);
        QVERIFY(a.releaseNow());
        a.release();
        QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
    }

    void whenTheHolderDies_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<std::chrono::milliseconds>("with");
        QTest::addColumn<bool>("forEver");
        QTest::newRow("SETNX") << RecipeId::RedisSetNx << limit << true;
        QTest::newRow("SETNX, EXPIRE") << RecipeId::RedisSetNxExpire << limit << false;
        QTest::newRow("SETNX, GETSET") << RecipeId::RedisSetNxGetSet << limit << false;
        QTest::newRow("SET NX PX") << RecipeId::RedisSetPx << limit << false;
        QTest::newRow("renewed") << RecipeId::RedisSetPxRenewed << limit << false;
        QTest::newRow("row") << RecipeId::SqlRow << 0ms << true;
        QTest::newRow("row with a limit") << RecipeId::SqlRow << limit << false;
    }

    void whenTheHolderDies()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(std::chrono::milliseconds, with);
        QFETCH(bool, forEver);
        Stage stage(recipe);
        KeyPlayer &a = stage.join(with), &b = stage.join(with);
        a.acquireNow();
        b.acquireNow();
        a.die();
        stage.server.pass(limit.count() / 2);
        QVERIFY(!b.holds());
        stage.server.pass(limit.count() * 2);
        QCOMPARE(b.holds(), !forEver);
        stage.server.pass(1'000'000);
        QCOMPARE(b.holds(), !forEver);
        QCOMPARE(b.busy, forEver);
    }

    void pastTheLimitTwoBelieveAndTheLateOneMayDeleteAnothers_data()
    {
        QTest::addColumn<RecipeId>("recipe");
        QTest::addColumn<bool>("deletes");
        QTest::newRow("SETNX, EXPIRE") << RecipeId::RedisSetNxExpire << true;
        QTest::newRow("SETNX, GETSET") << RecipeId::RedisSetNxGetSet << false; // its clock says that it is late
        QTest::newRow("SET NX PX") << RecipeId::RedisSetPx << false;
        QTest::newRow("row with a limit") << RecipeId::SqlRow << false;
    }

    void pastTheLimitTwoBelieveAndTheLateOneMayDeleteAnothers()
    {
        QFETCH(RecipeId, recipe);
        QFETCH(bool, deletes);
        Stage stage(recipe);
        KeyPlayer &a = stage.join(limit), &b = stage.join(limit);
        a.acquireNow();
        b.acquire();
        stage.server.pass(limit.count() + 200);
        QVERIFY(a.holds() && b.holds());
        a.releaseNow();
        QCOMPARE(stage.isTaken(), !deletes);
        QCOMPARE(a.released->has_value(), deletes);
        if (!deletes)
            QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
    }

    void aCrashBetweenTheTwoCommandsLeavesAKeyForEver()
    {
        Stage stage(RecipeId::RedisSetNxExpire);
        Gatekeeper gate;
        KeyPlayer &a = stage.join(limit, &gate), &b = stage.join(limit);
        gate.stopAt(Step::Limit);
        a.acquireNow();
        QVERIFY(gate.isStopped());
        a.die();
        gate.letGo();
        b.acquire();
        stage.server.pass(1'000'000);
        QVERIFY(!b.holds());
        QVERIFY(stage.isTaken() && !stage.redis.hasLimit(key));
    }

    void aNumberOfAnotherProgramIsNoTimeThatIsOver()
    {
        Stage stage(RecipeId::RedisSetNxGetSet);
        std::ignore = stage.redis.newSession().setIfAbsent(key, "42", std::nullopt);
        stage.server.pass(1);
        KeyPlayer &a = stage.join(limit);
        a.acquire();
        stage.server.pass(1'000'000);
        QVERIFY(!a.holds());
        QCOMPARE(stage.redis.value(key), "42");
    }

    void aClockThatIsAheadTakesALockThatIsHeld()
    {
        Stage stage(RecipeId::RedisSetNxGetSet);
        KeyPlayer &a = stage.join(limit), &b = stage.join(limit);
        static_cast<fake::FakeRedisSession &>(b.session).clockAheadMs = 2 * limit.count();
        a.acquireNow();
        b.acquire();
        stage.server.pass(10);
        QVERIFY(a.holds() && b.holds());
        a.releaseNow();
        QVERIFY(!stage.isTaken()); // it was b's
    }

    void whileItHoldsItRenews()
    {
        Stage stage(RecipeId::RedisSetPxRenewed);
        KeyPlayer &a = stage.join(limit), &b = stage.join(limit);
        a.acquireNow();
        b.acquire();
        stage.server.pass(20 * limit.count());
        QVERIFY(a.holds() && !b.holds());
        a.releaseNow();
        QVERIFY(b.holds());
    }

    void whoRenewsStopsAfterItsRelease()
    {
        Stage stage(RecipeId::RedisSetPxRenewed);
        KeyPlayer &a = stage.join(limit);
        a.acquireNow();
        a.releaseNow();
        const int before = stage.server.requests;
        stage.server.pass(20 * limit.count());
        QCOMPARE(stage.server.requests, before);
    }

    void aReleaseTellsThoseWhoWait()
    {
        Stage stage(RecipeId::RedisSetPxRenewed);
        KeyPlayer &a = stage.join(limit), &b = stage.join(limit);
        acquireInTurn({&a, &b});
        const int before = stage.server.requests;
        stage.server.pass(limit.count() / 4);
        QCOMPARE(stage.server.requests, before); // it does not poll
        a.releaseNow();                          // no time passes
        QVERIFY(b.holds());
    }

    void theTokenOfADatabaseGrows_data() { each(excludingSql); }
    void theTokenOfADatabaseGrows()
    {
        QFETCH(RecipeId, recipe);
        Stage stage(recipe);
        KeyPlayer &a = stage.join(), &b = stage.join();
        a.acquireNow();
        const Zxid first = (*a.granted)->token;
        a.releaseNow();
        b.acquire();
        stage.server.pass(2000);
        QVERIFY(b.holds());
        QVERIFY(first < (*b.granted)->token);
    }

    void aLockGoesWithItsConnection_data() { each({RecipeId::SqlForUpdate, RecipeId::SqlNamed}); }
    void aLockGoesWithItsConnection()
    {
        QFETCH(RecipeId, recipe);
        Stage stage(recipe);
        KeyPlayer &a = stage.join(), &b = stage.join();
        a.acquireNow();
        a.die();
        QVERIFY(!stage.isTaken());
        b.acquire();
        stage.server.pass(2000);
        QVERIFY(b.holds());
        b.session.lose(Loss::Reply);
        b.releaseNow();
        QCOMPARE(b.releaseError(), ErrorCode::NotHeld); // or before: nobody can tell
        QVERIFY(!stage.isTaken());
    }

    void workIsDoneAgainWhereAnotherWasFirst()
    {
        Stage stage(RecipeId::SqlVersion);
        KeyPlayer &a = stage.join(), &b = stage.join();
        a.acquire();
        b.acquireNow();
        QVERIFY(a.holds() && b.holds()); // nobody waits
        QVERIFY(a.releaseNow());
        const int before = stage.server.requests;
        b.release();
        stage.server.pass(1000);
        QVERIFY(*b.released);
        QCOMPARE(stage.server.requests - before, 3); // in vain, the version again, and the work of it
        QCOMPARE(stage.sql.version(key), 2);
    }

    void anUpdateWhoseReplyIsLostIsNotDoneTwice()
    {
        Stage stage(RecipeId::SqlVersion);
        KeyPlayer &a = stage.join();
        a.acquireNow();
        a.session.lose(Loss::Reply);
        a.release();
        stage.server.pass(1000);
        QVERIFY(*a.released);
        QCOMPARE(stage.sql.version(key), 1);
    }
};

} // namespace lockscope::tst_keylocks

LOCKSCOPE_TEST(lockscope::tst_keylocks::TestKeyLocks)
#include "tst_keylocks.moc"
