// SPDX-License-Identifier: Apache-2.0
// The lock JSON of the command-line contract (docs/formats.md). Never invents: what no server reported is null.
#pragma once

#include "core/locks/knowledge.h"
#include "core/locks/queue.h"

#include <QDateTime>
#include <QJsonObject>

namespace lockscope::locks {

/// \a asOf: the instant for which the queue stands; ages are counted to it and are never negative.
/// \a zxid: the newest known, may be null. `holders` and `waits_for` are bare names. `client`, `server` and `watches`
/// are null where not known; `dialect` is null where no client family is recognised; what was not read of a
/// node is null. Beyond the contract, `data_truncated: true` stands beside data of which only the beginning was kept,
/// `title` says for people whose names these are, a semaphore has `max` (null where it is written nowhere),
/// `client_name` is there where clients call the lock something else than its path. A holder has `frees_by_itself` and
/// `frees_in_ms` (null: not known), and `held_until` where its hold ends by the clock (core/locks/holdend.h).
/// \a knowledge fills in `client`, `server`, a hold's end and `watches` (full paths at or below the lock's), as far as
/// servers reported them; \a watches is watchesBySession() of it.
QJsonObject toJson(const LockQueue &queue, const QDateTime &asOf, Zxid zxid, const Knowledge &knowledge = {},
                   const QHash<SessionId, QStringList> &watches = {});

} // namespace lockscope::locks
