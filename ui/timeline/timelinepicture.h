// SPDX-License-Identifier: Apache-2.0
// A stretch of the timeline as a picture: names, ruler, lanes, who woke whom, and the instant that is shown.
// A copy of what is to be seen in it: what happens later does not change it.
#pragma once

#include "ui/export/picture.h"
#include "ui/timeline/lanes.h"

#include <QFont>

#include <optional>
#include <vector>

namespace lockscope::ui {

struct TimelineShot
{
    QString title;
    QString fileName;
    QFont font;
    std::vector<int> rows; ///< indices of lanes, from top to bottom
    qint64 fromNs = 0;
    qint64 toNs = 0;
    qint64 nowNs = 0; ///< until when what lasts has lasted
    std::optional<qint64> cursorNs;
    int width = 1200; ///< as designed
};

/// More lanes are counted, not drawn.
inline constexpr size_t mostPictureLanes = 200;

Picture timelinePicture(const LaneIndex &index, TimelineShot shot);

/// A line from one lane to another with its arrow's head, for a wake at \a x; \a from and \a to are the lanes' middles.
void paintWake(QPainter &painter, double x, double from, double to);

} // namespace lockscope::ui
