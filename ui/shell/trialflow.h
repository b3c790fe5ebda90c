// SPDX-License-Identifier: Apache-2.0
// Another program's clients from the dialog to their verdict, on what is open or on a sandbox that is started for them.
// Never starts a process and never judges: core/trial does, by the controller.
#pragma once

#include "core/trial/trialverdict.h"
#include "ui/shell/sessioncontroller.h"
#include "ui/theme/widgets.h"

#include <QPointer>

namespace lockscope::ui {

class LiveWorld;
class ProgramsPanel;
class Settings;
class SpawnFlow;
class TrialDialog;

class TrialFlow : public QObject
{
    Q_OBJECT
public:
    /// All outlive the flow; \a window is the dialog's parent.
    TrialFlow(SessionController *controller, SpawnFlow *spawning, LiveWorld *world, Settings *settings,
              QWidget *window);

    /// Outlives the flow. Without one nothing can be run.
    void setPanel(ProgramsPanel *panel);

    /// The dialog; the panel while a trial runs. \a isOpen: something is connected.
    void choose(bool isOpen);
    /// On what is open; what was asked for by sandboxWanted(), too.
    void run(const trial::TrialSpec &spec);
    void runWanted();
    void forgetWanted() { m_wanted.reset(); }
    /// Ends it and all that it started; the verdict comes all the same, as far as it goes.
    void stop();
    bool isRunning() const { return m_verdict != nullptr; }

Q_SIGNALS:
    /// There is nothing to run it on; runWanted() once there is.
    void sandboxWanted();
    void begins(const QString &lock);
    /// The panel is to be seen.
    void panelWanted();
    void bannerWanted(lockscope::ui::Banner::Severity severity, const QString &title, const QString &text);

private:
    /// Why it cannot run on what is open, as a sentence; empty if it can.
    QString whyNotHere() const;
    void onSubmitted(bool here);
    void onOver(const Result<trial::TrialEnd> &end);
    void onEnded(const Result<trial::TrialEnd> &end);

    SessionController *m_controller;
    SpawnFlow *m_spawning;
    LiveWorld *m_world;
    Settings *m_settings;
    QWidget *m_window;
    ProgramsPanel *m_panel = nullptr;
    QPointer<TrialDialog> m_dialog;
    std::optional<trial::TrialSpec> m_wanted;       ///< until there is something to run it on
    std::unique_ptr<trial::TrialVerdict> m_verdict; ///< while it runs
    QMetaObject::Connection m_judging;
};

} // namespace lockscope::ui
