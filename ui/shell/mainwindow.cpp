// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/mainwindow.h"
#include "ui/servers/serverspanel.h"

#include "ui/clients/clientspanel.h"
#include "ui/details/detailspanel.h"
#include "ui/details/recordeddetails.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/spawndialog.h"
#include "ui/locks/lockspanel.h"
#include "ui/models/liveworld.h"
#include "ui/release/releasedialog.h"
#include "ui/selection/selection.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/scenarioflow.h"
#include "ui/shell/startpage.h"
#include "ui/shell/workspace.h"
#include "ui/theme/widgets.h"

#include <QApplication>
#include <QCloseEvent>
#include <QStackedWidget>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// While a lock is looked at; the probe makes it rarer where a round is dear.
constexpr int probeIntervalMs = 2000;

} // namespace

MainWindow::MainWindow(Settings *settings, QWidget *parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_profileStore(settings->profilesFile())
    , m_secrets(new profiles::Secrets(this))
    , m_world(new LiveWorld(this))
    , m_controller(new SessionController(this))
    , m_pages(new QStackedWidget(this))
    , m_startPage(new StartPage(m_pages))
{
    setWindowTitle(tr("Lockscope"));
    setWindowIcon(icon(IconId::App));
    m_pages->addWidget(m_startPage);
    setCentralWidget(m_pages);
    buildMenus();
    connectController();
    connectStartPage();
    connectScenarios();

    resize(1440, 900);
    restoreGeometry(m_settings->layout().geometry);
    connect(m_world, &LiveWorld::ticked, this, &MainWindow::updateConnection); // "as of 12 s ago" goes on
    showStartPage();
}

MainWindow::~MainWindow()
{
    delete m_recording;
    // The controller goes first: nothing may arrive for panels that are half gone.
    delete m_controller;
}

bool MainWindow::isOpen() const
{
    return m_workspace && m_pages->currentWidget() == m_workspace;
}

Workspace *MainWindow::workspace()
{
    if (!m_workspace)
        makeWorkspace();
    return m_workspace;
}

void MainWindow::makeWorkspace()
{
    m_workspace = new Workspace(m_world, m_pages);
    m_pages->addWidget(m_workspace);
    m_scenarios->setStrip(m_workspace->scenario());
    connectWorkspace();
    buildWindowMenu();
    if (m_remembersLayout)
        m_workspace->restoreDocks(m_settings->layout().docks);
    onPhaseChanged();
}

void MainWindow::connectController()
{
    connect(m_controller->engine(), &Engine::batchReady, m_world, &LiveWorld::apply);
    m_controller->setGate([this] { return m_world->whyNoActing(); });
    connect(m_controller, &SessionController::phaseChanged, this, &MainWindow::onPhaseChanged);
    connect(m_controller, &SessionController::opened, this, &MainWindow::onOpened);
    connect(m_controller, &SessionController::openFailed, this, &MainWindow::onOpenFailed);
    connect(m_controller, &SessionController::progress, this, [this](const QString &sentence) {
        if (m_connectDialog && m_connectDialog->isBusy())
            m_connectDialog->setBusy(sentence);
        else if (!isOpen() && m_controller->phase() != SessionController::Phase::Idle)
            m_startPage->setBusy(sentence);
    });
    connect(m_controller, &SessionController::failed, this, [this](const QString &what, const Error &error) {
        workspace()->messageBanner()->show(Banner::Severity::Error, what, error.sentence());
    });
    connect(m_controller, &SessionController::sandboxDied, this, [this](const Error &error) {
        m_sandboxError = error;
        updateConnection();
    });
    connect(m_controller, &SessionController::releasePlanned, this, &MainWindow::onReleasePlanned);
    connect(m_controller, &SessionController::holderAsked, this, &MainWindow::onHolderAsked);
    connect(m_controller, &SessionController::releaseCarriedOut, this, &MainWindow::onReleaseCarriedOut);
}

void MainWindow::connectWorkspace()
{
    ConnectionBar *bar = m_workspace->bar();
    connect(bar, &ConnectionBar::spawnClicked, this, &MainWindow::openSpawnDialog);
    connect(bar, &ConnectionBar::connectClicked, this, qOverload<>(&MainWindow::openConnectDialog));
    connect(bar, &ConnectionBar::disconnectClicked, this, &MainWindow::disconnectFromServer);
    connect(m_workspace->clients(), &ClientsPanel::spawnRequested, this, &MainWindow::openSpawnDialog);
    connect(m_workspace->clients(), &ClientsPanel::commandRequested, m_controller, &SessionController::command);
    connect(m_workspace->clients(), &ClientsPanel::faultRequested, m_controller, &SessionController::fault);
    connectServers();
    connect(m_workspace->selection(), &Selection::refreshRequested, this, [this](const QString &directory) {
        m_controller->engine()->refresh(directory.isEmpty() ? m_controller->target().root : directory);
    });
    connect(m_workspace->locks(), &LocksPanel::liveRequested, m_controller->engine(), &Engine::setLive);
    connect(m_workspace->locks(), &LocksPanel::discoveryRequested, m_controller->engine(), &Engine::setDiscovery);
    connect(m_workspace, &Workspace::nodeDetailsWanted, this, [this](const QString &path) {
        if (m_world->isRewound())
            return m_workspace->details()->setDetails(recordedDetails(m_world->world(), path));
        m_controller->readNode(path, [this, path](const Result<NodeDetails> &details) {
            if (m_workspace->details()->nodePath() == path && !m_world->isRewound())
                m_workspace->details()->setDetails(details);
        });
    });
    connect(m_workspace->selection(), &Selection::releaseRequested, this, &MainWindow::planRelease);
    connect(m_workspace->connectionBanner(), &Banner::actionTriggered, this, &MainWindow::onConnectionBannerAction);
    connect(m_world, &LiveWorld::changed, this, [this](const journal::Changes &changes) {
        if (changes.connection || changes.observation)
            updateConnection();
    });
    connect(m_world, &LiveWorld::appended, this, [this] {
        if (m_world->isRewound()) // what is shown did not change, the connection may have
            updateConnection();
    });
}

void MainWindow::connectServers()
{
    ServersPanel *servers = m_workspace->servers();
    Engine *engine = m_controller->engine();
    // What came of it is in the World, or the panel still says that nobody was asked.
    connect(servers, &ServersPanel::probeRequested, engine, [engine] { engine->probeServers(); });
    connect(servers, &ServersPanel::commandRequested, m_controller, &SessionController::commandServer);
    connect(m_workspace->selection(), &Selection::lockChanged, engine,
            [engine](const QString &lock) { engine->setProbeInterval(lock.isEmpty() ? 0 : probeIntervalMs); });
}

void MainWindow::connectStartPage()
{
    connect(m_startPage, &StartPage::sandboxRequested, this, [this](int servers) {
        Target target;
        target.sandboxServers = servers;
        open(target);
    });
    connect(m_startPage, &StartPage::connectRequested, this, qOverload<>(&MainWindow::openConnectDialog));
    connect(m_startPage, &StartPage::scenarioRequested, this, &MainWindow::chooseScenario);
    connect(m_startPage, &StartPage::recordingRequested, this, &MainWindow::chooseRecording);
    connect(m_startPage, &StartPage::profileRequested, this, [this](const QString &id) {
        const auto kept = m_profileStore.load();
        for (const profiles::Profile &profile : kept.value_or(QList<profiles::Profile>())) {
            if (profile.id == id)
                openProfile(profile);
        }
    });
    connect(m_startPage, &StartPage::recentRequested, this, [this](const RecentConnection &recent) {
        profiles::Profile profile = profiles::newProfile({});
        profile.name.clear();
        profile.connect = recent.connectString;
        profile.root = recent.root;
        profile.sessionTimeoutMs = recent.sessionTimeoutMs;
        profile.observeOnly = recent.observeOnly;
        profile.user = recent.user;
        profile.tls = recent.tls;
        openProfile(profile);
    });
    connect(m_startPage, &StartPage::recentForgotten, this, [this](const RecentConnection &recent) {
        m_settings->removeRecentConnection(recent);
        m_startPage->setRecent(m_settings->recentConnections());
    });
    connect(m_startPage, &StartPage::cancelRequested, m_controller, &SessionController::close);
    connect(m_startPage, &StartPage::errorActionTriggered, this,
            [this] { openConnectDialog(profileOf(m_controller->target())); });
    connect(m_controller, &SessionController::closed, this, &MainWindow::showStartPage);
}

// ---- what the panels ask for ----

void MainWindow::selectLock(const QString &path)
{
    if (m_recording)
        m_recording->selectLock(path);
    else
        workspace()->locks()->selectLock(path);
}

QString MainWindow::whyNoSpawn() const
{
    if (const QString why = m_world->whyNoActing(); !why.isEmpty())
        return why;
    if (m_controller->target().spec.observeOnly)
        return tr("This connection is observe-only: simulated clients would write.");
    if (m_world->head().connection().state != ConnectionState::Connected)
        return tr("Not connected: clients can be spawned when the connection is back.");
    return {};
}

void MainWindow::openSpawnDialog()
{
    if (!isOpen() || !whyNoSpawn().isEmpty())
        return;
    if (m_spawnDialog) {
        m_spawnDialog->raise();
        return;
    }
    const QString selected = m_workspace->selection()->lock();
    m_spawnDialog = new SpawnDialog(m_settings->spawn(), selected == "/"_L1 ? QString() : selected, this);
    m_spawnDialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_spawnDialog, &SpawnDialog::submitted, this, [this] { spawnFrom(m_spawnDialog); });
    m_spawnDialog->open();
}

