// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/scenarioflow.h"

#include "core/scenario/scenariofiles.h"
#include "ui/dialogs/dueldialog.h"
#include "ui/dialogs/formdialog.h"
#include "ui/dialogs/verdictdialog.h"
#include "ui/shell/sessioncontroller.h"
#include "ui/shell/spawnflow.h"
#include "ui/theme/building.h"
#include "ui/world/liveworld.h"

#include <QAction>
#include <QFileDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

ScenarioStrip::ScenarioStrip(QWidget *parent)
    : QWidget(parent)
    , m_title(new ElidedLabel(Tone::Heading, this))
    , m_step(new ElidedLabel(Tone::Normal, this))
    , m_ahead(new ElidedLabel(Tone::Normal, this))
    , m_about(new ElidedLabel(Tone::Muted, this))
    , m_meaning(new StatusDot(this))
    , m_conclusion(makeLabel({}, Tone::Title, this, Wraps | Selectable))
    , m_back(makeToolButton(IconId::StepBack, {}, tr("Step back: what was before this step"), this))
    , m_pause(makeToolButton(IconId::Pause, {}, {}, this))
    , m_next(makeToolButton(IconId::StepForward, {}, tr("Next step (Space)"), this))
    , m_progress(new QProgressBar(this))
    , m_verdict(new Pill(this))
    , m_stop(new QPushButton(tr("Stop"), this))
    , m_result(new QPushButton(tr("Result…"), this))
    , m_dismiss(makeLink(tr("Dismiss"), this))
{
    makePanel(this);
    setObjectName(u"scenarioStrip"_s);
    m_step->setObjectName(u"scenarioStep"_s);
    m_ahead->setObjectName(u"scenarioAhead"_s);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(110);
    m_progress->setAccessibleName(tr("Steps done"));
    m_back->setObjectName(u"scenarioBack"_s);
    m_back->setAccessibleName(tr("Step back"));
    m_pause->setObjectName(u"pauseScenario"_s);
    m_next->setObjectName(u"scenarioNext"_s);
    m_next->setAccessibleName(tr("Next step"));
    // Its place stays: after a click on "back" the next click is on "back" too.
    QSizePolicy kept = m_next->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_next->setSizePolicy(kept);
    m_stop->setObjectName(u"stopScenario"_s);
    m_result->setObjectName(u"scenarioResult"_s);
    auto *row = makeRow(
        10, {m_title, {m_step, 1}, m_progress, m_back, m_pause, m_next, m_verdict, m_stop, m_result, m_dismiss});
    m_conclusion->setObjectName(u"conclusion"_s);
    makeColumn(this, {14, 4, 8, 4}, 1, {row, m_ahead, m_about, makeRow(8, {m_meaning, {m_conclusion, 1}})});
    connect(m_back, &QToolButton::clicked, this, &ScenarioStrip::backClicked);
    connect(m_pause, &QToolButton::clicked, this, &ScenarioStrip::pauseClicked);
    connect(m_next, &QToolButton::clicked, this, &ScenarioStrip::nextClicked);
    connect(m_stop, &QPushButton::clicked, this, &ScenarioStrip::stopClicked);
    connect(m_result, &QPushButton::clicked, this, &ScenarioStrip::resultClicked);
    connect(m_dismiss, &QPushButton::clicked, this, &QWidget::hide);
    connect(m_dismiss, &QPushButton::clicked, this, &ScenarioStrip::dismissed);
    hide();
}

/// In a low window the rows of the queue come first; the tool tip has it.
void ScenarioStrip::showAbout()
{
    constexpr int lowWindow = 700;
    m_about->setVisible(!m_about->whole().isEmpty() && window()->height() >= lowWindow * typeScale()
                        && !m_isPresenting);
}

void ScenarioStrip::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    showAbout();
}

void ScenarioStrip::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    Q_EMIT shown(true);
}

void ScenarioStrip::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    Q_EMIT shown(false);
}

void ScenarioStrip::setPresenting(bool presenting)
{
    m_isPresenting = presenting;
    setTone(m_step, presenting ? Tone::Title : Tone::Normal);
    setTone(m_ahead, presenting ? Tone::Heading : Tone::Normal);
    m_title->setVisible(!presenting);
    showAbout();
    showControls();
}

/// What is presented goes on by keys: its sentence needs the room.
void ScenarioStrip::showControls()
{
    for (QWidget *widget : std::initializer_list<QWidget *>{m_progress, m_pause, m_stop})
        widget->setVisible(m_isRunning && !m_isPresenting);
    m_back->setVisible(!m_isPresenting);
    m_next->setVisible(m_offersNext && !m_isPresenting);
}

