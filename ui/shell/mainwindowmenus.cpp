// SPDX-License-Identifier: Apache-2.0
// The menus of the main window, with their keys; what they do is in mainwindow.cpp.
#include "ui/dialogs/aboutdialog.h"
#include "ui/dialogs/serverlogdialog.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/locks/lockspanel.h"
#include "ui/selection/selection.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/recordingpage.h"
#include "ui/shell/workspace.h"
#include "ui/theme/icon.h"
#include "ui/timetravel/timebar.h"

#include <QActionGroup>
#include <QMenuBar>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void MainWindow::buildMenus()
{
    QMenu *connection = menuBar()->addMenu(tr("&Connection"));
    auto *open = connection->addAction(icon(IconId::Connect), tr("&Connect…"), this,
                                       qOverload<>(&MainWindow::openConnectDialog));
    open->setShortcut(Qt::CTRL | Qt::Key_O);
    QMenu *sandbox = connection->addMenu(icon(IconId::Sandbox), tr("&Sandbox"));
    for (const int servers : {1, 3, 5}) {
        sandbox->addAction(servers == 1 ? tr("&1 server") : tr("&%1 servers").arg(servers), this, [this, servers] {
            Target target;
            target.sandboxServers = servers;
            this->open(target);
        });
    }
    connection->addSeparator();
    auto *recording =
        connection->addAction(icon(IconId::Recording), tr("Open &recording…"), this, &MainWindow::chooseRecording);
    recording->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_O);
    m_saveAction =
        connection->addAction(icon(IconId::Export), tr("Sa&ve recording…"), this, &MainWindow::saveRecording);
    m_saveAction->setShortcut(QKeySequence::Save);
    m_exportMenu = connection->addMenu(icon(IconId::Export), tr("&Export"));
    buildExportMenu(m_exportMenu);
    connection->addSeparator();
    m_logAction = connection->addAction(icon(IconId::Info), tr("Server &log…"), this, [this] {
        auto *log = new ServerLogDialog(m_controller->sandbox(), this);
        log->setAttribute(Qt::WA_DeleteOnClose);
        log->open();
    });
    m_disconnectAction =
        connection->addAction(icon(IconId::Disconnect), tr("&Disconnect"), this, &MainWindow::disconnectFromServer);
    connection->addSeparator();
    auto *quit = connection->addAction(icon(IconId::Leave), tr("&Quit"), this, &QWidget::close);
    quit->setShortcut(Qt::CTRL | Qt::Key_Q);

    QMenu *locks = menuBar()->addMenu(tr("&Locks"));
    m_spawnAction = locks->addAction(icon(IconId::Plus), tr("&Spawn clients…"), this, &MainWindow::openSpawnDialog);
    m_spawnAction->setShortcut(Qt::CTRL | Qt::Key_N);
    buildScenarioMenu(locks->addMenu(icon(IconId::Workflow), tr("S&cenarios")));
    auto *find = locks->addAction(icon(IconId::Search), tr("&Filter locks"), this,
                                  [this] { workspace()->locks()->focusFilter(); });
    auto *refresh = locks->addAction(icon(IconId::Refresh), tr("&Read again"), this,
                                     [this] { workspace()->selection()->refreshAction()->trigger(); });
    refresh->setShortcut(Qt::Key_F5);
    auto *pause = locks->addAction(icon(IconId::Pause), tr("&Pause or go on live"), this, [this] {
        Q_EMIT workspace()->locks()->liveRequested(m_world->world().observation().paused);
    });
    pause->setShortcut(Qt::SHIFT | Qt::Key_F5);
    m_sessionActions << find << refresh << pause;
    locks->addSeparator();
    m_chosenMenu = locks->addMenu(tr("S&elected"));

    m_timeMenu = menuBar()->addMenu(tr("&Time"));

    QMenu *view = menuBar()->addMenu(tr("&View"));
    buildThemeMenu(view->addMenu(icon(IconId::Sun), tr("&Theme")));

    m_windowMenu = menuBar()->addMenu(tr("&Window"));

    QMenu *help = menuBar()->addMenu(tr("&Help"));
    auto *keys = help->addAction(icon(IconId::Keyboard), tr("&Keyboard shortcuts"), this, &MainWindow::showShortcuts);
    keys->setShortcuts({QKeySequence(u"?"_s), QKeySequence(Qt::Key_F1)});
    help->addAction(icon(IconId::Info), tr("&About Lockscope"), this, [this] {
        auto *about = new AboutDialog(this);
        about->setAttribute(Qt::WA_DeleteOnClose);
        about->open();
    });
}

/// Of the panels, once there are any.
void MainWindow::buildWindowMenu()
{
    const QList<QAction *> docks = m_workspace->dockActions();
    m_windowMenu->addActions(docks);
    m_windowMenu->addSeparator();
    auto *restore = m_windowMenu->addAction(icon(IconId::Reset), tr("Restore &default layout"), m_workspace,
                                            &Workspace::restoreDefaultLayout);
    m_sessionActions << restore << docks;
}

/// The cursor and what is chosen are those of what is on screen.
void MainWindow::updateShownMenus()
{
    const Workspace *shown = shownWorkspace();
    m_timeMenu->clear();
    if (shown)
        m_timeMenu->addActions(shown->time()->actions());
    m_timeMenu->menuAction()->setEnabled(shown != nullptr);
    m_chosenMenu->clear();
    if (shown)
        m_chosenMenu->addActions(shown->selection()->actions());
    m_chosenMenu->menuAction()->setEnabled(shown != nullptr);
    m_exportMenu->menuAction()->setEnabled(shown != nullptr);
}

void MainWindow::buildThemeMenu(QMenu *menu)
{
    auto *group = new QActionGroup(this);
    const auto add = [&](const QString &text, ThemeChoice choice) {
        QAction *action = menu->addAction(text, this, [this, choice] { setTheme(choice); });
        action->setCheckable(true);
        action->setChecked(m_settings->theme() == choice);
        group->addAction(action);
    };
    add(tr("&System"), ThemeChoice::System);
    add(tr("&Light"), ThemeChoice::Light);
    add(tr("&Dark"), ThemeChoice::Dark);
}

void MainWindow::showShortcuts()
{
    QList<ShortcutsDialog::Group> groups;
    for (const QAction *top : menuBar()->actions()) {
        ShortcutsDialog::Group group;
        group.title = top->text().remove(u'&');
        QList<QAction *> actions = top->menu()->actions();
        while (!actions.isEmpty()) {
            QAction *action = actions.takeFirst();
            if (action->menu())
                actions = action->menu()->actions() + actions;
            else if (!action->shortcut().isEmpty())
                group.actions << action;
        }
        if (!group.actions.isEmpty())
            groups << group;
    }
    auto *dialog = new ShortcutsDialog(groups, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace lockscope::ui
