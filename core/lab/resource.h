// SPDX-License-Identifier: Apache-2.0
// What the locks of simulated clients guard: a number in a znode, key or row, of which each holder takes the next one.
// It looks at no version, so that only a lock keeps two clients from taking the same; a fenced one refuses a fencing
// token that is smaller than one that it has seen.
#pragma once

#include "core/base/task.h"
#include "core/recipes/store.h"

#include <optional>

namespace lockscope::lab {

/// The number after the one that is there. \a birth: of the znode that is meant; null: any. As of the others, \a store
/// must live until it ends.
Task<Result<qint64>> nextNumber(recipes::Store *store, QString path, Zxid birth);
/// False: refused, the resource has seen a greater token. With a \a token, looking and writing are one step, by the
/// version of the znode: only on ZooKeeper. Without one it is written whatever is there.
Task<Result<bool>> writeNumber(recipes::Store *store, QString path, Zxid birth, qint64 number,
                               std::optional<Zxid> token);

} // namespace lockscope::lab
