// SPDX-License-Identifier: Apache-2.0
// What the events of simulated clients make of the World: the clients themselves, and their locks.
#include "tests/support/testprogram.h"
#include "worldfixture.h"

#include <QTest>

namespace lockscope::tst_worldclients {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

const QString lock = u"/a/lock"_s;
constexpr ClientId one{1};

ClientSpawned spawned(quint32 id, locks::RecipeId recipe = locks::RecipeId::Mutex)
{
    return {ClientId{id}, u"client-%1"_s.arg(id), recipe, locks::Dialect::Plain, locks::Mode::Exclusive, lock};
}

QString nodeOf(quint32 id)
{
    return lock + u"/lock-%1"_s.arg(id, 10, 10, QLatin1Char('0'));
}

ClientLockState becomes(quint32 id, LockState state)
{
    return {ClientId{id}, state, state == LockState::Released ? QString() : nodeOf(id), {}, 0, {}};
}

void connects(WorldFixture &f, SessionId session)
{
    f.happens(ClientConnection{one, ConnectionState::Connected, session});
}

/// Four in a line, the first of which holds: each of the others watches the one before it.
struct Line : WorldFixture
{
    explicit Line(locks::RecipeId recipe = locks::RecipeId::Mutex)
    {
        for (const quint32 id : {1u, 2u, 3u, 4u}) {
            happens(spawned(id, recipe));
            happens(ClientConnection{ClientId{id}, ConnectionState::Connected, SessionId{0x10 + id}});
            happens(becomes(id, id == 1 ? LockState::Retained : LockState::Fetching));
            if (id > 1 && recipe == locks::RecipeId::Mutex)
                happens(ClientWatchSet{ClientId{id}, nodeOf(id - 1), false});
        }
        if (recipe == locks::RecipeId::QueueHerd) {
            for (const quint32 id : {2u, 3u, 4u})
                happens(ClientWatchSet{ClientId{id}, lock, true});
        }
    }
    void fires(quint32 id, quint32 of) { happens(ClientWatchFired{ClientId{id}, WatchEvent::Deleted, nodeOf(of)}); }
    void herdFires()
    {
        for (const quint32 id : {2u, 3u, 4u})
            happens(ClientWatchFired{ClientId{id}, WatchEvent::ChildrenChanged, lock});
    }
    const Leaving &newest() const { return *world.herd().newest(lock); }
    /// "3, expired: 1 woken of 2": who left and why, and whom of those that waited it woke.
    QString herdText() const
    {
        static constexpr const char *causes[] = {"released", "gave up", "expired", "by hand", "not known"};
        const Leaving &leaving = newest();
        return QString::asprintf("%u, %s: %d woken of %d", leaving.leaver.value, causes[int(leaving.cause)],
                                 leaving.woken, leaving.waiting);
    }
    HerdCount count() const { return world.herd().count(lock); }
};

} // namespace

