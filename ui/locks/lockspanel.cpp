// SPDX-License-Identifier: Apache-2.0
#include "ui/locks/lockspanel.h"

#include "core/base/path.h"
#include "ui/locks/locksview.h"
#include "ui/models/text.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/widgets.h"

#include <QActionGroup>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Freshness;

namespace {

/// A reading that is over by then needs no bar.
constexpr qint64 patienceMs = 300;
constexpr int progressSteps = 1000;

/// Every ensemble has a "/": one that is missing is a chroot.
QString doesNotExist(const QString &root)
{
    return root == u"/"_s ? LocksPanel::tr("The chroot does not exist") : LocksPanel::tr("%1 does not exist").arg(root);
}

} // namespace

DiscoveryBar::DiscoveryBar(QWidget *parent)
    : QWidget(parent)
    , m_text(makeLabel({}, Tone::Small, this, Wraps))
    , m_progress(new QProgressBar(this))
    , m_button(new QPushButton(this))
{
    m_progress->setRange(0, progressSteps);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress of reading the tree"));
    auto *row = makeRow(8, {{m_progress, 1}, m_button});
    makeColumn(this, {12, 4, 12, 2}, 2, {m_text, row});
    connect(m_button, &QPushButton::clicked, this, [this] { Q_EMIT discoveryRequested(m_incomplete); });
    hide();
}

void DiscoveryBar::setObservation(const journal::ObservationChanged &observation, const QString &narrowerRoot)
{
    m_incomplete = observation.incomplete;
    const bool reading = observation.freshness == Freshness::Reading && observation.readsPending > 0;
    if (!reading)
        m_reading.invalidate();
    else if (!m_reading.isValid())
        m_reading.start();
    const bool isShort = !reading && !m_incomplete && observation.directoriesUnwatched > 0;
    setVisible(m_incomplete || isShort || (reading && m_reading.elapsed() > patienceMs));
    if (isHidden())
        return;
    m_progress->setVisible(reading && !m_incomplete);
    m_button->setVisible(!isShort);
    if (isShort) {
        const QString beyond =
            tr("%n directories are beyond the budget of watches: they are read in turn, locks within "
               "30 s.",
               nullptr, observation.directoriesUnwatched);
        m_text->setText(beyond + u' '
                        + (narrowerRoot.isEmpty()
                               ? tr("A narrower root leaves fewer of them.")
                               : tr("With %1 as root, all of these locks would be watched.").arg(narrowerRoot)));
        return;
    }
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
    m_progress->setValue(all > 0 ? int(qint64(progressSteps) * observation.readsDone / all) : 0);
}

