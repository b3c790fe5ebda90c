// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/timelineview.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "ui/timeline/lanelook.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

TimelineView::TimelineView(const LaneIndex *index, std::function<LaneReach()> reach, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_index(index)
    , m_reach(std::move(reach))
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

void TimelineView::refresh()
{
    if (!m_frame.isActive())
        m_frame.start();
}

void TimelineView::forgetRows()
{
    m_rows.clear();
    m_currentLane = -1;
    updateRows();
}

void TimelineView::setLock(const QString &lock)
{
    m_lock = lock;
    updateRows();
    viewport()->update();
}

void TimelineView::setShowsRemoved(bool shows)
{
    if (std::exchange(m_showsRemoved, shows) == shows)
        return;
    updateRows();
    viewport()->update();
}

void TimelineView::updateRows()
{
    // With a lock chosen, a lane may come to contend for it later: all are asked again.
    const auto &lanes = m_index->lanes();
    const bool hides = !m_showsRemoved && m_index->removedLanes() > 0;
    if (m_lock.isEmpty() && !hides && m_rows.size() == lanes.size())
        return;
    m_rows.clear();
    m_rowOfLane.assign(lanes.size(), -1);
    for (size_t i = 0; i < lanes.size(); ++i) {
        if ((!m_lock.isEmpty() && !lanes[i].locks.contains(m_lock)) || (hides && lanes[i].isRemoved))
            continue;
        m_rowOfLane[i] = static_cast<int>(m_rows.size());
        m_rows.push_back(static_cast<int>(i));
    }
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
    const qint64 last = m_following ? nowNs() : m_index->lastNs();
    showSpan(m_index->firstNs(), last);
}

void TimelineView::showSpan(qint64 fromNs, qint64 toNs)
{
    setScale(TimeScale::fitting(fromNs, toNs, timeWidth()));
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
    // Before it is laid out, and behind another tab, there is nothing to fit into.
    if (m_index->instants().empty() || timeWidth() <= 1 || !isVisible())
        return;
    if (!m_fitted) {
        // As much as has happened, from a second on: what comes next has room.
        const qint64 span = std::max<qint64>(nowNs() - m_index->firstNs(), 2'000'000'000);
        setScale(TimeScale::fitting(nowNs() - span, nowNs(), timeWidth()));
    } else {
        TimeScale scale = m_scale;
        scale.originNs = nowNs() - static_cast<qint64>((timeWidth() - timeline::rightRoom) * scale.nsPerPixel);
        setScale(scale);
    }
    refresh(); // what lasts grows on, also while nothing happens
}

void TimelineView::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    refresh();
}

void TimelineView::setCursor(std::optional<qint64> ns)
{
    m_cursorNs = ns;
    // The past stands still; back in the present it goes on as it was.
    if (ns && m_following) {
        setFollowing(false);
        m_followsAgain = true;
    } else if (!ns && std::exchange(m_followsAgain, false)) {
        setFollowing(true);
    }
    if (ns && (m_scale.xOf(*ns) < 0 || m_scale.xOf(*ns) >= timeWidth()))
        centre(*ns);
    viewport()->update();
}

void TimelineView::centre(qint64 ns)
{
    setFollowing(false);
    setScale(m_scale.panned(timeWidth() / 2.0 - m_scale.xOf(ns)));
}

int TimelineView::rowOfLane(int lane) const
{
    const auto index = static_cast<size_t>(lane);
    return lane >= 0 && index < m_rowOfLane.size() ? m_rowOfLane[index] : -1;
}

void TimelineView::setCurrentLane(int lane)
{
    if (m_currentLane == lane)
        return;
    m_currentLane = lane;
    if (rowOfLane(lane) >= 0) {
        const int top = rowOfLane(lane) * LaneMetrics().lane;
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
        .arg(formatSpan(to - from), tr("%n hand-overs", nullptr, static_cast<int>(grants)),
             tr("%n events", nullptr, static_cast<int>(events)));
}

void TimelineView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBar();
    if (m_following)
        refresh();
}

namespace {

constexpr double panStep = 0.15; ///< of the width

QString stateText(SpanState state)
{
    switch (state) {
    case SpanState::Waiting: return TimelineView::tr("waits");
    case SpanState::Holding: return TimelineView::tr("holds");
    case SpanState::Releasing: return TimelineView::tr("gives back");
    case SpanState::Suspended: return TimelineView::tr("connection lost");
    case SpanState::Paused: return TimelineView::tr("paused");
    case SpanState::Expired: return TimelineView::tr("session over");
    case SpanState::Pending: return TimelineView::tr("is pending (it holds or waits)");
    }
    return {};
}

} // namespace

void TimelineView::zoomBy(double factor, double x)
{
    setScale(m_scale.zoomed(factor, m_following ? timeWidth() - timeline::rightRoom : x));
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    const QPoint turned = event->angleDelta();
    const bool overRuler = event->position().y() < timeline::rulerHeight;
    if (event->modifiers() & Qt::ControlModifier || overRuler) {
        zoomBy(std::pow(zoomStep, turned.y() / 120.0), event->position().x() - timeline::namesWidth);
    } else if (event->modifiers() & Qt::ShiftModifier || std::abs(turned.x()) > std::abs(turned.y())) {
        setFollowing(false);
        const int pixels = turned.x() != 0 ? turned.x() : turned.y();
        setScale(m_scale.panned(pixels / 120.0 * panStep * timeWidth()));
    } else {
        QAbstractScrollArea::wheelEvent(event);
        return;
    }
    event->accept();
}

void TimelineView::measure(std::optional<Measurement> measurement)
{
    m_measurement = measurement;
    viewport()->update();
    Q_EMIT measured();
}

void TimelineView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressedAt = event->position();
    m_pressedScale = m_scale;
    m_pressedScroll = verticalScrollBar()->value();
    const bool measures = event->modifiers() & Qt::ShiftModifier || event->position().y() < timeline::rulerHeight;
    m_drag = measures && event->position().x() >= timeline::namesWidth ? Drag::Measure : Drag::Pan;
}

