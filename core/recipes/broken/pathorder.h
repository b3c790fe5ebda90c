// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: the names begin with the session's id, and are sorted as whole names: who has an older session
// comes first, however late it comes, and holds beside the one that holds. As Java's WriteLock (ZOOKEEPER-2931). Never
// for real use.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenPathOrder final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Task<Result<Grant>> enqueue(std::stop_token stop) override;
    Result<QString> blockerAmong(const NameList &names) const override;
};

} // namespace lockscope::recipes