void ScenarioStrip::showAhead(int index, const QString &text)
{
    m_ahead->setWhole(index < 0        ? QString() // its place stays
                      : text.isEmpty() ? tr("Space: step %1 of %2. What happens?").arg(index + 1).arg(m_steps)
                                       : tr("Space: step %1 of %2: %3").arg(index + 1).arg(m_steps).arg(text));
    m_ahead->setToolTip(m_ahead->whole());
}

void ScenarioStrip::showRunning(const QString &title, const QString &about, int steps, bool byHand)
{
    m_steps = steps;
    m_byHand = byHand;
    m_title->setWhole(title);
    m_title->setToolTip(about.isEmpty() ? title : title + u'\n' + about);
    m_about->setWhole(about);
    m_about->setToolTip(about);
    m_step->setWhole(tr("Starting its clients…"));
    m_progress->setRange(0, std::max(1, steps));
    m_progress->setValue(0);
    m_isRunning = true;
    m_offersNext = byHand;
    showControls();
    showAhead(-1, {});
    showPaused(false);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_verdict, m_result, m_dismiss, m_meaning, m_conclusion})
        widget->hide();
    m_ahead->setVisible(byHand);
    show();
}

void ScenarioStrip::showStep(int index, const QString &text, bool past)
{
    m_progress->setValue(std::max(index, 0));
    m_step->setWhole(index < 0 ? tr("Before the first step")
                     : past    ? tr("Back at step %1 of %2: %3").arg(index + 1).arg(m_steps).arg(text)
                               : tr("Step %1 of %2: %3").arg(index + 1).arg(m_steps).arg(text));
    m_step->setToolTip(m_step->whole());
    m_offersNext = past || m_byHand;
    showControls();
}

void ScenarioStrip::showPaused(bool paused)
{
    m_pause->setIcon(icon(paused ? IconId::Play : IconId::Pause));
    m_pause->setAccessibleName(paused ? tr("Go on") : tr("Pause"));
    m_pause->setToolTip(paused ? tr("Go on with the next step")
                               : tr("Begin no further step; time limits of the clients stand still"));
}

void ScenarioStrip::showResult(const lab::Verdict &verdict)
{
    m_verdict->setText(verdictText(verdict));
    m_verdict->setRole(verdictRole(verdict));
    m_byHand = false;
    m_meaning->setState(conclusionRole(verdict.conclusion));
    m_conclusion->setText(verdict.conclusion.text.shown());
    m_about->setWhole({});
    m_about->hide(); // the conclusion says more
    m_ahead->hide();
    m_isRunning = false;
    showControls();
    for (QWidget *widget : std::initializer_list<QWidget *>{m_verdict, m_result, m_dismiss, m_meaning, m_conclusion})
        widget->show();
    show();
}

QString ScenarioStrip::text() const
{
    return m_verdict->isHidden() ? m_step->whole() : m_verdict->text();
}

ScenarioFlow::ScenarioFlow(SessionController *controller, SpawnFlow *spawning, LiveWorld *world, QWidget *window)
    : QObject(window)
    , m_controller(controller)
    , m_spawning(spawning)
    , m_world(world)
    , m_window(window)
    , m_next(new QAction(icon(IconId::StepForward), tr("Next step"), this))
    , m_back(new QAction(icon(IconId::StepBack), tr("Step back"), this))
{
    m_next->setShortcut(Qt::Key_Space);
    m_back->setShortcut(Qt::SHIFT | Qt::Key_Space);
    connect(m_next, &QAction::triggered, this, &ScenarioFlow::goNext);
    connect(m_back, &QAction::triggered, this, &ScenarioFlow::goBack);
    connect(world, &LiveWorld::aboutToBegin, this, &ScenarioFlow::forgetRun);
    connect(world, &LiveWorld::appended, this, &ScenarioFlow::onEvents);
    connect(controller->engine(), &Engine::scenarioWaits, this, &ScenarioFlow::onWaits);
    connect(world, &LiveWorld::cursorMoved, this, [this] {
        const qsizetype begun = stepsBegun();
        if (m_strip && !m_begun.isEmpty())
            m_strip->showStep(int(begun) - 1, m_texts.value(begun - 1),
                              m_world->isRewound() && m_world->position() != m_last);
        updateActions();
    });
    updateActions();
}

