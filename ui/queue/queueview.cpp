// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queueview.h"

#include "ui/theme/color.h"
#include "ui/theme/glyph.h"

#include <QEvent>
#include <QHeaderView>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::ContenderState;
using Presence = QueueModel::Presence;

namespace {

constexpr int tableRowHeight = 32;
constexpr int cellMargin = 10;
constexpr int glyphSide = 20;
constexpr qreal dotRadius = 5;

/// What a row's marks look like: form by state and presence, colour by role.
struct Look
{
    Fill fill = Fill::Outlined;
    Role role = Role::Waiting;
};

Look lookOf(const QueueModel &model, int row)
{
    const locks::Contender &contender = model.contenderAt(row);
    const bool holds = contender.state == ContenderState::Holding;
    Look look{holds ? Fill::Filled : Fill::Outlined, holds ? Role::Holding : Role::Waiting};
    if (contender.state == ContenderState::Foreign || contender.state == ContenderState::Pending)
        look.role = Role::Suspended;
    switch (model.presenceAt(row)) {
    case Presence::Alive: break;
    case Presence::Suspended: look = {Fill::Hatched, Role::Suspended}; break;
    case Presence::Expired:
    case Presence::Crashed: look = {Fill::Crossed, Role::Suspended}; break;
    }
    if (model.findingAt(row).value_or(locks::Finding::Severity::Note) == locks::Finding::Severity::Error)
        look.role = Role::Wrong;
    return look;
}

/// Readers' letters are blue; all else about a row keeps the colour of its state.
Look glyphLook(const QueueModel &model, int row)
{
    Look look = lookOf(model, row);
    const auto &parsed = model.contenderAt(row).parsed;
    if (parsed && parsed->mode == locks::Mode::Shared && (look.role == Role::Holding || look.role == Role::Waiting))
        look.role = Role::Shared;
    return look;
}

bool isMono(int column)
{
    return column == QueueModel::Client || column == QueueModel::Session || column == QueueModel::Node
           || column == QueueModel::Since;
}

} // namespace

// ---- QueueDelegate ----

QueueDelegate::QueueDelegate(QueueModel *model, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_model(model)
{
}

QSize QueueDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QFont font = isMono(index.column()) ? monoFont(option.font) : option.font;
    return {QFontMetrics(font).horizontalAdvance(index.data().toString()) + 2 * cellMargin, tableRowHeight};
}

void QueueDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    const int row = index.row();
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    if (selected)
        painter->fillRect(option.rect, theme.selection);
    painter->fillRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1, theme.separator);

    const Look look = lookOf(*m_model, row);
    QRect box = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const QString text = index.data().toString();
    QFont font = isMono(index.column()) ? monoFont(option.font) : option.font;
    QColor color = theme.text;
    switch (QueueModel::Column(index.column())) {
    case QueueModel::Place: color = theme.muted; break;
    case QueueModel::Edges: painter->restore(); return; // the view paints the gutter over all rows
    case QueueModel::ModeLetter:
        if (!text.isEmpty()) {
            const Look glyph = glyphLook(*m_model, row);
            paintGlyph(painter,
                       QRectF(box.left(), option.rect.center().y() - glyphSide / 2.0 + 0.5, glyphSide, glyphSide),
                       text.at(0), glyph.fill, glyph.role, theme, option.font);
        }
        painter->restore();
        return;
    case QueueModel::State:
        font.setWeight(QFont::DemiBold);
        color = readableOn(theme.role(look.role).text, selected ? theme.selection : theme.panel);
        break;
    case QueueModel::Client:
        if (text == "—"_L1)
            color = theme.muted;
        break;
    case QueueModel::Data:
        if (m_model->contenderAt(row).node.access != locks::ChildNode::Data::Read)
            color = theme.muted;
        break;
    case QueueModel::Node: color = theme.muted; break;
    case QueueModel::Session:
    case QueueModel::Since:
    case QueueModel::ColumnCount: break;
    }
    painter->setFont(font);
    painter->setPen(color);
    const auto elide = index.column() == QueueModel::Node      ? Qt::ElideLeft // its number tells most
                       : index.column() == QueueModel::Session ? Qt::ElideMiddle
                                                               : Qt::ElideRight;
    painter->drawText(box, Qt::AlignVCenter | Qt::AlignLeft, QFontMetrics(font).elidedText(text, elide, box.width()));
    painter->restore();
}

// ---- QueueView ----

