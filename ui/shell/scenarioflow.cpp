// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/scenarioflow.h"

#include "ui/dialogs/verdictdialog.h"
#include "ui/models/liveworld.h"
#include "ui/shell/scenariostrip.h"
#include "ui/shell/sessioncontroller.h"

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ScenarioFlow::ScenarioFlow(SessionController *controller, LiveWorld *world, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_window(window)
{
    connect(world, &LiveWorld::appended, this, &ScenarioFlow::onEvents);
}

void ScenarioFlow::setStrip(ScenarioStrip *strip)
{
    m_strip = strip;
    connect(strip, &ScenarioStrip::stopClicked, m_controller, &SessionController::stopScenario);
    connect(strip, &ScenarioStrip::resultClicked, this, &ScenarioFlow::showResult);
}

void ScenarioFlow::run(const lab::Scenario &scenario)
{
    if (m_running || !m_strip)
        return;
    m_running = true;
    m_scenario = scenario;
    m_scenario.pace = m_pace;
    m_verdict.reset();
    m_strip->showRunning(scenario.title, static_cast<int>(scenario.steps.size()));
    m_controller->runScenario(m_scenario, [this](const Result<lab::Verdict> &verdict) { onEnded(verdict); });
    Q_EMIT started();
}

void ScenarioFlow::onEvents(const journal::EventBatch &batch)
{
    if (!m_running)
        return;
    for (const journal::Event &event : batch) {
        if (const auto *step = std::get_if<journal::ScenarioStep>(&event.what))
            m_strip->showStep(step->index, step->text);
    }
}

void ScenarioFlow::onEnded(const Result<lab::Verdict> &verdict)
{
    m_running = false;
    if (!verdict) {
        m_strip->hide();
        Q_EMIT failed(verdict.error());
        return;
    }
    m_verdict = *verdict;
    m_strip->showResult(m_verdict->isAsExpected(), verdictText(*m_verdict));
    showResult();
    Q_EMIT finished();
}

void ScenarioFlow::showResult()
{
    if (!m_verdict)
        return;
    if (m_dialog) {
        m_dialog->raise();
        return;
    }
    m_dialog = new VerdictDialog(*m_verdict, m_window);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &VerdictDialog::runAgainRequested, this, [this] { run(lab::Scenario(m_scenario)); });
    connect(m_dialog, &VerdictDialog::saveRecordingRequested, this, &ScenarioFlow::saveRecordingRequested);
    m_dialog->open();
}

} // namespace lockscope::ui
