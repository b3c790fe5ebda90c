// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queuepanel.h"

#include "core/base/privatefile.h"
#include "ui/models/text.h"
#include "ui/queue/edges.h"
#include "ui/queue/herdgauge.h"
#include "ui/queue/queueexport.h"
#include "ui/queue/queueheader.h"
#include "ui/queue/queueview.h"
#include "ui/selection/selection.h"
#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/legend.h"
#include "ui/theme/widgets.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QStackedWidget>

#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

/// Watches are ZooKeeper's; elsewhere a line is a client that waits for another.
QString textOf(EdgeKind kind, bool isOfWatches)
{
    if (!isOfWatches)
        return kind == EdgeKind::Expected ? QueuePanel::tr("waits, as assumed") : QueuePanel::tr("waits");
    switch (kind) {
    case EdgeKind::Expected: return QueuePanel::tr("watch assumed");
    case EdgeKind::Reported: return QueuePanel::tr("watch confirmed");
    case EdgeKind::Wrong: return QueuePanel::tr("watch that should not be there");
    }
    return {};
}

/// As in the gutter, and a little wider.
QPen legendPen(int kind, const Theme &theme)
{
    QPen pen = edgePen(EdgeKind(kind), theme);
    pen.setWidthF(pen.widthF() + 0.3);
    return pen;
}

} // namespace

QueuePanel::QueuePanel(LiveWorld *world, Selection *selection, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_selection(selection)
    , m_model(new QueueModel(world, this))
    , m_view(new QueueView(m_model, this))
    , m_header(new QueueHeader(world, m_model, this))
    , m_herd(new HerdGauge(world, this))
    , m_findings(new FindingsStrip(this))
    , m_empty(new EmptyState(this))
    , m_pages(new QStackedWidget(this))
    , m_shown(m_view)
{
    m_view->setAccessibleName(tr("Queue"));
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    makeColumn(this, {}, 0, {m_header, m_herd, {m_pages, 1}, buildNotes(), buildFooter()});

    m_coalesce.setSingleShot(true);
    m_coalesce.setInterval(0);
    connect(&m_coalesce, &QTimer::timeout, this, &QueuePanel::updateAll);
    connect(m_model, &QueueModel::queueChanged, &m_coalesce, qOverload<>(&QTimer::start));
    connect(m_model, &QueueModel::orderChanged, &m_coalesce, qOverload<>(&QTimer::start));
    connect(world, &LiveWorld::ticked, this, [this] {
        m_header->updateSummary();
        m_view->updateDurations();
    });

    connect(selection, &Selection::lockChanged, this, &QueuePanel::showLock);
    connect(selection, &Selection::nodesChanged, this, &QueuePanel::showChosen);
    connect(m_findings, &FindingsStrip::showRequested, this, [this](const QStringList &nodes) {
        m_selection->choose(lockPath(), nodes);
        focusChosen();
    });
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &QueuePanel::onCurrentChanged);
    connect(m_view, &QAbstractItemView::pressed, this, &QueuePanel::onCurrentChanged); // on the current row, too
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &QueuePanel::onRowsChosen);
    connect(m_view, &QWidget::customContextMenuRequested, this, &QueuePanel::showContextMenu);
    connect(m_view->horizontalHeader(), &QHeaderView::sectionClicked, this, &QueuePanel::onHeaderClicked);
    auto *copy = new QShortcut(QKeySequence::Copy, m_view, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(copy, &QShortcut::activated, this, &QueuePanel::copyRows);
    selection->addKeysTo(m_view);
    showLock();
}

/// What is to be said about the rows, below them.
QLayout *QueuePanel::buildNotes()
{
    m_exportFailed = new Banner(this);
    m_exportFailed->setAction(tr("Close"));
    connect(m_exportFailed, &Banner::actionTriggered, m_exportFailed, &QWidget::hide);
    return makeColumn(nullptr, {12, 4, 12, 0}, 8, {m_findings, m_exportFailed});
}

