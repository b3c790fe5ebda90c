// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/readwritenaive.h"

#include <algorithm>

namespace lockscope::recipes {

using locks::Mode;

ReadWriteNaive::ReadWriteNaive(RecipeSpec spec, Store &store, StepObserver *observer)
    : SequentialLock(std::move(spec), locks::NameKind::ReadWrite, store, observer)
{
}

int ReadWriteNaive::waitsFor(const Contenders &contenders, int me) const
{
    const auto own = contenders.begin() + me;
    const bool noWriterBefore =
        std::none_of(contenders.begin(), own, [](const Rival &rival) { return rival.mode == Mode::Exclusive; });
    return own->mode == Mode::Shared && noWriterBefore ? -1 : me - 1;
}

} // namespace lockscope::recipes
