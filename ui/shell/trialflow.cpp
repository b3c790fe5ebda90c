// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/trialflow.h"

#include "ui/dialogs/trialdialog.h"
#include "ui/dialogs/verdictdialog.h"
#include "ui/programs/programspanel.h"
#include "ui/settings/settings.h"
#include "ui/shell/spawnflow.h"
#include "ui/world/liveworld.h"

namespace lockscope::ui {

TrialFlow::TrialFlow(SessionController *controller, SpawnFlow *spawning, LiveWorld *world, Settings *settings,
                     QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_spawning(spawning)
    , m_world(world)
    , m_settings(settings)
    , m_window(window)
{
    connect(controller, &SessionController::sandboxDied, this, &TrialFlow::stop);
    connect(controller->engine(), &Engine::trialNews, this, [this](const trial::TrialNews &news) {
        if (m_panel && isRunning())
            m_panel->add(news);
    });
    connect(controller->engine(), &Engine::trialWaits, this, [this](const QList<trial::WaitingMessage> &messages) {
        if (m_panel && isRunning())
            m_panel->setWaiting(messages);
    });
}

void TrialFlow::setPanel(ProgramsPanel *panel)
{
    m_panel = panel;
    connect(panel, &ProgramsPanel::stopRequested, this, &TrialFlow::stop);
    Engine *engine = m_controller->engine();
    connect(panel, &ProgramsPanel::byHandWanted, engine, &Engine::setTrialByHand);
    connect(panel, &ProgramsPanel::letGoWanted, engine, &Engine::letTrialMessageGo);
}

QString TrialFlow::whyNotHere() const
{
    const Target &target = m_controller->target();
    if (target.other)
        return tr("%1 is no ZooKeeper.").arg(target.title());
    if (target.spec.production)
        return tr("%1 is a production ensemble: no other program’s client is tried there.").arg(target.title());
    if (target.spec.observeOnly)
        return tr("The connection to %1 is observe-only: clients would write.").arg(target.title());
    return m_world->isRewound() ? QString() : m_spawning->whyNot();
}

void TrialFlow::choose(bool isOpen)
{
    if (isRunning()) {
        Q_EMIT panelWanted();
        return;
    }
    if (m_dialog) {
        m_dialog->raise();
        return;
    }
    const QString why = isOpen ? whyNotHere() : QString();
    const bool here = isOpen && why.isEmpty();
    m_dialog = new TrialDialog(m_settings->trial(), m_controller->target().title(), m_window);
    if (!here)
        m_dialog->setSandboxStarts(why);
    m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_dialog, &QDialog::accepted, this, [this, here] { onSubmitted(here); });
    m_dialog->open();
}

void TrialFlow::onSubmitted(bool here)
{
    const trial::TrialSpec spec = m_dialog->spec();
    m_settings->setTrial(spec);
    if (here)
        return run(spec);
    m_wanted = spec;
    Q_EMIT sandboxWanted();
}

void TrialFlow::runWanted()
{
    if (m_wanted)
        run(*std::exchange(m_wanted, std::nullopt));
}

void TrialFlow::run(const trial::TrialSpec &spec)
{
    if (isRunning() || !m_panel)
        return;
    m_world->goLive();
    if (const QString why = whyNotHere(); !why.isEmpty()) {
        Q_EMIT bannerWanted(Banner::Severity::Error, tr("The client was not tried."), why);
        return;
    }
    m_verdict = std::make_unique<trial::TrialVerdict>(spec);
    m_judging = connect(m_controller->engine(), &Engine::batchReady, this,
                        [this](const journal::EventBatch &batch) { m_verdict->add(batch); });
    m_panel->begin(spec);
    Q_EMIT begins(spec.lock);
    Q_EMIT panelWanted();
    m_controller->runTrial(spec, [this](const Result<trial::TrialEnd> &end) { onOver(end); });
}

void TrialFlow::stop()
{
    if (!isRunning())
        return;
    m_panel->setEnding();
    m_controller->engine()->stopTrial();
}

/// What still runs is ended before the verdict: what comes meanwhile is our doing, and is not judged.
void TrialFlow::onOver(const Result<trial::TrialEnd> &end)
{
    disconnect(m_judging);
    m_panel->setEnding();
    m_controller->endTrial([this, end] { onEnded(end); });
}

void TrialFlow::onEnded(const Result<trial::TrialEnd> &end)
{
    const auto verdict = std::exchange(m_verdict, nullptr);
    if (!end) {
        m_panel->fail(tr("The client was not tried."), end.error().sentence().shown());
        Q_EMIT bannerWanted(Banner::Severity::Error, tr("The client was not tried."), end.error().sentence().shown());
        return;
    }
    verdict->judge(*end);
    m_panel->end(*verdict, figuresText(verdict->result()));
}

} // namespace lockscope::ui

#include "moc_trialflow.cpp"
