// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/scenarioflow.h"

#include "core/scenario/scenariofiles.h"
#include "ui/dialogs/verdictdialog.h"
#include "ui/models/liveworld.h"
#include "ui/shell/sessioncontroller.h"
#include "ui/shell/spawnflow.h"

#include <QBoxLayout>
#include <QFileDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ScenarioStrip::ScenarioStrip(QWidget *parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_step(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_verdict(new Pill(this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_result(new QPushButton(tr("Result…"), this))
    , m_dismiss(new QPushButton(tr("Dismiss"), this))
{
    makePanel(this);
    setObjectName(u"scenarioStrip"_s);
    setTone(m_title, Tone::Heading);
    setTone(m_step, Tone::Muted);
    for (QLabel *label : {m_title, m_step})
        label->setTextFormat(Qt::PlainText);
    m_step->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(160);
    m_progress->setAccessibleName(tr("Steps done"));
    m_stop->setObjectName(u"stopScenario"_s);
    m_result->setObjectName(u"scenarioResult"_s);
    m_dismiss->setProperty("kind", u"link"_s);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(14, 7, 8, 7);
    row->setSpacing(12);
    row->addWidget(m_title);
    row->addWidget(m_step, 1);
    row->addWidget(m_progress);
    row->addWidget(m_verdict);
    row->addWidget(m_stop);
    row->addWidget(m_result);
    row->addWidget(m_dismiss);
    connect(m_stop, &QPushButton::clicked, this, &ScenarioStrip::stopClicked);
    connect(m_result, &QPushButton::clicked, this, &ScenarioStrip::resultClicked);
    connect(m_dismiss, &QPushButton::clicked, this, &QWidget::hide);
    hide();
}

void ScenarioStrip::showRunning(const QString &title, int steps)
{
    m_steps = steps;
    m_title->setText(title);
    m_step->setText(tr("Starting its clients…"));
    m_progress->setRange(0, std::max(1, steps));
    m_progress->setValue(0);
    m_progress->show();
    m_stop->show();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_verdict, m_result, m_dismiss})
        widget->hide();
    show();
}

void ScenarioStrip::showStep(int index, const QString &text)
{
    m_progress->setValue(index);
    m_step->setText(tr("Step %1 of %2: %3").arg(index + 1).arg(m_steps).arg(text));
    m_step->setToolTip(m_step->text());
}

void ScenarioStrip::showResult(bool good, const QString &verdict)
{
    m_verdict->setText(verdict);
    m_verdict->setRole(good ? Role::Holding : Role::Wrong);
    m_step->clear();
    m_step->setToolTip({});
    m_progress->hide();
    m_stop->hide();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_verdict, m_result, m_dismiss})
        widget->show();
    show();
}

QString ScenarioStrip::text() const
{
    return m_verdict->isHidden() ? m_step->text() : m_verdict->text();
}

ScenarioFlow::ScenarioFlow(SessionController *controller, SpawnFlow *spawning, LiveWorld *world, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_spawning(spawning)
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

void ScenarioFlow::choose()
{
    const QString file =
        QFileDialog::getOpenFileName(m_window, tr("Open scenario"), {}, tr("Scenarios (*.json);;All files (*)"));
    if (!file.isEmpty())
        open(file);
}

void ScenarioFlow::open(const QString &file)
{
    const auto scenario = lab::loadScenario(file);
    if (!scenario) {
        Q_EMIT told(Banner::Severity::Error, tr("The scenario cannot be run as it stands."),
                    scenario.error().sentence().shown());
        return;
    }
    m_opened = *scenario;
    Q_EMIT opened();
}

void ScenarioFlow::runOpened()
{
    if (!m_opened)
        return;
    const lab::Scenario scenario = *std::exchange(m_opened, std::nullopt);
    const QString why = m_running ? tr("Another one is running: wait for it, or stop it.") : m_spawning->whyNot();
    if (!why.isEmpty()) {
        Q_EMIT told(Banner::Severity::Error, tr("The scenario was not run."), why);
        return;
    }
    Q_EMIT begins(scenario.locks().value(0));
    run(scenario);
}

void ScenarioFlow::run(const lab::Scenario &scenario)
{
    if (m_running || !m_strip)
        return;
    m_running = true;
    m_scenario = scenario;
    m_scenario.pace = m_pace;
    m_verdict.reset();
    m_strip->showRunning(Text::ofFile(scenario.title).shown(), static_cast<int>(scenario.steps.size()));
    m_controller->runScenario(m_scenario, [this](const Result<lab::Verdict> &verdict) { onEnded(verdict); });
}

void ScenarioFlow::onEvents(const journal::EventBatch &batch)
{
    if (!m_running)
        return;
    for (const journal::Event &event : batch) {
        if (const auto *step = std::get_if<journal::ScenarioStep>(&event.what))
            m_strip->showStep(step->index, step->text.shown());
    }
}

void ScenarioFlow::onEnded(const Result<lab::Verdict> &verdict)
{
    m_running = false;
    if (!verdict) {
        m_strip->hide();
        if (verdict.error().code == ErrorCode::Cancelled)
            Q_EMIT told(Banner::Severity::Note, tr("The scenario was stopped."), {});
        else
            Q_EMIT told(Banner::Severity::Error, tr("The scenario did not run."), verdict.error().sentence().shown());
        return;
    }
    m_verdict = *verdict;
    m_strip->showResult(m_verdict->isAsExpected(), verdictText(*m_verdict));
    showResult();
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
