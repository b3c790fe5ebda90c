// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/panels/madeupworld.h"
#include "ui/locks/lockspanel.h"
#include "ui/queue/queuepanel.h"
#include "ui/shell/scenariostrip.h"
#include "ui/shell/workspace.h"
#include "ui/theme/applytheme.h"
#include "ui/theme/widgets.h"

#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QMainWindow>
#include <QMenuBar>
#include <QTest>

using namespace Qt::StringLiterals;

namespace lockscope::ui {

namespace {

/// A window as small as people have them, with everything in it.
struct SmallWindow
{
    SmallWindow()
    {
        makeUp(script);
        window.setCentralWidget(workspace);
        window.menuBar()->addMenu(u"Connection"_s);
        window.resize(1280, 720);
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
        workspace->locks()->selectLock(u"/app/orders"_s);
        workspace->queue()->selectNodes({workspace->queue()->model()->pathAt(2)});
    }
    QMap<QString, QRect> docks() const
    {
        QMap<QString, QRect> all;
        for (const auto *dock : window.findChildren<QDockWidget *>())
            all.insert(dock->objectName(), dock->geometry());
        return all;
    }

    LiveWorld world;
    WorldScript script{&world};
    QMainWindow window;
    Workspace *workspace = new Workspace(&world, &window);
};

} // namespace

class TestWorkspace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light); }

    void twoBannersAndAScenarioFitASmallWindow()
    {
        SmallWindow small;
        small.workspace->connectionBanner()->show(Banner::Severity::Error, u"The session expired."_s,
                                                  u"What is shown is as it was then."_s);
        small.workspace->messageBanner()->show(
            Banner::Severity::Error, u"No client was started."_s,
            u"The connection was lost while it was made: the server at 127.0.0.1:2181 closed it. Try again when the "
            "connection is back."_s);
        small.workspace->scenario()->showResult(false, u"1 of 4 expectations not met"_s);
        QTRY_VERIFY(small.workspace->scenario()->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(small.window.size(), QSize(1280, 720));
        QVERIFY(small.window.minimumSizeHint().height() <= 720);
    }

    void docksStayWhereTheyAreWhenTextsChange()
    {
        SmallWindow small;
        QCoreApplication::processEvents();
        const auto before = small.docks();
        for (int holder = 2; holder < 8; ++holder) {
            small.script.list(u"/app/orders"_s, {}, {curatorName(holder)});
            small.script.flush();
            QCoreApplication::processEvents();
            QCOMPARE(small.docks(), before);
        }
    }

    void anEmptyStateGivesWayInALowPanel()
    {
        QWidget panel;
        EmptyState empty(&panel);
        empty.set(IconId::Info, u"No node selected"_s, u"Select a row of the queue to see its node, data and ACL."_s,
                  u"Spawn…"_s);
        empty.resize(300, 240);
        panel.show();
        const auto shown = [&empty] {
            int count = 0;
            for (const QWidget *part : empty.findChildren<QLabel *>())
                count += part->isVisible() ? 1 : 0;
            return count;
        };
        QCOMPARE(shown(), 3); // picture, title, sentence
        empty.resize(300, 60);
        QTRY_COMPARE(shown(), 1);
        empty.resize(300, 240);
        QTRY_COMPARE(shown(), 3);
    }
};

} // namespace lockscope::ui

QTEST_MAIN(lockscope::ui::TestWorkspace)
#include "tst_workspace.moc"
