// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timescale.h"

#include "ui/theme/format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

TimeScale TimeScale::zoomed(double factor, double x) const
{
    TimeScale scale = *this;
    scale.nsPerPixel = std::clamp(nsPerPixel / factor, minNsPerPixel, maxNsPerPixel);
    scale.originNs = originNs + static_cast<qint64>(x * (nsPerPixel - scale.nsPerPixel));
    return scale;
}

TimeScale TimeScale::panned(double pixels) const
{
    return {originNs - static_cast<qint64>(pixels * nsPerPixel), nsPerPixel};
}

TimeScale TimeScale::fitting(qint64 fromNs, qint64 toNs, int width)
{
    constexpr double room = 0.02;
    const double span = static_cast<double>(std::max<qint64>(toNs - fromNs, 1000));
    TimeScale scale;
    scale.nsPerPixel = std::clamp(span * (1 + 2 * room) / std::max(width, 1), minNsPerPixel, maxNsPerPixel);
    scale.originNs = fromNs - static_cast<qint64>(span * room);
    return scale;
}

namespace {

/// 1, 2 or 5 times a power of ten up to a second; above it what clocks are divided into.
qint64 roundStep(double atLeastNs)
{
    constexpr qint64 second = 1'000'000'000;
    for (qint64 decade = 1; decade < second; decade *= 10) {
        for (const qint64 times : {1, 2, 5}) {
            if (static_cast<double>(times * decade) >= atLeastNs)
                return times * decade;
        }
    }
    constexpr std::array<qint64, 20> seconds{1,   2,    5,    10,   15,    30,    60,    120,    300,     600,
                                             900, 1800, 3600, 7200, 21600, 43200, 86400, 604800, 2592000, 31536000};
    for (const qint64 count : seconds) {
        if (static_cast<double>(count * second) >= atLeastNs)
            return count * second;
    }
    return seconds.back() * second;
}

int digitsFor(double unit, qint64 step)
{
    return std::clamp(static_cast<int>(std::ceil(std::log10(unit / static_cast<double>(step)))), 0, 9);
}

/// "12:05", "1:02:05.25": from a minute on as clocks show it.
QString clockText(qint64 ns, qint64 step)
{
    constexpr qint64 second = 1'000'000'000;
    const qint64 minutes = ns / second / 60;
    const int digits = digitsFor(1e9, step);
    const QString seconds = QString::number(static_cast<double>(ns % (60 * second)) / 1e9, 'f', digits)
                                .rightJustified(digits > 0 ? digits + 3 : 2, u'0');
    if (minutes < 60)
        return u"%1:%2"_s.arg(minutes).arg(seconds);
    return u"%1:%2:%3"_s.arg(minutes / 60).arg(minutes % 60, 2, 10, QChar(u'0')).arg(seconds);
}

/// The unit follows the step, so that two marks never look alike.
QString markText(qint64 ns, qint64 step)
{
    const QString sign = ns < 0 ? u"\u2212"_s : QString();
    const qint64 size = std::abs(ns);
    const auto number = [&](double unit, const QString &name) {
        return sign + QString::number(static_cast<double>(size) / unit, 'f', digitsFor(unit, step)) + u' ' + name;
    };
    if (size >= 60'000'000'000)
        return sign + clockText(size, step);
    if (step >= 1'000'000)
        return number(1e9, u"s"_s);
    return step >= 1'000 ? number(1e6, u"ms"_s) : number(1e3, u"µs"_s);
}

} // namespace

std::vector<RulerMark> rulerMarks(const TimeScale &scale, int width, qint64 zeroNs, int minGap)
{
    std::vector<RulerMark> marks;
    const qint64 step = roundStep(scale.nsPerPixel * minGap);
    const qint64 from = scale.nsAt(0) - zeroNs;
    qint64 at = from / step * step;
    while (at < from)
        at += step;
    for (; scale.xOf(zeroNs + at) < width; at += step)
        marks.push_back({zeroNs + at, markText(at, step)});
    return marks;
}

QString formatSpan(qint64 ns)
{
    const auto three = [](double value) { return QString::number(value, 'f', value < 10 ? 2 : value < 100 ? 1 : 0); };
    if (ns < 1'000)
        return u"%1 ns"_s.arg(ns);
    if (ns < 1'000'000)
        return three(static_cast<double>(ns) / 1e3) + u" µs"_s;
    if (ns < 1'000'000'000)
        return three(static_cast<double>(ns) / 1e6) + u" ms"_s;
    if (ns < 60'000'000'000)
        return three(static_cast<double>(ns) / 1e9) + u" s"_s;
    return formatDuration(ns / 1'000'000);
}

} // namespace lockscope::ui
