// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: one child whose name it cannot read makes every acquire fail, and leaves its own node behind.
// As go-zookeeper's lock.go, whose Lock() returns the error of parseSeq() for any sibling. Never for real use.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenForeignChild final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Result<QString> blockerAmong(const NameList &names) const override;
    Task<Result<Grant>> giveUp(Error why) override;
};

} // namespace lockscope::recipes
