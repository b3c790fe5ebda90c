// SPDX-License-Identifier: Apache-2.0
#include "ui/programs/programspanel.h"

#include "core/base/visible.h"
#include "ui/programs/outputmodel.h"
#include "ui/programs/programsmodel.h"
#include "ui/programs/verdictview.h"
#include "ui/programs/waitingview.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/widgets.h"
#include "ui/world/liveworld.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

enum Tab { OutputTab, StepTab, VerdictTab };

void makeDense(QTableView *view)
{
    dressTable(view);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view->verticalHeader()->setMinimumSectionSize(10);
    view->verticalHeader()->setDefaultSectionSize(view->fontMetrics().height() + 7);
    view->horizontalHeader()->setStretchLastSection(true);
    view->setStyleSheet(u"QTableView::item { padding: 0 5px; } QHeaderView::section { padding: 3px 4px; }"_s);
}

/// "python3 kazoo_lock.py": without the folders.
QString shortCommand(const QStringList &command)
{
    QStringList words;
    for (const QString &word : command)
        words += word.startsWith(u'/') ? QFileInfo(word).fileName() : word;
    return visible(words.join(u' '));
}

} // namespace

ProgramsPanel::ProgramsPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_programs(new ProgramsModel(this))
    , m_output(new OutputModel([this](ClientId id) { return m_programs->nameOf(id); }, this))
    , m_filter(new OutputFilter(this))
    , m_programsView(new QTableView(this))
    , m_outputView(new QTableView(this))
    , m_verdict(new VerdictView(this))
    , m_waiting(new WaitingView(this))
    , m_tabs(new QTabBar(this))
    , m_right(new QStackedWidget(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new EmptyState(this))
    , m_pill(new Pill(this))
    , m_title(new ElidedLabel(Tone::Muted, this))
{
    m_filter->setSourceModel(m_output);
    buildPrograms();
    buildOutput();
    m_right->addWidget(m_outputView);
    m_right->addWidget(m_waiting);
    m_right->addWidget(m_verdict);
    auto *right = new QWidget(this);
    makeColumn(right, {}, 0, {{m_right, 1}});
    auto *both = new QSplitter(Qt::Horizontal, this);
    both->setChildrenCollapsible(false);
    both->addWidget(m_programsView);
    both->addWidget(right);
    both->setStretchFactor(0, 2);
    both->setStretchFactor(1, 3);
    both->setSizes({300, 420}); // until there is a width to share out
    auto *page = new QWidget(this);
    makeColumn(page, {}, 0, {buildBar(), {both, 1}});
    m_empty->set(IconId::Activity, tr("No client of another program is tried"),
                 tr("The processes of your own client appear here, with what they say and whether their lock held."),
                 tr("Try your client…"));
    m_pages->addWidget(m_empty);
    m_pages->addWidget(page);
    makeColumn(this, {}, 0, {{m_pages, 1}});
    setFocusProxy(m_outputView);

    connect(m_empty, &EmptyState::buttonClicked, this, &ProgramsPanel::tryRequested);
    connect(world, &LiveWorld::aboutToBegin, this, &ProgramsPanel::forget);
    connect(world, &LiveWorld::appended, this, &ProgramsPanel::follow);
    connect(world, &LiveWorld::ticked, this, &ProgramsPanel::updateState);
    connect(m_programs, &ProgramsModel::named, this, &ProgramsPanel::updateClients);
    connect(m_waiting, &WaitingView::chosen, this, &ProgramsPanel::letGoWanted);
    connect(m_verdict, &VerdictView::eventChosen, this, &ProgramsPanel::goTo);
    connect(m_verdict, &VerdictView::eventWanted, this, [this](quint64 number, ClientId client) {
        goTo(number, client);
        Q_EMIT journalWanted();
    });
    m_scroll.setSingleShot(true);
    m_scroll.setInterval(0);
    connect(&m_scroll, &QTimer::timeout, this, &ProgramsPanel::scrollToNewest);
}

void ProgramsPanel::buildPrograms()
{
    m_programsView->setObjectName(u"programsView"_s);
    m_programsView->setAccessibleName(tr("Processes"));
    m_programsView->setModel(m_programs);
    m_programsView->setMinimumWidth(150);
    m_programsView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // the tool tip has what is not seen
    makeDense(m_programsView);
    m_programsView->setSelectionMode(QAbstractItemView::SingleSelection);
    QHeaderView *header = m_programsView->horizontalHeader();
    header->resizeSection(ProgramsModel::Name, 72);
    header->resizeSection(ProgramsModel::State, 88);
    header->resizeSection(ProgramsModel::Grants, 60);
    // Not by the keyboard's coming to it: a client has a lock, and the whole window would go there.
    for (const auto chosen : {&QAbstractItemView::clicked, &QAbstractItemView::activated})
        connect(m_programsView, chosen, this,
                [this](const QModelIndex &index) { m_selection->setClient(m_programs->idAt(index.row())); });
}

void ProgramsPanel::buildOutput()
{
    m_outputView->setObjectName(u"outputView"_s);
    m_outputView->setAccessibleName(tr("Output"));
    m_outputView->setModel(m_filter);
    makeDense(m_outputView);
    m_outputView->setSelectionMode(QAbstractItemView::ExtendedSelection);
    QHeaderView *header = m_outputView->horizontalHeader();
    header->resizeSection(OutputModel::Time, 104);
    header->resizeSection(OutputModel::Client, 74);
    header->resizeSection(OutputModel::Stream, 64);
    // Scrolling up means reading: following would tear the lines away.
    connect(m_outputView->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] {
        const QScrollBar *bar = m_outputView->verticalScrollBar();
        m_followsNewest = bar->sliderPosition() >= bar->maximum();
    });
    auto *copy = new QAction(tr("Copy"), m_outputView);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(copied(false)); });
    auto *copyAll = new QAction(tr("Copy all that is shown"), m_outputView);
    connect(copyAll, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(copied(true)); });
    m_outputView->addActions({copy, copyAll});
    m_outputView->setContextMenuPolicy(Qt::ActionsContextMenu);
}

