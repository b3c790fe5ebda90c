// SPDX-License-Identifier: Apache-2.0
// The window: start page or workspace, the menus, and the dialogs, each wired to the session controller.
// Holds no state of a lock or a client: that is in LiveWorld; talks to the engine only through the controller.
#pragma once

#include "core/profiles/profilestore.h"
#include "core/profiles/secrets.h"
#include "ui/settings/settings.h"
#include "ui/shell/sessioncontroller.h"

#include <QMainWindow>
#include <QPointer>
#include <QTimer>

#include <functional>

class QStackedWidget;

namespace lockscope::ui {

class ConnectDialog;
class LiveWorld;
class RecordingPage;
class ReleaseDialog;
class ScenarioFlow;
class SpawnDialog;
class StartPage;
class Workspace;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// \a settings outlives the window.
    explicit MainWindow(Settings *settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    SessionController *controller() const { return m_controller; }
    LiveWorld *world() const { return m_world; }
    /// Made when it is first asked for, or once the window has been painted: the start page does not wait for it.
    Workspace *workspace();
    StartPage *startPage() const { return m_startPage; }
    bool isOpen() const;

    void open(const Target &target);
    /// Asks the keychain for what the profile needs, and the user for what is not there, and opens it.
    void openProfile(const profiles::Profile &profile);
    /// As soon as it is there.
    void selectLock(const QString &path);
    void setTheme(ThemeChoice choice);
    /// Without a dialog; what goes wrong is said in the message banner.
    void spawn(const lab::SpawnRequest &request);
    /// Shows it in place of what is there, which stays as it is and comes back when the recording is closed.
    void openRecording(const QString &file);
    RecordingPage *recording() const;
    /// Runs it on what is open or being opened, else on a sandbox of its own.
    void openScenario(const QString &file);
    ScenarioFlow *scenarios() const { return m_scenarios; }
    /// False: the default size and layout, and nothing is remembered of it.
    void setRemembersLayout(bool remembers);

public Q_SLOTS:
    void openConnectDialog();
    void openSpawnDialog();
    void planRelease(const QStringList &nodes);
    void chooseScenario();
    void chooseRecording();
    void saveRecording();
    void closeRecording();
    void openReportDialog();

Q_SIGNALS:
    /// The window shows a tree that has been read once, or a recording.
    void ready();

protected:
    bool event(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void buildMenus();
    void buildWindowMenu();
    void buildThemeMenu(QMenu *menu);
    void updateShownMenus();
    void connectController();
    void makeWorkspace();
    void connectWorkspace();
    void connectServers();
    void connectStartPage();
    void connectScenarios();
    void buildScenarioMenu(QMenu *menu);
    void addShippedScenarios(QMenu *menu);
    void buildPaceMenu(QMenu *menu);
    void buildExportMenu(QMenu *menu);
    /// What is on screen: of a recording its own, none where nothing is open.
    Workspace *shownWorkspace() const;
    void runScenario(const lab::Scenario &scenario);

    void onOpened();
    void onOpenFailed(const Error &error);
    void onPhaseChanged();
    void onReleasePlanned(const observe::ReleasePlan &plan);
    void onReleaseCarriedOut(const observe::ReleasePlan &plan, const observe::ReleaseOutcome &outcome);
    void onHolderAsked(const observe::ReleasePlan &plan, const observe::AskOutcome &outcome);
    void onConnectionBannerAction();
    void openConnectDialog(const profiles::Profile &profile);
    void connectConnectDialog();
    /// A kept one is selected, another one filled in; the window's profiles are read anew for it.
    profiles::Profile profileOf(const Target &target) const;
    struct Typed
    {
        QByteArray password;
        QByteArray passphrase;
    };
    using Go = std::function<void(const Typed &)>;
    using Ask = std::function<void(profiles::SecretKind, const QString &why)>;
    /// With what was typed, and what was kept of the rest; \a ask where neither is there.
    void withSecrets(const profiles::Profile &profile, const Typed &typed, const Go &go, const Ask &ask);
    void connectFromDialog();
    void testFromDialog();
    bool saveProfilesOf(ConnectDialog *dialog);
    void importProfiles();
    void exportProfiles();
    void rememberConnection();
    void showProfiles();
    void onSpawned(const QString &lock, const std::optional<Error> &error);
    void spawnFrom(SpawnDialog *dialog);
    void disconnectFromServer();
    void showStartPage();
    void showShortcuts();
    void updateConnection();
    void updateConnectionBanner();
    /// Why nothing can be spawned just now; empty if it can.
    QString whyNoSpawn() const;

    Settings *m_settings;
    profiles::ProfileStore m_profileStore;
    profiles::Secrets *m_secrets;
    Typed m_typed; ///< kept once they have let us in
    LiveWorld *m_world;
    SessionController *m_controller;
    QStackedWidget *m_pages;
    StartPage *m_startPage;
    Workspace *m_workspace = nullptr;
    QList<QAction *> m_sessionActions;
    QMenu *m_windowMenu = nullptr;
    QMenu *m_timeMenu = nullptr;
    QMenu *m_chosenMenu = nullptr;
    QMenu *m_exportMenu = nullptr;
    QAction *m_spawnAction = nullptr;
    QAction *m_saveAction = nullptr;
    QAction *m_logAction = nullptr;
    QAction *m_disconnectAction = nullptr;
    QPointer<ConnectDialog> m_connectDialog;
    QPointer<SpawnDialog> m_spawnDialog;
    QPointer<ReleaseDialog> m_releaseDialog;
    ScenarioFlow *m_scenarios = nullptr;
    std::unique_ptr<lab::Scenario> m_pendingScenario; ///< until there is something to run it on
    QPointer<RecordingPage> m_recording;
    QPointer<QWidget> m_pageBefore; ///< the recording
    bool m_remembersLayout = true;
    std::optional<Error> m_reopenError; ///< why the last Reconnect did not work
    std::optional<Error> m_sandboxError;
};

} // namespace lockscope::ui
