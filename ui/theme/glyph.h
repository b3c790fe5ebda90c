// SPDX-License-Identifier: Apache-2.0
// The marks of the visual grammar: the letter square of a contender, its dot in the gutter, badges and status dots.
// Paints only; never decides what a contender's state is.
#pragma once

#include "ui/theme/theme.h"

#include <QRectF>

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
/// A rounded pill with text; returns its width. With a null painter it only measures.
qreal paintPill(QPainter *painter, const QPointF &topLeft, qreal height, const QString &text, Role role,
                const Theme &theme, const QFont &font);

} // namespace lockscope::ui
