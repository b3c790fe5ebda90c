// SPDX-License-Identifier: Apache-2.0
#include "ui/queue/queueview.h"

#include "ui/theme/building.h"
#include "ui/theme/format.h"
#include "ui/theme/painting.h"

#include <QAbstractItemView>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPaintEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::ContenderState;
using Presence = QueueModel::Presence;

namespace {

constexpr int queueRowHeight = 32;
constexpr int cellMargin = 8; ///< left and right of what is written
constexpr qreal dotRadius = 5;
constexpr int queueGlyphSide = 20;

/// What a row's marks look like.
struct RowLook
{
    Fill fill = Fill::Outlined;
    Role role = Role::Waiting;
};

RowLook lookOf(const QueueModel &model, int row)
{
    const locks::Contender &contender = model.contenderAt(row);
    const bool holds = contender.state == ContenderState::Holding;
    RowLook look{holds ? Fill::Filled : Fill::Outlined, holds ? Role::Holding : Role::Waiting};
    if (!holds && contender.state != ContenderState::Waiting)
        look.role = Role::Suspended;
    switch (model.presenceAt(row)) {
    case Presence::Alive: break;
    case Presence::Suspended: look = {Fill::Hatched, Role::Suspended}; break;
    case Presence::Expired:
    case Presence::Crashed: look = {Fill::Crossed, Role::Suspended}; break;
    }
    if (model.findingAt(row) == locks::Finding::Severity::Error)
        look.role = Role::Wrong;
    return look;
}

/// Readers' letters are blue; all else about a row keeps the colour of its state.
RowLook glyphLook(const QueueModel &model, int row)
{
    RowLook look = lookOf(model, row);
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

bool isCurrent(const QStyleOptionViewItem &option, int row)
{
    const auto *view = qobject_cast<const QAbstractItemView *>(option.widget);
    return view && view->hasFocus() && view->currentIndex().row() == row;
}

/// Paints the cells: form by state and presence, colour by role. Never the gutter.
class QueueDelegate : public QStyledItemDelegate
{
public:
    explicit QueueDelegate(QueueView *view, const QueueModel *model)
        : QStyledItemDelegate(view)
        , m_model(model)
    {
    }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QFont font = isMono(index.column()) ? monoFont(option.font) : option.font;
        return {QFontMetrics(font).horizontalAdvance(index.data().toString()) + 2 * cellMargin, queueRowHeight};
    }

private:
    const QueueModel *m_model;
};

void QueueDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Theme &theme = themeFor(option.palette);
    const int row = index.row();
    const bool selected = option.state & QStyle::State_Selected;
    painter->save();
    if (selected)
        painter->fillRect(option.rect, theme.selection);
    painter->fillRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1, theme.separator);
    if (index.column() == QueueModel::Place && isCurrent(option, row)) // where the keyboard is, selected or not
        painter->fillRect(option.rect.left(), option.rect.top(), 3, option.rect.height() - 1, theme.accent.fill);

    const RowLook look = lookOf(*m_model, row);
    QRect box = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const QString text = index.data().toString();
    QFont font = isMono(index.column()) ? monoFont(option.font) : option.font;
    QColor color = theme.text;
    switch (QueueModel::Column(index.column())) {
    case QueueModel::Place: color = theme.muted; break;
    case QueueModel::Edges: painter->restore(); return; // the view paints the gutter over all rows
    case QueueModel::ModeLetter:
        if (!text.isEmpty()) {
            const RowLook glyph = glyphLook(*m_model, row);
            paintGlyph(painter,
                       QRectF(box.left(), option.rect.center().y() - queueGlyphSide / 2.0 + 0.5, queueGlyphSide,
                              queueGlyphSide),
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
        else if (m_model->lacksConnection(row))
            color = readableOn(theme.wrong.text, selected ? theme.selection : theme.panel); // no connection
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
    // The end of a session id matters more than its middle.
    const bool shortened = index.column() == QueueModel::Session && text.startsWith("0x"_L1)
                           && QFontMetrics(font).horizontalAdvance(text) > box.width();
    const auto elide = index.column() == QueueModel::Node ? Qt::ElideLeft // its number matters most
                       : shortened                        ? Qt::ElideMiddle
                                                          : Qt::ElideRight;
    painter->drawText(box, Qt::AlignVCenter | Qt::AlignLeft,
                      QFontMetrics(font).elidedText(shortened ? shortHex(text) : text, elide, box.width()));
    painter->restore();
}

} // namespace

QPen edgePen(EdgeKind kind, const Theme &theme)
{
    QPen pen(kind == EdgeKind::Wrong ? theme.wrong.fill : theme.edge, kind == EdgeKind::Wrong ? 2.2 : 1.5);
    if (kind == EdgeKind::Expected)
        pen.setDashPattern({2.6, 2.2});
    return pen;
}

QueueView::QueueView(QueueModel *model, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
{
    setModel(model);
    setItemDelegate(new QueueDelegate(this, model));
    dressTable(this);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    // One fixed height: a hundred thousand rows are never measured.
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(queueRowHeight);
    verticalHeader()->setMinimumSectionSize(queueRowHeight);
    horizontalHeader()->setMinimumSectionSize(30);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setSectionsMovable(false);
    horizontalHeader()->setFixedHeight(28);
    horizontalHeader()->setSortIndicatorShown(false);
    connect(model, &QueueModel::queueChanged, this, &QueueView::updateEdges);
    connect(model, &QueueModel::orderChanged, this, &QueueView::updateEdges);
    connect(model, &QueueModel::queueChanged, this, &QueueView::updateWidest);
    // A drag of the border between two headings, unlike our own sizing, has the mouse down.
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, [this] {
        m_sizedByHand |= QGuiApplication::mouseButtons() != Qt::NoButton && horizontalHeader()->underMouse();
    });
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

void QueueView::rowsAboutToBeRemoved(const QModelIndex &parent, int first, int last)
{
    const int current = currentIndex().row(); // before the selection model moves it on
    if (current >= first && current <= last) {
        m_lostRow = first;
        selectionModel()->clearCurrentIndex();
    } else if (m_lostRow > last) {
        m_lostRow -= last - first + 1;
    }
    if (first == 0 && last == m_model->rowCount() - 1)
        m_lostRow = -1; // nothing stays: there is no place to go on from
    QTableView::rowsAboutToBeRemoved(parent, first, last);
}

QModelIndex QueueView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const bool besides = action == MoveUp || action == MoveDown || action == MovePrevious || action == MoveNext;
    if (!besides || currentIndex().isValid() || m_lostRow < 0 || m_model->rowCount() == 0)
        return QTableView::moveCursor(action, modifiers);
    const bool up = action == MoveUp || action == MovePrevious;
    return m_model->index(std::clamp(up ? m_lostRow - 1 : m_lostRow, 0, m_model->rowCount() - 1), 0);
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
    NeighbourEdges neighbours;
    if (m_model->isServiceOrder()) { // between sorted rows they would say nothing
        for (const QueueEdge &edge : m_model->edges().others())
            edges.push_back({m_model->rowOfIndex(edge.from), m_model->rowOfIndex(edge.to), edge.kind});
        for (const EdgeKind kind : {EdgeKind::Expected, EdgeKind::Reported, EdgeKind::Wrong})
            neighbours.has[size_t(kind)] = m_model->edges().hasPlain(kind);
        neighbours.kindFrom = [model = m_model](int row) -> std::optional<EdgeKind> { // a row is an index here
            const auto edge = model->edges().plain(row);
            return edge ? std::optional(edge->kind) : std::nullopt;
        };
    }
    m_edges = EdgeLayout(std::move(edges), std::move(neighbours));
    updateGutterWidth();
    viewport()->update();
}

/// Only grows: a gutter that breathes with every hand-over would make the columns beside it jump.
int QueueView::gutterWidth() const
{
    return std::max(m_gutterWidth, 36 + 9 * std::max(2, m_edges.laneCount()));
}

int QueueView::placeWidth() const
{
    return std::max(m_placeWidth,
                    QFontMetrics(font()).horizontalAdvance(QString::number(m_model->rowCount())) + 2 * cellMargin + 3);
}

void QueueView::updateGutterWidth()
{
    const int gutter = gutterWidth();
    const int place = placeWidth();
    if (gutter == m_gutterWidth && place == m_placeWidth)
        return;
    m_gutterWidth = gutter;
    m_placeWidth = place;
    updateColumns();
}

/// As wide as what they hold wishes, as narrow as the view needs: a queue is read without scrolling sideways. A column
/// that was sized by hand stays.
void QueueView::updateColumns()
{
    if (m_sizedByHand)
        return;
    const QFontMetrics mono(monoFont(font()));
    const QFontMetrics plain(font());
    const QFontMetrics bold(scaledFont(font(), 1.0, QFont::DemiBold));
    const auto fit = [](const QFontMetrics &metrics, const QString &text) {
        return metrics.horizontalAdvance(text) + 2 * cellMargin + 3; // fractions of a pixel
    };
    struct Want
    {
        int column;
        int least;
        int most;
    };
    const int state = std::max(fit(bold, m_widestState), fit(bold, tr("no contender")));
    const int client = std::max(fit(mono, m_widestClient), fit(mono, u"client-00"_s));
    // In the order in which they give way.
    std::vector<Want> wants{
        {QueueModel::Session, fit(mono, u"0x…cb0001"_s), fit(mono, u"0x1000009f7cb0000"_s)},
        {QueueModel::Data, fit(plain, u"data…"_s), fit(plain, u"settlement"_s)},
        {QueueModel::Since, fit(mono, u"≤ 59.9 s"_s), fit(mono, u"≤ 59 min 59 s"_s)},
        {QueueModel::State, fit(bold, u"suspended"_s), state},
        {QueueModel::Client, std::min(client, fit(mono, u"10.0.0.…:52734"_s)), client},
    };
    setColumnWidth(QueueModel::Place, placeWidth());
    setColumnWidth(QueueModel::Edges, gutterWidth());
    setColumnWidth(QueueModel::ModeLetter, fit(bold, u"mode"_s) + 4);
    const int least = fit(mono, u"…00000041"_s);
    setColumnWidth(QueueModel::Node, least); // and takes the rest
    int room = viewport()->width() - least;
    for (const int column : {QueueModel::Place, QueueModel::Edges, QueueModel::ModeLetter})
        room -= columnWidth(column);
    int missing = -room;
    for (const Want &want : wants)
        missing += want.most;
    for (const Want &want : wants) {
        int less = std::clamp(missing, 0, want.most - want.least);
        if (less > 0 && want.column == QueueModel::Session)
            less = want.most - want.least; // whole or short: nothing between is of use
        missing -= less;
        setColumnWidth(want.column, want.most - less);
    }
}

/// The longest of the first rows: all of a hundred thousand are not measured for a width.
void QueueView::updateWidest()
{
    constexpr int mostMeasured = 64;
    bool grows = false; // and never shrinks, as the gutter
    const auto measure = [&](int row, int column, int most, QString *widest) {
        const QString text = m_model->index(row, column).data().toString().left(most);
        if (text.size() <= widest->size())
            return;
        *widest = text;
        grows = true;
    };
    for (int row = 0; row < std::min(mostMeasured, m_model->rowCount()); ++row) {
        measure(row, QueueModel::Client, 24, &m_widestClient);
        measure(row, QueueModel::State, 20, &m_widestState);
    }
    if (grows)
        updateColumns();
}

void QueueView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    updateColumns();
}

