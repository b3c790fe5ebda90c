// SPDX-License-Identifier: Apache-2.0
#include "core/history/history.h"

#include <algorithm>

namespace lockscope::journal {

namespace {

// Near enough to fold across in a frame, and so far apart that their copies cost the live path nothing to speak of.
constexpr quint64 closestKeyframes = 4096;
// A heavy World is copied less often: an event pays for so many of its nodes at most.
constexpr quint64 eventsForWeight = 2;
constexpr quint64 mostForWeight = 25'000;

} // namespace

History::Limits History::unlimited()
{
    return {Limits::none, Limits().keyframeWeight, Limits::none};
}

History::History(Limits limits)
    : m_limits(limits)
    , m_spacing(std::min(closestKeyframes, mostBetween()))
{
}

quint64 History::mostBetween() const
{
    qsizetype most = m_limits.events;
    if (!m_journal.isEmpty() && m_limits.bytes != Limits::none)
        most = std::min(most, m_limits.bytes / std::max<qsizetype>(1, m_journal.bytes() / m_journal.size()));
    return static_cast<quint64>(std::max<qsizetype>(1, most / fewestParts));
}

Changes History::append(const EventBatch &batch, const EachEvent &each)
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
        if (each) {
            Changes now;
            m_head.apply(event, now);
            each(event, now);
            changes.unite(now);
        } else {
            m_head.apply(event, changes);
        }
        if (event.number >= m_nextKeyframe)
            keep();
    }
    while (isFull() && m_keyframes.size() > 1)
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
    const quint64 heavy = std::min(static_cast<quint64>(weight) * eventsForWeight, mostForWeight);
    m_nextKeyframe = m_head.eventNumber() + std::min(std::max(m_spacing, heavy), mostBetween());
}

void History::thinOut()
{
    if (m_keyframes.size() < 4 || m_spacing > mostBetween())
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
    m_weight -= m_keyframes.front().weight;
    m_keyframes.pop_front();
    m_journal.dropBefore(m_keyframes.front().number + 1);
}

void History::setThresholds(const locks::Thresholds &thresholds)
{
    m_head.setThresholds(thresholds);
    for (Keyframe &frame : m_keyframes)
        frame.world.setThresholds(thresholds);
}

std::deque<History::Keyframe>::const_iterator History::keyframeAfter(quint64 number) const
{
    return std::ranges::upper_bound(m_keyframes, number, {}, &Keyframe::number);
}

World History::at(quint64 number) const
{
    number = std::clamp(number, firstState(), std::max(firstState(), lastState()));
    if (number == lastState())
        return m_head;
    World world = keyframeAt(number).world;
    Changes changes;
    advance(world, number, changes);
    return world;
}

void History::advance(World &world, quint64 number, Changes &changes) const
{
    if (m_keyframes.empty() || number < m_keyframes.front().number)
        return;
    for (quint64 next = std::max(world.eventNumber() + 1, m_journal.firstNumber()); next <= number; ++next)
        world.apply(m_journal.event(next), changes);
}

bool History::isNear(const World &from, quint64 to) const
{
    if (from.eventNumber() > to || from.eventNumber() < firstState())
        return false;
    const auto after = keyframeAfter(to);
    return after == m_keyframes.begin() || std::prev(after)->number <= from.eventNumber();
}

// ---- when there was most to see ----

std::optional<FullLock> fullestLock(const World &world)
{
    FullLock fullest{world.eventNumber(), {}, 0, 0};
    for (const QString &path : world.lockPaths()) {
        const locks::LockQueue &queue = world.queue(path);
        FullLock full{world.eventNumber(), path, 0, queue.contenders.size()};
        if (full.contenders < fullest.read || queue.isGroup())
            continue;
        full.read = size_t(std::ranges::count_if(
            queue.contenders, [](const locks::Contender &contender) { return contender.node.stat.has_value(); }));
        if (full.fullness() > fullest.fullness())
            fullest = full;
    }
    return fullest.contenders > 0 ? std::optional(fullest) : std::nullopt;
}

std::optional<FullLock> fullestState(const History &history)
{
    constexpr quint64 mostLooks = 64;
    constexpr quint64 leastLooks = 4;
    constexpr quint64 mostQueues = 20'000; // as many are read in no noticeable time
    const quint64 first = history.firstState();
    const quint64 events = history.lastState() - first;
    const auto locks = static_cast<quint64>(history.at(first + events / 2).lockPaths().size());
    const quint64 looks = std::clamp(mostQueues / std::max<quint64>(locks, 1), leastLooks, mostLooks);
    std::optional<FullLock> fullest;
    World world = history.at(first);
    Changes unused;
    for (quint64 look = 1; look <= looks; ++look) {
        const quint64 number = first + events * look / looks;
        if (history.isNear(world, number))
            history.advance(world, number, unused);
        else
            world = history.at(number);
        const auto here = fullestLock(world);
        if (here && (!fullest || here->fullness() > fullest->fullness()))
            fullest = here;
    }
    return fullest;
}

} // namespace lockscope::journal
