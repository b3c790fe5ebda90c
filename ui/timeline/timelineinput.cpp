// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/laneraster.h"
#include "ui/timeline/timelinelayout.h"
#include "ui/timeline/timelineview.h"

#include "core/base/clock.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double zoomStep = 1.6;
constexpr double panStep = 0.15; ///< of the width

QString stateText(SpanState state)
{
    switch (state) {
    case SpanState::Waiting: return TimelineView::tr("waits");
    case SpanState::Holding: return TimelineView::tr("holds");
    case SpanState::Releasing: return TimelineView::tr("gives back");
    case SpanState::Suspended: return TimelineView::tr("connection lost");
    case SpanState::Paused: return TimelineView::tr("stands still");
    case SpanState::Expired: return TimelineView::tr("session over");
    }
    return {};
}

} // namespace

void TimelineView::zoomIn()
{
    setScale(m_scale.zoomed(zoomStep, m_following ? timeWidth() - timeline::rightRoom : timeWidth() / 2.0));
}

void TimelineView::zoomOut()
{
    setScale(m_scale.zoomed(1 / zoomStep, m_following ? timeWidth() - timeline::rightRoom : timeWidth() / 2.0));
}

void TimelineView::wheelEvent(QWheelEvent *event)
{
    const QPoint turned = event->angleDelta();
    const bool overRuler = event->position().y() < timeline::rulerHeight;
    if (event->modifiers() & Qt::ControlModifier || overRuler) {
        const double x = m_following ? timeWidth() - timeline::rightRoom : event->position().x() - timeline::namesWidth;
        setScale(m_scale.zoomed(std::pow(zoomStep, turned.y() / 120.0), x));
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
        m_measurement = Measurement{std::min(a, b), std::max(a, b)};
        viewport()->update();
        Q_EMIT measured();
        return;
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
    if (m_measurement && drag == Drag::Measure) {
        m_measurement.reset();
        viewport()->update();
        Q_EMIT measured();
        return;
    }
    const int row = rowAt(static_cast<int>(event->position().y()));
    if (row >= 0) {
        setCurrentLane(m_rows[static_cast<size_t>(row)]);
        Q_EMIT laneActivated(m_currentLane);
    } else if (drag == Drag::Measure && !m_rows.empty()) { // on the ruler
        Q_EMIT instantChosen(nsAtPointer(event->position()));
    }
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
    const auto found = std::find(m_rows.begin(), m_rows.end(), m_currentLane);
    const int row = found == m_rows.end() ? (rows > 0 ? -1 : static_cast<int>(m_rows.size()))
                                          : static_cast<int>(found - m_rows.begin());
    const int next = std::clamp(row + rows, 0, static_cast<int>(m_rows.size()) - 1);
    setCurrentLane(m_rows[static_cast<size_t>(next)]);
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
    case Qt::Key_Escape:
        m_measurement.reset();
        viewport()->update();
        Q_EMIT measured();
        break;
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
    QStringList lines{u"<b>%1</b>"_s.arg(lane.name.toHtmlEscaped())};
    if (!lane.session.isNull())
        lines += tr("session %1").arg(lane.session.toHex());
    if (position.x() < timeline::namesWidth)
        return lines.join(u"<br>"_s);
    const qint64 at = nsAtPointer(position);
    const auto tell = [&](const QString &who, const Track &track) {
        const Span *span = track.at(at);
        if (!span)
            return;
        const qint64 until = span->toNs == Span::stillOpen ? std::max(m_now(), span->fromNs) : span->toNs;
        const QString since = span->toNs == Span::stillOpen ? tr("for %1 so far") : tr("for %1");
        lines += u"%1 %2 %3"_s.arg(who, stateText(span->state), since.arg(formatSpan(until - span->fromNs)));
    };
    if (!lane.client.isNull())
        tell(tr("Belief:"), lane.belief);
    tell(tr("Server:"), lane.truth);
    tell(tr("Link:"), lane.link);
    if (lane.conflict.at(at))
        lines += tr("Two believe to hold at once, and one excludes the other.");
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

void TimelineView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        viewport()->update();
}

} // namespace lockscope::ui
