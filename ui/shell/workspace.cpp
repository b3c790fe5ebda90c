// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/workspace.h"

#include "ui/charts/timingpanel.h"
#include "ui/clients/clientsmodel.h"
#include "ui/clients/clientspanel.h"
#include "ui/details/detailspanel.h"
#include "ui/duel/duelstage.h"
#include "ui/findings/findingspanel.h"
#include "ui/graph/graphpanel.h"
#include "ui/graph/graphview.h"
#include "ui/journal/journalpanel.h"
#include "ui/locks/lockspanel.h"
#include "ui/present/presentcaption.h"
#include "ui/programs/programspanel.h"
#include "ui/queue/queuepanel.h"
#include "ui/recipe/recipepanel.h"
#include "ui/selection/selection.h"
#include "ui/servers/serverspanel.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/dockframe.h"
#include "ui/shell/scenarioflow.h"
#include "ui/stage/stagepanel.h"
#include "ui/theme/building.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"
#include "ui/timetravel/timebar.h"
#include "ui/world/liveworld.h"

#include <QAbstractItemView>
#include <QAction>
#include <QMainWindow>
#include <QResizeEvent>
#include <QStackedWidget>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int layoutVersion = 5; ///< a saved layout of another version is not applied

constexpr int lowWindowHeight = 700;

/// What the docks leave. It wishes for no more than it must have: docks give way to a wish, a few pixels at each
/// layout, and everything would creep whenever a text changed.
class Centre : public QWidget
{
public:
    using QWidget::QWidget;
    QSize sizeHint() const override { return minimumSizeHint(); }
};

} // namespace

