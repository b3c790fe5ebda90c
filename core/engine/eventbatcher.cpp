// SPDX-License-Identifier: Apache-2.0
#include "core/engine/eventbatcher.h"

#include "core/base/clock.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

namespace lockscope {

namespace {

constexpr qint64 frameNs = 16'000'000;
/// A few events, as one change of a quiet lock makes, need not wait for their frame: the name of a new node comes
/// first, and what is read of it right after. So many times at once, and so often a second on average.
constexpr qsizetype few = 8;
constexpr double mostAtOnce = 8;
constexpr double atOnceASecond = 200;
/// A receiver that falls behind is given what it takes in so long, at the pace of its last batch, and then has time for
/// other things; but not fewer events than these, nor than this part of what waits, so that it comes up again.
constexpr qint64 longestTakingNs = 200'000'000;
constexpr qsizetype leastOfMany = 500;
constexpr qsizetype partOfBacklog = 16;

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

/// So much waits that a frame is rest enough.
bool EventBatcher::isBehind() const
{
    return m_batch.size() >= m_most;
}

bool EventBatcher::mayGo() const
{
    return m_notTaken == 0 && m_restsFromFew == 0 && (m_restsFromMany == 0 || m_batch.size() <= few || isBehind());
}

/// In a rest a frame is waited for: a few may be the first of many.
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
        handUp(std::max(m_most, m_batch.size() / partOfBacklog));
}

void EventBatcher::flush()
{
    handUp(m_batch.size());
}

void EventBatcher::whenHandedUp(std::function<void()> then)
{
    if (m_waiting.empty() && m_batch.size() <= m_most) {
        flush();
        then();
    } else {
        m_waiting.emplace_back(m_batch.isEmpty() ? 0 : m_batch.last().number, std::move(then));
    }
}

void EventBatcher::handUp(qsizetype most)
{
    m_frame.stop();
    if (m_batch.isEmpty())
        return;
    const qint64 atNs = nowNs();
    const auto sinceNs = static_cast<double>(atNs - std::exchange(m_lastFlushNs, atNs));
    m_allowance = std::min(m_allowance + sinceNs * atOnceASecond / 1e9, mostAtOnce);
    m_allowance = std::max(m_allowance - 1, 0.0);
    ++m_notTaken;
    journal::EventBatch batch = std::exchange(m_batch, {});
    if (batch.size() > most) {
        m_batch = batch.sliced(most);
        batch.resize(most);
    }
    const quint64 last = m_batch.isEmpty() ? std::numeric_limits<quint64>::max() : batch.last().number;
    Q_EMIT batchReady(batch);
    while (!m_waiting.empty() && m_waiting.front().first <= last) {
        const auto then = std::move(m_waiting.front().second);
        m_waiting.pop_front();
        then();
    }
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
    if (events >= leastOfMany) {
        const qint64 tookNs = std::max<qint64>(1, m_takenNs - m_lastFlushNs);
        m_most =
            std::clamp(events * longestTakingNs / tookNs, leastOfMany, 2 * m_most); // what comes next may cost more
    }
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