QWidget *ProgramsPanel::buildBar()
{
    auto *bar = new QWidget(this);
    m_tabs->setObjectName(u"programsTabs"_s);
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(tr("Output"));
    m_tabs->addTab(tr("Step"));
    m_tabs->addTab(tr("Verdict"));
    m_tabs->setAccessibleName(tr("Output, step or verdict"));
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_right->setCurrentIndex(tab);
        m_client->setVisible(tab == OutputTab);
        m_copy->setVisible(tab != StepTab);
    });
    m_client = new QComboBox(bar);
    m_client->setObjectName(u"outputClient"_s);
    m_client->setAccessibleName(tr("Client"));
    m_client->addItem(tr("All clients"), 0u);
    m_client->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_client->setMinimumContentsLength(9);
    m_client->setMinimumWidth(52);
    connect(m_client, &QComboBox::currentIndexChanged, this, [this] {
        m_filter->setClient(ClientId{m_client->currentData().toUInt()});
        m_scroll.start();
    });
    m_copy = makeToolButton(IconId::Copy, {}, tr("Copy all that is shown as text"), bar);
    m_copy->setObjectName(u"copyOutput"_s);
    m_copy->setAccessibleName(tr("Copy output or verdict"));
    connect(m_copy, &QToolButton::clicked, this, &ProgramsPanel::copy);
    m_step = makeToolButton(IconId::Hand, tr("Step"),
                            tr("Each of the lock’s own messages and each watch event waits until you let it pass; "
                               "the time limit rests meanwhile"),
                            bar);
    m_step->setObjectName(u"stepTrial"_s);
    m_step->setCheckable(true);
    m_step->hide(); // until there is something to step
    connect(m_step, &QToolButton::toggled, this, [this](bool byHand) {
        if (byHand)
            m_tabs->setCurrentIndex(StepTab);
        m_waiting->setMessages(byHand, {});
        Q_EMIT byHandWanted(byHand);
    });
    m_stop = new QPushButton(icon(IconId::Stop), tr("Stop"), bar);
    m_stop->setObjectName(u"stopTrial"_s);
    m_stop->setToolTip(tr("Ends the trial, all its processes and what they have started"));
    m_stop->hide(); // until there is something to stop
    connect(m_stop, &QPushButton::clicked, this, &ProgramsPanel::stopRequested);
    m_again = makeToolButton(IconId::Refresh, {}, tr("Try again…"), bar);
    m_again->setObjectName(u"tryAgain"_s);
    m_again->setAccessibleName(m_again->toolTip());
    connect(m_again, &QToolButton::clicked, this, &ProgramsPanel::tryRequested);
    makeRow(bar, {10, 6, 8, 5}, 8, {m_pill, {m_title, 1}, m_tabs, m_client, m_copy, m_step, m_stop, m_again});
    return bar;
}

// ---- a trial ----

void ProgramsPanel::begin(const trial::TrialSpec &spec)
{
    m_spec = spec;
    m_isRunning = true;
    m_isEnding = false;
    m_followsNewest = true;
    m_programs->clear();
    m_output->clear();
    m_verdict->clear();
    updateClients();
    {
        const QSignalBlocker known(m_step); // it begins so
        m_step->setChecked(spec.byHand);
    }
    m_waiting->setMessages(spec.byHand, {});
    m_tabs->setCurrentIndex(spec.byHand ? StepTab : OutputTab);
    m_tabs->setTabEnabled(StepTab, true);
    m_tabs->setTabEnabled(VerdictTab, false);
    m_pages->setCurrentIndex(1);
    updateState();
}

void ProgramsPanel::add(const trial::TrialNews &news)
{
    if (!m_isRunning)
        return;
    m_programs->add(news);
    m_output->add(news);
    m_scroll.start();
    updateState();
}

