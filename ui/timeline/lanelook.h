// SPDX-License-Identifier: Apache-2.0
// How lanes look, and which bars, ticks and names of them are drawn at a scale: the same for pixels and vectors.
// Text other than names, arrows and rulers are painted by others on top.
#pragma once

#include "ui/theme/painting.h"
#include "ui/theme/theme.h"
#include "ui/timeline/lanes.h"
#include "ui/timeline/timescale.h"

#include <QFont>
#include <QImage>
#include <QPixmap>
#include <QString>

#include <algorithm>
#include <cmath>
#include <vector>

class QPainter;

namespace lockscope::ui {

enum class LaneForm { Filled, Outlined, Hatched, Crossed };

struct LaneStyle
{
    QRgb line = 0;
    QRgb fill = 0;
    LaneForm form = LaneForm::Filled;
};

/// Where the parts of the timeline are, in device-independent pixels.
namespace timeline {

inline constexpr int namesWidth = 140;
inline constexpr int rulerHeight = 26;
inline constexpr int rightRoom = 24;  ///< between the present and the right end, while it follows
inline constexpr int mostWakes = 400; ///< arrows that can still be distinguished

} // namespace timeline

/// Heights within a lane, in pixels.
struct LaneMetrics
{
    int lane = 30;
    int beliefTop = 5;
    int beliefHeight = 10;
    int truthTop = 17;
    int truthHeight = 5;
    int ticksTop = 23;
    int ticksHeight = 4;

    static LaneMetrics scaled(double devicePixelRatio);
};

/// Until when what lasts still is drawn: what clients believe, and what servers report, which ends with the connection.
struct LaneReach
{
    qint64 nowNs = 0;
    qint64 reportedNs = 0;
};

LaneStyle laneStyleOf(SpanState state, const Theme &theme);
/// A paler copy below the belief; of a foreign session, which reports no belief, it is all there is to know.
LaneStyle truthStyleOf(SpanState state, bool isForeign, const Theme &theme);
LaneStyle conflictStyle(const Theme &theme);

/// Calls \a bar(left, right, state) for what is to be seen of the track on \a width pixels: from pixel to pixel, at
/// least one wide, at most one for each pixel. What lasts still ends at \a untilNs.
template<typename Bar>
void walkBars(const Track &track, const TimeScale &scale, int width, qint64 untilNs, Bar bar)
{
    const auto &spans = track.spans();
    for (size_t i = track.firstEndingAfter(scale.nsAt(0)); i < spans.size();) {
        const Span &span = spans[i];
        const double from = scale.xOf(span.fromNs);
        if (from >= width)
            return;
        const double to = scale.xOf(std::min(span.toNs, std::max(untilNs, span.fromNs)));
        const int left = static_cast<int>(std::floor(std::max(from, -1.0)));
        const int right = std::max(static_cast<int>(std::floor(std::min(to, width + 1.0))), left + 1);
        SpanState state = span.state;
        size_t next = i + 1;
        if (right == left + 1) {
            // Whatever else is in this pixel: skipped, unless it has a holder, who must not vanish.
            next = track.firstEndingAfter(scale.nsAt(right), i);
            next = std::max(next, i + 1);
            for (size_t k = i; k < std::min(next, i + 3); ++k)
                state = spans[k].state == SpanState::Holding ? SpanState::Holding : state;
        }
        bar(left, right, state);
        i = next;
    }
}

/// Calls \a tick(x) for the ticks to be seen, each \a thick pixels wide, with a gap between: so that ticks stay ticks.
template<typename Tick>
void walkTicks(const std::vector<qint64> &ticks, const TimeScale &scale, int width, int thick, Tick tick)
{
    size_t i = gallop(ticks, scale.nsAt(0), 0);
    while (i < ticks.size()) {
        const double at = scale.xOf(ticks[i]);
        if (at >= width) // as it is: far away is more than an int holds
            return;
        const int x = static_cast<int>(at);
        tick(x);
        i = std::max(gallop(ticks, scale.nsAt(x + thick + 1), i), i + 1);
    }
}

/// What a lane is made of, from the back to the front: calls \a pen.drawTrack(track, top, height, untilNs,
/// styleOf(state)) and \a pen.drawTicks(ticks, top, height, color, width). \a top is the lane's.
template<typename Pen, typename Top>
void drawLaneParts(Pen &pen, const Lane &lane, Top top, const LaneMetrics &metrics, const LaneReach &reach,
                   const Theme &theme)
{
    const auto byState = [&theme](SpanState state) { return laneStyleOf(state, theme); };
    const bool isForeign = lane.client.isNull();
    const auto truth = [&theme, isForeign](SpanState state) { return truthStyleOf(state, isForeign, theme); };
    if (isForeign) { // in the lower place: the belief of its client is not known
        const auto bottom = top + metrics.truthTop + metrics.truthHeight;
        pen.drawTrack(lane.truth, bottom - metrics.beliefHeight, metrics.beliefHeight, reach.reportedNs, truth);
    } else {
        pen.drawTrack(lane.belief, top + metrics.beliefTop, metrics.beliefHeight, reach.nowNs, byState);
        pen.drawTrack(lane.truth, top + metrics.truthTop, metrics.truthHeight, reach.reportedNs, truth);
    }
    pen.drawTrack(lane.link, top + metrics.beliefTop, metrics.beliefHeight, reach.nowNs, byState);
    pen.drawTrack(lane.conflict, top + metrics.beliefTop, metrics.beliefHeight, reach.nowNs,
                  [&theme](SpanState) { return conflictStyle(theme); });
    pen.drawTicks(lane.requests, top + metrics.ticksTop, metrics.ticksHeight, theme.muted, 1);
    pen.drawTicks(lane.wakeUps, top + metrics.ticksTop, metrics.ticksHeight, theme.accent.fill, 1);
    pen.drawTicks(lane.faults, top + 1, metrics.beliefTop, theme.wrong.fill, 3);
}

/// The bars and ticks of lanes as pixels: what costs a frame is the pixels, not the events behind them.
/// Knows nothing of widgets; text, arrows and rulers are painted by others on top.
class LaneRaster
{
public:
    /// Draws into \a image, which must be of Format_RGB32 and outlive this; \a scale is in pixels of the image.
    LaneRaster(QImage &image, const TimeScale &scale, const Theme &theme, const LaneMetrics &metrics,
               const LaneReach &reach);

