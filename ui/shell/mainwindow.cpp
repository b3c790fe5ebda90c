// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/mainwindow.h"

#include "ui/clients/clientspanel.h"
#include "ui/details/detailspanel.h"
#include "ui/locks/lockspanel.h"
#include "ui/programs/programspanel.h"
#include "ui/selection/selection.h"
#include "ui/servers/serverspanel.h"
#include "ui/shell/connectflow.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/exportflow.h"
#include "ui/shell/lessonflow.h"
#include "ui/shell/menus.h"
#include "ui/shell/modelflow.h"
#include "ui/shell/modelpage.h"
#include "ui/shell/recordingflow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/releaseflow.h"
#include "ui/shell/scenarioflow.h"
#include "ui/shell/spawnflow.h"
#include "ui/shell/startpage.h"
#include "ui/shell/trialflow.h"
#include "ui/shell/workspace.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/timeline/timelinepanel.h"
#include "ui/timeline/timelineview.h"
#include "ui/world/liveworld.h"

#include <QApplication>
#include <QCloseEvent>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// While the window is in sight; the probe waits longer where a round takes long.
constexpr int probeIntervalMs = 2000;
constexpr double presentationScale = 1.85; // usual type has 24 pixels then
constexpr QSize usualSize{1440, 900};

} // namespace

MainWindow::MainWindow(Settings *settings, QWidget *parent, const PastKept &kept)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_world(new LiveWorld(this, kept))
    , m_controller(new SessionController(this))
    , m_pages(new QStackedWidget(this))
    , m_startPage(new StartPage(m_pages))
    , m_connecting(new ConnectFlow(m_controller, settings, m_startPage, this))
    , m_spawning(new SpawnFlow(m_controller, m_world, settings, this))
    , m_releasing(new ReleaseFlow(m_controller, m_world, this))
    , m_recordings(new RecordingFlow(m_world, settings, this))
    , m_models(new ModelFlow(this))
    , m_scenarios(new ScenarioFlow(m_controller, m_spawning, m_world, this))
    , m_lessons(new LessonFlow({m_controller, m_world, m_spawning, m_models}, settings, this))
    , m_trials(new TrialFlow(m_controller, m_spawning, m_world, settings, this))
    , m_exports(new ExportFlow(
          m_recordings, [this] { return shownWorkspace(); }, [this] { return shownTitle(); }, this))
    , m_menus(
          new Menus({m_controller, m_world, m_connecting, m_recordings, m_models, m_lessons, m_scenarios, m_exports},
                    settings, this))
{
    setWindowIcon(icon(IconId::App));
    m_pages->addWidget(m_startPage);
    auto *centre = new QWidget(this);
    makeRow(centre, {}, 0, {m_lessons->panel(), {m_pages, 1}});
    setCentralWidget(centre);
    connectController();
    connectFlows();
    scaleType();
    resize(boundedByScreen(this, usualSize));
    restoreGeometry(m_settings->layout().geometry);
    onClosed();
}

MainWindow::~MainWindow()
{
    m_lessons->close();
    delete recording();
    delete m_models->page();
    // The controller goes first: nothing may arrive for panels that are half gone.
    delete m_controller;
}

Workspace *MainWindow::workspace()
{
    if (!m_workspace)
        makeWorkspace();
    return m_workspace;
}

Workspace *MainWindow::shownWorkspace() const
{
    if (m_models->page())
        return m_models->page()->workspace();
    if (recording())
        return recording()->workspace();
    return m_open ? m_workspace : nullptr;
}

QWidget *MainWindow::aside() const
{
    return m_models->page() ? static_cast<QWidget *>(m_models->page()) : recording();
}

RecordingPage *MainWindow::recording() const
{
    return m_recordings->page();
}

void MainWindow::makeWorkspace()
{
    m_workspace = new Workspace(m_world, m_pages);
    m_workspace->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored); // until it is shown
    m_pages->addWidget(m_workspace);
    m_scenarios->setStrip(m_workspace->scenario());
    m_trials->setPanel(m_workspace->programs());
    connectWorkspace();
    m_menus->setWorkspace(m_workspace);
    if (m_remembersLayout)
        m_workspace->restoreDocks(m_settings->layout().docks);
    updateAll();
}

