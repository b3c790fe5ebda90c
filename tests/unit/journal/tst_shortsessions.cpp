// SPDX-License-Identifier: Apache-2.0
// 40,000 sessions that come, take a lock and go: what a World, and the ledger beside it, remember of them when they
// are gone. Counted by their entries, never by time or memory.
#include "core/ledger/ledger.h"
#include "tests/support/testprogram.h"
#include "worldfixture.h"

#include <QTest>

namespace lockscope::tst_shortsessions {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int sessions = testprogram::isSanitized ? 2'400 : 5'000; ///< in each of eight ways
/// After so many a World has all that it will ever have.
constexpr int some = 2'000;
/// What is looked at only now and then may stand one way or the other.
constexpr qsizetype slack = 16;

/// Of a ledger in these tests.
constexpr size_t mostAcquisitions = 1'000;
constexpr size_t mostGoneLocks = 200;
/// So many free locks of one node are there, for the trees of the ledger and of the World.
constexpr size_t emptyLocks = 257;

/// What it tells, the World and the ledger hear.
struct Story : WorldFixture
{
    Ledger ledger{mostAcquisitions, mostGoneLocks};

    void tell(Payload what) { ledger.append(writer.stamp(std::move(what)), world); }
    void list(const QString &path, const QStringList &added, const QStringList &removed = {})
    {
        DirectoryListed event = listing(path, added, removed);
        event.stat.czxid = Zxid{1};
        tell(event);
    }
    void resolve(const QString &path, int session) { tell(read(path, 0x100 + session, 0x1000 + session)); }
    void spawn(ClientId id, locks::RecipeId recipe, const QString &lock)
    {
        tell(ClientSpawned{id, u"c"_s, recipe, locks::Dialect::Plain, locks::Mode::Exclusive, lock});
    }
    void become(ClientId id, locks::LockState state, const QString &node = {})
    {
        tell(ClientLockState{id, state, node, {}, 0, {}});
    }
    /// Someone looks at each lock while it is there and once more after.
    void look(const QString &path) { (void)world.queue(path); }
};

using Tell = void (*)(Story &, int session);

void inOneQueue(Story &story, int session)
{
    const QString name = u"lock-%1"_s.arg(session, 10, 10, QChar(u'0'));
    story.list(u"/queue"_s, {name});
    story.resolve(u"/queue/"_s + name, session);
    story.look(u"/queue"_s);
    story.list(u"/queue"_s, {}, {name});
}

/// Two of them at a time: such a directory is remembered for a while, in case that another takes its place.
void inQueuesOfTheirOwn(Story &story, int session)
{
    const QString name = u"q-%1"_s.arg(session);
    const QString lock = u"/queues/"_s + name;
    story.list(u"/queues"_s, {name});
    story.list(lock, {u"lock-0000000000"_s, u"lock-0000000001"_s});
    story.resolve(lock + u"/lock-0000000000"_s, session);
    story.look(lock);
    story.list(u"/queues"_s, {}, {name});
    story.look(lock);
}

void inDirectoriesThatGoWithTheirNode(Story &story, int session)
{
    const QString name = u"job-%1"_s.arg(session);
    const QString lock = u"/jobs/"_s + name + u"/lock"_s;
    story.list(u"/jobs"_s, {name});
    story.list(u"/jobs/"_s + name, {u"lock"_s});
    story.resolve(lock, session);
    story.look(lock);
    story.list(u"/jobs/"_s + name, {}, {u"lock"_s});
    story.tell(NodeVanished{u"/jobs/"_s + name});
    story.list(u"/jobs"_s, {}, {name});
    story.look(lock);
}

void underNamesThatNeverComeAgain(Story &story, int session)
{
    const QString name = u"%1.lock"_s.arg(session);
    story.list(u"/plain"_s, {name});
    story.resolve(u"/plain/"_s + name, session);
    story.look(u"/plain/"_s + name);
    story.list(u"/plain"_s, {}, {name});
    story.look(u"/plain/"_s + name);
}

/// As simulated clients that are removed when they are through.
void byClientsWithLocksOfTheirOwn(Story &story, int session)
{
    const ClientId id{static_cast<quint32>(session + 1)};
    const QString name = u"sim-%1"_s.arg(session);
    const QString lock = u"/sims/"_s + name;
    story.spawn(id, locks::RecipeId::Ephemeral, lock);
    story.tell(ClientConnection{id, ConnectionState::Connected, SessionId{0x1000 + session}});
    story.list(u"/sims"_s, {name});
    story.resolve(lock, session);
    story.become(id, locks::LockState::Retained);
    story.become(id, locks::LockState::Released);
    story.list(u"/sims"_s, {}, {name});
    story.tell(ClientRemoved{id});
}

/// Waiters are woken while one and the same release is the newest.
void byClientsThatAreWokenAndRemoved(Story &story, int session)
{
    const ClientId first{1};
    const ClientId id{static_cast<quint32>(session + 2)};
    const QString node = u"/w/lock-0000000000"_s;
    if (session == 0) {
        story.spawn(first, locks::RecipeId::Mutex, u"/w"_s);
        story.become(first, locks::LockState::Retained, node);
        story.become(first, locks::LockState::Released, node);
    }
    story.spawn(id, locks::RecipeId::Mutex, u"/w"_s);
    story.become(id, locks::LockState::Fetching);
    story.tell(ClientWatchFired{id, WatchEvent::Deleted, node});
    story.tell(ClientRemoved{id});
}

/// They have come and gone before the list was read.
void unseen(Story &story, int)
{
    DirectoryListed event{u"/queue"_s, {}, {}, {}, 1};
    event.stat.czxid = Zxid{1};
    story.tell(event);
}

void byOneClientThatExpiresEachTime(Story &story, int session)
{
    const ClientId id{1};
    if (session == 0)
        story.spawn(id, locks::RecipeId::Mutex, u"/c"_s);
    story.tell(ClientConnection{id, ConnectionState::Connected, SessionId{0x1000 + session}});
    story.tell(ClientConnection{id, ConnectionState::Expired, {}});
}

} // namespace

