// SPDX-License-Identifier: Apache-2.0
// Arithmetic of colours: contrast by WCAG 2, mixing, and the nearest colour that can be read on another.
// Never knows a palette or a widget.
#pragma once

#include <QColor>

namespace lockscope::ui {

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

} // namespace lockscope::ui
