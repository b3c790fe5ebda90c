// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "worldfixture.h"

#include <QTest>

namespace lockscope::tst_worldlab {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

const QString lock = u"/a/lock"_s;

ClientSpawned spawned(quint32 id, locks::RecipeId recipe)
{
    return {ClientId{id}, u"client-%1"_s.arg(id), recipe, locks::Dialect::Plain, locks::Mode::Exclusive, lock};
}

ClientLockState becomes(quint32 id, LockState state)
{
    ClientLockState event;
    event.id = ClientId{id};
    event.state = state;
    return event;
}

} // namespace

/// What the lab's events make of the World besides the clients themselves.
class TestWorldLab : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
        f.happens(becomes(1, LockState::Releasing));
        f.happens(ClientRequest{ClientId{1}, u"delete"_s, lock}); // the release itself
        f.happens(ClientRequest{ClientId{3}, u"create"_s, lock}); // an arrival
        for (const quint32 id : {2u, 3u}) {
            f.happens(ClientWatchFired{ClientId{id}, WatchEvent::ChildrenChanged, lock});
            f.happens(ClientRequest{ClientId{id}, u"get_children"_s, lock});
        }
        const ReleaseCost *cost = f.world.herd().newest(lock);
        QVERIFY(cost);
        QCOMPARE(cost->releaser, ClientId{1});
        QCOMPARE(cost->events, 2);
        QCOMPARE(cost->requests, 2);
        f.happens(becomes(2, LockState::Retained));
        f.happens(becomes(2, LockState::Releasing));
        QCOMPARE(f.world.herd().newest(lock)->events, 0);
        QCOMPARE(f.world.herd().previous(lock)->events, 2);
    }

    void watchesAreCountedUntilTheyFireOrAreTakenBackOrGoWithTheSession()
    {
        WorldFixture f;
        f.happens(spawned(1, locks::RecipeId::Mutex));
        const auto held = [&f] { return f.world.client(ClientId{1})->watchesHeld; };
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

} // namespace lockscope::tst_worldlab

LOCKSCOPE_TEST(lockscope::tst_worldlab::TestWorldLab)
#include "tst_worldlab.moc"