void MainWindow::spawnFrom(SpawnDialog *dialog)
{
    const lab::SpawnRequest request = dialog->request();
    m_settings->setSpawn(request);
    dialog->setBusy(request.count == 1 ? tr("Starting a client…") : tr("Starting %1 clients…").arg(request.count));
    m_controller->spawn(request, [this, request, dialog = QPointer(dialog)](const std::optional<Error> &error) {
        if (error && dialog && dialog->isVisible()) {
            dialog->setFailed(tr("No client was started."), error->sentence());
            return;
        }
        onSpawned(request.lock, error);
        if (dialog)
            dialog->accept();
    });
}

void MainWindow::spawn(const lab::SpawnRequest &request)
{
    m_controller->spawn(request,
                        [this, request](const std::optional<Error> &error) { onSpawned(request.lock, error); });
}

void MainWindow::onSpawned(const QString &lock, const std::optional<Error> &error)
{
    if (!error)
        selectLock(lock);
    else if (error->code != ErrorCode::Cancelled)
        workspace()->messageBanner()->show(Banner::Severity::Error, tr("No client was started."), error->sentence());
}

void MainWindow::planRelease(const QStringList &nodes)
{
    if (!m_releaseDialog && !nodes.isEmpty())
        m_controller->planRelease(nodes, [this] { return m_world->world().knowledge(); });
}