void TimelineView::mouseMoveEvent(QMouseEvent *event)
{
    if (!(event->buttons() & Qt::LeftButton) || m_drag == Drag::None)
        return;
    const QPointF moved = event->position() - m_pressedAt;
    if (m_drag == Drag::Measure) {
        const qint64 a = nsAtPointer(m_pressedAt);
        const qint64 b = nsAtPointer(event->position());
        return measure(Measurement{std::min(a, b), std::max(a, b)});
    }
    constexpr double isDrag = 4; // pixels: less is a click with an unsteady hand
    if (std::abs(moved.x()) > isDrag)
        setFollowing(false);
    if (!m_following)
        setScale(m_pressedScale.panned(moved.x()));
    verticalScrollBar()->setValue(m_pressedScroll - static_cast<int>(moved.y()));
}

void TimelineView::mouseReleaseEvent(QMouseEvent *event)
{
    const bool isClick = (event->position() - m_pressedAt).manhattanLength() < 4;
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (event->button() != Qt::LeftButton || !isClick)
        return;
    if (m_measurement && drag == Drag::Measure)
        return measure(std::nullopt);
    const int row = rowAt(static_cast<int>(event->position().y()));
    if (row >= 0)
        activateRow(row);
    else if (drag == Drag::Measure && !m_rows.empty()) // on the ruler
        Q_EMIT instantChosen(nsAtPointer(event->position()));
}

void TimelineView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (m_measurement && event->position().y() < timeline::rulerHeight) {
        setFollowing(false);
        setScale(TimeScale::fitting(m_measurement->fromNs, m_measurement->toNs, timeWidth()));
    }
}

