// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queuepanel.h"

#include "ui/queue/legend.h"
#include "ui/queue/queueexport.h"
#include "ui/queue/queueview.h"
#include "ui/theme/format.h"
#include "ui/theme/widgets.h"

#include <QBoxLayout>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSaveFile>
#include <QShortcut>
#include <QStackedWidget>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Freshness;
using locks::Finding;

namespace {

constexpr qsizetype mostBanners = 2;

QString kindText(locks::LockKind kind)
{
    return kind == locks::LockKind::ReadWrite ? u"read/write"_s : locks::lockKindName(kind);
}

QString dialectText(locks::Dialect dialect)
{
    return dialect == locks::Dialect::Curator ? u"Curator"_s : locks::dialectName(dialect);
}

Banner::Severity bannerSeverity(Finding::Severity severity)
{
    switch (severity) {
    case Finding::Severity::Note: return Banner::Severity::Note;
    case Finding::Severity::Warning: return Banner::Severity::Warning;
    case Finding::Severity::Error: return Banner::Severity::Error;
    }
    return Banner::Severity::Note;
}

QPushButton *linkButton(const QString &text, QWidget *parent)
{
    auto *button = new QPushButton(text, parent);
    button->setProperty("kind", u"link"_s);
    button->setCursor(Qt::PointingHandCursor);
    return button;
}

} // namespace

