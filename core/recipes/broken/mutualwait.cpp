// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/mutualwait.h"

namespace lockscope::recipes {

using locks::Mode;

int BrokenMutualWait::waitsFor(const Contenders &contenders, int me) const
{
    if (contenders[static_cast<size_t>(me)].mode == Mode::Exclusive)
        return ReadWriteLock::waitsFor(contenders, me);
    int writer = static_cast<int>(contenders.size()) - 1; // sound: me - 1
    while (writer >= 0 && contenders[static_cast<size_t>(writer)].mode == Mode::Shared)
        --writer;
    return writer;
}

} // namespace lockscope::recipes
