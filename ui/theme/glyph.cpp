// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/glyph.h"

#include "ui/theme/color.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace lockscope::ui {

namespace {

void paintLetter(QPainter *painter, const QRectF &square, const QString &letter, const QColor &color, const QFont &font)
{
    QFont bold = font;
    bold.setPixelSize(std::max(8, int(square.height() * 0.64)));
    bold.setWeight(QFont::Bold);
    painter->setFont(bold);
    painter->setPen(color);
    // By the letter's own height: the line height would push it off the middle.
    const QFontMetricsF metrics(bold);
    const qreal baseline = square.center().y() + metrics.capHeight() / 2;
    painter->drawText(QPointF(square.center().x() - metrics.horizontalAdvance(letter) / 2, baseline), letter);
}

void hatch(QPainter *painter, const QPainterPath &shape, const QColor &color)
{
    painter->save();
    painter->setClipPath(shape, Qt::IntersectClip);
    painter->setPen(QPen(color, 1.2));
    const QRectF box = shape.boundingRect();
    for (qreal x = box.left() - box.height(); x < box.right(); x += 4.5)
        painter->drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()));
    painter->restore();
}

} // namespace

void paintGlyph(QPainter *painter, const QRectF &square, QChar letter, Fill fill, Role role, const Theme &theme,
                const QFont &font)
{
    const RoleColors &colors = theme.role(role);
    const QRectF box = square.adjusted(0.75, 0.75, -0.75, -0.75);
    QPainterPath shape;
    shape.addRoundedRect(box, 4, 4);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    QColor ink = colors.text;
    if (fill == Fill::Filled) {
        painter->fillPath(shape, colors.fill);
        ink = colors.onFill;
    } else if (fill == Fill::Hatched) {
        hatch(painter, shape, theme.hatch);
    }
    painter->strokePath(shape, QPen(colors.fill, 1.5));
    paintLetter(painter, square, QString(letter), ink, font);
    if (fill == Fill::Crossed) {
        painter->setPen(QPen(colors.fill, 1.5));
        painter->drawLine(box.bottomLeft(), box.topRight());
        painter->drawLine(box.topLeft(), box.bottomRight());
    }
    painter->restore();
}

void paintDot(QPainter *painter, const QPointF &center, qreal radius, Fill fill, Role role, const Theme &theme)
{
    const RoleColors &colors = theme.role(role);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(colors.fill, 2));
    painter->setBrush(fill == Fill::Filled ? colors.fill : theme.panel);
    painter->drawEllipse(center, radius, radius);
    if (fill == Fill::Hatched) {
        QPainterPath shape;
        shape.addEllipse(center, radius, radius);
        hatch(painter, shape, colors.fill);
    } else if (fill == Fill::Crossed) {
        const qreal d = radius * 0.7;
        painter->drawLine(center + QPointF(-d, -d), center + QPointF(d, d));
        painter->drawLine(center + QPointF(-d, d), center + QPointF(d, -d));
    }
    painter->restore();
}

void paintBadge(QPainter *painter, const QRectF &square, bool filled, Role role, const Theme &theme, const QFont &font)
{
    paintGlyph(painter, square, QLatin1Char('!'), filled ? Fill::Filled : Fill::Outlined, role, theme, font);
}

qreal paintPill(QPainter *painter, const QPointF &topLeft, qreal height, const QString &text, Role role,
                const Theme &theme, const QFont &font)
{
    const QFontMetricsF metrics(font);
    const qreal width = metrics.horizontalAdvance(text) + height;
    if (!painter)
        return width;
    const RoleColors &colors = theme.role(role);
    const QRectF box(topLeft, QSizeF(width, height));
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(Qt::NoPen);
    painter->setBrush(colors.fill);
    painter->drawRoundedRect(box, height / 2, height / 2);
    painter->setPen(colors.onFill);
    painter->setFont(font);
    painter->drawText(box, Qt::AlignCenter, text);
    painter->restore();
    return width;
}

} // namespace lockscope::ui
