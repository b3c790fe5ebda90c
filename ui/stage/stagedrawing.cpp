// SPDX-License-Identifier: Apache-2.0
#include "ui/stage/stagedrawing.h"

#include "ui/theme/painting.h"

#include <QCoreApplication>
#include <QLocale>
#include <QPainter>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using Metrics = StageMetrics;

namespace {

/// What lupdate looks for, and the translation is looked up by.
struct StageDrawingText
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::ui::StageDrawingText)
};

/// From the one that waits to the one it watches: straight to a neighbour, else through the gap between the lines.
QPainterPath edgeBetween(const QRectF &from, const QRectF &to, QPointF *tip, QPointF *before)
{
    QPainterPath path;
    const bool neighbours = from.center().y() > to.top() && from.center().y() < to.bottom() && to.right() <= from.left()
                            && from.left() - to.right() < Metrics::cardWidth;
    if (neighbours) {
        path.moveTo(from.left(), from.center().y());
        path.lineTo(to.right(), from.center().y());
        *tip = path.currentPosition();
        *before = {from.left(), from.center().y()};
        return path;
    }
    const bool above = from.top() > to.bottom();
    const QPointF start(from.center().x(), above ? from.top() : from.bottom());
    const QPointF end(to.center().x(), to.bottom());
    const qreal drop = above ? -Metrics::gapY * 0.6 : Metrics::gapY * 0.8;
    path.moveTo(start);
    *before = end + QPointF(0, Metrics::gapY * 0.6);
    path.cubicTo(start + QPointF(0, drop), *before, end);
    *tip = end;
    return path;
}

StageLayout layoutOf(const StageStill &still, qreal width)
{
    return layoutStage(still.holders, still.waiters,
                       {width, Metrics::mostWaiters, false, static_cast<int>(still.copies.size())});
}

/// Narrow areas shrink the cards, as the view does while it fits; in a picture all of it is always in view.
StageLayout layoutIn(const StageStill &still, const QSizeF &area, qreal *zoom)
{
    constexpr qreal smallest = 0.05;
    const auto layoutAt = [&](qreal at) { return layoutOf(still, area.width() / at); };
    *zoom = 1;
    StageLayout layout = layoutAt(1);
    while (*zoom > smallest && layout.extent.height() * *zoom > area.height()) {
        *zoom *= 0.94;
        layout = layoutAt(*zoom);
    }
    return layout;
}

QString shortLock(const QString &path)
{
    const QString name = path.section(u'/', -1);
    return name.isEmpty() ? u"lock"_s : name;
}

QString emptyText(StageDrawing::Block block)
{
    switch (block) {
    case StageDrawing::Block::Held: break;
    case StageDrawing::Block::Unknown: return StageDrawingText::tr("holder not known");
    case StageDrawing::Block::Free: return StageDrawingText::tr("free");
    case StageDrawing::Block::WaitedFor: return StageDrawingText::tr("not held now");
    case StageDrawing::Block::Group: return StageDrawingText::tr("a group: none is known to wait");
    case StageDrawing::Block::Untaken: return StageDrawingText::tr("no lock is taken");
    }
    return {};
}

} // namespace

void StageDrawing::drawBlock(Block block)
{
    const bool isHeld = block == Block::Held;
    m_painter.setRenderHint(QPainter::Antialiasing);
    const RoleColors &colors = isHeld ? m_theme.holding : m_theme.neutral;
    QPainterPath shape;
    shape.addRoundedRect(m_layout.block, 10, 10);
    m_painter.fillPath(shape, isHeld ? colors.tint : m_theme.card);
    m_painter.strokePath(shape, QPen(isHeld ? colors.fill : m_theme.border, 2, isHeld ? Qt::SolidLine : Qt::DashLine));
    const bool isLarge = m_layout.size == CardSize::Large;
    m_painter.setFont(scaledFont(m_font, isLarge ? 1.2 : 0.85, QFont::Bold));
    m_painter.setPen(isHeld ? colors.text : m_theme.muted);
    m_painter.drawText(QRectF(m_layout.block.topLeft(), QSizeF(m_layout.block.width(), Metrics::blockHead)),
                       Qt::AlignCenter, StageDrawingText::tr("CRITICAL SECTION"));
    if (!isHeld) {
        m_painter.setFont(scaledFont(m_font, isLarge ? 1.4 : 1));
        m_painter.drawText(m_layout.block.adjusted(8, Metrics::blockHead, -8, -8), Qt::AlignCenter | Qt::TextWordWrap,
                           emptyText(block));
    } else if (m_layout.holderFolding.folded > 0) {
        m_painter.drawText(m_layout.block.adjusted(0, 0, 0, -8), Qt::AlignHCenter | Qt::AlignBottom,
                           StageDrawingText::tr("and %1 more").arg(QLocale().toString(m_layout.holderFolding.folded)));
    }
}

