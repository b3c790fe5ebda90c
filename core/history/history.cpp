// SPDX-License-Identifier: Apache-2.0
#include "core/history/history.h"

#include <algorithm>

namespace lockscope::journal {

namespace {

// Near enough to fold across in a frame, and so far apart that their copies cost the live path nothing to speak of.
constexpr quint64 closestKeyframes = 4096;
// A heavy World is copied less often: an event pays for so many of its nodes at most.
constexpr quint64 eventsForWeight = 2;

quint64 mostBetween(qsizetype events)
{
    return static_cast<quint64>(std::max<qsizetype>(1, events / 8));
}

} // namespace

History::Limits History::unlimited()
{
    return {Journal::unlimited, Journal::unlimited, Limits().keyframeWeight};
}

History::History(Limits limits)
    : m_limits(limits)
    , m_spacing(std::min(closestKeyframes, mostBetween(limits.events)))
{
}

Changes History::append(const EventBatch &batch)
{
    if (batch.isEmpty())
        return {};
    if (m_keyframes.empty()) {
        m_keyframes.push_back({batch.first().number - 1, m_head, 0});
        m_nextKeyframe = batch.first().number - 1 + m_spacing;
    }
    m_journal.append(batch);
    Changes changes;
    for (const Event &event : batch) {
        m_head.apply(event, changes);
        if (event.number >= m_nextKeyframe)
            keep();
    }
    if (m_journal.size() > m_limits.events || m_journal.bytes() > m_limits.bytes)
        dropOldest();
    return changes;
}

void History::keep()
{
    const qsizetype weight = m_head.weight();
    m_keyframes.push_back({m_head.eventNumber(), m_head, weight});
    m_weight += weight;
    if (m_weight > m_limits.keyframeWeight)
        thinOut();
    const auto heavy = std::min(static_cast<quint64>(weight) * eventsForWeight, mostBetween(m_limits.events));
    m_nextKeyframe = m_head.eventNumber() + std::max(m_spacing, heavy);
}

void History::thinOut()
{
    // Of a ring, enough must stay to let go of its events in small parts.
    if (m_keyframes.size() < 4 || m_spacing > mostBetween(m_limits.events))
        return;
    m_spacing *= 2;
    std::deque<Keyframe> kept;
    m_weight = 0;
    for (size_t i = 0; i < m_keyframes.size(); ++i) {
        if (i % 2 == 1 && i + 1 != m_keyframes.size())
            continue;
        m_weight += m_keyframes[i].weight;
        kept.push_back(std::move(m_keyframes[i]));
    }
    m_keyframes = std::move(kept);
}

void History::dropOldest()
{
    while (m_keyframes.size() > 1 && (m_journal.size() > m_limits.events || m_journal.bytes() > m_limits.bytes)) {
        m_weight -= m_keyframes.front().weight;
        m_keyframes.pop_front();
        m_journal.dropBefore(m_keyframes.front().number + 1);
    }
}

void History::setThresholds(const locks::Thresholds &thresholds)
{
    m_head.setThresholds(thresholds);
    for (Keyframe &frame : m_keyframes)
        frame.world.setThresholds(thresholds);
}

World History::at(quint64 number) const
{
    number = std::clamp(number, firstState(), std::max(firstState(), lastState()));
    if (number == lastState())
        return m_head;
    const auto after = std::upper_bound(m_keyframes.begin(), m_keyframes.end(), number,
                                        [](quint64 wanted, const Keyframe &frame) { return wanted < frame.number; });
    World world = std::prev(after)->world;
    Changes changes;
    advance(world, number, changes);
    return world;
}

void History::advance(World &world, quint64 number, Changes &changes) const
{
    for (quint64 next = std::max(world.eventNumber() + 1, m_journal.firstNumber()); next <= number; ++next)
        world.apply(m_journal.event(next), changes);
}

bool History::isNear(quint64 from, quint64 to) const
{
    if (from > to || from < firstState())
        return false;
    const auto after = std::upper_bound(m_keyframes.begin(), m_keyframes.end(), to,
                                        [](quint64 wanted, const Keyframe &frame) { return wanted < frame.number; });
    return after == m_keyframes.begin() || std::prev(after)->number <= from;
}

// ---- when there was most to see ----

namespace {

constexpr quint64 mostLooks = 64;
constexpr quint64 leastLooks = 4;
/// As many queues are read in a moment that nobody notices.
constexpr quint64 mostQueues = 20'000;

} // namespace

std::optional<FullLock> fullestLock(const World &world)
{
    FullLock fullest{world.eventNumber(), {}, 0};
    for (const QString &path : world.lockPaths()) {
        const size_t contenders = world.queue(path).contenders.size();
        if (contenders > fullest.contenders) {
            fullest.lock = path;
            fullest.contenders = contenders;
        }
    }
    return fullest.contenders > 0 ? std::optional(fullest) : std::nullopt;
}

std::optional<FullLock> fullestState(const History &history)
{
    const quint64 first = history.firstState();
    const quint64 events = history.lastState() - first;
    const auto locks = static_cast<quint64>(history.at(first + events / 2).lockPaths().size());
    const quint64 looks = std::clamp(mostQueues / std::max<quint64>(locks, 1), leastLooks, mostLooks);
    std::optional<FullLock> fullest;
    World world = history.at(first);
    Changes unused;
    for (quint64 look = 1; look <= looks; ++look) {
        const quint64 number = first + events * look / looks;
        if (history.isNear(world.eventNumber(), number))
            history.advance(world, number, unused);
        else
            world = history.at(number);
        const auto here = fullestLock(world);
        if (here && (!fullest || here->contenders > fullest->contenders))
            fullest = here;
    }
    return fullest;
}

} // namespace lockscope::journal
