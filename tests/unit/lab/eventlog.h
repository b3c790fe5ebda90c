// SPDX-License-Identifier: Apache-2.0
// A sink that keeps what was written, and reads it back as short text.
#pragma once

#include "core/journal/journal.h"

#include <functional>

namespace lockscope {

class EventLog final : public journal::EventSink
{
public:
    void write(journal::Payload what) override
    {
        if (onWrite)
            onWrite(what);
        events.append(m_writer.stamp(std::move(what)));
    }

    /// "FREE FETCHING RETAINED …" of one client; repetitions (it has its node now) count once.
    QString states(ClientId id) const
    {
        QStringList names;
        for (const auto *state : all<journal::ClientLockState>()) {
            const QString name = locks::lockStateName(state->state);
            if (state->id == id && (names.isEmpty() || names.last() != name))
                names.append(name);
        }
        return names.join(QChar::Space);
    }

    std::optional<Error> lastError(ClientId id) const
    {
        std::optional<Error> error;
        for (const auto *state : all<journal::ClientLockState>()) {
            if (state->id == id)
                error = state->error;
        }
        return error;
    }

    template<typename T>
    std::vector<const T *> all() const
    {
        std::vector<const T *> found;
        for (const journal::Event &event : events) {
            if (const auto *what = std::get_if<T>(&event.what))
                found.push_back(what);
        }
        return found;
    }

    journal::EventBatch events;
    std::function<void(const journal::Payload &)> onWrite;

private:
    journal::EventWriter m_writer;
};

} // namespace lockscope
