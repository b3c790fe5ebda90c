// SPDX-License-Identifier: Apache-2.0
#include "ui/charts/chartgeometry.h"

#include "ui/theme/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using journal::LogHistogram;

qreal LogScale::xOf(double ns) const
{
    const double share = std::log(std::clamp(ns, fromNs, toNs) / fromNs) / std::log(toNs / fromNs);
    return left + share * (right - left);
}

double LogScale::nsAt(qreal x) const
{
    const double share = right > left ? std::clamp((x - left) / (right - left), 0.0, 1.0) : 0.0;
    return fromNs * std::pow(toNs / fromNs, share);
}

LogHistogram shownHistogram(const journal::Durations &durations)
{
    journal::Durations shown;
    shown.sortedNs.reserve(durations.sortedNs.size());
    for (const qint64 ns : durations.sortedNs)
        shown.sortedNs.push_back(std::max(ns, shortestShownNs));
    return histogramOf(shown);
}

LogScale logScaleFor(const LogHistogram &histogram, qreal left, qreal right)
{
    if (histogram.counts.empty())
        return {1e6, 1e9, left, right};
    constexpr int decade = LogHistogram::binsPerDecade;
    const int floor = LogHistogram::binOf(shortestShownNs) / decade;
    int first = std::max(histogram.firstBin / decade, floor);
    int last = (histogram.firstBin + static_cast<int>(histogram.counts.size()) + decade - 1) / decade;
    if (last - first < 2)
        first = std::max(first - 1, floor);
    last = std::max(last, first + 2);
    return {LogHistogram::lowerNs(first * decade), LogHistogram::lowerNs(last * decade), left, right};
}

QString spanText(double ns)
{
    constexpr std::array units{std::pair(1e9, "s"), std::pair(1e6, "ms"), std::pair(1e3, "µs"), std::pair(1.0, "ns")};
    if (ns >= 59.95e9)
        return formatDuration(static_cast<qint64>(ns / 1e6));
    for (const auto &[unit, name] : units) {
        const double value = ns / unit;
        if (value < 0.9995)
            continue;
        const bool isWhole = value >= 9.95 || std::abs(value - std::round(value)) < 0.05;
        return u"%1 %2"_s.arg(QString::number(value, 'f', isWhole ? 0 : 1), QString::fromUtf8(name));
    }
    return u"0 s"_s;
}

std::vector<AxisMark> decadeMarks(const LogScale &scale, const std::function<qreal(const QString &)> &widthOf)
{
    constexpr qreal between = 4;
    constexpr qreal overhang = 10; // at both ends, where a chart has its margin
    const int first = static_cast<int>(std::lround(std::log10(scale.fromNs)));
    const int last = static_cast<int>(std::lround(std::log10(scale.toNs)));
    const auto textOf = [](int decade) { return spanText(std::pow(10, decade)); };
    qreal widest = 1;
    for (int decade = first; decade <= last; ++decade)
        widest = std::max(widest, widthOf(textOf(decade)));
    // At the ends a text is moved towards its neighbour.
    const qreal room = widest + between + std::max(0.0, widest / 2 - overhang);
    const qreal gap = (scale.right - scale.left) / std::max(last - first, 1);
    const int every = std::max(1, static_cast<int>(std::ceil(room / std::max(gap, 1.0))));
    std::vector<AxisMark> marks;
    for (int decade = first; decade <= last; decade += every) {
        const QString text = textOf(decade);
        const qreal at = scale.xOf(std::pow(10, decade));
        const qreal width = widthOf(text);
        const qreal least = scale.left - overhang;
        const qreal most = std::max(least, scale.right + overhang - width);
        marks.push_back({at, text, std::clamp(at - width / 2, least, most)});
    }
    return marks;
}

std::vector<QRectF> histogramBars(const LogHistogram &histogram, const LogScale &scale, const QRectF &plot)
{
    std::vector<QRectF> bars;
    const int most = std::max(histogram.most(), 1);
    for (size_t i = 0; i < histogram.counts.size(); ++i) {
        const int bin = histogram.firstBin + static_cast<int>(i);
        const qreal left = scale.xOf(LogHistogram::lowerNs(bin));
        const qreal right = scale.xOf(LogHistogram::lowerNs(bin + 1));
        const qreal height = plot.height() * histogram.counts[i] / most;
        bars.emplace_back(left, plot.bottom() - height, right - left, height);
    }
    return bars;
}

double roundCeiling(double value)
{
    if (value <= 1)
        return 1;
    const double decade = std::pow(10, std::floor(std::log10(value)));
    for (const double times : {1.0, 2.0, 5.0}) {
        if (times * decade >= value)
            return times * decade;
    }
    return 10 * decade;
}

QRectF Stretches::column(int index, const QRectF &plot) const
{
    const qreal width = plot.width() / std::max(count, 1);
    return {plot.left() + index * width, plot.top(), width, plot.height()};
}

Stretches stretchesFor(qint64 beginNs, qint64 endNs, int most)
{
    constexpr qint64 ms = 1'000'000;
    constexpr std::array<qint64, 22> steps{
        10 * ms,        20 * ms,        50 * ms,         100 * ms,       200 * ms,     500 * ms,
        1'000 * ms,     2'000 * ms,     5'000 * ms,      10'000 * ms,    15'000 * ms,  30'000 * ms,
        60'000 * ms,    120'000 * ms,   300'000 * ms,    600'000 * ms,   900'000 * ms, 1'800'000 * ms,
        3'600'000 * ms, 7'200'000 * ms, 21'600'000 * ms, 86'400'000 * ms};
    most = std::max(most, 2);
    const auto stretches = [&](qint64 step) {
        const qint64 from = beginNs / step * step;
        return Stretches{from, step, static_cast<int>(std::min<qint64>((endNs - from) / step + 1, most + 1))};
    };
    for (const qint64 step : steps) {
        if (const Stretches fitting = stretches(step); fitting.count <= most)
            return fitting;
    }
    // Longer than anybody watches: the newest part of it.
    const qint64 step = steps.back();
    return {endNs / step * step - (most - 1) * step, step, most};
}

std::vector<QRectF> columns(const std::vector<int> &values, int greatest, const QRectF &plot)
{
    std::vector<QRectF> bars;
    const qreal width = plot.width() / static_cast<qreal>(std::max<size_t>(values.size(), 1));
    for (size_t i = 0; i < values.size(); ++i) {
        const qreal height = plot.height() * std::min(values[i], greatest) / std::max(greatest, 1);
        bars.emplace_back(plot.left() + static_cast<qreal>(i) * width, plot.bottom() - height, width, height);
    }
    return bars;
}

} // namespace lockscope::ui
