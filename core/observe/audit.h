// SPDX-License-Identifier: Apache-2.0
// The local audit file: one JSON line for every node that somebody forced or asked for by hand, whatever came of it.
// Only ever appended to; never holds secrets.
#pragma once

#include "core/observe/releaserecord.h"

#include <QString>

namespace lockscope::observe {

/// Where the lines go: $LOCKSCOPE_AUDIT_FILE, else audit.jsonl in this program's data folder of the user.
QString auditFile();

/// Appends a line for each node of \a plan, with one id for all of them; an error if it cannot be written.
Result<Done> writeAudit(const ReleasePlan &plan, const ReleaseRecord &record);

} // namespace lockscope::observe
