// SPDX-License-Identifier: Apache-2.0
#include "ui/models/queuemodel.h"
#include "ui/models/sessiontext.h"
#include "ui/stage/stageview.h"
#include "ui/theme/color.h"
#include "ui/theme/format.h"
#include "ui/theme/frametime.h"
#include "ui/theme/theme.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using Metrics = StageMetrics;

namespace {

void paintArrow(QPainter &painter, const QPointF &tip, const QPointF &from, qreal size)
{
    const QPointF along = from - tip;
    const qreal length = std::hypot(along.x(), along.y());
    if (length < 1)
        return;
    const QPointF unit = along / length;
    const QPointF across(-unit.y(), unit.x());
    const QPointF head[] = {tip, tip + unit * size + across * size * 0.5, tip + unit * size - across * size * 0.5};
    painter.drawPolygon(head, 3);
}

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

} // namespace

StageCard StageView::cardOf(int row, bool holds) const
{
    const locks::Contender &contender = m_model->contenderAt(row);
    StageCard card;
    const int index = static_cast<int>(&contender - m_model->queue().contenders.data());
    card.title = m_model->labelOfIndex(index);
    const QString letter = letterOf(m_model->queue().kind, contender.parsed);
    card.letter = letter.isEmpty() ? QChar(u'M') : letter.front();
    if (const locks::SessionFacts *facts = m_model->factsAt(row))
        card.client = facts->client;
    const QString session = contender.node.stat ? shortHex(contender.node.stat->ephemeralOwner.toHex()) : QString();
    card.node =
        contender.parsed ? u"%1 #%2"_s.arg(session).arg(contender.parsed->sequence, 7, 10, QChar(u'0')) : session;
    switch (m_model->presenceAt(row)) {
    case QueueModel::Presence::Alive: card.form = holds ? StageCard::Form::Holding : StageCard::Form::Waiting; break;
    case QueueModel::Presence::Suspended: card.form = StageCard::Form::Suspended; break;
    case QueueModel::Presence::Expired:
    case QueueModel::Presence::Crashed: card.form = StageCard::Form::Over; break;
    }
    const qint64 since = m_model->sinceMs(row);
    const QString bound = m_model->sinceIsUpperBound(row) ? u"\u2264 "_s : QString();
    const QString duration = since < 0 ? QString() : bound + formatDuration(since);
    card.state = holds ? tr("holds %1").arg(duration) : tr("waits %1").arg(duration);
    const auto finding = m_model->findingAt(row);
    card.isWrong = finding && *finding != locks::Finding::Severity::Note;
    card.isCurrent = m_model->pathAt(row) == m_current;
    return card;
}

