// SPDX-License-Identifier: Apache-2.0
// A journal as a log for ShiViz: each event with its host and a vector clock, so that what caused what can be drawn.
// Ordered by requests, their answers and watch events; never by the clock on the wall.
#pragma once

#include "core/journal/journal.h"

#include <functional>

class QIODevice;

namespace lockscope::journal {

/// Hosts are the simulated clients by name, `zookeeper` (the ensemble: one entry for each request that it carried out,
/// in the order in which that became known) and `lockscope` (what the observer saw, and the run itself). A watch event
/// follows the request that set it off, where just one can have done so.
///
/// Events for which \a isShown is false have no entry and no tick; what they pass on is kept. The first line is the
/// expression by which ShiViz reads the rest, the second is empty: there is one execution. False if \a device could
/// not take all of it; it says why.
bool writeShiviz(const Journal &journal, const std::function<bool(const Event &)> &isShown, QIODevice *device);

} // namespace lockscope::journal
