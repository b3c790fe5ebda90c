// SPDX-License-Identifier: Apache-2.0
#include "core/locks/knowledge.h"

#include "core/base/path.h"
#include "core/locks/queue.h"

namespace lockscope::locks {

QHash<SessionId, QStringList> watchesBySession(const Knowledge &knowledge)
{
    QHash<SessionId, QStringList> watches;
    for (auto entry = knowledge.watchers.cbegin(); entry != knowledge.watchers.cend(); ++entry) {
        for (const SessionId session : entry.value())
            watches[session] += entry.key();
    }
    for (QStringList &paths : watches)
        paths.sort();
    return watches;
}

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

QHash<QString, QList<SessionId>> watchersIn(const ServerReading &reading, const LockQueue &queue)
{
    QHash<QString, QList<SessionId>> watchers = reading.watchers.value(queue.path);
    if (!queue.hasLineOfItsOwn)
        return watchers;
    QSet<QString> beginnings; // of names in other directories
    for (const Contender &contender : queue.contenders) {
        const qsizetype slash = contender.node.name.lastIndexOf(u'/');
        if (slash >= 0)
            beginnings.insert(contender.node.name.left(slash + 1));
    }
    for (const QString &beginning : std::as_const(beginnings)) {
        const auto there = reading.watchers.value(joinPath(queue.path, beginning.chopped(1)));
        for (auto watched = there.cbegin(); watched != there.cend(); ++watched)
            watchers.insert(beginning + watched.key(), watched.value());
    }
    return watchers;
}

} // namespace lockscope::locks
