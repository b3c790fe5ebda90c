// SPDX-License-Identifier: Apache-2.0
// The Timing panel over a made-up history: what it draws, and that it is that of the cursor's instant.
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/uitest.h"
#include "ui/charts/charts.h"
#include "ui/charts/timingpanel.h"
#include "ui/selection/selection.h"
#include "ui/theme/widgets.h"

#include <numeric>

namespace lockscope::tst_timingpanel {

using namespace lockscope::ui;
using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

const QString lock = u"/locks/orders"_s;
constexpr qint64 ms = 1'000'000;

/// Clients 1 to 3 ask at once; each holds for as many tenths of a second as its number says, in order; a fourth waits.
struct Bench
{
    Bench()
    {
        world.setRecorded(); // its time stands still at the end
        panel.resize(1000, 420);
        panel.show();
        script.list(lock, {});
        for (quint32 id = 1; id <= 4; ++id) {
            spawn(script, id, lock);
            setState(script, id, LockState::Fetching);
            script.write(journal::ServerNode{ClientId{id}, lock + u'/' + lockName(int(id)),
                                             journal::ServerNode::Life::Born, Zxid{id}, SessionId{0x1000 + id}});
        }
        flush();
        for (quint32 id = 1; id <= 3; ++id) {
            setState(script, id, LockState::Retained, {}, 1);
            flush();
            afterGrant[id] = world.lastPosition();
            script.pass(id * 100);
            setState(script, id, LockState::Released);
            flush();
        }
    }

    void flush() { script.flush(); }
    void showLock() { selection.setLock(lock); }
    bool isEmpty() const { return panel.findChild<EmptyState *>()->isVisible(); }

    LiveWorld world;
    WorldScript script{&world};
    Selection selection{&world};
    TimingPanel panel{&world, &selection};
    std::array<quint64, 4> afterGrant{};
};

} // namespace

class TestTimingPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutALockItSaysWhatToSelect()
    {
        Bench bench;
        QVERIFY(bench.isEmpty());
        bench.selection.setLock(u"/locks/other"_s);
        QVERIFY(bench.isEmpty());
        QVERIFY(bench.panel.findChild<EmptyState *>()->sentence().contains(u"/locks/other"_s));
        bench.showLock();
        QVERIFY(!bench.isEmpty());
    }

    void theFiguresAreThoseOfTheLock()
    {
        Bench bench;
        bench.showLock();
        const journal::LockTiming &timing = bench.panel.timing();
        QCOMPARE(timing.waits.sortedNs, (std::vector<qint64>{0, 100 * ms, 300 * ms}));
        QCOMPARE(timing.holds.sortedNs, (std::vector<qint64>{100 * ms, 200 * ms, 300 * ms}));
        const auto &counts = bench.panel.rates()->counts();
        QCOMPARE(std::accumulate(counts.begin(), counts.end(), 0), 3);
        QCOMPARE(bench.panel.rates()->figure(), u"3 in all"_s);
        QCOMPARE(bench.panel.holds()->figure(), u"p50 200 ms \u00b7 p90 300 ms \u00b7 max 300 ms"_s);
        QCOMPARE(bench.panel.waits()->foot(), u"3 measured \u00b7 1 < 1 µs \u00b7 1 still running"_s);
        QCOMPARE(bench.panel.longest()->textOf(0), u"client-4, 600 ms, still waits"_s);
        QCOMPARE(bench.panel.longest()->textOf(1), u"client-3, 300 ms"_s);
        QCOMPARE(bench.panel.fairness()->sharesText(), u"4 asked, and had the lock 0 to 1 times each."_s);
        QCOMPARE(bench.panel.fairness()->orderText(), u"No client was served before its turn."_s);
        QCOMPARE(bench.panel.fairness()->figure(), u"evenness 0.75"_s);
    }

    void theCursorTakesItBackAndForth()
    {
        Bench bench;
        bench.showLock();
        bench.world.seek(bench.afterGrant[2]);
        QCOMPARE(bench.panel.timing().waits.sortedNs, (std::vector<qint64>{0, 100 * ms}));
        QCOMPARE(bench.panel.timing().holds.sortedNs, std::vector<qint64>{100 * ms});
        QCOMPARE(bench.panel.rates()->figure(), u"2 in all"_s);
        QCOMPARE(bench.panel.timing().waits.running, 2);
        const journal::LockTiming there = bench.panel.timing();
        bench.world.seek(bench.afterGrant[1]);
        QCOMPARE(bench.panel.rates()->figure(), u"1 in all"_s);
        QVERIFY(!bench.panel.holds()->gap().isEmpty()); // nobody has let go yet
        bench.world.seek(0);
        QVERIFY(bench.isEmpty());
        bench.world.seek(bench.afterGrant[2]);
        QVERIFY(bench.panel.timing() == there);
        bench.world.goLive();
        QCOMPARE(bench.panel.rates()->figure(), u"3 in all"_s);
    }

    void betweenTwoEventsAWaitGoesOn()
    {
        Bench bench;
        bench.showLock();
        bench.world.seek(bench.afterGrant[2]);
        const auto waited = [&] { return bench.panel.timing().longest.front().waitedNs; };
        QCOMPARE(waited(), 100 * ms);
        bench.world.seekToInstant(bench.world.positionNs() + 70 * ms);
        QCOMPARE(bench.world.position(), bench.afterGrant[2]);
        QCOMPARE(waited(), 170 * ms);
    }

    void whoWaitedLongestIsChosenByAClickAndByKeys()
    {
        Bench bench;
        bench.showLock();
        QSignalSpy chosen(&bench.selection, &Selection::clientChanged);
        WaitList *list = bench.panel.longest();
        QTest::mouseClick(list, Qt::LeftButton, {}, list->rowRect(1).center().toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.last().first().value<ClientId>(), ClientId{3});
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(chosen.last().first().value<ClientId>(), ClientId{2});
        QTest::keyClick(list, Qt::Key_Up);
        QCOMPARE(chosen.last().first().value<ClientId>(), ClientId{3});
    }

    void ofOtherProgramsWhatIsNotKnownIsSaid()
    {
        Bench bench;
        const QString other = u"/app/orders"_s;
        bench.script.list(other, {lockName(1), lockName(2)});
        for (int i = 1; i <= 2; ++i)
            bench.script.resolve(other, lockName(i), SessionId{0x70 + i}, {}, 0, Zxid{0x50 + i});
        bench.script.pass(50);
        bench.script.list(other, {lockName(3)}, {lockName(1)});
        bench.script.resolve(other, lockName(3), SessionId{0x73}, {}, 0, Zxid{0x60}).flush();
        bench.selection.setLock(other);
        QCOMPARE(bench.panel.waits()->foot(), u"2 began before we watched \u00b7 1 still running"_s);
        QCOMPARE(bench.panel.holds()->foot(), u"1 began before we watched \u00b7 1 still running"_s);
        QVERIFY(!bench.panel.waits()->gap().isEmpty());
        QSignalSpy chosen(&bench.selection, &Selection::nodeChanged);
        WaitList *list = bench.panel.longest();
        QVERIFY(list->textOf(0).startsWith(u"0x72, \u2265 50"_s)); // it was there before anybody looked
        QTest::mouseClick(list, Qt::LeftButton, {}, list->rowRect(0).center().toPoint());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(bench.selection.lock(), other);
        QCOMPARE(bench.selection.nodes(), QStringList{other + u'/' + lockName(2)});
    }

    void hiddenItDoesNothingAndShownItCatchesUpAndDrawsWhatComes()
    {
        Bench bench;
        bench.showLock();
        bench.panel.hide();
        setState(bench.script, 4, LockState::Retained, {}, 1);
        bench.flush();
        QCOMPARE(bench.panel.rates()->figure(), u"3 in all"_s);
        bench.panel.show();
        QCOMPARE(bench.panel.rates()->figure(), u"4 in all"_s);
        setState(bench.script, 4, LockState::Released);
        bench.flush();
        AWAIT_COMPARE(bench.panel.timing().holds.sortedNs.size(), size_t(4));
    }

    void theCardsStandInAsManyColumnsAsHaveRoom()
    {
        Bench bench;
        bench.showLock();
        const auto sameRow = [&](QWidget *a, QWidget *b) {
            return a->mapTo(&bench.panel, QPoint()).y() == b->mapTo(&bench.panel, QPoint()).y();
        };
        bench.panel.resize(1300, 300);
        AWAIT_VERIFY(sameRow(bench.panel.rates(), bench.panel.fairness()));
        bench.panel.resize(480, 300);
        AWAIT_VERIFY(!sameRow(bench.panel.rates(), bench.panel.holds()));
        QVERIFY(sameRow(bench.panel.rates(), bench.panel.waits()));
    }
};

} // namespace lockscope::tst_timingpanel

LOCKSCOPE_TEST(lockscope::tst_timingpanel::TestTimingPanel)
#include "tst_timingpanel.moc"
