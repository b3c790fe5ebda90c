// SPDX-License-Identifier: Apache-2.0
#include "core/locks/knowledge.h"

#include "core/base/clock.h"
#include "core/base/path.h"
#include "core/locks/queue.h"

#include <algorithm>

namespace lockscope::locks {

Knowledge carriedOn(const Knowledge &before, const Knowledge &now)
{
    if (!now.connectionsAlone)
        return now;
    Knowledge known = now;
    known.connectionsAlone = false;
    known.wholeAtNs = before.wholeAtNs != 0 ? before.wholeAtNs : before.answeredAtNs;
    known.watchers = before.watchers;
    known.allWatches = before.allWatches;
    known.ephemerals = before.ephemerals;
    known.allEphemerals = before.allEphemerals;
    known.allSessions = before.allSessions;
    const qint64 sinceMs = (now.answeredAtNs - before.answeredAtNs) / nsPerMs;
    for (const SessionFacts &facts : before.sessions) {
        if (known.sessions.contains(facts.id))
            continue;
        SessionFacts &left = known.sessions[facts.id]; // alive, and connected to none that tells
        left.id = facts.id;
        left.timeoutMs = facts.timeoutMs;
        if (facts.expiresInMs)
            left.expiresInMs = std::max<qint64>(0, *facts.expiresInMs - sinceMs);
    }
    return known;
}

bool isOvertaken(const Knowledge &knowledge, Zxid czxid)
{
    return !knowledge.zxid.isNull() && knowledge.zxid < czxid;
}

bool isUnconnected(const Knowledge &knowledge, SessionId session, Zxid czxid)
{
    const auto facts = knowledge.sessions.constFind(session);
    return facts != knowledge.sessions.cend() && facts->client.isEmpty() && knowledge.allConnections
           && !isOvertaken(knowledge, czxid);
}

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