LocksPanel::LocksPanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_model(new LocksModel(world, this))
    , m_list(new LockList(world, m_model, this))
    , m_filter(new QLineEdit(this))
    , m_order(makeToolButton(IconId::Sort, {}, tr("Order of the locks, and only those with waiters"), this))
    , m_orders(new QActionGroup(this))
    , m_onlyWithWaiters(new QAction(tr("Only with waiters"), this))
    , m_tree(new LocksView(this))
    , m_found(new LocksView(this))
    , m_empty(new EmptyState(this))
    , m_pages(new QStackedWidget(this))
    , m_footer(makeLabel({}, Tone::Small, this, Wraps))
    , m_allNodes(makeToolButton(IconId::Tree, {}, tr("Show all nodes, not only locks"), this))
    , m_refresh(new QToolButton(this))
    , m_pause(new QToolButton(this))
    , m_discovery(new DiscoveryBar(this))
{
    buildFilter();
    buildOrder();
    buildView(m_tree, m_model);
    buildView(m_found, m_list);
    m_tree->setObjectName(u"tree"_s);
    m_found->setObjectName(u"found"_s);
    m_tree->setAccessibleName(tr("Locks"));
    m_found->setAccessibleName(tr("Locks found"));
    m_found->setRootIsDecorated(false);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &LocksPanel::onRowsInserted);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] { // what was chosen goes without a signal
        if (m_wanted.isEmpty())
            m_wanted = m_selection->lock();
    });

    m_allNodes->setCheckable(true);
    m_allNodes->setAccessibleName(tr("Show all nodes"));
    connect(m_allNodes, &QToolButton::toggled, this, [this](bool all) {
        m_model->setShow(all ? LocksModel::Show::AllNodes : LocksModel::Show::LocksOnly);
        updateEmptyState();
    });
    m_refresh->setDefaultAction(selection->refreshAction());
    m_refresh->setAccessibleName(tr("Read again"));

    m_pause->setCheckable(true);
    connect(m_pause, &QToolButton::clicked, this, [this](bool paused) { Q_EMIT liveRequested(!paused); });
    connect(m_discovery, &DiscoveryBar::discoveryRequested, this, &LocksPanel::discoveryRequested);

    m_footer->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    auto *top = makeRow(nullptr, {10, 10, 8, 6}, 4, {{m_filter, 1}, m_order, m_allNodes, m_refresh, m_pause});
    auto *bottom = makeRow(nullptr, {12, 4, 12, 8}, -1, {m_footer});
    for (QWidget *page : std::initializer_list<QWidget *>{m_tree, m_found, m_empty})
        m_pages->addWidget(page);
    makeColumn(this, {}, 0, {top, {m_pages, 1}, m_discovery, bottom});

    connect(world, &LiveWorld::aboutToBegin, this, [this] { selectLock({}); }); // nor is one awaited
    connect(world, &LiveWorld::changed, this, &LocksPanel::onWorldChanged);
    connect(selection, &Selection::lockChanged, this, &LocksPanel::showChosen);
    connect(m_model, &LocksModel::countsChanged, this, &LocksPanel::updateEmptyState);
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_list, signal, this, &LocksPanel::updateEmptyState);
    connect(m_list, &LockList::searched, this, [this] {
        updateEmptyState();
        updateFooter();
        trySelect();
    });
    onWorldChanged();
}

void LocksPanel::buildFilter()
{
    m_filter->setPlaceholderText(tr("Filter locks  Ctrl+F"));
    m_filter->setToolTip(tr("Path, client, session, address, or what owners wrote into their nodes"));
    m_filter->setAccessibleName(tr("Filter locks"));
    m_filter->setClearButtonEnabled(true);
    m_filterDelay.setSingleShot(true);
    m_filterDelay.setInterval(150ms);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        if (text.isEmpty())
            applyFilter(); // clearing needs no patience
        else
            m_filterDelay.start();
    });
    connect(&m_filterDelay, &QTimer::timeout, this, &LocksPanel::applyFilter);
    auto *find = new QShortcut(QKeySequence::Find, this);
    connect(find, &QShortcut::activated, this, &LocksPanel::focusFilter);
    auto *escape = new QShortcut(Qt::Key_Escape, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
    connect(escape, &QShortcut::activated, m_filter, &QLineEdit::clear);
    connect(m_filter, &QLineEdit::returnPressed, this, &LocksPanel::goToRows);
    auto *down = new QShortcut(Qt::Key_Down, m_filter, nullptr, nullptr, Qt::WidgetShortcut);
    connect(down, &QShortcut::activated, this, &LocksPanel::goToRows);
}

void LocksPanel::buildOrder()
{
    auto *menu = new QMenu(m_order);
    const auto add = [&](LockOrder order, const QString &text) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setData(int(order));
        m_orders->addAction(action);
    };
    add(LockOrder::Path, tr("By path, as a tree"));
    add(LockOrder::LongestWait, tr("Longest wait first"));
    add(LockOrder::Waiters, tr("Most waiters first"));
    add(LockOrder::Findings, tr("Worst findings first"));
    add(LockOrder::Kind, tr("By kind"));
    add(LockOrder::Owner, tr("By owner"));
    m_orders->actions().constFirst()->setChecked(true);
    menu->addSeparator();
    m_onlyWithWaiters->setCheckable(true);
    menu->addAction(m_onlyWithWaiters);
    connect(m_orders, &QActionGroup::triggered, this, &LocksPanel::applyFilter);
    connect(m_onlyWithWaiters, &QAction::toggled, this, &LocksPanel::applyFilter);
    m_order->setMenu(menu);
    m_order->setPopupMode(QToolButton::InstantPopup);
    m_order->setCheckable(true); // shown pressed while it is not the tree
    m_order->setAccessibleName(tr("Order of the locks"));
}

