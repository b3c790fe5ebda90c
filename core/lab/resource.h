// SPDX-License-Identifier: Apache-2.0
// What the locks of simulated clients guard: a number in a znode, key or row, of which each holder takes the next one.
// It looks at no version, so that only a lock keeps two clients from taking the same; a fenced one refuses a fencing
// token that is smaller than one that it has seen.
#pragma once

#include "core/base/task.h"
#include "core/recipes/store.h"

namespace lockscope::lab {

/// The number after the one that is there. \a birth: of the znode that is meant; null: any. As of the others, \a store
/// must live until it ends.
Task<Result<qint64>> nextNumber(recipes::Store *store, QString path, Zxid birth);
Task<Result<Done>> writeNumber(recipes::Store *store, QString path, qint64 number);
/// False: refused, the resource has seen a greater token. Both are one step, by the version of the znode: only on
/// ZooKeeper.
Task<Result<bool>> writeFenced(recipes::Store *store, QString path, Zxid birth, qint64 number, Zxid token);

} // namespace lockscope::lab
