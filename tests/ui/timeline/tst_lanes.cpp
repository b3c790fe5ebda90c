// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/ui/timeline/story.h"
#include "ui/timeline/lanes.h"

#include <QTest>

namespace lockscope::tst_lanes {

using namespace lockscope::ui;
using namespace lockscope::ui::test;
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
        LaneIndex index;
        index.append(handOver().events());
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

    void whoWokeWhom()
    {
        LaneIndex index;
        index.append(handOver().events());
        QCOMPARE(index.wakes().size(), size_t(1));
        QCOMPARE(index.wakes()[0].from, 0);
        QCOMPARE(index.wakes()[0].to, 1);
        QCOMPARE(index.wakes()[0].atNs, Story::at(11));
    }

    void aZombieHolderIsAConflictOfBeliefs()
    {
        Story story = handOver();
        story.state(20, 1, LockState::Retained); // it believes so although its node has gone
        story.state(25, 1, LockState::Released);
        LaneIndex index;
        index.append(story.events());
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
        LaneIndex index;
        index.append(story.events());
        QCOMPARE(index.lanes().size(), size_t(2));
        QVERIFY(index.lanes()[0].conflict.spans().empty());
    }

    void theDeadBelieveNothing()
    {
        Story story = handOver();
        story.tell(15, journal::ClientFault{{2}, Fault::Crash});
        story.tell(19, journal::ServerNode{{2}, Story::nodeOf(2), journal::ServerNode::Life::Gone, {}, {}});
        LaneIndex index;
        index.append(story.events());
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
        LaneIndex index;
        index.append(story.events());
        QCOMPARE(textOf(index.lanes()[1].link), u"P14-19"_s);
    }

    void aForeignSessionHasALaneOfItsOwn()
    {
        Story story = handOver();
        journal::NodeResolved node;
        node.path = Story::nodeOf(3);
        node.stat.czxid = {103};
        node.stat.ephemeralOwner = {0xabcdef};
        journal::DirectoryListed listed;
        listed.path = u"/l"_s;
        listed.added = {u"lock-0000000003"_s};
        listed.stat.numChildren = 2;
        story.tell(20, listed);
        story.tell(20, node);
        listed.added.clear();
        listed.stat.numChildren = 1;
        listed.removed = {u"lock-0000000002"_s};
        story.tell(30, listed);
        LaneIndex index;
        index.append(story.events());
        QCOMPARE(index.lanes().size(), size_t(3));
        const Lane &foreign = index.lanes()[2];
        QVERIFY(foreign.client.isNull());
        QCOMPARE(textOf(foreign.truth), u"W20-30 H30-"_s);
        QVERIFY(foreign.locks.contains(u"/l"_s));
        QCOMPARE(index.grants().size(), size_t(3));
    }

    void readersAtTheHeadHoldTogether()
    {
        Story story;
        const auto resolved = [&story](qint64 ms, const QString &name, qint64 czxid) {
            journal::NodeResolved node;
            node.path = u"/rw/"_s + name;
            node.stat.czxid = {czxid};
            node.stat.ephemeralOwner = {czxid};
            journal::DirectoryListed listed;
            listed.path = u"/rw"_s;
            listed.added = {name};
            story.tell(ms, listed);
            story.tell(ms, node);
        };
        resolved(1, u"R-0000000001"_s, 1);
        resolved(2, u"R-0000000002"_s, 2);
        resolved(3, u"W-0000000003"_s, 3);
        resolved(4, u"R-0000000004"_s, 4);
        LaneIndex index;
        index.append(story.events());
        QCOMPARE(textOf(index.lanes()[0].truth), u"H1-"_s);
        QCOMPARE(textOf(index.lanes()[1].truth), u"H2-"_s);
        QCOMPARE(textOf(index.lanes()[2].truth), u"W3-"_s);
        QCOMPARE(textOf(index.lanes()[3].truth), u"W4-"_s);
    }

    void ephemeralNodesThatAreNoLocksHaveNoLane()
    {
        Story story;
        journal::NodeResolved node;
        node.path = u"/services/web-1"_s;
        node.stat.czxid = {1};
        node.stat.ephemeralOwner = {7};
        story.tell(1, node);
        LaneIndex index;
        index.append(story.events());
        QVERIFY(index.lanes().empty());
    }

    void theOlderHalfIsForgottenBeforeItIsTooMuch()
    {
        LaneIndex index(100);
        Story story;
        story.spawn(1, u"A"_s);
        for (int i = 0; i < 1000; ++i)
            story.tell(i, journal::ClientRequest{{1}, u"exists"_s, u"/l"_s, quint64(i)});
        index.append(story.events());
        QVERIFY(index.instants().size() <= 100);
        QVERIFY(index.lanes()[0].requests.size() <= 100);
        QCOMPARE(index.lastNs(), Story::at(999));
    }
};

} // namespace lockscope::tst_lanes

LOCKSCOPE_TEST(lockscope::tst_lanes::LanesTest)
#include "tst_lanes.moc"