void StageDrawing::drawCopies(const std::vector<StageCopy> &copies)
{
    if (m_layout.copies.empty())
        return;
    const bool isLarge = m_layout.size == CardSize::Large;
    const QRectF &first = m_layout.copies.front();
    const auto have = std::ranges::count_if(copies, [](const StageCopy &copy) { return !copy.who.isEmpty(); });
    m_painter.setFont(scaledFont(m_font, isLarge ? 1.2 : 0.85, QFont::Bold));
    m_painter.setPen(m_theme.muted);
    m_painter.drawText(QRectF(first.left(), m_layout.block.top(), first.width(), Metrics::blockHead), Qt::AlignCenter,
                       StageDrawingText::tr("on %1 of %n servers", nullptr, static_cast<int>(copies.size())).arg(have));
    for (size_t i = 0; i < std::min(copies.size(), m_layout.copies.size()); ++i) {
        const StageCopy &copy = copies[i];
        const bool isThere = !copy.who.isEmpty();
        const RoleColors &colors = !isThere ? m_theme.neutral : copy.holds ? m_theme.holding : m_theme.waiting;
        QPainterPath shape;
        shape.addRoundedRect(m_layout.copies[i].adjusted(1, 1, -1, -1), 4, 4);
        m_painter.fillPath(shape, isThere ? colors.tint : m_theme.card);
        m_painter.strokePath(shape,
                             QPen(isThere ? colors.fill : m_theme.border, 1.5, isThere ? Qt::SolidLine : Qt::DashLine));
        const QRectF inside = m_layout.copies[i].adjusted(8, 0, -8, 0);
        m_painter.setPen(isThere ? colors.text : m_theme.muted);
        m_painter.setFont(scaledFont(m_font, isLarge ? 1.2 : 0.85));
        m_painter.drawText(inside, Qt::AlignVCenter | Qt::AlignRight, copy.left);
        m_painter.setFont(scaledFont(m_font, isLarge ? 1.2 : 0.85, QFont::DemiBold));
        const QFontMetricsF metrics(m_painter.font());
        const qreal room = inside.width() - metrics.horizontalAdvance(copy.left) - 6;
        m_painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft,
                           isThere ? metrics.elidedText(copy.who, Qt::ElideMiddle, room) : u"\u2013"_s);
    }
}

void StageDrawing::addEdge(const QRectF &from, const QRectF &to, bool holds, QueueEdge::Kind kind)
{
    Edges &edges = m_edges[static_cast<size_t>(kind)];
    QPointF tip;
    QPointF before;
    edges.lines.addPath(edgeBetween(from, holds ? m_layout.block : to, &tip, &before));
    edges.heads.addPath(arrowHead(tip, before, 9, 1));
    ++m_edgeCount;
}

void StageDrawing::addLoop(const QRectF &card, QueueEdge::Kind kind)
{
    Edges &edges = m_edges[static_cast<size_t>(kind)];
    // Below it: above the first one is the block's heading.
    const QPointF start(card.right() - 44, card.bottom());
    const QPointF end(card.right() - 16, card.bottom());
    const QPointF before = end + QPointF(6, Metrics::gapY * 0.7);
    edges.lines.moveTo(start);
    edges.lines.cubicTo(start + QPointF(-6, Metrics::gapY * 0.7), before, end);
    edges.heads.addPath(arrowHead(end, before, 9, 1));
    ++m_edgeCount;
}

