// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eventbatcher.h"

#include "core/base/clock.h"

#include <algorithm>
#include <chrono>

namespace lockscope {

namespace {

constexpr qint64 frameNs = 16'000'000;
/// A few events, as one change of a quiet lock makes, need not wait for their frame.
constexpr qint64 shortFrameNs = 2'000'000;
constexpr qsizetype few = 8;

} // namespace

EventBatcher::EventBatcher(QObject *parent)
    : QObject(parent)
    , m_frame(this)
{
    m_frame.setSingleShot(true);
    m_frame.setTimerType(Qt::PreciseTimer);
    connect(&m_frame, &QTimer::timeout, this, &EventBatcher::onFrame);
}

void EventBatcher::write(journal::Payload what)
{
    m_batch.append(m_writer.stamp(std::move(what)));
    flushInNextFrame();
}

void EventBatcher::flushInNextFrame()
{
    if (m_frame.isActive() || m_notTaken > 0 || m_batch.isEmpty())
        return;
    // After a quiet frame the first event goes up at the end of this turn, without delay.
    const qint64 waitNs = std::max<qint64>(0, dueNs() - nowNs());
    m_frame.start(std::chrono::ceil<std::chrono::milliseconds>(std::chrono::nanoseconds(waitNs)));
}

qint64 EventBatcher::dueNs() const
{
    return m_lastFlushNs + (m_batch.size() <= few ? shortFrameNs : frameNs);
}

void EventBatcher::onFrame()
{
    if (dueNs() > nowNs())
        flushInNextFrame(); // many came meanwhile
    else
        flush();
}

void EventBatcher::flush()
{
    m_frame.stop();
    if (m_batch.isEmpty())
        return;
    m_lastFlushNs = nowNs();
    ++m_notTaken;
    Q_EMIT batchReady(std::exchange(m_batch, {}));
}

void EventBatcher::taken()
{
    --m_notTaken;
    flushInNextFrame();
}

} // namespace lockscope
