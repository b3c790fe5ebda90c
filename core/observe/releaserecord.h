// SPDX-License-Identifier: Apache-2.0
// What was done with a release plan and what came of it: a value for people, and a note to paste into a ticket.
// Never says more than was known. The local audit file is core/observe/audit.h.
#pragma once

#include "core/observe/release.h"

#include <QString>

#include <optional>

namespace lockscope::observe {

/// What was done with a plan, and what came of it.
struct ReleaseRecord
{
    enum class Deed { Delete, Ask };

    Deed deed = Deed::Delete;
    QString result; ///< "deleted", "refused", "unknown"; of asking "released", "kept", "stopped", "refused", "unknown"
    std::optional<Error> error = {};
    Window window = Window::Closed;
    Text windowReason = {};
    qint64 atNs = 0;

    static ReleaseRecord of(const ReleaseOutcome &outcome);
    static ReleaseRecord of(const AskOutcome &outcome);
    /// A plan that was not carried out, and why.
    static ReleaseRecord refused(const Error &error);
};

// ---- the note: what was seen, what was planned, what came of it; Markdown, English ----

/// \a record: nothing before anything was done.
Text incidentNote(const ReleasePlan &plan, const std::optional<ReleaseRecord> &record);

} // namespace lockscope::observe