void LocksPanel::buildView(LocksView *view, QAbstractItemModel *model)
{
    view->setModel(model);
    connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this, view] { onSelectionChanged(view); });
    connect(view, &QWidget::customContextMenuRequested, this, &LocksPanel::showContextMenu);
    connect(m_world, &LiveWorld::ticked, view->viewport(), qOverload<>(&QWidget::update));
}

void LocksPanel::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void LocksPanel::setQuestion(const LockQuestion &question)
{
    m_filter->setText(question.text);
    m_orders->actions().at(int(question.order))->setChecked(true);
    m_onlyWithWaiters->setChecked(question.onlyWithWaiters);
    applyFilter();
}

void LocksPanel::applyFilter()
{
    m_filterDelay.stop();
    const auto order = LockOrder(m_orders->checkedAction()->data().toInt());
    const bool only = m_onlyWithWaiters->isChecked();
    m_list->setQuestion({m_filter->text().trimmed(), order, only});
    m_order->setChecked(order != LockOrder::Path || only);
    updateEmptyState();
    updateFooter();
    showChosen();
}

/// From the filter to what it has found: the row that is chosen, else the first.
void LocksPanel::goToRows()
{
    if (m_filterDelay.isActive())
        applyFilter();
    if (m_pages->currentWidget() != view())
        return;
    view()->setFocus(Qt::ShortcutFocusReason);
    if (view()->selectionModel()->selectedIndexes().isEmpty())
        view()->setCurrentIndex(view()->model()->index(0, 0));
}

QModelIndex LocksPanel::indexOfPath(const QString &path) const
{
    return isAsked() ? m_list->indexOfPath(path) : m_model->indexOfPath(path);
}

void LocksPanel::onWorldChanged()
{
    for (LocksView *view : {m_tree, m_found})
        view->setStale(m_world->isDisconnected());
    updateEmptyState();
    updateFooter();
    updatePause();
    updateDiscovery();
    trySelect();
}

void LocksPanel::onRowsInserted(const QModelIndex &parent, int first, int last)
{
    // New groups come open: a lock that appears is seen without a click. A closed one stays closed.
    if (parent.isValid() && first == 0 && m_model->rowCount(parent) == last + 1)
        m_tree->expand(parent);
    for (int row = first; row <= last; ++row)
        expandRows(m_model->index(row, 0, parent));
}

/// Rows that are there: what has rows only once it is opened stays closed.
void LocksPanel::expandRows(const QModelIndex &index)
{
    const int rows = m_model->rowCount(index);
    if (rows > 0)
        m_tree->expand(index);
    for (int row = 0; row < rows; ++row)
        expandRows(m_model->index(row, 0, index));
}

void LocksPanel::selectLock(const QString &path)
{
    if (path.isEmpty())
        view()->clearSelection();
    m_wanted = path;
    trySelect();
}

bool LocksPanel::isLocksOnly() const
{
    return m_model->show() == LocksModel::Show::LocksOnly;
}

void LocksPanel::trySelect()
{
    if (m_wanted.isEmpty())
        return;
    if (!isAsked())
        m_model->reveal(m_wanted);
    QModelIndex index = indexOfPath(m_wanted);
    if (const QString meant = m_world->world().lockMeantBy(m_wanted); !meant.isEmpty() && isLocksOnly())
        index = indexOfPath(meant);
    // A group may become a lock: a semaphore's directories come one after the other.
    const bool isGroup = isLocksOnly() && !index.data(LocksModel::IsLockRole).toBool();
    if (!index.isValid() || isGroup)
        return;
    m_wanted.clear();
    view()->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    view()->scrollTo(index);
}

