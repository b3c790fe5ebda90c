// SPDX-License-Identifier: Apache-2.0
// The window and its dialogs on a small screen, measured on the real widgets in the program's font: none of them needs
// more room than there is.
#include "tests/support/planfrom.h"
#include "tests/ui/panels/madeupworld.h"
#include "tests/ui/shell/clientscript.h"
#include "tests/ui/shell/windowtest.h"
#include "ui/dialogs/helpdialogs.h"
#include "ui/dialogs/recipelist.h"
#include "ui/dialogs/trialdialog.h"
#include "ui/dialogs/verdictdialog.h"
#include "ui/export/picturedialog.h"
#include "ui/release/releasedialog.h"
#include "ui/report/reportdialog.h"
#include "ui/servers/serverspanel.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/modelflow.h"
#include "ui/shell/modelpage.h"

#include <QLayout>
#include <QScopeGuard>
#include <QScreen>

namespace lockscope::ui::tst_smallscreen {

using namespace Qt::StringLiterals;

namespace {

constexpr QSize smallWindow{1024, 640};
constexpr QSize smallDialog{1000, 600};
constexpr QSize projector{1280, 720};

/// Who asks for most, from \a top down, for whoever has to find it.
QString whyLarge(const QWidget *top, bool wide)
{
    QStringList path;
    for (const QWidget *widget = top; widget && path.size() < 12;) {
        const QSize least = widget->minimumSizeHint().expandedTo(widget->minimumSize());
        path += u"%1#%2 %3×%4"_s.arg(QString::fromLatin1(widget->metaObject()->className()), widget->objectName())
                    .arg(least.width())
                    .arg(least.height());
        const QWidget *largest = nullptr;
        int most = 0;
        for (const QWidget *child : widget->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
            const QSize its = child->minimumSizeHint().expandedTo(child->minimumSize());
            const int room = wide ? its.width() : its.height();
            if (!child->isWindow() && child->isVisibleTo(widget) && room > most) {
                most = room;
                largest = child;
            }
        }
        widget = largest;
    }
    for (const QDockWidget *dock : top->findChildren<QDockWidget *>())
        path += u"%1 %2×%3"_s.arg(dock->windowTitle())
                    .arg(dock->minimumSizeHint().width())
                    .arg(dock->minimumSizeHint().height());
    return path.join(u"\n  "_s);
}

bool isScrolled(const QWidget *widget)
{
    for (const QWidget *above = widget->parentWidget(); above && !above->isWindow(); above = above->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea *>(above))
            return true;
    }
    return false;
}

void needsNoMoreThan(const QSize &most, const QWidget &widget)
{
    const QSize least = widget.minimumSizeHint().expandedTo(widget.minimumSize());
    QVERIFY2(least.width() <= most.width(), qPrintable(whyLarge(&widget, true)));
    QVERIFY2(least.height() <= most.height(), qPrintable(whyLarge(&widget, false)));
}

/// Whatever is not scrolled can be clicked.
void hasItsButtonsInSight(const QWidget &window)
{
    for (const QPushButton *button : window.findChildren<QPushButton *>()) {
        if (button->isVisible() && !isScrolled(button))
            QVERIFY2(window.rect().contains(QRect(button->mapTo(&window, QPoint()), button->size())),
                     qPrintable(window.windowTitle() + u": "_s + button->text()));
    }
}

/// As small as it must be able to become, whatever it wished for, and still whole: what does not fit scrolls.
void shrinks(QWidget &dialog)
{
    dialog.show();
    QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    needsNoMoreThan(smallDialog, dialog);
    dialog.resize(smallDialog);
    QCoreApplication::processEvents();
    QCOMPARE(dialog.size().boundedTo(smallDialog), dialog.size());
    hasItsButtonsInSight(dialog);
}

} // namespace

