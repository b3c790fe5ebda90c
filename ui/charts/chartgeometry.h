// SPDX-License-Identifier: Apache-2.0
// Values to pixels and back, round numbers for axes, and where bars stand: pure geometry, in device-independent pixels.
// Never knows a widget or what is counted.
#pragma once

#include "core/checks/locktiming.h"

#include <QRectF>
#include <QString>

#include <functional>
#include <vector>

namespace lockscope::ui {

/// Durations on a logarithmic axis.
struct LogScale
{
    double fromNs = 1e6;
    double toNs = 1e9;
    qreal left = 0;
    qreal right = 100;

    qreal xOf(double ns) const; ///< bounded to the axis
    double nsAt(qreal x) const;
};

/// What is shorter is as good as at once: no request is answered in it. Without a floor a single wait of 0 ns would
/// press all others into the other end of the axis.
constexpr qint64 shortestShownNs = 1'000;

/// The durations as they are shown: what is shorter than the shortest stands in its bin, and is counted there.
journal::LogHistogram shownHistogram(const journal::Durations &durations);

/// Whole decades around the histogram, at least two of them, and none below the shortest that is shown.
LogScale logScaleFor(const journal::LogHistogram &histogram, qreal left, qreal right);

struct AxisMark
{
    qreal at = 0;
    QString text;
    qreal textLeft = 0; ///< in the middle of the mark, but hardly beyond the scale
};

/// "850 ns", "3.2 ms", "42 ms", "3 min 12 s": as exactly as a chart can be read.
QString spanText(double ns);

/// A mark at each power of ten, as far as their texts have room: "1 ms", "10 ms", …
std::vector<AxisMark> decadeMarks(const LogScale &scale, const std::function<qreal(const QString &)> &widthOf);

/// The bars of a histogram in \a plot, one for each bin; empty ones have no height. The highest is as high as \a plot.
std::vector<QRectF> histogramBars(const journal::LogHistogram &histogram, const LogScale &scale, const QRectF &plot);

/// 1, 2 or 5 times a power of ten, not below \a value; 1 for nothing.
double roundCeiling(double value);

/// Equal stretches of time that end at \a toNs.
struct Stretches
{
    qint64 fromNs = 0;
    qint64 stepNs = 1'000'000'000;
    int count = 0;

    qint64 toNs() const { return fromNs + stepNs * count; }
    /// Where a stretch is drawn in \a plot.
    QRectF column(int index, const QRectF &plot) const;
};

/// From \a beginNs to \a endNs in at most \a most stretches of a round length, on whole multiples of it, so that they
/// do not flicker while time goes on.
Stretches stretchesFor(qint64 beginNs, qint64 endNs, int most);

/// Columns of equal width over \a plot, as high as their share of \a greatest.
std::vector<QRectF> columns(const std::vector<int> &values, int greatest, const QRectF &plot);

} // namespace lockscope::ui
