// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/svgtext.h"
#include "tests/ui/timeline/story.h"
#include "tests/ui/uitest.h"
#include "ui/selection/selection.h"
#include "ui/theme/theme.h"
#include "ui/timeline/lanelook.h"
#include "ui/timeline/overviewstrip.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"
#include "ui/world/liveworld.h"

#include <QTabWidget>
#include <QWheelEvent>

namespace lockscope::tst_timelineview {

using namespace lockscope::ui;
using namespace lockscope::ui::story;
using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

/// A holds /l for 100 ms, then B for ever; C is on /other.
Story handOverOfTwo()
{
    Story story;
    story.spawn(1, u"A"_s);
    story.spawn(2, u"B"_s);
    story.spawn(3, u"C"_s, u"/other"_s);
    story.state(0, 1, LockState::Retained);
    story.born(1, 1, 1);
    story.born(2, 2, 2);
    story.state(10, 2, LockState::Fetching);
    story.gone(100, 1, 1);
    story.tell(100, journal::ClientWatchFired{{2}, WatchEvent::Deleted, Story::nodeOf(1)});
    story.state(100, 1, LockState::Released);
    story.state(101, 2, LockState::Retained);
    story.tell(200, journal::Notice{});
    return story;
}

/// What happened before, with its lanes in their rows.
struct Bench
{
    explicit Bench(const Story &story = handOverOfTwo(), size_t lanes = 3)
    {
        world.setRecorded();
        world.apply(story.events());
        panel = std::make_unique<TimelinePanel>(&world, &selection);
        panel->resize(1000, 300);
        panel->show();
        view = panel->view();
        (void)QTest::qWaitForWindowExposed(panel.get());
        view->setFollowing(false);
        view->setScale({Story::at(0), 250'000}); // 4 pixels a millisecond
        AWAIT_COMPARE(view->rows().size(), lanes);
    }

    QPoint pointAt(qint64 ms, int row) const
    {
        return {timeline::namesWidth + static_cast<int>(view->scale().xOf(Story::at(ms))),
                timeline::rulerHeight + row * 30 + 10};
    }
    QColor colorAt(qint64 ms, int row) const
    {
        const QImage image = view->viewport()->grab().toImage();
        return image.pixelColor(pointAt(ms, row) * image.devicePixelRatio());
    }
    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {}) const
    {
        QTest::mousePress(view->viewport(), Qt::LeftButton, modifiers, from);
        QTest::mouseMove(view->viewport(), (from + to) / 2);
        QTest::mouseMove(view->viewport(), to);
        QTest::mouseRelease(view->viewport(), Qt::LeftButton, modifiers, to);
    }
    void wheel(QPoint at, int delta, Qt::KeyboardModifiers modifiers) const
    {
        QWheelEvent event(at, view->viewport()->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(view->viewport(), &event);
    }

    LiveWorld world;
    Selection selection{&world};
    std::unique_ptr<TimelinePanel> panel;
    TimelineView *view = nullptr;
};

} // namespace

class TimelineViewTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// A picture may be asked for before the frame in which new lanes get their rows.
    void lanesThatHaveNoRowYetAreLeftOut()
    {
        Bench bench;
        Story more;
        for (quint32 id = 11; id < 60; ++id)
            more.spawn(id, QString::number(id));
        more.tell(150, journal::ClientWatchFired{{59}, WatchEvent::Deleted, Story::nodeOf(1)});
        journal::EventBatch batch = more.events();
        quint64 number = bench.world.lastPosition();
        for (journal::Event &event : batch) {
            event.number = ++number;
            event.atNs = Story::at(200);
        }
        bench.view->setScale({Story::at(0), 1'000'000});
        bench.world.apply(batch);
        QCOMPARE(bench.panel->index().lanes().size(), size_t(52));
        QCOMPARE(bench.panel->index().wakes().size(), size_t(2));
        QVERIFY(bench.view->rows().size() < 52);
        QVERIFY(!bench.view->viewport()->grab().isNull());
        AWAIT_COMPARE(bench.view->rows().size(), size_t(52));
    }

    void eachClientHasALaneAndItsStateAColor()
    {
        Bench bench;
        const Theme &theme = themeFor(bench.view->palette());
        QCOMPARE(bench.colorAt(50, 0), theme.holding.fill);
        QCOMPARE(bench.colorAt(145, 0), theme.panel);
        QCOMPARE(bench.colorAt(50, 1), theme.waiting.tint);
        QCOMPARE(bench.colorAt(150, 1), theme.holding.fill);
    }

    void thePointerIsTold()
    {
        Bench bench;
        const QString told = bench.view->tellAt(bench.pointAt(50, 0));
        QVERIFY2(told.contains(u"holds for 100 ms"_s), qPrintable(told));
        QVERIFY(bench.view->tellAt(bench.pointAt(50, 1)).contains(u"waits"_s));
        const QString unaware = bench.view->tellAt(bench.pointAt(100, 1));
        QVERIFY2(unaware.contains(u"Server: its turn, which it does not know"_s), qPrintable(unaware));
        QVERIFY(bench.view->tellAt(bench.pointAt(50, 9)).isEmpty());
    }

