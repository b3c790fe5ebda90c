// SPDX-License-Identifier: Apache-2.0
// What somebody wants to see of the journal: by text, by kind, by client and by lock. A value: any thread may ask it.
#pragma once

#include "core/base/ids.h"
#include "core/journal/event.h"

#include <QString>
#include <QStringList>

namespace lockscope::ui {

/// What the journal's views know of a simulated client, also of one that is gone.
struct JournalClient
{
    QString name;
    QStringList locks; ///< that it contends for
};

/// Everything, as far as a field is empty.
struct JournalQuestion
{
    QString text;
    QString kind;
    ClientId client; ///< null: everything, also what is about no client
    QString lock;    ///< what is at it or below it, and what its clients do that has no place

    bool isActive() const { return !text.isEmpty() || !kind.isEmpty() || !client.isNull() || !lock.isEmpty(); }
    /// \a who is the event's client; empty if it has none.
    bool accepts(const journal::Event &event, const JournalClient &who) const;
    bool operator==(const JournalQuestion &) const = default;
};

} // namespace lockscope::ui
