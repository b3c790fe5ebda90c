// SPDX-License-Identifier: Apache-2.0
#include "ui/timetravel/stripscale.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

double StripScale::xOf(qint64 ns) const
{
    if (spanNs() <= 0)
        return ns < endNs ? 0 : width;
    return std::clamp(double(ns - beginNs) / double(spanNs()), 0.0, 1.0) * width;
}

qint64 StripScale::nsAt(double x) const
{
    if (width <= 0)
        return endNs;
    return beginNs + std::llround(std::clamp(x / width, 0.0, 1.0) * double(spanNs()));
}

QList<qint64> densityOf(const journal::Journal &journal, const StripScale &scale, int columns)
{
    QList<qint64> density(std::max(0, columns), 0);
    if (journal.isEmpty())
        return density;
    // Those up to the end of one part, less those up to the end of the part before.
    quint64 before = journal.numberAt(scale.beginNs - 1);
    for (int column = 0; column < columns; ++column) {
        const qint64 end = scale.nsAt(scale.width * (column + 1) / columns);
        const quint64 upTo = column + 1 == columns ? journal.numberAt(scale.endNs) : journal.numberAt(end - 1);
        density[column] = upTo > before ? qint64(upTo - before) : 0;
        before = std::max(before, upTo);
    }
    return density;
}

QString elapsedText(qint64 ns)
{
    const qint64 ms = std::max<qint64>(0, ns / 1'000'000);
    const double seconds = double(ms % 60'000) / 1000;
    if (ms < 60'000)
        return u"%1 s"_s.arg(seconds, 0, 'f', 3);
    const qint64 minutes = ms / 60'000;
    if (minutes < 60)
        return u"%1 m %2 s"_s.arg(minutes).arg(seconds, 5, 'f', 2, u'0');
    return u"%1 h %2 m %3 s"_s.arg(minutes / 60)
        .arg(minutes % 60, 2, 10, QChar(u'0'))
        .arg(qint64(seconds), 2, 10, QChar(u'0'));
}

} // namespace lockscope::ui
