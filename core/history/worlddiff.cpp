// SPDX-License-Identifier: Apache-2.0
#include "core/history/worlddiff.h"

namespace lockscope::journal {

namespace {

/// Walks two sorted maps side by side; null where one of them has no such entry.
template<typename Map, typename Take>
void walkBoth(const Map &from, const Map &to, Take take)
{
    auto old = from.begin();
    auto now = to.begin();
    while (old != from.end() || now != to.end()) {
        if (now == to.end() || (old != from.end() && old->first < now->first)) {
            take(old->first, &old->second, nullptr);
            ++old;
        } else if (old == from.end() || now->first < old->first) {
            take(now->first, nullptr, &now->second);
            ++now;
        } else {
            take(old->first, &old->second, &now->second);
            ++old;
            ++now;
        }
    }
}

} // namespace

Changes differences(const World &from, const World &to)
{
    Changes changes;
    walkBoth(from.directories(), to.directories(),
             [&](const QString &path, const Directory *old, const Directory *now) {
                 if (!old || !now || *old != *now)
                     changes.directories.insert(path);
             });
    walkBoth(from.clients(), to.clients(), [&](ClientId id, const Client *old, const Client *now) {
        if (!now)
            changes.clientsRemoved.insert(id);
        else if (!old || *old != *now)
            changes.clients.insert(id);
    });
    changes.connection = from.connection() != to.connection();
    changes.observation = from.observation() != to.observation();
    changes.servers = from.knowledge() != to.knowledge() || from.servers() != to.servers();
    return changes;
}

} // namespace lockscope::journal
