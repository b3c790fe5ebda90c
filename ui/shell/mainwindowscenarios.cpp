// SPDX-License-Identifier: Apache-2.0
// Scenarios in the main window: chosen from those that come with the program or from a file, and run on what is
// connected, or on a sandbox of their own where nothing is.
#include "core/scenario/scenariofiles.h"
#include "ui/shell/mainwindow.h"
#include "ui/shell/scenarioflow.h"
#include "ui/shell/startpage.h"
#include "ui/shell/workspace.h"
#include "ui/theme/icon.h"
#include "ui/theme/widgets.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QMenu>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// With a key of its own: the first letter of a word that is not taken yet, else any letter. \a taken has it then.
QString withMnemonic(const QString &title, QString &taken)
{
    const auto isFree = [&](qsizetype at) { return title[at].isLetter() && !taken.contains(title[at].toLower()); };
    qsizetype place = -1;
    for (qsizetype i = 0; i < title.size() && place < 0; ++i) {
        if (isFree(i) && (i == 0 || title[i - 1].isSpace()))
            place = i;
    }
    for (qsizetype i = 0; i < title.size() && place < 0; ++i) {
        if (isFree(i))
            place = i;
    }
    if (place >= 0)
        taken += title[place].toLower();
    const auto escaped = [](QString part) { return part.replace(u'&', u"&&"_s); };
    return place < 0 ? escaped(title)
                     : escaped(title.left(place)) + u'&' + title.mid(place, 1) + escaped(title.mid(place + 1));
}

/// The letters that are keys of the menu's entries.
QString mnemonicsOf(const QMenu &menu)
{
    QString letters;
    for (const QAction *action : menu.actions()) {
        const QString text = action->text();
        letters += text.mid(text.indexOf(u'&') + 1, text.contains(u'&') ? 1 : 0).toLower();
    }
    return letters;
}

} // namespace

void MainWindow::connectScenarios()
{
    m_scenarios = new ScenarioFlow(m_controller, m_world, this);
    connect(m_scenarios, &ScenarioFlow::saveRecordingRequested, this, &MainWindow::saveRecording);
    connect(m_scenarios, &ScenarioFlow::failed, this, [this](const Error &error) {
        if (error.code == ErrorCode::Cancelled)
            workspace()->messageBanner()->show(Banner::Severity::Note, tr("The scenario was stopped."));
        else
            workspace()->messageBanner()->show(Banner::Severity::Error, tr("The scenario did not run."),
                                               error.sentence());
    });
    connect(this, &MainWindow::ready, this, [this] {
        if (isOpen() && m_pendingScenario)
            runScenario(*std::exchange(m_pendingScenario, nullptr));
    });
}

void MainWindow::buildScenarioMenu(QMenu *menu)
{
    auto *open = menu->addAction(icon(IconId::Open), tr("&Open scenario…"), this, &MainWindow::chooseScenario);
    open->setShortcut(Qt::CTRL | Qt::Key_R);
    buildPaceMenu(menu->addMenu(icon(IconId::Clock), tr("&Pace")));
    menu->addSeparator();
    menu->setToolTipsVisible(true);
    connect(
        menu, &QMenu::aboutToShow, this, [this, menu] { addShippedScenarios(menu); }, Qt::SingleShotConnection);
}

/// They are read when they are looked at, not when the program starts.
void MainWindow::addShippedScenarios(QMenu *menu)
{
    QString taken = mnemonicsOf(*menu);
    for (const QString &name : lab::shippedScenarios()) {
        const auto scenario = lab::loadScenario(name);
        if (!scenario)
            continue;
        menu->addAction(withMnemonic(scenario->title, taken), this, [this, name] { openScenario(name); })
            ->setToolTip(scenario->about);
    }
}

void MainWindow::buildPaceMenu(QMenu *menu)
{
    using namespace std::chrono_literals;
    auto *group = new QActionGroup(menu);
    const auto add = [&](const QString &text, std::chrono::milliseconds pace) {
        QAction *action = menu->addAction(text, this, [this, pace] { m_scenarios->setPace(pace); });
        action->setCheckable(true);
        action->setData(QVariant::fromValue(qint64(pace.count())));
        group->addAction(action);
    };
    add(tr("&Full speed"), 0ms);
    add(tr("A step each &half second"), 500ms);
    add(tr("A step each &second"), 1s);
    add(tr("A step each &three seconds"), 3s);
    connect(menu, &QMenu::aboutToShow, this, [this, group] {
        for (QAction *action : group->actions())
            action->setChecked(action->data().toLongLong() == m_scenarios->pace().count());
    });
}

void MainWindow::chooseScenario()
{
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open scenario"), {}, tr("Scenarios (*.json);;All files (*)"));
    if (!file.isEmpty())
        openScenario(file);
}

void MainWindow::openScenario(const QString &file)
{
    const auto scenario = lab::loadScenario(file);
    if (!scenario) {
        const QString title = tr("The scenario cannot be run as it stands.");
        if (isOpen())
            workspace()->messageBanner()->show(Banner::Severity::Error, title, scenario.error().sentence());
        else
            m_startPage->showError(title, scenario.error().sentence());
        return;
    }
    closeRecording();
    if (isOpen()) {
        runScenario(*scenario);
        return;
    }
    m_pendingScenario = std::make_unique<lab::Scenario>(*scenario);
    if (m_controller->phase() != SessionController::Phase::Idle)
        return; // something is being opened: on that
    Target target;
    target.sandboxServers = 1;
    open(target);
}

void MainWindow::runScenario(const lab::Scenario &scenario)
{
    const QString why =
        m_scenarios->isRunning() ? tr("Another one is running: wait for it, or stop it.") : whyNoSpawn();
    if (!why.isEmpty()) {
        workspace()->messageBanner()->show(Banner::Severity::Error, tr("The scenario was not run."), why);
        return;
    }
    workspace()->messageBanner()->hide();
    selectLock(scenario.locks().value(0));
    m_scenarios->run(scenario);
}

} // namespace lockscope::ui
