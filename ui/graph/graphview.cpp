// SPDX-License-Identifier: Apache-2.0
#include "ui/graph/graphview.h"
#include "ui/theme/format.h"
#include "ui/theme/painting.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr qreal leastZoom = 0.15;
constexpr qreal mostZoom = 3;
constexpr qreal graphMargin = 26;
constexpr qreal leastReadableZoom = 0.62;
constexpr qreal leastLabelZoom = 0.5; ///< labels of edges are left out below

} // namespace

GraphView::GraphView(QWidget *parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Wait-for graph"));
    describe();
}

void GraphView::setScene(WaitScene scene)
{
    if (scene == m_scene)
        return;
    const QString session =
        m_look.selected.session >= 0 ? m_scene.sessions[size_t(m_look.selected.session)].key : QString();
    const QString lock = m_look.selected.lock >= 0 ? m_scene.locks[size_t(m_look.selected.lock)].path : QString();
    m_scene = std::move(scene);
    GraphMetrics metrics;
    metrics.aspect = std::clamp(width() / std::max<qreal>(1, height()), 0.5, 3.0);
    m_layout = layOut(m_scene, metrics);
    m_look.hovered = {};
    m_look.selected = {session.isEmpty() ? -1 : m_scene.indexOfSession(session),
                       lock.isEmpty() ? -1 : m_scene.indexOfLock(lock)};
    if (m_keep != Keep::Nothing)
        arrange(m_keep);
    describe();
    update();
}

void GraphView::describe()
{
    QString text = tr("%1, %2, %3. Arrow keys move, Enter goes to what is chosen.")
                       .arg(tr("%n sessions", nullptr, int(m_scene.sessions.size())),
                            tr("%n locks", nullptr, int(m_scene.locks.size())),
                            tr("%n deadlocks", nullptr, int(m_scene.cycles.size())));
    if (!m_look.selected.isNull())
        text.prepend(toolTipOf(m_look.selected) + u'\n');
    setAccessibleDescription(text);
}

void GraphView::setStale(bool stale)
{
    if (m_stale == stale)
        return;
    m_stale = stale;
    update();
}

// ---- where things are ----

void GraphView::fit()
{
    arrange(Keep::Whole);
}

void GraphView::arrange(Keep keep)
{
    m_keep = keep;
    const QRectF bounds = m_layout.bounds;
    if (bounds.isEmpty()) {
        m_zoom = 1;
        m_offset = {};
    } else {
        const QSizeF room = QSizeF(size()) - QSizeF(2 * graphMargin, 2 * graphMargin);
        const qreal whole = std::min(room.width() / bounds.width(), room.height() / bounds.height());
        m_zoom = std::clamp(whole, keep == Keep::Readable ? leastReadableZoom : leastZoom, std::max(1.0, typeScale()));
        // What does not fit begins at its beginning.
        const QPointF centred = QPointF(width(), height()) / 2 - bounds.center() * m_zoom;
        const QPointF first = QPointF(graphMargin, graphMargin) - bounds.topLeft() * m_zoom;
        m_offset = {bounds.width() * m_zoom > room.width() ? first.x() : centred.x(),
                    bounds.height() * m_zoom > room.height() ? first.y() : centred.y()};
    }
    update();
    Q_EMIT zoomChanged();
}

void GraphView::zoomBy(qreal factor, const QPointF &at)
{
    const QPointF fixed = toGraph(at);
    m_zoom = std::clamp(m_zoom * factor, leastZoom, mostZoom);
    m_offset = at - fixed * m_zoom;
    m_keep = Keep::Nothing;
    update();
    Q_EMIT zoomChanged();
}

void GraphView::panBy(const QPointF &by)
{
    m_offset += by;
    m_keep = Keep::Nothing;
    update();
}

QRectF GraphView::boxOf(const GraphItem &item) const
{
    if (item.session >= 0)
        return m_layout.sessions[size_t(item.session)];
    return item.lock >= 0 ? m_layout.locks[size_t(item.lock)] : QRectF();
}