void MainWindow::connectController()
{
    connect(m_controller->engine(), &Engine::batchReady, m_world, &LiveWorld::apply);
    connect(m_controller->engine(), &Engine::journalBegan, this, [this] {
        m_world->begin();
        m_recordings->setTitle(m_controller->target().title());
    });
    m_controller->setGate([this] { return m_world->whyNoActing(); });
    connect(m_controller, &SessionController::phaseChanged, this, &MainWindow::updateAll);
    connect(m_controller, &SessionController::opened, this, &MainWindow::onOpened);
    connect(m_controller, &SessionController::openFailed, this, &MainWindow::onOpenFailed);
    connect(m_controller, &SessionController::closed, this, &MainWindow::onClosed);
    connect(m_controller, &SessionController::progress, this, [this](const QString &sentence) {
        if (m_connecting->isWaiting())
            m_connecting->setProgress(sentence);
        else if (!isOpen() && m_controller->phase() != SessionController::Phase::Idle)
            m_startPage->setBusy(sentence);
    });
    connect(m_controller, &SessionController::failed, this, [this](const QString &what, const Error &error) {
        showBanner(Banner::Severity::Error, what, error.sentence().shown());
    });
    connect(m_controller, &SessionController::sandboxDied, this, [this](const Error &error) {
        m_sandboxError = error;
        updateConnection();
    });
    connect(m_controller, &SessionController::releasePlanned, this, [this](const observe::ReleasePlan &plan) {
        if (isOpen())
            m_releasing->show(plan);
    });
    connect(m_world, &LiveWorld::ticked, this, [this] { // "as of 12 s ago" goes on without events
        if (m_open)
            updateConnection();
    });
    connect(m_world, &LiveWorld::changed, this, [this](const journal::Changes &changes) {
        if (changes.connection || changes.observation)
            updateConnection();
    });
    connect(m_world, &LiveWorld::appended, this, [this] {
        if (m_world->isRewound()) // what is shown did not change, the connection may have
            updateConnection();
    });
}

