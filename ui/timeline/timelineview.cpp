// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timelineview.h"

#include "ui/timeline/laneraster.h"
#include "ui/timeline/timelinelayout.h"

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

} // namespace lockscope::ui