void ScenarioFlow::setStrip(ScenarioStrip *strip)
{
    m_strip = strip;
    connect(strip, &ScenarioStrip::stopClicked, this, [this] { m_controller->engine()->stopScenario(); });
    connect(strip, &ScenarioStrip::resultClicked, this, &ScenarioFlow::showResult);
    connect(strip, &ScenarioStrip::pauseClicked, this, &ScenarioFlow::togglePause);
    connect(strip, &ScenarioStrip::backClicked, this, &ScenarioFlow::goBack);
    connect(strip, &ScenarioStrip::nextClicked, this, &ScenarioFlow::goNext);
    connect(strip, &ScenarioStrip::dismissed, this, [this] {
        m_begun.clear();
        m_world->goLive();
        updateActions();
    });
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
    openScenario(lab::loadScenario(file));
}

void ScenarioFlow::chooseDuel()
{
    auto *dialog = new DuelDialog(m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FormDialog::submitted, this, [this, dialog] {
        const auto duel = dialog->duel();
        dialog->accept(); // what asks for a server next is no dialog over a dialog
        openScenario(duel);
    });
    dialog->open();
}

void ScenarioFlow::openScenario(const Result<lab::Scenario> &scenario)
{
    if (!scenario) {
        Q_EMIT bannerWanted(Banner::Severity::Error, tr("The scenario cannot be run as it stands."),
                            scenario.error().sentence().shown());
        return;
    }
    m_opened = *scenario;
    Q_EMIT opened();
}

Target ScenarioFlow::wanted() const
{
    Target target;
    if (!m_opened || m_opened->backend == locks::Backend::ZooKeeper) {
        target.sandboxServers = 1;
        return target;
    }
    target.other = BackendSpec{m_opened->backend};
    target.other->servers = m_opened->privateServers();
    target.other->replica = m_opened->replica;
    return target;
}

bool ScenarioFlow::runsOn(const Target &target) const
{
    if (!m_opened)
        return target.backend() == locks::Backend::ZooKeeper;
    return target.backend() == m_opened->backend && target.servers() >= m_opened->privateServers() && !m_opened->replica
           && (target.isPrivate() || !m_opened->touchesServers());
}

void ScenarioFlow::runOpened()
{
    if (!m_opened)
        return;
    const lab::Scenario scenario = *std::exchange(m_opened, std::nullopt);
    m_world->goLive(); // it may stand where the one before ended
    const QString why = m_running ? tr("Another one is running: wait for it, or stop it.") : m_spawning->whyNot();
    if (!why.isEmpty()) {
        Q_EMIT bannerWanted(Banner::Severity::Error, tr("The scenario was not run."), why);
        return;
    }
    run(scenario);
}

void ScenarioFlow::run(const lab::Scenario &scenario)
{
    if (m_running || !m_strip)
        return;
    m_scenario = scenario;
    if (!m_controller->target().spec.production)
        return start({});
    const QStringList written = scenario.written();
    auto *confirm = new ConfirmDialog(
        Text::ofFile(scenario.title).shown(),
        tr("This is a production ensemble. The scenario and its clients write to %1. What they made is deleted when it "
           "ends.")
            .arg(lab::writtenText(written).shown()),
        tr("Run"), lab::confirmationOf(written), m_window);
    confirm->setAttribute(Qt::WA_DeleteOnClose);
    connect(confirm, &QDialog::accepted, this, [this, confirm] { start(confirm->typed()); });
    confirm->open();
}

void ScenarioFlow::start(const QString &confirmation)
{
    m_world->goLive();
    m_running = true;
    m_paused = false;
    m_ahead = -1;
    m_begun.clear();
    m_texts.clear();
    m_last = 0;
    m_world->tick(); // it begins now, not at the last frame
    m_beganNs = m_world->nowNs();
    m_scenario.byHand = m_pace == byHand;
    m_scenario.pace = std::max(m_pace, std::chrono::milliseconds(0));
    m_verdict.reset();
    Q_EMIT begins(m_scenario.firstTaken(), m_scenario.show);
    m_strip->showRunning(Text::ofFile(m_scenario.title).shown(), Text::ofFile(m_scenario.about).shown(),
                         static_cast<int>(m_scenario.steps.size()), m_scenario.byHand);
    updateActions();
    m_controller->runScenario(m_scenario, confirmation,
                              [this](const Result<lab::Verdict> &verdict) { onEnded(verdict); });
}

