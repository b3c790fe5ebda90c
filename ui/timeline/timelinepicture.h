// SPDX-License-Identifier: Apache-2.0
// A stretch of the timeline as a picture: names, ruler, lanes, who woke whom, and the instant that is shown.
// A copy of what is to be seen in it: what happens later does not change it. And what of it the view paints too.
#pragma once

#include "ui/export/picture.h"
#include "ui/timeline/lanelook.h"
#include "ui/timeline/lanes.h"
#include "ui/timeline/timescale.h"

#include <QFont>

#include <functional>
#include <optional>
#include <span>
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
    LaneReach reach;
    std::optional<qint64> cursorNs;
    int width = 1200; ///< as designed
};

/// More lanes are counted, not drawn.
inline constexpr size_t mostPictureLanes = 200;

Picture timelinePicture(const LaneIndex &index, TimelineShot shot);

// ---- what is drawn the same way on screen ----

/// The time to the right of the names, below the ruler.
struct TimelineArea
{
    TimeScale scale;
    int timeWidth = 1;
    double bottom = 0;
};
/// Marks with their instants since \a zeroNs, and the line below them.
void paintRuler(QPainter &painter, const TimelineArea &area, qint64 zeroNs, const Theme &theme, const QFont &font);
/// Who woke whom, as arrows between lanes. \a topOf: of a lane's row, nothing where it is not shown.
void paintWakes(QPainter &painter, const TimelineArea &area, std::span<const Wake> wakes,
                const std::function<std::optional<double>(int lane)> &topOf, const Theme &theme);
/// The instant that is shown; the present is marked in another way.
void paintCursor(QPainter &painter, const TimelineArea &area, qint64 ns, bool isPresent, const Theme &theme);

} // namespace lockscope::ui
