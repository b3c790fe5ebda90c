// SPDX-License-Identifier: Apache-2.0
// A recording of any length on disk: clients of many locks that queue, hold and hand over, as the lab and the observer
// would have written it. Never held in memory.
#pragma once

#include "core/base/error.h"

#include <QString>

namespace lockscope::bench {

/// \a events lines about \a clients simulated clients, twenty of them at each lock.
Result<Done> writeMadeUpRecording(const QString &file, int events, int clients);

} // namespace lockscope::bench