void MainWindow::connectFlows()
{
    connect(m_startPage, &StartPage::sandboxRequested, this, &MainWindow::openSandbox);
    connect(m_startPage, &StartPage::backendRequested, this, &MainWindow::openBackend);
    connect(m_startPage, &StartPage::backendAddressRequested, this, &MainWindow::askForBackend);
    connect(m_menus, &Menus::backendRequested, this, &MainWindow::openBackend);
    connect(m_menus, &Menus::backendAddressRequested, this, &MainWindow::askForBackend);
    m_menus->addScenariosTo(m_startPage->scenarioMenu());
    connect(m_startPage, &StartPage::modelRequested, m_models, &ModelFlow::choose);
    connect(m_models, &ModelFlow::changed, this, &MainWindow::updatePage);
    connect(m_startPage, &StartPage::learnRequested, m_lessons, &LessonFlow::choose);
    connect(m_lessons, &LessonFlow::changed, this, &MainWindow::updatePage);
    connect(m_lessons, &LessonFlow::sandboxWanted, this, &MainWindow::openSandbox);
    connect(m_lessons, &LessonFlow::viewWanted, this, [this](const QString &view) { workspace()->showView(view); });
    connect(m_lessons, &LessonFlow::bannerWanted, this, &MainWindow::showBanner);
    connect(this, &MainWindow::ready, m_lessons, &LessonFlow::onReady);
    connect(m_startPage, &StartPage::recordingRequested, m_recordings, &RecordingFlow::choose);
    connect(m_startPage, &StartPage::cancelRequested, m_controller, &SessionController::close);
    connect(m_menus, &Menus::sandboxRequested, this, &MainWindow::openSandbox);
    connect(m_menus, &Menus::disconnectRequested, this, &MainWindow::disconnectFromServer);
    connect(m_menus, &Menus::spawnRequested, this, &MainWindow::openSpawnDialog);
    connect(m_menus, &Menus::themeChosen, this, &MainWindow::setTheme);
    connect(m_menus, &Menus::languageChosen, this, [this] {
        showBanner(Banner::Severity::Note, tr("The language was chosen."),
                   tr("Lockscope is in it when it is started next."));
    });
    connect(m_menus, &Menus::presentationToggled, this, &MainWindow::togglePresentation);
    connect(m_menus, &Menus::typeStepped, this, &MainWindow::stepType);

    connect(m_connecting, &ConnectFlow::openRequested, this, &MainWindow::connectTo);
    connect(m_spawning, &SpawnFlow::spawned, this, &MainWindow::selectLock);
    connect(m_spawning, &SpawnFlow::scenarioRequested, m_scenarios, &ScenarioFlow::open);
    connect(m_recordings, &RecordingFlow::changed, this, &MainWindow::updatePage);
    connect(m_recordings, &RecordingFlow::loaded, this, &MainWindow::ready);
    connect(m_recordings, &RecordingFlow::changed, m_models, [this] {
        if (recording())
            m_models->close();
    });
    connect(m_models, &ModelFlow::bannerWanted, this, &MainWindow::showBanner);
    connect(m_scenarios, &ScenarioFlow::saveRecordingRequested, m_recordings, &RecordingFlow::save);
    connect(m_scenarios, &ScenarioFlow::opened, this, &MainWindow::openForScenario);
    connect(m_scenarios, &ScenarioFlow::begins, this, [this](const QString &lock, const QString &view) {
        workspace()->messageBanner()->hide();
        selectLock(lock);
        workspace()->showView(view);
        workspace()->timeline()->view()->setFollowing(true);
    });
    // All of the run, and nothing before it, while the present goes on.
    connect(m_scenarios, &ScenarioFlow::pictureKept, this, [this](qint64 fromNs, qint64 toNs) {
        workspace()->timeline()->view()->setFollowing(false);
        workspace()->timeline()->view()->showSpan(fromNs, toNs);
    });
    connect(this, &MainWindow::ready, this, [this] {
        if (!isOpen())
            return;
        m_scenarios->runOpened();
        m_trials->runWanted();
    });
    connect(m_menus, &Menus::trialRequested, this, &MainWindow::tryClient);
    connect(m_trials, &TrialFlow::sandboxWanted, this, &MainWindow::openForTrial);
    connect(m_trials, &TrialFlow::begins, this, [this](const QString &lock) {
        m_recordings->close();
        m_models->close();
        workspace()->messageBanner()->hide();
        selectLock(lock);
        workspace()->timeline()->view()->setFollowing(true);
    });
    connect(m_trials, &TrialFlow::panelWanted, this, [this] { workspace()->showView(QStringLiteral("programs")); });
    connect(m_trials, &TrialFlow::bannerWanted, this, &MainWindow::showBanner);
    connect(m_connecting, &ConnectFlow::bannerWanted, this, &MainWindow::showBanner);
    connect(m_spawning, &SpawnFlow::bannerWanted, this, &MainWindow::showBanner);
    connect(m_releasing, &ReleaseFlow::bannerWanted, this, &MainWindow::showBanner);
    connect(m_recordings, &RecordingFlow::bannerWanted, this, &MainWindow::showBanner);
    connect(m_exports, &ExportFlow::bannerWanted, this, &MainWindow::showBanner);
    connect(m_scenarios, &ScenarioFlow::bannerWanted, this, &MainWindow::showBanner);
}

