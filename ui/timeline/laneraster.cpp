// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/laneraster.h"

#include "ui/theme/color.h"

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

LaneMetrics LaneMetrics::scaled(double devicePixelRatio)
{
    const auto px = [devicePixelRatio](int pixels) { return static_cast<int>(std::lround(pixels * devicePixelRatio)); };
    const LaneMetrics plain;
    return {px(plain.lane),        px(plain.beliefTop), px(plain.beliefHeight), px(plain.truthTop),
            px(plain.truthHeight), px(plain.ticksTop),  px(plain.ticksHeight)};
}

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

LaneRaster::Style LaneRaster::styleOf(SpanState state) const
{
    const auto style = [](const RoleColors &role, Form form) {
        return Style{role.fill.rgb(), (form == Form::Filled ? role.fill : role.tint).rgb(), form};
    };
    switch (state) {
    case SpanState::Waiting: return style(m_theme.waiting, Form::Outlined);
    case SpanState::Holding: return style(m_theme.holding, Form::Filled);
    case SpanState::Releasing: return style(m_theme.holding, Form::Outlined);
    case SpanState::Suspended:
    case SpanState::Paused: return {m_theme.panel.rgb(), m_theme.suspended.fill.rgb(), Form::Hatched};
    case SpanState::Expired: return {m_theme.suspended.fill.rgb(), m_theme.panel.rgb(), Form::Crossed};
    }
    return {};
}

void LaneRaster::drawLane(const Lane &lane, int top)
{
    const auto byState = [this](SpanState state) { return styleOf(state); };
    // The truth is a paler copy below the belief: alone it is all there is to know.
    const bool isForeign = lane.client.isNull();
    const auto paler = [this, isForeign](SpanState state) {
        Style style = styleOf(state);
        if (!isForeign && state == SpanState::Holding)
            style.fill = mix(QColor(style.fill), m_theme.panel, 0.5).rgb();
        style.line = isForeign ? style.line : style.fill;
        return style;
    };
    const auto wrong = [this](SpanState) {
        return Style{m_theme.wrong.fill.rgb(), m_theme.wrong.fill.rgb(), Form::Filled};
    };
    if (isForeign) {
        drawTrack(lane.truth, top + m_metrics.beliefTop, m_metrics.beliefHeight, paler);
    } else {
        drawTrack(lane.belief, top + m_metrics.beliefTop, m_metrics.beliefHeight, byState);
        drawTrack(lane.truth, top + m_metrics.truthTop, m_metrics.truthHeight, paler);
    }
    drawTrack(lane.link, top + m_metrics.beliefTop, m_metrics.beliefHeight, byState);
    drawTrack(lane.conflict, top + m_metrics.beliefTop, m_metrics.beliefHeight, wrong);
    drawTicks(lane.requests, top + m_metrics.ticksTop, m_metrics.ticksHeight, m_theme.muted.rgb(), 1);
    drawTicks(lane.wakeUps, top + m_metrics.ticksTop, m_metrics.ticksHeight, m_theme.accent.fill.rgb(), 1);
    drawTicks(lane.faults, top + 1, m_metrics.beliefTop, m_theme.wrong.fill.rgb(), 3);
}

template<typename StyleOf>
void LaneRaster::drawTrack(const Track &track, int top, int height, StyleOf styleFor)
{
    const auto &spans = track.spans();
    for (size_t i = track.firstEndingAfter(m_scale.nsAt(0)); i < spans.size();) {
        const Span &span = spans[i];
        const double from = m_scale.xOf(span.fromNs);
        if (from >= m_width)
            return;
        const double to = m_scale.xOf(std::min(span.toNs, std::max(m_nowNs, span.fromNs)));
        const int left = static_cast<int>(std::floor(std::max(from, -1.0)));
        const int right = std::max(static_cast<int>(std::floor(std::min(to, m_width + 1.0))), left + 1);
        SpanState state = span.state;
        size_t next = i + 1;
        if (right == left + 1) {
            // Whatever else is in this pixel: skipped, unless somebody holds in it, which must not vanish.
            next = track.firstEndingAfter(m_scale.nsAt(right), i);
            next = std::max(next, i + 1);
            for (size_t k = i; k < std::min(next, i + 3); ++k)
                state = spans[k].state == SpanState::Holding ? SpanState::Holding : state;
        }
        drawBar(left, right, top, height, styleFor(state));
        i = next;
    }
}

void LaneRaster::drawBar(int left, int right, int top, int height, const Style &style)
{
    const int from = std::max(left, 0);
    const int to = std::min(right, m_width);
    const int bottom = std::min(top + height, m_height);
    const int line = std::max(1, m_metrics.beliefHeight / 8);
    const bool narrow = right - left <= 2 * line;
    for (int y = std::max(top, 0); y < bottom; ++y) {
        QRgb *row = m_pixels + y * m_stride;
        const bool edge = y < top + line || y >= top + height - line;
        if (style.form == Form::Filled || narrow || edge) {
            const bool inner = style.form == Form::Filled && !edge;
            std::fill(row + from, row + to, inner || style.form == Form::Hatched ? style.fill : style.line);
            continue;
        }
        if (style.form != Form::Hatched) // through its lines one sees what is believed meanwhile
            std::fill(row + from, row + to, style.fill);
        const int period = 6 * line;
        if (style.form == Form::Hatched || style.form == Form::Crossed) {
            // Anchored to time, so that the pattern moves with its bar.
            const int phase = (y - top) - left;
            for (int x = from; x < to; ++x) {
                const bool falling = (x + phase + (1 << 20) * period) % period < line;
                const bool rising =
                    style.form == Form::Crossed && (x - left + top - y + (1 << 20) * period) % period < line;
                if (falling || rising)
                    row[x] = style.line;
            }
        }
        if (style.form != Form::Hatched) {
            std::fill(row + from, row + std::clamp(left + line, from, to), style.line);
            std::fill(row + std::clamp(right - line, from, to), row + to, style.line);
        }
    }
}

void LaneRaster::drawTicks(const std::vector<qint64> &ticks, int top, int height, QRgb color, int width)
{
    const int thick = width * std::max(1, m_metrics.beliefHeight / 10);
    size_t i = gallop(ticks, m_scale.nsAt(0), 0);
    while (i < ticks.size()) {
        const double at = m_scale.xOf(ticks[i]);
        if (at >= m_width) // as it is: far away is more than an int holds
            return;
        const int x = static_cast<int>(at);
        for (int y = std::max(top, 0); y < std::min(top + height, m_height); ++y) {
            QRgb *row = m_pixels + y * m_stride;
            std::fill(row + std::max(x, 0), row + std::min(x + thick, m_width), color);
        }
        i = std::max(gallop(ticks, m_scale.nsAt(x + thick + 1), i), i + 1); // a gap, so that ticks stay ticks
    }
}

} // namespace lockscope::ui
