// SPDX-License-Identifier: Apache-2.0
// The work of the order-number demo: read a number from a znode, write one more. Without a look at the version, so that
// only a lock keeps two from writing the same. Never makes the node: whoever starts the demo does.
#pragma once

#include "core/base/task.h"
#include "core/recipes/store.h"

namespace lockscope::lab {

/// The number that was written. \a store must live until it ends.
Task<Result<qint64>> stampNumber(recipes::Store *store, QString path);

} // namespace lockscope::lab
