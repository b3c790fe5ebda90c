// SPDX-License-Identifier: Apache-2.0
// The bars and ticks of lanes as pixels: what costs a frame is the pixels, not the events behind them.
// Knows nothing of widgets; text, arrows and rulers are painted by others on top.
#pragma once

#include "ui/timeline/lanelook.h"

#include <QImage>

namespace lockscope::ui {

class LaneRaster
{
public:
    /// Draws into \a image, which must be of Format_RGB32 and outlive this; \a scale is in pixels of the image. What
    /// lasts still ends at \a nowNs.
    LaneRaster(QImage &image, const TimeScale &scale, const Theme &theme, const LaneMetrics &metrics, qint64 nowNs);

    void drawLane(const Lane &lane, int top);
    // For drawLaneParts():
    template<typename StyleOf>
    void drawTrack(const Track &track, int top, int height, StyleOf styleFor);
    void drawTicks(const std::vector<qint64> &ticks, int top, int height, const QColor &color, int width);

private:
    void drawBar(int left, int right, int top, int height, const LaneStyle &style);

    TimeScale m_scale;
    const Theme &m_theme;
    LaneMetrics m_metrics;
    qint64 m_nowNs;
    int m_width;
    int m_height;
    qsizetype m_stride; ///< pixels from one row to the next
    QRgb *m_pixels;     ///< of the image, taken once: asking the image for each row costs more than drawing it
};

} // namespace lockscope::ui
