// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journal.h"

#include "core/base/clock.h"

namespace lockscope::journal {

void Journal::append(const EventBatch &batch)
{
    for (const Event &event : batch) {
        Q_ASSERT(m_events.empty() || event.number == m_events.back().number + 1);
        m_events.push_back(event);
        if (size() > m_capacity)
            m_events.pop_front();
    }
}

Event EventWriter::stamp(Payload what)
{
    return {m_next++, nowNs(), std::move(what)};
}

} // namespace lockscope::journal