GraphItem GraphView::itemAt(const QPointF &position) const
{
    const std::vector<GraphItem> all = items();
    const auto found = std::find_if(all.begin(), all.end(), [this, at = toGraph(position)](const GraphItem &item) {
        return boxOf(item).contains(at);
    });
    return found == all.end() ? GraphItem() : *found;
}

std::vector<GraphItem> GraphView::items() const
{
    std::vector<GraphItem> all;
    for (int session = 0; session < int(m_layout.sessions.size()); ++session)
        all.push_back({session, -1});
    for (int lock = 0; lock < int(m_layout.locks.size()); ++lock)
        all.push_back({-1, lock});
    return all;
}

/// The nearest box in the key's direction; across the direction distance counts double.
GraphItem GraphView::nextIn(int key) const
{
    GraphItem best;
    qreal least = std::numeric_limits<qreal>::max();
    const bool none = m_look.selected.isNull();
    const QPointF from = none ? m_layout.bounds.topLeft() : boxOf(m_look.selected).center();
    for (const GraphItem &item : items()) {
        if (item == m_look.selected)
            continue;
        const QPointF by = boxOf(item).center() - from;
        qreal ahead = std::abs(by.x()) + std::abs(by.y());
        qreal aside = 0;
        if (!none) {
            const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
            const qreal sign = key == Qt::Key_Left || key == Qt::Key_Up ? -1 : 1;
            ahead = sign * (across ? by.x() : by.y());
            aside = std::abs(across ? by.y() : by.x());
        }
        if (ahead > 1 && ahead + 2 * aside < least) {
            least = ahead + 2 * aside;
            best = item;
        }
    }
    return best;
}

void GraphView::select(const GraphItem &item)
{
    if (item == m_look.selected)
        return;
    m_look.selected = item;
    describe();
    update();
}

void GraphView::choose(const GraphItem &item)
{
    select(item);
    reveal(item);
    Q_EMIT itemSelected(item);
}

void GraphView::reveal(const GraphItem &item)
{
    if (item.isNull())
        return;
    const QRectF box(toWidget(boxOf(item).topLeft()), toWidget(boxOf(item).bottomRight()));
    const QRectF inside = QRectF(rect()).adjusted(12, 12, -12, -12);
    const auto into = [](qreal first, qreal last, qreal least, qreal most) {
        return std::max(least - first, std::min(0.0, most - last)); // its beginning, where it does not fit
    };
    const QPointF by(into(box.left(), box.right(), inside.left(), inside.right()),
                     into(box.top(), box.bottom(), inside.top(), inside.bottom()));
    if (!by.isNull())
        panBy(by);
}

// ---- people ----

void GraphView::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers() & Qt::ControlModifier)
        zoomBy(std::pow(1.0015, event->angleDelta().y()), event->position());
    else
        panBy(event->pixelDelta().isNull() ? QPointF(event->angleDelta()) / 2 : QPointF(event->pixelDelta()));
    event->accept();
}

void GraphView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::RightButton) { // a menu will be about it
        if (const GraphItem item = itemAt(event->position()); !item.isNull())
            choose(item);
    }
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    m_pressed = event->position();
    m_dragged = false;
}

void GraphView::mouseMoveEvent(QMouseEvent *event)
{
    if (m_pressed) {
        const QPointF by = event->position() - *m_pressed;
        if (!m_dragged && by.manhattanLength() < QApplication::startDragDistance())
            return;
        m_dragged = true;
        setCursor(Qt::ClosedHandCursor);
        panBy(by);
        m_pressed = event->position();
        return;
    }
    const GraphItem item = itemAt(event->position());
    if (item == m_look.hovered)
        return;
    m_look.hovered = item;
    setCursor(item.isNull() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    update();
}

void GraphView::mouseReleaseEvent(QMouseEvent *event)
{
    if (m_pressed && !m_dragged && event->button() == Qt::LeftButton)
        choose(itemAt(event->position()));
    m_pressed.reset();
    unsetCursor();
}

void GraphView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const GraphItem item = itemAt(event->position());
    if (item.isNull())
        fit();
    else
        Q_EMIT itemActivated(item);
}

