// SPDX-License-Identifier: Apache-2.0
// The events in order, a few dozen bytes each. Gives each event its number and its instant;
// never interprets them.
#pragma once

#include "core/base/clock.h"
#include "core/journal/event.h"
#include "core/journal/packedevents.h"

#include <array>
#include <deque>
#include <future>
#include <optional>

namespace lockscope::journal {

/// A value of one thread: also reading fills a small cache. A copy shares what it holds. Blocks with long lists are
/// packed on a thread of their own.
class Journal
{
public:
    /// Numbers must follow one another.
    void append(const EventBatch &batch);
    /// Lets go of the events before \a number.
    void dropBefore(quint64 number);

    qsizetype size() const { return static_cast<qsizetype>(m_end - m_first); }
    bool isEmpty() const { return m_end == m_first; }
    /// By place, from 0. Places near one another are read at little cost.
    Event at(qsizetype index) const { return event(m_first + static_cast<quint64>(index)); }
    /// By number, which must be there.
    const Event &event(quint64 number) const; ///< the reference holds until the next call
    qint64 atNs(quint64 number) const;        ///< its instant, without reading it
    quint64 firstNumber() const { return isEmpty() ? 0 : m_first; }
    quint64 lastNumber() const { return isEmpty() ? 0 : m_end - 1; }
    /// The newest event that is not later than \a ns; firstNumber() - 1 if all are. Instants never run backwards.
    quint64 numberAt(qint64 ns) const;

    /// What the events take in memory, about.
    qsizetype bytes() const;

private:
    const PackedEvents &blockOf(quint64 number) const;
    /// The newest events, which stand here as they are; null where the event is in a block.
    const Event *unpacked(quint64 number) const;
    void close();
    void takePacked();

    struct Unpacked
    {
        quint64 first = 0; ///< 0: nothing
        EventBatch events;
    };

    quint64 m_first = 0;               ///< number of the oldest event
    quint64 m_end = 0;                 ///< one after the newest's
    std::deque<PackedEvents> m_blocks; ///< full ones; the first may reach back before m_first
    /// A heavy block on its way behind those, on another thread.
    struct Packing
    {
        EventBatch events;
        std::shared_future<PackedEvents> packed;
    };
    std::optional<Packing> m_packing;
    EventBatch m_open;           ///< the newest, not yet a full block
    qsizetype m_openEntries = 0; ///< of the lists in them
    qsizetype m_blockBytes = 0;
    mutable std::array<Unpacked, 4> m_cache;
    mutable size_t m_cacheNext = 0;
};

/// Numbers and stamps events on their way into a journal: one per process, on the thread that writes events.
class EventWriter
{
public:
    Event stamp(Payload what) { return {m_next++, nowNs(), std::move(what)}; }

private:
    quint64 m_next = 1;
};

/// Where parts of core write what happened. Called on the engine's thread only.
class EventSink
{
public:
    virtual ~EventSink() = default;
    virtual void write(Payload what) = 0;
    /// The clock that its events are stamped by, in ns since the epoch.
    virtual qint64 clockNs() const { return nowNs(); }
    /// For a client that is new to the journal, which goes on when connections and their clients end: no id twice.
    virtual ClientId newClient() { return ClientId{++m_lastClient}; }

private:
    quint32 m_lastClient = 0;
};

} // namespace lockscope::journal
