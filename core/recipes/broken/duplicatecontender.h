// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: when the reply to its create is lost, it creates again without looking for the node that may be
// there: the first one is nobody's, and it waits behind it itself. As Curator before protected creates (CURATOR-45,
// CURATOR-79), zk-ruby #51 and go-zookeeper PR 237. Never for real use.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenDuplicateContender final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Task<Result<Grant>> enqueue(std::stop_token stop) override;
};

} // namespace lockscope::recipes
