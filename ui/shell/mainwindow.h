// SPDX-License-Identifier: Apache-2.0
// The window: start page, workspace or recording, the menus, and the flows that are begun in them. Arranges them.
// Holds no state of a lock or a client: that is in LiveWorld; talks to the engine only through the controller.
#pragma once

#include "ui/settings/settings.h"
#include "ui/shell/sessioncontroller.h"
#include "ui/theme/widgets.h"
#include "ui/world/liveworld.h"

#include <QMainWindow>

class QStackedWidget;

namespace lockscope::ui {

class ConnectFlow;
class ExportFlow;
class LessonFlow;
class Menus;
class ModelFlow;
class ModelPage;
class RecordingFlow;
class RecordingPage;
class ReleaseFlow;
class ScenarioFlow;
class SpawnFlow;
class StartPage;
class TrialFlow;
class Workspace;

class MainWindow : public QMainWindow
{
    Q_OBJECT
public:
    /// \a settings outlives the window.
    explicit MainWindow(Settings *settings, QWidget *parent = nullptr, const PastKept &kept = {});
    ~MainWindow() override;

    SessionController *controller() const { return m_controller; }
    LiveWorld *world() const { return m_world; }
    /// Made when it is first asked for, or once the window has been painted: the start page does not wait for it.
    Workspace *workspace();
    StartPage *startPage() const { return m_startPage; }
    // What is begun in the menus, for who begins it otherwise.
    ConnectFlow *connecting() const { return m_connecting; }
    SpawnFlow *spawning() const { return m_spawning; }
    ReleaseFlow *releasing() const { return m_releasing; }
    RecordingFlow *recordings() const { return m_recordings; }
    ModelFlow *models() const { return m_models; }
    LessonFlow *lessons() const { return m_lessons; }
    ScenarioFlow *scenarios() const { return m_scenarios; }
    TrialFlow *trials() const { return m_trials; }
    RecordingPage *recording() const;
    /// What is connected is on screen.
    bool isOpen() const { return m_open && !aside(); }

    void open(const Target &target);
    /// The same, once it is certain that what is open may end.
    void connectTo(const Target &target);
    /// As soon as it is there.
    void selectLock(const QString &path);
    /// Brings it to the front where something is open: see Workspace.
    void showView(const QString &name);
    /// For a projector: large type, no menu, and of what is open one view, a sentence and a line of the recipe, beside
    /// the steps or the lesson. All comes back afterwards.
    void setPresentation(bool on);
    bool isPresentation() const { return m_isPresentation; }
    /// All type larger by so many steps of a tenth, or smaller; 0: as large as usual. It is remembered,
    /// but while it is presented, which has a size of its own.
    void stepType(int steps);
    /// False: the default size and layout, and nothing is remembered of it.
    void setRemembersLayout(bool remembers);

Q_SIGNALS:
    /// The window shows a tree that has been read once, or a recording.
    void ready();

protected:
    bool event(QEvent *event) override;
    void closeEvent(QCloseEvent *event) override;

private:
    void connectController();
    void connectFlows();
    void makeWorkspace();
    void connectWorkspace();
    /// What is on screen: of a recording its own, none where nothing is open.
    Workspace *shownWorkspace() const;
    /// What that is of; empty on the start page.
    QString shownTitle() const;
    /// The model or recording that is on screen in place of what is connected; null: none.
    QWidget *aside() const;
    /// The same, asked with these words; \a stay: what follows where it may not.
    void openInstead(const Target &target, const QString &question, const QString &verb,
                     const std::function<void()> &stay = {});
    void openSandbox(int servers);
    void startAnew();
    void connectAnew();
    void openBackend(const BackendSpec &spec);
    void askForBackend(locks::Backend backend);
    /// Runs it, once there is what it needs.
    void openForScenario();
    /// The same for another program's clients.
    void openForTrial();
    void tryClient();
    void disconnectFromServer();
    void openSpawnDialog();
    void setTheme(ThemeChoice choice);
    /// In the workspace; on the start page while nothing is open.
    void showBanner(Banner::Severity severity, const QString &title, const QString &text);
    void readDetails(const QString &path);

    void onOpened();
    void onOpenFailed(const Error &error);
    void onClosed();
    void onConnectionBannerAction();
    void updateAll();
    void updatePage();
    /// With the whole screen for it.
    void togglePresentation();
    void present();
    void scaleType();
    void updateConnection();
    void updateConnectionBanner();

    Settings *m_settings;
    LiveWorld *m_world;
    SessionController *m_controller;
    QStackedWidget *m_pages;
    StartPage *m_startPage;
    Workspace *m_workspace = nullptr;
    ConnectFlow *m_connecting;
    SpawnFlow *m_spawning;
    ReleaseFlow *m_releasing;
    RecordingFlow *m_recordings;
    ModelFlow *m_models;
    ScenarioFlow *m_scenarios;
    LessonFlow *m_lessons;
    TrialFlow *m_trials;
    ExportFlow *m_exports;
    Menus *m_menus;
    bool m_open = false; ///< something is connected, or was when its connection was lost
    bool m_remembersLayout = true;
    bool m_isPresentation = false;
    double m_presentedType = 1;         ///< beside the usual size of what is presented
    bool m_wasFullScreen = false;       ///< before it
    std::optional<Error> m_reopenError; ///< why the last Reconnect did not work
    std::optional<Error> m_sandboxError;
};

} // namespace lockscope::ui
