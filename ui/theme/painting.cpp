// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/painting.h"

#include <QFontMetricsF>
#include <QLoggingCategory>
#include <QPainter>

#include <algorithm>
#include <cmath>

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

QPainterPath arrowHead(const QPointF &tip, const QPointF &from, qreal length, qreal width)
{
    const QLineF along(tip, from);
    if (along.length() < 1)
        return {};
    const QPointF back = along.pointAt(length / along.length());
    const QPointF across = QPointF(tip.y() - back.y(), back.x() - tip.x()) * (width / 2);
    QPainterPath path(tip);
    path.lineTo(back + across);
    path.lineTo(back - across);
    path.closeSubpath();
    return path;
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

double luminance(const QColor &color)
{
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    const QColor rgb = color.toRgb();
    return 0.2126 * linear(double(rgb.redF())) + 0.7152 * linear(double(rgb.greenF()))
           + 0.0722 * linear(double(rgb.blueF()));
}

double contrastRatio(const QColor &a, const QColor &b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor mix(const QColor &a, const QColor &b, double share)
{
    const auto channel = [share](int from, int to) { return int(std::lround(from + (to - from) * share)); };
    return QColor(channel(a.red(), b.red()), channel(a.green(), b.green()), channel(a.blue(), b.blue()));
}

QColor readableOn(const QColor &color, const QColor &background, double ratio)
{
    const QColor towards = luminance(background) > 0.18 ? QColor(Qt::black) : QColor(Qt::white);
    for (int step = 0; step <= 50; ++step) {
        const QColor candidate = mix(color, towards, step / 50.0);
        if (contrastRatio(candidate, background) >= ratio)
            return candidate;
    }
    return towards;
}

QColor inkOn(const QColor &fill)
{
    // White where it nearly reads: a fill gives way a little for it, see readableOn().
    return contrastRatio(fill, Qt::white) >= 3.2 ? QColor(Qt::white) : QColor(0x10, 0x14, 0x1a);
}

namespace {

Q_LOGGING_CATEGORY(lcFrames, "lockscope.frames", QtWarningMsg)

} // namespace

FrameTime::FrameTime(const char *view)
    : m_view(view)
{
    if (lcFrames().isDebugEnabled())
        m_since.start();
}

FrameTime::~FrameTime()
{
    if (m_since.isValid())
        qCDebug(lcFrames, "%s: %.2f ms", m_view, static_cast<double>(m_since.nsecsElapsed()) / 1e6);
}

} // namespace lockscope::ui
