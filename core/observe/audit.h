// SPDX-License-Identifier: Apache-2.0
// The local audit file: one JSON line for every release that was forced by hand, whatever came of it.
// Only ever appended to; never holds secrets.
#pragma once

#include "core/observe/release.h"

#include <QString>

namespace lockscope::observe {

/// Where the lines go: $LOCKSCOPE_AUDIT_FILE, else audit.jsonl in this program's data folder of the user.
QString auditFile();

/// Appends a line about \a plan and its \a error (nothing: the node was deleted); an error if it cannot be written.
Result<Done> writeAudit(const ReleasePlan &plan, const std::optional<Error> &error, const QString &endpoint);

} // namespace lockscope::observe