void MainWindow::connectWorkspace()
{
    Engine *engine = m_controller->engine();
    Selection *selection = m_workspace->selection();
    connect(m_workspace->bar(), &ConnectionBar::spawnClicked, this, &MainWindow::openSpawnDialog);
    connect(m_workspace->bar(), &ConnectionBar::connectClicked, m_connecting, qOverload<>(&ConnectFlow::openDialog));
    connect(m_workspace->bar(), &ConnectionBar::disconnectClicked, this, &MainWindow::disconnectFromServer);
    connect(m_workspace->connectionBanner(), &Banner::actionTriggered, this, &MainWindow::onConnectionBannerAction);
    connect(m_workspace->clients(), &ClientsPanel::spawnRequested, this, &MainWindow::openSpawnDialog);
    connect(m_workspace->programs(), &ProgramsPanel::tryRequested, this, &MainWindow::tryClient);
    for (const ClientActions *actions : {m_workspace->clients()->actions(), selection->clientActions()}) {
        connect(actions, &ClientActions::commandRequested, m_controller, &SessionController::command);
        connect(actions, &ClientActions::faultRequested, m_controller, &SessionController::fault);
    }
    connect(m_workspace->locks(), &LocksPanel::liveRequested, engine, &Engine::setLive);
    connect(m_workspace->locks(), &LocksPanel::discoveryRequested, engine, &Engine::setDiscovery);
    // What came of it is in the World, or the panel still says that no server was asked.
    connect(m_workspace->servers(), &ServersPanel::probeRequested, engine, [engine] { engine->probeServers(); });
    connect(m_workspace->servers(), &ServersPanel::commandRequested, m_controller, &SessionController::commandServer);
    connect(m_workspace, &Workspace::nodeDetailsWanted, this, &MainWindow::readDetails);
    connect(selection, &Selection::releaseRequested, m_releasing, &ReleaseFlow::plan);
    connect(selection, &Selection::refreshRequested, this, [this, engine](const QString &directory) {
        engine->refresh(directory.isEmpty() ? m_controller->target().root : directory);
    });
    // The lock that is looked at is read first, and watched, whatever else is not.
    connect(selection, &Selection::lockChanged, this, [this, engine](const QString &lock) {
        const journal::Directory *directory = m_world->world().directory(lock);
        const journal::Freshness freshness = m_world->world().observation().freshness;
        const bool isReading = freshness == journal::Freshness::Reading; // in which all others have their turn
        const bool isUnwatched = directory ? !directory->watched && !directory->error : isReading && !lock.isEmpty();
        if (isUnwatched && (isReading || freshness == journal::Freshness::Live) && !m_world->isPast())
            engine->refresh(lock);
    });
}

// ---- the connection ----

void MainWindow::onOpened()
{
    const Target &target = m_controller->target();
    m_open = true;
    m_reopenError.reset();
    m_sandboxError.reset();
    m_startPage->setIdle();
    workspace()->messageBanner()->hide();
    m_connecting->setOpened();
    const profiles::Profile used = m_connecting->profileOf(target);
    m_workspace->bar()->setTarget(target.title(), target.spec.observeOnly);
    m_workspace->bar()->setSafetyFlags({target.profile ? target.profile->color : QString(), target.spec.production,
                                        used.tls.enabled, used.tls.verify});
    m_workspace->selection()->setObserveOnly(target.spec.observeOnly);
    m_workspace->details()->setOwnerLink(used.ownerLink);
    m_world->setThresholds(used.thresholds);
    m_recordings->close();
    m_models->close();
    updatePage();
    m_workspace->clients()->setFocus();
    m_controller->engine()->probeServers();
}

void MainWindow::onOpenFailed(const Error &error)
{
    m_scenarios->forgetOpened();
    m_trials->forgetWanted();
    const Target &target = m_controller->target();
    if (m_connecting->isWaiting()) {
        onClosed();
        m_connecting->setFailed(error);
    } else if (m_open) {
        m_reopenError = error;
        updateConnection();
    } else if (target.isSandbox()) {
        m_startPage->showError(tr("The sandbox did not start."), error.sentence().shown());
    } else if (target.other) {
        m_startPage->showError(target.isPrivate()
                                   ? tr("The private %1 did not start.").arg(locks::backendText(target.backend()))
                                   : tr("Not connected to %1.").arg(target.title()),
                               error.sentence().shown());
    } else {
        m_startPage->showError(tr("Not connected to %1.").arg(target.spec.connectString), error.sentence().shown(),
                               tr("Change…"));
    }
}

void MainWindow::onClosed()
{
    m_open = false;
    m_releasing->close();
    m_spawning->close();
    m_startPage->setIdle();
    m_connecting->showKept();
    updatePage();
    if (!aside()) // which needs no connection
        m_startPage->setFocus();
}

QString MainWindow::shownTitle() const
{
    if (m_models->page())
        return m_lessons->isOpen() ? tr("Lesson: %1").arg(m_lessons->title())
                                   : tr("Model of %1").arg(m_models->page()->title());
    if (recording())
        return tr("Recording of %1").arg(recording()->title());
    return m_open ? m_controller->target().title() : QString();
}