void StageView::paintEvent(QPaintEvent *)
{
    const FrameTime frame("stage");
    QPainter painter(viewport());
    const Theme &theme = themeFor(palette());
    painter.fillRect(viewport()->rect(), theme.panel);
    painter.translate(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
    painter.scale(m_zoom, m_zoom);
    const QRectF visible(toStage({0, 0}), QSizeF(viewport()->size()) / m_zoom);
    paint(painter, visible, nowMs(), m_zoom * devicePixelRatioF());
}

void StageView::render(QPainter &painter) const
{
    paint(painter, QRectF({0, 0}, m_layout.size), nowMs() + StageMotion::durationMs, 2);
}

void StageView::paint(QPainter &painter, const QRectF &visible, qint64 atMs, qreal scale) const
{
    const Theme &theme = themeFor(palette());
    paintBlock(painter, theme);
    paintEdges(painter, theme, atMs);
    paintFold(painter, theme);
    const auto paintCards = [&](const std::vector<int> &indices, const Folding &folding, bool holds) {
        for (int card = 0; card < folding.cards(); ++card) {
            const int index = indices[static_cast<size_t>(folding.indexOf(card))];
            const QString &name = m_model->queue().contenders[static_cast<size_t>(index)].node.name;
            const auto shown = m_motion.at(name, atMs);
            const int row = m_model->rowOfIndex(index);
            if (!shown || row < 0 || !shown->rect.intersects(visible))
                continue;
            painter.setOpacity(shown->opacity);
            const QPixmap &picture = m_pictures.pictureOf(name, cardOf(row, holds), scale, theme, font());
            painter.drawPixmap(shown->rect, picture, QRectF(picture.rect()));
        }
    };
    paintCards(m_waiters, m_layout.waiterFolding, false);
    paintCards(m_holders, m_layout.holderFolding, true);
    painter.setOpacity(1);
}

void StageView::paintBlock(QPainter &painter, const Theme &theme) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    const bool isHeld = !m_holders.empty();
    const RoleColors &colors = isHeld ? theme.holding : theme.neutral;
    QPainterPath shape;
    shape.addRoundedRect(m_layout.block, 10, 10);
    painter.fillPath(shape, isHeld ? colors.tint : theme.card);
    painter.strokePath(shape, QPen(isHeld ? colors.fill : theme.border, 2, isHeld ? Qt::SolidLine : Qt::DashLine));
    painter.setFont(scaledFont(font(), 0.85, QFont::Bold));
    painter.setPen(isHeld ? colors.text : theme.muted);
    painter.drawText(QRectF(m_layout.block.topLeft(), QSizeF(m_layout.block.width(), Metrics::blockHead)),
                     Qt::AlignCenter, tr("CRITICAL SECTION"));
    if (!isHeld) {
        painter.setFont(font());
        painter.drawText(m_layout.block.adjusted(8, Metrics::blockHead, -8, -8), Qt::AlignCenter | Qt::TextWordWrap,
                         m_waiters.empty() ? tr("free") : tr("nobody holds it now"));
    } else if (m_layout.holderFolding.folded > 0) {
        painter.drawText(m_layout.block.adjusted(0, 0, 0, -8), Qt::AlignHCenter | Qt::AlignBottom,
                         tr("and %1 more").arg(locale().toString(m_layout.holderFolding.folded)));
    }
}

void StageView::paintEdges(QPainter &painter, const Theme &theme, qint64 atMs) const
{
    const auto &contenders = m_model->queue().contenders;
    const auto &edges = m_model->edges();
    constexpr size_t crowd = 60; // beyond it lines are a carpet: thin, so that cards stay legible
    const qreal width = edges.size() > crowd ? 1 : 2;
    for (const QueueEdge &edge : edges) {
        const auto from = m_motion.at(contenders[static_cast<size_t>(edge.from)].node.name, atMs);
        const auto to = m_motion.at(contenders[static_cast<size_t>(edge.to)].node.name, atMs);
        if (!from || !to)
            continue; // folded
        const bool wrong = edge.kind == QueueEdge::Kind::Wrong;
        const QColor color = wrong ? theme.wrong.fill : theme.edge;
        // To a holder it ends at the block: who is inside, together, is what one waits for.
        const bool held = contenders[static_cast<size_t>(edge.to)].state == locks::ContenderState::Holding;
        QPointF tip;
        QPointF before;
        const QPainterPath path = edgeBetween(from->rect, held ? m_layout.block : to->rect, &tip, &before);
        painter.setPen(QPen(color, width, edge.kind == QueueEdge::Kind::Expected ? Qt::DashLine : Qt::SolidLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        paintArrow(painter, tip, before, 9);
    }
}

void StageView::paintFold(QPainter &painter, const Theme &theme) const
{
    if (!m_layout.fold)
        return;
    QPainterPath shape;
    shape.addRoundedRect(m_layout.fold->adjusted(2, 2, -2, -2), 8, 8);
    painter.strokePath(shape, QPen(theme.muted, 1.5, Qt::DashLine));
    painter.setPen(theme.muted);
    painter.setFont(scaledFont(font(), 1.1, QFont::DemiBold));
    painter.drawText(*m_layout.fold, Qt::AlignCenter,
                     tr("+%1 more").arg(locale().toString(m_layout.waiterFolding.folded)));
}

} // namespace lockscope::ui