QWidget *QueuePanel::buildFooter()
{
    m_footer = new QWidget(this);
    m_legend = new Legend(legendPen, m_footer);
    m_count = makeLabel({}, Tone::Small, m_footer);
    m_resetOrder = makeLink(tr("Service order"), m_footer);
    m_resetOrder->setToolTip(tr("Show the rows in the order in which they will be served"));
    auto *copy = makeLink(tr("Copy"), m_footer);
    copy->setToolTip(tr("Copy all rows as text"));
    auto *save = makeLink(tr("Export…"), m_footer);
    save->setToolTip(tr("Save all rows as CSV or JSON; the stage as SVG or PNG"));
    connect(m_resetOrder, &QPushButton::clicked, this, [this] { onHeaderClicked(QueueModel::Place); });
    connect(copy, &QPushButton::clicked, this, &QueuePanel::copyAll);
    connect(save, &QPushButton::clicked, this, [this] {
        if (m_shown == m_view)
            exportTo();
        else
            Q_EMIT exportRequested();
    });
    makeRow(m_footer, {14, 6, 8, 6}, 2, {m_legend, Part::stretch(), m_count, Part::gap(6), m_resetOrder, copy, save});
    return m_footer;
}

void QueuePanel::showLock()
{
    const QScopedValueRollback following(m_isFollowing, true);
    const QString &path = m_selection->lock();
    m_existed = false;
    m_view->clearSelection();
    m_view->setCurrentIndex({});
    m_model->setLockPath(path);
    m_view->scrollToTop();
    m_herd->setLockPath(path);
    updateAll();
}

void QueuePanel::addPresentation(QWidget *view)
{
    m_pages->addWidget(view);
}

void QueuePanel::setPresentation(QWidget *view)
{
    m_shown = view ? view : m_view;
    updateRoom();
    updatePage();
}

void QueuePanel::setPresenting(bool presenting)
{
    m_isPresenting = presenting;
    m_header->setPresenting(presenting);
    m_herd->setPresenting(presenting);
    m_findings->setPresenting(presenting);
    updateRoom();
    updatePage();
}

void QueuePanel::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    updateRoom();
}

void QueuePanel::updateRoom()
{
    constexpr int lowHeight = 300;
    // Cards grow smaller for what the last release has set off, which a lecture is about; rows would go.
    const bool hasRoom = height() >= lowHeight * typeScale() || (m_isPresenting && m_shown != m_view);
    if (std::exchange(m_hasRoom, hasRoom) == hasRoom)
        return;
    m_herd->setHasRoom(hasRoom);
    updatePage();
}

QStringList QueuePanel::chosenRows() const
{
    QStringList paths;
    for (const int row : m_view->selectedRows())
        paths += m_model->pathAt(row);
    return paths;
}

void QueuePanel::focusChosen()
{
    if (m_view->isVisible()) // else the view in front keeps the keyboard
        m_view->setFocus();
}

/// The rows of what was chosen, here or elsewhere.
void QueuePanel::showChosen()
{
    if (m_isFollowing || chosenRows() == m_selection->nodes())
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    QItemSelection rows;
    for (const QString &path : m_selection->nodes()) {
        if (const int row = m_model->rowOfPath(path); row >= 0)
            rows.select(m_model->index(row, 0), m_model->index(row, QueueModel::ColumnCount - 1));
    }
    const int current = m_model->rowOfPath(m_selection->node());
    QItemSelectionModel *selection = m_view->selectionModel();
    if (current >= 0)
        selection->setCurrentIndex(m_model->index(current, 0), QItemSelectionModel::NoUpdate);
    else
        selection->clearCurrentIndex();
    selection->select(rows, QItemSelectionModel::ClearAndSelect);
    if (current >= 0)
        m_view->scrollTo(m_model->index(current, 0));
}

// ---- what is shown ----

void QueuePanel::updateAll()
{
    m_coalesce.stop();
    m_existed |= m_world->world().directory(m_model->lockPath()) != nullptr;
    followChosen();
    updatePage();
    m_header->updateAll();
    m_findings->setFindings(m_showsFindings ? m_model->queue().findings : QList<locks::Finding>());
    m_view->setStale(m_world->isDisconnected());
    const bool isOfWatches = m_world->head().connection().isToZooKeeper();
    QList<Legend::Mark> marks;
    for (const EdgeKind kind : {EdgeKind::Reported, EdgeKind::Expected, EdgeKind::Wrong}) {
        if (m_view->edges().has(kind))
            marks += {int(kind), textOf(kind, isOfWatches)};
    }
    m_legend->setMarks(marks);
    const bool dashed = isOfWatches && m_view->edges().has(EdgeKind::Expected);
    const QString onlyServers =
        tr("Dashed: watches that the recipe calls for. Only a server knows which watches exist.");
    m_legend->setToolTip(dashed ? onlyServers : QString());
    const locks::ContenderSummary all = m_model->queue().contenders.summary();
    const locks::LockQueue &queue = m_model->queue();
    QStringList counts{queue.isGroup() ? tr("%n members", nullptr, int(all.count - all.foreign))
                                       : tr("%n contenders", nullptr, int(queue.holders.size()) + queue.waiting)};
    if (all.foreign > 0)
        counts += tr("%n other nodes", nullptr, int(all.foreign));
    if (!m_model->isServiceOrder())
        counts += tr("watches are drawn in order of service only");
    m_count->setText(counts.join(u" · "_s));
    m_resetOrder->setVisible(!m_model->isServiceOrder());
}

