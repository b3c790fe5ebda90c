// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lanelook.h"

#include "core/base/visible.h"
#include "ui/theme/painting.h"

#include <QPainter>

namespace lockscope::ui {

LaneMetrics LaneMetrics::scaled(double devicePixelRatio)
{
    const auto px = [devicePixelRatio](int pixels) { return static_cast<int>(std::lround(pixels * devicePixelRatio)); };
    const LaneMetrics plain;
    return {px(plain.lane),        px(plain.beliefTop), px(plain.beliefHeight), px(plain.truthTop),
            px(plain.truthHeight), px(plain.ticksTop),  px(plain.ticksHeight)};
}

LaneStyle laneStyleOf(SpanState state, const Theme &theme)
{
    const auto style = [](const RoleColors &role, LaneForm form) {
        return LaneStyle{role.fill.rgb(), (form == LaneForm::Filled ? role.fill : role.tint).rgb(), form};
    };
    switch (state) {
    case SpanState::Waiting: return style(theme.waiting, LaneForm::Outlined);
    case SpanState::Holding: return style(theme.holding, LaneForm::Filled);
    case SpanState::Releasing: return style(theme.holding, LaneForm::Outlined);
    case SpanState::Suspended:
    case SpanState::Paused: return {theme.panel.rgb(), theme.suspended.fill.rgb(), LaneForm::Hatched};
    case SpanState::Pending: return {theme.muted.rgb(), theme.card.rgb(), LaneForm::Outlined};
    case SpanState::Expired: return {theme.suspended.fill.rgb(), theme.panel.rgb(), LaneForm::Crossed};
    }
    return {};
}

LaneStyle truthStyleOf(SpanState state, bool isForeign, const Theme &theme)
{
    LaneStyle style = laneStyleOf(state, theme);
    if (!isForeign && state == SpanState::Holding)
        style.fill = mix(QColor(style.fill), theme.panel, 0.5).rgb();
    style.line = isForeign ? style.line : style.fill;
    return style;
}

LaneStyle conflictStyle(const Theme &theme)
{
    return {theme.wrong.fill.rgb(), theme.wrong.fill.rgb(), LaneForm::Filled};
}

LaneRaster::LaneRaster(QImage &image, const TimeScale &scale, const Theme &theme, const LaneMetrics &metrics,
                       const LaneReach &reach)
    : m_scale(scale)
    , m_theme(theme)
    , m_metrics(metrics)
    , m_reach(reach)
    , m_width(image.width())
    , m_height(image.height())
    , m_stride(image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb)))
    , m_pixels(reinterpret_cast<QRgb *>(image.bits()))
{
}

template<typename StyleOf>
void LaneRaster::drawTrack(const Track &track, int top, int height, qint64 untilNs, StyleOf styleFor)
{
    walkBars(track, m_scale, m_width, untilNs,
             [&](int left, int right, SpanState state) { drawBar(left, right, top, height, styleFor(state)); });
}

void LaneRaster::drawLane(const Lane &lane, int top)
{
    drawLaneParts(*this, lane, top, m_metrics, m_reach, m_theme);
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

const QPixmap &LaneNames::pixmap(const std::vector<NameRow> &rows, QSize size, qreal ratio, const Theme &theme,
                                 const QFont &font)
{
    const QSize pixels = (QSizeF(size) * ratio).toSize();
    if (m_pixmap.size() == pixels && m_rows == rows && m_ground == theme.panel.rgb() && m_font == font)
        return m_pixmap;
    if (m_pixmap.size() != pixels)
        m_pixmap = QPixmap(pixels);
    m_pixmap.setDevicePixelRatio(ratio);
    m_rows = rows;
    m_ground = theme.panel.rgb();
    m_font = font;
    m_pixmap.fill(theme.panel);
    QPainter painter(&m_pixmap);
    for (const NameRow &row : m_rows)
        paintLaneName(painter, row, QPointF(0, row.top), timeline::namesWidth, theme, font);
    return m_pixmap;
}

NameRow nameRowOf(const Lane &lane, qint64 ns, const LaneReach &reach)
{
    NameRow row{0, lane.name, lane.letter};
    if (lane.client.isNull() && ns > reach.reportedNs)
        return row;
    if (const Span *link = lane.link.at(ns)) {
        row.fill = link->state == SpanState::Expired ? Fill::Crossed : Fill::Hatched;
        row.role = Role::Suspended;
    } else if (const Span *now = (lane.client.isNull() ? lane.truth : lane.belief).at(ns)) {
        const bool holds = now->state == SpanState::Holding;
        row.fill = holds ? Fill::Filled : Fill::Outlined;
        row.role = holds ? Role::Holding : now->state == SpanState::Pending ? Role::Neutral : Role::Waiting;
    }
    return row;
}

void paintLaneName(QPainter &painter, const NameRow &row, const QPointF &at, int width, const Theme &theme,
                   const QFont &font)
{
    const int laneHeight = LaneMetrics().lane;
    const QRectF box(at, QSizeF(width, laneHeight));
    if (row.isCurrent) {
        painter.fillRect(box, theme.selection);
        painter.fillRect(QRectF(box.topLeft(), QSizeF(3, laneHeight)), theme.accent.fill);
    }
    const QRectF square(box.left() + 10, box.top() + (laneHeight - 18) / 2.0, 18, 18);
    paintGlyph(&painter, square, row.letter, row.fill, row.role, theme, scaledFont(font, 0.82, QFont::Bold));
    painter.setFont(font);
    painter.setPen(theme.text);
    const QRectF text(box.left() + 36, box.top(), width - 42, laneHeight);
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                     QFontMetricsF(font).elidedText(visible(row.name), Qt::ElideMiddle, text.width()));
}

} // namespace lockscope::ui
