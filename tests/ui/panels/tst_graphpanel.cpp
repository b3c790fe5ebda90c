// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/deadlockworld.h"
#include "tests/ui/svgtext.h"
#include "tests/ui/uitest.h"
#include "ui/graph/graphpanel.h"
#include "ui/graph/graphview.h"
#include "ui/models/text.h"
#include "ui/selection/selection.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

#include <QContextMenuEvent>
#include <QImage>

namespace lockscope::ui::tst_graphpanel {

using namespace Qt::StringLiterals;

class TestGraphPanel : public QObject
{
    Q_OBJECT

    struct Fixture
    {
        LiveWorld world;
        WorldScript script{&world};
        Selection selection{&world};
        GraphPanel panel{&world, &selection};

        Fixture()
        {
            panel.resize(900, 600);
            panel.show();
            script.observe(journal::Freshness::Live).flush();
        }
        GraphView *view() const { return panel.view(); }
        const WaitScene &scene() const { return view()->scene(); }
        Banner *deadlock() const { return panel.findChild<Banner *>(); }
        QPoint middleOf(const GraphItem &item) const
        {
            const QRectF box = item.session >= 0 ? view()->graphLayout().sessions[size_t(item.session)]
                                                 : view()->graphLayout().locks[size_t(item.lock)];
            return view()->toWidget(box.center()).toPoint();
        }
        GraphItem session(int n) const { return {scene().indexOfSession(staged(n).toHex()), -1}; }
        GraphItem lock(const QString &path) const { return {-1, scene().indexOfLock(path)}; }
        QString node(const QString &path, int index) const
        {
            const locks::LockQueue &queue = world.world().queue(path);
            return queue.pathOf(queue.contenders[size_t(index)]);
        }
    };

    struct Deadlock : Fixture
    {
        Deadlock()
        {
            stageDeadlock(script);
            AWAIT_VERIFY(!scene().isEmpty());
        }
    };

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void emptyItSaysWhatWouldFillIt()
    {
        Fixture f;
        auto *empty = f.panel.findChild<EmptyState *>();
        QVERIFY(empty->isVisible());
        QCOMPARE(empty->title(), u"No locks yet"_s);
        stageLock(f.script, u"/a"_s, {1});
        f.script.flush();
        AWAIT_COMPARE(empty->title(), u"No client waits"_s);
        stageChain(f.script, 0);
        AWAIT_VERIFY(f.view()->isVisible());
    }

    void aDeadlockIsSaidInWordsAndTheWordsGoWhenItIsOver()
    {
        Fixture f;
        stageDeadlock(f.script);
        AWAIT_VERIFY(f.deadlock()->isVisible());
        QVERIFY(f.deadlock()->text().contains(u"waits in /pay/ledger for"_s));
        QVERIFY(f.deadlock()->title().contains(u"If it stands still"_s)); // one moment proves nothing yet
        for (int i = 0; i < 4; ++i) {
            f.script.write(f.script.probed()).flush();
            f.script.pass(1'500);
        }
        AWAIT_VERIFY(f.deadlock()->title().startsWith(u"Deadlock"_s));
        // 3 gives up: its contender in accounts goes.
        f.script.list(u"/pay/accounts"_s, {}, {kazooName(2, false)}).flush();
        AWAIT_VERIFY(!f.deadlock()->isVisible());
        QVERIFY(f.scene().cycles.empty());
        QVERIFY(!f.scene().isEmpty());
    }

    void aClickSelectsTheSessionsWaitAndASecondOneGoesThere()
    {
        Deadlock f;
        QSignalSpy activated(&f.panel, &GraphPanel::activated);
        QTest::mouseClick(f.view(), Qt::LeftButton, {}, f.middleOf(f.session(2)));
        QCOMPARE(f.selection.lock(), u"/pay/rates"_s); // where it waits, not what it holds
        QCOMPARE(f.selection.nodes(), QStringList{f.node(u"/pay/rates"_s, 1)});
        QCOMPARE(f.view()->selected(), f.session(2));
        QTest::mouseDClick(f.view(), Qt::LeftButton, {}, f.middleOf(f.lock(u"/pay/ledger"_s)));
        QCOMPARE(activated.size(), 1);
        QCOMPARE(f.selection.lock(), u"/pay/ledger"_s);
        QVERIFY(f.selection.nodes().isEmpty());
    }

    void aSessionHasTheMenuOfItsNode()
    {
        Deadlock f;
        const QPoint session = f.middleOf(f.session(2));
        QTest::mouseClick(f.view(), Qt::RightButton, {}, session);
        QCOMPARE(f.selection.nodes(), QStringList{f.node(u"/pay/rates"_s, 1)});
        QContextMenuEvent event(QContextMenuEvent::Mouse, session, f.view()->mapToGlobal(session));
        QCoreApplication::sendEvent(f.view(), &event);
        const auto *menu = f.panel.findChild<QMenu *>();
        QVERIFY(menu && menu->actions().contains(f.selection.releaseAction()));
    }

    void whatIsChosenElsewhereIsMarkedHereAndStaysSoWhileTheGraphChanges()
    {
        Deadlock f;
        f.selection.choose(u"/pay/rates"_s, {f.node(u"/pay/rates"_s, 1)});
        QCOMPARE(f.view()->selected(), f.session(2));
        const size_t before = f.scene().sessions.size();
        stageLock(f.script, u"/aaa"_s, {-5, -4}); // comes first in every order
        f.script.flush();
        AWAIT_VERIFY(f.scene().sessions.size() > before);
        QCOMPARE(f.view()->selected(), f.session(2));
        f.selection.choose(u"/pay/ledger"_s, {});
        QCOMPARE(f.view()->selected(), f.lock(u"/pay/ledger"_s));
    }

    void arrowKeysReachEverythingAndEnterGoesThere()
    {
        Deadlock f;
        f.view()->setFocus();
        QSet<std::pair<int, int>> reached;
        QTest::keyClick(f.view(), Qt::Key_Right);
        QVERIFY(!f.view()->selected().isNull());
        // From each that was reached on: all four ways.
        for (bool grew = true; grew;) {
            const auto before = reached.size();
            QList<GraphItem> from{f.view()->selected()};
            for (const auto &[session, lock] : std::as_const(reached))
                from += GraphItem{session, lock};
            for (const GraphItem &item : std::as_const(from)) {
                for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down}) {
                    f.view()->select(item);
                    QTest::keyClick(f.view(), key);
                    reached.insert({f.view()->selected().session, f.view()->selected().lock});
                }
            }
            grew = reached.size() > before;
        }
        QCOMPARE(size_t(reached.size()), f.scene().sessions.size() + f.scene().locks.size());
        QSignalSpy activated(&f.panel, &GraphPanel::activated);
        QTest::keyClick(f.view(), Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
    }

