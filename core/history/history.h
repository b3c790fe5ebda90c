// SPDX-License-Identifier: Apache-2.0
// A journal with the World at its head, and at any event before it: kept copies of the World (keyframes), and the
// events from one to the next. Where not all can be kept, the history of locks that were looked at or had findings goes
// last. Never a second truth: what it gives for an event is what folding all events up to it gives, or a part of that
// which says that it is one.
#pragma once

#include "core/history/keptlocks.h"
#include "core/history/world.h"
#include "core/journal/journal.h"

#include <deque>
#include <limits>
#include <memory>
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
        qsizetype bytes = qsizetype(48) * 1024 * 1024; ///< of packed events: see makeRoom()
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

    /// Appends to the journal and folds into the head.
    Changes append(const EventBatch &batch);
    /// Of this lock, or semaphore, the history is kept longest from now on; of those with findings it is without that.
    void lookAt(const QString &lock) { m_lookedAt << lock; }

    const World &head() const { return m_head; }
    const Journal &journal() const { return m_journal; }

    /// The oldest state that can be shown is the one after this event: 0 while the journal has all from the first one.
    quint64 firstState() const { return std::max(m_keyframes.empty() ? 0 : m_keyframes.front().number, m_begin); }
    quint64 lastState() const { return m_head.eventNumber(); }
    /// The oldest state that has all locks: those before it are narrowed, see ObservationChanged.
    quint64 firstWholeState() const;
    /// There are states before it.
    bool isNarrowed() const { return !m_keyframes.empty() && m_keyframes.front().kept; }
    /// The events up to this number that are not kept have become NotKept.
    quint64 narrowedUpTo() const
    {
        return m_narrowing && m_narrowing->isRead ? m_narrowing->next - 1 : firstWholeState();
    }
    /// The World after the event with this number; bounded to what there is.
    World at(quint64 number) const;
    /// Takes \a world, which is one of this history's, on to a later event; what that touched is added to \a changes.
    void advance(World &world, quint64 number, Changes &changes) const;
    /// True if taking that World of this history on to an event costs less than at().
    bool isNear(const World &from, quint64 to) const;

    /// From when on things are told: in every state, whichever is shown.
    void setThresholds(const locks::Thresholds &thresholds);

    /// The first events only tell what was the case when the recording began: states before their end are not shown.
    void setBegin(quint64 number) { m_begin = number; }

    qsizetype keyframes() const { return static_cast<qsizetype>(m_keyframes.size()); }

private:
    struct Keyframe
    {
        quint64 number = 0; ///< the event after which the World stood like this
        World world;
        qsizetype weight = 0;
        /// Of the events up to the next keyframe what concerns these locks; null: all.
        std::shared_ptr<const KeptLocks> kept = {};
    };
    /// A part of which only some locks are to be kept, on the way there.
    struct Narrowing
    {
        quint64 first = 0; ///< its events
        quint64 last = 0;
        quint64 next = 0; ///< the first that is not read yet, or, when all were read, not rewritten
        std::shared_ptr<KeptLocks> kept;
        bool isRead = false;
    };

    std::deque<Keyframe>::const_iterator keyframeAfter(quint64 number) const;
    const Keyframe &keyframeAt(quint64 number) const { return *std::prev(keyframeAfter(number)); }
    std::deque<Keyframe>::const_iterator firstWhole() const;
    /// A World of this history that can be taken on by the events after that keyframe.
    bool isOf(const Keyframe &part, const World &world) const;
    /// Events from one keyframe to the next: of a ring, enough keyframes must stay to let go of its events in small
    /// parts.
    quint64 mostBetween() const;
    bool isFull() const { return m_journal.size() > m_limits.events || m_journal.bytes() > m_limits.bytes; }
    bool isNearlyFull() const { return m_journal.bytes() > m_limits.bytes - m_limits.bytes / fewestParts; }
    void keep();
    void thinOut();
    /// Lets go of the oldest events: first of those that concern none of the locks whose history is kept longest, some
    /// at a time; then of all. Narrowed parts take half of the bytes at most.
    /// \a events: that have just come.
    void makeRoom(quint64 events);
    bool canNarrow() const;
    void goOnNarrowing(quint64 events);
    void dropOldest();
    void noteFindings(const Changes &changes);
    QSet<QString> keptLongest(quint64 since) const;

    Limits m_limits;
    Journal m_journal;
    World m_head;
    std::deque<Keyframe> m_keyframes; ///< by number; the first is what the oldest event in the journal follows
    quint64 m_nextKeyframe = 0;
    quint64 m_spacing; ///< events from one keyframe to the next, at least
    qsizetype m_weight = 0;
    quint64 m_begin = 0;
    QSet<QString> m_lookedAt;
    QHash<QString, quint64> m_troubled; ///< the newest state in which a lock had findings
    std::optional<Narrowing> m_narrowing;
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

/// The lock with the most contenders that are read, else with the most at all; nothing where nobody contends for any.
std::optional<FullLock> fullestLock(const World &world);
/// The same of all states, of which some are looked at, spread evenly over the events: at most 64, fewer where there
/// are many locks. Of equals the first.
std::optional<FullLock> fullestState(const History &history);

} // namespace lockscope::journal
