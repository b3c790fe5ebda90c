// SPDX-License-Identifier: Apache-2.0
// What was the case, told as events: a recording that cannot begin at the beginning begins with these.
// Never what nobody knows any more: counts of requests and faults begin anew, and what was said of the past is not
// said.
#pragma once

#include "core/history/world.h"

namespace lockscope::journal {

/// Folded into an empty World they give the same connection, directories with their nodes, and clients with their
/// states. Numbered from 1; at the instants at which it became so, none later than the World's.
EventBatch snapshotEvents(const World &world);

} // namespace lockscope::journal
