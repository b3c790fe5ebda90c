// SPDX-License-Identifier: Apache-2.0
// Instants to pixels and back, and where a ruler has its marks. A plain value; never knows a widget or an event.
#pragma once

#include <QString>
#include <QtGlobal>

#include <vector>

namespace lockscope::ui {

/// One stretch of time across a width of pixels.
struct TimeScale
{
    qint64 originNs = 0;                                             ///< the instant at x = 0
    double nsPerPixel = 1e6;                                         ///< never below minNsPerPixel
    static constexpr double minNsPerPixel = 10;                      ///< 100 pixels a microsecond: no clock is finer
    static constexpr double maxNsPerPixel = 3600e9 * 24 * 365 / 100; ///< a year in 100 pixels

    double xOf(qint64 ns) const { return static_cast<double>(ns - originNs) / nsPerPixel; }
    qint64 nsAt(double x) const { return originNs + static_cast<qint64>(x * nsPerPixel); }

    /// \a factor above 1 shows less time; the instant at \a x stays where it is.
    TimeScale zoomed(double factor, double x) const;
    /// What was at x is then at x + \a pixels.
    TimeScale panned(double pixels) const;
    /// All from \a fromNs to \a toNs within \a width, with a little room on both sides.
    static TimeScale fitting(qint64 fromNs, qint64 toNs, int width);

    bool operator==(const TimeScale &) const = default;
};

struct RulerMark
{
    qint64 ns = 0;
    QString text; ///< since the ruler's zero: "12.5 s", "1.250 ms"
};

/// Marks of at least \a minGap pixels apart, at round durations since \a zeroNs, over \a width pixels.
std::vector<RulerMark> rulerMarks(const TimeScale &scale, int width, qint64 zeroNs, int minGap = 90);

/// A duration to as many digits as it deserves: "850 ns", "12.4 µs", "3.20 ms", "1.25 s", "3 min 12 s".
QString formatSpan(qint64 ns);

} // namespace lockscope::ui