void QueuePanel::updatePage()
{
    const QString path = m_model->lockPath();
    const journal::Directory *directory = m_world->world().directory(path);
    const bool rows = m_model->rowCount() > 0;
    m_pages->setCurrentWidget(rows ? m_shown : m_empty);
    m_footer->setVisible(rows && m_hasRoom && !m_isPresenting); // else the rows come first
    if (rows)
        return;
    const bool isToZooKeeper = m_world->head().connection().isToZooKeeper();
    const bool isLogUnread = !isToZooKeeper && m_world->world().observation().root.isEmpty(); // no lock can be selected
    const Explanation other = whyNoLocks(m_world->world());
    if (path.isEmpty() && m_world->isModel()) // which has one
        m_empty->set(IconId::LockOpen, tr("The lock is free"), tr("No client has asked for it yet."));
    else if (path.isEmpty() && isLogUnread)
        m_empty->set(IconId::LockOpen, other.title, other.sentence);
    else if (path.isEmpty())
        m_empty->set(IconId::List, tr("No lock selected"), tr("Select a lock to see who holds it and who waits."));
    else if (directory && directory->error)
        m_empty->set(IconId::Warning, tr("%1 could not be read").arg(path), directory->error->sentence().shown());
    else if (directory && !directory->stat && !directory->isNodeLock)
        m_empty->set(IconId::Search, tr("Reading %1").arg(path),
                     tr("Its contenders appear as soon as they are known."));
    else if (directory && !m_world->isModel() && !m_world->world().isKnownLock(path))
        m_empty->set(IconId::Folder, tr("No lock is known here"),
                     tr("%1 has no contender, and none has been seen: whether clients take it as a lock is not known.")
                         .arg(path));
    else if (directory && !isToZooKeeper && !m_world->isPast())
        m_empty->set(IconId::LockOpen, tr("No client here holds it"),
                     tr("Of %1 only what simulated clients ask for is known: another program may hold it.").arg(path));
    else if (directory && m_world->isDisconnected())
        m_empty->set(IconId::Warning, tr("The lock was free"),
                     tr("No client held %1 and none waited when the connection was lost.").arg(path));
    else if (directory)
        m_empty->set(IconId::LockOpen, tr("The lock is free"),
                     tr("No client holds %1 and none waits. The next client to ask holds it at once.").arg(path));
    else if (!isToZooKeeper)
        m_empty->set(IconId::LockOpen, other.title, other.sentence);
    else if (m_existed && m_world->isPast())
        m_empty->set(IconId::Folder, tr("%1 was not there").arg(path), tr("The lock did not exist at this moment."));
    else if (m_existed && m_world->isDisconnected())
        m_empty->set(IconId::Trash, tr("%1 is gone").arg(path),
                     tr("The directory had been deleted when the connection was lost."));
    else if (m_existed)
        m_empty->set(IconId::Trash, tr("%1 is gone").arg(path),
                     tr("The directory was deleted. When a client makes it again, it appears here."));
    else
        m_empty->set(IconId::Folder, tr("%1 is not there").arg(path),
                     tr("No such directory has been seen under %1.").arg(m_world->world().observation().root));
}

// ---- what can be done ----

void QueuePanel::onCurrentChanged()
{
    const QModelIndex current = m_view->currentIndex();
    if (!current.isValid() || m_isFollowing)
        return; // its row went: what was chosen stays chosen, and the panels that show it say that it is gone
    m_selection->setNode(m_model->pathAt(current.row()));
}