void ScenarioFlow::onEvents(const journal::EventBatch &batch)
{
    if (!m_running)
        return;
    for (const journal::Event &event : batch) {
        if (const auto *step = std::get_if<journal::ScenarioStep>(&event.what)) {
            if (step->index >= m_ahead)
                onWaits(-1);
            m_begun += event.number;
            m_texts += step->text.shown();
            if (!m_world->isRewound())
                m_strip->showStep(step->index, m_texts.last());
        } else if (const auto *notice = std::get_if<journal::Notice>(&event.what);
                   notice && notice->text == lab::stepsOverText()) {
            m_last = event.number;
            // When this batch has been shown: the cursor cannot move in the midst of it.
            QMetaObject::invokeMethod(this, &ScenarioFlow::keepLastPicture, Qt::QueuedConnection);
        }
    }
    updateActions();
}

/// What the scenario came to stays in sight; its clients are being closed behind it.
void ScenarioFlow::keepLastPicture()
{
    if (m_last != 0 && !m_world->isRewound() && m_last < m_world->lastPosition())
        m_world->seek(m_last);
    if (m_last != 0)
        Q_EMIT pictureKept(m_beganNs, m_world->positionNs());
}

/// Its steps are events of a journal that is no more.
void ScenarioFlow::forgetRun()
{
    m_begun.clear();
    m_texts.clear();
    m_last = 0;
    m_verdict.reset();
    if (m_strip && !m_running)
        m_strip->hide();
    updateActions();
}

qsizetype ScenarioFlow::stepsBegun() const
{
    return std::upper_bound(m_begun.begin(), m_begun.end(), m_world->position()) - m_begun.begin();
}

void ScenarioFlow::updateActions()
{
    const bool byHandNow = m_running && m_scenario.byHand;
    const bool inRun = !m_begun.isEmpty();
    m_next->setEnabled(byHandNow || (inRun && m_world->isRewound() && m_world->position() != m_last));
    m_back->setEnabled(inRun && stepsBegun() > 0);
}

void ScenarioFlow::togglePause()
{
    setPaused(!m_paused);
    if (!m_paused)
        m_world->goLive();
}

void ScenarioFlow::setHidesNext(bool hides)
{
    m_hidesNext = hides;
    showAhead();
}

void ScenarioFlow::onWaits(int step)
{
    if (!m_running)
        return;
    m_ahead = step;
    showAhead();
}

void ScenarioFlow::showAhead()
{
    const bool isTold = m_ahead >= 0 && m_ahead < m_scenario.steps.size() && !m_hidesNext;
    if (m_strip)
        m_strip->showAhead(m_ahead, isTold ? lab::describe(m_scenario.steps[m_ahead]).shown() : QString());
}

void ScenarioFlow::setPaused(bool paused)
{
    m_paused = paused;
    m_strip->showPaused(paused);
    m_controller->engine()->pauseScenario(paused);
}

/// To what was the case before the newest step that is shown. A run is paused meanwhile.
void ScenarioFlow::goBack()
{
    const qsizetype begun = stepsBegun();
    if (begun == 0)
        return;
    if (m_running)
        setPaused(true);
    m_world->seek(m_begun[begun - 1] - 1);
}

/// To the end of the next step that was; at the end of all that was the run goes on.
void ScenarioFlow::goNext()
{
    const qsizetype begun = stepsBegun();
    if (m_world->isRewound() && begun + 1 < m_begun.size())
        return m_world->seek(m_begun[begun + 1] - 1);
    if (m_world->isRewound() && m_last != 0)
        return m_world->seek(m_last);
    const bool wasPast = m_world->isRewound();
    m_world->goLive();
    if (!m_running)
        return;
    setPaused(false);
    if (!wasPast)
        m_controller->engine()->stepScenario(int(m_begun.size()));
}

void ScenarioFlow::onEnded(const Result<lab::Verdict> &verdict)
{
    m_running = false;
    keepLastPicture();
    updateActions();
    if (!verdict || verdict->stopped) {
        m_strip->hide();
        if (verdict || verdict.error().code == ErrorCode::Cancelled)
            Q_EMIT bannerWanted(Banner::Severity::Note, tr("The scenario was stopped."), {});
        else
            Q_EMIT bannerWanted(Banner::Severity::Error, tr("The scenario did not run."),
                                verdict.error().sentence().shown());
        return;
    }
    m_verdict = *verdict;
    m_strip->showResult(*m_verdict); // the table on demand: it would stand before the picture
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

#include "moc_scenarioflow.cpp"