void MainWindow::updatePage()
{
    QWidget *page = m_startPage;
    if (aside()) {
        page = aside();
        if (m_pages->indexOf(page) < 0)
            m_pages->addWidget(page);
    } else if (m_open) {
        page = m_workspace;
    }
    for (int i = 0; i < m_pages->count(); ++i) { // the window need not have the room that those out of sight want
        QWidget *each = m_pages->widget(i);
        const auto policy = each == page ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        each->setSizePolicy(policy, policy);
    }
    m_pages->setCurrentWidget(page);
    present();
    const QString title = shownTitle();
    setWindowTitle(title.isEmpty() ? tr("Lockscope") : tr("%1 — Lockscope").arg(title));
    updateAll();
}

void MainWindow::updateAll()
{
    QStringList sandbox;
    for (const servers::SandboxServer &server : m_controller->sandbox().servers)
        sandbox += server.clientAddress;
    if (m_workspace)
        m_workspace->servers()->setSandbox(sandbox);
    m_menus->setShown(shownWorkspace(), isOpen());
    updateConnection();
    if (isOpen() && m_controller->phase() == SessionController::Phase::Open)
        Q_EMIT ready();
}

void MainWindow::updateConnection()
{
    const journal::World &world = m_world->head(); // the connection is, whatever is shown of the past
    const QString why = m_spawning->whyNot();
    m_menus->setSpawnEnabled(isOpen() && why.isEmpty());
    if (!m_workspace)
        return;
    m_workspace->bar()->setState(world.connection(), world.observation(), m_world->headStaleForMs(),
                                 m_world->isRewound());
    m_workspace->bar()->setSpawnEnabled(why.isEmpty(), why);
    m_workspace->clients()->setSpawnEnabled(why.isEmpty(), why);
    updateConnectionBanner();
}

void MainWindow::updateConnectionBanner()
{
    Banner *banner = m_workspace->connectionBanner();
    const journal::ConnectionChanged &connection = m_world->head().connection();
    const auto show = [&](const QString &title, QString text, const QString &action) {
        const QString detail = connection.detail.shown();
        if (!detail.isEmpty() && text != detail)
            text = detail + u' ' + text;
        if (banner->isHidden() || banner->title() != title || banner->text() != text)
            banner->show(Banner::Severity::Error, title, text);
        banner->setAction(action);
    };
    const QString old = tr("What is shown is as it was then.");
    const bool busy = m_controller->phase() != SessionController::Phase::Idle
                      && m_controller->phase() != SessionController::Phase::Open;
    if (m_sandboxError) {
        show(tr("The sandbox stopped."), m_sandboxError->sentence().shown() + u' ' + old, tr("Start a new one"));
        return;
    }
    if (m_reopenError) {
        const bool isOther = m_reopenError->code == ErrorCode::HistoryChanged;
        show(tr("Not connected."), m_reopenError->sentence().shown() + u' ' + old,
             isOther ? tr("Connect again") : tr("Try again"));
        return;
    }
    switch (connection.state) {
    case ConnectionState::Suspended:
        if (m_controller->target().other)
            return show(tr("The connection to the server is lost."), old,
                        m_controller->target().isPrivate() ? tr("Start a new one") : tr("Connect again"));
        show(tr("Connection lost, reconnecting."),
             tr("You see the state of %1 ago.").arg(formatDuration(m_world->headStaleForMs())), tr("Disconnect"));
        return;
    case ConnectionState::Expired: show(tr("The session expired."), old, busy ? QString() : tr("Reconnect")); return;
    case ConnectionState::AuthFailed:
        show(tr("The server refused the login."), tr("Check the user and the password."), tr("Connect…"));
        return;
    case ConnectionState::Closed: // without a reason: we did it
        if (busy || connection.detail.isEmpty())
            break;
        show(tr("The connection has ended."), old, tr("Connect again"));
        return;
    case ConnectionState::Connecting:
    case ConnectionState::Connected: break;
    }
    banner->hide();
}

