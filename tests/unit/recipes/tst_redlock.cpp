// SPDX-License-Identifier: Apache-2.0
#include "core/locks/recipecatalog.h"
#include "core/recipes/redislocks.h"
#include "tests/support/fake/fakeredis.h"
#include "tests/support/testprogram.h"
#include "tests/unit/recipes/keyplayer.h"

namespace lockscope::tst_redlock {

using namespace lockscope::recipes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using fake::FakeRedis;
using fake::FakeRedisSession;

const QString key = u"orders"_s;
constexpr auto limit = 1000ms;
constexpr size_t servers = 5;

/// One of five servers, as one client reaches it: keys of its own in one fake, and it may be down, or late.
class OneOfFive final : public RedisStore
{
public:
    OneOfFive(FakeRedisSession &session, size_t number)
        : m_session(session)
        , m_number(number)
    {
    }

    bool isDown = false;

    QString name(const QString &of) const { return u"%1:%2"_s.arg(m_number).arg(of); }
    SessionId session() const override { return m_session.session(); }
    Reply<SessionId> connected() override { return m_session.connected(); }
    Reply<bool> setIfAbsent(QString of, QByteArray value, std::optional<Milliseconds> with) override
    {
        return isDown ? down<bool>() : m_session.setIfAbsent(name(of), value, with);
    }
    Reply<Value> get(QString of) override { return isDown ? down<Value>() : m_session.get(name(of)); }
    Reply<Value> getSet(QString of, QByteArray value) override { return m_session.getSet(name(of), value); }
    Reply<bool> expire(QString of, Milliseconds with) override { return m_session.expire(name(of), with); }
    Reply<bool> remove(QString of) override { return m_session.remove(name(of)); }
    Reply<bool> removeIfEqual(QString of, QByteArray value, QString channel) override
    {
        return isDown ? down<bool>() : m_session.removeIfEqual(name(of), value, channel);
    }
    Reply<bool> expireIfEqual(QString of, QByteArray value, Milliseconds with) override
    {
        return m_session.expireIfEqual(name(of), value, with);
    }
    Reply<std::shared_ptr<Watch>> listen(QString channel, QString of) override { return m_session.listen(channel, of); }
    Reply<Done> after(Milliseconds time) override { return m_session.after(time); }
    qint64 clockMs() const override { return m_session.clockMs(); }

private:
    template<typename T>
    static Reply<T> down()
    {
        return Result<T>(failure(ErrorCode::NotConnected));
    }

    FakeRedisSession &m_session;
    size_t m_number;
};

using Reached = std::vector<std::unique_ptr<OneOfFive>>;

class Player : public KeyPlayer
{
public:
    Player(FakeRedis &fake, quint32 seed, std::chrono::milliseconds ofKeys = limit)
        : Player(fake, fake.newSession(), keySpec(key, seed, ofKeys), std::make_shared<Reached>())
    {
    }

    void setDown(std::initializer_list<size_t> which)
    {
        for (size_t i = 0; i < servers; ++i)
            reached->at(i)->isDown = std::ranges::find(which, i) != which.end();
    }

    FakeRedisSession &own;
    std::shared_ptr<Reached> reached;

private:
    Player(FakeRedis &fake, FakeRedisSession &mine, const RecipeSpec &spec, std::shared_ptr<Reached> stores)
        : KeyPlayer(fake, mine, redlock(spec, mine, *stores))
        , own(mine)
        , reached(std::move(stores))
    {
    }
    static std::unique_ptr<Recipe> redlock(const RecipeSpec &spec, FakeRedisSession &mine, Reached &stores)
    {
        std::vector<RedisStore *> all;
        for (size_t i = 0; i < servers; ++i)
            all.push_back(stores.emplace_back(std::make_unique<OneOfFive>(mine, i)).get());
        return makeRedisRecipe(locks::RecipeId::Redlock, spec, all);
    }
};

int keysOn(FakeRedis &fake)
{
    int count = 0;
    for (size_t i = 0; i < servers; ++i)
        count += fake.has(u"%1:%2"_s.arg(i).arg(key)) ? 1 : 0;
    return count;
}

class TestRedlock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneHoldsAtATime()
    {
        for (unsigned seed = 1; seed <= 12; ++seed) {
            FakeRedis fake;
            fake.shuffle(seed);
            std::vector<std::unique_ptr<Player>> players;
            int grants = 0;
            bool two = false;
            for (quint32 i = 0; i < 3; ++i) {
                auto &player = *players.emplace_back(std::make_unique<Player>(fake, seed * 10 + i, 100s));
                player.onGranted = [&] {
                    ++grants;
                    two = two || std::ranges::count_if(players, [](const auto &each) { return each->holds(); }) > 1;
                };
            }
            for (int round = 0; round < 600 && grants < 10; ++round) {
                for (const auto &player : players) {
                    player->setDown(
                        {(seed + static_cast<unsigned>(round)) % 5, (seed + 2u) % 5}); // never more than two
                    if (player->holds())
                        player->release();
                    else if (!player->busy)
                        player->acquire();
                }
                fake.pass(7);
            }
            QVERIFY2(!two, qPrintable(u"seed %1"_s.arg(seed)));
            QVERIFY2(grants > 0, qPrintable(u"seed %1"_s.arg(seed)));
        }
    }