void StageDrawing::drawEdges()
{
    constexpr size_t crowd = 60; // beyond it lines are a carpet: thin, so that cards stay legible
    const qreal width = m_edgeCount > crowd ? 1 : 2;
    for (const auto kind : {QueueEdge::Kind::Expected, QueueEdge::Kind::Reported, QueueEdge::Kind::Wrong}) {
        const Edges &edges = m_edges[static_cast<size_t>(kind)];
        if (edges.heads.isEmpty())
            continue;
        const QColor color = kind == QueueEdge::Kind::Wrong ? m_theme.wrong.fill : m_theme.edge;
        m_painter.strokePath(edges.lines,
                             QPen(color, width, kind == QueueEdge::Kind::Expected ? Qt::DashLine : Qt::SolidLine));
        m_painter.fillPath(edges.heads, color);
    }
}

void StageDrawing::drawSpark(const QRectF &watched, const QRectF &waiter, qreal share)
{
    constexpr int tailDots = 5;
    constexpr qreal tailStep = 0.06;
    QPointF tip;
    QPointF before;
    const QPainterPath edge = edgeBetween(waiter, watched, &tip, &before); // drawn the other way
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.waiting.fill);
    for (int dot = tailDots; dot >= 0; --dot) {
        const qreal at = std::clamp(share - dot * tailStep, 0.0, 1.0);
        const qreal radius = 6.5 * (1 - 0.13 * dot);
        m_painter.setOpacity(1 - 0.17 * dot);
        m_painter.drawEllipse(edge.pointAtPercent(1 - at), radius, radius);
    }
    m_painter.setOpacity(1);
}

void StageDrawing::drawFold()
{
    if (!m_layout.fold)
        return;
    QPainterPath shape;
    shape.addRoundedRect(m_layout.fold->adjusted(2, 2, -2, -2), 8, 8);
    m_painter.strokePath(shape, QPen(m_theme.muted, 1.5, Qt::DashLine));
    m_painter.setPen(m_theme.muted);
    m_painter.setFont(scaledFont(m_font, m_layout.size == CardSize::Large ? 1.4 : 1.1, QFont::DemiBold));
    m_painter.drawText(*m_layout.fold, Qt::AlignCenter,
                       StageDrawingText::tr("+%1 more").arg(QLocale().toString(m_layout.waiterFolding.folded)));
}

// ---- the picture ----

namespace {

void paintStill(QPainter *painter, const QSizeF &area, const StageStill &still, const Theme &theme)
{
    qreal zoom = 1;
    const StageLayout layout = layoutIn(still, area, &zoom);
    painter->save();
    painter->setTransform(fitted(layout.extent, area), true);
    std::vector<QRectF> places = layout.holders;
    places.insert(places.end(), layout.waiters.begin(), layout.waiters.end());
    StageDrawing drawing(*painter, layout, theme, still.font);
    using Block = StageDrawing::Block;
    drawing.drawBlock(still.holders > 0 ? Block::Held : still.waiters > 0 ? Block::WaitedFor : Block::Free);
    drawing.drawCopies(still.copies);
    for (const StageStill::Edge &edge : still.edges) {
        const QRectF &from = places[size_t(edge.from)];
        if (edge.to == edge.from)
            drawing.addLoop(from, edge.kind);
        else if (edge.to == QueueEdge::directory)
            drawing.addEdge(from, {}, true, edge.kind);
        else
            drawing.addEdge(from, places[size_t(edge.to)], size_t(edge.to) < layout.holders.size(), edge.kind);
    }
    drawing.drawEdges();
    drawing.drawFold();
    for (size_t i = 0; i < places.size(); ++i) {
        painter->save();
        painter->translate(places[i].topLeft());
        paintStageCard(*painter, still.cards[i], theme, still.font);
        painter->restore();
    }
    painter->restore();
}

} // namespace

Picture stagePicture(StageStill still)
{
    constexpr qreal designedWidth = 1200;
    const StageLayout layout = layoutOf(still, designedWidth);
    Picture picture;
    picture.title = StageDrawingText::tr("Stage of %1").arg(still.lock);
    picture.fileName = u"stage-"_s + shortLock(still.lock);
    picture.size = layout.extent;
    picture.paint = [still = std::move(still)](QPainter *painter, const QSizeF &area, const Theme &theme) {
        paintStill(painter, area, still, theme);
    };
    return picture;
}

} // namespace lockscope::ui
