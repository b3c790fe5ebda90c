// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timelineview.h"

#include "ui/theme/color.h"
#include "ui/theme/glyph.h"
#include "ui/theme/theme.h"
#include "ui/timeline/laneraster.h"
#include "ui/timeline/timelinelayout.h"

#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

TimelineView::TimelineView(const LaneIndex *index, std::function<qint64()> now, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_index(index)
    , m_now(std::move(now))
{
    setObjectName(u"timelineView"_s);
    setAccessibleName(tr("Timeline"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    m_frame.setSingleShot(true);
    m_frame.setInterval(33ms);
    connect(&m_frame, &QTimer::timeout, this, [this] {
        updateRows();
        if (m_following)
            followNow();
        viewport()->update();
    });
    connect(verticalScrollBar(), &QScrollBar::valueChanged, viewport(), qOverload<>(&QWidget::update));
}

void TimelineView::setIndex(const LaneIndex *index)
{
    m_index = index;
    m_rows.clear();
    m_lanesSeen = 0;
    m_fitted = false;
    m_currentLane = -1;
    m_measurement.reset();
    refresh();
}

void TimelineView::refresh()
{
    if (!m_frame.isActive())
        m_frame.start();
}

void TimelineView::setLock(const QString &lock)
{
    m_lock = lock;
    m_lanesSeen = 0;
    updateRows();
    viewport()->update();
}

void TimelineView::updateRows()
{
    // With a lock chosen, a lane may come to contend for it later: all are asked again.
    const auto &lanes = m_index->lanes();
    if (m_lock.isEmpty() && m_lanesSeen == lanes.size() && m_rows.size() == lanes.size())
        return;
    m_rows.clear();
    m_rowOfLane.assign(lanes.size(), -1);
    for (size_t i = 0; i < lanes.size(); ++i) {
        if (!m_lock.isEmpty() && !lanes[i].locks.contains(m_lock))
            continue;
        m_rowOfLane[i] = static_cast<int>(m_rows.size());
        m_rows.push_back(static_cast<int>(i));
    }
    m_lanesSeen = lanes.size();
    updateScrollBar();
}

void TimelineView::updateScrollBar()
{
    const int room = std::max(viewport()->height() - timeline::rulerHeight, 0);
    const int content = static_cast<int>(m_rows.size()) * LaneMetrics().lane;
    verticalScrollBar()->setRange(0, std::max(content - room, 0));
    verticalScrollBar()->setPageStep(room);
    verticalScrollBar()->setSingleStep(LaneMetrics().lane);
}

int TimelineView::timeWidth() const
{
    return std::max(viewport()->width() - timeline::namesWidth, 1);
}

void TimelineView::setScale(const TimeScale &scale)
{
    m_fitted = true;
    if (scale == m_scale)
        return;
    m_scale = scale;
    viewport()->update();
    Q_EMIT scaleChanged();
}

void TimelineView::fit()
{
    const qint64 last = m_following ? std::max(m_now(), m_index->lastNs()) : m_index->lastNs();
    setScale(TimeScale::fitting(m_index->firstNs(), last, timeWidth()));
}

void TimelineView::setFollowing(bool following)
{
    if (m_following == following)
        return;
    m_following = following;
    if (following)
        refresh();
    Q_EMIT followingChanged(following);
}

void TimelineView::followNow()
{
    if (m_index->instants().empty())
        return;
    if (!m_fitted) {
        // As much as has happened, from a second on: what comes next has room.
        const qint64 span = std::max<qint64>(m_now() - m_index->firstNs(), 2'000'000'000);
        setScale(TimeScale::fitting(m_now() - span, m_now(), timeWidth()));
    } else {
        TimeScale scale = m_scale;
        scale.originNs = m_now() - static_cast<qint64>((timeWidth() - timeline::rightRoom) * scale.nsPerPixel);
        setScale(scale);
    }
    // What lasts grows on, also while nothing happens.
    if (isVisible())
        refresh();
}

void TimelineView::setCursor(std::optional<qint64> ns)
{
    m_cursorNs = ns;
    if (ns && (m_scale.xOf(*ns) < 0 || m_scale.xOf(*ns) >= timeWidth())) {
        setFollowing(false);
        TimeScale scale = m_scale;
        scale.originNs = *ns - static_cast<qint64>(timeWidth() / 2.0 * scale.nsPerPixel);
        setScale(scale);
    }
    viewport()->update();
}

void TimelineView::setCurrentLane(int lane)
{
    if (m_currentLane == lane)
        return;
    m_currentLane = lane;
    if (lane >= 0 && static_cast<size_t>(lane) < m_rowOfLane.size() && m_rowOfLane[static_cast<size_t>(lane)] >= 0) {
        const int top = m_rowOfLane[static_cast<size_t>(lane)] * LaneMetrics().lane;
        const int room = viewport()->height() - timeline::rulerHeight - LaneMetrics().lane;
        QScrollBar *bar = verticalScrollBar();
        if (top < bar->value() || top > bar->value() + room)
            bar->setValue(top - room / 2);
    }
    viewport()->update();
}

int TimelineView::topOfRow(int row) const
{
    return timeline::rulerHeight + row * LaneMetrics().lane - verticalScrollBar()->value();
}

int TimelineView::rowAt(int y) const
{
    if (y < timeline::rulerHeight)
        return -1;
    const int row = (y - timeline::rulerHeight + verticalScrollBar()->value()) / LaneMetrics().lane;
    return row < static_cast<int>(m_rows.size()) ? row : -1;
}

qint64 TimelineView::nsAtPointer(const QPointF &position) const
{
    return m_scale.nsAt(position.x() - timeline::namesWidth);
}

QString TimelineView::measurementText() const
{
    if (!m_measurement)
        return {};
    const auto [from, to] = *m_measurement;
    const auto within = [from = from, to = to](const std::vector<qint64> &sorted) {
        return std::lower_bound(sorted.begin(), sorted.end(), to)
               - std::lower_bound(sorted.begin(), sorted.end(), from);
    };
    const auto grants = within(m_index->grants());
    const auto events = within(m_index->instants());
    return tr("%1: %2, %3")
        .arg(formatSpan(to - from), grants == 1 ? tr("1 hand-over") : tr("%1 hand-overs").arg(grants),
             events == 1 ? tr("1 event") : tr("%1 events").arg(events));
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
    if (m_following)
        refresh();
}

// ---- painting ----

void TimelineView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const Theme &theme = themeFor(palette());
    painter.fillRect(viewport()->rect(), theme.panel);
    if (m_rows.empty()) {
        paintEmpty(painter, theme);
        return;
    }
    paintLanes(painter, theme);
    paintWakes(painter, theme);
    paintNames(painter, theme);
    paintRuler(painter, theme);
    paintMeasurement(painter, theme);
    paintCursor(painter, theme);
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
    LaneRaster raster(m_image, scale, theme, metrics, std::max(m_now(), m_index->lastNs()));
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
    painter.fillRect(0, timeline::rulerHeight, timeline::namesWidth, viewport()->height(), theme.panel);
    painter.setFont(font());
    const QFont small = scaledFont(font(), 0.82, QFont::Bold);
    const int laneHeight = LaneMetrics().lane;
    const int first = std::max(verticalScrollBar()->value() / laneHeight, 0);
    for (int row = first; row < static_cast<int>(m_rows.size()) && topOfRow(row) < viewport()->height(); ++row) {
        const int index = m_rows[static_cast<size_t>(row)];
        const Lane &lane = m_index->lanes()[static_cast<size_t>(index)];
        const QRect box(0, topOfRow(row), timeline::namesWidth, laneHeight);
        if (index == m_currentLane) {
            painter.fillRect(box, theme.selection);
            painter.fillRect(QRect(0, box.top(), 3, laneHeight), theme.accent.fill);
        }
        const QRectF square(10, box.top() + (laneHeight - 18) / 2.0, 18, 18);
        const Span *now = (lane.client.isNull() ? lane.truth : lane.belief).at(m_cursorNs.value_or(m_now()));
        const bool holds = now && now->state == SpanState::Holding;
        paintGlyph(&painter, square, lane.letter, holds ? Fill::Filled : Fill::Outlined,
                   holds ? Role::Holding
                   : now ? Role::Waiting
                         : Role::Neutral,
                   theme, small);
        painter.setPen(theme.text);
        const QRect text(36, box.top(), timeline::namesWidth - 42, laneHeight);
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                         painter.fontMetrics().elidedText(lane.name, Qt::ElideMiddle, text.width()));
    }
}

void TimelineView::paintRuler(QPainter &painter, const Theme &theme)
{
    painter.fillRect(0, 0, viewport()->width(), timeline::rulerHeight, theme.panel);
    painter.setFont(scaledFont(monoFont(font()), 0.85));
    painter.setPen(theme.muted);
    for (const RulerMark &mark : rulerMarks(m_scale, timeWidth(), m_index->firstNs())) {
        const double x = timeline::namesWidth + std::floor(m_scale.xOf(mark.ns));
        painter.fillRect(QRectF(x, timeline::rulerHeight - 6, 1, 6), theme.border);
        painter.drawText(QRectF(x + 4, 0, 120, timeline::rulerHeight), Qt::AlignLeft | Qt::AlignVCenter, mark.text);
    }
    painter.fillRect(0, timeline::rulerHeight - 1, viewport()->width(), 1, theme.separator);
    painter.fillRect(0, 0, timeline::namesWidth, timeline::rulerHeight - 1, theme.panel);
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
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(timeline::namesWidth, timeline::rulerHeight, timeWidth(), viewport()->height());
    painter.setPen(QPen(theme.accent.fill, 1.5));
    painter.setBrush(theme.accent.fill);
    const double middle = LaneMetrics().beliefTop + LaneMetrics().beliefHeight / 2.0;
    for (auto wake = from; wake != to; ++wake) {
        const int fromRow = m_rowOfLane[static_cast<size_t>(wake->from)];
        const int toRow = m_rowOfLane[static_cast<size_t>(wake->to)];
        if (fromRow < 0 || toRow < 0)
            continue;
        const double x = timeline::namesWidth + m_scale.xOf(wake->atNs);
        const double start = topOfRow(fromRow) + middle;
        const double end = topOfRow(toRow) + middle;
        const double direction = end > start ? 1 : -1;
        painter.drawLine(QPointF(x, start + direction * 5), QPointF(x, end - direction * 10));
        const QPointF tip(x, end - direction * 5);
        const QPointF head[] = {tip, tip + QPointF(-4, -direction * 6), tip + QPointF(4, -direction * 6)};
        painter.drawPolygon(head, 3);
    }
    painter.setClipping(false);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void TimelineView::paintCursor(QPainter &painter, const Theme &theme)
{
    const qint64 at = m_cursorNs.value_or(std::max(m_now(), m_index->lastNs()));
    const double x = timeline::namesWidth + std::floor(m_scale.xOf(at));
    if (x < timeline::namesWidth || x > viewport()->width())
        return;
    const QColor color = m_cursorNs ? theme.accent.fill : theme.wrong.fill;
    painter.fillRect(QRectF(x, timeline::rulerHeight - 8, m_cursorNs ? 2 : 1, viewport()->height()), color);
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

void TimelineView::paintEmpty(QPainter &painter, const Theme &theme)
{
    painter.setPen(theme.muted);
    const QString text = m_lock.isEmpty()
                             ? tr("Nothing has happened yet. Lanes come with the first contender or simulated client.")
                             : tr("Nobody has contended for %1 while it was watched.").arg(m_lock);
    painter.drawText(viewport()->rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, text);
}

} // namespace lockscope::ui
