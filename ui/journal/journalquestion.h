// SPDX-License-Identifier: Apache-2.0
// What somebody wants to see of the journal: by text, by kind and by client. A value: any thread may ask it.
#pragma once

#include "core/base/ids.h"
#include "core/journal/event.h"

#include <QString>

namespace lockscope::ui {

/// Everything, as far as a field is empty.
struct JournalQuestion
{
    QString text;
    QString kind;
    ClientId client; ///< null: everything, also what is about no client

    bool isActive() const { return !text.isEmpty() || !kind.isEmpty() || !client.isNull(); }
    bool accepts(const journal::Event &event, const QString &clientName) const;
    bool operator==(const JournalQuestion &) const = default;
};

} // namespace lockscope::ui
