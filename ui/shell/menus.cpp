// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/menus.h"

#include "core/locks/recipecatalog.h"
#include "core/scenario/scenariofiles.h"
#include "ui/compare/comparedialog.h"
#include "ui/dialogs/helpdialogs.h"
#include "ui/locks/lockspanel.h"
#include "ui/selection/clientactions.h"
#include "ui/selection/selection.h"
#include "ui/settings/settings.h"
#include "ui/shell/connectflow.h"
#include "ui/shell/exportflow.h"
#include "ui/shell/lessonflow.h"
#include "ui/shell/modelflow.h"
#include "ui/shell/recordingflow.h"
#include "ui/shell/scenarioflow.h"
#include "ui/shell/workspace.h"
#include "ui/theme/icon.h"
#include "ui/timetravel/timebar.h"
#include "ui/world/liveworld.h"

#include <QActionGroup>
#include <QHash>
#include <QMenuBar>

#include <functional>
#include <utility>
#include <vector>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// What could be a title's key: the first letters of its words, then the others.
QString keysOf(const QString &title)
{
    QString first;
    QString others;
    for (qsizetype i = 0; i < title.size(); ++i) {
        if (title[i].unicode() < 0x80 && title[i].isLetter())
            (i == 0 || title[i - 1].isSpace() ? first : others) += title[i].toLower();
    }
    return first + others;
}

QString marked(const QString &title, QChar key)
{
    const auto escaped = [](QString part) { return part.replace(u'&', u"&&"_s); };
    if (key.isNull())
        return escaped(title);
    const qsizetype word = (u' ' + title).indexOf(u' ' + QString(key), 0, Qt::CaseInsensitive);
    const qsizetype place = word >= 0 ? word : title.indexOf(key, 0, Qt::CaseInsensitive);
    return escaped(title.left(place)) + u'&' + escaped(title.mid(place));
}

/// Each with a key of its own, as long as letters are left: one gives way to another that has no other letter (Kuhn's
/// matching). \a taken has them then.
QStringList withMnemonics(const QStringList &titles, QString &taken)
{
    QHash<QChar, qsizetype> titleOf;
    const std::function<bool(qsizetype, QString &)> find = [&](qsizetype title, QString &tried) {
        const QString keys = keysOf(titles[title]);
        for (const QChar key : keys) {
            if (taken.contains(key) || tried.contains(key))
                continue;
            tried += key;
            if (!titleOf.contains(key) || find(titleOf.value(key), tried)) {
                titleOf[key] = title;
                return true;
            }
        }
        return false;
    };
    for (qsizetype title = 0; title < titles.size(); ++title) {
        QString tried;
        find(title, tried);
    }
    QStringList shown;
    for (qsizetype title = 0; title < titles.size(); ++title) {
        const QChar key = titleOf.key(title);
        shown += marked(titles[title], key);
        if (!key.isNull())
            taken += key;
    }
    return shown;
}

QString withMnemonic(const QString &title, QString &taken)
{
    return withMnemonics({title}, taken).constFirst();
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

void openDialog(QDialog *dialog)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

} // namespace

Menus::Menus(const Flows &flows, Settings *settings, QMainWindow *window)
    : QObject(window)
    , m_flows(flows)
    , m_settings(settings)
    , m_window(window)
{
    QMenuBar *bar = window->menuBar();
    buildConnectionMenu(bar->addMenu(tr("&Connection")));
    buildLocksMenu(bar->addMenu(tr("&Locks")));
    m_timeMenu = bar->addMenu(tr("&Time"));
    buildViewMenu(bar->addMenu(tr("&View")));
    m_windowMenu = bar->addMenu(tr("&Window"));
    buildHelpMenu(bar->addMenu(tr("&Help")));
}