/// The row of the lock that was chosen, here or elsewhere: none while it is filtered out or not there.
void LocksPanel::showChosen()
{
    const QModelIndexList selected = view()->selectionModel()->selectedIndexes();
    if (!selected.isEmpty() && LocksModel::pathOf(selected.first()) == m_selection->lock())
        return;
    view()->clearSelection();
    if (m_wanted.isEmpty())
        m_wanted = m_selection->lock();
    trySelect();
}

void LocksPanel::onSelectionChanged(LocksView *view)
{
    const QModelIndexList selected = view->selectionModel()->selectedIndexes();
    if (selected.isEmpty()) {
        if (m_wanted.isEmpty()) // its row went, and is chosen again when it comes back, unless another one is awaited
            m_wanted = m_selection->lock();
        return;
    }
    if (!selected.first().data(LocksModel::IsLockRole).toBool() && isLocksOnly()) {
        // A group is where the keyboard is; what the other panels show stays selected.
        view->selectionModel()->select(indexOfPath(m_selection->lock()), QItemSelectionModel::ClearAndSelect);
        return;
    }
    const QString path = LocksModel::pathOf(selected.first());
    m_wanted.clear();
    m_selection->setLock(path);
}

void LocksPanel::showContextMenu(const QPoint &position)
{
    LocksView *view = this->view();
    const QModelIndex index = view->indexAt(position);
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
    if (view->model()->hasChildren(index)) {
        menu->addSeparator();
        menu->addAction(tr("Expand all below"), this,
                        [view, index = QPersistentModelIndex(index)] { view->expandRecursively(index); });
        menu->addAction(tr("Collapse"), this, [view, index = QPersistentModelIndex(index)] { view->collapse(index); });
    }
    menu->popup(view->viewport()->mapToGlobal(position));
}