    void whatItCostsAloneIsWhatTheCatalogSays()
    {
        const locks::Cost &cost = locks::recipeInfo(locks::RecipeId::Redlock).cost;
        FakeRedis fake;
        Player a(fake, 1);
        QVERIFY(a.acquireNow());
        QCOMPARE(QString::number(fake.requests), cost.requestsFree.english());
        fake.requests = 0;
        a.releaseNow();
        QCOMPARE(fake.requests, cost.ofRelease(0).requests);
        // Behind a holder: one poll asks all for the key, and takes all back.
        a.acquireNow();
        Player b(fake, 2);
        b.acquire();
        fake.requests = 0;
        fake.run();
        QVERIFY(!b.holds());
        QCOMPARE(fake.requests, 5); // the first five were sent before
    }

    void twoOfFiveMayBeDown()
    {
        FakeRedis fake;
        Player a(fake, 1), b(fake, 2);
        a.setDown({0, 3});
        QVERIFY(a.acquireNow());
        QCOMPARE(keysOn(fake), 3);
        b.acquire();
        fake.pass(200);
        QVERIFY(!b.holds());
        a.release();
        fake.pass(200);
        QVERIFY(b.holds());
    }

    void withThreeDownNobodyHoldsAndNothingIsLeft()
    {
        FakeRedis fake;
        Player a(fake, 1);
        a.setDown({0, 1, 2});
        a.acquire();
        fake.pass(300);
        QVERIFY(a.busy && !a.holds());
        a.giveUp();
        fake.pass(300);
        QVERIFY(!a.busy);
        QCOMPARE(a.acquireError(), ErrorCode::Cancelled);
        QCOMPARE(keysOn(fake), 0);
    }

    void whoGotTwoOfFiveGivesThemBack()
    {
        FakeRedis fake;
        Player a(fake, 1, 100s), b(fake, 2, 100s);
        a.setDown({0, 1});
        QVERIFY(a.acquireNow());
        b.acquire(); // gets what is left, and may not keep it
        while (keysOn(fake) < 5 && fake.step()) { }
        QCOMPARE(keysOn(fake), 5);
        b.giveUp();
        fake.pass(300);
        QVERIFY(!b.busy);
        QCOMPARE(keysOn(fake), 3);
    }

    void answersThatComeAfterTheLimitAreWorthNothing()
    {
        FakeRedis fake;
        Player a(fake, 1);
        a.acquire();
        fake.nowMs += limit.count(); // all answers are on their way
        a.giveUp();                  // else it would try again at once
        fake.pass(300);
        QVERIFY(!a.holds());
        QCOMPARE(keysOn(fake), 0);
    }

    void aClockThatIsSetBackMakesTwoBelieve()
    {
        FakeRedis fake;
        Player a(fake, 1), b(fake, 2);
        a.acquire();
        for (size_t i = 0; i < servers; ++i)
            fake.step(); // the servers have set their keys
        QCOMPARE(keysOn(fake), 5);
        fake.nowMs += 2 * limit.count();
        a.own.clockAheadMs = -2 * limit.count();
        fake.run();
        QVERIFY(a.holds());
        QCOMPARE(keysOn(fake), 0);
        QVERIFY(b.acquireNow());
    }

    void aServerThatForgetsMakesTwoBelieve()
    {
        FakeRedis fake;
        Player a(fake, 1, 100s), b(fake, 2, 100s);
        a.setDown({3, 4});
        QVERIFY(a.acquireNow());
        a.reached->at(2)->remove(key).then([](const auto &) {}); // it came back empty
        fake.run();
        b.acquire();
        fake.pass(300);
        QVERIFY(a.holds() && b.holds());
    }

    void aLostReplyIsDeletedAllTheSame()
    {
        FakeRedis fake;
        Player a(fake, 1);
        a.session.lose(FakeRedisSession::Loss::Reply, 3);
        a.acquire();
        fake.pass(100);
        QVERIFY(a.holds());
        QCOMPARE(keysOn(fake), 4); // what was set without a word is taken back: four say yes, and hold
        a.release();
        fake.pass(100);
        QVERIFY(*a.released);
        QCOMPARE(keysOn(fake), 0);
    }

    void whatALostMessageLeftGoesWhenTheServerIsReached()
    {
        for (const auto loss : {FakeRedisSession::Loss::Reply, FakeRedisSession::Loss::Request}) {
            FakeRedis fake;
            Player a(fake, 1, 100s);
            a.acquireNow();
            a.session.lose(loss, 4);
            QVERIFY(a.releaseNow());
            QCOMPARE(keysOn(fake), 0);
            Player b(fake, 2, 100s);
            b.setDown({0, 1, 2}); // it gets two, and loses the reply of one
            b.session.lose(FakeRedisSession::Loss::Reply, 2);
            b.acquire();
            fake.pass(200);
            b.giveUp();
            fake.pass(200);
            QVERIFY(!b.busy);
            QCOMPARE(keysOn(fake), 0);
        }
    }

    void whoHasLostMostKeysHoldsNoMore()
    {
        FakeRedis fake;
        Player a(fake, 1);
        a.acquireNow();
        QCOMPARE(a.stillHeld(), true);
        for (size_t i = 0; i < 3; ++i)
            a.reached->at(i)->remove(key).then([](const auto &) {});
        fake.run();
        QCOMPARE(a.stillHeld(), false);
        a.releaseNow();
        QVERIFY(!*a.released); // two keys were still there, and three let another in
        QCOMPARE(a.releaseError(), ErrorCode::NotHeld);
        QCOMPARE(keysOn(fake), 0);
    }
};

} // namespace lockscope::tst_redlock

LOCKSCOPE_TEST(lockscope::tst_redlock::TestRedlock)
#include "tst_redlock.moc"