void Menus::buildConnectionMenu(QMenu *menu)
{
    menu->addAction(icon(IconId::Connect), tr("&Connect…"), Qt::CTRL | Qt::Key_O, m_flows.connection,
                    qOverload<>(&ConnectFlow::openDialog));
    QMenu *sandbox = menu->addMenu(icon(IconId::Sandbox), tr("&Sandbox"));
    for (const int servers : {1, 3, 5})
        sandbox->addAction(tr("&%n servers", nullptr, servers), this,
                           [this, servers] { Q_EMIT sandboxRequested(servers); });
    QMenu *others = menu->addMenu(icon(IconId::Server), tr("Redis and data&bases"));
    QString taken;
    for (const locks::Backend backend :
         {locks::Backend::Redis, locks::Backend::Sqlite, locks::Backend::MariaDb, locks::Backend::PostgreSql}) {
        QMenu *other = others->addMenu(withMnemonic(locks::backendText(backend), taken));
        QString takenThere;
        for (const BackendSpec &spec : privateBackends()) {
            if (spec.backend == backend)
                other->addAction(withMnemonic(tr("Start private %1").arg(privateBackendText(spec)), takenThere), this,
                                 [this, spec] { Q_EMIT backendRequested(spec); });
        }
        other->addAction(withMnemonic(tr("Connect to…"), takenThere), this,
                         [this, backend] { Q_EMIT backendAddressRequested(backend); });
    }
    menu->addAction(icon(IconId::Workflow), tr("Compare loc&ks…"), this,
                    [this] { openDialog(new CompareDialog(*m_flows.controller->engine(), m_window)); });
    menu->addSeparator();
    menu->addAction(icon(IconId::Book), tr("Lear&n…"), Qt::CTRL | Qt::Key_L, m_flows.lessons, &LessonFlow::choose);
    menu->addAction(icon(IconId::StepForward), tr("Open a &model…"), Qt::CTRL | Qt::Key_M, m_flows.models,
                    &ModelFlow::choose);
    menu->addAction(icon(IconId::File), tr("Open sc&hedule…"), m_flows.models, &ModelFlow::chooseSchedule);
    menu->addAction(icon(IconId::Recording), tr("Open &recording…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O,
                    m_flows.recordings, &RecordingFlow::choose);
    m_save = menu->addAction(icon(IconId::Export), tr("Sa&ve recording…"), QKeySequence::Save, m_flows.recordings,
                             &RecordingFlow::save);
    m_exportMenu = menu->addMenu(icon(IconId::Export), tr("&Export"));
    m_flows.exports->fill(m_exportMenu);
    menu->addSeparator();
    m_log = menu->addAction(icon(IconId::Info), tr("Server &log…"), this,
                            [this] { openDialog(new ServerLogDialog(m_flows.controller->sandbox(), m_window)); });
    m_sessionActions << menu->addAction(icon(IconId::Disconnect), tr("&Disconnect"), this, &Menus::disconnectRequested);
    QAction *asks = menu->addAction(tr("&Ask before events are lost"), this,
                                    [this](bool checked) { m_settings->setAsksBeforeLoss(checked); });
    asks->setCheckable(true);
    connect(menu, &QMenu::aboutToShow, asks, [this, asks] { asks->setChecked(m_settings->asksBeforeLoss()); });
    menu->addSeparator();
    menu->addAction(icon(IconId::Leave), tr("&Quit"), Qt::CTRL | Qt::Key_Q, m_window, &QWidget::close);
}

void Menus::buildLocksMenu(QMenu *menu)
{
    m_spawn =
        menu->addAction(icon(IconId::Plus), tr("&Spawn clients…"), Qt::CTRL | Qt::Key_N, this, &Menus::spawnRequested);
    buildScenarioMenu(menu->addMenu(icon(IconId::Workflow), tr("S&cenarios")));
    menu->addAction(icon(IconId::Activity), tr("&Try your client…"), Qt::CTRL | Qt::Key_T, this,
                    &Menus::trialRequested);
    m_sessionActions << menu->addAction(icon(IconId::Search), tr("&Filter locks"), this,
                                        [this] { m_workspace->locks()->focusFilter(); });
    m_sessionActions << menu->addAction(icon(IconId::Refresh), tr("&Read again"), Qt::Key_F5, this,
                                        [this] { m_workspace->selection()->refreshAction()->trigger(); });
    m_sessionActions << menu->addAction(
        icon(IconId::Pause), tr("&Pause or go on live"), Qt::SHIFT | Qt::Key_F5, this,
        [this] { Q_EMIT m_workspace->locks()->liveRequested(m_flows.world->world().observation().paused); });
    menu->addSeparator();
    m_chosenMenu = menu->addMenu(tr("S&elected"));
}

void Menus::buildScenarioMenu(QMenu *menu)
{
    menu->addAction(icon(IconId::Open), tr("&Open scenario…"), Qt::CTRL | Qt::Key_R, m_flows.scenarios,
                    &ScenarioFlow::choose);
    buildPaceMenu(menu->addMenu(icon(IconId::Clock), tr("&Pace")));
    menu->addActions(m_flows.scenarios->actions());
    menu->addSeparator();
    addScenariosTo(menu);
}

void Menus::addScenariosTo(QMenu *menu)
{
    if (menu->isEmpty()) {
        menu->addAction(icon(IconId::Open), tr("&Open scenario…"), m_flows.scenarios, &ScenarioFlow::choose);
        menu->addSeparator();
    }
    menu->setToolTipsVisible(true);
    connect(
        menu, &QMenu::aboutToShow, this, [this, menu] { addShippedScenarios(menu); }, Qt::SingleShotConnection);
}

/// They are read when they are looked at, not when the program starts.
void Menus::addShippedScenarios(QMenu *menu)
{
    auto *broken = new QMenu(tr("Bro&ken on purpose"), menu);
    broken->setIcon(icon(IconId::Warning));
    broken->setToolTipsVisible(true);
    const auto add = [this](QMenu *to, const QStringList &names, QString taken) {
        std::vector<std::pair<QString, lab::Scenario>> scenarios;
        QStringList titles;
        for (const QString &name : names) {
            if (auto scenario = lab::loadScenario(name)) {
                titles += Text::ofFile(scenario->title).shown();
                scenarios.emplace_back(name, *std::move(scenario));
            }
        }
        titles = withMnemonics(titles, taken);
        for (const auto &[name, scenario] : scenarios)
            to->addAction(titles.takeFirst(), this, [this, name = name] {
                  m_flows.scenarios->open(name);
              })->setToolTip(Text::ofFile(scenario.about).shown());
    };
    QStringList sound;
    QStringList unsound;
    for (const QString &name : lab::shippedScenarios()) {
        const auto recipe = locks::recipeFromName(name);
        (recipe && !locks::recipeInfo(*recipe).isSound() ? unsound : sound) += name;
    }
    add(menu, sound, mnemonicsOf(*menu) + u"kuy"_s);
    add(broken, unsound, {});
    auto *duels = new QMenu(tr("Two recipes side b&y side"), menu);
    duels->setIcon(icon(IconId::Workflow));
    duels->addAction(tr("&Choose the two…"), m_flows.scenarios, &ScenarioFlow::chooseDuel);
    duels->addSeparator();
    QString takenByDuels = u"c"_s;
    for (const QString &name : lab::shippedDuels())
        duels->addAction(withMnemonic(lab::duelTitle(name).shown(), takenByDuels), this,
                         [this, name] { m_flows.scenarios->open(name); });
    menu->addMenu(duels);
    menu->addMenu(broken);
    auto *others = new QMenu(tr("&Using Redis or a database"), menu);
    others->setIcon(icon(IconId::Server));
    others->setToolTipsVisible(true);
    add(others, lab::shippedScenarios(locks::Backend::Redis) + lab::shippedScenarios(locks::Backend::Sqlite), u"d"_s);
    menu->addMenu(others);
    auto *numbers = new QMenu(tr("Or&der numbers with each lock"), others);
    numbers->setIcon(icon(IconId::Workflow));
    QString takenAmongServers;
    for (size_t i = 0; i < locks::backendCount; ++i) {
        const auto backend = static_cast<locks::Backend>(i);
        QMenu *server = numbers->addMenu(withMnemonic(locks::backendText(backend), takenAmongServers));
        QString takenByLocks;
        for (const QString &name : lab::orderNumberScenarios(backend))
            server->addAction(withMnemonic(name.section(u':', 1).section(u'@', 0, 0), takenByLocks), this,
                              [this, name] { m_flows.scenarios->open(name); });
    }
    others->addSeparator();
    others->addMenu(numbers);
}

void Menus::buildPaceMenu(QMenu *menu)
{
    using namespace std::chrono_literals;
    ScenarioFlow *scenarios = m_flows.scenarios;
    auto *group = new QActionGroup(menu);
    const auto add = [&](const QString &text, std::chrono::milliseconds pace) {
        QAction *action = menu->addAction(text, scenarios, [this, scenarios, pace] {
            scenarios->setPace(pace);
            m_settings->setPace(pace);
        });
        action->setCheckable(true);
        action->setData(QVariant::fromValue(qint64(pace.count())));
        group->addAction(action);
    };
    add(tr("&Full speed"), 0ms);
    add(tr("A step every &half second"), 500ms);
    add(tr("A step every &second"), 1s);
    add(tr("A step every &three seconds"), 3s);
    add(tr("&Wait for Space"), ScenarioFlow::byHand);
    menu->addSeparator();
    QAction *predict = menu->addAction(tr("&Predict first: of the next step its number alone"), scenarios,
                                       &ScenarioFlow::setHidesNext);
    predict->setCheckable(true);
    connect(menu, &QMenu::aboutToShow, group, [scenarios, group] {
        for (QAction *action : group->actions())
            action->setChecked(action->data().toLongLong() == scenarios->pace().count());
    });
}

void Menus::buildViewMenu(QMenu *menu)
{
    buildThemeMenu(menu->addMenu(icon(IconId::Sun), tr("&Theme")), m_settings->theme());
    buildLanguageMenu(menu->addMenu(tr("&Language")));
    const auto addStep = [&](const QString &text, int steps, const QList<QKeySequence> &keys) {
        QAction *action = menu->addAction(text, this, [this, steps] { Q_EMIT typeStepped(steps); });
        action->setShortcuts(keys);
        m_window->addAction(action); // also where no menu is shown
    };
    menu->addSeparator();
    addStep(tr("L&arger type"), 1, {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    addStep(tr("&Smaller type"), -1, {QKeySequence(Qt::CTRL | Qt::Key_Minus)});
    addStep(tr("&Usual type"), 0, {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_0)});
    menu->addSeparator();
    QAction *present = menu->addAction(tr("&Present"), this, &Menus::presentationToggled);
    present->setShortcuts({QKeySequence(Qt::Key_F11), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)});
    m_window->addAction(present); // it ends there too, where no menu is shown
}

void Menus::buildLanguageMenu(QMenu *menu)
{
    auto *group = new QActionGroup(this);
    const auto add = [&](const QString &text, const QString &language) {
        QAction *action = menu->addAction(text, this, [this, language] {
            m_settings->setLanguage(language);
            Q_EMIT languageChosen();
        });
        action->setCheckable(true);
        action->setChecked(m_settings->language() == language);
        group->addAction(action);
    };
    add(tr("The &system's"), {});
    add(u"&English"_s, u"en"_s); // each in itself
    add(u"简体中文(&C)"_s, u"zh_CN"_s);
}

void Menus::buildThemeMenu(QMenu *menu, ThemeChoice theme)
{
    auto *group = new QActionGroup(this);
    const auto add = [&](const QString &text, ThemeChoice choice) {
        QAction *action = menu->addAction(text, this, [this, choice] { Q_EMIT themeChosen(choice); });
        action->setCheckable(true);
        action->setChecked(theme == choice);
        group->addAction(action);
    };
    add(tr("&System"), ThemeChoice::System);
    add(tr("&Light"), ThemeChoice::Light);
    add(tr("&Dark"), ThemeChoice::Dark);
}

void Menus::buildHelpMenu(QMenu *menu)
{
    menu->addAction(icon(IconId::Keyboard), tr("&Keyboard shortcuts"), this,
                    [this] { openDialog(new ShortcutsDialog(m_window->menuBar(), m_window)); })
        ->setShortcuts({QKeySequence(u"?"_s), QKeySequence(Qt::Key_F1)});
    menu->addAction(icon(IconId::Info), tr("&About Lockscope"), this,
                    [this] { openDialog(new AboutDialog(m_window)); });
}

void Menus::setWorkspace(Workspace *workspace)
{
    m_workspace = workspace;
    m_windowMenu->addActions(workspace->goActions());
    m_windowMenu->addSeparator();
    QMenu *shown = m_windowMenu->addMenu(tr("&Shown panels"));
    QString taken;
    for (QAction *toggle : workspace->toggleActions()) {
        toggle->setText(withMnemonic(toggle->text(), taken));
        shown->addAction(toggle);
    }
    m_sessionActions << shown->menuAction();
    m_sessionActions << m_windowMenu->addAction(icon(IconId::Reset), tr("Restore &default layout"), workspace,
                                                &Workspace::restoreDefaultLayout);
    m_sessionActions << workspace->goActions();
}

void Menus::setShown(const Workspace *shown, bool isLive)
{
    for (QAction *action : std::as_const(m_sessionActions))
        action->setEnabled(isLive);
    // What was seen before a disconnect can be saved after it.
    m_save->setEnabled(isLive || (!shown && m_flows.world->journal().size() > 0));
    m_log->setEnabled(!m_flows.controller->sandbox().servers.isEmpty());
    m_timeMenu->clear();
    m_chosenMenu->clear();
    if (shown) {
        m_timeMenu->addActions(shown->time()->actions());
        m_chosenMenu->addActions(shown->selection()->actions());
        m_chosenMenu->addSeparator();
        m_chosenMenu->addActions(shown->selection()->clientActions()->actions());
        m_chosenMenu->addAction(shown->selection()->holderReleasesAction());
    }
    for (const QMenu *menu : {m_timeMenu, m_chosenMenu, m_exportMenu})
        menu->menuAction()->setEnabled(shown != nullptr);
}

} // namespace lockscope::ui

#include "moc_menus.cpp"
