// SPDX-License-Identifier: Apache-2.0
// The events in order, the newest so many of them. Gives each event its number and its instant; never interprets them.
#pragma once

#include "core/journal/event.h"

#include <deque>

namespace lockscope::journal {

class Journal
{
public:
    explicit Journal(qsizetype capacity = 200'000)
        : m_capacity(capacity)
    {
    }

    /// Appends; the oldest events fall out beyond the capacity. Numbers must follow one another.
    void append(const EventBatch &batch);

    qsizetype size() const { return static_cast<qsizetype>(m_events.size()); }
    bool isEmpty() const { return m_events.empty(); }
    const Event &at(qsizetype index) const { return m_events[static_cast<size_t>(index)]; }
    quint64 firstNumber() const { return m_events.empty() ? 0 : m_events.front().number; }
    quint64 lastNumber() const { return m_events.empty() ? 0 : m_events.back().number; }
    qsizetype capacity() const { return m_capacity; }

private:
    qsizetype m_capacity;
    std::deque<Event> m_events;
};

/// Numbers and stamps events on their way into a journal: one per process, on the thread that writes events.
class EventWriter
{
public:
    Event stamp(Payload what);

private:
    quint64 m_next = 1;
};

/// Where parts of core write what happened. Called on the engine's thread only.
class EventSink
{
public:
    virtual ~EventSink() = default;
    virtual void write(Payload what) = 0;
};

} // namespace lockscope::journal
