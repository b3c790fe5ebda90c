// SPDX-License-Identifier: Apache-2.0
// What was done to locks by hand, by whom, and what came of it: a value for people, as a line in the local audit file,
// and of a release as a note to paste into a ticket. Never holds secrets, never says more than was known.
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

/// Simulated clients that come to locks of a production ensemble.
struct LabRecord
{
    QString ensemble;
    QString deed; ///< "spawn", "scenario"
    QString lock; ///< or the directory that has all of their locks
    QString what; ///< the recipe's name, the scenario's title
    int clients = 0;
    std::optional<Error> error = {}; ///< why they were refused
};

// ---- the audit file: one JSON line for every node that was released or asked for by hand, and for clients that were
// spawned in production; only ever appended to ----

/// "user@host" of this process.
QString whoIAm();

/// Where the lines go: $LOCKSCOPE_AUDIT_FILE, else audit.jsonl in this program's data folder of the user.
QString auditFile();

/// Appends a line for each node of \a plan, with one id for all of them; an error if it cannot be written.
Result<Done> writeAudit(const ReleasePlan &plan, const ReleaseRecord &record);
/// Before it is done.
Result<Done> writeAudit(const LabRecord &record);

// ---- the note: what was seen, what was planned, what came of it; Markdown, English ----

/// \a record: nothing before anything was done.
Text incidentNote(const ReleasePlan &plan, const std::optional<ReleaseRecord> &record);

} // namespace lockscope::observe