    void drawLane(const Lane &lane, int top);
    // For drawLaneParts():
    template<typename StyleOf>
    void drawTrack(const Track &track, int top, int height, qint64 untilNs, StyleOf styleFor);
    void drawTicks(const std::vector<qint64> &ticks, int top, int height, const QColor &color, int width);

private:
    void drawBar(int left, int right, int top, int height, const LaneStyle &style);

    TimeScale m_scale;
    const Theme &m_theme;
    LaneMetrics m_metrics;
    LaneReach m_reach;
    int m_width;
    int m_height;
    qsizetype m_stride; ///< pixels from one row to the next
    QRgb *m_pixels;     ///< of the image, taken once: asking the image for each row costs more than drawing it
};

/// What stands beside a lane.
struct NameRow
{
    int top = 0; ///< in the picture
    QString name;
    QChar letter;
    Fill fill = Fill::Outlined;
    Role role = Role::Neutral;
    bool isCurrent = false;

    bool operator==(const NameRow &) const = default;
};

/// The row's glyph and name, \a width wide, with its upper left corner at \a at.
void paintLaneName(QPainter &painter, const NameRow &row, const QPointF &at, int width, const Theme &theme,
                   const QFont &font);

/// The lane's at that instant, with its top at 0; of a foreign session nothing where no server reports it any more.
NameRow nameRowOf(const Lane &lane, qint64 ns, const LaneReach &reach);

/// The names beside the lanes as a picture, made again only when one of them looks otherwise: text is what costs a
/// frame. Never reads a lane; the caller says what each row shows.
class LaneNames
{
public:
    /// \a size is in device-independent pixels.
    const QPixmap &pixmap(const std::vector<NameRow> &rows, QSize size, qreal ratio, const Theme &theme,
                          const QFont &font);

private:
    QPixmap m_pixmap;
    std::vector<NameRow> m_rows;
    QRgb m_ground = 0; ///< of the theme in which it was made
    QFont m_font;
};

} // namespace lockscope::ui
