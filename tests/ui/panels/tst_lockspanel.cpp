// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/uitest.h"
#include "ui/locks/lockspanel.h"
#include "ui/locks/locksview.h"
#include "ui/selection/selection.h"
#include "ui/theme/widgets.h"

#include <algorithm>
#include <limits>

namespace lockscope::ui::tst_lockspanel {

using namespace Qt::StringLiterals;

class TestLocksPanel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        Selection selection{&world};
        LocksPanel panel{&world, &selection};

        Fixture()
        {
            world.setClock([this] { return script.nowNs; });
            panel.resize(280, 500);
            panel.show();
        }

        QString emptyTitle() const { return panel.findChild<EmptyState *>()->title(); }
        LocksView *view() const { return panel.findChild<LocksView *>(u"tree"_s); }
        LocksView *found() const { return panel.findChild<LocksView *>(u"found"_s); }
        QLineEdit *filter() const { return panel.findChild<QLineEdit *>(); }
        QStringList rows() const
        {
            QStringList paths;
            for (int row = 0; row < found()->model()->rowCount(); ++row)
                paths += LocksModel::pathOf(found()->model()->index(row, 0));
            return paths;
        }
        int waitersOf(const QString &path) const { return world.world().queue(path).waiting; }
        qint64 oldestWaitOf(const QString &path) const
        {
            return world.world().queue(path).oldestWaitMs().value_or(std::numeric_limits<qint64>::max());
        }
        bool footerHas(const QString &text) const
        {
            const auto labels = panel.findChildren<QLabel *>();
            return std::ranges::any_of(labels, [&](const QLabel *label) { return label->text().contains(text); });
        }
    };

    struct MadeUp : Fixture
    {
        MadeUp() { makeUp(script); }
    };