Workspace::Workspace(LiveWorld *world, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(new Selection(world, this))
    , m_docks(new QMainWindow(this))
    , m_bar(new ConnectionBar(this))
    , m_locks(new LocksPanel(world, m_selection, this))
    , m_clients(new ClientsPanel(world, m_selection, this))
    , m_queue(new QueuePanel(world, m_selection, this))
    , m_stage(new StagePanel(m_queue->model(), m_selection, this))
    , m_duel(new DuelStage(world, m_selection, this))
    , m_details(new DetailsPanel(world, m_selection, this))
    , m_findings(new FindingsPanel(world, m_selection, this))
    , m_graph(new GraphPanel(world, m_selection, this))
    , m_journal(new JournalPanel(world, m_selection, this))
    , m_recipe(new RecipePanel(world, m_selection, this))
    , m_servers(new ServersPanel(world, this))
    , m_timeline(new TimelinePanel(world, m_selection, this))
    , m_timing(new TimingPanel(world, m_selection, this))
    , m_programs(new ProgramsPanel(world, m_selection, this))
    , m_connectionBanner(new Banner(this))
    , m_messageBanner(new Banner(this))
    , m_scenario(new ScenarioStrip(this))
    , m_caption(new PresentCaption(world, m_selection, this))
    , m_time(new TimeBar(world, this))
{
    m_docks->setWindowFlags(Qt::Widget);
    m_docks->setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    m_docks->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_docks->setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_docks->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_docks->setContentsMargins(8, 0, 8, 8);
    m_bar->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_messageBanner->setAction(tr("Dismiss"));
    connect(m_messageBanner, &Banner::actionTriggered, m_messageBanner, &QWidget::hide);
    auto *banners = makeColumn(-1, {m_connectionBanner, m_messageBanner, m_scenario});
    banners->setContentsMargins(8, 0, 8, 0);
    auto *captions = makeColumn(-1, {m_caption});
    captions->setContentsMargins(8, 0, 8, 8);
    makeColumn(this, {}, 7, {m_bar, banners, {m_docks, 1}, captions, m_time});

    m_docks->setCentralWidget(buildCentre());

    // In the order of the menu.
    addDock(Locks, u"locks"_s, tr("Locks"), m_locks, Qt::CTRL | Qt::Key_1);
    addDock(Clients, u"clients"_s, tr("Clients"), m_clients, Qt::CTRL | Qt::Key_2);
    addDock(Details, u"details"_s, tr("Details"), m_details, Qt::CTRL | Qt::Key_3);
    addDock(Findings, u"findings"_s, tr("Findings"), m_findings, Qt::CTRL | Qt::Key_4);
    addDock(Recipe, u"recipe"_s, tr("Recipe"), m_recipe, Qt::CTRL | Qt::Key_5);
    addDock(Timeline, u"timeline"_s, tr("Timeline"), m_timeline, Qt::CTRL | Qt::Key_6);
    addDock(Timing, u"timing"_s, tr("Timing"), m_timing, Qt::CTRL | Qt::Key_7);
    addDock(Journal, u"journal"_s, tr("Journal"), m_journal, Qt::CTRL | Qt::Key_8);
    addDock(Servers, u"servers"_s, tr("Servers"), m_servers, Qt::CTRL | Qt::Key_9);
    addDock(Programs, u"programs"_s, tr("Programs"), m_programs, Qt::CTRL | Qt::SHIFT | Qt::Key_T);
    addActions(goActions()); // a recording's are in no menu
    connectPanels();
    restoreDefaultLayout();
}

QWidget *Workspace::buildCentre()
{
    auto *centre = new Centre(this);
    const QStringList titles{tr("Queue"), tr("Stage"), tr("Wait-for graph")};
    m_views = new TabHeading(titles, centre);
    m_centre = new QStackedWidget;
    m_queue->addPresentation(m_stage);
    m_centre->addWidget(m_queue);
    m_centre->addWidget(m_graph);
    m_centre->addWidget(m_duel);
    connect(m_views, &TabHeading::currentChanged, this, [this](int tab) {
        m_view = View(tab);
        showCentre();
    });
    connect(m_duel, &DuelStage::wantedChanged, this, &Workspace::showCentre);
    for (int view = 0; view < titles.size(); ++view) {
        auto *go = new QAction(titles[view], this);
        go->setShortcut(Qt::ALT | Qt::Key(Qt::Key_1 + view));
        connect(go, &QAction::triggered, this, [this, view] { goTo(View(view)); });
        m_goToViews += go;
    }
    m_goToViews.first()->setShortcuts({Qt::CTRL | Qt::Key_0, Qt::ALT | Qt::Key_1});
    makeColumn(centre, {}, 0, {m_views, {new PanelBody(m_centre, centre), 1}});
    return centre;
}

void Workspace::showCentre()
{
    const bool isDuel = m_view == View::Stage && m_duel->isWanted();
    if (m_view != View::Graph)
        m_queue->setPresentation(m_view == View::Stage ? m_stage : nullptr);
    m_centre->setCurrentWidget(m_view == View::Graph ? static_cast<QWidget *>(m_graph)
                               : isDuel              ? static_cast<QWidget *>(m_duel)
                                                     : m_queue);
}

void Workspace::addDock(Dock dock, const QString &name, const QString &title, QWidget *content, const QKeySequence &key)
{
    m_dock[dock] = new DockFrame(name, title, content, m_docks);
    m_dock[dock]->goAction()->setShortcut(key);
}

/// What is chosen panels share by the selection; here is what brings a panel into view.
void Workspace::connectPanels()
{
    connect(m_details, &DetailsPanel::nodeDetailsWanted, this, &Workspace::nodeDetailsWanted);
    connect(m_world, &LiveWorld::cursorMoved, this, &Workspace::onCursorMoved);
    connect(m_journal, &JournalPanel::exportFailed, m_dock[Journal], [this] { // asked for in a menu, said in the panel
        m_dock[Journal]->show();
        m_dock[Journal]->raise();
    });
    connect(m_programs, &ProgramsPanel::journalWanted, m_dock[Journal], [this] {
        m_dock[Journal]->show();
        m_dock[Journal]->raise();
        m_journal->showCursor();
    });
    connect(m_findings, &FindingsPanel::showRequested, this, [this](const QString &lock, const QStringList &nodes) {
        setView(View::Queue);
        goTo(lock, nodes);
    });
    connect(m_findings, &FindingsPanel::countsChanged, this, [this](int errors, int warnings, int notes) {
        m_dock[Findings]->setCount(errors + warnings + notes, errors > 0     ? Role::Wrong
                                                              : warnings > 0 ? Role::Waiting
                                                                             : Role::Neutral);
    });
    connect(m_queue, &QueuePanel::exportRequested, m_stage, &StagePanel::exportPicture);
    connect(m_dock[Timeline]->goAction(), &QAction::triggered, this, [this] {
        if (isPresenting())
            m_docks->centralWidget()->hide();
    });
    connect(m_scenario, &ScenarioStrip::shown, m_caption, [this](bool shown) { // which has a sentence of its own
        m_caption->setHasSentence(!shown);
    });
    connect(m_graph, &GraphPanel::activated, this, [this] { goTo(View::Queue); });
}

void Workspace::setView(View view)
{
    m_views->setCurrent(int(view));
}

void Workspace::goTo(View view)
{
    setView(view);
    if (isPresenting()) { // one at a time
        m_dock[Timeline]->hide();
        m_docks->centralWidget()->show();
    }
    switch (view) {
    case View::Queue: m_queue->focusChosen(); break;
    case View::Stage: (m_duel->isWanted() ? m_duel->stage(0) : m_stage)->setFocus(); break;
    case View::Graph: m_graph->view()->setFocus(); break;
    }
}

void Workspace::showView(const QString &name)
{
    const QStringList middle{u"queue"_s, u"stage"_s, u"graph"_s};
    if (const auto view = middle.indexOf(name); view >= 0)
        setView(View(view));
    for (DockFrame *dock : m_dock) {
        if (dock->objectName() == name) {
            dock->show();
            dock->raise();
        }
    }
}

void Workspace::goTo(const QString &lock, const QStringList &nodes)
{
    m_selection->choose(lock, nodes);
    m_queue->focusChosen();
}

void Workspace::onCursorMoved()
{
    m_journal->showCursor();
    m_details->showCursor();
    // Durations are those at the cursor, also where nothing else changed.
    for (QAbstractItemView *view : m_docks->findChildren<QAbstractItemView *>()) {
        if (view->isVisible())
            view->viewport()->update();
    }
}

QList<QAction *> Workspace::goActions() const
{
    QList<QAction *> actions = m_goToViews;
    for (const DockFrame *dock : m_dock)
        actions += dock->goAction();
    return actions;
}

QList<QAction *> Workspace::toggleActions() const
{
    QList<QAction *> actions;
    for (const DockFrame *dock : m_dock)
        actions += dock->toggleViewAction();
    return actions;
}

void Workspace::setReadOnly(const QString &why)
{
    m_selection->setObserveOnly(true);
    m_selection->setRefreshEnabled(false, why);
    m_servers->setReadOnly(true);
    m_clients->setSpawnEnabled(false, why);
    m_locks->setPauseEnabled(false);
}

void Workspace::hideDocks(const QStringList &names)
{
    for (DockFrame *dock : m_dock)
        dock->setVisible(!names.contains(dock->objectName()));
}

void Workspace::hideAllDocks()
{
    for (DockFrame *dock : m_dock)
        dock->hide();
}

void Workspace::setPresenting(bool presenting)
{
    if (presenting != m_beforePresenting.isEmpty())
        return;
    for (QWidget *widget : std::initializer_list<QWidget *>{m_bar, m_views, m_time})
        widget->setVisible(!presenting);
    m_queue->setPresenting(presenting);
    m_stage->setPresenting(presenting);
    m_duel->setPresenting(presenting);
    m_scenario->setPresenting(presenting);
    m_caption->setPresenting(presenting);
    m_connectionBanner->setBrief(presenting);
    if (presenting) {
        m_beforePresenting = m_docks->saveState(layoutVersion);
        if (std::ranges::count_if(m_dock, [](const DockFrame *dock) { return !dock->isHidden(); }) > 1)
            hideAllDocks(); // else what a lesson shows
        m_viewBefore = m_view;
        setView(View::Stage);
    } else {
        m_docks->centralWidget()->show();
        restoreState(std::exchange(m_beforePresenting, {}));
        if (m_view == View::Stage) // else it was chosen meanwhile
            setView(m_viewBefore);
    }
}

QByteArray Workspace::docks() const
{
    if (!m_beforePresenting.isEmpty())
        return m_beforePresenting;
    return m_docks->saveState(layoutVersion);
}

bool Workspace::restoreState(const QByteArray &docks)
{
    const bool done = m_docks->restoreState(docks, layoutVersion);
    for (DockFrame *dock : m_dock)
        dock->settle();
    return done;
}

bool Workspace::restoreDocks(const QByteArray &docks)
{
    if (docks.isEmpty() || !restoreState(docks))
        return false;
    m_defaultSizes = false;
    return true;
}

void Workspace::restoreDefaultLayout()
{
    for (DockFrame *dock : m_dock) {
        dock->setFloating(false);
        m_docks->removeDockWidget(dock);
    }
    m_docks->addDockWidget(Qt::LeftDockWidgetArea, m_dock[Locks]);
    m_docks->splitDockWidget(m_dock[Locks], m_dock[Clients], Qt::Vertical);
    m_docks->addDockWidget(Qt::RightDockWidgetArea, m_dock[Details]);
    m_docks->splitDockWidget(m_dock[Details], m_dock[Recipe], Qt::Vertical);
    m_docks->tabifyDockWidget(m_dock[Recipe], m_dock[Findings]);
    m_docks->addDockWidget(Qt::BottomDockWidgetArea, m_dock[Timeline]);
    m_docks->tabifyDockWidget(m_dock[Timeline], m_dock[Timing]);
    m_docks->tabifyDockWidget(m_dock[Timing], m_dock[Journal]);
    m_docks->tabifyDockWidget(m_dock[Journal], m_dock[Servers]);
    m_docks->tabifyDockWidget(m_dock[Servers], m_dock[Programs]);
    for (DockFrame *dock : m_dock)
        dock->setVisible(dock != m_dock[Programs]); // it comes with the first trial
    m_dock[Timeline]->raise();
    m_dock[Recipe]->raise();
    m_defaultSizes = true;
    applyDefaultSizes();
}

void Workspace::applyDefaultSizes()
{
    const int side = width() >= 1400 ? 325 : 298;
    const int detailsWidth = width() >= 1400 ? 330 : 272;
    m_docks->resizeDocks({m_dock[Locks], m_dock[Details]}, {side, detailsWidth}, Qt::Horizontal);
    m_docks->resizeDocks({m_dock[Locks], m_dock[Clients]}, {height() * 2 / 5, height() * 3 / 5}, Qt::Vertical);
    m_docks->resizeDocks({m_dock[Details], m_dock[Recipe]}, {height() * 9 / 20, height() * 11 / 20}, Qt::Vertical);
    // Of a low window the rows of the queue get what there is.
    m_docks->resizeDocks({m_dock[Timeline]},
                         {height() < lowWindowHeight * typeScale() ? height() / 4 : height() * 3 / 10}, Qt::Vertical);
}

void Workspace::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    // Before the first showing there is no size to share out; afterwards people's own sizes stay.
    if (m_defaultSizes && event->size().width() > 0) {
        applyDefaultSizes();
        m_defaultSizes = !isVisible();
    }
}

} // namespace lockscope::ui

#include "moc_workspace.cpp"
