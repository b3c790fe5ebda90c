// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: whoever finds the node before it gone takes a new place at the end, and so makes the next one find
// its own gone: contenders delete and create without end, and nobody leads. Never for real use.
// As Curator's LeaderLatch, whose checkLeadership() called reset() on NONODE (CURATOR-644, CURATOR-645).
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenElectionLivelock final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Task<Result<Done>> waitUntilGone(QString path, std::stop_token stop) override;
    /// A new place; the delete of the old one is under way at the same time.
    Task<Result<Done>> reset(std::stop_token stop);
};

} // namespace lockscope::recipes
