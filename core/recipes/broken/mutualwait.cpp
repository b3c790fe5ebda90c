// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/mutualwait.h"

#include "core/base/path.h"

#include <algorithm>

namespace lockscope::recipes {

using locks::Mode;

Result<QString> BrokenMutualWait::blockerAmong(const NameList &names) const
{
    const Contenders contenders = contendersAmong(names, m_spec.dialect); // sound: those before its own
    const int me = indexOf(contenders, baseName(m_own.node));
    if (me < 0 || contenders[static_cast<size_t>(me)].mode == Mode::Exclusive)
        return ReadWriteLock::blockerAmong(names);
    const auto writer = std::find_if(contenders.rbegin(), contenders.rend(),
                                     [](const Rival &rival) { return rival.mode == Mode::Exclusive; });
    return writer == contenders.rend() ? QString() : joinPath(m_spec.lock, writer->name.toString());
}

} // namespace lockscope::recipes