class TestWorldClients : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSpawnedClientIsFree()
    {
        WorldFixture f;
        QCOMPARE(f.happens(spawned(1)).clients, QSet<ClientId>{one});
        const Client *client = f.world.client(one);
        QVERIFY(client);
        QCOMPARE(client->spec.name, u"client-1"_s);
        QCOMPARE(client->state, LockState::Free);
        QCOMPARE(client->stateSinceNs, f.world.atNs());
    }

    void aClientIsFoundByItsSessionThoughThatExpired()
    {
        WorldFixture f;
        f.happens(spawned(1));
        QVERIFY(!f.world.clientOfSession(SessionId{0xa}));
        connects(f, SessionId{0xa});
        QCOMPARE(f.world.clientOfSession(SessionId{0xa}), f.world.client(one));
        QCOMPARE(f.world.client(one)->connection, ConnectionState::Connected);
        QVERIFY(!f.world.clientOfSession(SessionId{}));
        f.happens(ClientConnection{one, ConnectionState::Expired, {}});
        QCOMPARE(f.world.client(one)->session, SessionId{0xa});
        connects(f, SessionId{0xb});
        QCOMPARE(f.world.client(one)->session, SessionId{0xb});
        QCOMPARE(f.world.clientOfSession(SessionId{0xa}), f.world.client(one));
        QCOMPARE(f.world.clientOfSession(SessionId{0xb}), f.world.client(one));
    }

    void aStateIsKeptWithTheInstantSinceWhich()
    {
        WorldFixture f;
        f.happens(spawned(1));
        ClientLockState state{one, LockState::Fetching, {}, {}, 0, {}};
        f.happens(state);
        const qint64 since = f.world.atNs();
        state.node = u"/a/lock/lock-0000000000"_s;
        f.happens(state); // the same state with more known of it
        QCOMPARE(f.world.client(one)->stateSinceNs, since);
        QCOMPARE(f.world.client(one)->node, state.node);
        state.state = LockState::Retained;
        state.token = Zxid{7};
        state.round = 1;
        f.happens(state);
        QCOMPARE(f.world.client(one)->stateSinceNs, f.world.atNs());
        QCOMPARE(f.world.client(one)->token, Zxid{7});
        QCOMPARE(f.world.client(one)->round, 1);
        state.error = Error{ErrorCode::SessionExpired, {}, {}, {}};
        f.happens(state);
        QCOMPARE(f.world.client(one)->error->code, ErrorCode::SessionExpired);
    }

    void requestsAndWatchEventsAreCounted()
    {
        WorldFixture f;
        f.happens(spawned(1));
        f.happens(ClientRequest{one, u"create"_s, u"/a/lock/lock-"_s});
        f.happens(ClientRequest{one, u"get_children"_s, u"/a/lock"_s});
        QVERIFY(f.happens(ClientReply{one, u"create"_s, u"/a/lock/lock-"_s, {}, 1000}).isEmpty());
        f.happens(ClientWatchFired{one, WatchEvent::Deleted, u"/a/lock/lock-0000000000"_s});
        QCOMPARE(f.world.client(one)->requests, quint64(2));
        QCOMPARE(f.world.client(one)->watchEvents, quint64(1));
    }

    void aCrashLastsUntilTheClientIsBack()
    {
        WorldFixture f;
        f.happens(spawned(1));
        f.happens(ClientFault{one, Fault::Crash});
        QVERIFY(f.world.client(one)->crashed);
        connects(f, SessionId{0xb});
        QVERIFY(!f.world.client(one)->crashed);
    }

    void aRemovedClientIsGone()
    {
        WorldFixture f;
        f.happens(spawned(1));
        connects(f, SessionId{0xa});
        const Changes changes = f.happens(ClientRemoved{one});
        QCOMPARE(changes.clientsRemoved, QSet<ClientId>{one});
        QVERIFY(changes.clients.isEmpty());
        QVERIFY(!f.world.client(one));
        QVERIFY(!f.world.clientOfSession(SessionId{0xa}));
        // Come and gone within one batch.
        const Changes both = f.world.apply({f.writer.stamp(spawned(2)), f.writer.stamp(ClientRemoved{ClientId{2}})});
        QVERIFY(both.clients.isEmpty());
        QCOMPARE(both.clientsRemoved, QSet<ClientId>{ClientId{2}});
    }

    void eventsOfARemovedClientAreIgnored()
    {
        WorldFixture f;
        QVERIFY(f.happens(ClientConnection{one, ConnectionState::Connected, SessionId{0xa}}).isEmpty());
        QVERIFY(f.happens(ClientRequest{one, u"create"_s, u"/a"_s}).isEmpty());
        QVERIFY(f.happens(ClientRemoved{one}).isEmpty());
        QVERIFY(f.world.clients().empty());
    }

    void changesUnite()
    {
        Changes changes;
        QVERIFY(changes.isEmpty());
        Changes other;
        other.directories = {u"/a"_s};
        other.clients = {one};
        other.clientsRemoved = {ClientId{2}};
        other.connection = true;
        changes.unite(other);
        other = {};
        other.observation = true;
        changes.unite(other);
        QCOMPARE(changes.directories, QSet<QString>{u"/a"_s});
        QCOMPARE(changes.clients, QSet<ClientId>{one});
        QCOMPARE(changes.clientsRemoved, QSet<ClientId>{ClientId{2}});
        QVERIFY(changes.connection && changes.observation);
    }

    void aPlainLockIsHeldByTheNodeAtItsPath()
    {
        WorldFixture f;
        f.listed(u"/a"_s, {u"lock"_s});
        const Changes changes = f.happens(spawned(1, locks::RecipeId::Ephemeral));
        QVERIFY(changes.directories.contains(lock));
        QCOMPARE(f.world.lockPaths(), QList<QString>{lock});
        QCOMPARE(f.world.queue(lock).kind, locks::LockKind::Ephemeral);
        QVERIFY(f.world.queue(lock).holders.empty()); // nothing is known of the node yet
        f.resolved(lock, 7);
        QCOMPARE(f.world.queue(lock).holders, std::vector<int>{0});
    }

    void aPlainLockIsFreeWhileItsNodeIsNotThere()
    {
        WorldFixture f;
        f.happens(spawned(1, locks::RecipeId::Ephemeral));
        QVERIFY(f.world.lockPaths().isEmpty()); // nobody has looked
        f.listed(u"/a"_s, {});
        QCOMPARE(f.world.lockPaths(), QList<QString>{lock});
        QVERIFY(!f.world.queue(lock).isLock());
        f.listed(u"/a"_s, {u"lock"_s});
        f.resolved(lock, 7);
        QCOMPARE(f.world.queue(lock).holders.size(), 1u);
        const Changes changes = f.listed(u"/a"_s, {}, {u"lock"_s});
        QVERIFY(changes.directories.contains(lock));
        QCOMPARE(f.world.lockPaths(), QList<QString>{lock});
        QVERIFY(f.world.queue(lock).contenders.empty());
    }

    void aDirectoryAtThatPathIsReadAsOne()
    {
        WorldFixture f;
        f.listed(u"/a"_s, {u"lock"_s});
        f.happens(spawned(1, locks::RecipeId::Ephemeral));
        f.listed(lock, {u"lock-0000000000"_s});
        f.resolved(lock + u"/lock-0000000000"_s, 7);
        QCOMPARE(f.world.queue(lock).kind, locks::LockKind::Mutex);
        QCOMPARE(f.world.queue(lock).holders.size(), 1u);
    }

    void aReleaseIsChargedWithWhomItWakesAndWhatTheyAsk()
    {
        WorldFixture f;
        for (const quint32 id : {1u, 2u, 3u})
            f.happens(spawned(id, locks::RecipeId::QueueHerd));
        QVERIFY(!f.world.herd().newest(lock));
        f.happens(becomes(1, LockState::Retained));
        for (const quint32 id : {2u, 3u})
            f.happens(becomes(id, LockState::Fetching));
        f.happens(becomes(1, LockState::Releasing));
        f.happens(ClientRequest{ClientId{1}, u"delete"_s, nodeOf(1)}); // the release itself
        f.happens(ClientRequest{ClientId{3}, u"create"_s, lock});      // an arrival
        for (const quint32 id : {2u, 3u}) {
            f.happens(ClientWatchFired{ClientId{id}, WatchEvent::ChildrenChanged, lock});
            f.happens(ClientRequest{ClientId{id}, u"get_children"_s, lock});
        }
        const Leaving *leaving = f.world.herd().newest(lock);
        QVERIFY(leaving);
        QCOMPARE(leaving->leaver, ClientId{1});
        QCOMPARE(leaving->cause, Leaving::Cause::Released);
        QCOMPARE(leaving->events, 2);
        QCOMPARE(leaving->requests, 2);
        f.happens(becomes(2, LockState::Retained));
        QCOMPARE(f.world.herd().newest(lock)->served, 1);      // and the other one was woken in vain
        f.happens(ClientRequest{ClientId{2}, u"get"_s, lock}); // it holds: that is its work
        f.happens(becomes(2, LockState::Releasing));
        QCOMPARE(f.world.herd().newest(lock)->events, 0);
        QCOMPARE(f.world.herd().previous(lock)->events, 2);
        QCOMPARE(f.world.herd().previous(lock)->requests, 2);
    }

    /// A is released, B crashes, C pauses until its session is over: each wakes the one behind it, and no other.
    void eachLeavingHasItsOwnEffects()
    {
        Line f;
        f.happens(becomes(1, LockState::Releasing));
        f.fires(2, 1);
        f.happens(becomes(2, LockState::Retained));
        QCOMPARE(f.herdText(), u"1, released: 1 woken of 3"_s);
        QCOMPARE(f.newest().served, 1);
        f.happens(ClientFault{ClientId{2}, Fault::Crash, 0, false});
        f.fires(3, 2);
        f.happens(becomes(3, LockState::Retained));
        QCOMPARE(f.herdText(), u"2, expired: 1 woken of 2"_s);
        f.happens(ClientFault{ClientId{3}, Fault::Pause, 0, false});
        f.fires(4, 3);
        f.happens(becomes(4, LockState::Retained));
        QCOMPARE(f.herdText(), u"3, expired: 1 woken of 1"_s);
        QCOMPARE(f.count(), (HerdCount{3, 3}));
        f.happens(ClientConnection{ClientId{3}, ConnectionState::Expired, {}}); // it hears of it last: no fourth one
        f.happens(becomes(3, LockState::Released));
        QCOMPARE(f.count(), (HerdCount{3, 3}));
    }

    void whoGivesUpWakesTheOneBehindItInVain()
    {
        Line f;
        f.happens(becomes(2, LockState::Releasing));
        f.fires(3, 2);
        f.happens(ClientRequest{ClientId{3}, u"get_children"_s, lock});
        f.happens(ClientStep{ClientId{3}, locks::Step::Wait, nodeOf(1)});
        f.happens(ClientRequest{ClientId{3}, u"exists"_s, lock}); // of its own
        QCOMPARE(f.herdText(), u"2, gave up: 1 woken of 2"_s);
        QCOMPARE(f.newest().served, 0);
        QCOMPARE(f.newest().requests, 1);
    }

    void manyThatGoAtOnceAreManyLeavings()
    {
        Line f;
        for (const quint32 id : {1u, 2u, 3u})
            f.happens(becomes(id, LockState::Releasing));
        f.fires(2, 1); // it does not wait any more
        f.fires(4, 3);
        QCOMPARE(f.count(), (HerdCount{3, 1}));
        QCOMPARE(f.herdText(), u"3, gave up: 1 woken of 1"_s);
    }

    void aNodeThatGoesByHandIsToldSoWhetherBeforeOrAfterItsEffects()
    {
        Line f;
        f.fires(2, 1);
        QCOMPARE(f.newest().leaver, ClientId{1});
        QCOMPARE(f.newest().cause, Leaving::Cause::NotKnown);
        f.happens(ReleaseForced{nodeOf(1), {}, {}, {}});
        QCOMPARE(f.newest().cause, Leaving::Cause::ByHand);
        f.happens(ReleaseForced{nodeOf(2), {}, {}, {}});
        f.fires(3, 2);
        QCOMPARE(f.newest().leaver, ClientId{2});
        QCOMPARE(f.newest().cause, Leaving::Cause::ByHand);
        QCOMPARE(f.newest().woken, 1);
        QCOMPARE(f.count(), (HerdCount{2, 2}));
    }

    void anArrivalWakesAHerdAndIsNoLeaving()
    {
        Line f(locks::RecipeId::QueueHerd);
        f.happens(spawned(5, locks::RecipeId::QueueHerd));
        f.happens(becomes(5, LockState::Fetching));
        f.herdFires();
        QVERIFY(!f.world.herd().newest(lock));
        for (const quint32 id : {2u, 3u, 4u})
            f.happens(ClientWatchSet{ClientId{id}, lock, true});
        f.happens(becomes(1, LockState::Releasing));
        f.herdFires();
        f.happens(becomes(2, LockState::Retained));
        QCOMPARE(f.herdText(), u"1, released: 3 woken of 4"_s);
        QCOMPARE(f.newest().served, 1);
        QCOMPARE(f.count(), (HerdCount{1, 3}));
    }

    void aHerdThatACrashHasWokenTellsWhoseSessionEnded()
    {
        Line f(locks::RecipeId::QueueHerd);
        f.happens(ClientFault{ClientId{1}, Fault::Crash, 0, false});
        f.herdFires();
        QVERIFY(!f.world.herd().newest(lock));
        f.happens(becomes(2, LockState::Retained));
        QCOMPARE(f.newest().leaver, ClientId{1});
        QCOMPARE(f.newest().cause, Leaving::Cause::Expired);
        QCOMPARE(f.newest().woken, 3);
        QCOMPARE(f.newest().served, 1);
    }

    void aWatchThatFiresLateIsOfTheLeavingThatItWasSetFor()
    {
        Line f(locks::RecipeId::QueueHerd);
        f.happens(becomes(1, LockState::Releasing));
        f.happens(ClientWatchFired{ClientId{2}, WatchEvent::ChildrenChanged, lock});
        f.happens(becomes(2, LockState::Retained));
        f.happens(ClientWatchFired{ClientId{3}, WatchEvent::ChildrenChanged, lock});
        f.happens(becomes(2, LockState::Releasing));
        f.happens(ClientWatchFired{ClientId{4}, WatchEvent::ChildrenChanged, lock});
        QCOMPARE(f.world.herd().previous(lock)->woken, 3);
        QCOMPARE(f.newest().woken, 0);
    }

    /// Its path is that of the next one, too: whom a release woke does not depend on how soon others follow.
    void eventsOfANodeAreOfItsReleaseHoweverLateTheyCome()
    {
        WorldFixture f;
        const auto tells = [&f](quint32 id, LockState state) {
            ClientLockState event = becomes(id, state);
            event.node = state == LockState::Retained ? lock : QString();
            f.happens(event);
        };
        const auto holds = [&](quint32 id, qint64 czxid) {
            f.happens(ServerNode{ClientId{id}, lock, ServerNode::Life::Born, Zxid{czxid}, SessionId{0x10 + id}});
            tells(id, LockState::Retained);
        };
        const auto waits = [&](quint32 id, qint64 seen) {
            f.happens(ClientReply{ClientId{id}, u"exists"_s, lock, {}, 0, 0, Zxid{seen}});
            f.happens(ClientWatchSet{ClientId{id}, lock, false});
        };
        const auto fires = [&f](quint32 id) { f.happens(ClientWatchFired{ClientId{id}, WatchEvent::Deleted, lock}); };
        for (const quint32 id : {1u, 2u, 3u, 4u, 5u}) {
            f.happens(spawned(id, locks::RecipeId::Ephemeral));
            tells(id, LockState::Fetching);
        }
        holds(1, 1);
        for (const quint32 id : {2u, 3u, 4u})
            waits(id, 1);
        tells(1, LockState::Releasing);
        fires(2);
        waits(5, 1); // its answer came after the event of another
        holds(2, 10);
        tells(2, LockState::Releasing);
        fires(5);
        holds(5, 20);
        tells(5, LockState::Releasing);
        fires(3);
        waits(3, 20);
        fires(4);
        QCOMPARE(f.world.herd().count(lock), (HerdCount{3, 4}));
        QCOMPARE(f.world.herd().newest(lock)->woken, 0);
        fires(3);
        QCOMPARE(f.world.herd().count(lock), (HerdCount{3, 5}));
        QCOMPARE(f.world.herd().newest(lock)->woken, 1);
    }

    void watchesAreCountedUntilTheyFireOrAreTakenBackOrGoWithTheSession()
    {
        WorldFixture f;
        f.happens(spawned(1, locks::RecipeId::Mutex));
        const auto held = [&f] { return f.world.client(ClientId{1})->watching.size(); };
        for (int i = 0; i < 3; ++i)
            f.happens(ClientWatchSet{ClientId{1}, lock});
        QCOMPARE(held(), 3);
        f.happens(ClientWatchFired{ClientId{1}, WatchEvent::Deleted, lock});
        f.happens(ClientWatchEnded{ClientId{1}, lock});
        QCOMPARE(held(), 1);
        f.happens(ClientConnection{ClientId{1}, ConnectionState::Expired, {}});
        QCOMPARE(held(), 0);
    }
};

} // namespace lockscope::tst_worldclients

LOCKSCOPE_TEST(lockscope::tst_worldclients::TestWorldClients)
#include "tst_worldclients.moc"
