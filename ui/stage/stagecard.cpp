// SPDX-License-Identifier: Apache-2.0
#include "ui/stage/stagecard.h"

#include "ui/stage/stagelayout.h"
#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace lockscope::ui {

namespace {

constexpr qreal radius = 7;
constexpr qreal headHeight = 30;

Role roleOf(const StageCard &card)
{
    if (card.isWrong)
        return Role::Wrong;
    switch (card.form) {
    case StageCard::Form::Holding: return Role::Holding;
    case StageCard::Form::Waiting: return Role::Waiting;
    case StageCard::Form::Suspended:
    case StageCard::Form::Over: return Role::Suspended;
    }
    return Role::Neutral;
}

/// Diagonals over the card, ended by hand and not by a clip, which an SVG would not have.
void hatch(QPainter &painter, const QRectF &box, const QColor &color, bool crossed)
{
    constexpr qreal gap = 9;
    painter.setPen(QPen(color, 1.2));
    for (qreal x = box.left() - box.height() + gap; x < box.right(); x += gap) {
        // Rising from (x, bottom): what of it lies between left and right. The corners are round: a short one is none.
        const qreal from = std::max(box.left() - x, 0.0);
        const qreal to = std::min(box.right() - x, box.height());
        if (to - from < radius)
            continue;
        painter.drawLine(QPointF(x + from, box.bottom() - from), QPointF(x + to, box.bottom() - to));
        if (crossed)
            painter.drawLine(QPointF(x + from, box.top() + from), QPointF(x + to, box.top() + to));
    }
}

void paintFace(QPainter &painter, const StageCard &card, const Theme &theme, const QFont &font)
{
    const RoleColors &colors = theme.role(roleOf(card));
    const QRectF box = QRectF(0, 0, StageMetrics::cardWidth, StageMetrics::cardHeight).adjusted(1.5, 1.5, -1.5, -1.5);
    QPainterPath shape;
    shape.addRoundedRect(box, radius, radius);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(shape, card.isCurrent ? theme.selection : theme.panel);
    const bool holds = card.form == StageCard::Form::Holding;
    if (card.form == StageCard::Form::Suspended || card.form == StageCard::Form::Over)
        hatch(painter, box, theme.hatch, card.form == StageCard::Form::Over);
    if (holds) {
        QPainterPath head;
        head.addRect(0, 0, StageMetrics::cardWidth, headHeight);
        painter.fillPath(shape.intersected(head), colors.fill);
    }
    painter.strokePath(shape, QPen(colors.fill, card.isCurrent ? 3 : 2));

    const QFont small = scaledFont(font, 0.82, QFont::Bold);
    paintGlyph(&painter, QRectF(9, 7, 19, 19), card.letter, holds ? Fill::Filled : Fill::Outlined, roleOf(card), theme,
               small);
    const auto line = [&](const QString &text, qreal y, const QFont &face, const QColor &color, qreal left = 12) {
        painter.setFont(face);
        painter.setPen(color);
        const qreal room = StageMetrics::cardWidth - left - 8;
        painter.drawText(QPointF(left, y), QFontMetricsF(face).elidedText(text, Qt::ElideMiddle, room));
    };
    line(card.title, 21, scaledFont(font, 1, QFont::DemiBold), holds ? colors.onFill : theme.text, 34);
    const QFont mono = scaledFont(monoFont(font), 0.86);
    line(card.client.isEmpty() ? QStringLiteral("\u2013") : card.client, 48, mono, theme.muted);
    line(card.node, 66, mono, theme.muted);
}

} // namespace

void paintStageCardState(QPainter &painter, const StageCard &card, const Theme &theme, const QFont &font)
{
    painter.setFont(scaledFont(font, 0.95, QFont::DemiBold));
    painter.setPen(theme.role(roleOf(card)).text);
    painter.drawText(QPointF(12, 85), card.state);
}

void paintStageCard(QPainter &painter, const StageCard &card, const Theme &theme, const QFont &font)
{
    paintFace(painter, card, theme, font);
    paintStageCardState(painter, card, theme, font);
}

const QPixmap &StageCardPictures::pictureOf(const QString &name, const StageCard &card, qreal zoom, qreal ratio,
                                            const Theme &theme, const QFont &font)
{
    const qreal scale = zoom * ratio;
    Picture &picture = m_pictures[name];
    picture.card.state = card.state; // not in the picture
    if (!picture.pixmap.isNull() && picture.card == card && picture.scale == scale
        && picture.ground == theme.panel.rgb())
        return picture.pixmap;
    picture = {card, scale, theme.panel.rgb(), {}};
    picture.pixmap = QPixmap(static_cast<int>(std::ceil(StageMetrics::cardWidth * scale)),
                             static_cast<int>(std::ceil(StageMetrics::cardHeight * scale)));
    picture.pixmap.fill(Qt::transparent);
    QPainter painter(&picture.pixmap);
    painter.scale(picture.pixmap.width() / StageMetrics::cardWidth, picture.pixmap.height() / StageMetrics::cardHeight);
    paintFace(painter, card, theme, font);
    painter.end();
    picture.pixmap.setDevicePixelRatio(ratio);
    return picture.pixmap;
}

} // namespace lockscope::ui
