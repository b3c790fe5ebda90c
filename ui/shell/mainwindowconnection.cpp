// SPDX-License-Identifier: Apache-2.0
// The main window's connection: opening and closing it, and the banner that says what is wrong with it.
#include "core/base/clock.h"
#include "ui/clients/clientspanel.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/spawndialog.h"
#include "ui/models/liveworld.h"
#include "ui/release/releasedialog.h"
#include "ui/selection/selection.h"
#include "ui/servers/serverspanel.h"
#include "ui/shell/connectionbar.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/startpage.h"
#include "ui/shell/workspace.h"
#include "ui/theme/widgets.h"

#include <QStackedWidget>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

// ---- opening and closing ----

void MainWindow::open(const Target &target)
{
    m_reopenError.reset();
    m_sandboxError.reset();
    m_world->goLive();
    m_controller->open(target);
}

void MainWindow::onOpened()
{
    const Target &target = m_controller->target();
    m_reopenError.reset();
    m_sandboxError.reset();
    if (m_connectDialog)
        m_connectDialog->accept();
    m_startPage->setIdle();
    workspace()->messageBanner()->hide();
    workspace()->bar()->setTarget(target.title(), target.spec.observeOnly);
    workspace()->selection()->setObserveOnly(target.spec.observeOnly);
    const profiles::Profile used = profileOf(target);
    workspace()->bar()->setCare(
        {target.profile ? target.profile->color : QString(), used.production, used.tls.enabled, used.tls.verify});
    m_world->setThresholds(used.thresholds);
    if (!target.isSandbox())
        rememberConnection();
    closeRecording();
    m_pages->setCurrentWidget(workspace());
    workspace()->clients()->setFocus();
    setWindowTitle(tr("%1 — Lockscope").arg(target.title()));
    m_controller->engine()->probeServers();
    onPhaseChanged();
}

void MainWindow::onOpenFailed(const Error &error)
{
    m_pendingScenario.reset();
    const Target &target = m_controller->target();
    if (m_connectDialog && m_connectDialog->isBusy()) {
        showStartPage();
        m_connectDialog->setFailed(tr("Not connected."), error.sentence());
    } else if (isOpen()) {
        m_reopenError = error;
        updateConnection();
    } else if (target.isSandbox()) {
        m_startPage->showError(tr("The sandbox did not start."), error.sentence());
    } else {
        m_startPage->showError(tr("Not connected to %1.").arg(target.spec.connectString), error.sentence(),
                               tr("Change…"));
    }
}

void MainWindow::onPhaseChanged()
{
    const bool open = isOpen();
    for (QAction *action : std::as_const(m_sessionActions))
        action->setEnabled(open);
    m_disconnectAction->setEnabled(open);
    m_saveAction->setEnabled(open);
    QStringList sandbox;
    for (const lab::SandboxServer &server : m_controller->sandbox().servers)
        sandbox += server.clientAddress;
    if (m_workspace)
        m_workspace->servers()->setSandbox(sandbox);
    m_logAction->setEnabled(!m_controller->sandbox().servers.isEmpty());
    updateShownMenus();
    updateConnection();
    if (open && m_controller->phase() == SessionController::Phase::Open)
        Q_EMIT ready();
}

void MainWindow::disconnectFromServer()
{
    m_controller->close();
}

void MainWindow::showStartPage()
{
    if (m_releaseDialog)
        m_releaseDialog->deleteLater();
    if (m_spawnDialog)
        m_spawnDialog->deleteLater();
    m_startPage->setIdle();
    showProfiles();
    if (m_recording) { // it needs no connection
        m_pageBefore = m_startPage;
    } else {
        m_pages->setCurrentWidget(m_startPage);
        m_startPage->setFocus();
        setWindowTitle(tr("Lockscope"));
    }
    onPhaseChanged();
}

// ---- the connection ----

void MainWindow::updateConnection()
{
    const journal::World &world = m_world->head(); // the connection is, whatever is shown of the past
    const QString why = whyNoSpawn();
    m_spawnAction->setEnabled(isOpen() && why.isEmpty());
    if (!m_workspace)
        return;
    m_workspace->bar()->setState(world.connection(), world.observation(), m_world->headStaleForMs());
    m_workspace->bar()->setSpawnEnabled(why.isEmpty(), why);
    m_workspace->clients()->setSpawnEnabled(why.isEmpty(), why);
    updateConnectionBanner();
}

void MainWindow::updateConnectionBanner()
{
    Banner *banner = m_workspace->connectionBanner();
    const journal::ConnectionChanged &connection = m_world->head().connection();
    const auto show = [&](const QString &title, QString text, const QString &action) {
        if (!connection.detail.isEmpty() && text != connection.detail)
            text = connection.detail + u' ' + text;
        if (banner->isHidden() || banner->title() != title || banner->text() != text)
            banner->show(Banner::Severity::Error, title, text);
        banner->setAction(action);
    };
    const QString old = tr("What is shown is as it was then.");
    const bool busy = m_controller->phase() != SessionController::Phase::Idle
                      && m_controller->phase() != SessionController::Phase::Open;
    if (m_sandboxError) {
        show(tr("The sandbox stopped."), m_sandboxError->sentence() + u' ' + old, tr("Start a new one"));
        return;
    }
    if (m_reopenError) {
        show(tr("Not connected."), m_reopenError->sentence() + u' ' + old, tr("Try again"));
        return;
    }
    switch (connection.state) {
    case ConnectionState::Suspended:
        show(tr("The connection is lost; trying again all the time."), old, tr("Disconnect"));
        return;
    case ConnectionState::Expired: show(tr("The session expired."), old, busy ? QString() : tr("Reconnect")); return;
    case ConnectionState::AuthFailed:
        show(tr("The server refused the login."), tr("Check the user and the password."), tr("Connect…"));
        return;
    case ConnectionState::Closed:
    case ConnectionState::Connecting:
    case ConnectionState::Connected: break;
    }
    banner->hide();
}

void MainWindow::onConnectionBannerAction()
{
    if (m_sandboxError) {
        open(Target(m_controller->target()));
        return;
    }
    if (m_reopenError) {
        m_reopenError.reset();
        m_controller->reopen();
        return;
    }
    switch (m_world->head().connection().state) {
    case ConnectionState::Expired: m_controller->reopen(); break;
    case ConnectionState::AuthFailed: openConnectDialog(profileOf(m_controller->target())); break;
    case ConnectionState::Suspended: disconnectFromServer(); break;
    case ConnectionState::Closed:
    case ConnectionState::Connecting:
    case ConnectionState::Connected: break;
    }
}

} // namespace lockscope::ui