QueueView::QueueView(QueueModel *model, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
{
    setModel(model);
    setItemDelegate(new QueueDelegate(model, this));
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setTabKeyNavigation(false); // Tab leaves the table
    verticalHeader()->hide();
    // One fixed height: a hundred thousand rows are never measured.
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(tableRowHeight);
    verticalHeader()->setMinimumSectionSize(tableRowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(30);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setSectionsMovable(false);
    horizontalHeader()->setFixedHeight(28);
    horizontalHeader()->setSortIndicatorShown(false);
    connect(model, &QueueModel::queueChanged, this, &QueueView::updateEdges);
    connect(model, &QueueModel::orderChanged, this, &QueueView::updateEdges);
    updateColumns();
    updateEdges();
}

void QueueView::setStale(bool stale)
{
    if (m_stale == stale)
        return;
    m_stale = stale;
    viewport()->update();
}

QList<int> QueueView::selectedRows() const
{
    QList<int> rows;
    for (const QModelIndex &index : selectionModel()->selectedRows())
        rows.append(index.row());
    std::sort(rows.begin(), rows.end());
    return rows;
}

void QueueView::updateDurations()
{
    const int x = columnViewportPosition(QueueModel::Since);
    viewport()->update(x, 0, columnWidth(QueueModel::Since), viewport()->height());
}

void QueueView::updateEdges()
{
    if (m_edgesRevision == m_model->revision())
        return;
    m_edgesRevision = m_model->revision();
    std::vector<WatchEdge> edges;
    if (m_model->isServiceOrder()) { // between sorted rows they would say nothing
        const auto &contenders = m_model->queue().contenders;
        for (size_t from = 0; from < contenders.size(); ++from) {
            for (const int to : contenders[from].waitsFor)
                edges.push_back({m_model->rowOfIndex(int(from)), m_model->rowOfIndex(to)});
        }
    }
    m_edges = EdgeLayout(std::move(edges));
    updateGutterWidth();
    viewport()->update();
}

/// Only grows: a gutter that breathes with every hand-over would make the columns beside it jump.
void QueueView::updateGutterWidth()
{
    const int width = 40 + 9 * std::max(2, m_edges.laneCount());
    if (width > columnWidth(QueueModel::Edges))
        setColumnWidth(QueueModel::Edges, width);
    const int place = QFontMetrics(font()).horizontalAdvance(QString::number(m_model->rowCount())) + 2 * cellMargin + 3;
    if (place > columnWidth(QueueModel::Place))
        setColumnWidth(QueueModel::Place, place);
}

void QueueView::updateColumns()
{
    const QFontMetrics mono(monoFont(font()));
    const QFontMetrics plain(font());
    const QFontMetrics bold(scaledFont(font(), 1.0, QFont::DemiBold));
    const auto fit = [](const QFontMetrics &metrics, const QString &text) {
        return metrics.horizontalAdvance(text) + 2 * cellMargin + 3; // fractions of a pixel
    };
    setColumnWidth(QueueModel::Place, 36);
    setColumnWidth(QueueModel::Edges, 58);
    updateGutterWidth();
    setColumnWidth(QueueModel::ModeLetter, fit(plain, u"mode"_s) + 4);
    setColumnWidth(QueueModel::State, fit(bold, u"suspended"_s));
    setColumnWidth(QueueModel::Client, fit(mono, u"client-000"_s));
    setColumnWidth(QueueModel::Session, fit(mono, u"0x1000009f7cb0000"_s));
    setColumnWidth(QueueModel::Data, fit(plain, u"settlement"_s));
    setColumnWidth(QueueModel::Since, fit(mono, u"≤ 59.9 s"_s));
    setColumnWidth(QueueModel::Node, fit(mono, u"…0000000041"_s)); // the least: the last column takes the rest
}

void QueueView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateColumns();
}

void QueueView::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    QPainter painter(viewport());
    paintGutter(painter);
    if (m_stale) {
        QColor veil = themeFor(palette()).panel;
        veil.setAlphaF(0.45F);
        painter.fillRect(event->rect(), veil);
    }
}

void QueueView::paintGutter(QPainter &painter)
{
    const int rows = m_model->rowCount();
    if (rows == 0)
        return;
    const int first = std::max(0, rowAt(0));
    const int below = rowAt(viewport()->height() - 1);
    const int last = below < 0 ? rows - 1 : below;
    const Theme &theme = themeFor(palette());
    const QHeaderView *vertical = verticalHeader();
    const auto rowY = [vertical](int row) {
        return vertical->sectionViewportPosition(row) + (tableRowHeight - 1) / 2.0;
    };

    const int left = columnViewportPosition(QueueModel::Edges);
    const int width = columnWidth(QueueModel::Edges);
    GutterMetrics metrics;
    metrics.dotX = left + width - 14;
    metrics.dotRadius = dotRadius;
    metrics.firstLaneX = metrics.dotX - 20;

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(left, 0, width, viewport()->height());
    // All edges are what the recipe expects; no server has told its watches. Dashed says so, as the legend does.
    QPen pen(theme.edge, 1.5);
    pen.setDashPattern({2.6, 2.2});
    for (const Trunk *trunk : m_edges.touching(first, last)) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(pen);
        // The farthest waiter's line is the trunk; the others that can be seen join it with a bend of their own.
        auto waiter = std::lower_bound(trunk->waiters.begin(), trunk->waiters.end(), first);
        for (; waiter != trunk->waiters.end() && *waiter <= last && *waiter != trunk->waiters.back(); ++waiter)
            painter.drawPath(joinPath(metrics, trunk->lane, rowY(*waiter), tableRowHeight));
        painter.drawPath(
            edgePath(metrics, trunk->lane, rowY(trunk->waiters.back()), rowY(trunk->target), tableRowHeight));
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.edge);
        painter.drawPath(arrowPath(metrics, rowY(trunk->target)));
    }
    painter.restore();

    for (int row = first; row <= last; ++row) {
        const Look look = lookOf(*m_model, row);
        paintDot(&painter, QPointF(metrics.dotX, rowY(row)), dotRadius, look.fill, look.role, theme);
    }
}

} // namespace lockscope::ui
