// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/readwrite.h"

namespace lockscope::recipes {

using locks::Mode;

ReadWriteLock::ReadWriteLock(RecipeSpec spec, Store &store, StepObserver *observer)
    : SequentialLock(std::move(spec), locks::NameKind::ReadWrite, store, observer)
{
}

int ReadWriteLock::waitsFor(const Contenders &contenders, int me) const
{
    const auto at = [&contenders](int index) -> const Rival & { return contenders[static_cast<size_t>(index)]; };
    int before = me - 1;
    if (at(me).mode == Mode::Shared) {
        while (before >= 0 && at(before).mode == Mode::Shared)
            --before;
    }
    return before;
}

} // namespace lockscope::recipes
