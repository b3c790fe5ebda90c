// SPDX-License-Identifier: Apache-2.0
// A scenario in the window: from its file to its verdict, and the line that tells of it meanwhile.
// The steps themselves are carried out by core/scenario.
#pragma once

#include "core/scenario/scenarioverdict.h"
#include "ui/theme/widgets.h"

#include <QPointer>

#include <chrono>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lockscope::ui {

class LiveWorld;
class SessionController;
class SpawnFlow;
class VerdictDialog;

/// One line while a scenario runs, and after it: which, at which step, and what came of it.
/// Says what it is told; starts and stops nothing itself.
class ScenarioStrip : public QWidget
{
    Q_OBJECT
public:
    explicit ScenarioStrip(QWidget *parent = nullptr);

    void showRunning(const QString &title, int steps);
    /// \a index from 0.
    void showStep(int index, const QString &text);
    /// All steps are done or one failed: the clients are being closed and looked after.
    void showResult(bool good, const QString &verdict);
    QString text() const;

Q_SIGNALS:
    void stopClicked();
    void resultClicked();

private:
    QLabel *m_title;
    QLabel *m_step;
    QProgressBar *m_progress;
    Pill *m_verdict;
    QPushButton *m_stop;
    QPushButton *m_result;
    QPushButton *m_dismiss;
    int m_steps = 0;
};

/// Has it run, tells the strip of each step, shows the result.
class ScenarioFlow : public QObject
{
    Q_OBJECT
public:
    /// \a window: parent of the dialogs. All outlive the flow.
    ScenarioFlow(SessionController *controller, SpawnFlow *spawning, LiveWorld *world, QWidget *window);

    /// Outlives the flow. Without one nothing can be run.
    void setStrip(ScenarioStrip *strip);

    void choose();
    /// Reads it, and asks by opened() for something to run it on.
    void open(const QString &file);
    /// The one that was opened, if any: there is something to run it on now.
    void runOpened();
    void forgetOpened() { m_opened.reset(); }

    /// From step to step of whatever is run from now on; 0: at once.
    void setPace(std::chrono::milliseconds pace) { m_pace = pace; }
    std::chrono::milliseconds pace() const { return m_pace; }

Q_SIGNALS:
    void opened();
    /// It begins to run, on \a lock first of all.
    void begins(const QString &lock);
    void told(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);
    void saveRecordingRequested();

private:
    void run(const lab::Scenario &scenario);
    void onEvents(const journal::EventBatch &batch);
    void onEnded(const Result<lab::Verdict> &verdict);
    void showResult();

    SessionController *m_controller;
    SpawnFlow *m_spawning;
    ScenarioStrip *m_strip = nullptr;
    QWidget *m_window;
    std::optional<lab::Scenario> m_opened; ///< until there is something to run it on
    lab::Scenario m_scenario;
    std::optional<lab::Verdict> m_verdict;
    QPointer<VerdictDialog> m_dialog;
    bool m_running = false;
    std::chrono::milliseconds m_pace{0};
};

} // namespace lockscope::ui
