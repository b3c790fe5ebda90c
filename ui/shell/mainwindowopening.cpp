// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/mainwindow.h"

#include "ui/details/detailspanel.h"
#include "ui/details/shownnode.h"
#include "ui/dialogs/backenddialog.h"
#include "ui/locks/lockspanel.h"
#include "ui/selection/selection.h"
#include "ui/shell/connectflow.h"
#include "ui/shell/modelflow.h"
#include "ui/shell/modelpage.h"
#include "ui/shell/recordingflow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/scenarioflow.h"
#include "ui/shell/spawnflow.h"
#include "ui/shell/startpage.h"
#include "ui/shell/trialflow.h"
#include "ui/shell/workspace.h"
#include "ui/world/liveworld.h"

/// What is asked of the window: what is opened, in place of what, and looked at there.
namespace lockscope::ui {

namespace {

/// What goes with the connection, for questions.
QString privateText(const Target &target)
{
    return MainWindow::tr("private %1").arg(privateBackendText(*target.other));
}

} // namespace

void MainWindow::open(const Target &target)
{
    if (m_open && !m_controller->goesOnWith(target))
        onClosed(); // what comes is not shown under the name of what was
    m_reopenError.reset();
    m_sandboxError.reset();
    m_world->goLive();
    m_controller->open(m_connecting->guarded(target));
}

/// The history of another place begins empty: what was seen up to now can be saved before.
void MainWindow::openInstead(const Target &target, const QString &question, const QString &verb,
                             const std::function<void()> &stay)
{
    if (m_controller->goesOnWith(target))
        open(target);
    else
        m_recordings->beforeLoss(
            question, verb, [this, target] { open(target); }, stay);
}

/// Another connection takes the place of the one that there is, with what was seen over it.
void MainWindow::connectTo(const Target &target)
{
    const Target &now = m_controller->target();
    const QString next = target.title();
    const QString question =
        m_open && now.isSandbox() ? tr("End the sandbox, with all that is in it, and connect to %1?").arg(next)
        : m_open && now.isPrivate()
            ? tr("End the %2, with all that is in it, and connect to %1?").arg(next, privateText(now))
            : tr("Let go of what was seen of %2, and connect to %1?").arg(next, now.title());
    openInstead(target, question, tr("&Connect"), [this] { m_connecting->setStayed(); });
}

void MainWindow::openSandbox(int servers)
{
    const Target &now = m_controller->target();
    Target target;
    target.sandboxServers = servers;
    if (m_open && now.isSandbox())
        openInstead(target, tr("End this sandbox, with all that is in it, and start another one?"),
                    tr("&Start another one"));
    else
        openInstead(target, tr("Let go of what was seen of %1, and start a sandbox?").arg(now.title()),
                    tr("&Start it"));
}

/// What was private to us has ended, or is lost: there is no way back to it.
void MainWindow::startAnew()
{
    const Target target = m_controller->target();
    openInstead(target, tr("Let go of what was seen of %1, and start a new one?").arg(target.title()),
                tr("&Start another one"));
}

/// What is there now may not be what was seen: it is not shown as what became of that.
void MainWindow::connectAnew()
{
    const Target target = m_controller->target();
    m_controller->leaveJournal();
    openInstead(target, tr("Let go of what was seen of %1, and connect to it again?").arg(target.title()),
                tr("&Connect"));
}

void MainWindow::openBackend(const BackendSpec &spec)
{
    Target target;
    target.other = spec;
    connectTo(target);
}

void MainWindow::askForBackend(locks::Backend backend)
{
    auto *dialog = new BackendDialog(backend, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        Target target;
        target.other = dialog->spec();
        connectTo(target);
    });
    dialog->open();
}

void MainWindow::openForScenario()
{
    m_recordings->close();
    const bool fits = m_scenarios->runsOn(m_controller->target());
    if (isOpen() && fits)
        return m_scenarios->runOpened();
    if (!isOpen() && m_controller->phase() != SessionController::Phase::Idle && fits)
        return; // it is on its way
    const Target target = m_scenarios->wanted();
    const QString question = target.other
                                 ? tr("Let go of what was seen here, and start a %1 for it?").arg(privateText(target))
                                 : tr("Let go of what was seen here, and start a sandbox for it?");
    openInstead(target, question, tr("&Start it"), [this] { m_scenarios->forgetOpened(); });
}

void MainWindow::tryClient()
{
    workspace(); // with its panel
    m_trials->choose(m_open);
}

void MainWindow::openForTrial()
{
    m_recordings->close();
    Target target;
    target.sandboxServers = 1;
    openInstead(target, tr("Let go of what was seen here, and start a sandbox for it?"), tr("&Start it"),
                [this] { m_trials->forgetWanted(); });
}

/// What was seen of an ensemble stays, and can be saved afterwards; a sandbox is gone.
void MainWindow::disconnectFromServer()
{
    if (m_controller->target().isPrivate())
        m_recordings->beforeLoss(
            m_controller->target().isSandbox()
                ? tr("End the sandbox, with all that is in it?")
                : tr("End the %1, with all that is in it?").arg(privateText(m_controller->target())),
            m_controller->target().isSandbox() ? tr("&End sandbox") : tr("&End server"),
            [this] { m_controller->close(); });
    else
        m_controller->close();
}

void MainWindow::openSpawnDialog()
{
    if (isOpen())
        m_spawning->openDialog(m_workspace->selection()->lock());
}

void MainWindow::selectLock(const QString &path)
{
    if (recording())
        recording()->selectLock(path);
    else
        (m_models->page() ? m_models->page()->workspace() : workspace())->locks()->selectLock(path);
}

void MainWindow::showView(const QString &name)
{
    if (Workspace *shown = shownWorkspace())
        shown->showView(name);
}

void MainWindow::readDetails(const QString &path)
{
    if (m_world->isRewound() || m_controller->target().other)
        return m_workspace->details()->setDetails(recordedDetails(m_world->world(), path));
    m_controller->readNode(path, [this, path](const Result<NodeDetails> &details) {
        if (m_workspace->details()->nodePath() == path && !m_world->isRewound())
            m_workspace->details()->setDetails(details);
    });
}

void MainWindow::showBanner(Banner::Severity severity, const QString &title, const QString &text)
{
    if (Workspace *shown = shownWorkspace())
        shown->messageBanner()->show(severity, title, text);
    else if (severity == Banner::Severity::Error)
        m_startPage->showError(title, text);
    else
        m_startPage->showBanner(severity, title, text);
}

} // namespace lockscope::ui