class TestSmallScreen : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    LiveWorld m_world;
    WorldScript m_script{&m_world};

    /// As when a sandbox is open, with a lock chosen.
    static void fill(Workspace *workspace)
    {
        const journal::World &world = workspace->world()->world();
        workspace->bar()->setTarget(u"Sandbox · 3 servers"_s, true);
        workspace->bar()->setSafetyFlags({u"#d55e00"_s, true, true, false});
        workspace->bar()->setState(world.connection(), world.observation(), 0);
        workspace->bar()->setSpawnEnabled(true, {});
        workspace->locks()->selectLock(u"/app/orders"_s);
        workspace->goTo(u"/app/orders"_s, {u"/app/orders/"_s + curatorName(3)});
    }

private Q_SLOTS:
    void initTestCase()
    {
        applyTheme(*qobject_cast<QApplication *>(QApplication::instance()), ThemeChoice::Light);
        makeUp(m_script);
    }

    void theWindowOpensWithinItsScreen()
    {
        Settings settings(m_dir.filePath(u"settings.ini"_s));
        MainWindow window(&settings);
        const QSize screen = window.screen()->availableSize();
        QVERIFY2(window.width() <= screen.width() && window.height() <= screen.height(),
                 qPrintable(u"%1 × %2"_s.arg(window.width()).arg(window.height())));
        window.show();
        QVERIFY(window.workspace());
        QCoreApplication::processEvents();
        needsNoMoreThan(smallWindow, window);
    }

    void everythingThatIsShownAtFirstFitsASmallWindow_data()
    {
        QTest::addColumn<Workspace::View>("view");
        QTest::newRow("queue") << Workspace::View::Queue;
        QTest::newRow("stage") << Workspace::View::Stage;
        QTest::newRow("graph") << Workspace::View::Graph;
    }
    void everythingThatIsShownAtFirstFitsASmallWindow()
    {
        QFETCH(Workspace::View, view);
        QMainWindow window;
        auto *workspace = new Workspace(&m_world, &window);
        window.setCentralWidget(workspace);
        window.menuBar()->addMenu(u"Connection"_s);
        fill(workspace);
        workspace->scenario()->showRunning(u"The holder crashes, and its lock is nobody’s until the session is over"_s,
                                           u"A dies without a word; its node goes with its session."_s, 6, true);
        workspace->scenario()->showStep(2, u"the next in line comes to hold when the server has ended the session"_s);
        workspace->setView(view);
        window.resize(smallWindow);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QCoreApplication::processEvents();
        needsNoMoreThan(smallWindow, window);
        QCOMPARE(window.size(), smallWindow);
        for (const QDockWidget *dock : window.findChildren<QDockWidget *>()) {
            if (!dock->visibleRegion().isEmpty())
                QVERIFY2(window.rect().contains(QRect(dock->mapTo(&window, QPoint()), dock->size())),
                         qPrintable(dock->windowTitle()));
        }
        hasItsButtonsInSight(window);
        if (view == Workspace::View::Queue) { // rows are what one looks at
            const QueueView *rows = workspace->queue()->view();
            QVERIFY2(rows->viewport()->height() >= 3 * rows->verticalHeader()->defaultSectionSize(),
                     qPrintable(QString::number(rows->viewport()->height())));
        }
    }

    /// All views, and each as it is presented.
    void withLargerTypeItFitsAProjector_data()
    {
        QTest::addColumn<double>("scale");
        QTest::newRow("as usual") << 1.0;
        QTest::newRow("at 125 %") << 1.25;
        QTest::newRow("at 150 %") << 1.5;
    }
    void withLargerTypeItFitsAProjector()
    {
        QFETCH(double, scale);
        const auto asUsual = qScopeGuard([] { setTypeScale(1); });
        QMainWindow window;
        window.menuBar()->addMenu(u"Connection"_s);
        auto *workspace = new Workspace(&m_world, &window);
        window.setCentralWidget(workspace);
        fill(workspace);
        workspace->scenario()->showRunning(u"The holder crashes, and its lock is nobody’s until the session is over"_s,
                                           u"A dies without a word; its node goes with its session."_s, 6, true);
        workspace->scenario()->showStep(2, u"the next in line comes to hold when the server has ended the session"_s);
        setTypeScale(scale);
        window.resize(projector);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (const auto view : {Workspace::View::Queue, Workspace::View::Stage, Workspace::View::Graph}) {
            workspace->setView(view);
            QCoreApplication::processEvents();
            needsNoMoreThan(projector, window);
            QCOMPARE(window.size(), projector);
            hasItsButtonsInSight(window);
        }
        workspace->setView(Workspace::View::Queue);
        QCoreApplication::processEvents();
        const QueueView *rows = workspace->queue()->view();
        QVERIFY2(rows->viewport()->height() >= 4 * rows->verticalHeader()->defaultSectionSize(),
                 qPrintable(QString::number(rows->viewport()->height())));
    }

    void theStartPageAndAModelFitAProjectorToo_data() { withLargerTypeItFitsAProjector_data(); }
    void theStartPageAndAModelFitAProjectorToo()
    {
        QFETCH(double, scale);
        const auto asUsual = qScopeGuard([] { setTypeScale(1); });
        Settings settings(m_dir.filePath(u"type.ini"_s));
        settings.setTypeScale(scale);
        MainWindow window(&settings);
        window.resize(projector);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        needsNoMoreThan(projector, window);
        explore::Setup setup;
        window.models()->open(setup);
        QVERIFY(window.models()->page());
        if (scale < 1.5) // beyond it the Steps leave too little for all docks
            needsNoMoreThan(projector, window);
        if (scale > 1)
            return;
        window.setPresentation(true);
        QCoreApplication::processEvents();
        needsNoMoreThan(projector, window);
        QCOMPARE(window.size(), projector); // nor did it for a moment
        window.setPresentation(false);
    }

    /// Each panel in turn, of a client with its session, in the past.
    void everyPanelOfAClientFitsASmallWindow()
    {
        LiveWorld world;
        WorldScript script(&world);
        script.observe(journal::Freshness::Live);
        const QString lock = u"/lockscope/demo"_s;
        for (quint32 id = 1; id <= 6; ++id) {
            const QString name = curatorName(int(id));
            spawn(script, id, lock);
            script.list(lock, {name});
            script.resolve(lock, name, SessionId{0x1000 + id}, "client", 3'725'000);
            setState(script, id, id == 1 ? locks::LockState::Retained : locks::LockState::Fetching, lock + u'/' + name);
        }
        journal::ServersProbed probed;
        for (int server = 1; server <= 3; ++server) {
            journal::ServerReport report;
            report.address = u"127.0.0.1:4986%1"_s.arg(server);
            report.adminUrl = u"http://127.0.0.1:4987%1"_s.arg(server);
            report.problem = server == 2 ? Text::verbatim(u"It reports nothing: nothing listens there."_s) : Text();
            report.role = u"follower"_s;
            report.version = u"3.8.0"_s;
            probed.servers += report;
        }
        probed.knowledge.askedAtNs = probed.knowledge.answeredAtNs =
            script.nowNs; // no server reports all: the longest sentence
        probed.knowledge.sessions.insert(SessionId{0x1001}, {});
        script.write(probed);
        script.flush();
        script.pass(5'025'678);
        script.observe(journal::Freshness::Live);
        script.flush();
        QMainWindow window;
        auto *workspace = new Workspace(&world, &window);
        window.setCentralWidget(workspace);
        fill(workspace);
        workspace->scenario()->showRunning(u"A semaphore of three leases"_s, u"Three of five hold at once."_s, 10,
                                           false);
        workspace->servers()->setSandbox({u"127.0.0.1:49861"_s, u"127.0.0.1:49862"_s, u"127.0.0.1:49863"_s});
        workspace->goTo(lock, {lock + u'/' + curatorName(4)});
        world.step(-1);
        window.resize(smallWindow);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        for (const bool isRewound : {true, false}) { // before the servers were asked, and after
            if (!isRewound)
                world.goLive();
            for (QAction *go : workspace->goActions()) {
                go->trigger();
                QCoreApplication::processEvents();
                needsNoMoreThan(smallWindow, window);
                QVERIFY2(window.size() == smallWindow, qPrintable(go->text()));
            }
        }
    }

    void theStartPageFits()
    {
        StartPage page;
        needsNoMoreThan(smallWindow, page);
    }

    void spawnShrinksAndScrollsForEachRecipe_data()
    {
        QTest::addColumn<int>("id");
        for (const locks::RecipeInfo &recipe : locks::recipeCatalog())
            QTest::newRow(qPrintable(recipe.name)) << int(recipe.id);
    }
    void spawnShrinksAndScrollsForEachRecipe()
    {
        QFETCH(int, id);
        lab::SpawnRequest request;
        request.recipe = locks::RecipeId(id);
        request.dialect = locks::recipeInfo(request.recipe).dialects.first();
        request.faults = {{journal::Fault::LoseReply, 0.01, {}}, {journal::Fault::Pause, 0.01, {}}};
        request.hold = {lab::HoldTime::Kind::Random, std::chrono::milliseconds(1), std::chrono::milliseconds(2)};
        SpawnDialog spawn(request, u"/app/orders"_s);
        spawn.setProduction(true);
        shrinks(spawn);
    }

    void otherDialogsShrinkAndScroll()
    {
        TrialDialog trialDialog({}, u"Sandbox"_s);
        shrinks(trialDialog);
        ConnectDialog connectDialog({profiles::newProfile({})});
        shrinks(connectDialog);
        connectDialog.setFailed(u"Not connected."_s, u"Nobody answers there. "_s.repeated(12));
        shrinks(connectDialog);
        Settings settings(m_dir.filePath(u"settings.ini"_s));
        MainWindow window(&settings);
        window.workspace();
        ShortcutsDialog shortcuts(window.menuBar());
        shrinks(shortcuts);
        AboutDialog about;
        shrinks(about);
        servers::SandboxInfo sandbox;
        sandbox.servers = {{}};
        ServerLogDialog log(sandbox);
        shrinks(log);
        PictureDialog picture(workspacePicture());
        shrinks(picture);
        LaneIndex lanes;
        ReportDialog report(&m_world, &lanes, {u"zk1:2181"_s, u"Watched live."_s, u"/app/orders"_s});
        shrinks(report);
    }

    Picture workspacePicture()
    {
        Workspace workspace(&m_world);
        fill(&workspace);
        return workspace.stage()->picture();
    }

    void aVerdictOfManyRowsShrinks()
    {
        lab::Verdict verdict;
        verdict.title = u"The holder crashes"_s;
        for (int i = 0; i < 14; ++i)
            verdict.rows +=
                {u"violations"_s, Text::en("violations"), Text::verbatim(u"0"_s), Text::verbatim(u"2"_s), false};
        for (int i = 0; i < 9; ++i)
            verdict.result.orphans += u"/lockscope/demo/lock-%1"_s.arg(i);
        verdict.failed = {2, 9, Text::verbatim(u"until B is RETAINED"_s),
                          Error{ErrorCode::InvalidInput, {}, {}, Text::verbatim(u"It waits still. "_s.repeated(20))}};
        VerdictDialog dialog(verdict);
        shrinks(dialog);
    }

    void aReleaseOfManyNodesShrinks()
    {
        const locks::LockQueue &queue = m_world.world().queue(u"/app/orders"_s);
        for (const auto &indices : {std::vector<int>{0}, std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}) {
            observe::ReleasePlan plan = test::planFrom(queue, indices);
            plan.production = true;
            plan.ensemble = u"zk1:2181,zk2:2181,zk3:2181"_s;
            ReleaseDialog dialog(plan, [](SessionId) { return QString(); });
            shrinks(dialog);
        }
    }
};

} // namespace lockscope::ui::tst_smallscreen

LOCKSCOPE_TEST(lockscope::ui::tst_smallscreen::TestSmallScreen)
#include "tst_smallscreen.moc"