    void whatServersTellEndsWithTheConnection()
    {
        Story story;
        story.tell(0, journal::ObservationChanged{u"/"_s, journal::Freshness::Live});
        story.spawn(1, u"A"_s);
        story.born(1, 1, 1);
        story.state(2, 1, LockState::Retained);
        story.tell(100, journal::ObservationChanged{u"/"_s, journal::Freshness::Stale});
        story.tell(200, journal::Notice{});
        const Bench bench(story, 1);
        const auto tipAt = [&bench](qint64 ms) { return bench.view->tellAt(bench.pointAt(ms, 0)); };
        QVERIFY2(tipAt(50).contains(u"Server: holds for at least 99.0 ms"_s), qPrintable(tipAt(50)));
        QVERIFY2(!tipAt(150).contains(u"Server:"_s), qPrintable(tipAt(150)));
        QVERIFY2(tipAt(150).contains(u"Belief: holds for"_s), "its client goes on");
    }

    void theWheelZoomsAtThePointer()
    {
        Bench bench;
        const QPoint at = bench.pointAt(80, 0);
        const double before = bench.view->scale().nsPerPixel;
        bench.wheel(at, 120, Qt::ControlModifier);
        QVERIFY(bench.view->scale().nsPerPixel < before);
        QVERIFY((bench.pointAt(80, 0) - at).manhattanLength() <= 1);
    }

    void draggingPansAndEndsFollowing()
    {
        Bench bench;
        bench.view->setFollowing(true);
        const qint64 before = bench.view->scale().originNs;
        bench.drag({500, 60}, {600, 60});
        QVERIFY(!bench.view->isFollowing());
        QVERIFY(bench.view->scale().originNs < before);
    }

    void aSpanIsMeasured()
    {
        Bench bench;
        bench.drag(bench.pointAt(90, 0), bench.pointAt(110, 0), Qt::ShiftModifier);
        QCOMPARE(bench.view->measurementText(), u"20.0 ms: 1 hand-over, 4 events"_s);
        QTest::keyClick(bench.view, Qt::Key_Escape);
        QVERIFY(bench.view->measurementText().isEmpty());
    }

    void aClickChoosesTheLaneAndOneOnTheRulerTheInstant()
    {
        Bench bench;
        QSignalSpy client(&bench.selection, &Selection::clientChanged);
        QSignalSpy instant(bench.view, &TimelineView::instantChosen);
        QTest::mouseClick(bench.view->viewport(), Qt::LeftButton, {}, bench.pointAt(50, 1));
        QCOMPARE(client.size(), 1);
        QCOMPARE(client.first().first().value<ClientId>(), ClientId{2});
        QCOMPARE(instant.size(), 0);
        QTest::mouseClick(bench.view->viewport(), Qt::LeftButton, {}, {bench.pointAt(50, 0).x(), 8});
        QCOMPARE(instant.size(), 1);
        QVERIFY(std::abs(instant.first().first().toLongLong() - Story::at(50)) < 1'000'000);
        QVERIFY(bench.world.isRewound());
        QCOMPARE(bench.colorAt(50, 2), themeFor(bench.view->palette()).accent.fill); // its line, over an empty lane
    }

    void theKeysMoveThroughTimeAndLanes()
    {
        Bench bench;
        const TimeScale before = bench.view->scale();
        QTest::keyClick(bench.view, Qt::Key_Left);
        QVERIFY(bench.view->scale().originNs < before.originNs);
        QTest::keyClick(bench.view, Qt::Key_Plus);
        QVERIFY(bench.view->scale().nsPerPixel < before.nsPerPixel);
        QTest::keyClick(bench.view, Qt::Key_F);
        QVERIFY(bench.view->scale().xOf(Story::at(0)) > 0);
        QVERIFY(bench.view->scale().xOf(Story::at(200)) < bench.view->timeWidth());
        QTest::keyClick(bench.view, Qt::Key_Down);
        QTest::keyClick(bench.view, Qt::Key_Down);
        QCOMPARE(bench.view->currentLane(), 1);
    }

    void thePastStandsStillAndThePresentIsFollowedAgain()
    {
        Bench bench;
        bench.view->setFollowing(true);
        bench.world.seekToInstant(Story::at(50));
        QVERIFY(!bench.view->isFollowing());
        bench.world.seekToInstant(Story::at(60));
        bench.world.goLive();
        QVERIFY(bench.view->isFollowing());
        // Who had switched it off finds it off.
        bench.view->setFollowing(false);
        bench.world.seekToInstant(Story::at(50));
        bench.world.goLive();
        QVERIFY(!bench.view->isFollowing());
    }

