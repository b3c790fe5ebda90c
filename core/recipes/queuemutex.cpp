// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/queuemutex.h"

namespace lockscope::recipes {

namespace {

RecipeSpec exclusive(RecipeSpec spec)
{
    spec.mode = locks::Mode::Exclusive;
    return spec;
}

} // namespace

QueueMutex::QueueMutex(RecipeSpec spec, Store &store, StepObserver *observer)
    : SequentialLock(exclusive(std::move(spec)), locks::NameKind::Mutex, store, observer)
{
}

Contenders QueueMutex::lineUpTo(const NameList &names, const QString &own) const
{
    return lastTwoUpTo(names, m_spec.dialect, own);
}

int QueueMutex::waitsFor(const Contenders &, int me) const
{
    return me - 1; // a reader of the same dialect just before us excludes us as well
}

} // namespace lockscope::recipes
