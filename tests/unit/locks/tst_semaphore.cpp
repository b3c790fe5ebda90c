// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/locks/semaphorestory.h"

#include "core/findings/waitgraph.h"
#include "core/locks/findings.h"
#include "tests/support/testprogram.h"

namespace lockscope::tst_semaphore {

using namespace lockscope::findings;
using namespace lockscope::locks;
using namespace lockscope::locks::test;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

/// Each lease is held, and one client more stands at the head of the line: it has made a lease, and seen that there is
/// no room.
struct Refused : SemaphoreStory
{
    QStringList held;
    QString place;
    QString lease;

    explicit Refused(int leases = 1)
    {
        for (qint64 session = 1; session <= leases; ++session)
            held << hold(session);
        std::tie(place, lease) = waitAtTheHead(leases + 1);
    }
};

/// What is found of a semaphore of two directories, who waits for whom in it, and who is next.
class TestSemaphore : public QObject
{
    Q_OBJECT

    /// "locks/…0003>locks/…0002 watched": numbers of the nodes that each edge joins.
    static QStringList edgesOf(const WaitGraph &graph)
    {
        const auto end = [&](int index) {
            const QString path = graph.nodes[static_cast<size_t>(index)].path;
            return path.section(u'/', -2, -2) + QString::number(path.section(u'-', -1).toInt());
        };
        QStringList words;
        for (const WaitGraph::Edge &edge : graph.edges)
            words << end(edge.from) + u'>' + end(edge.to)
                         + (edge.kind == WaitGraph::Kind::Watched    ? u" watched"_s
                            : edge.kind == WaitGraph::Kind::Expected ? u" expected"_s
                                                                     : u" wrong"_s);
        return words;
    }

private Q_SLOTS:
    void aSemaphoreInUseTellsNothing()
    {
        Refused story(2);
        QString next = story.queueUp(4);
        for (qint64 session = 5; session < 15; ++session) {
            const QString last = story.queueUp(session);
            QCOMPARE(story.settle(), QStringList());
            story.remove(story.held.takeFirst());
            QCOMPARE(story.read(50), QStringList());
            story.remove(story.place);
            QCOMPARE(story.settle(), QStringList());
            story.held << story.lease;
            story.place = std::exchange(next, last);
            story.lease = story.makeLease(session - 1);
            QCOMPARE(story.read(50), QStringList());
            story.live(session - 1);
        }
    }

    void aLeaseThatIsLeftByWhoGaveUpIsTold()
    {
        Refused story(2);
        QCOMPARE(story.settle(), QStringList());
        story.remove(story.place);
        QCOMPARE(story.read(), QStringList());
        QCOMPARE(story.read(), QStringList());
        QCOMPARE(story.read(), QStringList{u"orphan-lease"_s});
        const Finding finding = story.first();
        QCOMPARE(finding.severity, Finding::Severity::Warning);
        QCOMPARE(finding.nodes, QStringList{story.lease});
        QCOMPARE(finding.sessions, QList<SessionId>{SessionId{3}});
        QCOMPARE(finding.advice, adviceFor(u"orphan-lease"_s));
        story.remove(story.lease);
        QCOMPARE(story.foundIds(), QStringList());
    }

    void whatIsProvenStaysWhenAnotherLeaseGoes()
    {
        Refused story;
        story.settle();
        story.remove(story.place);
        QCOMPARE(story.settle(), QStringList{u"orphan-lease"_s});
        story.remove(story.held[0]);
        QCOMPARE(story.settle(), QStringList{u"orphan-lease"_s});
        story.hold(2); // the same client again, with another lease
        QCOMPARE(story.settle(), QStringList{u"orphan-lease"_s});
        QCOMPARE(story.first().nodes, QStringList{story.lease});
    }

    void aLeaseThatIsGrantedBecauseAnotherWentIsNone()
    {
        Refused story;
        story.settle();
        story.remove(story.held[0]);
        story.remove(story.place);
        QCOMPARE(story.settle(), QStringList());
    }

    void theLineMayBeSeenToMoveBeforeTheLeases()
    {
        Refused story;
        story.settle();
        story.remove(story.place);
        story.read();
        story.remove(story.held[0]); // listed later, and gone before
        QCOMPARE(story.settle(), QStringList());
    }

    void whoIsSlowToTakeWhatIsFreeWasNotRefused()
    {
        Refused story(2);
        story.remove(story.held[0]);
        story.settle(); // it stands in line still, as in a long garbage collection
        story.remove(story.place);
        QCOMPARE(story.settle(), QStringList());
    }

    void whereDeletesLeaveNoTraceNobodyIsSeenToBeRefused()
    {
        Refused story(2);
        story.knowledge.deletesMovePzxid = false;
        const Zxid youngest = story.evidence.leasesChanged;
        story.remove(story.held[0]);
        story.evidence.leasesChanged = youngest;
        story.settle(); // it stands in line still, as in a long garbage collection
        story.remove(story.place);
        QCOMPARE(story.settle(), QStringList());
    }

