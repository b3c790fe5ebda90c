// SPDX-License-Identifier: Apache-2.0
// Lets one more reader see events on their way into the journal, at the moment they are written.
// Never changes or drops an event; the reader must not write events or resume anybody from inside.
#pragma once

#include "core/journal/journal.h"

#include <functional>

namespace lockscope::lab {

class EventTap final : public journal::EventSink
{
public:
    using Reader = std::function<void(const journal::Payload &)>;

    explicit EventTap(journal::EventSink &sink)
        : m_sink(sink)
    {
    }

    /// Replaces the reader before; none with an empty one.
    void setReader(Reader reader) { m_reader = std::move(reader); }

    void write(journal::Payload what) override
    {
        if (m_reader)
            m_reader(what);
        m_sink.write(std::move(what));
    }

    ClientId newClient() override { return m_sink.newClient(); }

private:
    journal::EventSink &m_sink;
    Reader m_reader;
};

} // namespace lockscope::lab
