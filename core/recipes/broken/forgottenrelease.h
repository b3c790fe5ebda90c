// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: a release that meets a lost connection is forgotten, while the node stays on a living session: it
// holds for ever. As Curator's InterProcessMutex, which forgets the owner whatever came of the delete (CURATOR-678).
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenForgottenRelease final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

    Task<Result<Done>> release() override;
};

} // namespace lockscope::recipes