QueuePanel::QueuePanel(LiveWorld *world, QWidget *parent)
    : QWidget(parent)
    , m_world(world)
    , m_model(new QueueModel(world, this))
    , m_view(new QueueView(m_model, this))
    , m_empty(new EmptyState(this))
    , m_pages(new QStackedWidget(this))
{
    m_view->setAccessibleName(tr("Queue"));
    m_pages->addWidget(m_view);
    m_pages->addWidget(m_empty);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    buildHeader(column);
    column->addWidget(m_pages, 1);
    buildFooter(column);

    m_coalesce.setSingleShot(true);
    m_coalesce.setInterval(0);
    connect(&m_coalesce, &QTimer::timeout, this, &QueuePanel::updateAll);
    connect(m_model, &QueueModel::queueChanged, &m_coalesce, qOverload<>(&QTimer::start));
    connect(m_model, &QueueModel::orderChanged, &m_coalesce, qOverload<>(&QTimer::start));
    m_durations.setInterval(500ms);
    connect(&m_durations, &QTimer::timeout, this, [this] {
        updateSummary();
        m_view->updateDurations();
    });
    m_durations.start();

    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &QueuePanel::onCurrentChanged);
    connect(m_view, &QWidget::customContextMenuRequested, this, &QueuePanel::showContextMenu);
    connect(m_view->horizontalHeader(), &QHeaderView::sectionClicked, this, &QueuePanel::onHeaderClicked);
    auto *copy = new QShortcut(QKeySequence::Copy, m_view, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(copy, &QShortcut::activated, this, [this] {
        QStringList lines;
        for (const int row : m_view->selectedRows())
            lines += rowText(*m_model, row);
        if (!lines.isEmpty())
            QGuiApplication::clipboard()->setText(lines.join(u'\n'));
    });
    auto *release = new QShortcut(QKeySequence::Delete, m_view, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
    connect(release, &QShortcut::activated, this, [this] { // opens the dialog, as the menu does; deletes nothing
        const QModelIndex current = m_view->currentIndex();
        if (current.isValid() && !m_observeOnly && !m_world->isStale())
            Q_EMIT releaseRequested(m_model->pathAt(current.row()));
    });
    updateAll();
}

void QueuePanel::buildHeader(QBoxLayout *column)
{
    m_header = new QWidget(this);
    m_title = new QLabel(m_header);
    setTone(m_title, Tone::Title);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_kind = new Pill(m_header);
    m_dialect = new Pill(m_header);
    m_holds = new Pill(m_header);
    m_waits = new Pill(m_header);
    m_holds->setRole(Role::Holding);
    m_waits->setRole(Role::Waiting);
    m_summary = new QLabel(m_header);
    setTone(m_summary, Tone::Small);
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto *row = new QHBoxLayout(m_header);
    row->setContentsMargins(14, 10, 14, 9);
    row->setSpacing(6);
    row->addWidget(m_title);
    row->addSpacing(6);
    for (Pill *pill : {m_kind, m_dialect, m_holds, m_waits})
        row->addWidget(pill);
    row->addSpacing(8);
    row->addWidget(m_summary, 1);
    column->addWidget(m_header);
}

void QueuePanel::buildFooter(QBoxLayout *column)
{
    auto *below = new QVBoxLayout;
    below->setContentsMargins(12, 8, 12, 0);
    below->setSpacing(8);
    for (qsizetype i = 0; i < mostBanners; ++i) {
        auto *banner = new Banner(this);
        connect(banner, &Banner::actionTriggered, this, [this, i] {
            const auto &findings = m_model->queue().findings;
            if (i < findings.size())
                selectNodes(findings[i].nodes);
        });
        m_findings.append(banner);
        below->addWidget(banner);
    }
    m_moreFindings = new QLabel(this);
    setTone(m_moreFindings, Tone::Small);
    below->addWidget(m_moreFindings);
    m_exportFailed = new Banner(this);
    m_exportFailed->setAction(tr("Close"));
    connect(m_exportFailed, &Banner::actionTriggered, m_exportFailed, &QWidget::hide);
    below->addWidget(m_exportFailed);
    column->addLayout(below);

    m_footer = new QWidget(this);
    m_legend = new Legend(m_footer);
    m_count = new QLabel(m_footer);
    setTone(m_count, Tone::Small);
    m_resetOrder = linkButton(tr("Service order"), m_footer);
    m_resetOrder->setToolTip(tr("Show the rows in the order in which they will be served"));
    m_copy = linkButton(tr("Copy"), m_footer);
    m_copy->setToolTip(tr("Copy all rows as text"));
    m_export = linkButton(tr("Export…"), m_footer);
    m_export->setToolTip(tr("Save all rows as CSV or JSON"));
    connect(m_resetOrder, &QPushButton::clicked, this, [this] { onHeaderClicked(QueueModel::Place); });
    connect(m_copy, &QPushButton::clicked, this, &QueuePanel::copyAll);
    connect(m_export, &QPushButton::clicked, this, &QueuePanel::exportTo);
    auto *row = new QHBoxLayout(m_footer);
    row->setContentsMargins(14, 6, 8, 6);
    row->setSpacing(2);
    row->addWidget(m_legend);
    row->addStretch(1);
    row->addWidget(m_count);
    row->addSpacing(6);
    row->addWidget(m_resetOrder);
    row->addWidget(m_copy);
    row->addWidget(m_export);
    column->addWidget(m_footer);
}

void QueuePanel::setLockPath(const QString &path)
{
    if (path == m_model->lockPath())
        return;
    m_existed = false;
    m_view->clearSelection();
    m_view->setCurrentIndex({});
    m_model->setLockPath(path);
    m_view->scrollToTop();
    updateAll();
}

void QueuePanel::setObserveOnly(bool observeOnly)
{
    m_observeOnly = observeOnly;
}

QStringList QueuePanel::selectedNodes() const
{
    QStringList paths;
    for (const int row : m_view->selectedRows())
        paths += m_model->pathAt(row);
    return paths;
}

void QueuePanel::selectNodes(const QStringList &paths)
{
    QItemSelection selection;
    QModelIndex first;
    for (const QString &path : paths) {
        const int row = m_model->rowOfName(lastName(path));
        if (row < 0)
            continue;
        const QModelIndex left = m_model->index(row, 0);
        selection.select(left, m_model->index(row, QueueModel::ColumnCount - 1));
        if (!first.isValid() || row < first.row())
            first = left;
    }
    if (!first.isValid())
        return;
    m_view->selectionModel()->setCurrentIndex(first, QItemSelectionModel::NoUpdate);
    m_view->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    m_view->scrollTo(first);
    m_view->setFocus();
}

// ---- what is shown ----

void QueuePanel::updateAll()
{
    m_coalesce.stop();
    m_existed |= m_world->world().directory(m_model->lockPath()) != nullptr;
    updatePage();
    updateHeader();
    updateFindings();
    m_view->setStale(m_world->isStale());
    m_legend->setHasExpected(!m_view->edges().isEmpty());
    const int rows = m_model->rowCount();
    m_count->setText(rows == 1 ? tr("1 contender") : tr("%1 contenders").arg(rows));
    m_resetOrder->setVisible(!m_model->isServiceOrder());
}

void QueuePanel::updatePage()
{
    const QString path = m_model->lockPath();
    const journal::Directory *directory = m_world->world().directory(path);
    const bool rows = m_model->rowCount() > 0;
    m_pages->setCurrentWidget(rows ? static_cast<QWidget *>(m_view) : m_empty);
    m_footer->setVisible(rows);
    m_header->setVisible(!path.isEmpty());
    if (rows)
        return;
    if (path.isEmpty())
        m_empty->set(IconId::List, tr("No lock selected"), tr("Select a lock to see who holds it and who waits."));
    else if (directory && directory->error)
        m_empty->set(IconId::Warning, tr("%1 could not be read").arg(path), directory->error->sentence());
    else if (directory && !directory->stat)
        m_empty->set(IconId::Search, tr("Reading %1").arg(path),
                     tr("Its contenders appear as soon as they are known."));
    else if (directory)
        m_empty->set(IconId::LockOpen, tr("The lock is free"),
                     tr("Nobody holds %1 and nobody waits. The next client to ask holds it at once.").arg(path));
    else if (m_existed)
        m_empty->set(IconId::Trash, tr("%1 is gone").arg(path),
                     tr("The directory was deleted. If somebody makes it again, it appears here."));
    else
        m_empty->set(IconId::Folder, tr("%1 is not there").arg(path),
                     tr("No such directory has been seen under %1.").arg(m_world->world().observation().root));
}

void QueuePanel::updateHeader()
{
    const locks::LockQueue &queue = m_model->queue();
    const QFontMetrics metrics(m_title->font());
    m_title->setText(elidedPath(m_model->lockPath(), metrics, std::max(180, width() / 3)));
    m_title->setToolTip(m_model->lockPath());
    const bool known = m_model->rowCount() > 0;
    m_kind->setVisible(known);
    m_kind->setText(kindText(queue.kind));
    m_dialect->setVisible(known);
    m_dialect->setText(dialectText(queue.dialect));
    const auto holders = qsizetype(queue.holders.size());
    m_holds->setVisible(holders > 0);
    m_holds->setText(holders == 1 ? tr("1 holds") : tr("%1 hold").arg(holders));
    m_waits->setVisible(queue.waiting > 0);
    m_waits->setText(queue.waiting == 1 ? tr("1 waits") : tr("%1 wait").arg(queue.waiting));
    updateSummary();
}

QString QueuePanel::nextText() const
{
    const locks::LockQueue &queue = m_model->queue();
    std::vector<int> next;
    if (queue.holders.size() == 1) {
        next = queue.nextAfterRemoval(queue.holders.front());
    } else {
        for (size_t i = 0; i < queue.contenders.size() && next.empty(); ++i) {
            if (queue.contenders[i].state == locks::ContenderState::Waiting)
                next.push_back(int(i));
        }
    }
    if (next.empty())
        return {};
    QString text = m_model->labelOfIndex(next.front());
    if (queue.kind == locks::LockKind::ReadWrite) {
        const auto &parsed = queue.contenders[size_t(next.front())].parsed;
        text += parsed && parsed->mode == locks::Mode::Shared ? u" (R)"_s : u" (W)"_s;
    }
    if (next.size() > 1)
        text = tr("%1 and %2 more").arg(text).arg(next.size() - 1);
    return tr("next: %1").arg(text);
}

void QueuePanel::updateSummary()
{
    const Zxid zxid = m_world->world().newestZxid();
    const journal::Directory *directory = m_world->world().directory(m_model->lockPath());
    QString state;
    if (m_world->isStale())
        state = tr("as of %1 ago").arg(formatDuration(m_world->staleForMs(m_model->nowNs())));
    else if (directory && !directory->watched)
        state = tr("not watched");
    else if (m_world->world().observation().freshness == Freshness::Reading)
        state = tr("reading");
    else if (m_world->world().observation().freshness == Freshness::Live)
        state = tr("live");

    const qint64 longest = m_model->longestWaitMs();
    QStringList parts{nextText(), longest >= 0 ? tr("longest wait %1").arg(formatDuration(longest)) : QString(),
                      !zxid.isNull() && !m_world->isStale() ? tr("zxid %1").arg(zxid.toHex()) : QString(), state};
    parts.removeAll(QString());
    m_summary->setToolTip(parts.join(u" · "_s));
    // Where it is narrow whole facts go, the least telling first; how true the picture is stays.
    const auto fits = [&] {
        return m_summary->fontMetrics().horizontalAdvance(parts.join(u" · "_s)) < m_summary->width();
    };
    while (parts.size() > 1 && !fits())
        parts.removeAt(parts.size() - 2);
    m_summary->setText(parts.join(u" · "_s));
}

void QueuePanel::updateFindings()
{
    const auto &findings = m_model->queue().findings;
    for (qsizetype i = 0; i < m_findings.size(); ++i) {
        Banner *banner = m_findings[i];
        if (i >= findings.size()) {
            banner->hide();
            continue;
        }
        const Finding &finding = findings[i];
        QStringList names;
        for (const QString &node : finding.nodes.mid(0, 3))
            names += shortNodeName(lastName(node));
        QString which = names.join(u", "_s);
        if (finding.nodes.size() > 3)
            which += tr(" and %1 more").arg(finding.nodes.size() - 3);
        if (banner->isHidden() || banner->title() != finding.text || banner->text() != which)
            banner->show(bannerSeverity(finding.severity), finding.text, which);
        banner->setAction(finding.nodes.isEmpty() ? QString() : tr("Show me"));
    }
    const qsizetype more = findings.size() - m_findings.size();
    m_moreFindings->setVisible(more > 0);
    m_moreFindings->setText(more == 1 ? tr("1 more finding") : tr("%1 more findings").arg(more));
}

// ---- what can be done ----

void QueuePanel::onCurrentChanged()
{
    const QModelIndex current = m_view->currentIndex();
    const QString path = current.isValid() ? m_model->pathAt(current.row()) : QString();
    if (path == m_selectedNode)
        return;
    m_selectedNode = path;
    Q_EMIT nodeSelected(path);
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
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const QModelIndex index = m_view->indexAt(position);
    if (index.isValid()) {
        // The path, not the row: rows move while the menu is open.
        const QString path = m_model->pathAt(index.row());
        const QString text = rowText(*m_model, index.row());
        QAction *release = menu->addAction(icon(IconId::LockOpen, Role::Wrong), tr("Release this node…"), this,
                                           [this, path] { Q_EMIT releaseRequested(path); });
        release->setEnabled(!m_observeOnly && !m_world->isStale());
        if (m_observeOnly)
            release->setToolTip(tr("This connection only observes."));
        menu->setToolTipsVisible(true);
        menu->addSeparator();
        menu->addAction(icon(IconId::Copy), tr("Copy node path"), this,
                        [path] { QGuiApplication::clipboard()->setText(path); });
        menu->addAction(tr("Copy row"), this, [text] { QGuiApplication::clipboard()->setText(text); });
    }
    menu->addAction(tr("Copy all as text"), this, &QueuePanel::copyAll);
    menu->addAction(icon(IconId::Export), tr("Export…"), this, &QueuePanel::exportTo);
    if (!m_model->isServiceOrder()) {
        menu->addSeparator();
        menu->addAction(icon(IconId::Sort), tr("Sort in service order"), this,
                        [this] { onHeaderClicked(QueueModel::Place); });
    }
    menu->popup(m_view->viewport()->mapToGlobal(position));
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
    QSaveFile out(file);
    const QByteArray bytes = json ? toJsonDocument(*m_model, m_world->world().newestZxid()) : toCsv(*m_model);
    if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.commit())
        m_exportFailed->show(Banner::Severity::Error, tr("%1 could not be written").arg(file), out.errorString());
    else
        m_exportFailed->hide();
}

} // namespace lockscope::ui
