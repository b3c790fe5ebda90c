// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/color.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

namespace {

double linear(double channel)
{
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

} // namespace

double luminance(const QColor &color)
{
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

} // namespace lockscope::ui
