// SPDX-License-Identifier: Apache-2.0
// All menus of the window, with their keys; what can be exported is listed by its flow. Holds no state: the window says
// what can be done, the flows do it.
#pragma once

#include "ui/shell/sessioncontroller.h"
#include "ui/theme/theme.h"

#include <QMainWindow>

namespace lockscope::ui {

class ConnectFlow;
class ExportFlow;
class LessonFlow;
class LiveWorld;
class ModelFlow;
class RecordingFlow;
class ScenarioFlow;
class SessionController;
class Settings;
class Workspace;

class Menus : public QObject
{
    Q_OBJECT
public:
    struct Flows
    {
        SessionController *controller;
        LiveWorld *world;
        ConnectFlow *connection;
        RecordingFlow *recordings;
        ModelFlow *models;
        LessonFlow *lessons;
        ScenarioFlow *scenarios;
        ExportFlow *exports;
    };
    /// All outlive the menus, which are those of \a window.
    Menus(const Flows &flows, Settings *settings, QMainWindow *window);

    /// The panels' toggles, once there are any.
    void setWorkspace(Workspace *workspace);
    /// The cursor and what is chosen are those of \a shown, which is null where nothing is open. \a isLive: it is
    /// connected, and no recording.
    void setShown(const Workspace *shown, bool isLive);
    /// A file to open, and the scenarios shipped with the program; read when \a menu is looked at.
    void addScenariosTo(QMenu *menu);
    void setSpawnEnabled(bool enabled) { m_spawn->setEnabled(enabled); }

Q_SIGNALS:
    void sandboxRequested(int servers);
    void backendRequested(const lockscope::BackendSpec &spec);
    void backendAddressRequested(lockscope::locks::Backend backend);
    void disconnectRequested();
    void spawnRequested();
    /// A client of another program.
    void trialRequested();
    void themeChosen(lockscope::ui::ThemeChoice choice);
    /// Kept; the window is in it when it is opened next.
    void languageChosen();
    void presentationToggled();
    /// All type larger by so many steps, or smaller; 0: as large as usual.
    void typeStepped(int steps);

private:
    void buildConnectionMenu(QMenu *menu);
    void buildLocksMenu(QMenu *menu);
    void buildScenarioMenu(QMenu *menu);
    void addShippedScenarios(QMenu *menu);
    void buildPaceMenu(QMenu *menu);
    void buildViewMenu(QMenu *menu);
    void buildLanguageMenu(QMenu *menu);
    void buildThemeMenu(QMenu *menu, ThemeChoice theme);
    void buildHelpMenu(QMenu *menu);

    Flows m_flows;
    Settings *m_settings;
    QMainWindow *m_window;
    Workspace *m_workspace = nullptr;
    QList<QAction *> m_sessionActions; ///< off while nothing is connected
    QMenu *m_windowMenu;
    QMenu *m_timeMenu;
    QMenu *m_chosenMenu = nullptr;
    QMenu *m_exportMenu = nullptr;
    QAction *m_save = nullptr;
    QAction *m_spawn = nullptr;
    QAction *m_log = nullptr;
};

} // namespace lockscope::ui
