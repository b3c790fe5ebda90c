// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/timeline/story.h"
#include "tests/ui/uitest.h"
#include "ui/timeline/lanelook.h"

namespace lockscope::tst_lanes {

using namespace lockscope::ui;
using namespace lockscope::ui::story;
using namespace Qt::StringLiterals;
using journal::Fault;
using locks::LockState;

namespace {

/// "W10-20 H20-": states by their first letters, milliseconds of the story.
QString textOf(const Track &track)
{
    QStringList parts;
    for (const Span &span : track.spans()) {
        const auto ms = [](qint64 ns) { return QString::number((ns - Story::begin) / 1'000'000); };
        parts += u"%1%2-%3"_s.arg(QChar(u"WHRSPE"[static_cast<size_t>(span.state)]))
                     .arg(ms(span.fromNs), span.toNs == Span::stillOpen ? QString() : ms(span.toNs));
    }
    return parts.join(u' ');
}

/// A holds from 3 to 10, then B; each is told by the server before it says so.
Story handOver()
{
    Story story;
    story.spawn(1, u"A"_s);
    story.spawn(2, u"B"_s);
    story.state(1, 1, LockState::Fetching);
    story.born(2, 1, 1);
    story.state(3, 1, LockState::Retained);
    story.state(4, 2, LockState::Fetching);
    story.born(5, 2, 2);
    story.state(10, 1, LockState::Releasing);
    story.gone(11, 1, 1);
    story.tell(11, journal::ClientWatchFired{{2}, WatchEvent::Deleted, Story::nodeOf(1)});
    story.state(12, 1, LockState::Released);
    story.state(13, 2, LockState::Retained);
    return story;
}

} // namespace

class LanesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void beliefStandsBesideTruth()
    {
        const LaneIndex index = lanesOf(handOver().events());
        QCOMPARE(index.lanes().size(), size_t(2));
        const Lane &a = index.lanes()[0];
        const Lane &b = index.lanes()[1];
        QCOMPARE(a.name, u"A"_s);
        QCOMPARE(textOf(a.belief), u"W1-3 H3-10 R10-12"_s);
        QCOMPARE(textOf(a.truth), u"H2-11"_s);
        QCOMPARE(textOf(b.belief), u"W4-13 H13-"_s);
        QCOMPARE(textOf(b.truth), u"W5-11 H11-"_s);
        QVERIFY(a.conflict.spans().empty());
        QCOMPARE(index.grants().size(), size_t(2));
    }

    void whileNothingIsObservedNoServerTells()
    {
        Story story = handOver();
        story.tell(20, journal::ObservationChanged{u"/"_s, journal::Freshness::Stale});
        story.tell(40, journal::ObservationChanged{u"/"_s, journal::Freshness::Reading});
        story.tell(50, journal::ObservationChanged{u"/"_s, journal::Freshness::Live});
        const LaneIndex index = lanesOf(story.events());
        QCOMPARE(textOf(index.lanes()[1].belief), u"W4-13 H13-"_s);
        QCOMPARE(textOf(index.lanes()[1].truth), u"W5-11 H11-20 H50-"_s);
    }

    void whoWokeWhom()
    {
        const LaneIndex index = lanesOf(handOver().events());
        QCOMPARE(index.wakes().size(), size_t(1));
        QCOMPARE(index.wakes()[0].from, 0);
        QCOMPARE(index.wakes()[0].to, 1);
        QCOMPARE(index.wakes()[0].atNs, Story::at(11));
    }

    /// One that asks a holder for its lock writes into its node, and hears of that itself.
    void aChangeOfDataWakesNobodyFromALane()
    {
        Story story;
        story.spawn(1, u"A"_s);
        story.spawn(2, u"B"_s);
        story.born(1, 1, 1);
        story.born(2, 2, 2);
        story.tell(10, journal::ClientWatchFired{{2}, WatchEvent::Changed, Story::nodeOf(1)});
        QVERIFY(lanesOf(story.events()).wakes().empty());
        story.tell(20, journal::ClientWatchFired{{2}, WatchEvent::Deleted, Story::nodeOf(1)});
        QCOMPARE(lanesOf(story.events()).wakes().size(), size_t(1));
    }

    /// A watch on the directory does not say who left: it may be told before the leaving is, and after an older one.
    void whoWokeAWatcherOfTheDirectory()
    {
        Story story;
        for (const quint32 id : {1u, 2u, 3u, 4u}) {
            story.spawn(id, QString(QChar(u'@' + char16_t(id))));
            story.born(2 * id, id, int(id));
        }
        const auto watch = [&story](qint64 ms, quint32 id) {
            story.tell(ms, journal::ClientWatchSet{{id}, u"/l"_s, true});
        };
        const auto fired = [&story](qint64 ms, quint32 id) {
            story.tell(ms, journal::ClientWatchFired{{id}, WatchEvent::ChildrenChanged, u"/l"_s});
        };
        watch(10, 3);
        fired(20, 3);
        story.gone(21, 2, 2); // B left, and woke C
        watch(22, 4);
        story.gone(30, 1, 1);
        fired(31, 4); // A left, and woke D
        watch(32, 4);
        story.born(40, 2, 5);
        fired(41, 4); // B came: nobody left
        const LaneIndex index = lanesOf(story.events());
        QList<std::pair<int, int>> wakes;
        for (const Wake &wake : index.wakes())
            wakes += {wake.from, wake.to};
        QCOMPARE(wakes, (QList<std::pair<int, int>>{{1, 2}, {0, 3}}));
    }

