// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: an acquire that gives up does not take its watch back: watches pile up for those who wait for
// nothing, on the server and in the client. As Curator's LockInternals after a timeout (CURATOR-107).
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenLeakedWatch final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop) override;
};

} // namespace lockscope::recipes