    void zoomKeepsThePointUnderThePointerAndFitShowsAll()
    {
        Deadlock f;
        stageChain(f.script, 40);
        AWAIT_VERIFY(f.scene().locks.size() > 3);
        const QPointF at(300, 200);
        const QPointF under = f.view()->toGraph(at);
        f.view()->zoomBy(1.7, at);
        QVERIFY(QLineF(f.view()->toGraph(at), under).length() < 0.01);
        QVERIFY(!f.view()->isFitted());
        QTest::keyClick(f.view(), Qt::Key_0);
        QVERIFY(f.view()->isFitted());
        const QRectF bounds = f.view()->graphLayout().bounds;
        QVERIFY(QRectF(f.view()->rect())
                    .contains(QRectF(f.view()->toWidget(bounds.topLeft()), f.view()->toWidget(bounds.bottomRight()))));
        f.panel.resize(500, 400); // stays fitted
        AWAIT_VERIFY(QRectF(f.view()->rect()).contains(f.view()->toWidget(bounds.bottomRight())));
    }

    void itIsAsLargeAsTheTypeAroundIt()
    {
        Deadlock f;
        f.panel.resize(3000, 2000); // there is room for more
        f.view()->fit();
        AWAIT_COMPARE(f.view()->zoom(), 1.0);
        const auto putBack = qScopeGuard([] { setTypeScale(1); });
        setTypeScale(1.5);
        AWAIT_COMPARE(f.view()->zoom(), 1.5);
        setTypeScale(1);
        AWAIT_COMPARE(f.view()->zoom(), 1.0);
    }

    void aDragMovesTheGraphAndSelectsNothing()
    {
        Deadlock f;
        const QPointF before = f.view()->toWidget({0, 0});
        const QPoint from = f.middleOf(f.session(1));
        QTest::mousePress(f.view(), Qt::LeftButton, {}, from);
        QTest::mouseMove(f.view(), from + QPoint(40, 25));
        QTest::mouseMove(f.view(), from + QPoint(80, 50));
        QTest::mouseRelease(f.view(), Qt::LeftButton, {}, from + QPoint(80, 50));
        QCOMPARE(f.view()->toWidget({0, 0}), before + QPointF(80, 50));
        QVERIFY(f.selection.lock().isEmpty());
    }

    void theGraphIsWrittenAsSvgAndAsPng()
    {
        Deadlock f;
        const Picture picture = f.view()->picture();
        const SvgText svg(toSvg(picture, defaultLook(picture, f.panel.palette())));
        QCOMPARE(svg.problem, QString());
        for (const SceneLock &lock : f.scene().locks)
            QVERIFY2(svg.texts.contains(lock.path), qPrintable(lock.path));
        for (const SceneSession &session : f.scene().sessions) {
            // A long id keeps both ends.
            const auto isLabel = [&session](const QString &text) {
                const qsizetype cut = text.indexOf(u'…');
                return cut < 0
                           ? text == session.label
                           : session.label.startsWith(text.first(cut)) && session.label.endsWith(text.sliced(cut + 1));
            };
            QVERIFY2(std::any_of(svg.texts.begin(), svg.texts.end(), isLabel), qPrintable(session.label));
        }
        PictureLook look;
        look.size = {640, 480};
        look.scale = 2;
        QCOMPARE(toImage(picture, look).size(), QSize(1280, 960));
    }

    void hiddenItDoesNoWork()
    {
        Fixture f;
        f.panel.hide();
        stageDeadlock(f.script);
        QVERIFY(f.scene().isEmpty());
        f.panel.show();
        QVERIFY(!f.scene().isEmpty());
    }
};

} // namespace lockscope::ui::tst_graphpanel

LOCKSCOPE_TEST(lockscope::ui::tst_graphpanel::TestGraphPanel)
#include "tst_graphpanel.moc"
