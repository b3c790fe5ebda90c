// SPDX-License-Identifier: Apache-2.0
// The nodes that a lock stands in: made where they are missing, as clients of the dialect make them.
// Never deletes one: others may be about to use it.
#pragma once

#include "core/recipes/steps.h"

namespace lockscope::recipes {

/// Makes \a path, holding \a data, and whatever is missing above it. Also done if somebody else was faster.
Task<Result<Done>> makeDirectory(Steps &steps, locks::Dialect dialect, QString path, QByteArray data = {});

} // namespace lockscope::recipes
