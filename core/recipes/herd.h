// SPDX-License-Identifier: Apache-2.0
// The herd: the mutex as it is often written first.
#pragma once

#include "core/recipes/mutex.h"

namespace lockscope::recipes {

/// All watch the directory, so that each arrival and each departure wakes all
/// of them (the herd effect). Fair all the same.
class QueueHerd final : public Mutex
{
public:
    using Mutex::Mutex;

    Task<Result<Grant>> acquire(std::stop_token stop) override;
};

} // namespace lockscope::recipes