class TestShortSessions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsGoneIsForgotten_data()
    {
        QTest::addColumn<Tell>("tell");
        QTest::newRow("in one queue") << &inOneQueue;
        QTest::newRow("in queues of their own") << &inQueuesOfTheirOwn;
        QTest::newRow("in directories that go") << &inDirectoriesThatGoWithTheirNode;
        QTest::newRow("under names that never come again") << &underNamesThatNeverComeAgain;
        QTest::newRow("by clients with locks of their own") << &byClientsWithLocksOfTheirOwn;
        QTest::newRow("by clients that are woken") << &byClientsThatAreWokenAndRemoved;
        QTest::newRow("by one client") << &byOneClientThatExpiresEachTime;
        QTest::newRow("unseen") << &unseen;
    }
    void whatIsGoneIsForgotten()
    {
        QFETCH(Tell, tell);
        Story story;
        int session = 0;
        for (; session < some; ++session)
            tell(story, session);
        const qsizetype weight = story.world.weight();
        size_t mostOfLedger = 0;
        for (; session < sessions; ++session) {
            tell(story, session);
            if (session % 100 == 0)
                mostOfLedger = std::max(mostOfLedger, story.ledger.weight());
        }
        QVERIFY2(story.world.weight() <= weight + slack, qPrintable(QString::number(story.world.weight())));
        // Each acquisition with its hold; each lock with one of either; and what is there, free locks too.
        const size_t bound = 2 * mostAcquisitions + 3 * mostGoneLocks + 4 * emptyLocks;
        QVERIFY2(mostOfLedger <= bound, qPrintable(QString::number(mostOfLedger)));
    }

    /// Of the locks that are gone those that were used last are remembered; of those that are there all.
    void theLedgerForgetsLocksThatWereUsedLongestAgo()
    {
        Story story;
        story.list(u"/queue"_s, {u"lock-0000000000"_s});
        story.resolve(u"/queue/lock-0000000000"_s, 1);
        for (int session = 0; session < some; ++session)
            inDirectoriesThatGoWithTheirNode(story, session);
        QVERIFY(story.ledger.of(u"/queue"_s));
        QVERIFY(story.ledger.heldSince(u"/queue"_s, u"/queue/lock-0000000000"_s, story.world.eventNumber()));
        QVERIFY(!story.ledger.of(u"/jobs/job-0/lock"_s));
        const QString last = u"/jobs/job-%1/lock"_s.arg(some - 1);
        QVERIFY(story.ledger.of(last));
        QVERIFY(story.ledger.of(last)->acquisitions.back().ended.number != 0);
    }

    void aFreeLockIsShownWhileItsDirectoryIsThere()
    {
        Story story;
        story.list(u"/plain"_s, {u"a.lock"_s, u"b.lock"_s});
        story.resolve(u"/plain/a.lock"_s, 1);
        story.list(u"/plain"_s, {}, {u"a.lock"_s});
        for (int i = 0; i < 10; ++i)
            story.list(u"/plain"_s, {u"x-%1"_s.arg(i)});
        QCOMPARE(story.world.lockPaths(), QList<QString>{u"/plain/a.lock"_s});
        story.list(u"/plain"_s, {u"a.lock"_s});
        story.resolve(u"/plain/a.lock"_s, 2);
        QCOMPARE(story.world.queue(u"/plain/a.lock"_s).holders.size(), 1u);
    }

    void ofVeryManyFreeLocksTheOnesThatAreFreeLongestGo()
    {
        Story story;
        story.list(u"/plain"_s, {u"held.lock"_s, u"first.lock"_s});
        story.resolve(u"/plain/held.lock"_s, 1);
        story.resolve(u"/plain/first.lock"_s, 1);
        story.list(u"/plain"_s, {}, {u"first.lock"_s});
        for (int session = 0; session < some; ++session) {
            underNamesThatNeverComeAgain(story, session);
            if (session % 100 == 0) { // comes and goes: never one of the oldest
                story.list(u"/plain"_s, {u"often.lock"_s});
                story.resolve(u"/plain/often.lock"_s, session);
                story.list(u"/plain"_s, {}, {u"often.lock"_s});
            }
        }
        const World &world = story.world;
        QVERIFY(world.isLock(u"/plain/held.lock"_s) && world.isLock(u"/plain/often.lock"_s));
        QVERIFY(world.isLock(u"/plain/%1.lock"_s.arg(some - 1)));
        QVERIFY(!world.directory(u"/plain/first.lock"_s) && !world.directory(u"/plain/0.lock"_s));
    }

    /// A plain name, which only its simulated client tells to be a lock.
    void aLockThatAClientTakesComesBackWithItsDirectory()
    {
        Story story;
        const QString lock = u"/jobs/nightly/owner"_s;
        for (const quint32 id : {1u, 2u})
            story.spawn(ClientId{id}, locks::RecipeId::Ephemeral, lock);
        story.list(u"/jobs"_s, {u"nightly"_s});
        for (int times = 0; times < 2; ++times) {
            story.list(u"/jobs/nightly"_s, {u"owner"_s});
            story.resolve(lock, times);
            QVERIFY(story.world.isLock(lock));
            story.tell(NodeVanished{u"/jobs/nightly"_s});
            QVERIFY(!story.world.isLock(lock));
            story.tell(ClientRemoved{ClientId{1}}); // the other one is still there
        }
        story.tell(ClientRemoved{ClientId{2}});
        story.list(u"/jobs/nightly"_s, {u"owner"_s});
        story.resolve(lock, 3);
        QVERIFY(!story.world.isLock(lock));
    }

    void whatAReleaseCostStaysCountedWhenTheWokenAreGone()
    {
        Story story;
        for (int session = 0; session < 7; ++session)
            byClientsThatAreWokenAndRemoved(story, session);
        const Leaving *leaving = story.world.herd().newest(u"/w"_s);
        QVERIFY(leaving);
        QCOMPARE(leaving->woken, 7);
        QVERIFY(leaving->toHold.isEmpty());
        story.tell(ClientRemoved{ClientId{1}}); // the last one of a lock that nobody sees
        QVERIFY(!story.world.herd().newest(u"/w"_s));
    }

    void theNewestSessionsOfAClientAreItsOwn()
    {
        Story story;
        for (int session = 0; session < some; ++session)
            byOneClientThatExpiresEachTime(story, session);
        for (int session = some - 10; session < some; ++session)
            QCOMPARE(story.world.clientOfSession(SessionId{0x1000 + session}), story.world.client(ClientId{1}));
        story.tell(ClientRemoved{ClientId{1}});
        QCOMPARE(story.world.weight(), 0);
    }

    /// A directory, say, that is made where an ephemeral node was taken.
    void aPlainNodeInTheLocksPlaceIsNoLock()
    {
        LockTree tree;
        Touched touched;
        const auto make = [&](SessionId owner, int number) {
            tree.list(DirectoryListed{u"/a"_s, {}, {u"owner"_s}, {}, 0, true}, 0, touched);
            NodeResolved node{u"/a/owner"_s, {}, locks::ChildNode::Data::Read, {}, false};
            node.stat.czxid = node.stat.mzxid = Zxid{number};
            node.stat.ephemeralOwner = owner;
            tree.resolve(node, touched);
        };
        make(SessionId{1}, 1);
        locks::Knowledge knowledge;
        knowledge.watchers.insert(u"/a/owner"_s, {SessionId{2}});
        tree.noteWatchedNodes(knowledge, touched);
        QVERIFY(tree.isLock(u"/a/owner"_s));
        tree.list(DirectoryListed{u"/a"_s, {}, {}, {u"owner"_s}, 0, true}, 0, touched);
        QVERIFY(tree.isLock(u"/a/owner"_s)); // a free one
        make({}, 2);
        QVERIFY(!tree.isLock(u"/a/owner"_s));
        QVERIFY(tree.lockPaths().isEmpty());
    }

    void aQueueThatWasAskedForInVainIsNotKept()
    {
        LockTree tree;
        (void)tree.read(u"/nowhere"_s, 0);
        QVERIFY(!tree.readings().last(u"/nowhere"_s));
        Touched touched;
        tree.list(DirectoryListed{u"/nowhere"_s, {}, {u"lock-0000000000"_s}, {}, 0, true}, 0, touched);
        (void)tree.read(u"/nowhere"_s, 0);
        QVERIFY(tree.readings().last(u"/nowhere"_s));
        tree.dropTree(u"/nowhere"_s, touched);
        (void)tree.read(u"/nowhere"_s, 0);
        QVERIFY(!tree.readings().last(u"/nowhere"_s));
    }
};

} // namespace lockscope::tst_shortsessions

LOCKSCOPE_TEST(lockscope::tst_shortsessions::TestShortSessions)
#include "tst_shortsessions.moc"
