// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/locks/semaphorestory.h"

#include "core/locks/deadlock.h"
#include "core/locks/waitgraph.h"

#include <QTest>

using namespace lockscope;
using namespace lockscope::locks;
using namespace lockscope::test;
using namespace Qt::StringLiterals;

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
        SemaphoreStory story;
        QStringList leases{story.hold(1), story.hold(2)};
        auto [place, lease] = story.waitAtTheHead(3);
        QString next = story.queueUp(4);
        for (qint64 session = 5; session < 15; ++session) {
            const QString last = story.queueUp(session);
            QCOMPARE(story.settle(), QStringList());
            story.remove(leases.takeFirst());
            QCOMPARE(story.read(50), QStringList());
            story.remove(place);
            QCOMPARE(story.settle(), QStringList());
            leases << lease;
            place = std::exchange(next, last);
            lease = story.makeLease(session - 1);
            QCOMPARE(story.read(50), QStringList());
            story.live(session - 1);
        }
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
        QCOMPARE(story.findings().first().sessions, QList<SessionId>{SessionId{4}});
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
        SemaphoreStory story;
        story.hold(1);
        story.hold(2);
        const auto [place, lease] = story.waitAtTheHead(3);
        const QString second = story.queueUp(4);
        story.queueUp(5);
        const LockQueue queue = story.queue();
        const auto nextAfter = [&](std::vector<int> gone) {
            QStringList paths;
            for (const int index : queue.nextAfterRemoval(std::move(gone)))
                paths << joinPath(queue.path, queue.contenders[static_cast<size_t>(index)].node.name);
            return paths;
        };
        QCOMPARE(nextAfter({0}), QStringList{lease});
        QCOMPARE(nextAfter({0, 1}), (QStringList{lease, second}));
        QCOMPARE(nextAfter({3}), QStringList()); // the head's place: no lease has come free
    }

    void ofMoreLeasesThanThereAreTheFirstThatGoesMakesNoRoom()
    {
        LockSource source{u"/p"_s, {}, QByteArray("2")};
        LockSource::Part line{u"/p-__lock__"_s, {}};
        for (int i = 1; i <= 4; ++i) {
            ChildNode node;
            const bool isLease = i <= 3;
            node.name = QString::asprintf(isLease ? "%032x" : "%032x__lock__0000000000", i);
            node.stat.emplace();
            node.stat->czxid.value = node.stat->ephemeralOwner.value = i;
            (isLease ? source.children : line.children).push_back(node);
        }
        source.queue = line;
        const LockQueue queue = readQueue(source);
        QCOMPARE(queue.holders.size(), size_t(3));
        QCOMPARE(queue.nextAfterRemoval(0), std::vector<int>{});
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

QTEST_GUILESS_MAIN(TestSemaphore)
#include "tst_semaphore.moc"