void MainWindow::onReleasePlanned(const observe::ReleasePlan &plan)
{
    if (m_releaseDialog || !isOpen())
        return;
    const auto ownName = [this](SessionId session) {
        const journal::Client *client = m_world->world().clientOfSession(session);
        return client ? client->spec.name : QString();
    };
    m_releaseDialog = new ReleaseDialog(plan, ownName, this);
    m_releaseDialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_releaseDialog, &ReleaseDialog::carryOutRequested, m_controller, &SessionController::carryOut);
    connect(m_releaseDialog, &ReleaseDialog::askRequested, m_controller, &SessionController::askHolder);
    connect(m_releaseDialog, &ReleaseDialog::stopAskingRequested, m_controller, &SessionController::stopAsking);
    m_releaseDialog->open();
}

void MainWindow::onReleaseCarriedOut(const observe::ReleasePlan &plan, const observe::ReleaseOutcome &outcome)
{
    const QString node = plan.target().path;
    if (m_releaseDialog && m_releaseDialog->plan().target().path == node)
        m_releaseDialog->setOutcome(outcome);
    else if (outcome.error)
        workspace()->messageBanner()->show(Banner::Severity::Error, tr("The release of %1:").arg(node),
                                           outcome.error->sentence());
}

void MainWindow::onHolderAsked(const observe::ReleasePlan &plan, const observe::AskOutcome &outcome)
{
    if (m_releaseDialog && m_releaseDialog->plan().target().path == plan.target().path)
        m_releaseDialog->setAskOutcome(outcome);
    else if (outcome.error)
        workspace()->messageBanner()->show(Banner::Severity::Error,
                                           tr("Asking for the release of %1:").arg(plan.target().path),
                                           outcome.error->sentence());
}

// ---- the window itself ----

void MainWindow::setTheme(ThemeChoice choice)
{
    m_settings->setTheme(choice);
    if (auto *application = qobject_cast<QApplication *>(QCoreApplication::instance()))
        applyTheme(*application, choice);
}

void MainWindow::setRemembersLayout(bool remembers)
{
    m_remembersLayout = remembers;
    if (remembers)
        return;
    resize(1440, 900);
    if (m_workspace)
        m_workspace->restoreDefaultLayout();
}

void MainWindow::changeEvent(QEvent *event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        update();
}

bool MainWindow::event(QEvent *event)
{
    if (event->type() == QEvent::Paint && !m_workspace) // its parts are painted before the next turn of the event loop
        QTimer::singleShot(0, this, &MainWindow::workspace);
    return QMainWindow::event(event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_remembersLayout)
        m_settings->setLayout({saveGeometry(), m_workspace ? m_workspace->docks() : m_settings->layout().docks});
    QMainWindow::closeEvent(event);
}

} // namespace lockscope::ui
