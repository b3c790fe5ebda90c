// SPDX-License-Identifier: Apache-2.0
// What views paint with: the marks of the visual grammar, arithmetic of colours by WCAG 2, and the time of a frame.
// Never decides what a contender's state is.
#pragma once

#include "ui/theme/theme.h"

#include <QColor>
#include <QElapsedTimer>
#include <QPainterPath>

class QPainter;

namespace lockscope::ui {

/// Never colour alone: holding, waiting, suspended and expired differ in form.
enum class Fill { Filled, Outlined, Hatched, Crossed };

/// A letter (M, R, W, L) in a rounded square.
void paintGlyph(QPainter *painter, const QRectF &square, QChar letter, Fill fill, Role role, const Theme &theme,
                const QFont &font);
/// A contender's dot in the gutter.
void paintDot(QPainter *painter, const QPointF &center, qreal radius, Fill fill, Role role, const Theme &theme);
/// "!" in a square: filled for an error, outlined for a warning.
void paintBadge(QPainter *painter, const QRectF &square, bool filled, Role role, const Theme &theme, const QFont &font);
/// A triangle from \a tip back towards \a from, so long and, at its end, \a width times as wide; to be filled.
QPainterPath arrowHead(const QPointF &tip, const QPointF &from, qreal length, qreal width = 1.1);
/// A rounded pill with text; returns its width. With a null painter it only measures.
qreal paintPill(QPainter *painter, const QPointF &topLeft, qreal height, const QString &text, Role role,
                const Theme &theme, const QFont &font);

// Arithmetic of colours: contrast by WCAG 2, mixing, and the nearest colour that can be read on another.
// Never knows a palette or a widget.

/// WCAG relative luminance, 0 … 1.
double luminance(const QColor &color);
/// WCAG contrast ratio, 1 … 21.
double contrastRatio(const QColor &a, const QColor &b);
/// \a share of \a b in \a a.
QColor mix(const QColor &a, const QColor &b, double share);
/// \a color, made lighter or darker as little as it takes for a contrast of \a ratio against \a background.
QColor readableOn(const QColor &color, const QColor &background, double ratio = 4.5);
/// White on fills that are dark enough, or become so by a shade; else near black.
QColor inkOn(const QColor &fill);

/// How long a view takes to paint, written to the log: QT_LOGGING_RULES="lockscope.frames=true". One at the head of a
/// paint event. Never measures while that is off.
class FrameTime
{
public:
    /// \a view is a literal: the view's name in the log.
    explicit FrameTime(const char *view);
    ~FrameTime();
    Q_DISABLE_COPY_MOVE(FrameTime)

private:
    const char *m_view;
    QElapsedTimer m_since;
};

} // namespace lockscope::ui
