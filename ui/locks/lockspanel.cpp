// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/lockspanel.h"

#include "ui/locks/locksview.h"
#include "ui/selection/selection.h"
#include "ui/theme/widgets.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QToolButton>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Freshness;

namespace {

/// A reading that is over by then needs no bar.
constexpr qint64 patienceMs = 300;
constexpr int steps = 1000;

} // namespace

DiscoveryBar::DiscoveryBar(QWidget *parent)
    : QWidget(parent)
    , m_text(new QLabel(this))
    , m_progress(new QProgressBar(this))
    , m_button(new QPushButton(this))
{
    setTone(m_text, Tone::Small);
    m_text->setWordWrap(true);
    m_progress->setRange(0, steps);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of reading the tree"));
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_progress, 1);
    row->addWidget(m_button);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 4, 12, 2);
    column->setSpacing(2);
    column->addWidget(m_text);
    column->addLayout(row);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_incomplete)
            Q_EMIT continueRequested();
        else
            Q_EMIT cancelRequested();
    });
    hide();
}

void DiscoveryBar::setObservation(const journal::ObservationChanged &observation)
{
    m_incomplete = observation.incomplete;
    const bool reading = observation.freshness == journal::Freshness::Reading && observation.readsPending > 0;
    if (!reading)
        m_reading.invalidate();
    else if (!m_reading.isValid())
        m_reading.start();
    setVisible(m_incomplete || (reading && m_reading.elapsed() > patienceMs));
    if (isHidden())
        return;
    m_progress->setVisible(!m_incomplete);
    m_button->setText(m_incomplete ? tr("Continue") : tr("Cancel"));
    m_button->setToolTip(m_incomplete ? tr("Read the rest of the tree")
                                      : tr("Stop here: what was found stays, and stays live"));
    const QLocale locale;
    if (m_incomplete) {
        m_text->setText(tr("Incomplete: reading was cancelled, more may be there."));
        return;
    }
    m_text->setText(
        tr("%1 read, %2 to go").arg(locale.toString(observation.readsDone), locale.toString(observation.readsPending)));
    const qint64 all = qint64(observation.readsDone) + observation.readsPending;
    m_progress->setValue(all > 0 ? int(qint64(steps) * observation.readsDone / all) : 0);
}

LocksPanel::LocksPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_model(new LocksModel(world, this))
    , m_filtered(new QSortFilterProxyModel(this))
    , m_filter(new QLineEdit(this))
    , m_view(new LocksView(this))
    , m_empty(new EmptyState(this))
    , m_pages(new QStackedWidget(this))
    , m_footer(new QLabel(this))
    , m_allNodes(new QToolButton(this))
    , m_refresh(new QToolButton(this))
    , m_pause(new QToolButton(this))
    , m_discovery(new DiscoveryBar(this))
{
    m_filtered->setRecursiveFilteringEnabled(true);
    m_filtered->setFilterRole(LocksModel::PathRole);
    m_filtered->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filtered->setSourceModel(m_model);
    connect(m_filtered, &QAbstractItemModel::rowsInserted, this, &LocksPanel::onRowsInserted);
    m_view->setModel(m_filtered);
    m_view->setAccessibleName(tr("Locks"));
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &LocksPanel::onSelectionChanged);
    connect(m_view, &QWidget::customContextMenuRequested, this, &LocksPanel::showContextMenu);

    m_filter->setPlaceholderText(tr("Filter locks  Ctrl+F"));
    m_filter->setAccessibleName(tr("Filter locks"));
    m_filter->setClearButtonEnabled(true);
    m_filterDelay.setSingleShot(true);
    m_filterDelay.setInterval(300ms);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (text.isEmpty())
            applyFilter(); // clearing needs no patience
        else
            m_filterDelay.start();
    });
    connect(m_filter, &QLineEdit::returnPressed, this, &LocksPanel::applyFilter);
    connect(&m_filterDelay, &QTimer::timeout, this, &LocksPanel::applyFilter);
    auto *find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, this, &LocksPanel::focusFilter);
    auto *escape = new QShortcut(Qt::Key_Escape, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
    connect(escape, &QShortcut::activated, m_filter, &QLineEdit::clear);

    m_allNodes->setCheckable(true);
    m_allNodes->setIcon(icon(IconId::Tree));
    m_allNodes->setToolTip(tr("Show all nodes, not only locks"));
    m_allNodes->setAccessibleName(tr("Show all nodes"));
    connect(m_allNodes, &QToolButton::toggled, this, [this](bool all) {
        m_model->setShow(all ? LocksModel::Show::AllNodes : LocksModel::Show::LocksOnly);
        updateEmptyState();
    });
    m_refresh->setDefaultAction(selection->refreshAction());
    m_refresh->setAccessibleName(tr("Read again"));

    m_pause->setCheckable(true);
    connect(m_pause, &QToolButton::clicked, this, [this](bool paused) { Q_EMIT liveRequested(!paused); });
    connect(m_discovery, &DiscoveryBar::cancelRequested, this, [this] { Q_EMIT discoveryRequested(false); });
    connect(m_discovery, &DiscoveryBar::continueRequested, this, [this] { Q_EMIT discoveryRequested(true); });

    setTone(m_footer, Tone::Small);
    m_footer->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto *top = new QHBoxLayout;
    top->setContentsMargins(10, 10, 8, 6);
    top->setSpacing(4);
    top->addWidget(m_filter, 1);
    top->addWidget(m_allNodes);
    top->addWidget(m_refresh);
    top->addWidget(m_pause);
    auto *bottom = new QHBoxLayout;
    bottom->setContentsMargins(12, 4, 12, 8);
    bottom->addWidget(m_footer);
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(top);
    column->addWidget(m_pages, 1);
    column->addWidget(m_discovery);
    column->addLayout(bottom);

    connect(world, &LiveWorld::changed, this, &LocksPanel::onWorldChanged);
    connect(selection, &Selection::lockChanged, this, &LocksPanel::showChosen);
    connect(m_model, &LocksModel::lockCountChanged, this, &LocksPanel::updateEmptyState);
    connect(m_world, &LiveWorld::ticked, m_view->viewport(), qOverload<>(&QWidget::update));
    onWorldChanged();
}

void LocksPanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void LocksPanel::applyFilter()
{
    m_filterDelay.stop();
    m_filtered->setFilterFixedString(m_filter->text().trimmed());
    if (!m_filter->text().isEmpty())
        m_view->expandAll();
    updateEmptyState();
    trySelect();
}

void LocksPanel::onWorldChanged()
{
    m_view->setStale(m_world->isStale() && !m_world->isPast());
    updateEmptyState();
    updateFooter();
    updatePause();
    m_discovery->setObservation(m_world->world().observation());
    trySelect();
}

void LocksPanel::onRowsInserted(const QModelIndex &parent, int first, int last)
{
    // New groups come open: a lock that appears is seen without a click. A closed one stays closed.
    if (parent.isValid() && first == 0 && m_filtered->rowCount(parent) == last + 1)
        m_view->expand(parent);
    for (int row = first; row <= last; ++row) {
        const QModelIndex index = m_filtered->index(row, 0, parent);
        if (m_filtered->hasChildren(index))
            m_view->expandRecursively(index);
    }
}

void LocksPanel::selectLock(const QString &path)
{
    m_wanted = path;
    if (path.isEmpty())
        m_view->clearSelection();
    else
        trySelect();
}

void LocksPanel::trySelect()
{
    if (m_wanted.isEmpty())
        return;
    const QModelIndex index = m_filtered->mapFromSource(m_model->indexOfPath(m_wanted));
    if (!index.isValid())
        return;
    m_wanted.clear();
    m_view->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    m_view->scrollTo(index);
}

/// The row of the lock that was chosen, here or elsewhere: none while it is filtered out or not there.
void LocksPanel::showChosen()
{
    const QModelIndexList selected = m_view->selectionModel()->selectedIndexes();
    if (!selected.isEmpty() && LocksModel::pathOf(selected.first()) == m_selection->lock())
        return;
    m_view->clearSelection();
    m_wanted = m_selection->lock();
    trySelect();
}

void LocksPanel::onSelectionChanged()
{
    const QModelIndexList selected = m_view->selectionModel()->selectedIndexes();
    if (selected.isEmpty())
        return; // its row went: the queue says itself that the path vanished
    if (!selected.first().data(LocksModel::IsLockRole).toBool() && m_model->show() == LocksModel::Show::LocksOnly)
        return; // a group
    const QString path = LocksModel::pathOf(selected.first());
    m_wanted.clear();
    m_selection->setLock(path);
}

void LocksPanel::showContextMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    if (!index.isValid())
        return;
    const QString path = LocksModel::pathOf(index);
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon(IconId::Copy), tr("Copy path"), this, [path] { QGuiApplication::clipboard()->setText(path); });
    menu->addAction(icon(IconId::Refresh), tr("Read again"), this, [this, path] { m_selection->requestRefresh(path); })
        ->setEnabled(m_selection->refreshAction()->isEnabled());
    if (path == m_selection->lock())
        menu->addAction(m_selection->onlyThisLockAction());
    if (m_filtered->hasChildren(index)) {
        menu->addSeparator();
        menu->addAction(tr("Expand all below"), this,
                        [this, index = QPersistentModelIndex(index)] { m_view->expandRecursively(index); });
        menu->addAction(tr("Collapse"), this,
                        [this, index = QPersistentModelIndex(index)] { m_view->collapse(index); });
    }
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

