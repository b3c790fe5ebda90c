// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/workspace.h"

#include "ui/clients/clientsmodel.h"
#include "ui/clients/clientspanel.h"
#include "ui/details/detailspanel.h"
#include "ui/findings/findingspanel.h"
#include "ui/graph/graphpanel.h"
#include "ui/journal/journalpanel.h"
#include "ui/locks/lockspanel.h"
#include "ui/models/liveworld.h"
#include "ui/queue/queuepanel.h"
#include "ui/servers/serverspanel.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/dockframe.h"
#include "ui/shell/scenariostrip.h"
#include "ui/theme/widgets.h"

#include <QAction>
#include <QBoxLayout>
#include <QMainWindow>
#include <QResizeEvent>
#include <QStackedWidget>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int layoutVersion = 2; ///< a saved layout of another version is not applied

} // namespace

Workspace::Workspace(LiveWorld *world, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_docks(new QMainWindow(this))
    , m_bar(new ConnectionBar(this))
    , m_locks(new LocksPanel(world, this))
    , m_clients(new ClientsPanel(world, this))
    , m_queue(new QueuePanel(world, this))
    , m_details(new DetailsPanel(world, this))
    , m_findings(new FindingsPanel(world, this))
    , m_graph(new GraphPanel(world, this))
    , m_journal(new JournalPanel(world, this))
    , m_servers(new ServersPanel(world, this))
    , m_connectionBanner(new Banner(this))
    , m_messageBanner(new Banner(this))
    , m_scenario(new ScenarioStrip(this))
{
    m_docks->setWindowFlags(Qt::Widget);
    m_docks->setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks | QMainWindow::AllowTabbedDocks);
    m_docks->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    m_docks->setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_docks->setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_docks->setContentsMargins(8, 0, 8, 8);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(7);
    buildTop(column);
    column->addWidget(m_docks, 1);

    m_docks->setCentralWidget(buildCentre());

    m_locksDock = addDock(u"locks"_s, tr("Locks"), m_locks, Qt::CTRL | Qt::Key_1);
    m_clientsDock = addDock(u"clients"_s, tr("Clients"), m_clients, Qt::CTRL | Qt::Key_2);
    m_detailsDock = addDock(u"details"_s, tr("Details"), m_details, Qt::CTRL | Qt::Key_3);
    m_journalDock = addDock(u"journal"_s, tr("Journal"), m_journal, Qt::CTRL | Qt::Key_4);
    m_findingsDock = addDock(u"findings"_s, tr("Findings"), m_findings, Qt::CTRL | Qt::Key_5);
    m_serversDock = addDock(u"servers"_s, tr("Servers"), m_servers, Qt::CTRL | Qt::Key_6);
    connectPanels();
    connectInspector();
    restoreDefaultLayout();
}

QWidget *Workspace::buildCentre()
{
    auto *centre = new QWidget(this);
    m_views = new TabHeading({tr("Queue"), tr("Wait-for graph")}, centre);
    m_centre = new QStackedWidget;
    m_centre->addWidget(m_queue);
    m_centre->addWidget(m_graph);
    connect(m_views, &TabHeading::currentChanged, m_centre, &QStackedWidget::setCurrentIndex);
    auto *column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_views);
    column->addWidget(new PanelBody(m_centre, centre), 1);
    return centre;
}

void Workspace::buildTop(QBoxLayout *column)
{
    m_bar->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    column->addWidget(m_bar);
    auto *banners = new QVBoxLayout;
    banners->setContentsMargins(8, 0, 8, 0);
    banners->addWidget(m_connectionBanner);
    banners->addWidget(m_messageBanner);
    banners->addWidget(m_scenario);
    column->addLayout(banners);
    m_messageBanner->setAction(tr("Dismiss"));
    connect(m_messageBanner, &Banner::actionTriggered, m_messageBanner, &QWidget::hide);
}

DockFrame *Workspace::addDock(const QString &name, const QString &title, QWidget *content, const QKeySequence &key)
{
    auto *dock = new DockFrame(name, title, content, m_docks);
    dock->toggleViewAction()->setShortcut(key);
    return dock;
}

void Workspace::connectPanels()
{
    connect(m_locks, &LocksPanel::lockSelected, m_queue, &QueuePanel::setLockPath);
    connect(m_queue, &QueuePanel::nodeSelected, m_details, &DetailsPanel::setNode);
    connect(m_queue, &QueuePanel::releaseRequested, this, &Workspace::releaseRequested);
    connect(m_details, &DetailsPanel::releaseRequested, this, &Workspace::releaseRequested);
    connect(m_details, &DetailsPanel::nodeDetailsWanted, this, &Workspace::nodeDetailsWanted);
    // A client that is chosen shows its place in the queue of its lock.
    connect(m_clients, &ClientsPanel::currentClientChanged, this, [this](ClientId id) {
        const journal::Client *client = m_world->world().client(id);
        if (!client || client->node.isEmpty())
            return;
        const QString node = client->node;
        if (m_queue->lockPath() != client->spec.lock)
            m_locks->selectLock(client->spec.lock);
        m_queue->selectNodes({node});
    });
}

