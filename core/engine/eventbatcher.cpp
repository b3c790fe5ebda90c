// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eventbatcher.h"

#include "core/base/clock.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace lockscope {

namespace {

constexpr qint64 frameNs = 16'000'000;
/// A few events, as one change of a quiet lock makes, need not wait for their frame: the name of a new node comes
/// first, and what is read of it right after. So many times at once, and so often a second on average.
constexpr qsizetype few = 8;
constexpr double mostAtOnce = 8;
constexpr double atOnceASecond = 200;

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
    if (m_frame.isActive() || m_batch.isEmpty() || !mayGo())
        return;
    // After a quiet frame the first event goes up at the end of this turn, without delay.
    const qint64 waitNs = std::max<qint64>(0, dueNs() - nowNs());
    m_frame.start(std::chrono::ceil<std::chrono::milliseconds>(std::chrono::nanoseconds(waitNs)));
}

bool EventBatcher::mayGo() const
{
    return m_notTaken == 0 && m_restsFromFew == 0 && (m_restsFromMany == 0 || m_batch.size() <= few);
}

/// In a rest a frame is waited for, to tell a few from the first of many.
qint64 EventBatcher::dueNs() const
{
    if (m_restsFromMany > 0)
        return std::max(m_lastFlushNs, m_takenNs) + frameNs;
    if (m_batch.size() > few)
        return m_lastFlushNs + frameNs;
    return m_lastFlushNs + static_cast<qint64>(std::max(1 - m_allowance, 0.0) / atOnceASecond * 1e9);
}

void EventBatcher::onFrame()
{
    if (dueNs() > nowNs() || !mayGo())
        flushInNextFrame(); // many came meanwhile
    else
        flush();
}

void EventBatcher::flush()
{
    m_frame.stop();
    if (m_batch.isEmpty())
        return;
    const qint64 atNs = nowNs();
    const auto sinceNs = static_cast<double>(atNs - std::exchange(m_lastFlushNs, atNs));
    m_allowance = std::min(m_allowance + sinceNs * atOnceASecond / 1e9, mostAtOnce);
    m_allowance = std::max(m_allowance - 1, 0.0);
    ++m_notTaken;
    Q_EMIT batchReady(std::exchange(m_batch, {}));
}

void EventBatcher::beginJournal()
{
    flush();
    m_writer = {};
    Q_EMIT journalBegan();
}

void EventBatcher::taken(qsizetype events)
{
    --m_notTaken;
    ++(events <= few ? m_restsFromFew : m_restsFromMany);
    m_takenNs = nowNs();
    flushInNextFrame();
}

void EventBatcher::rested(qsizetype events)
{
    --(events <= few ? m_restsFromFew : m_restsFromMany);
    m_frame.stop(); // it may be due sooner now
    flushInNextFrame();
}

} // namespace lockscope

#include "moc_eventbatcher.cpp"
