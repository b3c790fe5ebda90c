// SPDX-License-Identifier: Apache-2.0
#include "core/locks/knowledge.h"

#include "core/base/clock.h"
#include "core/base/lookup.h"
#include "core/base/path.h"
#include "core/locks/queue.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lockscope::locks {

using namespace Qt::StringLiterals;

namespace {

const Watchers &watchersAt(const ServerReading &reading, const QString &directory)
{
    static const Watchers none;
    const Watchers *watchers = lookUp(reading.watchers, directory);
    return watchers ? *watchers : none;
}

} // namespace

Knowledge carriedOn(const Knowledge &before, const Knowledge &now)
{
    Knowledge known = now;
    // An ensemble stays of its kind: servers that are silent for once do not say otherwise.
    known.lines = before.lines;
    known.deletesMovePzxid = before.deletesMovePzxid && now.deletesMovePzxid;
    // A server reports the timeout of the sessions that are connected to it: it stays what was negotiated.
    for (SessionFacts &facts : known.sessions) {
        const auto earlier = facts.timeoutMs ? before.sessions.cend() : before.sessions.constFind(facts.id);
        if (earlier != before.sessions.cend())
            facts.timeoutMs = earlier->timeoutMs;
    }
    if (!now.connectionsAlone)
        return known;
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
        SessionFacts &left = known.sessions[facts.id]; // alive, and connected to no server that reports it
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

bool isQuiet(const SessionFacts &session)
{
    return session.heardAgoMs && session.timeoutMs && *session.heardAgoMs > *session.timeoutMs / 2;
}

QStringList fewNodesOf(const Knowledge &knowledge, SessionId session)
{
    constexpr qsizetype most = 64; // each of a queue's sessions is asked for at each reading
    const QStringList nodes = knowledge.ephemerals.value(session);
    return nodes.size() <= most ? nodes : QStringList();
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

namespace {

/// Takes those out that watch beside a node of their own: they may wait there. The watches are gone through once,
/// however many sessions there are.
void removeNeighbours(QSet<SessionId> &sessions, const Knowledge &knowledge)
{
    QHash<SessionId, QSet<QString>> homes;
    for (const SessionId session : std::as_const(sessions)) {
        for (const QString &node : knowledge.ephemerals.value(session))
            homes[session].insert(parentPath(node));
    }
    if (homes.isEmpty())
        return;
    for (auto watched = knowledge.watchers.cbegin(); watched != knowledge.watchers.cend(); ++watched) {
        const QString directory = parentPath(watched.key());
        for (const SessionId session : watched.value()) {
            const QSet<QString> *home = lookUp(std::as_const(homes), session);
            if (home && home->contains(directory))
                sessions.remove(session);
        }
    }
}

} // namespace

QSet<SessionId> treeWatchers(const Knowledge &knowledge)
{
    constexpr int enough = 5;
    if (!knowledge.allEphemerals)
        return {};
    QHash<SessionId, int> withDirectory; // nodes that a session watches together with their directories
    QSet<SessionId> found;
    for (auto watched = knowledge.watchers.cbegin(); watched != knowledge.watchers.cend(); ++watched) {
        const QList<SessionId> *above = lookUp(knowledge.watchers, parentPath(watched.key()));
        if (!above || watched.key() == "/"_L1)
            continue;
        for (const SessionId session : watched.value()) {
            if (above->contains(session) && ++withDirectory[session] == enough)
                found.insert(session);
        }
    }
    removeNeighbours(found, knowledge);
    return found;
}

ServerReading arranged(const Knowledge &knowledge, const QSet<SessionId> &ours)
{
    ServerReading reading{knowledge, ours + treeWatchers(knowledge)};
    for (auto watched = knowledge.watchers.cbegin(); watched != knowledge.watchers.cend(); ++watched) {
        QList<SessionId> sessions = watched.value();
        sessions.removeIf([&](SessionId session) { return reading.passedOver.contains(session); });
        if (!sessions.isEmpty())
            reading.watchers[parentPath(watched.key())].emplace_back(baseName(watched.key()), std::move(sessions));
    }
    for (auto &[directory, watchers] : reading.watchers)
        std::ranges::sort(watchers, {}, &Watchers::value_type::first);
    return reading;
}

QList<SessionId> watchersOf(const Watchers &watchers, const QString &name)
{
    const auto found = std::ranges::lower_bound(watchers, name, {}, &Watchers::value_type::first);
    return found != watchers.end() && found->first == name ? found->second : QList<SessionId>();
}

bool tellTheSame(const ServerReading &one, const ServerReading &other, const LockQueue &queue)
{
    const Knowledge &a = one.knowledge;
    const Knowledge &b = other.knowledge;
    const auto flags = [](const Knowledge &known) {
        return std::tuple(known.isEmpty(), known.allSessions, known.allConnections, known.allWatches,
                          known.deletesMovePzxid);
    };
    if (queue.hasLineOfItsOwn || flags(a) != flags(b) || one.passedOver != other.passedOver
        || a.watchers.value(queue.path) != b.watchers.value(queue.path)
        || watchersAt(one, queue.path) != watchersAt(other, queue.path))
        return false;
    return std::ranges::all_of(queue.contenders, [&](const Contender &contender) {
        if (!contender.node.stat)
            return true;
        const Zxid czxid = contender.node.stat->czxid;
        const SessionId owner = contender.node.owner();
        const SessionFacts *was = lookUp(a.sessions, owner);
        const SessionFacts *is = lookUp(b.sessions, owner);
        return isOvertaken(a, czxid) == isOvertaken(b, czxid) && !was == !is
               && fewNodesOf(a, owner) == fewNodesOf(b, owner)
               && (!was || (was->client.isEmpty() == is->client.isEmpty() && was->lastOperation == is->lastOperation));
    });
}

Watchers watchersIn(const ServerReading &reading, const LockQueue &queue)
{
    Watchers watchers = watchersAt(reading, queue.path);
    if (!queue.hasLineOfItsOwn)
        return watchers;
    QSet<QString> beginnings; // of names in other directories
    for (const Contender &contender : queue.contenders) {
        const qsizetype slash = contender.node.name.lastIndexOf(u'/');
        if (slash >= 0)
            beginnings.insert(contender.node.name.left(slash + 1));
    }
    for (const QString &beginning : std::as_const(beginnings)) {
        for (const auto &[name, sessions] : watchersAt(reading, joinPath(queue.path, beginning.chopped(1))))
            watchers.emplace_back(beginning + name, sessions);
    }
    std::ranges::sort(watchers, {}, &Watchers::value_type::first);
    return watchers;
}

bool showsLine(const LockQueue &queue, const Knowledge &knowledge)
{
    const QList<SessionId> ofDirectory = knowledge.watchers.value(queue.path);
    QSet<SessionId> before; // owners of nodes up to here
    SessionId owner;        // of the one right before
    SessionId writer;       // of the nearest one before that shares nothing
    bool isWaitedFor = false;
    QHash<SessionId, SessionId> awaited; // who watches a node, and whose
    for (const Contender &contender : queue.contenders) {
        for (const SessionId session : knowledge.watchers.value(queue.pathOf(contender))) {
            if (session == contender.node.owner() || awaited.contains(session) || before.contains(session))
                awaited[session] = {}; // its own, several, or a later one
            else
                awaited.insert(session, contender.node.owner());
        }
        before.insert(contender.node.owner());
    }
    before.clear();
    for (const Contender &contender : queue.contenders) {
        const SessionId session = contender.node.owner();
        if (!isContender(contender) || before.contains(session))
            continue;
        before.insert(session);
        const auto watched = awaited.constFind(session);
        const bool isReader = contender.parsed->mode == Mode::Shared; // it waits for no other one
        const SessionId expected = isReader ? writer : owner;
        if (watched != awaited.cend() && (watched->isNull() || *watched != expected || ofDirectory.contains(session)))
            return false;
        isWaitedFor = isWaitedFor || watched != awaited.cend();
        owner = session;
        writer = isReader ? writer : session;
    }
    return isWaitedFor;
}

} // namespace lockscope::locks