    void whoHasNotLookedYetWasNotRefused()
    {
        SemaphoreStory story;
        story.hold(1);
        const QString place = story.queueUp(2);
        story.makeLease(2);
        story.settle();
        story.live(2);
        story.remove(place); // there was room
        QCOMPARE(story.settle(), QStringList());
    }

    void whoWaitedForAMomentOnlyIsNotTold()
    {
        Refused story;
        story.read();
        story.read();
        story.remove(story.place);
        QCOMPARE(story.settle(), QStringList());
    }

    void whoTakesItsLeaseBackTellsNothing()
    {
        Refused story;
        story.settle();
        story.remove(story.place);
        story.read(); // between its two deletes
        story.remove(story.lease);
        QCOMPARE(story.settle(), QStringList());
    }

    void moreLeasesThanTheSemaphoreHasAreTold()
    {
        LockSource source;
        source.path = u"/p"_s;
        source.data = QByteArray("2");
        source.queue = LockSource::Part{u"/p-__lock__"_s, {}};
        for (int i = 1; i <= 3; ++i)
            source.children.push_back(childNamed(QString::asprintf("%032x", i), i, i));
        const auto reportedFindings = [](const LockSource &seen) {
            Knowledge knowledge;
            Evidence evidence;
            const LockQueue queue = readQueue(seen);
            for (qint64 second = 1; second <= readingsNeeded; ++second) {
                knowledge.askedAtNs = knowledge.answeredAtNs = second * 1'500'000'000;
                evidence = weigh(std::move(evidence), queue, arranged(knowledge, {}), {});
            }
            return findings::findingsNow(evidence, queue, {}, knowledge.answeredAtNs).findings;
        };
        const auto found = reportedFindings(source);
        QCOMPARE(found.size(), 1);
        QCOMPARE(found.first().id, u"orphan-lease"_s);
        QCOMPARE(found.first().nodes.size(), 3);
        QVERIFY2(found.first().text.english().contains(u"has: 3"_s), qPrintable(found.first().text.english()));
        LockSource lowered = source;
        lowered.dataSince = Zxid{1}; // the first one was granted before
        QVERIFY(reportedFindings(lowered).isEmpty());
        source.children.pop_back();
        QVERIFY(reportedFindings(source).isEmpty());
    }

    void aLineThatStandsStillThoughALeaseIsFreeIsTold()
    {
        LockSource source{.path = u"/p"_s, .data = QByteArray("2")};
        source.queue = LockSource::Part{u"/p-__lock__"_s,
                                        childrenFrom(u"1123456789abcdef0123456789abcdef__lock__0000000001 a 1\n"
                                                     "2123456789abcdef0123456789abcdef__lock__0000000002 b 2\n"
                                                     "3123456789abcdef0123456789abcdef__lock__0000000003 c 3\n"_s)};
        source.children.push_back(childNamed(QString::asprintf("%032x", 1), 7, 7));
        const auto found = [](const LockSource &seen) {
            Knowledge knowledge;
            Evidence evidence;
            const LockQueue queue = readQueue(seen);
            for (qint64 second = 1; second <= readingsNeeded; ++second) {
                knowledge.askedAtNs = knowledge.answeredAtNs = second * 1'500'000'000;
                evidence = weigh(std::move(evidence), queue, arranged(knowledge, {}), {});
            }
            QStringList ids;
            for (const Finding &finding : findingsNow(evidence, queue, {}, knowledge.answeredAtNs).findings)
                ids << finding.id + u' ' + finding.nodes.join(u' ');
            return ids;
        };
        QCOMPARE(found(source),
                 QStringList{u"line-stands-still /p-__lock__/1123456789abcdef0123456789abcdef__lock__0000000001"_s});
        // When the first one goes, the next one takes the lease that is free.
        const LockQueue queue = readQueue(source);
        const auto head = std::ranges::find(queue.contenders, ContenderState::Waiting, &Contender::state);
        const auto first = static_cast<int>(head - queue.contenders.begin());
        QCOMPARE(queue.nextAfterRemoval({first}), std::vector<int>{first + 1});
        QCOMPARE(queue.nextAfterRemoval({first + 1}), std::vector<int>());
        source.children.push_back(childNamed(QString::asprintf("%032x", 2), 8, 8));
        QCOMPARE(found(source), QStringList());
    }

    void aWatchThatIsLeftOfTheLineIsNoLostWakeup()
    {
        SemaphoreStory story;
        story.hold(1);
        const QString gone = story.queueUp(2);
        story.remove(gone);
        const auto [place, lease] = story.waitAtTheHead(3);
        story.watch(1, gone); // of one that holds, and of one that waits for any lease
        story.watch(3, gone);
        for (const QString &operation : {u"PING"_s, u"EXIS"_s}) {
            story.live(1, operation);
            story.live(3, operation);
            QCOMPARE(story.settle(), QStringList());
        }
        story.thresholds.longWaitMs = 0;
        QCOMPARE(story.read(story.thresholds.staleHolderMs / 2), QStringList());
    }

