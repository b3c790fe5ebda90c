// SPDX-License-Identifier: Apache-2.0
#include "ui/theme/painting.h"
#include "ui/theme/theme.h"
#include "ui/timeline/lanelook.h"
#include "ui/timeline/timelinepicture.h"
#include "ui/timeline/timelineview.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

void TimelineView::paintEvent(QPaintEvent *)
{
    const FrameTime frame("timeline");
    QPainter painter(viewport());
    const Theme &theme = themeFor(palette());
    if (m_rows.empty()) {
        painter.fillRect(viewport()->rect(), theme.panel);
        paintEmpty(painter, theme);
        return;
    }
    paintLanes(painter, theme);
    paintWakes(painter, theme);
    paintNames(painter, theme);
    painter.fillRect(0, 0, viewport()->width(), timeline::rulerHeight, theme.panel);
    paintRuler(painter, area(), m_index->firstNs(), theme, font());
    paintMeasurement(painter, theme);
    paintCursor(painter, area(), m_cursorNs.value_or(nowNs()), !m_cursorNs, theme);
}

void TimelineView::paintLanes(QPainter &painter, const Theme &theme)
{
    const double ratio = devicePixelRatioF();
    const QSize size(timeWidth(), std::max(viewport()->height() - timeline::rulerHeight, 1));
    const QSize pixels = (QSizeF(size) * ratio).toSize();
    if (m_image.size() != pixels)
        m_image = QImage(pixels, QImage::Format_RGB32);
    m_image.setDevicePixelRatio(1);
    m_image.fill(theme.panel);
    TimeScale scale = m_scale;
    scale.nsPerPixel /= ratio;
    {
        QPainter grid(&m_image);
        for (const RulerMark &mark : rulerMarks(m_scale, size.width(), m_index->firstNs()))
            grid.fillRect(QRectF(std::floor(scale.xOf(mark.ns)), 0, std::max(1.0, std::floor(ratio)), pixels.height()),
                          theme.separator);
    }
    const LaneMetrics metrics = LaneMetrics::scaled(ratio);
    LaneRaster raster(m_image, scale, theme, metrics, m_reach());
    const int first = std::max(verticalScrollBar()->value() / LaneMetrics().lane, 0);
    for (int row = first; row < static_cast<int>(m_rows.size()); ++row) {
        const int top = topOfRow(row) - timeline::rulerHeight;
        if (top >= size.height())
            break;
        raster.drawLane(m_index->lanes()[static_cast<size_t>(m_rows[static_cast<size_t>(row)])],
                        static_cast<int>(std::lround(top * ratio)));
    }
    m_image.setDevicePixelRatio(ratio);
    painter.drawImage(QPointF(timeline::namesWidth, timeline::rulerHeight), m_image);
}

void TimelineView::paintNames(QPainter &painter, const Theme &theme)
{
    const int laneHeight = LaneMetrics().lane;
    const int first = std::max(verticalScrollBar()->value() / laneHeight, 0);
    const LaneReach reach = m_reach();
    const qint64 at = m_cursorNs.value_or(reach.nowNs);
    std::vector<NameRow> rows;
    for (int row = first; row < static_cast<int>(m_rows.size()) && topOfRow(row) < viewport()->height(); ++row) {
        const int index = m_rows[static_cast<size_t>(row)];
        rows.push_back(nameRowOf(m_index->lanes()[static_cast<size_t>(index)], at, reach));
        rows.back().top = topOfRow(row) - timeline::rulerHeight;
        rows.back().isCurrent = index == m_currentLane;
    }
    const QSize size(timeline::namesWidth, std::max(viewport()->height() - timeline::rulerHeight, 1));
    painter.drawPixmap(0, timeline::rulerHeight, m_names.pixmap(rows, size, devicePixelRatioF(), theme, font()));
}

void TimelineView::paintWakes(QPainter &painter, const Theme &theme)
{
    const auto &wakes = m_index->wakes();
    const auto before = [](const Wake &wake, qint64 ns) { return wake.atNs < ns; };
    const auto from = std::lower_bound(wakes.begin(), wakes.end(), m_scale.nsAt(0), before);
    const auto to = std::lower_bound(from, wakes.end(), m_scale.nsAt(timeWidth()), before);
    m_tooManyWakes = to - from > timeline::mostWakes;
    if (m_tooManyWakes)
        return;
    painter.setClipRect(timeline::namesWidth, timeline::rulerHeight, timeWidth(), viewport()->height());
    const auto topOf = [this](int lane) {
        const int row = rowOfLane(lane);
        return row < 0 ? std::nullopt : std::optional<double>(topOfRow(row));
    };
    ui::paintWakes(painter, area(), {from, to}, topOf, theme);
    painter.setClipping(false);
}

void TimelineView::paintMeasurement(QPainter &painter, const Theme &theme)
{
    if (!m_measurement)
        return;
    const double left = timeline::namesWidth + m_scale.xOf(m_measurement->fromNs);
    const double right = timeline::namesWidth + m_scale.xOf(m_measurement->toNs);
    painter.setClipRect(timeline::namesWidth, 0, timeWidth(), viewport()->height());
    QColor veil = theme.accent.fill;
    veil.setAlphaF(0.12F);
    painter.fillRect(QRectF(left, timeline::rulerHeight, right - left, viewport()->height()), veil);
    painter.fillRect(QRectF(left, timeline::rulerHeight, 1, viewport()->height()), theme.accent.fill);
    painter.fillRect(QRectF(right - 1, timeline::rulerHeight, 1, viewport()->height()), theme.accent.fill);
    painter.setClipping(false);
    painter.setFont(scaledFont(font(), 0.9, QFont::DemiBold));
    const QString text = measurementText();
    const double width = painter.fontMetrics().horizontalAdvance(text) + 16;
    const double x = std::clamp((left + right - width) / 2, double(timeline::namesWidth),
                                std::max(viewport()->width() - width, double(timeline::namesWidth)));
    const QRectF pill(x, 2, width, timeline::rulerHeight - 5);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.accent.fill);
    painter.drawRoundedRect(pill, 6, 6);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(theme.accent.onFill);
    painter.drawText(pill, Qt::AlignCenter, text);
}

Picture TimelineView::picture() const
{
    TimelineShot shot;
    shot.title = m_lock.isEmpty() ? tr("Timeline") : tr("Timeline of %1").arg(m_lock);
    shot.fileName = u"timeline"_s;
    shot.font = font();
    shot.rows = m_rows;
    shot.fromNs = m_scale.nsAt(0);
    shot.toNs = m_scale.nsAt(timeWidth());
    shot.reach = m_reach();
    shot.cursorNs = m_cursorNs;
    shot.width = std::max(viewport()->width(), 600);
    return timelinePicture(*m_index, std::move(shot));
}

void TimelineView::paintEmpty(QPainter &painter, const Theme &theme)
{
    painter.setPen(theme.muted);
    const QString text = m_lock.isEmpty()
                             ? tr("Nothing has happened yet. Lanes come with the first contender or simulated client.")
                             : tr("No client has contended for %1 while it was watched.").arg(m_lock);
    painter.drawText(viewport()->rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, text);
}

} // namespace lockscope::ui
