// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: a reader waits for the last writer, also for one that came after it and waits for this reader:
// both wait for ever. As kazoo's ReadLock (kazoo #649). Never for real use.
#pragma once

#include "core/recipes/readwrite.h"

namespace lockscope::recipes {

class BrokenMutualWait final : public ReadWriteLock
{
public:
    using ReadWriteLock::ReadWriteLock;

private:
    Result<QString> blockerAmong(const NameList &names) const override;
};

} // namespace lockscope::recipes
