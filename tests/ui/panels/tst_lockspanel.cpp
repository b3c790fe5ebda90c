// SPDX-License-Identifier: Apache-2.0
#include "tests/support/testprogram.h"
#include "tests/ui/panels/madeupworld.h"
#include "ui/locks/lockspanel.h"
#include "ui/locks/locksview.h"
#include "ui/selection/selection.h"
#include "ui/theme/widgets.h"

#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

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
        LocksView *view() const { return panel.findChild<LocksView *>(); }
        QString textOf(const QModelIndex &index) const { return index.data().toString(); }
    };

private Q_SLOTS:
    void eachWayToBeEmptySaysWhy()
    {
        Fixture f;
        QCOMPARE(f.emptyTitle(), u"Not connected"_s);
        f.script.observe(journal::Freshness::Reading, u"/locks"_s);
        f.script.flush();
        QCOMPARE(f.emptyTitle(), u"Reading /locks"_s);
        f.script.observe(journal::Freshness::Live, u"/locks"_s);
        f.script.flush();
        QCOMPARE(f.emptyTitle(), u"/locks does not exist"_s);
        f.script.list(u"/locks"_s, {});
        f.script.flush();
        QCOMPARE(f.emptyTitle(), u"No locks under /locks yet"_s);
        f.script.list(u"/locks"_s, {u"lock-0000000001"_s});
        f.script.flush();
        QVERIFY(f.view()->isVisible());
    }

    void groupsComeOpenAndAClosedOneStaysClosed()
    {
        Fixture f;
        makeUp(f.script);
        const QModelIndex app = f.view()->model()->index(0, 0);
        QCOMPARE(f.textOf(app), u"/app"_s);
        QVERIFY(f.view()->isExpanded(app));
        f.view()->collapse(app);
        f.script.list(u"/app/zebra"_s, {u"lock-0000000001"_s});
        f.script.flush();
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
        f.script.list(u"/aaa"_s, {u"lock-0000000001"_s});
        f.script.vanish(u"/app/inventory"_s);
        f.script.flush();
        QCOMPARE(spy.size(), 1);
        QCOMPARE(LocksModel::pathOf(f.view()->currentIndex()), u"/app/orders"_s);
    }

    void theFilterKeepsTheGroupsOfWhatFits()
    {
        Fixture f;
        makeUp(f.script);
        auto *filter = f.panel.findChild<QLineEdit *>();
        QTest::keyClicks(filter, u"LEDG"_s);
        QTRY_COMPARE(f.view()->model()->rowCount(), 1);
        const QModelIndex jobs = f.view()->model()->index(0, 0);
        QCOMPARE(f.textOf(f.view()->model()->index(0, 0, jobs)), u"ledger"_s);
        QTest::keyClicks(filter, u"zzz"_s);
        QTRY_COMPARE(f.emptyTitle(), u"Nothing fits the filter"_s);
        filter->clear();
        QTRY_VERIFY(f.view()->isVisible());
    }

    void refreshNamesTheSelectedLock()
    {
        Fixture f;
        makeUp(f.script);
        f.panel.selectLock(u"/jobs/nightly"_s);
        QSignalSpy spy(&f.selection, &Selection::refreshRequested);
        for (auto *button : f.panel.findChildren<QToolButton *>()) {
            if (button->accessibleName() == u"Read again"_s)
                button->click();
        }
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.first().first().toString(), u"/jobs/nightly"_s);
    }

    void theFooterCountsWatchesAndLocks()
    {
        Fixture f;
        makeUp(f.script);
        bool found = false;
        for (const auto *label : f.panel.findChildren<QLabel *>())
            found |= label->text().contains(u"5 locks · live"_s);
        QVERIFY(found);
    }
};

} // namespace lockscope::ui::tst_lockspanel

LOCKSCOPE_TEST(lockscope::ui::tst_lockspanel::TestLocksPanel)
#include "tst_lockspanel.moc"