void ProgramsPanel::setWaiting(const QList<trial::WaitingMessage> &messages)
{
    if (m_isRunning)
        m_waiting->setMessages(m_step->isChecked(), messages);
}

void ProgramsPanel::follow(const journal::EventBatch &batch)
{
    if (!m_isRunning)
        return;
    m_programs->add(batch);
    updateState();
}

/// Its verdict names events of a journal that is no more.
void ProgramsPanel::forget()
{
    m_isRunning = m_isEnding = false;
    m_programs->clear();
    m_output->clear();
    m_verdict->clear();
    m_waiting->setMessages(false, {});
    m_pages->setCurrentIndex(0);
    updateClients();
    updateState();
}

void ProgramsPanel::setEnding()
{
    m_isEnding = true;
    updateState();
}

void ProgramsPanel::end(const trial::TrialVerdict &verdict, const QString &figures)
{
    m_verdict->setVerdict(verdict, figures, m_spec.seed);
    showVerdict();
    const bool isStopped = verdict.end().why == trial::TrialEnd::Why::Stopped && !verdict.firstWrong();
    m_pill->setText(trialVerdictWord(verdict));
    m_pill->setRole(verdict.isPassed() ? Role::Holding : isStopped ? Role::Neutral : Role::Wrong);
}

void ProgramsPanel::fail(const QString &title, const QString &why)
{
    m_verdict->setFailed(title, why);
    showVerdict();
    m_pill->setText(tr("Did not run"));
    m_pill->setRole(Role::Wrong);
}

/// Nothing runs any more.
void ProgramsPanel::showVerdict()
{
    m_isRunning = m_isEnding = false;
    m_waiting->setMessages(false, {});
    m_tabs->setTabEnabled(VerdictTab, true);
    m_tabs->setCurrentIndex(VerdictTab);
    m_tabs->setTabEnabled(StepTab, false);
    updateState();
}

QString ProgramsPanel::state() const
{
    return m_pill->text();
}

void ProgramsPanel::updateState()
{
    m_step->setVisible(m_isRunning);
    m_step->setEnabled(!m_isEnding);
    m_stop->setVisible(m_isRunning);
    m_stop->setEnabled(!m_isEnding);
    m_again->setVisible(!m_isRunning);
    QStringList parts{shortCommand(m_spec.command), visible(m_spec.lock)};
    const int all = m_spec.clients * m_spec.rounds;
    parts += all > 0 ? tr("%1 of %2 rounds").arg(m_programs->grants()).arg(all)
                     : tr("%n rounds", nullptr, m_programs->grants());
    m_title->setWhole(parts.join(u" · "_s));
    m_title->setToolTip(visible(m_spec.command.join(u' ')));
    if (!m_isRunning)
        return;
    m_pill->setText(m_isEnding ? tr("Ending") : tr("%n run", nullptr, m_programs->running()));
    m_pill->setRole(m_isEnding ? Role::Neutral : Role::Accent);
}

void ProgramsPanel::updateClients()
{
    const QVariant chosen = m_client->currentData();
    {
        const QSignalBlocker silent(m_client);
        while (m_client->count() > 1) // the first stands for all
            m_client->removeItem(1);
        for (int row = 0; row < m_programs->rowCount(); ++row) {
            const ClientId id = m_programs->idAt(row);
            m_client->addItem(m_programs->nameOf(id), id.value);
        }
        m_client->setCurrentIndex(std::max(0, m_client->findData(chosen)));
    }
    m_filter->setClient(ClientId{m_client->currentData().toUInt()});
}

void ProgramsPanel::scrollToNewest()
{
    if (m_followsNewest && m_outputView->isVisible())
        m_outputView->scrollToBottom();
}

/// The cursor of the window goes there, with the client chosen whose event it is.
void ProgramsPanel::goTo(quint64 number, ClientId client)
{
    m_world->seek(number);
    if (m_world->world().isLock(m_spec.lock))
        m_selection->setLock(m_spec.lock);
    if (!client.isNull())
        m_selection->setClient(client);
}

void ProgramsPanel::copy() const
{
    QGuiApplication::clipboard()->setText(m_tabs->currentIndex() == VerdictTab ? m_verdict->allText() : copied(true));
}

QString ProgramsPanel::copied(bool all) const
{
    QList<int> rows;
    if (all) {
        for (int row = 0; row < m_filter->rowCount(); ++row)
            rows += row;
    } else {
        for (const QModelIndex &index : m_outputView->selectionModel()->selectedRows())
            rows += index.row();
        std::ranges::sort(rows);
    }
    QString text;
    for (const int row : std::as_const(rows))
        text += m_output->textOf(m_filter->mapToSource(m_filter->index(row, 0)).row()) + u'\n';
    return text;
}

} // namespace lockscope::ui

#include "moc_programspanel.cpp"
