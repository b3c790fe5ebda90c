// SPDX-License-Identifier: Apache-2.0
// The lock JSON of the command-line contract (docs/cli.md). Never invents: what no server told is null.
#pragma once

#include "core/locks/queue.h"

#include <QDateTime>
#include <QJsonObject>

namespace lockscope::locks {

/// \a asOf: the instant (UTC) for which the queue stands; ages are counted to it. \a zxid: the newest known, may be null.
/// \a server: the one that was read from, empty if not known; shown for no contender, whose own server nobody told.
QJsonObject toJson(const LockQueue &queue, const QDateTime &asOf, Zxid zxid);

} // namespace lockscope::locks
