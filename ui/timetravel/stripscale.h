// SPDX-License-Identifier: Apache-2.0
// A span of time laid out over a width: instants to places and back, and how many events fall on each place.
// Pure arithmetic over a journal; never paints.
#pragma once

#include "core/journal/journal.h"

#include <QList>

namespace lockscope::ui {

struct StripScale
{
    qint64 beginNs = 0;
    qint64 endNs = 0; ///< not before beginNs
    double width = 0;

    qint64 spanNs() const { return endNs - beginNs; }
    /// Bounded to 0 … width.
    double xOf(qint64 ns) const;
    /// Bounded to begin … end.
    qint64 nsAt(double x) const;
};

/// How many events there are in each of \a columns equal parts of the scale; by bisection, so that it costs the same
/// however many events there are.
QList<qint64> densityOf(const journal::Journal &journal, const StripScale &scale, int columns);

/// "12.345 s", "3 m 12.34 s", "1 h 03 m 12 s": an instant within a recording, for people.
QString elapsedText(qint64 ns);

} // namespace lockscope::ui
