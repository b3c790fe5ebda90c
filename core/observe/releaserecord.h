// SPDX-License-Identifier: Apache-2.0
// What was done with a release plan, by whom, and what came of it: a value for the audit file, the note and people.
// Never writes anything.
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
    QString windowReason = {};
    qint64 atNs = 0;

    static ReleaseRecord of(const ReleaseOutcome &outcome);
    static ReleaseRecord of(const AskOutcome &outcome);
    /// A plan that was not carried out, and why.
    static ReleaseRecord refused(const Error &error);
};

/// "user@host" of this process.
QString whoIAm();

} // namespace lockscope::observe
