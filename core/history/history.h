// SPDX-License-Identifier: Apache-2.0
// A journal with the World at its head, and at any event before it: kept copies of the World (keyframes), and the
// events from one to the next. A ring: where not all can be kept, the oldest goes.
// Never a second truth: what it gives for an event is what folding all events up to it gives.
#pragma once

#include "core/history/world.h"
#include "core/journal/journal.h"

#include <deque>
#include <functional>
#include <limits>
#include <optional>

namespace lockscope::journal {

/// A value of one thread, like the Journal in it.
class History
{
    /// What is kept is in at least so many parts, with a keyframe before each.
    static constexpr qsizetype fewestParts = 8;

public:
    struct Limits
    {
        static constexpr qsizetype none = std::numeric_limits<qsizetype>::max();
        qsizetype bytes = qsizetype(48) * 1024 * 1024; ///< of packed events
        qsizetype keyframeWeight = 700'000;            ///< of all keyframes together, see World::weight()
        qsizetype events = none;                       ///< the same of their number
    };
    /// For a recording: all of it.
    static Limits unlimited();

    History()
        : History(Limits())
    {
    }
    explicit History(Limits limits);

    /// Called for each event, when the head has just taken it, with what it changed there.
    using EachEvent = std::function<void(const Event &event, const Changes &changed)>;
    /// Appends to the journal and folds into the head.
    Changes append(const EventBatch &batch, const EachEvent &each = {});

    const World &head() const { return m_head; }
    const Journal &journal() const { return m_journal; }

    /// The oldest state that can be shown is the one after this event: 0 while the journal has all from the first one.
    quint64 firstState() const { return std::max(m_keyframes.empty() ? 0 : m_keyframes.front().number, m_begin); }
    quint64 lastState() const { return m_head.eventNumber(); }
    /// The World after the event with this number; bounded to what there is.
    World at(quint64 number) const;
    /// Takes \a world, which is one of this history's, on to a later event; what that touched is added to \a changes.
    void advance(World &world, quint64 number, Changes &changes) const;
    /// True if taking that World of this history on to an event costs less than at().
    bool isNear(const World &from, quint64 to) const;

    /// From when on something is a finding: in every state, whichever is shown.
    void setThresholds(const locks::Thresholds &thresholds);

    /// The first events are the state when the recording began: states before their end are not shown.
    void setBegin(quint64 number) { m_begin = number; }

    qsizetype keyframes() const { return static_cast<qsizetype>(m_keyframes.size()); }

private:
    struct Keyframe
    {
        quint64 number = 0; ///< the event after which the World stood like this
        World world;
        qsizetype weight = 0;
    };
    std::deque<Keyframe>::const_iterator keyframeAfter(quint64 number) const;
    const Keyframe &keyframeAt(quint64 number) const { return *std::prev(keyframeAfter(number)); }
    /// Events from one keyframe to the next: of a ring, enough keyframes must stay to let go of its events in small
    /// parts.
    quint64 mostBetween() const;
    bool isFull() const { return m_journal.size() > m_limits.events || m_journal.bytes() > m_limits.bytes; }
    void keep();
    void thinOut();
    void dropOldest();

    Limits m_limits;
    Journal m_journal;
    World m_head;
    std::deque<Keyframe> m_keyframes; ///< by number; the first is what the oldest event in the journal follows
    quint64 m_nextKeyframe = 0;
    quint64 m_spacing; ///< events from one keyframe to the next, at least
    qsizetype m_weight = 0;
    quint64 m_begin = 0;
};

// ---- when there was most to see ----

struct FullLock
{
    quint64 state = 0; ///< the number of an event
    QString lock;
    size_t read = 0;       ///< contenders whose Stat is known
    size_t contenders = 0; ///< all
    auto fullness() const { return std::pair(read, contenders); }
};

/// The lock with the most contenders that are read, else with the most at all; nothing where none has a contender.
std::optional<FullLock> fullestLock(const World &world);
/// The same of all states, of which some are looked at, spread evenly over the events: at most 64, fewer where there
/// are many locks. Of equals the first.
std::optional<FullLock> fullestState(const History &history);

} // namespace lockscope::journal
