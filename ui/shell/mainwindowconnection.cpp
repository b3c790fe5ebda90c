// SPDX-License-Identifier: Apache-2.0
// The main window's connection: opening and closing it, and the banner that says what is wrong with it.
#include "core/base/clock.h"
#include "ui/clients/clientspanel.h"
#include "ui/dialogs/connectdialog.h"
#include "ui/dialogs/releasedialog.h"
#include "ui/dialogs/spawndialog.h"
#include "ui/models/liveworld.h"
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
    m_workspace->messageBanner()->hide();
    m_workspace->bar()->setTarget(target.title(), target.spec.observeOnly);
    m_workspace->setObserveOnly(target.spec.observeOnly);
    if (!target.isSandbox()) {
        m_settings->addRecentConnection({target.spec.connectString, target.root, target.spec.sessionTimeoutMs,
                                         target.spec.observeOnly, QDateTime::currentDateTimeUtc()});
        m_startPage->setRecent(m_settings->recentConnections());
    }
    closeRecording();
    m_pages->setCurrentWidget(m_workspace);
    m_workspace->clients()->setFocus();
    setWindowTitle(tr("%1 — Lockscope").arg(target.title()));
    m_clock.start();
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
    m_workspace->servers()->setSandbox(sandbox);
    m_logAction->setEnabled(!m_controller->sandbox().servers.isEmpty());
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
    m_clock.stop();
    if (m_releaseDialog)
        m_releaseDialog->deleteLater();
    if (m_spawnDialog)
        m_spawnDialog->deleteLater();
    m_startPage->setIdle();
    m_startPage->setRecent(m_settings->recentConnections());
    if (m_recording) { // it needs no connection
        m_pageBefore = m_startPage;
    } else {
        m_pages->setCurrentWidget(m_startPage);
        setWindowTitle(tr("Lockscope"));
    }
    onPhaseChanged();
}

void MainWindow::openConnectDialog()
{
    ConnectSpec spec;
    QString root = u"/"_s;
    const QList<RecentConnection> recent = m_settings->recentConnections();
    if (recent.isEmpty()) {
        spec.connectString = u"127.0.0.1:2181"_s;
    } else {
        spec.connectString = recent.front().connectString;
        spec.sessionTimeoutMs = recent.front().sessionTimeoutMs;
        spec.observeOnly = recent.front().observeOnly;
        root = recent.front().root;
    }
    openConnectDialog(spec, root);
}

void MainWindow::openConnectDialog(const ConnectSpec &spec, const QString &root)
{
    if (m_connectDialog) {
        m_connectDialog->raise();
        return;
    }
    m_connectDialog = new ConnectDialog(this);
    m_connectDialog->setAttribute(Qt::WA_DeleteOnClose);
    m_connectDialog->setValues(spec, root);
    connect(m_connectDialog, &ConnectDialog::submitted, this, [this] {
        Target target;
        target.spec = m_connectDialog->spec();
        target.root = m_connectDialog->root();
        m_connectDialog->setBusy(tr("Connecting to %1…").arg(target.spec.connectString));
        open(target);
    });
    connect(m_connectDialog, &QDialog::rejected, this, [this] {
        if (m_connectDialog->isBusy())
            m_controller->close();
    });
    m_connectDialog->open();
}

// ---- the connection ----

void MainWindow::updateConnection()
{
    const journal::World &world = m_world->world();
    m_workspace->bar()->setState(world.connection(), world.observation(), m_world->staleForMs(nowNs()));
    const QString why = whyNoSpawn();
    m_workspace->bar()->setSpawnEnabled(why.isEmpty(), why);
    m_workspace->clients()->setSpawnEnabled(why.isEmpty(), why);
    m_spawnAction->setEnabled(isOpen() && why.isEmpty());
    updateConnectionBanner();
}

void MainWindow::updateConnectionBanner()
{
    Banner *banner = m_workspace->connectionBanner();
    const journal::ConnectionChanged &connection = m_world->world().connection();
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
    switch (m_world->world().connection().state) {
    case ConnectionState::Expired: m_controller->reopen(); break;
    case ConnectionState::AuthFailed:
        openConnectDialog(m_controller->target().spec, m_controller->target().root);
        break;
    case ConnectionState::Suspended: disconnectFromServer(); break;
    case ConnectionState::Closed:
    case ConnectionState::Connecting:
    case ConnectionState::Connected: break;
    }
}

} // namespace lockscope::ui