void MainWindow::onConnectionBannerAction()
{
    // What was private went with its servers, and does not come back.
    if (m_sandboxError || (m_reopenError && m_controller->target().isPrivate()))
        return startAnew();
    if (m_reopenError) {
        if (std::exchange(m_reopenError, {})->code == ErrorCode::HistoryChanged)
            connectAnew();
        else
            m_controller->reopen();
        return;
    }
    switch (m_world->head().connection().state) {
    case ConnectionState::Expired: m_controller->reopen(); break;
    case ConnectionState::AuthFailed: m_connecting->openDialog(m_connecting->profileOf(m_controller->target())); break;
    case ConnectionState::Suspended:
        if (m_controller->target().other)
            startAnew();
        else
            disconnectFromServer();
        break;
    case ConnectionState::Closed: connectAnew(); break;
    case ConnectionState::Connecting:
    case ConnectionState::Connected: break;
    }
}

// ---- the window itself ----

void MainWindow::setTheme(ThemeChoice choice)
{
    m_settings->setTheme(choice);
    if (auto *application = qobject_cast<QApplication *>(QCoreApplication::instance()))
        applyTheme(*application, choice);
}

void MainWindow::setPresentation(bool on)
{
    if (std::exchange(m_isPresentation, on) == on)
        return;
    menuBar()->setVisible(!on);
    present();
}

void MainWindow::togglePresentation()
{
    const bool on = !m_isPresentation;
    if (on)
        m_wasFullScreen = isFullScreen();
    setPresentation(on);
    if (!m_wasFullScreen)
        setWindowState(windowState().setFlag(Qt::WindowFullScreen, on));
}

void MainWindow::stepType(int steps)
{
    constexpr double step = 1.1;
    const auto stepped = [steps](double scale) { return steps == 0 ? 1 : scale * std::pow(step, steps); };
    if (m_isPresentation)
        m_presentedType = std::clamp(stepped(m_presentedType), Settings::smallestType, Settings::largestType);
    else
        m_settings->setTypeScale(stepped(m_settings->typeScale()));
    scaleType();
}

void MainWindow::scaleType()
{
    const bool presents = m_isPresentation && shownWorkspace(); // the start page has nothing for a back row
    const double scale = presents ? presentationScale * m_presentedType : m_settings->typeScale();
    if (scale == typeScale())
        return;
    setTypeScale(scale);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // so that nothing is painted in its old place
}

/// What is shown now is shown as the size wants it.
void MainWindow::present()
{
    if (!m_isPresentation) // what goes goes first: a window grows for what is in it
        scaleType();
    if (Workspace *shown = shownWorkspace())
        shown->setPresenting(m_isPresentation);
    if (m_models->page() && m_isPresentation) // that it is one stands in the title
        m_models->page()->workspace()->connectionBanner()->hide();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest); // else what went has a say in the size still
    scaleType();
}

void MainWindow::setRemembersLayout(bool remembers)
{
    m_remembersLayout = remembers;
    if (remembers)
        return;
    resize(usualSize);
    if (m_workspace)
        m_workspace->restoreDefaultLayout();
}

bool MainWindow::event(QEvent *event)
{
    // Probing finds what is wrong also with locks that are not shown; a window out of sight shows nothing of it.
    const auto type = event->type();
    if (type == QEvent::Show || type == QEvent::Hide || type == QEvent::WindowStateChange)
        m_controller->engine()->setProbeInterval(type != QEvent::Hide && !isMinimized() ? probeIntervalMs : 0);
    if (event->type() == QEvent::Paint && !m_workspace) // its parts are painted before the next turn of the event loop
        QTimer::singleShot(0, this, &MainWindow::workspace);
    return QMainWindow::event(event);
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    if (m_recordings->asksBeforeLoss()) {
        event->ignore();
        m_recordings->beforeLoss(tr("Quit Lockscope?"), tr("&Quit"), [this] { close(); });
        return;
    }
    if (m_remembersLayout)
        m_settings->setLayout({saveGeometry(), m_workspace ? m_workspace->docks() : m_settings->layout().docks});
    QMainWindow::closeEvent(event);
}

} // namespace lockscope::ui

#include "moc_mainwindow.cpp"