    void behindAnotherTabNothingIsFittedIntoTooLittleRoom()
    {
        LiveWorld world;
        Selection selection(&world);
        QTabWidget tabs;
        tabs.addTab(new QWidget, u"front"_s);
        auto *panel = new TimelinePanel(&world, &selection);
        tabs.addTab(panel, u"timeline"_s);
        tabs.resize(1000, 300);
        tabs.show();
        QVERIFY(QTest::qWaitForWindowExposed(&tabs));
        panel->resize(200, 100); // as it may be before it is laid out
        Story story;
        story.spawn(1, u"A"_s);
        story.state(0, 1, LockState::Retained);
        story.tell(3'000, journal::Notice{});
        world.setRecorded();
        world.apply(story.events());
        AWAIT_COMPARE(panel->view()->rows().size(), size_t(1)); // a frame behind the other tab
        tabs.setCurrentWidget(panel);
        const auto shownNs = [&] {
            const TimelineView *view = panel->view();
            return view->scale().nsAt(view->timeWidth()) - view->scale().nsAt(0);
        };
        AWAIT_VERIFY(panel->view()->scale().xOf(Story::at(3'000)) > panel->view()->timeWidth() / 2);
        QVERIFY2(shownNs() < 10'000'000'000, qPrintable(QString::number(shownNs())));
    }

    void onlyThoseOfOneLock()
    {
        Bench bench;
        bench.view->setLock(u"/other"_s);
        QCOMPARE(bench.view->rows(), std::vector<int>{2});
        bench.view->setLock(u"/nobody"_s);
        QVERIFY(bench.view->rows().empty());
        bench.view->setLock({});
        QCOMPARE(bench.view->rows().size(), size_t(3));
    }

    void whoWasTakenOffTheListHasNoLaneButInThePast()
    {
        Story story;
        story.spawn(1, u"A"_s);
        story.spawn(2, u"B"_s);
        story.state(0, 1, LockState::Retained);
        story.state(10, 2, LockState::Fetching);
        story.tell(20, journal::ClientRemoved{{1}});
        LiveWorld world;
        Selection selection(&world);
        TimelinePanel panel(&world, &selection);
        panel.show();
        world.apply(story.events());
        AWAIT_COMPARE(panel.view()->rows(), std::vector<int>{1});
        world.step(-1);
        AWAIT_COMPARE(panel.view()->rows().size(), size_t(2));
        world.goLive();
        AWAIT_COMPARE(panel.view()->rows(), std::vector<int>{1});
    }

    void densityCountsEachInstantOnce()
    {
        const std::vector<qint64> sorted{0, 1, 1, 5, 9, 10};
        const std::vector<int> expected{3, 0, 1, 0, 2};
        QCOMPARE(densityOf(sorted, 0, 10, 5), expected);
        QCOMPARE(densityOf({}, 0, 10, 2), (std::vector<int>{0, 0}));
        QVERIFY(densityOf(sorted, 0, 10, 0).empty());
    }

    void aPictureHasEveryLaneAtAnySizeInTheColoursOfItsStates()
    {
        Bench bench;
        bench.view->setScale({Story::at(0), 250'000});
        const Picture picture = bench.view->picture();
        const SvgText svg(toSvg(picture, defaultLook(picture, lightPalette())));
        QCOMPARE(svg.problem, QString());
        QVERIFY(!svg.elements.contains("image"_L1));
        for (const QString &name : {u"A"_s, u"B"_s, u"C"_s})
            QVERIFY2(svg.texts.contains(name), qPrintable(name));
        const Theme &theme = themeFor(lightPalette());
        for (const QSize size : {QSize(1000, 116), QSize(2000, 400)}) {
            const QImage image = toImage(picture, {size, 2, false, false});
            QCOMPARE(image.size(), size * 2);
            // The same stretch of time, however wide it is.
            const double shown = (bench.view->timeWidth() * 0.25);
            const auto colorAt = [&](double ms, int row) {
                const double x = timeline::namesWidth + (size.width() - timeline::namesWidth) * ms / shown;
                return image.pixelColor(QPointF(2 * x, 2 * (timeline::rulerHeight + row * 30 + 10)).toPoint());
            };
            QCOMPARE(colorAt(50, 0), theme.holding.fill);
            QCOMPARE(colorAt(145, 0), theme.panel);
            QCOMPARE(colorAt(50, 1), theme.waiting.tint);
            QCOMPARE(colorAt(150, 1), theme.holding.fill);
        }
    }

    void whatHasNoRoomInAPictureIsCounted()
    {
        Bench bench;
        const Picture picture = bench.view->picture();
        const SvgText svg(toSvg(picture, {{600, timeline::rulerHeight + 2 * 30}, 1, false, false}));
        QVERIFY(svg.texts.contains(u"A"_s));
        QVERIFY(!svg.texts.contains(u"B"_s));
        QVERIFY(svg.texts.contains(u"and 2 more lanes"_s));
    }
};

} // namespace lockscope::tst_timelineview

LOCKSCOPE_TEST(lockscope::tst_timelineview::TimelineViewTest)
#include "tst_timelineview.moc"
