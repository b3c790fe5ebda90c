// SPDX-License-Identifier: Apache-2.0
#include "core/locks/advice.h"

#include "core/locks/findings.h"

#include <array>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

struct Advice
{
    QLatin1StringView id;
    const char16_t *text;
};

constexpr std::array advices{
    Advice{"herd"_L1, u"Use a recipe in which each waiter watches only the node before it; until then keep few clients "
                      "on one lock."},
    Advice{"lost-wakeup"_L1,
           u"Restart the client, or release its node: it finds its place lost and starts again. Its library has to "
           "look whether the node is still there when it sets the watch."},
    Advice{"self-watch"_L1,
           u"Restart the client, or release its node. Its library takes its own node for the one before it, as after "
           "a lost reply to a create: look for a newer version."},
    Advice{"wrong-watch"_L1,
           u"Look which recipe the client runs: it may enter too early or be woken for nothing. All clients of one "
           "lock have to follow the same rule."},
    Advice{"mutual-wait"_L1,
           u"Release the waiter that came later: the other one is then served. A contender may wait only for earlier "
           "ones: look for a newer version of the client."},
    Advice{"no-watch"_L1,
           u"Ask the client whether it still wants the lock. If not, release its node before it comes to the head, "
           "where nobody would ever give the lock back."},
    Advice{"duplicate-contender"_L1,
           u"Release the node that nobody minds: once it is at the head, it blocks all others for as long as its "
           "session lives. A client has to look for its node after a lost reply, before it creates another."},
    Advice{"dead-session"_L1,
           u"Wait until the session expires: the node then goes by itself. Released earlier, the client may come back "
           "and go on as if it held."},
    Advice{"orphan-lease"_L1,
           u"Ask the clients that own these leases whether they still hold them; release those that nobody knows of."},
    Advice{"leaked-watch"_L1,
           u"Nothing has to be done now. A client that gives up should take its watch back: it wakes for nothing, and "
           "watches pile up at the server."},
    Advice{"persistent-contender"_L1,
           u"Make sure that the client is gone or has given up, then release the node. Clients should create "
           "ephemeral nodes."},
    Advice{"mixed-dialects"_L1, u"Give each kind of client its own lock path, or let all use the same library."},
    Advice{"foreign-child"_L1, u"Find out who made it; if nobody needs it there, delete it."},
    Advice{"order-disagreement"_L1,
           u"Trust the order by czxid. Look for the clients that sort in another way: two of them may hold at once."},
    Advice{"parent-recreated"_L1,
           u"Do not delete the directory of a lock in use: release single nodes. Restart clients that still wait, and "
           "take czxids, not sequence numbers, as fencing tokens."},
    Advice{"sequence-overflow"_L1,
           u"Stop the clients of this lock for a moment and let its directory be deleted and made again, or move them "
           "to a new path."},
    Advice{"stale-holder"_L1,
           u"Ask the holder what it does. If its process is stuck or has forgotten the lock, restart it; release its "
           "node only when it cannot touch what the lock protects."},
    Advice{"long-wait"_L1, u"Look at who holds the lock and at what stands before these waiters."},
    Advice{"deadlock"_L1,
           u"Release one node of one of them: the others are then served. Clients that take several locks have to "
           "take them all in the same order."},
    Advice{"stale-ephemeral"_L1,
           u"Release the node: no client is left that could. Servers with ZOOKEEPER-3144 or ZOOKEEPER-4837 should be "
           "updated; restart the server that still shows it."},
};

} // namespace

QString adviceFor(QStringView id)
{
    for (const Advice &advice : advices) {
        if (advice.id == id)
            return QString::fromUtf16(advice.text);
    }
    return {};
}

QStringList findingIds()
{
    QStringList ids;
    for (const Advice &advice : advices)
        ids << advice.id;
    return ids;
}

Finding makeFinding(const QString &id, Finding::Severity severity, const QString &text)
{
    return {id, severity, {}, {}, text, adviceFor(id)};
}

void addNode(Finding &finding, const QString &path, SessionId session)
{
    if (finding.nodes.size() < findingNodesLimit && !finding.nodes.contains(path))
        finding.nodes += path;
    if (!session.isNull() && finding.sessions.size() < findingNodesLimit && !finding.sessions.contains(session))
        finding.sessions += session;
}

} // namespace lockscope::locks
