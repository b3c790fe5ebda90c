// SPDX-License-Identifier: Apache-2.0
#include "core/locks/reading.h"

#include "core/base/path.h"

namespace lockscope::locks {

ServerReading arranged(const Knowledge &knowledge, const QSet<SessionId> &ours)
{
    ServerReading reading{knowledge, ours};
    for (auto watched = knowledge.watchers.cbegin(); watched != knowledge.watchers.cend(); ++watched) {
        QList<SessionId> sessions = watched.value();
        sessions.removeIf([&](SessionId session) { return ours.contains(session); });
        if (!sessions.isEmpty())
            reading.watchers[parentPath(watched.key())].insert(baseName(watched.key()), sessions);
    }
    return reading;
}

} // namespace lockscope::locks
