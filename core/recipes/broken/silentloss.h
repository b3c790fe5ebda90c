// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: nobody tells the holder that its session has expired; it goes on as if it held, and so does the
// next one. As Curator's mutex where no connection listener is set (CURATOR-206). Never for real use.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenSilentLoss final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

    Task<Result<Done>> release() override;
    Task<Result<bool>> isStillHeld() override;
    bool tellsOfSessionLoss() const override { return false; }
};

} // namespace lockscope::recipes