void QueueView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateColumns();
}

void QueueView::paintEvent(QPaintEvent *event)
{
    const FrameTime frame("queue");
    QTableView::paintEvent(event);
    QPainter painter(viewport());
    paintGutter(painter);
    if (m_stale) {
        QColor veil = themeFor(palette()).panel;
        veil.setAlphaF(0.45F);
        painter.fillRect(event->rect(), veil);
    }
}

/// The middle of a row, in the viewport.
qreal QueueView::rowY(int row) const
{
    return verticalHeader()->sectionViewportPosition(row) + (queueRowHeight - 1) / 2.0;
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
    const int left = columnViewportPosition(QueueModel::Edges);
    const int width = columnWidth(QueueModel::Edges);
    GutterMetrics metrics;
    metrics.dotX = left + width - 14;
    metrics.dotRadius = dotRadius;
    metrics.firstLaneX = metrics.dotX - 20;

    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(left, 0, width, viewport()->height());
    // Wrong edges lie above reported ones, and these above expected ones.
    const std::vector<Trunk> trunks = m_edges.touching(first, last);
    for (const EdgeKind kind : {EdgeKind::Expected, EdgeKind::Reported, EdgeKind::Wrong}) {
        const QPen pen = edgePen(kind, theme);
        for (const Trunk &trunk : trunks) {
            if (trunk.kind == kind)
                paintTrunk(painter, trunk, metrics, pen, first, last);
        }
    }
    paintLoops(painter, metrics, first, last);
    painter.restore();

    for (int row = first; row <= last; ++row) {
        const RowLook look = lookOf(*m_model, row);
        paintDot(&painter, QPointF(metrics.dotX, rowY(row)), dotRadius, look.fill, look.role, theme);
    }
}

