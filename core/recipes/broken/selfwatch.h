// SPDX-License-Identifier: Apache-2.0
// BROKEN ON PURPOSE: after a lost create reply it knows its node by the bare name, and compares that with the others'
// full paths, which all sort below it, its own too: it watches itself. As Java's WriteLock, whose
// findPrefixInChildren() keeps the bare name. Never for real use.
#pragma once

#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

class BrokenSelfWatch final : public QueueMutex
{
public:
    using QueueMutex::QueueMutex;

private:
    Result<QString> blockerAmong(const NameList &names) const override;
};

} // namespace lockscope::recipes