void QueuePanel::onRowsChosen()
{
    if (m_isFollowing)
        return;
    const QScopedValueRollback following(m_isFollowing, true);
    m_selection->setNodes(chosenRows());
}

Zxid QueuePanel::czxidAt(int row) const
{
    const auto &stat = m_model->contenderAt(row).node.stat;
    return stat ? stat->czxid : Zxid();
}

/// The very node that was chosen is current while it is there: going back in time brings it back, and another one at
/// its path is not taken for it.
void QueuePanel::followChosen()
{
    const Zxid chosen = m_selection->nodeCzxid();
    if (chosen.isNull())
        return;
    QItemSelectionModel *selection = m_view->selectionModel();
    if (const QModelIndex current = m_view->currentIndex(); current.isValid()) {
        if (czxidAt(current.row()) != chosen) {
            selection->select(current, QItemSelectionModel::Deselect | QItemSelectionModel::Rows);
            selection->clearCurrentIndex();
        }
        return;
    }
    const int row = m_selection->node().isEmpty() ? -1 : m_model->rowOfPath(m_selection->node());
    if (row < 0 || czxidAt(row) != chosen)
        return;
    const QModelIndex again = m_model->index(row, 0);
    selection->setCurrentIndex(again, QItemSelectionModel::NoUpdate);
    if (!selection->hasSelection())
        selection->select(again, QItemSelectionModel::Select | QItemSelectionModel::Rows);
}

/// A column sorts up, then down, then gives the order of service back.
void QueuePanel::onHeaderClicked(int column)
{
    QHeaderView *header = m_view->horizontalHeader();
    const bool again = header->isSortIndicatorShown() && header->sortIndicatorSection() == column;
    if (column == QueueModel::Place || column == QueueModel::Edges
        || (again && header->sortIndicatorOrder() == Qt::DescendingOrder)) {
        header->setSortIndicatorShown(false);
        m_model->sort(-1);
        return;
    }
    const Qt::SortOrder order = again ? Qt::DescendingOrder : Qt::AscendingOrder;
    header->setSortIndicatorShown(true);
    header->setSortIndicator(column, order);
    m_model->sort(column, order);
}

void QueuePanel::showContextMenu(const QPoint &position)
{
    const QModelIndex index = m_view->indexAt(position);
    if (index.isValid() && !m_view->selectionModel()->isRowSelected(index.row()))
        m_view->selectRow(index.row());
    QMenu *menu = m_selection->makeMenu(index.isValid(), this);
    if (index.isValid())
        menu->addAction(tr("Copy row"), this, &QueuePanel::copyRows);
    menu->addAction(tr("Copy all as text"), this, &QueuePanel::copyAll);
    menu->addAction(icon(IconId::Export), tr("Export…"), this, &QueuePanel::exportTo);
    if (!m_model->isServiceOrder()) {
        menu->addSeparator();
        menu->addAction(icon(IconId::Sort), tr("Sort in service order"), this,
                        [this] { onHeaderClicked(QueueModel::Place); });
    }
    menu->popup(m_view->viewport()->mapToGlobal(position));
}

void QueuePanel::copyRows()
{
    QStringList lines;
    for (const int row : m_view->selectedRows())
        lines += rowText(*m_model, row);
    if (!lines.isEmpty())
        QGuiApplication::clipboard()->setText(lines.join(u'\n'));
}

void QueuePanel::copyAll()
{
    QGuiApplication::clipboard()->setText(allText(*m_model));
}

void QueuePanel::exportTo()
{
    QString chosen;
    const QString suggested = lastName(m_model->lockPath()) + u".csv"_s;
    const QString file =
        QFileDialog::getSaveFileName(this, tr("Export queue"), suggested, tr("CSV (*.csv);;JSON (*.json)"), &chosen);
    if (file.isEmpty())
        return;
    const bool json = file.endsWith(".json"_L1) || (!file.endsWith(".csv"_L1) && chosen.contains("json"_L1));
    const QString why =
        writePrivately(file, json ? toJsonDocument(*m_model, m_world->world().newestZxid()) : toCsv(*m_model));
    if (why.isEmpty())
        m_exportFailed->hide();
    else
        m_exportFailed->show(Banner::Severity::Error, tr("%1 could not be written").arg(file), why);
}

} // namespace lockscope::ui

#include "moc_queuepanel.cpp"
