// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/madeupworld.h"
#include "ui/queue/findingsstrip.h"
#include "ui/queue/queueexport.h"
#include "ui/queue/queuepanel.h"
#include "ui/queue/queueview.h"
#include "ui/theme/applytheme.h"
#include "ui/theme/widgets.h"

#include <QApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

class TestQueuePanel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        QueuePanel panel{&world};

        Fixture()
        {
            panel.model()->setClock([this] { return script.nowNs; });
            panel.resize(900, 500);
            panel.show();
            makeUp(script);
        }

        QString emptyTitle() const { return panel.findChild<EmptyState *>()->title(); }
        bool shows(const QString &text) const
        {
            for (const auto *pill : panel.findChildren<Pill *>()) {
                if (pill->isVisible() && pill->text() == text)
                    return true;
            }
            for (const auto *label : panel.findChildren<QLabel *>()) {
                if (label->isVisible() && label->text().contains(text))
                    return true;
            }
            return false;
        }
        /// The action of the context menu over a row, by the beginning of its text.
        QAction *action(int row, const QString &text)
        {
            const QPoint at = panel.view()->visualRect(panel.model()->index(row, QueueModel::State)).center();
            Q_EMIT panel.view()->customContextMenuRequested(at);
            for (QAction *candidate : panel.findChildren<QMenu *>().last()->actions()) {
                if (candidate->text().startsWith(text))
                    return candidate;
            }
            return nullptr;
        }
    };

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void withoutALockItSaysWhatWouldFillIt()
    {
        Fixture f;
        QCOMPARE(f.emptyTitle(), u"No lock selected"_s);
        QVERIFY(!f.panel.view()->isVisible());
    }

    void theHeadLineSaysKindDialectHoldersAndWhoIsNext()
    {
        Fixture f;
        f.panel.setLockPath(u"/app/inventory"_s);
        for (const QString &text : {u"/app/inventory"_s, u"read/write"_s, u"kazoo"_s, u"2 hold"_s, u"6 wait"_s,
                                    u"next: settlement (W)"_s, u"live"_s, u"8 contenders"_s})
            QVERIFY2(f.shows(text), qPrintable(text));
    }

    void aFreeLockAMissingOneAndAVanishedOneAreToldApart()
    {
        Fixture f;
        f.panel.setLockPath(u"/jobs/ledger"_s);
        QCOMPARE(f.emptyTitle(), u"The lock is free"_s);
        f.panel.setLockPath(u"/nowhere"_s);
        QCOMPARE(f.emptyTitle(), u"/nowhere is not there"_s);
        f.panel.setLockPath(u"/app/orders"_s);
        f.script.vanish(u"/app/orders"_s);
        f.script.flush();
        QTRY_COMPARE(f.emptyTitle(), u"/app/orders is gone"_s);
    }

    void aLostConnectionGreysTheRowsAndSaysHowOldTheyAre()
    {
        Fixture f;
        f.panel.setLockPath(u"/app/orders"_s);
        f.script.observe(journal::Freshness::Stale);
        f.script.flush();
        f.script.pass(12'000);
        QTRY_VERIFY(f.shows(u"as of 12 s ago"_s));
        QAction *release = f.action(0, u"Release this node"_s);
        QVERIFY(release && !release->isEnabled());
    }

    void releaseIsAskedForTheNodeOfTheRowAlthoughRowsMoveMeanwhile()
    {
        Fixture f;
        f.panel.setLockPath(u"/app/orders"_s);
        QSignalSpy spy(&f.panel, &QueuePanel::releaseRequested);
        QAction *release = f.action(1, u"Release this node"_s);
        QVERIFY(release && release->isEnabled());
        const QString meant = f.panel.model()->pathAt(1);
        f.script.list(u"/app/orders"_s, {}, {curatorName(2)});
        f.script.flush();
        release->trigger();
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.first().first().toStringList(), QStringList{meant});
    }

    void severalSelectedNodesAreReleasedTogether()
    {
        Fixture f;
        f.panel.setLockPath(u"/app/orders"_s);
        QSignalSpy spy(&f.panel, &QueuePanel::releaseRequested);
        const QStringList meant{f.panel.model()->pathAt(0), f.panel.model()->pathAt(1)};
        f.panel.selectNodes(meant);
        QAction *several = f.action(0, u"Release these 2 nodes"_s);
        QVERIFY(several && several->isEnabled());
        several->trigger();
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.first().first().toStringList(), meant);
        QVERIFY(f.action(2, u"Release this node"_s)); // of another row: that row alone
    }

    void anObservingConnectionOffersNoRelease()
    {
        Fixture f;
        f.panel.setLockPath(u"/app/orders"_s);
        f.panel.setObserveOnly(true);
        QAction *release = f.action(1, u"Release this node"_s);
        QVERIFY(release && !release->isEnabled());
    }

    void theSelectionFollowsItsNodeWhenTheHolderLeaves()
    {
        Fixture f;
        f.panel.setLockPath(u"/app/orders"_s);
        QSignalSpy spy(&f.panel, &QueuePanel::nodeSelected);
        const QString path = u"/app/orders/"_s + curatorName(7);
        f.panel.selectNodes({path});
        QCOMPARE(spy.last().first().toString(), path);
        spy.clear();
        f.script.list(u"/app/orders"_s, {}, {curatorName(2), curatorName(3)});
        f.script.flush();
        QCOMPARE(f.panel.selectedNodes(), QStringList{path});
        QCOMPARE(spy.size(), 0);
    }

    void showMeSelectsTheNodesOfTheFinding()
    {
        Fixture f;
        f.panel.setLockPath(u"/jobs/billing"_s);
        auto *banner = f.panel.findChild<FindingsStrip *>()->findChild<Banner *>();
        QVERIFY(banner && banner->isVisible());
        const QStringList nodes = f.panel.model()->queue().findings.first().nodes;
        Q_EMIT banner->actionTriggered();
        QCOMPARE(f.panel.selectedNodes(), nodes);
    }

    void aColumnSortsUpThenDownThenGivesTheOrderOfServiceBack()
    {
        Fixture f;
        f.panel.setLockPath(u"/app/orders"_s);
        auto *header = f.panel.view()->horizontalHeader();
        const QString first = f.panel.model()->pathAt(0);
        Q_EMIT header->sectionClicked(QueueModel::Since);
        QVERIFY(!f.panel.model()->isServiceOrder());
        QVERIFY(f.panel.view()->edges().isEmpty()); // edges between sorted rows would mislead
        Q_EMIT header->sectionClicked(QueueModel::Since);
        QVERIFY(f.panel.model()->pathAt(0) != first);
        Q_EMIT header->sectionClicked(QueueModel::Since);
        QVERIFY(f.panel.model()->isServiceOrder());
        QCOMPARE(f.panel.model()->pathAt(0), first);
    }

    void exportsHoldEveryRowInFull()
    {
        Fixture f;
        f.panel.setLockPath(u"/app/inventory"_s);
        const QList<QByteArray> lines = toCsv(*f.panel.model()).trimmed().split('\n');
        QCOMPARE(lines.size(), 9);
        QVERIFY(lines[1].contains(kazooName(107, true).toUtf8()));
        QCOMPARE(allText(*f.panel.model()).count(u'\n'), 9);
        const QJsonObject json = QJsonDocument::fromJson(toJsonDocument(*f.panel.model(), Zxid{1})).object();
        QCOMPARE(json[u"path"_s].toString(), u"/app/inventory"_s);
        QCOMPARE(json[u"holders"_s].toArray().size(), 2);
    }

    void csvQuotesWhatWouldBreakItsLines()
    {
        Fixture f;
        f.script.resolve(u"/jobs/nightly"_s, kazooName(7, false), SessionId{1}, "a \"b\", c");
        f.script.flush();
        f.panel.setLockPath(u"/jobs/nightly"_s);
        QVERIFY(toCsv(*f.panel.model()).contains("\"a \"\"b\"\", c\""));
    }

    void aQueueOfTenThousandScrollsToItsEnd()
    {
        Fixture f;
        QList<QString> names;
        for (int i = 0; i < 10'000; ++i)
            names += sequenceName(u"lock-"_s, i);
        f.script.list(u"/big"_s, names);
        f.script.flush();
        f.panel.setLockPath(u"/big"_s);
        QCOMPARE(f.panel.model()->rowCount(), 10'000);
        f.panel.view()->scrollToBottom();
        QVERIFY(f.panel.view()->verticalScrollBar()->value() > 0);
        QVERIFY(!f.panel.grab().isNull());
        QCOMPARE(f.panel.view()->rowAt(f.panel.view()->viewport()->height() - 2), 9'999);
    }
};

} // namespace lockscope::ui

QTEST_MAIN(lockscope::ui::TestQueuePanel)
#include "tst_queuepanel.moc"