void QueueView::paintLoops(QPainter &painter, const GutterMetrics &metrics, int first, int last) const
{
    const std::vector<Loop> &loops = m_edges.loops();
    auto loop = std::lower_bound(loops.begin(), loops.end(), first, [](const Loop &a, int row) { return a.row < row; });
    for (; loop != loops.end() && loop->row <= last; ++loop) {
        const qreal y = rowY(loop->row);
        const QPen pen = edgePen(loop->kind, themeFor(palette()));
        painter.strokePath(loopPath(metrics, y), pen);
        painter.fillPath(loopArrowPath(metrics, y), pen.color());
    }
}

void QueueView::paintTrunk(QPainter &painter, const Trunk &trunk, const GutterMetrics &metrics, const QPen &pen,
                           int first, int last) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    // The directory has no row: its arrow stands at the upper edge of the first one.
    const bool isDirectory = trunk.target == QueueEdge::directory;
    const qreal targetY = isDirectory ? rowY(0) - 0.35 * queueRowHeight : rowY(trunk.target);
    // The farthest waiter's line is the trunk, at either side; the others that can be seen join it with a bend.
    const int above = trunk.waiters.front() < trunk.target ? trunk.waiters.front() : -1;
    const int below = trunk.waiters.back() > trunk.target ? trunk.waiters.back() : -1;
    auto waiter = std::lower_bound(trunk.waiters.begin(), trunk.waiters.end(), first);
    for (; waiter != trunk.waiters.end() && *waiter <= last; ++waiter) {
        if (*waiter != above && *waiter != below)
            painter.drawPath(joiningPath(metrics, trunk.lane, rowY(*waiter), targetY, queueRowHeight));
    }
    for (const int end : {above, below}) {
        if (end >= 0)
            painter.drawPath(edgePath(metrics, trunk.lane, rowY(end), targetY, queueRowHeight));
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(pen.color());
    painter.drawPath(arrowPath(metrics, targetY));
}

} // namespace lockscope::ui

#include "moc_queueview.cpp"
