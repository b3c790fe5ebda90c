// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/findings/evidencestory.h"

#include "core/locks/findings.h"
#include "core/locks/unnamedleases.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_evidence {

using namespace lockscope::findings;
using namespace lockscope::locks;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

class TestEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWaiterWithoutAWatchIsToldAfterThreeReadingsThatAreApart()
    {
        EvidenceStory story(u"1 2<1 3 4<3"_s);
        QCOMPARE(story.read(), QStringList());
        QCOMPARE(story.read(), QStringList());
        QCOMPARE(story.read(), QStringList{u"no-watch"_s});
        const Finding finding = story.first();
        QVERIFY(finding.nodes.contains(u"/l/"_s + story.names[2]));
        QCOMPARE(finding.sessions, QList<SessionId>{SessionId{3}});
        QCOMPARE(finding.advice, adviceFor(u"no-watch"_s));
    }

    /// ElasticJob #2249: without READ on it a client cannot watch the node before its own.
    void aNodeThatMayNotBeReadIsNamedAsTheCause()
    {
        EvidenceStory story(u"1 2<1 3 4<3"_s);
        story.close(story.names[1]);
        QCOMPARE(story.settle(), QStringList{u"no-watch"_s});
        QVERIFY2(story.firstText().contains("without READ permission"_L1), qPrintable(story.firstText()));
        QVERIFY(story.first().advice != adviceFor(u"no-watch"_s));
    }

    /// Names may be those of several locks: all may hold.
    void noHolderIsStaleForWhoeverIsNotKnownToWait()
    {
        EvidenceStory story;
        story.join(1, u"a_lock_"_s);
        story.join(2, u"b_lock_"_s);
        story.nowMs += 60'000;
        story.thresholds.staleHolderMs = story.thresholds.longWaitMs = 5'000;
        QCOMPARE(story.queue().waitingCount(), 0);
        QCOMPARE(story.queue().pendingCount(), 1);
        QCOMPARE(story.settle(), QStringList());
    }

    void whatIsWatchedTellsWhatIsOdd_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QStringList>("told");
        const auto row = [](const char *name, const QString &line, const QStringList &foundIds = {}) {
            QTest::newRow(name) << line << foundIds;
        };
        row("a queue in which nobody watches a node may watch its directory", u"1 2 3 4"_s);
        row("a holder may watch its own node", u"1<1 2<1 3<2"_s);
        row("threads of one session may each have a contender", u"1 2<1 1<2 1<3"_s);
        row("a watch of an earlier one than the one before is wrong", u"1 2<1 3<1"_s, {u"wrong-watch"_s});
        row("of a reader it is the naive rule: the node just before, whoever it is", u"w1 r2<1 r3<2"_s);
        row("who sorts whole names", u"c1 a2 b3<2 d4<1"_s, {u"order-disagreement"_s, u"no-watch"_s});
    }
    void whatIsWatchedTellsWhatIsOdd()
    {
        QFETCH(QString, line);
        EvidenceStory story(line);
        QTEST(story.settle(), "told");
    }

    void watchesAreJudgedWhenAllContendersAreRead()
    {
        for (const int unread : {0, 1}) { // whom the next one watches, and rightly
            EvidenceStory story(u"1 2<1 3<2 4<3"_s);
            story.refuse(story.names[unread]);
            QCOMPARE(story.settle(), QStringList());
        }
    }

    void whoCameWhenAllWereGoneThatWatchedMayBeOfAnotherKind()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        QCOMPARE(story.settle(), QStringList());
        for (const QString &name : std::as_const(story.names))
            story.leave(name);
        for (int session = 11; session < 15; ++session)
            story.join(session);
        QCOMPARE(story.settle(), QStringList());
    }

    void whereServersAnswerSlowlyReadingsMustBeFartherApart()
    {
        EvidenceStory story(u"1 2<1 3 4<3"_s);
        story.answerMs = 900;
        for (int i = 0; i < 5; ++i)
            QCOMPARE(story.read(1'000), QStringList());
        QCOMPARE(story.read(1'000), QStringList{u"no-watch"_s});
    }

    void aHeadThatWatchesAChildWhichIsNoContenderDoesNotHold_data()
    {
        QTest::addColumn<QString>("prefix");
        QTest::addColumn<QString>("stranger");
        QTest::addColumn<QString>("operation");
        QTest::addColumn<qint64>("holdsMs");
        QTest::addColumn<bool>("blocked");
        const QString kazoo = QString(32, u'a') + u"__lock__"_s;
        constexpr qint64 longWait = 6 * 60'000;
        constexpr qint64 stale = 11 * 60'000;
        QTest::newRow("it has just looked") << kazoo << u"targets"_s << u"EXIS"_s << qint64(0) << true;
        QTest::newRow("for long") << kazoo << u"targets"_s << u"PING"_s << longWait << true;
        QTest::newRow("so long that a holder would be stale") << kazoo << u"targets"_s << u"PING"_s << stale << true;
        QTest::newRow("it may want to know what is in it") << kazoo << u"targets"_s << u"PING"_s << qint64(0) << false;
        QTest::newRow("one that sorts behind it") << kazoo << u"settings-of-it"_s << u"EXIS"_s << qint64(0) << false;
        QTest::newRow("of a client that passes over it")
            << u"lock-"_s << u"targets"_s << u"EXIS"_s << longWait << false;
    }
    void aHeadThatWatchesAChildWhichIsNoContenderDoesNotHold()
    {
        QFETCH(QString, prefix);
        QFETCH(QString, stranger);
        QFETCH(QString, operation);
        QFETCH(qint64, holdsMs);
        QFETCH(bool, blocked);
        EvidenceStory story;
        story.join(0, {}, stranger);
        const QString head = story.join(1, prefix);
        const QString waiter = story.join(2, prefix);
        story.watch(2, head);
        story.watch(1, stranger);
        story.live(1, operation);
        story.settle();
        story.nowMs += holdsMs;
        const QStringList foundIds = story.settle();
        QCOMPARE(foundIds.contains(u"blocked-by-child"_s), blocked);
        LockQueue queue = story.queue();
        queue.findings = story.findings();
        queue = asProven(std::move(queue));
        QCOMPARE(queue.holders.empty(), blocked);
        QCOMPARE(queue.waiting, blocked ? 2 : 1);
        if (!blocked)
            return;
        QVERIFY(!foundIds.contains(u"stale-holder"_s));
        const Finding finding = story.first();
        QVERIFY(finding.nodes.contains(u"/l/"_s + stranger));
        QVERIFY(finding.text.english().contains("kazoo before 2.8"_L1) && finding.text.english().contains(stranger));
        const bool isError = operation == "EXIS"_L1 || holdsMs >= Thresholds().staleHolderMs;
        QCOMPARE(finding.severity, isError ? Finding::Severity::Error : Finding::Severity::Warning);
    }

    /// Curator's InterProcessSemaphore writes the names of its mutex.
    void aSemaphoreWithAMutexsNamesIsKnownByItsWatches()
    {
        EvidenceStory story;
        for (int session = 1; session <= 5; ++session)
            story.join(session, u"_c_3f2504e0-4f89-41d3-9a0c-0305e82c330%1-lock-"_s.arg(session));
        const auto shown = [&] {
            LockQueue queue = story.queue();
            queue.findings = story.findings();
            return locks::test::drawn(asProven(std::move(queue)));
        };
        QCOMPARE(story.settle(), QStringList{u"may-hold"_s}); // four without a watch: held, left, or about to set it
        QCOMPARE(shown(), u"0H 1P<0 2P<1 3P<2 4P<3"_s);
        story.watch(4, story.names[0]);
        story.watch(5, story.names[1]);
        QCOMPARE(story.settle(), QStringList{u"unnamed-leases"_s});
        QCOMPARE(shown(), u"0H 1H 2H 3W<0 4W<1"_s);
        QCOMPARE(withUnnamedLeases(story.queue(), 3).nextAfterRemoval({1}), std::vector<int>{3});
        QCOMPARE(withUnnamedLeases(story.queue(), 3).nextAfterRemoval({0, 3}), std::vector<int>{4});
        story.leave(story.names[1]); // a holder
        QCOMPARE(shown(), u"0H 2H 3H 4W<0"_s);
        story.read(11 * 60'000);
        QVERIFY(story.foundIds().contains(u"unnamed-leases"_s)); // while those are there that showed it
        story.watch(5, story.names[3]);
        QVERIFY(!story.settle().contains(u"unnamed-leases"_s)); // it waits for the one before it: a mutex
    }

    void aSessionThatWatchesTheTreeProvesNothing()
    {
        EvidenceStory story(u"1 2<1 3<2 4<3 5<4 6<5"_s);
        for (const QString &name : std::as_const(story.names))
            story.watch(99, name);
        QVERIFY(story.settle().contains(u"leaked-watch"_s));
        story.knowledge.watchers[story.path] << SessionId{99};
        story.knowledge.allEphemerals = true;
        QCOMPARE(story.settle(), QStringList());
        story.knowledge.ephemerals[SessionId{99}] << u"/elsewhere/lock-0000000000"_s;
        QCOMPARE(story.settle(), QStringList());
        // One that watches a node beside its own may wait there.
        story.knowledge.watchers[u"/elsewhere/lock-0000000001"_s] << SessionId{99};
        QVERIFY(story.settle().contains(u"leaked-watch"_s));
    }

    void whoWaitsForAnotherThanBeforeIsSuspectedAnew()
    {
        EvidenceStory story(u"1 2<1 3<2 4 5<4"_s);
        story.read();
        story.read();
        story.leave(story.names[2]);
        QCOMPARE(story.read(), QStringList());
    }

    void withoutTheWatchesOfAllServersAMissingOneTellsNothing()
    {
        EvidenceStory story(u"1 2<1 3 4<3"_s);
        story.knowledge.allWatches = false;
        QCOMPARE(story.settle(), QStringList());
    }

    void aWaiterThatListedLastMayWatchTheDirectory()
    {
        EvidenceStory story(u"1 2<1 3 4<3"_s);
        story.live(3, u"GETC"_s);
        QCOMPARE(story.settle(), QStringList());
    }

    void aWaiterThatWatchesItselfIsTold()
    {
        EvidenceStory story(u"1 2<1 3<3"_s);
        QCOMPARE(story.settle(), QStringList{u"self-watch"_s});
        // Still so when it has come to the head.
        story.leave(story.names[0]);
        story.leave(story.names[1]);
        QCOMPARE(story.read(), QStringList{u"self-watch"_s});
    }

    void aHeadThatWatchesANodeThatIsGoneHasLostItsWakeup()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        story.leave(story.names[0]);
        story.watch(2, story.names[0]);
        story.live(2, u"EXIS"_s);
        QCOMPARE(story.read(), QStringList());
        story.live(2, u"PING"_s);
        story.read();
        QCOMPARE(story.read(), QStringList{u"lost-wakeup"_s});
    }

    void aHolderAtWorkMayHaveLeftAWatchOnANodeThatIsGone()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        story.leave(story.names[0]);
        story.watch(2, story.names[0]);
        for (const auto &operation : {u"SETD"_s, u"GETC"_s, u"PING"_s}) {
            story.live(2, operation);
            QCOMPARE(story.settle(), QStringList());
        }
        // If all that it ever does is to ping, time tells.
        const auto sibling = [&] {
            const auto lost = lostWakeup(story.evidence, story.queue().contenders.front(), story.thresholds);
            return lost ? lost->sibling : QString();
        };
        QCOMPARE(sibling(), story.names[0]); // but it is not called a holder as if that were known
        QVERIFY(story.read(story.thresholds.longWaitMs).contains(u"lost-wakeup"_s));
        QCOMPARE(sibling(), story.names[0]);
        story.unwatch(2, story.names[0]);
        story.read();
        QCOMPARE(sibling(), QString());
    }

    void aWaiterWithoutAWatchThatComesToTheHeadHasNotBeenWoken()
    {
        EvidenceStory story(u"1 2<1 3 4<3"_s);
        QCOMPARE(story.settle(), QStringList{u"no-watch"_s});
        const Finding waiting = story.first();
        QCOMPARE(waiting.nodes, QStringList{u"/l/"_s + story.names[2]}); // and not the one that it waits for
        story.leave(story.names[0]);
        story.leave(story.names[1]);
        const auto lost = [&] {
            return lostWakeup(story.evidence, story.queue().contenders.front(), story.thresholds);
        };
        QCOMPARE(story.foundIds(), QStringList{u"no-watch"_s}); // also before the servers are asked again
        for (int reading = 0; reading < 5; ++reading) {
            QCOMPARE(story.read(), QStringList{u"no-watch"_s});
            QCOMPARE(story.first().nodes, waiting.nodes);
            QVERIFY(story.first().text.english() != waiting.text.english());
            QVERIFY(lost() && lost()->sibling.isEmpty());
        }
        story.live(3, u"GETC"_s); // it looks all the same
        QCOMPARE(story.read(), QStringList());
        QVERIFY(!lost());
        story.live(3, u"PING"_s);
        QCOMPARE(story.settle(), QStringList());
    }

    void aWaiterThatWatchesANodeThatIsGoneInsteadOfItsOwnIsTold()
    {
        EvidenceStory story(u"1 2<1 3<2 4<3"_s);
        story.leave(story.names[1]);
        story.unwatch(2, story.names[0]);
        story.watch(3, story.names[1]); // and not the first one, for which it waits
        QCOMPARE(story.settle(), QStringList{u"lost-wakeup"_s});
    }

    void twoThatWatchEachOtherAreTold()
    {
        EvidenceStory story(u"r1<2 w2<1"_s);
        QCOMPARE(story.settle(), QStringList{u"mutual-wait"_s});
        QCOMPARE(story.first().nodes.size(), 2);
        QCOMPARE(story.first().sessions, (QList<SessionId>{SessionId{1}}));
    }

    /// Elastic-Job's instances, and others that keep a cache of a directory in which they hold a lock.
    void aHolderThatWatchesTheWholeDirectoryWaitsForNone()
    {
        EvidenceStory all(u"1<1<2<3 2<1<2<3 3<1<2<3"_s);
        for (const int session : {1, 2, 3})
            all.knowledge.watchers[all.path] << SessionId{session};
        QCOMPARE(all.settle(), QStringList());
        EvidenceStory children(u"1<1<2 2<1"_s); // a watch on the directory is not reported
        QCOMPARE(children.settle(), QStringList());
    }

    void aContenderThatNobodyMindsBesideAnotherOfItsSessionIsADuplicate()
    {
        EvidenceStory story(u"1 2 2<2 3<3"_s);
        QCOMPARE(story.settle(), QStringList{u"duplicate-contender"_s});
        QCOMPARE(story.first().nodes, (QStringList{u"/l/"_s + story.names[1], u"/l/"_s + story.names[0]}));
    }

    void twoNodesWithOneTokenAreDuplicates()
    {
        EvidenceStory story;
        const QString token = u"11111111-2222-3333-4444-555555555555"_s;
        const QString first = story.join(1, token + u"-lock-"_s);
        story.join(1, token + u"-lock-"_s);
        story.watch(1, first);
        QCOMPARE(story.settle(), QStringList{u"duplicate-contender"_s});
    }

    void manyThatWatchOneNodeAreAHerd()
    {
        EvidenceStory story(u"1 2<1 3<1 4<1 5<1 6<1 7<1 8<1"_s);
        QVERIFY(story.settle().contains(u"herd"_s));
    }

    void readersBehindAWriterAreAHerdByRule()
    {
        EvidenceStory story(u"w1 r2<1 r3<1 r4<1 r5<1 r6<1 r7<1 r8<1"_s);
        QCOMPARE(story.settle(), QStringList{u"herd"_s});
        QCOMPARE(story.first().severity, Finding::Severity::Note);
        // To watch the node before it is advice for others: readers in line behind readers do not share.
        QVERIFY(story.first().advice.english().startsWith(u"Nothing has to be done"_s));
        QVERIFY(story.first().advice != adviceFor(u"herd"_s));
    }

    void manyThatListAndHaveNoWatchWatchTheDirectory()
    {
        EvidenceStory story(u"1 2 3 4 5 6 7 8"_s);
        for (int session = 1; session <= 8; ++session)
            story.live(session, u"GETC"_s);
        QCOMPARE(story.settle(), QStringList{u"herd"_s});
        QCOMPARE(story.first().severity, Finding::Severity::Warning);
    }

    void aSessionWithoutAContenderThatWatchesOneIsANote()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        story.live(99);
        story.watch(99, story.names[1]);
        QCOMPARE(story.settle(), QStringList{u"leaked-watch"_s});
        QCOMPARE(story.first().severity, Finding::Severity::Note);
        QCOMPARE(story.first().sessions, QList<SessionId>{SessionId{99}});
    }

    void aSessionThatNoServerIsConnectedToIsTold()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        story.disconnect(1);
        story.knowledge.sessions[SessionId{1}].expiresInMs = 7'000;
        QCOMPARE(story.settle(), QStringList{u"dead-session"_s});
        QVERIFY(story.firstText().contains(u"7 s"_s));
        story.knowledge.allConnections = false;
        QCOMPARE(story.read(), QStringList());
    }

    void aClientThatIsBackByAnotherSessionIsTold()
    {
        EvidenceStory story(u"1 2<1"_s, u"/service/batman/leader-lock"_s);
        story.setData(story.names[0], "pg1");
        story.disconnect(1);
        story.knowledge.ephemerals = {
            {SessionId{1}, {story.path + u'/' + story.names[0], u"/service/batman/members/pg1"_s}},
            {SessionId{8}, {u"/service/batman/members/pg10"_s, u"/elsewhere/pg1"_s}},
            {SessionId{9}, {u"/service/batman/members/pg1"_s}}};
        const auto says = [&story](QStringView what) { return story.firstText().contains(what); };
        QCOMPARE(story.settle(), QStringList{u"dead-session"_s});
        QVERIFY2(!says(u"may be back"), "neither is connected");
        story.live(8);
        story.read();
        QVERIFY2(!says(u"may be back"), "another name, and a node far away");
        story.live(9);
        story.read();
        QVERIFY(says(
            u"back: /service/batman/members/pg1, which names it as well, belongs to a session that is connected, 0x9"));
        story.setData(story.names[1], "pg1"); // nearer than that
        story.read();
        QVERIFY(says(story.names[1] + u", which names it as well, belongs to a session that is connected, 0x2"_s));
    }

    void aBrokerThatIsRegisteredAgainIsTold()
    {
        EvidenceStory story({}, u"/kafka/controller"_s);
        story.isNodeLock = true;
        story.setData(story.join(1, {}, u"controller"_s), R"({"version":1,"brokerid":1})");
        story.disconnect(1);
        story.knowledge.ephemerals = {{SessionId{8}, {u"/kafka/brokers/ids/10"_s, u"/brokers/ids/1"_s}}};
        story.live(8);
        const auto text = [&story] { return story.firstText(); };
        QCOMPARE(story.settle(), QStringList{u"dead-session"_s});
        QVERIFY2(!text().contains(u"may be back"_s), "another broker, and one of another cluster");
        story.knowledge.ephemerals[SessionId{9}] = {u"/kafka/brokers/ids/1"_s};
        story.live(9);
        story.read();
        QVERIFY(text().contains(u"may be back: /kafka/brokers/ids/1, which names it as well"_s));
        QVERIFY(text().contains(u"0x9"_s));
    }

    void aNameThatManyHaveTellsNoClient_data()
    {
        QTest::addColumn<QString>("lock");
        QTest::addColumn<QString>("name");
        QTest::newRow("a number") << u"/app/lock"_s << u"1"_s;
        QTest::newRow("a word") << u"/app/lock"_s << u"master"_s;
        QTest::newRow("an address") << u"/app/lock"_s << u"10.0.0.7"_s;
        QTest::newRow("anywhere in the tree") << u"/lock"_s << u"pg1"_s;
        QTest::newRow("nothing") << u"/app/lock"_s << QString();
    }
    void aNameThatManyHaveTellsNoClient()
    {
        QFETCH(const QString, lock);
        QFETCH(const QString, name);
        EvidenceStory story(u"1 2<1"_s, lock);
        story.setData(story.names[0], name.toUtf8());
        story.disconnect(1);
        story.live(9);
        story.knowledge.ephemerals = {{SessionId{9}, {joinPath(parentPath(lock), u"workers/"_s + name)}}};
        QCOMPARE(story.settle(), QStringList{u"dead-session"_s});
        QVERIFY(!story.firstText().contains(u"may be back"_s));
    }

    void aNodeWhoseSessionIsOverIsTold()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        story.knowledge.sessions.remove(SessionId{1});
        QCOMPARE(story.settle(), QStringList{u"stale-ephemeral"_s});
        story.knowledge.allSessions = false;
        QCOMPARE(story.read(), QStringList());
    }

    void aNodeThatIsNewerThanTheReadingOverrulesWhatWasToldOfItsSession()
    {
        EvidenceStory story(u"1 2<1 3<2"_s); // czxids 101 to 103
        story.disconnect(1);
        story.knowledge.sessions.remove(SessionId{3});
        story.knowledge.zxid = Zxid{100};
        QCOMPARE(story.settle(), QStringList());
        story.knowledge.zxid = Zxid{103};
        QCOMPARE(story.settle(), (QStringList{u"dead-session"_s, u"stale-ephemeral"_s}));
    }

    void ofNodesThatAreGoneNothingIsTold()
    {
        EvidenceStory story(u"1 2<1 3 4<3"_s);
        QCOMPARE(story.settle(), QStringList{u"no-watch"_s});
        story.leave(story.names[2]);
        QCOMPARE(story.foundIds(), QStringList());
    }

    void aStaleHolderWhoseOwnSessionWaitsIsToldAsThat()
    {
        EvidenceStory story(u"1 2<1"_s);
        story.thresholds = {30'000, 0};
        story.nowMs += 31'000;
        QCOMPARE(story.foundIds(), QStringList{u"stale-holder"_s});
        QVERIFY(!story.firstText().contains(u"own session"_s));
        const QString own = story.join(1);
        story.watch(1, story.queue().contenders[1].node.name);
        story.nowMs += 31'000;
        QCOMPARE(story.foundIds(), QStringList{u"stale-holder"_s});
        QVERIFY(story.firstText().contains(u"Its own session waits here, too (%1)"_s.arg(own)));
    }

    void aHolderIsStaleAfterTheTimeThatIsSet()
    {
        EvidenceStory story(u"1 2<1"_s);
        story.thresholds.staleHolderMs = 30'000;
        story.nowMs += 29'000;
        QCOMPARE(story.foundIds(), QStringList());
        story.nowMs += 1'000; // nobody has left since the youngest came, so it has held all the while
        QCOMPARE(story.foundIds(), QStringList{u"stale-holder"_s});
        QCOMPARE(story.first().nodes, QStringList{u"/l/"_s + story.names[0]});
        QVERIFY(story.firstText().startsWith(u"Held for 30 s while 1 wait"_s));
        story.leave(story.names[1]); // nobody waits
        QCOMPARE(story.foundIds(), QStringList());
    }

    void aHolderThatLeadsTheSameSessionsBesideItIsANote()
    {
        EvidenceStory story(u"1 2<1"_s, u"/app/orders"_s);
        story.thresholds = {30'000, 0};
        story.knowledge.ephemerals = {{SessionId{1}, {u"/app/bills/lock-0000000003"_s}},
                                      {SessionId{2}, {u"/app/bills/lock-0000000004"_s}}};
        const auto severityAfter = [&story](qint64 ms) {
            story.read(ms);
            return story.first().severity;
        };
        QCOMPARE(severityAfter(31'000), Finding::Severity::Note);
        QVERIFY(story.firstText().contains(u"stand in /app/bills, behind the same one"_s));
        story.knowledge.ephemerals[SessionId{2}] = {u"/app/bills/lock-0000000002"_s};
        QVERIFY2(severityAfter(1'000) == Finding::Severity::Warning, "there another one is first");
        story.knowledge.ephemerals[SessionId{2}] = {u"/elsewhere/bills/lock-0000000004"_s};
        QVERIFY2(severityAfter(1'000) == Finding::Severity::Warning, "no directory beside it");
        story.knowledge.ephemerals.remove(SessionId{1});
        QCOMPARE(severityAfter(1'000), Finding::Severity::Warning);
    }

    void aHolderThatItsOwnSessionAloneWaitsForLeadsNobody()
    {
        EvidenceStory story(u"1 1<1"_s, u"/app/orders"_s);
        story.thresholds = {30'000, 0};
        story.knowledge.ephemerals = {{SessionId{1}, {u"/app/bills/lock-0000000003"_s}}};
        story.read(31'000);
        QCOMPARE(story.findings().last().id, u"stale-holder"_s);
        QCOMPARE(story.findings().last().severity, Finding::Severity::Warning);
    }

    /// Where a delete does not move the directory's pzxid, the youngest may have come long before the one that held
    /// went.
    void whereDeletesLeaveNoTraceNoneIsStaleByThem()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        story.thresholds = {30'000, 0};
        story.knowledge.deletesMovePzxid = false;
        const Zxid youngest = story.parent.pzxid;
        story.nowMs += 60'000;
        story.leave(story.names[0]);
        story.parent.pzxid = youngest;
        story.read();
        QCOMPARE(story.foundIds(), QStringList());
        story.nowMs += 29'000;
        QCOMPARE(story.foundIds(), QStringList());
        story.nowMs += 1'000; // since it was seen to hold
        QCOMPARE(story.foundIds(), QStringList{u"stale-holder"_s});
    }

    void ofWhatIsNotOddItIsNotedTooThatDeletesLeaveNoTrace()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        const ServerReading before = story.reading();
        story.knowledge.deletesMovePzxid = false;
        QVERIFY(!tellTheSame(before, story.reading(), story.queue()));
        story.knowledge.deletesMovePzxid = true;
        QVERIFY(tellTheSame(before, story.reading(), story.queue()));
        story.knowledge.ephemerals[SessionId{1}] = {u"/elsewhere/lock-0000000000"_s};
        QVERIFY2(!tellTheSame(before, story.reading(), story.queue()), "who leads elsewhere, too");
    }

    void whoHasJustComeToHoldIsNotStale()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        story.thresholds = {30'000, 0};
        story.nowMs += 60'000;
        story.leave(story.names[0]);
        story.read();
        QCOMPARE(story.foundIds(), QStringList());
        story.nowMs += 30'000;
        QCOMPARE(story.foundIds(), QStringList{u"stale-holder"_s});
        // Since it was seen to hold, and no longer than its node is there.
        QVERIFY(story.firstText().startsWith(u"Held for 30 s to "_s));
    }

    /// They share their czxid; the second has not held for as long as the first.
    void whoComesToHoldAfterAnotherOfItsTransactionIsNotStale()
    {
        EvidenceStory story;
        story.thresholds = {30'000, 0};
        const QString first = story.join(1);
        const QString second = story.joinInSameTransaction(2);
        story.join(3);
        story.watch(2, first);
        story.watch(3, second);
        QCOMPARE(story.settle(), QStringList());
        story.nowMs += 60'000;
        story.leave(first);
        story.unwatch(2, first);
        story.read();
        QCOMPARE(story.foundIds(), QStringList());
        story.nowMs += 30'000;
        QCOMPARE(story.foundIds(), QStringList{u"stale-holder"_s});
    }

    void longWaitsAreANote()
    {
        EvidenceStory story(u"1 2<1 3<2"_s);
        story.thresholds.longWaitMs = 10'000;
        story.nowMs += 9'000;
        QCOMPARE(story.foundIds(), QStringList());
        story.nowMs += 1'000;
        QCOMPARE(story.foundIds(), QStringList{u"long-wait"_s});
        QCOMPARE(story.first().nodes.size(), 2);
    }

    /// Each is shared by two threads while it lives, and a lock may see very many of them.
    void sessionsThatAreGoneAreForgotten()
    {
        EvidenceStory story;
        for (qint64 session = 1; session <= 1'000; ++session) {
            const QString one = story.join(session);
            const QString other = story.join(session);
            story.read();
            QVERIFY(story.evidence.shared.contains(SessionId{session}));
            story.leave(one); // what is left of a shared session is still excused
            story.read();
            QVERIFY(story.evidence.shared.contains(SessionId{session}));
            story.leave(other);
            story.knowledge.sessions.remove(SessionId{session});
        }
        story.join(2'000);
        story.read();
        QVERIFY(story.evidence.shared.isEmpty());
        QCOMPARE(story.evidence.holdingSinceNs.size(), size_t(1));
    }
};

} // namespace lockscope::tst_evidence

LOCKSCOPE_TEST(lockscope::tst_evidence::TestEvidence)
#include "tst_evidence.moc"