    void inTheLineAMissingWatchIsStillTold()
    {
        SemaphoreStory story;
        story.hold(1);
        story.waitAtTheHead(2);
        const QString third = story.queueUp(3);
        story.queueUp(4);
        story.knowledge.watchers.remove(third);
        QCOMPARE(story.settle(), QStringList{u"no-watch"_s});
        QCOMPARE(story.first().sessions, QList<SessionId>{SessionId{4}});
    }

    void aLeaseAndAPlaceInTheLineAreOneWaiter()
    {
        SemaphoreStory story;
        story.hold(1);          // its lease is 2
        story.waitAtTheHead(2); // 3, 4
        story.queueUp(3);       // 5
        story.queueUp(4);       // 6
        const LockQueue queue = story.queue();
        QCOMPARE(edgesOf(waitGraph({&queue}, story.reading())),
                 (QStringList{u"locks3>leases2 expected"_s, u"locks5>locks3 watched"_s, u"locks6>locks5 watched"_s}));
    }

    void amongSeveralLeasesNobodyInParticularIsWaitedFor()
    {
        SemaphoreStory story;
        story.hold(1);
        story.hold(2);
        story.waitAtTheHead(3); // 5, 6
        story.queueUp(4);       // 7
        const LockQueue queue = story.queue();
        QCOMPARE(edgesOf(waitGraph({&queue}, story.reading())), QStringList{u"locks7>locks5 watched"_s});
    }

    void aFreedLeaseIsTheHeadsThatHasItsOwnAlready()
    {
        Refused story(2);
        const QString second = story.queueUp(4);
        story.queueUp(5);
        const LockQueue queue = story.queue();
        const auto nextAfter = [&](std::vector<int> gone) {
            QStringList paths;
            for (const int index : queue.nextAfterRemoval(std::move(gone)))
                paths << joinPath(queue.path, queue.contenders[static_cast<size_t>(index)].node.name);
            return paths;
        };
        QCOMPARE(nextAfter({0}), QStringList{story.lease});
        QCOMPARE(nextAfter({0, 1}), (QStringList{story.lease, second}));
        QCOMPARE(nextAfter({3}), QStringList()); // the head's place: no lease has come free
    }

    /// It looks for room before it makes its lease, and leaves the line after.
    void kazooHasTheLeaseThatItMakesAtTheHeadOfTheLine()
    {
        const QString lease = u"0123456789abcdef0123456789abcdef"_s;
        LockSource source{u"/sem"_s, {}, QByteArray("3"), childrenFrom(lease + u" 1e 1"_s)};
        source.queue = LockSource::Part{u"/sem-__lock__"_s,
                                        childrenFrom(u"1123456789abcdef0123456789abcdef__lock__0000000001 a 1\n"
                                                     "2123456789abcdef0123456789abcdef__lock__0000000002 14 2\n"_s)};
        const LockQueue queue = readQueue(source);
        QCOMPARE(queue.holders.size(), size_t(1));
        QCOMPARE(queue.contenders[static_cast<size_t>(queue.holders.front())].node.name, lease);
        QCOMPARE(queue.waiting, 2);
        QCOMPARE(queue.maxLeases, std::optional(3));
    }

    void ofMoreLeasesThanThereAreTheFirstThatGoesMakesNoRoom()
    {
        LockSource source{u"/p"_s, {}, QByteArray("2")};
        LockSource::Part line{u"/p-__lock__"_s, {}};
        for (int i = 1; i <= 4; ++i) {
            const bool isLease = i <= 3;
            const QString name = QString::asprintf(isLease ? "%032x" : "%032x__lock__0000000000", i);
            (isLease ? source.children : line.children).push_back(childNamed(name, i, i));
        }
        source.queue = line;
        const LockQueue queue = readQueue(source);
        QCOMPARE(queue.holders.size(), size_t(3));
        QCOMPARE(queue.nextAfterRemoval({0}), std::vector<int>{});
        QCOMPARE(queue.nextAfterRemoval(std::vector{0, 1}), std::vector<int>{3});
    }

    void semaphoresOfOneLeaseCanBeInACircle()
    {
        SemaphoreStory one(u"/a"_s);
        SemaphoreStory other(u"/b"_s);
        one.hold(1);
        other.hold(2);
        other.waitAtTheHead(1);
        QVERIFY(deadlocks({one.queue(), other.queue()}).isEmpty());
        one.waitAtTheHead(2);
        QCOMPARE(deadlocks({one.queue(), other.queue()}), (QList<QList<SessionId>>{{SessionId{1}, SessionId{2}}}));
    }
};

} // namespace lockscope::tst_semaphore

LOCKSCOPE_TEST(lockscope::tst_semaphore::TestSemaphore)
#include "tst_semaphore.moc"