    void aZombieHolderIsAConflictOfBeliefs()
    {
        Story story = handOver();
        story.state(20, 1, LockState::Retained); // it believes so although its node has gone
        story.state(25, 1, LockState::Released);
        const LaneIndex index = lanesOf(story.events());
        QCOMPARE(textOf(index.lanes()[0].conflict), u"H20-25"_s);
        QCOMPARE(textOf(index.lanes()[1].conflict), u"H20-25"_s);
    }

    void permitsAreNoConflict()
    {
        Story story;
        for (const quint32 id : {1, 2}) {
            story.spawn(id, QString::number(id), u"/l"_s, locks::RecipeId::Semaphore);
            auto spawned = std::get<journal::ClientSpawned>(story.events()[story.events().size() - 2].what);
            spawned.leases = 3;
            story.tell(0, spawned);
            story.state(1, id, LockState::Retained);
        }
        const LaneIndex index = lanesOf(story.events());
        QCOMPARE(index.lanes().size(), size_t(2));
        QVERIFY(index.lanes()[0].conflict.spans().empty());
    }

    void theDeadBelieveNothing()
    {
        Story story = handOver();
        story.tell(15, journal::ClientFault{{2}, Fault::Crash});
        story.tell(19, journal::ServerNode{{2}, Story::nodeOf(2), journal::ServerNode::Life::Gone, {}, {}});
        const LaneIndex index = lanesOf(story.events());
        const Lane &b = index.lanes()[1];
        QCOMPARE(textOf(b.belief), u"W4-13 H13-15"_s);
        QCOMPARE(textOf(b.truth), u"W5-11 H11-19"_s);
        QCOMPARE(textOf(b.link), u"E15-"_s);
        QCOMPARE(b.faults.size(), size_t(1));
    }

    void aPauseIsSeen()
    {
        Story story = handOver();
        story.tell(14, journal::ClientFault{{2}, Fault::Pause, 5, false});
        story.tell(19, journal::ClientFault{{2}, Fault::Resume});
        const LaneIndex index = lanesOf(story.events());
        QCOMPARE(textOf(index.lanes()[1].link), u"P14-19"_s);
    }

    void aForeignSessionHasALaneOfItsOwn()
    {
        Story story = handOver();
        story.list(20, u"/l"_s, {u"lock-0000000003"_s}, {}, 2);
        story.resolve(20, Story::nodeOf(3), 103, 0xabcdef);
        story.list(30, u"/l"_s, {}, {u"lock-0000000002"_s}, 1);
        const LaneIndex index = lanesOf(story.events());
        QCOMPARE(index.lanes().size(), size_t(3));
        const Lane &foreign = index.lanes()[2];
        QVERIFY(foreign.client.isNull());
        QCOMPARE(textOf(foreign.truth), u"W20-30 H30-"_s);
        QVERIFY(foreign.locks.contains(u"/l"_s));
        QCOMPARE(index.grants().size(), size_t(3));
    }

    void ephemeralNodesThatAreNoLocksHaveNoLane()
    {
        Story story;
        story.resolve(1, u"/services/web-1"_s, 1, 7);
        QVERIFY(lanesOf(story.events()).lanes().empty());
    }

    void aNameSaysNothingOfAForeignSessionThatNoServerTellsOf()
    {
        Story story;
        story.list(1, u"/l"_s, {u"lock-0000000001"_s}, {}, 1);
        story.resolve(2, Story::nodeOf(1), 1, 7);
        const LaneIndex index = lanesOf(story.events());
        const qint64 told = Story::at(3);
        const LaneReach reach{Story::at(5), told};
        QCOMPARE(nameRowOf(index.lanes().at(0), told, reach).fill, Fill::Filled);
        QCOMPARE(nameRowOf(index.lanes().at(0), told + 1, reach).fill, Fill::Outlined);
        QCOMPARE(nameRowOf(index.lanes().at(0), told + 1, reach).role, Role::Neutral);
    }

    void theOlderHalfIsForgottenBeforeItIsTooMuch()
    {
        Story story;
        story.spawn(1, u"A"_s);
        for (int i = 0; i < 1000; ++i)
            story.tell(i, journal::ClientRequest{{1}, u"exists"_s, u"/l"_s, quint64(i)});
        const LaneIndex index = lanesOf(story.events(), LaneIndex(100));
        QVERIFY(index.instants().size() <= 100);
        QVERIFY(index.lanes()[0].requests.size() <= 100);
        QCOMPARE(index.lastNs(), Story::at(999));
    }

    void aClientKeepsItsLaneWhileOthersAreForgotten()
    {
        Story story;
        story.spawn(1, u"A"_s);
        for (quint32 id = 2; id < 40; ++id) {
            story.spawn(id, QString::number(id));
            story.state(id, id, LockState::Fetching);
            story.born(id, id, int(id));
            story.state(id, id, LockState::Retained);
            story.gone(id, id, int(id));
            story.state(id, id, LockState::Released);
            story.tell(id, journal::ClientRemoved{{id}});
        }
        story.state(50, 1, LockState::Fetching);
        story.born(50, 1, 50);
        const LaneIndex index = lanesOf(story.events(), LaneIndex(1'000, 10));
        QVERIFY(index.lanes().size() <= 11);
        const int lane = index.laneOf(ClientId{1});
        QVERIFY(lane >= 0);
        QCOMPARE(index.lanes()[size_t(lane)].name, u"A"_s);
        QCOMPARE(textOf(index.lanes()[size_t(lane)].truth), u"H50-"_s);
        for (const Wake &wake : index.wakes())
            QVERIFY(wake.from < int(index.lanes().size()) && wake.to < int(index.lanes().size()));
    }
};

} // namespace lockscope::tst_lanes

LOCKSCOPE_TEST(lockscope::tst_lanes::LanesTest)
#include "tst_lanes.moc"
