// SPDX-License-Identifier: Apache-2.0
// A scenario from its start to its verdict: has it run, tells the strip of each step, shows the result.
// The steps themselves are carried out by core/lab.
#pragma once

#include "core/scenario/scenarioverdict.h"

#include <QObject>
#include <QPointer>

#include <chrono>

namespace lockscope::ui {

class LiveWorld;
class ScenarioStrip;
class SessionController;
class VerdictDialog;

class ScenarioFlow : public QObject
{
    Q_OBJECT
public:
    /// \a window: parent of the result's dialog. All outlive the flow.
    ScenarioFlow(SessionController *controller, LiveWorld *world, QWidget *window);

    /// Outlives the flow. Without one nothing can be run.
    void setStrip(ScenarioStrip *strip);

    bool isRunning() const { return m_running; }
    void run(const lab::Scenario &scenario);
    /// From step to step of whatever is run from now on; 0: at once.
    void setPace(std::chrono::milliseconds pace) { m_pace = pace; }
    std::chrono::milliseconds pace() const { return m_pace; }
    const std::optional<lab::Verdict> &verdict() const { return m_verdict; }

Q_SIGNALS:
    void started();
    /// It could not begin, or was stopped.
    void failed(const lockscope::Error &error);
    void finished();
    void saveRecordingRequested();

private:
    void onEvents(const journal::EventBatch &batch);
    void onEnded(const Result<lab::Verdict> &verdict);
    void showResult();

    SessionController *m_controller;
    ScenarioStrip *m_strip = nullptr;
    QWidget *m_window;
    lab::Scenario m_scenario;
    std::optional<lab::Verdict> m_verdict;
    QPointer<VerdictDialog> m_dialog;
    bool m_running = false;
    std::chrono::milliseconds m_pace{0};
};

} // namespace lockscope::ui
