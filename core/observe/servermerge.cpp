// SPDX-License-Identifier: Apache-2.0
#include "core/observe/servermerge.h"

#include "core/base/path.h"

#include <QSet>

#include <algorithm>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

bool leads(const ServerAnswers &server)
{
    return server.report.role == "leader"_L1 || server.report.role == "standalone"_L1;
}

/// Two addresses may lead to one server: it is counted once where servers tell who they are.
QString identity(const ServerAnswers &server)
{
    const qint64 id = server.report.serverId.value_or(0);
    return id > 0 ? QString::number(id) : server.report.address;
}

/// How many servers there are that clients can be connected to; nothing where nobody tells.
std::optional<int> serversAlive(const QList<ServerAnswers> &servers, const MergeContext &context)
{
    for (const ServerAnswers &server : servers) {
        if (server.report.role == "standalone"_L1)
            return 1;
        if (server.report.role == "leader"_L1 && server.learners)
            return *server.learners + 1; // those that are down hold no connection and no watch
    }
    return context.configured;
}

template<typename Told>
bool allTold(const QList<ServerAnswers> &servers, std::optional<int> alive, Told told)
{
    QSet<QString> tellers;
    for (const ServerAnswers &server : servers) {
        if (told(server))
            tellers.insert(identity(server));
    }
    return alive && tellers.size() >= *alive;
}

/// Those of which nobody tells where clients reach them.
void addUnknownServers(const QList<ServerAnswers> &servers, std::optional<int> alive,
                       QList<journal::ServerReport> &reports)
{
    QSet<QString> known;
    for (const ServerAnswers &server : servers)
        known.insert(identity(server));
    if (!alive || reports.isEmpty() || known.size() >= *alive)
        return;
    const auto unknown = *alive - known.size();
    reports.first().gaps += journal::ServerGap{
        unknown == 1 ? u"another server of the ensemble"_s : u"%1 further servers of the ensemble"_s.arg(unknown),
        u"nobody tells where clients reach them: name them in the connect string, or the URLs of their AdminServers"_s,
        {}};
}

/// A session that moved is still listed where it was until that connection's end is noticed: the younger one counts.
bool isYounger(const locks::SessionFacts &facts, const locks::SessionFacts &than)
{
    return than.server.isEmpty() || facts.establishedMs.value_or(0) > than.establishedMs.value_or(0);
}

void mergeConnections(const ServerAnswers &server, const MergeContext &context, locks::Knowledge &knowledge)
{
    const auto now = context.elapsedNow.constFind(server.report.address);
    for (const ToldConnection &told : *server.connections) {
        locks::SessionFacts facts = told.facts;
        facts.server = server.report.address;
        if (now != context.elapsedNow.cend() && told.answeredAtElapsedMs)
            facts.heardAgoMs = std::max<qint64>(0, *now - *told.answeredAtElapsedMs);
        locks::SessionFacts &known = knowledge.sessions[facts.id];
        if (isYounger(facts, known))
            known = facts;
    }
}

void mergeSessions(const ServerAnswers &server, const MergeContext &context, locks::Knowledge &knowledge)
{
    const auto now = context.elapsedNow.constFind(server.report.address);
    for (auto entry = server.sessions->cbegin(); entry != server.sessions->cend(); ++entry) {
        locks::SessionFacts &facts = knowledge.sessions[entry.key()];
        facts.id = entry.key();
        if (!facts.timeoutMs)
            facts.timeoutMs = entry->timeoutMs;
        if (now != context.elapsedNow.cend() && entry->expiresAtElapsedMs)
            facts.expiresInMs = std::max<qint64>(0, *entry->expiresAtElapsedMs - *now);
    }
}

void mergeWatchers(const ServerAnswers &server, const QString &chroot, locks::Knowledge &knowledge)
{
    for (auto entry = server.watchers->cbegin(); entry != server.watchers->cend(); ++entry) {
        const auto path = belowChroot(entry.key(), chroot);
        if (!path)
            continue;
        QList<SessionId> &sessions = knowledge.watchers[*path];
        for (const SessionId session : entry.value()) {
            if (!sessions.contains(session)) // two addresses of one server tell the same twice
                sessions += session;
        }
    }
}

