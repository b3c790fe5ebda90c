// SPDX-License-Identifier: Apache-2.0
#include "core/recipes/broken/selfwatch.h"

#include "core/base/path.h"

namespace lockscope::recipes {

Result<QString> BrokenSelfWatch::blockerAmong(const NameList &names) const
{
    if (!m_ownNode.wasFoundAgain())
        return QueueMutex::blockerAmong(names);
    const QString own = baseName(m_own.node); // sound: the path, as of all others
    QString before;
    for (const Rival &rival : contendersAmong(names, m_spec.dialect)) {
        const QString path = joinPath(m_spec.lock, rival.name.toString());
        if (path < own)
            before = path;
    }
    return before;
}

} // namespace lockscope::recipes
