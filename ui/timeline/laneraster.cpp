// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/laneraster.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

LaneRaster::LaneRaster(QImage &image, const TimeScale &scale, const Theme &theme, const LaneMetrics &metrics,
                       qint64 nowNs)
    : m_scale(scale)
    , m_theme(theme)
    , m_metrics(metrics)
    , m_nowNs(nowNs)
    , m_width(image.width())
    , m_height(image.height())
    , m_stride(image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb)))
    , m_pixels(reinterpret_cast<QRgb *>(image.bits()))
{
}

template<typename StyleOf>
void LaneRaster::drawTrack(const Track &track, int top, int height, StyleOf styleFor)
{
    walkBars(track, m_scale, m_width, m_nowNs,
             [&](int left, int right, SpanState state) { drawBar(left, right, top, height, styleFor(state)); });
}

void LaneRaster::drawLane(const Lane &lane, int top)
{
    drawLaneParts(*this, lane, top, m_metrics, m_theme);
}

void LaneRaster::drawBar(int left, int right, int top, int height, const LaneStyle &style)
{
    const int from = std::max(left, 0);
    const int to = std::min(right, m_width);
    const int bottom = std::min(top + height, m_height);
    const int line = std::max(1, m_metrics.beliefHeight / 8);
    const bool narrow = right - left <= 2 * line;
    for (int y = std::max(top, 0); y < bottom; ++y) {
        QRgb *row = m_pixels + y * m_stride;
        const bool edge = y < top + line || y >= top + height - line;
        if (style.form == LaneForm::Filled || narrow || edge) {
            const bool inner = style.form == LaneForm::Filled && !edge;
            std::fill(row + from, row + to, inner || style.form == LaneForm::Hatched ? style.fill : style.line);
            continue;
        }
        if (style.form != LaneForm::Hatched) // through its lines one sees what is believed meanwhile
            std::fill(row + from, row + to, style.fill);
        const int period = 6 * line;
        if (style.form == LaneForm::Hatched || style.form == LaneForm::Crossed) {
            // Anchored to time, so that the pattern moves with its bar.
            const int phase = (y - top) - left;
            for (int x = from; x < to; ++x) {
                const bool falling = (x + phase + (1 << 20) * period) % period < line;
                const bool rising =
                    style.form == LaneForm::Crossed && (x - left + top - y + (1 << 20) * period) % period < line;
                if (falling || rising)
                    row[x] = style.line;
            }
        }
        if (style.form != LaneForm::Hatched) {
            std::fill(row + from, row + std::clamp(left + line, from, to), style.line);
            std::fill(row + std::clamp(right - line, from, to), row + to, style.line);
        }
    }
}

void LaneRaster::drawTicks(const std::vector<qint64> &ticks, int top, int height, const QColor &color, int width)
{
    const QRgb pixel = color.rgb();
    const int thick = width * std::max(1, m_metrics.beliefHeight / 10);
    walkTicks(ticks, m_scale, m_width, thick, [&](int x) {
        for (int y = std::max(top, 0); y < std::min(top + height, m_height); ++y) {
            QRgb *row = m_pixels + y * m_stride;
            std::fill(row + std::max(x, 0), row + std::min(x + thick, m_width), pixel);
        }
    });
}

} // namespace lockscope::ui