void mergeEphemerals(const ServerAnswers &server, const QString &chroot, locks::Knowledge &knowledge)
{
    for (auto entry = server.ephemerals->cbegin(); entry != server.ephemerals->cend(); ++entry) {
        QStringList paths;
        for (const QString &absolute : entry.value()) {
            if (const auto path = belowChroot(absolute, chroot))
                paths += *path;
        }
        if (paths.isEmpty())
            continue;
        paths.sort();
        knowledge.ephemerals.insert(entry.key(), paths);
    }
}

/// What is replicated is taken from the one that leads, since it is never behind; else from whoever told it.
template<typename Told>
const ServerAnswers *bestOf(const QList<ServerAnswers> &servers, Told told)
{
    const ServerAnswers *best = nullptr;
    for (const ServerAnswers &server : servers) {
        if (told(server)
            && (best == nullptr || (leads(server) && !leads(*best))
                || (leads(server) == leads(*best) && server.report.zxid > best->report.zxid)))
            best = &server;
    }
    return best;
}

} // namespace

std::optional<QString> belowChroot(const QString &path, const QString &chroot)
{
    if (chroot.isEmpty())
        return path;
    if (path == chroot)
        return u"/"_s;
    if (!isAtOrBelow(path, chroot))
        return std::nullopt;
    return path.mid(chroot.size());
}

std::optional<qint64> elapsedAtLeast(const ServerAnswers &server)
{
    std::optional<qint64> least;
    const auto note = [&](qint64 elapsed) { least = std::max(least.value_or(elapsed), elapsed); };
    QHash<SessionId, int> timeouts;
    for (const ToldConnection &told : server.connections.value_or(QList<ToldConnection>())) {
        if (told.answeredAtElapsedMs)
            note(*told.answeredAtElapsedMs);
        if (told.facts.timeoutMs)
            timeouts.insert(told.facts.id, *told.facts.timeoutMs);
    }
    if (!server.sessions || !server.tickMs)
        return least;
    // When a session was last heard of, its expiry was set to one timeout later, rounded up to a tick.
    for (auto entry = server.sessions->cbegin(); entry != server.sessions->cend(); ++entry) {
        const auto timeout = timeouts.constFind(entry.key());
        if (entry->expiresAtElapsedMs && timeout != timeouts.cend())
            note(*entry->expiresAtElapsedMs - *timeout - *server.tickMs);
    }
    return least;
}

journal::ServersProbed mergeServers(const QList<ServerAnswers> &servers, const MergeContext &context)
{
    journal::ServersProbed probed;
    locks::Knowledge &knowledge = probed.knowledge;
    knowledge.askedAtNs = context.askedAtNs;
    knowledge.answeredAtNs = context.answeredAtNs;
    for (const ServerAnswers &server : servers) {
        probed.servers += server.report;
        if (server.connections)
            mergeConnections(server, context, knowledge);
        if (server.watchers)
            mergeWatchers(server, context.chroot, knowledge);
    }
    const auto tellsSessions = [](const ServerAnswers &server) { return server.sessions.has_value(); };
    const auto tellsEphemerals = [](const ServerAnswers &server) { return server.ephemerals.has_value(); };
    const auto tellsWatches = [](const ServerAnswers &server) { return server.watchers.has_value(); };
    const auto tellsConnections = [](const ServerAnswers &server) { return server.connections.has_value(); };
    if (const ServerAnswers *best = bestOf(servers, tellsSessions)) {
        mergeSessions(*best, context, knowledge);
        knowledge.allSessions = leads(*best); // one that is not there is over; a follower may not know it yet
    }
    if (const ServerAnswers *best = bestOf(servers, tellsEphemerals)) {
        mergeEphemerals(*best, context.chroot, knowledge);
        knowledge.allEphemerals = true;
    }
    const auto alive = serversAlive(servers, context);
    addUnknownServers(servers, alive, probed.servers);
    knowledge.allWatches = allTold(servers, alive, tellsWatches);
    knowledge.allConnections = allTold(servers, alive, tellsConnections);
    return probed;
}

} // namespace lockscope::observe