void GraphView::keyPressEvent(QKeyEvent *event)
{
    const QPointF middle(width() / 2.0, height() / 2.0);
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomBy(1.25, middle); return;
    case Qt::Key_Minus: zoomBy(0.8, middle); return;
    case Qt::Key_0:
    case Qt::Key_Home: fit(); return;
    case Qt::Key_Escape:
        if (m_look.selected.isNull())
            fit();
        else
            choose({});
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_look.selected.isNull())
            Q_EMIT itemActivated(m_look.selected);
        return;
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down: {
        const GraphItem next = nextIn(event->key());
        if (!next.isNull())
            choose(next);
        return;
    }
    default: QWidget::keyPressEvent(event);
    }
}

void GraphView::leaveEvent(QEvent *)
{
    m_look.hovered = {};
    update();
}

bool GraphView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const GraphItem item = itemAt(help->pos());
    if (item.isNull())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), plainToolTip(toolTipOf(item)), this);
    return true;
}

QString GraphView::toolTipOf(const GraphItem &item) const
{
    QStringList lines;
    if (item.session >= 0) {
        const SceneSession &session = m_scene.sessions[size_t(item.session)];
        lines += session.label == session.key ? session.key : session.label + u" · "_s + session.key;
        for (const SceneEdge &edge : m_scene.edges) {
            if (edge.session != item.session)
                continue;
            const QString &path = m_scene.locks[size_t(edge.lock)].path;
            lines += edge.holds ? tr("holds %1").arg(path)
                     : edge.reported
                         ? tr("waits in %1, place %2: its watch is reported").arg(path, QString::number(edge.place))
                         : tr("waits in %1, place %2").arg(path, QString::number(edge.place));
        }
        if (session.inCycle)
            lines += tr("In a deadlock: it will never be served.");
    } else {
        const SceneLock &lock = m_scene.locks[size_t(item.lock)];
        lines += lock.path;
        lines += countsOf(lock);
    }
    return lines.join(u'\n');
}

// ---- painting ----

void GraphView::paintEvent(QPaintEvent *)
{
    const FrameTime frame("wait-for graph");
    QPainter painter(this);
    const Theme &theme = themeFor(palette());
    painter.fillRect(rect(), theme.panel);
    painter.save();
    painter.translate(m_offset);
    painter.scale(m_zoom, m_zoom);
    GraphLook look = m_look;
    look.font = sceneFont();
    look.visible = QRectF(toGraph({0, 0}), toGraph(QPointF(width(), height())));
    look.labels = m_zoom >= leastLabelZoom;
    paintGraph(&painter, m_scene, m_layout, theme, look);
    painter.restore();
    if (m_stale) {
        QColor veil = theme.panel;
        veil.setAlphaF(0.45F);
        painter.fillRect(rect(), veil);
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent.fill, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

Picture GraphView::picture() const
{
    Picture picture;
    picture.title = tr("Wait-for graph");
    picture.fileName = u"wait-for-graph"_s;
    picture.size = m_layout.bounds.size() + QSizeF(2 * graphMargin, 2 * graphMargin);
    GraphLook look;
    look.font = sceneFont();
    picture.paint = [scene = m_scene, layout = m_layout, look,
                     size = picture.size](QPainter *painter, const QSizeF &area, const Theme &theme) {
        painter->save();
        painter->setTransform(fitted(size, area), true);
        painter->translate(QPointF(graphMargin, graphMargin) - layout.bounds.topLeft());
        paintGraph(painter, scene, layout, theme, look);
        painter->restore();
    };
    return picture;
}

QFont GraphView::sceneFont() const
{
    return scaledFont(font(), 1 / typeScale(), QFont::Weight(font().weight()));
}

void GraphView::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_keep != Keep::Nothing) // it is as large as the type around it
        arrange(m_keep);
}

void GraphView::resizeEvent(QResizeEvent *)
{
    if (m_keep != Keep::Nothing)
        arrange(m_keep);
}

} // namespace lockscope::ui

#include "moc_graphview.cpp"
