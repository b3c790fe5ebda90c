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

void hatch(QPainter &painter, const QPainterPath &shape, const QColor &color, bool crossed)
{
    painter.save();
    painter.setClipPath(shape);
    painter.setPen(QPen(color, 1.2));
    const QRectF box = shape.boundingRect();
    for (qreal x = box.left() - box.height(); x < box.right() + box.height(); x += 9) {
        painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
        if (crossed)
            painter.drawLine(QPointF(x, box.top()), QPointF(x + box.height(), box.bottom()));
    }
    painter.restore();
}

void paintCard(QPainter &painter, const StageCard &card, const Theme &theme, const QFont &font)
{
    const RoleColors &colors = theme.role(roleOf(card));
    const QRectF box = QRectF(0, 0, StageMetrics::cardWidth, StageMetrics::cardHeight).adjusted(1.5, 1.5, -1.5, -1.5);
    QPainterPath shape;
    shape.addRoundedRect(box, radius, radius);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(shape, card.isCurrent ? theme.selection : theme.panel);
    const bool holds = card.form == StageCard::Form::Holding;
    if (card.form == StageCard::Form::Suspended || card.form == StageCard::Form::Over)
        hatch(painter, shape, theme.hatch, card.form == StageCard::Form::Over);
    if (holds) {
        painter.save();
        painter.setClipPath(shape);
        painter.fillRect(QRectF(0, 0, StageMetrics::cardWidth, headHeight), colors.fill);
        painter.restore();
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
    line(card.state, 85, scaledFont(font, 0.95, QFont::DemiBold), colors.text);
}

} // namespace

const QPixmap &StageCardPictures::pictureOf(const QString &name, const StageCard &card, qreal scale, const Theme &theme,
                                            const QFont &font)
{
    Picture &picture = m_pictures[name];
    if (!picture.pixmap.isNull() && picture.card == card && picture.scale == scale
        && picture.ground == theme.panel.rgb())
        return picture.pixmap;
    picture = {card, scale, theme.panel.rgb(), {}};
    picture.pixmap = QPixmap(static_cast<int>(std::ceil(StageMetrics::cardWidth * scale)),
                             static_cast<int>(std::ceil(StageMetrics::cardHeight * scale)));
    picture.pixmap.fill(Qt::transparent);
    QPainter painter(&picture.pixmap);
    painter.scale(picture.pixmap.width() / StageMetrics::cardWidth, picture.pixmap.height() / StageMetrics::cardHeight);
    paintCard(painter, card, theme, font);
    return picture.pixmap;
}

} // namespace lockscope::ui
