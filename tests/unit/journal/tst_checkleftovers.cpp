// SPDX-License-Identifier: Apache-2.0
// What is left behind, and who waits for what never comes.
#include "checkstory.h"
#include "tests/support/testprogram.h"

#include <QTest>

namespace lockscope::tst_checkleftovers {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using locks::LockState;
using locks::RecipeId;

namespace {

DirectoryListed listing(const QStringList &names, qint64 pzxid)
{
    DirectoryListed event{u"/l"_s, {}, names, {}};
    event.stat.pzxid.value = pzxid;
    event.stat.numChildren = static_cast<qint32>(names.size());
    return event;
}

NodeResolved resolved(const QString &path, qint64 czxid, SessionId owner)
{
    NodeResolved event{path, {}, locks::ChildNode::Data::NotRead, {}};
    event.stat.czxid.value = czxid;
    event.stat.ephemeralOwner = owner;
    return event;
}

} // namespace

class TestCheckLeftovers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsLeftBehind_data()
    {
        const auto row = storyRows();
        row("a timed out attempt that leaves its node is found", {u"leaked-contender"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenLeakyTimeout);
            const auto born = story.queues(a, n1, 5);
            const auto rest = story.leaves(a, ErrorCode::AcquireTimeout);
            const Violation only = story.only(false);
            QCOMPARE(only.rule, Rule::LeakedContender);
            QCOMPARE(only.nodes, QStringList{n1});
            QCOMPARE(only.events, (QList<quint64>{born, rest}));
            story.fetching(a); // and once only
        });
        row("a watch that is left is found", {u"leaked-watch"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s, RecipeId::BrokenLeakedWatch);
            story.takes(a, n1, 5);
            const auto set = story.waits(b, n2, 6, n1);
            story.releasing(b, ErrorCode::AcquireTimeout);
            story.remove(b, n2);
            const auto rest = story.released(b, ErrorCode::AcquireTimeout);
            QCOMPARE(story.only().events, (QList<quint64>{set, rest}));
            story.fetching(b);
        });
        row("an attempt that deletes its node leaves nothing and loses no place", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s);
            story.queues(a, n1, 5);
            story.givesBack(a, n1, ErrorCode::AcquireTimeout);
            story.tell(resolved(n1, 5, CheckStory::sessionOf(a))); // an observer's answer that was late
            QCOMPARE(story.found(), QStringList());
            story.queues(a, n2, 6);
        });
        // They share their czxid: each has a life of its own by its path.
        row("of two nodes of one transaction the one that is left is found", {u"forgotten-release"_s},
            [](CheckStory &story) {
                const auto a = story.client(u"A"_s);
                story.takes(a, n1, 5);
                story.create(a, n2, 5);
                story.givesBack(a, n1);
                QCOMPARE(story.only().nodes, QStringList{n2});
            });
        row("a session that is being closed leaves nothing", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
            story.takes(a, n1, 5);
            story.waits(b, n2, 6, n1);
            story.leaves(a);
            story.leaves(b);
            QCOMPARE(story.found(false), QStringList()); // the closing is under way
            story.tell(ClientConnection{a, ConnectionState::Closed, {}});
            story.tell(ServerNode{a, n1, ServerNode::Life::Gone, {}, {}});
            story.tell(ClientConnection{b, ConnectionState::Closed, {}});
        });
        row("a lost session takes its nodes with it", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s);
            story.takes(a, n1, 5);
            story.tell(ClientConnection{a, ConnectionState::Expired, {}});
            story.released(a, ErrorCode::SessionExpired);
            story.pass(5000);
        });
        // Its session may be over without its having heard so: then its node goes a moment later.
        for (const auto &[name, fault] : {std::pair("after a pause nothing is left for certain", Fault::Resume),
                                          std::pair("after a partition nothing is left for certain", Fault::Heal),
                                          std::pair("after an expiry nothing is left for certain", Fault::Expire)}) {
            row(name, {}, [fault = fault](CheckStory &story) {
                const auto a = story.client(u"A"_s, RecipeId::ProcessLock);
                story.takes(a, n1, 5);
                story.tell(ClientFault{a, fault});
                story.releasing(a);
                story.released(a, ErrorCode::NotHeld);
                story.pass(500);
                QCOMPARE(story.found(), QStringList());
                story.tell(ClientConnection{a, ConnectionState::Expired, {}});
            });
        }
        row("one whose server has answered since a fault is found", {u"forgotten-release"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenForgottenRelease);
            story.takes(a, n1, 5);
            const auto before = story.ask(a, u"exists"_s, n1);
            story.tell(ClientFault{a, Fault::Pause});
            story.answer(a, u"exists"_s, n1, before, {}, 7); // from before the pause
            story.tell(ClientFault{a, Fault::Resume});
            story.leaves(a);
            QCOMPARE(story.found(), QStringList());
            const auto since = story.ask(a, u"exists"_s, u"/elsewhere"_s);
            story.answer(a, u"exists"_s, u"/elsewhere"_s, since, {}, 7);
        });
        row("so is one that is connected again", {u"forgotten-release"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenForgottenRelease);
            story.takes(a, n1, 5);
            story.tell(ClientFault{a, Fault::Partition});
            story.tell(ClientConnection{a, ConnectionState::Suspended, CheckStory::sessionOf(a)});
            story.tell(ClientFault{a, Fault::Heal});
            story.tell(ClientConnection{a, ConnectionState::Connected, CheckStory::sessionOf(a)});
            story.leaves(a);
        });
        row("a lease that is not returned is found", {u"orphaned-lease"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenOrphanedLease);
            story.fetching(a);
            story.create(a, u"/l/leases"_s, 4, false); // a directory
            story.create(a, u"/l/leases/lease-0000000001"_s, 5);
            story.leaves(a, ErrorCode::AcquireTimeout);
        });
        row("a node without a session is found at once", {u"persistent-node"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenPersistentNode);
            story.fetching(a);
            story.create(a, u"/l"_s, 4, false); // the directory
            const auto born = story.create(a, n1, 5, false);
            QCOMPARE(story.only().events, QList<quint64>{born});
        });
        row("an old session's node is no duplicate", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s);
            story.queues(a, n1, 5);
            story.tell(ClientConnection{a, ConnectionState::Expired, {}});
            story.released(a, ErrorCode::SessionExpired);
            story.tell(ClientConnection{a, ConnectionState::Connected, SessionId{0x900}});
            story.fetching(a);
            story.tell(ServerNode{a, n2, ServerNode::Life::Born, Zxid{6}, SessionId{0x900}});
            story.retained(a, n2, 6);
        });
        // Curator watches /zookeeper/config for as long as it is connected.
        row("what another program watches beside its lock is not left", {u"leaked-watch"_s}, [](CheckStory &story) {
            story.foreign = true;
            const auto a = story.client(u"A"_s);
            story.watch(a, u"/zookeeper/config"_s);
            story.takes(a, n1, 5);
            story.givesBack(a, n1);
            QCOMPARE(story.found(), QStringList());
            story.watch(a, u"/l-__lock__"_s);
            story.takes(a, n2, 6);
            story.givesBack(a, n2);
        });
        // Curator gives up while it is not connected, and deletes its node once it is, on another thread than asks
        // again.
        for (const bool deletes : {true, false}) {
            row(deletes ? "what another program deletes in the background is not left" : "what it never deletes is",
                deletes ? QStringList() : QStringList{u"duplicate-node"_s}, [deletes](CheckStory &story) {
                    story.foreign = true;
                    const auto a = story.client(u"A"_s);
                    story.queues(a, n1, 5);
                    story.leaves(a, ErrorCode::Other);
                    story.fetching(a);
                    if (deletes)
                        story.remove(a, n1);
                    story.create(a, n2, 6);
                });
        }
        row("a watch that is taken back or fired is not", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
            story.takes(a, n1, 5);
            story.waits(b, n2, 6, n1);
            story.releasing(b, ErrorCode::AcquireTimeout);
            story.tell(ClientWatchEnded{b, n1});
            story.remove(b, n2);
            story.released(b, ErrorCode::AcquireTimeout);
        });
        row("a node that was released by hand is not left", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenLeakyTimeout);
            story.queues(a, n1, 5);
            story.leaves(a, ErrorCode::AcquireTimeout);
            story.tell(ReleaseForced{n1, Zxid{5}, CheckStory::sessionOf(a), {}});
        });
    }
    void whatIsLeftBehind() { findsWhatIsListed(); }

    void aReleaseThatIsForgottenIsFound_data()
    {
        QTest::addColumn<QList<ErrorCode>>("answers");
        QTest::addColumn<bool>("isForgotten");
        QTest::newRow("not asked again") << QList{ErrorCode::ConnectionLoss} << true;
        QTest::newRow("asked again") << QList{ErrorCode::ConnectionLoss, ErrorCode::NoNode} << false;
        QTest::newRow("refused") << QList{ErrorCode::NoAuth} << false; // no fault of the recipe
    }
    void aReleaseThatIsForgottenIsFound()
    {
        QFETCH(QList<ErrorCode>, answers);
        QFETCH(bool, isForgotten);
        CheckStory story;
        const auto a = story.client(u"A"_s, RecipeId::BrokenForgottenRelease);
        story.takes(a, n1, 5);
        story.releasing(a);
        for (const ErrorCode answer : answers)
            story.asksInVain(a, u"delete"_s, n1, answer);
        const bool isRefused = answers.last() == ErrorCode::NoAuth;
        story.released(a, isRefused ? std::optional(ErrorCode::NoAuth) : std::nullopt);
        QCOMPARE(story.found(), isForgotten ? QStringList{u"forgotten-release"_s} : QStringList());
        QCOMPARE(story.found(false), story.found());
        if (isForgotten)
            QVERIFY(story.only().text.english().contains(u"did not ask again"_s));
    }

    void aSecondNodeOfOneClientIsFound()
    {
        CheckStory story;
        const auto a = story.client(u"A"_s, RecipeId::BrokenDuplicateContender);
        story.fetching(a);
        story.asksInVain(a, u"create"_s, u"/l/lock-"_s, ErrorCode::ConnectionLoss);
        story.create(a, n2, 6);
        QCOMPARE(story.found(), QStringList());
        // Only an observer can tell of the first one.
        story.tell(listing({u"lock-0000000001"_s, u"lock-0000000002"_s}, 6));
        story.tell(resolved(n1, 5, CheckStory::sessionOf(a)));
        story.tell(resolved(n2, 6, CheckStory::sessionOf(a)));
        QCOMPARE(story.found(), QStringList()); // it looks for its own before it waits
        story.tell(ClientStep{a, locks::Step::Wait, n1});
        story.watch(a, n1);
        QCOMPARE(story.found(false), QStringList());
        QCOMPARE(story.found(), (QStringList{u"duplicate-node"_s, u"wait-cycle"_s})); // and waits for itself
        const Violation found = story.report().violations.first();
        QCOMPARE(QSet<QString>(found.nodes.begin(), found.nodes.end()), (QSet<QString>{n1, n2}));
    }

    /// A watch on what is the ensemble's own is none that a waiter waits for.
    void whoElseWatchesTheConfigurationWaitsNoLessForEver()
    {
        CheckStory story;
        story.foreign = true;
        const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
        story.watch(a, u"/zookeeper/config"_s);
        story.queues(a, n2, 6);
        story.state(a, LockState::Fetching, n2);
        QCOMPARE(story.only(true).rule, Rule::LostWakeup); // no other watch, nothing under way
        story.watch(a, n1, false);
        QCOMPARE(story.only(true).nodes, QStringList{n1});
        story.tell(ClientWatchEnded{a, n1});
        story.queues(b, n3, 7);
        story.watch(a, n3);
        story.watch(b, n2);
        QCOMPARE(story.found(true).value(0), u"wait-cycle"_s);
    }

    void whoWaitsForWhom_data()
    {
        const auto row = storyRows();
        row("who lists again after an absent node does not wait for ever", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s);
            story.queues(a, n2, 6);
            story.watch(a, n1, false);
            story.tell(ClientWatchEnded{a, n1});
            story.ask(a, u"get_children"_s, u"/l"_s);
            story.releasing(a, ErrorCode::AcquireTimeout);
        });
        row("nor does who is held at a gate, step by step: the user has not gone on", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s);
            story.queues(a, n2, 6);
            story.watch(a, n1, false);
            story.tell(ClientStep{a, locks::Step::List, u"/l"_s});
            story.releasing(a, ErrorCode::AcquireTimeout);
        });
        row("who watches itself is found", {u"wait-cycle"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenSelfWatch);
            story.waits(a, n1, 5, n1);
            QVERIFY(story.only().text.english().startsWith(u"A waits for its own node"_s));
        });
        row("who waits for the node of its former session is woken when that ends", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s);
            story.takes(a, n1, 5);
            story.tell(ClientFault{a, Fault::Crash});
            story.tell(ClientConnection{a, ConnectionState::Connected, SessionId{0x900}});
            story.fetching(a);
            story.tell(ServerNode{a, n2, ServerNode::Life::Born, Zxid{6}, SessionId{0x900}});
            story.watch(a, n1);
        });
        row("a holder that listens on its own node waits for the one before it", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s, RecipeId::Revocable);
            story.takes(a, n1, 5);
            story.waits(b, n2, 6, n2);
            story.watch(b, n1);
        });
        row("who watches the node that it found again is found", {u"wait-cycle"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenSelfWatch);
            story.fetching(a);
            story.asksInVain(a, u"create"_s, u"/l/lock-"_s, ErrorCode::ConnectionLoss);
            story.state(a, LockState::Fetching, n1); // in a list
            story.watch(a, n1);
        });
        row("a deadlock across locks is found", {u"wait-cycle"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenUnsortedMulti, {u"/x"_s, u"/y"_s});
            const auto b = story.client(u"B"_s, RecipeId::BrokenUnsortedMulti, {u"/x"_s, u"/y"_s});
            story.fetching(a);
            story.fetching(b);
            story.create(a, u"/x/lock-0000000001"_s, 5);
            story.create(b, u"/y/lock-0000000001"_s, 6);
            story.create(a, u"/y/lock-0000000002"_s, 7);
            story.create(b, u"/x/lock-0000000002"_s, 8);
            story.watch(a, u"/y/lock-0000000001"_s);
            story.watch(b, u"/x/lock-0000000001"_s);
            QVERIFY(story.only().text.english().endsWith(u"no client ever wakes."_s));
        });
        row("a queue that waits is no cycle", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
            story.takes(a, n1, 5);
            story.waits(b, n2, 6, n1);
            story.pass(60'000);
        });
        row("another program that waits for nothing is found once nothing moves", {}, [](CheckStory &story) {
            story.foreign = true;
            const auto a = story.client(u"A"_s);
            story.queues(a, n1, 5);
            story.state(a, LockState::Fetching, n1);
            story.pass(60'000);
            QCOMPARE(story.found(false), QStringList()); // it may look again by itself
            QCOMPARE(story.found(true), QStringList{u"lost-wakeup"_s});
            story.retained(a, n1, 5);
        });
    }
    void whoWaitsForWhom() { findsWhatIsListed(); }

    void whatIsFoundWhileAllGoesOn_data()
    {
        const auto row = storyRows(false);
        row("who watches an absent node waits for ever", {u"lost-wakeup"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenLostWakeup);
            story.queues(a, n2, 6);
            const auto set = story.watch(a, n1, false);
            QCOMPARE(story.found(false), QStringList()); // it may act in the next moment
            QCOMPARE(story.only(true).rule, Rule::LostWakeup);
            story.releasing(a, ErrorCode::AcquireTimeout);
            story.remove(a, n2);
            story.tell(ClientWatchEnded{a, n1});
            story.released(a, ErrorCode::AcquireTimeout);
            QVERIFY(story.only(false).events.contains(set));
        });
        row("two who wait for each other are found once", {u"wait-cycle"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenMutualWait);
            const auto b = story.client(u"B"_s, RecipeId::BrokenMutualWait);
            story.queues(a, n1, 5);
            story.waits(b, n2, 6, n1);
            QCOMPARE(story.found(), QStringList());
            story.watch(a, n2);
            QCOMPARE(story.found(), QStringList{u"wait-cycle"_s});
            QCOMPARE(story.only().clients.size(), 2);
            story.releasing(a, ErrorCode::AcquireTimeout);
        });
        row("a holder that ignores the end of its session is found", {u"silent-loss"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenSilentLoss);
            story.takes(a, n1, 5);
            story.tell(ClientConnection{a, ConnectionState::Expired, {}});
            QCOMPARE(story.found(false), QStringList());
            story.pass(3000);
            story.releasing(a);
        });
        row("another program has a second to hear of its end", {u"silent-loss"_s}, [](CheckStory &story) {
            story.foreign = true;
            const auto a = story.client(u"A"_s);
            story.takes(a, n1, 5);
            story.tell(ClientConnection{a, ConnectionState::Expired, {}});
            story.pass(500);
            story.releasing(a);
            story.released(a, ErrorCode::NotHeld);
            QCOMPARE(story.found(false), QStringList());
            const auto b = story.client(u"B"_s);
            story.takes(b, n2, 6);
            story.tell(ClientConnection{b, ConnectionState::Expired, {}});
            story.pass(1500);
            story.released(b, ErrorCode::NotHeld);
        });
        row("another program that holds by nothing is found", {u"grant-without-node"_s}, [](CheckStory &story) {
            story.foreign = true;
            const auto a = story.client(u"A"_s);
            story.fetching(a);
            const quint64 grant = story.retained(a, {}, 0);
            QCOMPARE(story.only(false).events, QList<quint64>{grant});
        });
        row("of a simulated one it is known that it holds by a node", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s);
            story.fetching(a);
            story.retained(a, {}, 0);
        });
        // The node in the first lock went with a session, the one in the second was made in the next.
        row("another program that holds one of two locks is found", {u"grant-without-node"_s}, [](CheckStory &story) {
            story.foreign = true;
            const auto a = story.client(u"A"_s, RecipeId::Multi, {u"/l/a"_s, u"/l/b"_s});
            const QString inA = u"/l/a/lock-0000000000"_s, inB = u"/l/b/lock-0000000000"_s;
            story.queues(a, inA, 5);
            story.create(a, inB, 6);
            story.retained(a, inB, 6);
            story.releasing(a);
            story.remove(a, inB);
            story.remove(a, inA);
            story.released(a);
            QCOMPARE(story.found(false), QStringList());
            story.queues(a, inA, 7);
            story.tell(ClientConnection{a, ConnectionState::Expired, {}});
            story.tell(ClientConnection{a, ConnectionState::Connected, SessionId{0x900}});
            story.tell(ServerNode{a, inB, ServerNode::Life::Born, Zxid{8}, SessionId{0x900}});
            story.retained(a, inB, 8);
            QVERIFY(story.only(false).text.english().contains(u"/l/a"_s));
        });
        row("a node that is gone without its hearing is a belief", {}, [](CheckStory &story) {
            story.foreign = true;
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
            story.queues(a, n1, 5);
            story.asksInVain(b, u"delete"_s, n1, ErrorCode::NoNode);
            story.retained(a, n1, 5);
        });
    }
    void whatIsFoundWhileAllGoesOn() { findsWhatIsListed(); }
};

} // namespace lockscope::tst_checkleftovers

LOCKSCOPE_TEST(lockscope::tst_checkleftovers::TestCheckLeftovers)
#include "tst_checkleftovers.moc"