void LocksPanel::updateEmptyState()
{
    const bool any = m_filtered->rowCount() > 0;
    m_pages->setCurrentWidget(any ? static_cast<QWidget *>(m_view) : m_empty);
    if (any)
        return;
    const journal::ObservationChanged &observation = m_world->world().observation();
    const journal::Directory *root = m_world->world().directory(observation.root);
    m_empty->setProgress(std::nullopt);
    if (m_model->rowCount() > 0) {
        m_empty->set(IconId::Filter, tr("Nothing fits the filter"), tr("No path contains “%1”.").arg(m_filter->text()));
    } else if (root && root->error && root->error->code == ErrorCode::NoNode) {
        m_empty->set(IconId::Folder, tr("%1 does not exist").arg(observation.root),
                     tr("It is watched: locks appear here as soon as a client makes it."));
    } else if (root && root->error) {
        m_empty->set(IconId::Warning, tr("%1 could not be read").arg(observation.root),
                     root->error->sentence().shown());
    } else if (m_world->isRewound()) {
        m_empty->set(IconId::Folder, tr("No locks at this instant"),
                     tr("At the instant that is shown no lock had been seen. Go on in time to see some."));
    } else if (m_world->isRecorded()) {
        m_empty->set(IconId::Folder, tr("No locks at the end"),
                     tr("When the recording ended, no lock was there, or the tree was not recorded. The clients and "
                        "the journal tell what happened."));
    } else if (observation.root.isEmpty() || observation.freshness == Freshness::Empty) {
        m_empty->set(IconId::Disconnect, tr("Not connected"),
                     tr("The locks of an ensemble appear here once connected."));
    } else if (observation.freshness == Freshness::Reading) {
        m_empty->set(IconId::Search, tr("Reading %1").arg(observation.root),
                     tr("%n directories read", nullptr, observation.directoriesWatched) + u" · "_s
                         + tr("%1 to read").arg(observation.readsPending));
        const double done = observation.directoriesWatched;
        m_empty->setProgress(done > 0 ? done / (done + observation.readsPending) : -1.0);
    } else if (!root && !m_world->isStale()) {
        m_empty->set(IconId::Folder, tr("%1 does not exist").arg(observation.root),
                     tr("It is watched: locks appear here as soon as a client makes it."));
    } else if (observation.incomplete || m_world->isStale()) {
        m_empty->set(IconId::Search, tr("No lock in what was read of %1").arg(observation.root),
                     observation.incomplete ? tr("The reading was cancelled, and more may be there.")
                     : observation.paused   ? tr("Nothing is read while it is paused, and more may be there.")
                                            : tr("The connection is lost, and more may be there."));
    } else {
        m_empty->set(
            IconId::LockOpen, tr("No locks under %1 yet").arg(observation.root),
            tr("They appear here by themselves when a client asks for one. Spawn simulated clients to see it."));
    }
}

void LocksPanel::setPauseEnabled(bool enabled)
{
    m_pause->setEnabled(enabled);
}

void LocksPanel::updatePause()
{
    const bool paused = m_world->world().observation().paused;
    m_pause->setChecked(paused);
    m_pause->setIcon(icon(paused ? IconId::Play : IconId::Pause));
    m_pause->setToolTip(paused
                            ? tr("Go on: read what has changed meanwhile, and stay live")
                            : tr("Pause: read nothing until you go on (“Read again” still reads the selected lock)"));
    m_pause->setAccessibleName(paused ? tr("Go on live") : tr("Pause live"));
}

void LocksPanel::updateFooter()
{
    const journal::ObservationChanged &observation = m_world->world().observation();
    if (observation.freshness == Freshness::Empty) {
        m_footer->clear();
        return;
    }
    const QLocale locale;
    QStringList parts{
        tr("%1 of %2 watches")
            .arg(locale.toString(observation.directoriesWatched), locale.toString(observation.watchBudget)),
        tr("%n locks", nullptr, m_model->lockCount())};
    if (observation.incomplete)
        parts += tr("incomplete");
    if (observation.directoriesUnwatched > 0)
        parts += tr("%1 over the budget").arg(observation.directoriesUnwatched);
    switch (observation.freshness) {
    case Freshness::Empty: break;
    case Freshness::Reading: parts += tr("reading, %1 to go").arg(observation.readsPending); break;
    case Freshness::Live:
        parts += m_world->isRecorded() ? tr("recorded") : m_world->isRewound() ? tr("rewound") : tr("live");
        break;
    case Freshness::Stale: parts += observation.paused ? tr("paused") : tr("not live"); break;
    }
    m_footer->setText(parts.join(u" · "_s));
    m_footer->setToolTip(
        tr("Lockscope holds %1 watches, one for each directory that it keeps live. It takes %2 at most; "
           "further directories are read once and shown as not watched.")
            .arg(locale.toString(observation.directoriesWatched), locale.toString(observation.watchBudget)));
}

} // namespace lockscope::ui
