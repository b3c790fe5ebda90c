// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/uitest.h"
#include "ui/queue/queueexport.h"
#include "ui/queue/queueheader.h"
#include "ui/queue/queuepanel.h"
#include "ui/queue/queueview.h"
#include "ui/selection/selection.h"
#include "ui/theme/format.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QContextMenuEvent>

#include <algorithm>

namespace lockscope::ui::tst_queuepanel {

using namespace Qt::StringLiterals;

class TestQueuePanel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        Selection selection{&world};
        QueuePanel panel{&world, &selection};

        explicit Fixture(const QString &lock = u"/app/orders"_s)
        {
            world.setClock([this] { return script.nowNs; });
            panel.resize(900, 500);
            panel.show();
            makeUp(script);
            selection.setLock(lock);
        }

        void choose(const QStringList &nodes) { selection.choose(panel.lockPath(), nodes); }
        QString emptyTitle() const { return panel.findChild<EmptyState *>()->title(); }
        bool shows(const QString &text) const
        {
            const auto isPill = [&](const Pill *pill) { return pill->isVisible() && pill->text() == text; };
            const auto isLabel = [&](const QLabel *label) {
                return label->isVisible() && label->text().contains(text);
            };
            return std::ranges::any_of(panel.findChildren<Pill *>(), isPill)
                   || std::ranges::any_of(panel.findChildren<QLabel *>(), isLabel);
        }
        /// The action of the context menu over a row, by the beginning of its text.
        QAction *action(int row, const QString &text)
        {
            const QPoint at = panel.view()->visualRect(panel.model()->index(row, QueueModel::State)).center();
            Q_EMIT panel.view()->customContextMenuRequested(at);
            for (QAction *candidate : panel.findChildren<QMenu *>(Qt::FindDirectChildrenOnly).last()->actions()) {
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
        Fixture f{QString()};
        QCOMPARE(f.emptyTitle(), u"No lock selected"_s);
        QVERIFY(!f.panel.view()->isVisible());
    }

    void theHeadLineSaysKindDialectHoldersAndWhoIsNext()
    {
        Fixture f(u"/app/inventory"_s);
        for (const QString &text : {u"/app/inventory"_s, u"read/write"_s, u"kazoo"_s, u"2 holders"_s, u"6 waiting"_s,
                                    u"next: settlement (W)"_s, u"live"_s, u"8 contenders"_s})
            QVERIFY2(f.shows(text), qPrintable(text));
    }

    void theHeadLineAndTheRowsTellOneInstant()
    {
        Fixture f;
        QLabel *line = f.panel.findChild<FactsLine *>();
        const auto rowsSay = [&f] {
            qint64 longest = 0;
            for (int row = 0; row < f.panel.model()->rowCount(); ++row) {
                if (f.panel.model()->contenderAt(row).state == locks::ContenderState::Waiting)
                    longest = std::max(longest, f.panel.model()->sinceMs(row));
            }
            return u"longest wait %1 ·"_s.arg(formatDuration(longest));
        };
        AWAIT_VERIFY(line->toolTip().contains(rowsSay()));
        f.script.nowNs += 1'000'000'000; // the clock goes on before the rows are painted
        QVERIFY2(line->toolTip().contains(rowsSay()), qPrintable(line->toolTip() + u" / "_s + rowsSay()));
        f.world.tick();
        QVERIFY2(line->toolTip().contains(rowsSay()), qPrintable(line->toolTip() + u" / "_s + rowsSay()));
    }

    void inANarrowHeadLineWholeFactsGoAndHowTrueItIsStays()
    {
        FactsLine line;
        const QStringList facts{u"next: settlement (W)"_s, u"longest wait 54 s"_s, u"zxid 0x1f07"_s};
        line.setFacts(facts, u"live"_s);
        const auto shownAt = [&line](int width) {
            line.resize(width, 20);
            return line.text();
        };
        const QFontMetrics metrics(line.font());
        const auto widthOf = [&metrics](const QString &text) { return metrics.horizontalAdvance(text) + 2; };
        line.show();
        QCOMPARE(shownAt(1'000), u"next: settlement (W) · longest wait 54 s · zxid 0x1f07 · live"_s);
        QCOMPARE(shownAt(widthOf(u"next: settlement (W) · longest wait 54 s · live"_s)),
                 u"next: settlement (W) · longest wait 54 s · live"_s);
        const int last = widthOf(u"next: settlement (W) · live"_s);
        QCOMPARE(shownAt(last), u"next: settlement (W) · live"_s);
        QVERIFY2(shownAt(last - 12).endsWith(u"… · live"_s), qPrintable(line.text()));
        for (int width = last; width > 0; --width) // nothing is cut off
            QVERIFY2(widthOf(shownAt(width)) <= width + 1 || line.text() == u"live"_s, qPrintable(line.text()));
        QCOMPARE(shownAt(40), u"live"_s);
        QCOMPARE(line.toolTip(), facts.join(u" · "_s) + u" · live"_s);
    }

    void aFreeLockAMissingOneAndAVanishedOneAreToldApart()
    {
        Fixture f(u"/jobs/ledger"_s);
        QCOMPARE(f.emptyTitle(), u"The lock is free"_s);
        f.script.list(u"/jobs/settings"_s, {}).flush();
        f.selection.setLock(u"/jobs/settings"_s);
        AWAIT_COMPARE(f.emptyTitle(), u"No lock is known here"_s);
        f.selection.setLock(u"/nowhere"_s);
        QCOMPARE(f.emptyTitle(), u"/nowhere is not there"_s);
        f.selection.setLock(u"/app/orders"_s);
        f.script.vanish(u"/app/orders"_s).flush();
        AWAIT_COMPARE(f.emptyTitle(), u"/app/orders is gone"_s);
    }

    void ofServersThatAreNoEnsembleNothingIsToldToBeMissing()
    {
        LiveWorld world;
        WorldScript script(&world);
        Selection selection(&world);
        QueuePanel panel(&world, &selection);
        panel.show();
        const auto title = [&panel] { return panel.findChild<EmptyState *>()->title(); };
        journal::ConnectionChanged connected;
        connected.state = ConnectionState::Connected;
        connected.endpoint = connected.server = u"redis://127.0.0.1:6379"_s;
        script.write(connected).flush();
        selection.setLock(u"/orders"_s);
        AWAIT_COMPARE(title(), u"The server's log is not read"_s);
        script.observe(journal::Freshness::Live); // as that of a private server, or a database
        script.flush();
        AWAIT_COMPARE(title(), u"No locks yet"_s);
        spawn(script, 1, {}, locks::RecipeId::SqlVersion);
        script.flush();
        AWAIT_COMPARE(title(), u"No lock excludes other clients"_s);
    }

    void aLostConnectionGreysTheRowsAndSaysHowOldTheyAreAndWhatWas()
    {
        Fixture f;
        f.script.observe(journal::Freshness::Stale).flush();
        f.script.pass(12'000);
        AWAIT_VERIFY(f.shows(u"as of 12 s ago"_s));
        QAction *release = f.action(0, u"Release node"_s);
        QVERIFY(release && !release->isEnabled());
        f.selection.setLock(u"/jobs/ledger"_s);
        AWAIT_COMPARE(f.emptyTitle(), u"The lock was free"_s);
    }

    void releaseIsAskedForTheNodeOfTheRowAlthoughRowsMoveMeanwhile()
    {
        Fixture f;
        QSignalSpy spy(&f.selection, &Selection::releaseRequested);
        QAction *release = f.action(1, u"Release node"_s);
        QVERIFY(release && release->isEnabled());
        const QString meant = f.panel.model()->pathAt(1);
        f.script.list(u"/app/orders"_s, {}, {curatorName(2)}).flush();
        release->trigger();
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.first().first().toStringList(), QStringList{meant});
    }

    void severalSelectedNodesAreReleasedTogether()
    {
        Fixture f;
        QSignalSpy spy(&f.selection, &Selection::releaseRequested);
        const QStringList meant{f.panel.model()->pathAt(0), f.panel.model()->pathAt(1)};
        f.choose(meant);
        QAction *several = f.action(0, u"Release these 2 nodes"_s);
        QVERIFY(several && several->isEnabled());
        several->trigger();
        QCOMPARE(spy.size(), 1);
        QCOMPARE(spy.first().first().toStringList(), meant);
        QVERIFY(f.action(2, u"Release node"_s)); // of another row: that row alone
    }

    void aChosenNodeIsFollowedAndWhenItGoesNothingFallsOnItsNeighbour()
    {
        Fixture f;
        QSignalSpy chosen(&f.selection, &Selection::nodeChanged);
        QSignalSpy release(&f.selection, &Selection::releaseRequested);
        const QString path = u"/app/orders/"_s + curatorName(7);
        f.choose({path});
        QCOMPARE(chosen.takeLast().first().toString(), path);
        chosen.clear();
        f.script.list(u"/app/orders"_s, {}, {curatorName(2), curatorName(3)}).flush();
        QCOMPARE(f.selection.nodes(), QStringList{path});
        const int row = f.panel.view()->currentIndex().row();
        f.script.list(u"/app/orders"_s, {}, {curatorName(7)}).flush();
        QVERIFY(!f.panel.view()->currentIndex().isValid());
        QVERIFY(f.selection.nodes().isEmpty());
        QCOMPARE(chosen.size(), 0);
        QTest::keyClick(f.panel.view(), Qt::Key_Delete);
        QCOMPARE(release.size(), 0);
        // The keyboard goes on from where it was.
        QTest::keyClick(f.panel.view(), Qt::Key_Down);
        QCOMPARE(f.panel.view()->currentIndex().row(), row);
        QCOMPARE(chosen.last().first().toString(), u"/app/orders/"_s + curatorName(8));
    }

    void ofSeveralChosenNodesThoseThatAreLeftStayChosen()
    {
        Fixture f;
        QStringList meant;
        for (const int number : {5, 6, 7})
            meant += u"/app/orders/"_s + curatorName(number);
        f.choose(meant);
        f.script.list(u"/app/orders"_s, {}, {curatorName(5)}); // the current one
        f.script.flush();
        QCOMPARE(f.selection.nodes(), meant.mid(1));
    }

    void theNodeThatWasChosenIsChosenAgainWhereTimeBringsItBack()
    {
        Fixture f;
        const QString path = u"/app/orders/"_s + curatorName(7);
        f.choose({path});
        const quint64 before = f.world.position();
        f.script.list(u"/app/orders"_s, {}, {curatorName(7)}).flush();
        f.world.seek(before);
        AWAIT_COMPARE(f.selection.nodes(), QStringList{path});
        f.world.goLive();
        AWAIT_VERIFY(f.selection.nodes().isEmpty());
    }

    void anotherNodeAtThePathOfTheChosenOneIsNotChosen()
    {
        Fixture f(u"/jobs/nightly"_s);
        QSignalSpy chosen(&f.selection, &Selection::nodeChanged);
        const QString path = u"/jobs/nightly/"_s + kazooName(7, false);
        f.choose({path});
        QCOMPARE(chosen.size(), 1);
        f.script.resolve(u"/jobs/nightly"_s, kazooName(7, false), SessionId{99}); // made anew between two readings
        f.script.flush();
        AWAIT_VERIFY(f.selection.nodes().isEmpty());
        QCOMPARE(chosen.size(), 1);
        f.choose({path}); // by somebody who sees it
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(f.selection.nodes(), QStringList{path});
    }

    void showMeSelectsTheNodesOfTheFinding()
    {
        Fixture f(u"/jobs/billing"_s);
        auto *banner = f.panel.findChild<FindingsStrip *>()->findChild<Banner *>();
        QVERIFY(banner && banner->isVisible());
        const QStringList nodes = f.panel.model()->queue().findings.first().nodes;
        Q_EMIT banner->actionTriggered();
        QCOMPARE(f.selection.nodes(), nodes);
    }

    void aColumnSortsUpThenDownThenGivesTheOrderOfServiceBack()
    {
        Fixture f;
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
        Fixture f(u"/app/inventory"_s);
        const QList<QByteArray> lines = toCsv(*f.panel.model()).trimmed().split('\n');
        QCOMPARE(lines.size(), 9);
        QVERIFY(lines[1].contains(kazooName(107, true).toUtf8()));
        QCOMPARE(allText(*f.panel.model()).count(u'\n'), 9);
        const QJsonObject json = QJsonDocument::fromJson(toJsonDocument(*f.panel.model(), Zxid{1})).object();
        QCOMPARE(json[u"path"_s].toString(), u"/app/inventory"_s);
        QCOMPARE(json[u"holders"_s].toArray().size(), 2);
        // What would break the lines of CSV is quoted.
        f.script.resolve(u"/jobs/nightly"_s, kazooName(7, false), SessionId{1}, "a \"b\", c").flush();
        f.selection.setLock(u"/jobs/nightly"_s);
        QVERIFY(toCsv(*f.panel.model()).contains("\"a \"\"b\"\", c\""));
    }

    /// A step that looks at all rows for each row would not end.
    void aQueueOfAHundredThousandIsOpenedScrolledAndChosenFrom()
    {
        constexpr int count = testprogram::played(100'000);
        Fixture f;
        QList<QString> names;
        for (int i = 0; i < count; ++i)
            names += sequenceName(u"lock-"_s, i);
        f.script.list(u"/big"_s, names);
        for (int i = 0; i < count; ++i)
            f.script.resolve(u"/big"_s, names[i], SessionId{i + 1}, "worker", 60'000);
        f.script.flush();
        QueueView *view = f.panel.view();
        f.selection.setLock(u"/big"_s);
        QCOMPARE(f.panel.model()->rowCount(), count);
        QVERIFY(!f.panel.grab().isNull());
        for (int page = 0; page < 10; ++page) {
            view->verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
            QVERIFY(!view->grab().isNull());
        }
        QVERIFY(view->rowAt(0) > 50);
        view->scrollToBottom();
        QVERIFY(!f.panel.grab().isNull());
        QCOMPARE(view->rowAt(view->viewport()->height() - 2), count - 1);
        f.choose({u"/big/"_s + names[count / 2]});
        QCOMPARE(view->currentIndex().row(), count / 2);
        QVERIFY(view->viewport()->rect().intersects(view->visualRect(view->currentIndex())));
        constexpr int gone = 3;
        for (int i = 0; i < gone; ++i) {
            f.script.list(u"/big"_s, {}, {names[i]}).flush();
            QCoreApplication::processEvents();
        }
        QCOMPARE(f.panel.model()->rowCount(), count - gone);
        QCOMPARE(f.selection.nodes(), QStringList{u"/big/"_s + names[count / 2]});
        QCOMPARE(f.panel.model()->contenderAt(0).state, locks::ContenderState::Holding);
        view->selectAll();
        QCOMPARE(f.selection.nodes().size(), qsizetype(count - gone));
        Q_EMIT view->horizontalHeader()->sectionClicked(QueueModel::Since);
        Q_EMIT view->horizontalHeader()->sectionClicked(QueueModel::Since);
        QVERIFY(!f.panel.model()->isServiceOrder());
    }
};

} // namespace lockscope::ui::tst_queuepanel

LOCKSCOPE_TEST(lockscope::ui::tst_queuepanel::TestQueuePanel)
#include "tst_queuepanel.moc"