private Q_SLOTS:
    void eachWayToBeEmptySaysWhy()
    {
        Fixture f;
        QCOMPARE(f.emptyTitle(), u"Not connected"_s);
        f.script.observe(journal::Freshness::Reading, u"/locks"_s).flush();
        QCOMPARE(f.emptyTitle(), u"Reading /locks"_s);
        f.script.observe(journal::Freshness::Live, u"/locks"_s).flush();
        QCOMPARE(f.emptyTitle(), u"/locks does not exist"_s);
        f.script.list(u"/locks"_s, {}).flush();
        QCOMPARE(f.emptyTitle(), u"No locks under /locks yet"_s);
        f.script.list(u"/locks"_s, {lockName(1)}).flush();
        QVERIFY(f.view()->isVisible());
    }

    void groupsComeOpenAndAClosedOneStaysClosed()
    {
        MadeUp f;
        const QModelIndex app = f.view()->model()->index(0, 0);
        QCOMPARE(app.data().toString(), u"/app"_s);
        QVERIFY(f.view()->isExpanded(app));
        f.view()->collapse(app);
        f.script.list(u"/app/zebra"_s, {lockName(1)}).flush();
        QVERIFY(!f.view()->isExpanded(app));
    }

    void aLockSelectedByPathIsSelectedAsSoonAsItIsThere()
    {
        Fixture f;
        QSignalSpy spy(&f.selection, &Selection::lockChanged);
        f.panel.selectLock(u"/app/orders"_s);
        QCOMPARE(spy.size(), 0);
        makeUp(f.script);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.first().first().toString(), u"/app/orders"_s);
        // Others come and go; the selection stays and is not announced again.
        f.script.list(u"/aaa"_s, {lockName(1)});
        f.script.vanish(u"/app/inventory"_s).flush();
        QCOMPARE(spy.size(), 1);
        QCOMPARE(LocksModel::pathOf(f.view()->currentIndex()), u"/app/orders"_s);
    }

    void aLockThatIsAwaitedIsChosenThoughTheOneBeforeGoesMeanwhile()
    {
        MadeUp f;
        f.panel.selectLock(u"/app/orders"_s);
        f.panel.selectLock(u"/app/fresh"_s); // clients are spawned there
        f.script.vanish(u"/app/orders"_s).flush();
        QCOMPARE(f.selection.lock(), u"/app/orders"_s);
        f.script.list(u"/app/fresh"_s, {lockName(1)}).flush();
        QCOMPARE(f.selection.lock(), u"/app/fresh"_s);
    }

    void aGroupUnderTheKeyboardLeavesTheLockChosenWhichIsReadAgain()
    {
        MadeUp f;
        f.panel.selectLock(u"/app/orders"_s);
        const QModelIndex app = f.view()->model()->index(0, 0);
        QCOMPARE(app.data().toString(), u"/app"_s);
        QTest::mouseClick(f.view()->viewport(), Qt::LeftButton, {}, f.view()->visualRect(app).center());
        QCOMPARE(f.view()->currentIndex(), app);
        QCOMPARE(f.selection.lock(), u"/app/orders"_s);
        const QModelIndexList selected = f.view()->selectionModel()->selectedIndexes();
        QCOMPARE(selected.size(), 1);
        QCOMPARE(LocksModel::pathOf(selected.first()), u"/app/orders"_s);
        QSignalSpy refresh(&f.selection, &Selection::refreshRequested);
        buttonNamed(f.panel, u"Read again"_s)->click();
        QCOMPARE(refresh.size(), 1);
        QCOMPARE(refresh.first().first().toString(), u"/app/orders"_s);
        QTest::keyClick(f.view(), Qt::Key_Down); // and the keys go on from the group
        QCOMPARE(f.view()->currentIndex().parent(), app);
    }

    void aLockWhoseRowGoesStaysChosen()
    {
        MadeUp f;
        f.panel.selectLock(u"/app/inventory"_s);
        QCOMPARE(f.selection.lock(), u"/app/inventory"_s);
        const quint64 first = f.world.firstPosition();
        f.world.seek(first + 1); // nothing was there yet
        QVERIFY(!f.panel.model()->indexOfPath(u"/app/inventory"_s).isValid());
        QCOMPARE(f.selection.lock(), u"/app/inventory"_s);
        for (quint64 number = first + 1; number < f.world.lastPosition(); ++number) { // others come before it
            f.world.step(1);
            QCOMPARE(f.selection.lock(), u"/app/inventory"_s);
        }
        f.world.goLive();
        QCOMPARE(LocksModel::pathOf(f.view()->currentIndex()), u"/app/inventory"_s);
        f.world.seek(first + 1);
        QVERIFY(f.view()->selectionModel()->selectedIndexes().isEmpty());
        QCOMPARE(f.selection.lock(), u"/app/inventory"_s);
    }

    void aGroupThatIsWantedIsChosenWhenItBecomesALock()
    {
        Fixture f;
        f.panel.selectLock(u"/pool"_s);
        f.script.observe(journal::Freshness::Live);
        f.script.list(u"/"_s, {u"pool"_s});
        f.script.list(u"/pool"_s, {u"inner"_s});
        f.script.list(u"/pool/inner"_s, {lockName(1)}).flush();
        QVERIFY(f.panel.model()->indexOfPath(u"/pool"_s).isValid());
        QCOMPARE(f.selection.lock(), QString());
        f.script.list(u"/pool"_s, {lockName(2)}).flush();
        QCOMPARE(f.selection.lock(), u"/pool"_s);
    }

    void theFilterFindsPathsInWholeAndGivesTheTreeBack()
    {
        MadeUp f;
        QVERIFY(f.footerHas(u"5 locks · live"_s));
        f.view()->collapse(f.view()->model()->index(0, 0));
        QTest::keyClicks(f.filter(), u"LEDG"_s);
        AWAIT_VERIFY(f.found()->isVisible());
        QCOMPARE(f.rows(), (QStringList{u"/jobs/ledger"_s}));
        QVERIFY(f.footerHas(u"1 of 5 shown"_s));
        // Return and Down go to what was found, and choose it.
        QTest::keyClick(f.filter(), Qt::Key_Down);
        QCOMPARE(f.selection.lock(), u"/jobs/ledger"_s);
        QTest::keyClicks(f.filter(), u"zzz"_s);
        AWAIT_COMPARE(f.emptyTitle(), u"Nothing fits the filter"_s);
        f.filter()->clear();
        QVERIFY(f.view()->isVisible());
        QVERIFY(!f.view()->isExpanded(f.view()->model()->index(0, 0))); // as it was left
        QCOMPARE(LocksModel::pathOf(f.view()->currentIndex()), u"/jobs/ledger"_s);
    }

    void amongAllNodesTheFilterFindsThoseThatHaveNoRowYet()
    {
        MadeUp f;
        f.script.list(u"/"_s, {u"settings"_s});
        QList<QString> names;
        for (int i = 0; i < 2'000; ++i)
            names += u"timeout-%1"_s.arg(i);
        f.script.list(u"/settings"_s, names);
        for (const QString &name : std::as_const(names))
            f.script.resolve(u"/settings"_s, name, {}, "1");
        f.script.flush();
        buttonNamed(f.panel, u"Show all nodes"_s)->click();
        QVERIFY(!f.view()->isExpanded(f.panel.model()->indexOfPath(u"/settings"_s))); // so many are not opened unasked
        QVERIFY(!f.panel.model()->indexOfPath(u"/settings/timeout-7"_s).isValid());
        QTest::keyClicks(f.filter(), u"timeout-199"_s);
        AWAIT_COMPARE(f.rows().size(), 11);
        QVERIFY(f.rows().contains(u"/settings/timeout-1999"_s));
        // What is chosen there is chosen in the tree, too.
        f.found()->setCurrentIndex(f.found()->model()->index(10, 0));
        QCOMPARE(f.selection.lock(), u"/settings/timeout-1999"_s);
        f.filter()->clear();
        QCOMPARE(LocksModel::pathOf(f.view()->currentIndex()), u"/settings/timeout-1999"_s);
    }

    void aSearchFindsWhoHoldsOrWaits_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("reason");
        QTest::newRow("client") << u"client-7"_s << u"/app/orders"_s << u"client-7 waits, place 6"_s;
        QTest::newRow("data") << u"Settlement"_s << u"/app/inventory"_s << u"settlement waits"_s;
        QTest::newRow("session") << u"0x1000009f7cb0003"_s << u"/app/orders"_s << u"client-3 waits, place 2"_s;
        QTest::newRow("session in decimal")
            << u"72057636849909763"_s << u"/app/orders"_s << u"client-3 waits, place 2"_s;
    }

    void aSearchFindsWhoHoldsOrWaits()
    {
        QFETCH(QString, text);
        QFETCH(QString, path);
        QFETCH(QString, reason);
        MadeUp f;
        f.panel.setQuestion({text});
        QVERIFY2(f.rows().contains(path), qPrintable(f.rows().join(u' ')));
        const QString said =
            f.found()->model()->index(int(f.rows().indexOf(path)), 0).data(LocksModel::SummaryRole).toString();
        QVERIFY2(said.startsWith(reason), qPrintable(said));
    }

    void anOrderPutsWhatMattersFirstAndKeepsWhatIsChosen()
    {
        MadeUp f;
        f.panel.setQuestion({{}, LockOrder::Waiters});
        const QStringList byWaiters = f.rows();
        QCOMPARE(byWaiters.size(), 6); // with the one that may not be read, which comes last
        QCOMPARE(byWaiters.constFirst(), u"/app/orders"_s);
        for (int row = 1; row < 5; ++row)
            QVERIFY(f.waitersOf(byWaiters[row]) <= f.waitersOf(byWaiters[row - 1]));
        f.panel.setQuestion({{}, LockOrder::LongestWait, true});
        for (const QString &path : f.rows())
            QVERIFY2(f.waitersOf(path) > 0, qPrintable(path));
        for (qsizetype row = 1; row < f.rows().size(); ++row)
            QVERIFY(f.oldestWaitOf(f.rows()[row]) >= f.oldestWaitOf(f.rows()[row - 1]));
        f.panel.setQuestion({{}, LockOrder::Findings});
        f.panel.selectLock(f.rows().at(2));
        const QString chosen = f.selection.lock();
        QCOMPARE(chosen, f.rows().at(2));
        // Another becomes the worst: rows move, and the chosen one stays chosen.
        f.script.list(u"/zoo"_s, {curatorName(1), sequenceName(u"lock-"_s, 2), sequenceName(u"x-__lock__-"_s, 3)})
            .flush();
        AWAIT_VERIFY(f.rows().contains(u"/zoo"_s));
        QCOMPARE(f.selection.lock(), chosen);
        QCOMPARE(LocksModel::pathOf(f.found()->currentIndex()), chosen);
    }

    void whatIsNotWatchedIsSaidWithARootThatWouldBe()
    {
        Fixture f;
        const auto bar = f.panel.findChild<DiscoveryBar *>();
        const auto observe = [&](int unwatched, int budget) {
            journal::ObservationChanged now;
            now.root = u"/"_s;
            now.freshness = journal::Freshness::Live;
            now.watchBudget = budget;
            now.directoriesUnwatched = unwatched;
            f.script.write(now).flush();
        };
        f.script.list(u"/"_s, {u"app"_s, u"data"_s});
        f.script.list(u"/app"_s, {u"a"_s, u"b"_s});
        for (const auto &lock : {u"/app/a"_s, u"/app/b"_s})
            f.script.list(lock, {lockName(1)});
        observe(0, 20);
        QVERIFY(bar->isHidden());
        observe(2, 20);
        QVERIFY(bar->isVisible());
        const auto text = [bar] { return bar->findChild<QLabel *>()->text(); };
        QVERIFY2(text().startsWith(u"2 directories are beyond"_s), qPrintable(text()));
        QVERIFY2(text().contains(u"With /app as root"_s), qPrintable(text()));
        observe(3, 2); // it has three directories
        QVERIFY2(text().contains(u"A narrower root"_s), qPrintable(text()));
    }
};

} // namespace lockscope::ui::tst_lockspanel

LOCKSCOPE_TEST(lockscope::ui::tst_lockspanel::TestLocksPanel)
#include "tst_lockspanel.moc"
