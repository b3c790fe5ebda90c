// SPDX-License-Identifier: Apache-2.0
// Who held at once, what the server proves of it, tokens and order.
#include "checkstory.h"
#include "tests/support/testprogram.h"

#include <QJsonArray>
#include <QTest>

namespace lockscope::tst_checkexclusion {

using namespace lockscope::journal;
using namespace lockscope::journal::test;
using locks::LockState;
using locks::Mode;
using locks::RecipeId;

class TestCheckExclusion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneAfterTheOtherIsClean()
    {
        CheckStory story;
        const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
        story.takes(a, n1, 5);
        story.waits(b, n2, 6, n1);
        story.releasing(a);
        const auto call = story.ask(a, u"delete"_s, n1);
        story.fired(b, n1);
        story.retained(b, n2, 6); // before the answer to the delete is heard
        story.deleted(a, n1, call);
        story.released(a);
        story.givesBack(b, n2);
        const auto report = story.report();
        QCOMPARE(story.found(), QStringList());
        QVERIFY(report.isClean());
        QCOMPARE(report.grants, 2);
        QCOMPARE(report.clients, 2);
        QCOMPARE(report.events, quint64(story.events().size()));
    }

    void whoHeldAtOnceAndWhatIsKnownOfIt_data()
    {
        const auto row = storyRows();
        row("two whose nodes both outlived the second grant are a violation", {u"mutual-exclusion"_s},
            [](CheckStory &story) {
                const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
                const auto first = story.takes(a, n1, 5);
                const auto second = story.takes(b, n2, 6);
                story.releasing(a);
                const auto askedA = story.remove(a, n1);
                story.released(a);
                story.releasing(b);
                const auto askedB = story.remove(b, n2);
                story.released(b);
                const Violation only = story.only();
                QCOMPARE(only.clients, (QStringList{u"A"_s, u"B"_s}));
                QCOMPARE(only.nodes, (QStringList{n1, n2}));
                QCOMPARE(only.events, (QList<quint64>{first, second, askedA, askedB}));
                QVERIFY(only.text.english().contains(u"A held /l exclusively (event %1)"_s.arg(first)));
                QVERIFY(!story.report().isClean());
            });
        row("a holder who lost its session is an overlap of beliefs", {u"belief-overlap"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
            story.takes(a, n1, 5);
            story.tell(ClientFault{a, Fault::Pause, 9000, false});
            story.takes(b, n2, 6);
            story.givesBack(b, n2);
            story.tell(ClientFault{a, Fault::Resume, 0, false});
            story.tell(ClientConnection{a, ConnectionState::Expired, {}});
            story.released(a, ErrorCode::SessionExpired);
            QVERIFY(story.report().isClean());
        });
        row("a delete that was not confirmed proves nothing", {u"belief-overlap"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
            story.takes(a, n1, 5);
            story.takes(b, n2, 6);
            story.releasing(a);
            story.asksInVain(a, u"delete"_s, n1, ErrorCode::NoNode);
            story.released(a, ErrorCode::NotHeld);
            story.givesBack(b, n2);
        });
        row("a crashed holder believes nothing", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
            story.takes(a, n1, 5);
            story.tell(ClientFault{a, Fault::Crash, 0, false});
            story.takes(b, n2, 6);
            story.givesBack(b, n2);
        });
        row("readers share and writers do not", {u"mutual-exclusion"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::ReadWrite), b = story.client(u"B"_s, RecipeId::ReadWrite);
            const auto r1 = u"/l/R-0000000001"_s, r2 = u"/l/R-0000000002"_s, w3 = u"/l/W-0000000003"_s;
            story.queues(a, r1, 5);
            story.retained(a, r1, 5, 1, Mode::Shared);
            story.queues(b, r2, 6);
            story.retained(b, r2, 6, 1, Mode::Shared);
            story.givesBack(b, r2);
            QCOMPARE(story.found(), QStringList());
            const auto c = story.client(u"C"_s, RecipeId::ReadWrite);
            story.takes(c, w3, 7);
            story.givesBack(a, r1);
            story.givesBack(c, w3);
            QVERIFY(story.only().text.english().contains(u"to read"_s));
        });
        for (const bool waits : {true, false}) {
            row(waits ? "a writer who goes down keeps its place and lets readers in"
                      : "one that does not wait for them is found",
                waits ? QStringList() : QStringList{u"mutual-exclusion"_s}, [waits](CheckStory &story) {
                    const auto recipe = waits ? RecipeId::ReadWriteCurator : RecipeId::BrokenOvertakingWriter;
                    const auto a = story.client(u"A"_s, recipe), b = story.client(u"B"_s, recipe);
                    const auto w1 = u"/l/a__WRIT__0000000001"_s, w2 = u"/l/b__WRIT__0000000002"_s,
                               r = u"/l/a__READ__0000000003"_s;
                    story.takes(a, w1, 5);
                    story.queues(b, w2, 6);
                    story.create(a, r, 7);
                    story.remove(a, w1);
                    story.retained(a, r, 7, 1, Mode::Shared);
                    if (waits)
                        story.givesBack(a, r);
                    story.retained(b, w2, 6); // with a token smaller than that of A's second node
                    if (!waits)
                        story.givesBack(a, r);
                    story.givesBack(b, w2);
                });
        }
        row("a semaphore holds as many as it has leases", {u"permits"_s}, [](CheckStory &story) {
            story.leases = 2;
            const auto a = story.client(u"A"_s, RecipeId::Semaphore), b = story.client(u"B"_s, RecipeId::Semaphore);
            const auto c = story.client(u"C"_s, RecipeId::Semaphore);
            const auto l = [](int i) { return u"/l/leases/lease-000000000%1"_s.arg(i); };
            story.takes(a, l(1), 5);
            story.takes(c, l(3), 7); // its grant is told before B's, whose lease is older
            story.givesBack(a, l(1));
            story.takes(b, l(2), 6);
            QCOMPARE(story.found(), QStringList());
            const auto d = story.client(u"D"_s, RecipeId::Semaphore);
            const auto last = story.takes(d, l(4), 8);
            QCOMPARE(story.found(), QStringList{u"belief-overlap"_s}); // nothing proves it yet
            story.givesBack(c, l(3));
            story.givesBack(b, l(2));
            story.givesBack(d, l(4));
            const Violation only = story.only();
            QCOMPARE(only.clients.size(), 3);
            QCOMPARE(only.events.at(2), last);
        });
        row("a multi lock is judged path by path", {u"mutual-exclusion"_s}, [](CheckStory &story) {
            const auto m = story.client(u"M"_s, RecipeId::Multi, {u"/a"_s, u"/b"_s});
            const auto x = story.client(u"X"_s, RecipeId::Multi, {u"/b"_s, u"/c"_s});
            const auto a1 = u"/a/lock-0000000001"_s, b1 = u"/b/lock-0000000001"_s, b2 = u"/b/lock-0000000002"_s,
                       c1 = u"/c/lock-0000000001"_s;
            story.queues(m, a1, 5);
            story.create(m, b1, 6);
            story.retained(m, a1, 5);
            story.queues(x, b2, 7);
            story.create(x, c1, 8);
            story.retained(x, b2, 7);
            for (const auto &[who, nodes] : {std::pair(m, QStringList{a1, b1}), std::pair(x, QStringList{b2, c1})}) {
                story.releasing(who);
                for (const QString &node : nodes)
                    story.remove(who, node);
                story.released(who);
            }
            const Violation only = story.only();
            QCOMPARE(only.lock, u"/b"_s);
            QCOMPARE(only.nodes, (QStringList{b1, b2}));
        });
        row("one path holds one node at a time", {u"belief-overlap"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::Ephemeral), b = story.client(u"B"_s, RecipeId::Ephemeral);
            story.takes(a, u"/l"_s, 5);
            // A's session expired; it does not know, and B is served.
            story.takes(b, u"/l"_s, 9);
            story.givesBack(b, u"/l"_s);
        });
        row("an answer that comes late is of the node that was meant", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::Ephemeral), b = story.client(u"B"_s, RecipeId::Ephemeral);
            story.takes(a, u"/l"_s, 5);
            story.fetching(b);
            story.releasing(a);
            const auto call = story.ask(a, u"delete"_s, u"/l"_s);
            story.create(b, u"/l"_s, 9);
            story.retained(b, u"/l"_s, 9);
            story.deleted(a, u"/l"_s, call);
            story.released(a);
            story.givesBack(b, u"/l"_s);
        });
        row("an answer to a create that comes late is of a node that is gone", {u"belief-overlap"_s},
            [](CheckStory &story) {
                const auto a = story.client(u"A"_s, RecipeId::Ephemeral), b = story.client(u"B"_s, RecipeId::Ephemeral);
                story.takes(b, u"/l"_s, 9);
                story.queues(a, u"/l"_s, 5); // before its session expired, and B made its own
                story.retained(a, u"/l"_s, 5);
                story.givesBack(b, u"/l"_s);
            });
    }
    void whoHeldAtOnceAndWhatIsKnownOfIt() { findsWhatIsListed(); }

    void whoMayReleaseEnterAgainAndOvertake_data()
    {
        const auto row = storyRows();
        row("who deletes the node of another is found", {u"foreign-release"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
            story.takes(a, n1, 5);
            const auto asked = story.remove(b, n1);
            const Violation only = story.only();
            QCOMPARE(only.clients, (QStringList{u"B"_s, u"A"_s}));
            QVERIFY(only.events.contains(asked));
        });
        row("only a reentrant lock is entered twice", {u"reentrancy"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::Reentrant), b = story.client(u"B"_s, RecipeId::Mutex);
            story.takes(a, n1, 5);
            story.retained(a, n1, 5, 2);
            story.retained(a, n1, 5, 1);
            story.givesBack(a, n1);
            QCOMPARE(story.found(), QStringList());
            QCOMPARE(story.report().grants, 1);
            story.takes(b, n2, 6);
            story.retained(b, n2, 6, 2);
        });
        row("a node that is given back before the last entry is left is found", {u"reentrancy"_s},
            [](CheckStory &story) {
                const auto a = story.client(u"A"_s, RecipeId::Reentrant);
                story.takes(a, n1, 5);
                story.retained(a, n1, 5, 3);
                story.remove(a, n1);
            });
        row("an unfair lock need not serve in order", {}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::Ephemeral), b = story.client(u"B"_s, RecipeId::Ephemeral);
            story.fetching(a);
            story.takes(b, u"/l"_s, 6);
            story.givesBack(b, u"/l"_s);
            story.create(a, u"/l"_s, 7);
            story.retained(a, u"/l"_s, 7);
            story.givesBack(a, u"/l"_s);
        });
        row("a waiter who queues anew has lost its place", {u"place-lost"_s}, [](CheckStory &story) {
            const auto a = story.client(u"A"_s, RecipeId::BrokenRequeueAtTail);
            story.queues(a, n1, 5);
            story.remove(a, n1);
            story.create(a, n2, 6);
            QCOMPARE(story.only().nodes, (QStringList{n1, n2}));
        });
    }
    void whoMayReleaseEnterAgainAndOvertake() { findsWhatIsListed(); }

    void aYoungerNodeAtAPathIsNoStrangersThoughTheAnswerToADeleteIsLate()
    {
        CheckStory story;
        const auto a = story.client(u"A"_s, RecipeId::Ephemeral);
        const auto b = story.client(u"B"_s, RecipeId::Ephemeral);
        story.takes(a, u"/l"_s, 7);
        story.releasing(a);
        const auto late = story.ask(a, u"delete"_s, u"/l"_s);
        // The reply to B's create was lost: it finds its node by looking.
        story.fetching(b);
        story.tell(ServerNode{b, u"/l"_s, ServerNode::Life::Seen, Zxid{9}, CheckStory::sessionOf(b)});
        story.retained(b, u"/l"_s, 9);
        story.givesBack(b, u"/l"_s);
        story.deleted(a, u"/l"_s, late);
        story.released(a);
        QCOMPARE(story.report().count(Rule::ForeignRelease), 0);
    }

    void whoIsServedBeforeAnOlderOneHasOvertakenIt()
    {
        CheckStory story;
        const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
        story.queues(a, n1, 5);
        const auto younger = story.takes(b, n2, 6);
        story.givesBack(b, n2);
        const auto older = story.retained(a, n1, 5);
        QCOMPARE(story.found(), QStringList()); // A may have lost its place and not know
        story.givesBack(a, n1);
        QCOMPARE(story.found(), (QStringList{u"order"_s, u"fencing-token"_s}));
        QCOMPARE(story.report().violations.first().events.first(), younger);
        QCOMPARE(story.report().violations.first().events.at(1), older);
    }

    /// What it writes as a token is not its place.
    void tokensOfAnotherProgramSayNothingOfTheOrder()
    {
        CheckStory story;
        story.foreign = true;
        const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
        story.queues(a, n1, 5);
        story.queues(b, n2, 6);
        story.retained(a, n1, 900);
        story.givesBack(a, n1);
        story.retained(b, n2, 100);
        story.givesBack(b, n2);
        QCOMPARE(story.found(), QStringList{u"fencing-token"_s});
        CheckStory turned;
        turned.foreign = true;
        const auto c = turned.client(u"C"_s), d = turned.client(u"D"_s);
        turned.queues(c, n1, 5);
        turned.queues(d, n2, 6);
        turned.retained(d, n2, 100);
        turned.givesBack(d, n2);
        turned.retained(c, n1, 900);
        turned.givesBack(c, n1);
        QCOMPARE(turned.found(), QStringList{u"order"_s});
        QVERIFY(turned.only().text.english().contains(u"D (czxid 0x6)"_s));
    }

    void manyWhoQueueAnewWhileNobodyIsServedAreALivelock()
    {
        CheckStory story;
        const auto a = story.client(u"A"_s, RecipeId::BrokenElectionLivelock);
        story.fetching(a);
        for (int i = 0; i < 12; ++i) {
            const auto node = u"/l/lock-00000000%1"_s.arg(10 + i);
            story.create(a, node, 5 + i);
            story.remove(a, node);
        }
        QCOMPARE(story.report().count(Rule::PlaceLost), 11);
        QCOMPARE(story.report().count(Rule::Livelock), 1);
    }

    void theReportAsJson()
    {
        CheckStory story;
        const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
        story.takes(a, n1, 5);
        story.takes(b, n2, 6);
        const auto json = toJson(story.report());
        QCOMPARE(json[u"clean"_s], true);
        QCOMPARE(json[u"clients"_s], 2);
        QCOMPARE(json[u"grants"_s], 2);
        QCOMPARE(json[u"counts"_s][u"belief-overlap"_s], 1);
        const auto violation = json[u"violations"_s][0];
        QCOMPARE(violation[u"rule"_s], u"belief-overlap"_s);
        QCOMPARE(violation[u"clients"_s], (QJsonArray{u"A"_s, u"B"_s}));
        QCOMPARE(violation[u"lock"_s], u"/l"_s);
        QVERIFY(violation[u"events"_s].toArray().size() >= 2);
    }

    void manyViolationsAreCountedAndTheFirstAreKept()
    {
        CheckStory story;
        const auto a = story.client(u"A"_s), b = story.client(u"B"_s);
        for (int i = 0; i < 150; ++i) {
            story.takes(a, n1, 5 + 2 * i);
            story.takes(b, n2, 6 + 2 * i);
            story.givesBack(a, n1);
            story.givesBack(b, n2);
        }
        QCOMPARE(story.report().count(Rule::MutualExclusion), 150);
        QCOMPARE(story.report().violations.size(), CheckReport::violationsKept);
    }
};

} // namespace lockscope::tst_checkexclusion

LOCKSCOPE_TEST(lockscope::tst_checkexclusion::TestCheckExclusion)
#include "tst_checkexclusion.moc"