void TimelineView::moveCurrent(int rows)
{
    if (m_rows.empty())
        return;
    const int row = rowOfLane(m_currentLane);
    const int none = rows > 0 ? -1 : static_cast<int>(m_rows.size());
    activateRow(std::clamp((row < 0 ? none : row) + rows, 0, static_cast<int>(m_rows.size()) - 1));
}

void TimelineView::activateRow(int row)
{
    setCurrentLane(m_rows[static_cast<size_t>(row)]);
    Q_EMIT laneActivated(m_currentLane);
}

void TimelineView::keyPressEvent(QKeyEvent *event)
{
    const auto pan = [this](double share) {
        setFollowing(false);
        setScale(m_scale.panned(share * timeWidth()));
    };
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal: zoomIn(); break;
    case Qt::Key_Minus: zoomOut(); break;
    case Qt::Key_Left: pan(panStep); break;
    case Qt::Key_Right: pan(-panStep); break;
    case Qt::Key_Up: moveCurrent(-1); break;
    case Qt::Key_Down: moveCurrent(1); break;
    case Qt::Key_F: fit(); break;
    case Qt::Key_L: setFollowing(!m_following); break;
    case Qt::Key_Home: pan((m_scale.xOf(m_index->lastNs()) - m_scale.xOf(m_index->firstNs())) / timeWidth()); break;
    case Qt::Key_End: setFollowing(true); break;
    case Qt::Key_Escape: measure(std::nullopt); break;
    default: QAbstractScrollArea::keyPressEvent(event); return;
    }
    event->accept();
}

QString TimelineView::tellAt(const QPoint &position) const
{
    const int row = rowAt(position.y());
    if (row < 0)
        return {};
    const Lane &lane = m_index->lanes()[static_cast<size_t>(m_rows[static_cast<size_t>(row)])];
    QStringList lines{u"<b>%1</b>"_s.arg(visible(lane.name).toHtmlEscaped())};
    if (!lane.session.isNull())
        lines += tr("session %1").arg(lane.session.toHex());
    if (position.x() < timeline::namesWidth)
        return lines.join(u"<br>"_s);
    const qint64 at = nsAtPointer(position);
    const LaneReach reach = m_reach();
    const auto addLine = [&](const QString &who, const Track &track, const QString &instead = {}) {
        const Span *span = track.at(at);
        const qint64 lastsTo = &track == &lane.truth ? reach.reportedNs : reach.nowNs;
        if (!span || (span->toNs == Span::stillOpen && at > std::max(lastsTo, span->fromNs)))
            return;
        const qint64 until = span->toNs == Span::stillOpen ? std::max(lastsTo, span->fromNs) : span->toNs;
        const bool isLost = &track == &lane.truth && m_index->wasLostAt(span->toNs);
        const QString since = span->toNs == Span::stillOpen ? tr("for %1 so far")
                              : isLost                      ? tr("for at least %1")
                                                            : tr("for %1");
        const QString state = instead.isEmpty() ? stateText(span->state) : instead;
        lines += u"%1 %2 %3"_s.arg(who, state, since.arg(formatSpan(until - span->fromNs)));
    };
    if (!lane.client.isNull())
        addLine(tr("Belief:"), lane.belief);
    const auto isAt = [at](const Track &track, SpanState state) {
        return track.at(at) && track.at(at)->state == state;
    };
    const bool isUnaware = isAt(lane.belief, SpanState::Waiting) && isAt(lane.truth, SpanState::Holding);
    addLine(tr("Server:"), lane.truth, isUnaware ? tr("its turn, which it does not know") : QString());
    addLine(tr("Link:"), lane.link);
    if (lane.conflict.at(at))
        lines += tr("Two believe that they hold at once, and one excludes the other.");
    lines += toDateTime(at).toLocalTime().toString(u"HH:mm:ss.zzz"_s);
    return lines.join(u"<br>"_s);
}

bool TimelineView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        QToolTip::showText(help->globalPos(), tellAt(help->pos()), viewport());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace lockscope::ui

#include "moc_timelineview.cpp"
