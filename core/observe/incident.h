// SPDX-License-Identifier: Apache-2.0
// What somebody pastes into a ticket: what was seen, what was planned, what came of it. Markdown, English.
// A pure function of values; never holds secrets, never says more than was known.
#pragma once

#include "core/observe/releaserecord.h"

namespace lockscope::observe {

/// \a record: nothing before anything was done.
QString incidentNote(const ReleasePlan &plan, const std::optional<ReleaseRecord> &record);

} // namespace lockscope::observe