void Workspace::connectInspector()
{
    connect(m_locks, &LocksPanel::lockSelected, m_findings, &FindingsPanel::setLock);
    connect(m_findings, &FindingsPanel::showRequested, this, [this](const QString &lock, const QStringList &nodes) {
        setView(View::Queue);
        goTo(lock, nodes);
    });
    connect(m_findings, &FindingsPanel::countsChanged, this, [this](int errors, int warnings, int notes) {
        m_findingsDock->setCount(errors + warnings + notes, errors > 0     ? Role::Wrong
                                                            : warnings > 0 ? Role::Waiting
                                                                           : Role::Neutral);
    });
    connect(m_details, &DetailsPanel::placeActivated, this,
            [this](const QString &lock, const QString &node) { goTo(lock, {node}); });
    // What is chosen in the graph is chosen in the queue, and the other way round.
    connect(m_locks, &LocksPanel::lockSelected, m_graph,
            [this](const QString &lock) { m_graph->setCurrent(lock, QString()); });
    connect(m_queue, &QueuePanel::nodeSelected, m_graph,
            [this](const QString &node) { m_graph->setCurrent(m_queue->lockPath(), node); });
    connect(m_graph, &GraphPanel::selected, this, &Workspace::goTo);
    connect(m_graph, &GraphPanel::activated, this, [this](const QString &lock, const QStringList &nodes) {
        setView(View::Queue);
        goTo(lock, nodes);
    });
}

void Workspace::setView(View view)
{
    m_views->setCurrent(int(view));
}

Workspace::View Workspace::view() const
{
    return View(m_centre->currentIndex());
}

void Workspace::goTo(const QString &lock, const QStringList &nodes)
{
    if (m_queue->lockPath() != lock)
        m_locks->selectLock(lock);
    if (m_queue->lockPath() != lock)
        m_queue->setLockPath(lock); // its row is filtered out
    if (!nodes.isEmpty())
        m_queue->selectNodes(nodes);
}

QList<QAction *> Workspace::dockActions() const
{
    return {m_locksDock->toggleViewAction(),    m_clientsDock->toggleViewAction(), m_detailsDock->toggleViewAction(),
            m_findingsDock->toggleViewAction(), m_journalDock->toggleViewAction(), m_serversDock->toggleViewAction()};
}

void Workspace::setObserveOnly(bool observeOnly)
{
    m_queue->setObserveOnly(observeOnly);
    m_details->setObserveOnly(observeOnly);
}

void Workspace::setReadOnly(const QString &why)
{
    setObserveOnly(true);
    m_clients->setReadOnly(true);
    m_servers->setReadOnly(true);
    m_clients->setSpawnEnabled(false, why);
    m_locks->setRefreshEnabled(false, why);
}

QByteArray Workspace::docks() const
{
    return m_docks->saveState(layoutVersion);
}

bool Workspace::restoreDocks(const QByteArray &docks)
{
    if (docks.isEmpty() || !m_docks->restoreState(docks, layoutVersion))
        return false;
    m_defaultSizes = false;
    return true;
}

void Workspace::restoreDefaultLayout()
{
    for (DockFrame *dock : {m_locksDock, m_clientsDock, m_detailsDock, m_findingsDock, m_journalDock, m_serversDock}) {
        dock->setFloating(false);
        m_docks->removeDockWidget(dock);
    }
    m_docks->addDockWidget(Qt::LeftDockWidgetArea, m_locksDock);
    m_docks->splitDockWidget(m_locksDock, m_clientsDock, Qt::Vertical);
    m_docks->addDockWidget(Qt::RightDockWidgetArea, m_detailsDock);
    m_docks->splitDockWidget(m_detailsDock, m_findingsDock, Qt::Vertical);
    m_docks->addDockWidget(Qt::BottomDockWidgetArea, m_journalDock);
    m_docks->tabifyDockWidget(m_journalDock, m_serversDock);
    for (DockFrame *dock : {m_locksDock, m_clientsDock, m_detailsDock, m_findingsDock, m_journalDock, m_serversDock})
        dock->show();
    m_journalDock->raise();
    m_defaultSizes = true;
    applyDefaultSizes();
}

void Workspace::applyDefaultSizes()
{
    const int side = width() >= 1400 ? 325 : 298;
    const int detailsWidth = width() >= 1400 ? 320 : 262;
    m_docks->resizeDocks({m_locksDock, m_detailsDock}, {side, detailsWidth}, Qt::Horizontal);
    m_docks->resizeDocks({m_locksDock, m_clientsDock}, {height() * 2 / 5, height() * 3 / 5}, Qt::Vertical);
    m_docks->resizeDocks({m_detailsDock, m_findingsDock}, {height() * 11 / 20, height() * 9 / 20}, Qt::Vertical);
    m_docks->resizeDocks({m_journalDock}, {height() / 4}, Qt::Vertical);
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