void LocksPanel::updateEmptyState()
{
    const bool any = view()->model()->rowCount() > 0;
    m_pages->setCurrentWidget(any ? static_cast<QWidget *>(view()) : m_empty);
    if (any)
        return;
    const journal::ObservationChanged &observation = m_world->world().observation();
    const journal::Directory *root = m_world->world().directory(observation.root);
    m_empty->setProgress(std::nullopt);
    if (m_list->isSearching()) {
        m_empty->set(IconId::Search, tr("Searching"), tr("All nodes are looked at."));
    } else if (m_model->rowCount() > 0) {
        m_empty->set(IconId::Filter, tr("Nothing fits the filter"),
                     m_filter->text().isEmpty()
                         ? tr("No client waits for any of the locks.")
                         : tr("No path, session, address or data of an owner contains “%1”.").arg(m_filter->text()));
    } else if (root && root->error && root->error->code == ErrorCode::NoNode) {
        m_empty->set(IconId::Folder, doesNotExist(observation.root),
                     tr("It is watched: locks appear here as soon as a client makes it."));
    } else if (root && root->error) {
        m_empty->set(IconId::Warning, tr("%1 could not be read").arg(observation.root),
                     root->error->sentence().shown());
    } else if (m_world->isRewound()) {
        m_empty->set(IconId::Folder, tr("No locks at this instant"),
                     tr("At the instant that is shown no lock had been seen. Go on in time to see some."));
    } else if (m_world->isModel()) {
        m_empty->set(IconId::LockOpen, tr("No locks yet"),
                     tr("Choose what happens in Steps: a client's first request makes its node."));
    } else if (m_world->isRecorded()) {
        m_empty->set(IconId::Folder, tr("No locks at the end"),
                     tr("When the recording ended, no lock was there, or the tree was not recorded. The clients and "
                        "the journal show what happened."));
    } else if (!m_world->head().connection().isToZooKeeper()) {
        const Explanation why = whyNoLocks(m_world->world());
        m_empty->set(IconId::LockOpen, why.title, why.sentence);
    } else if (observation.root.isEmpty() || observation.freshness == Freshness::Empty) {
        m_empty->set(IconId::Disconnect, tr("Not connected"),
                     tr("The locks of an ensemble appear here once connected."));
    } else if (observation.freshness == Freshness::Reading) {
        m_empty->set(IconId::Search, tr("Reading %1").arg(observation.root),
                     tr("%1 read, %2 to go")
                         .arg(QLocale().toString(observation.readsDone), QLocale().toString(observation.readsPending)));
        const double done = observation.readsDone;
        m_empty->setProgress(done > 0 ? done / (done + observation.readsPending) : -1.0);
    } else if (!root && !m_world->isStale()) {
        m_empty->set(IconId::Folder, doesNotExist(observation.root),
                     tr("It is watched: locks appear here as soon as a client makes it."));
    } else if (observation.incomplete || m_world->isStale()) {
        m_empty->set(IconId::Search,
                     root ? tr("No lock in what was read of %1").arg(observation.root)
                          : tr("Nothing of %1 has been read yet").arg(observation.root),
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

void LocksPanel::updateDiscovery()
{
    const journal::ObservationChanged &observation = m_world->world().observation();
    const std::pair now(observation.directoriesUnwatched, m_model->counts().locks);
    if (std::exchange(m_rootSoughtFor, now) != now)
        m_narrowerRoot = now.first > 0 ? narrowerRoot() : QString();
    m_discovery->setObservation(observation, m_narrowerRoot);
}

/// The deepest directory that has all locks, where it has no more directories than may be watched.
QString LocksPanel::narrowerRoot() const
{
    const journal::ObservationChanged &observation = m_world->world().observation();
    QString common;
    m_model->forEachRow([&common](const QString &path, const LockFacts *facts) {
        if (facts)
            common = common.isEmpty() ? path : commonAncestor(common, path);
    });
    if (common.isEmpty() || common == observation.root || common == "/"_L1)
        return {};
    const auto directories = std::ranges::count_if(m_world->world().directories(), [&common](const auto &directory) {
        return isAtOrBelow(directory.first, common);
    });
    return directories <= observation.watchBudget ? common : QString();
}

void LocksPanel::updateFooter()
{
    const journal::ObservationChanged &observation = m_world->world().observation();
    if (observation.freshness == Freshness::Empty) {
        m_footer->clear();
        return;
    }
    const QLocale locale;
    const LocksModel::Counts &counts = m_model->counts();
    const bool isOther = !m_world->head().connection().isToZooKeeper();
    m_pause->setVisible(!isOther); // nothing is read or watched there
    m_refresh->setVisible(!isOther);
    QStringList parts{
        isOther ? tr("read from the log of writes")
                : tr("%1 of %2 watches")
                      .arg(locale.toString(observation.directoriesWatched), locale.toString(observation.watchBudget)),
        isAsked() ? tr("%1 of %2 shown").arg(m_list->rowCount()).arg(counts.all())
                  : tr("%n locks", nullptr, counts.locks)};
    if (!isAsked() && counts.groups > 0)
        parts += tr("%n groups", nullptr, counts.groups);
    if (!isAsked() && counts.loneNodes > 0)
        parts += tr("%n ephemeral nodes", nullptr, counts.loneNodes);
    if (observation.incomplete)
        parts += tr("incomplete");
    if (observation.directoriesUnwatched > 0)
        parts += tr("%1 over the budget").arg(observation.directoriesUnwatched);
    switch (observation.freshness) {
    case Freshness::Empty: break;
    case Freshness::Reading: parts += tr("reading, %1 to go").arg(observation.readsPending); break;
    case Freshness::Live:
        parts += m_world->isModel()      ? tr("model")
                 : m_world->isRecorded() ? tr("recorded")
                 : m_world->isRewound()  ? tr("rewound")
                                         : tr("live");
        break;
    case Freshness::Stale: parts += observation.paused ? tr("paused") : tr("not live"); break;
    }
    m_footer->setText(parts.join(u" · "_s));
    m_footer->setToolTip(
        isOther ? QString()
                : tr("Lockscope holds %1 watches, one for each directory that it keeps live. It takes %2 at most; "
                     "further directories are read once and shown as not watched.")
                      .arg(locale.toString(observation.directoriesWatched), locale.toString(observation.watchBudget)));
}

} // namespace lockscope::ui

#include "moc_lockspanel.cpp"
