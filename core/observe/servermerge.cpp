// SPDX-License-Identifier: Apache-2.0
#include "core/observe/servermerge.h"

#include "core/base/path.h"

#include <QSet>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

bool leads(const ServerAnswers &server)
{
    return server.report.role == "leader"_L1 || server.report.role == "standalone"_L1;
}

// ---- which of them are one server ----

// Two addresses may lead to one server. Its id is known where `conf` or its AdminServer answers; elsewhere connections
// prove it, since each ends at one server.

QSet<QPair<SessionId, QString>> connectionsOf(const ServerAnswers &server)
{
    QSet<QPair<SessionId, QString>> connections;
    for (const ReportedConnection &connection : server.connections.value_or(QList<ReportedConnection>()))
        connections.insert({connection.facts.id, connection.facts.client});
    return connections;
}

QSet<SessionId> connectedTo(const ServerAnswers &server)
{
    QSet<SessionId> sessions;
    for (const ReportedConnection &connection : server.connections.value_or(QList<ReportedConnection>()))
        sessions.insert(connection.facts.id);
    return sessions;
}

/// A client of \a one was there already when the newest client of \a other came. If both are one server, and the
/// list of \a other is the earlier one, this client would be in both.
bool outlasts(const ServerAnswers &one, const ServerAnswers &other)
{
    const auto established = [](const ReportedConnection &connection) { return connection.facts.establishedMs; };
    const QList<ReportedConnection> others = other.connections.value_or(QList<ReportedConnection>());
    const auto newest = std::ranges::max_element(others, {}, established);
    if (newest == others.end() || !newest->facts.establishedMs)
        return false;
    const QList<ReportedConnection> ours = one.connections.value_or(QList<ReportedConnection>());
    return std::ranges::any_of(ours, [&](const ReportedConnection &connection) {
        return connection.facts.establishedMs && *connection.facts.establishedMs < *newest->facts.establishedMs;
    });
}

qint64 idOf(const ServerAnswers &server)
{
    return server.report.serverId.value_or(0); // a standalone one has 0
}

/// Proven to be one server.
bool areSame(const ServerAnswers &one, const ServerAnswers &other)
{
    if (one.report.address == other.report.address)
        return true;
    if (idOf(one) > 0 && idOf(other) > 0)
        return idOf(one) == idOf(other);
    return connectionsOf(one).intersects(connectionsOf(other));
}

/// Proven to be two.
bool areTwo(const ServerAnswers &one, const ServerAnswers &other)
{
    if (areSame(one, other))
        return false;
    if (idOf(one) > 0 && idOf(other) > 0)
        return true;
    if (one.connectionsCut || other.connectionsCut)
        return false; // what both list may be missing in both
    // A session that is at both may have moved, or come back to the one.
    return !connectedTo(one).intersects(connectedTo(other)) && outlasts(one, other) && outlasts(other, one);
}

using Servers = std::vector<const ServerAnswers *>;

/// Those of \a servers of which \a isBeside(one, other) holds for each that was taken before.
template<typename IsBeside>
Servers takenBeside(const Servers &servers, IsBeside isBeside)
{
    Servers taken;
    for (const ServerAnswers *server : servers) {
        if (std::ranges::all_of(taken, [&](const ServerAnswers *known) { return isBeside(*server, *known); }))
            taken.push_back(server);
    }
    return taken;
}

Servers provenDifferent(const Servers &servers)
{
    return takenBeside(servers, areTwo);
}

/// \a servers without addresses that are proven to lead to another one of them.
Servers withoutDouble(const Servers &servers)
{
    return takenBeside(servers, std::not_fn(areSame));
}

template<typename Wanted>
Servers serversWhere(const QList<ServerAnswers> &servers, Wanted isWanted)
{
    Servers found;
    for (const ServerAnswers &server : servers) {
        if (isWanted(server))
            found.push_back(&server);
    }
    return found;
}

// ---- how many there are, and who leads ----

/// More than one where one of them has lost the others and does not know it yet, or where nothing proves that two
/// addresses are one server's.
Servers leadersOf(const QList<ServerAnswers> &servers)
{
    return withoutDouble(serversWhere(
        servers, [](const ServerAnswers &server) { return server.isMember && server.report.role == "leader"_L1; }));
}

/// Observers that followers feed, each for itself; nothing where one does not say how many.
std::optional<int> observersOfFollowers(const Servers &members)
{
    int sum = 0;
    for (const ServerAnswers *server : members) {
        if (server->report.role != "follower"_L1)
            continue;
        if (!server->report.watches) // its figures were not read
            return std::nullopt;
        sum += server->ownObservers.value_or(0);
    }
    return sum;
}

/// The number of servers that clients can be connected to; nothing where no answer has it, or other answers contradict
/// it.
std::optional<int> serversAlive(const QList<ServerAnswers> &servers, const Servers &leaders,
                                const MergeContext &context)
{
    const Servers members = serversWhere(
        servers, [](const ServerAnswers &server) { return server.isMember && !server.report.role.isEmpty(); });
    const auto alone =
        std::ranges::count_if(members, [](const auto *server) { return server->report.role == "standalone"_L1; });
    if (leaders.size() > 1 || (alone > 0 && alone < std::ssize(members)))
        return std::nullopt;
    std::optional<int> alive = context.configured;
    if (alone > 0)
        alive = 1;
    else if (!leaders.empty() && leaders.front()->learners) {
        const auto others = observersOfFollowers(members);
        if (!others)
            return std::nullopt;
        alive = *leaders.front()->learners + 1 + *others; // a server that is down holds no connection and no watch
    }
    return alive && std::ssize(provenDifferent(members)) > *alive ? std::nullopt : alive;
}

template<typename Reported>
bool allReported(const QList<ServerAnswers> &servers, std::optional<int> alive,
                 std::optional<Reported> ServerAnswers::*part, bool ServerAnswers::*cut)
{
    const Servers tellers =
        serversWhere(servers, [&](const ServerAnswers &server) { return server.*part && !(server.*cut); });
    return alive && std::ssize(provenDifferent(tellers)) >= *alive;
}

void addLeaders(const Servers &leaders, QList<journal::ServerReport> &reports)
{
    if (leaders.size() < 2)
        return;
    QStringList addresses;
    for (const ServerAnswers *leader : leaders)
        addresses += leader->report.address;
    for (journal::ServerReport &report : reports) {
        if (!addresses.contains(report.address))
            continue;
        QStringList others = addresses;
        others.removeAll(report.address);
        report.gaps += journal::ServerGap{
            Text::en("which server leads"),
            Text::en("%1 says so as well; one of them may have lost the others").arg(others.join(", "_L1)),
            {}};
    }
}

/// Of the servers that an AdminServer lists so many are named: it may list what it likes.
constexpr qsizetype mostNotAskedShown = 3;
constexpr qsizetype longestNotAskedShown = 60;

Text whyUnknown(const QStringList &notAsked)
{
    if (notAsked.isEmpty())
        return Text::en("nothing says where clients reach them: name them in the connect string, or the URLs of their "
                        "AdminServers");
    QStringList names;
    for (const QString &name : notAsked.first(std::min(mostNotAskedShown, notAsked.size())))
        names += name.size() > longestNotAskedShown ? name.left(longestNotAskedShown) + u'…' : name;
    if (notAsked.size() > mostNotAskedShown)
        names += u"…"_s;
    return Text::en("an AdminServer alone names them, so they are not asked (%1): name them in the connect string, or "
                    "the URLs of their AdminServers")
        .arg(names.join(", "_L1));
}

bool isReached(const ServerAnswers &server)
{
    return !server.report.role.isEmpty() && server.report.problem.isEmpty();
}

/// Servers of which no client address is known, or only from an AdminServer, which is not enough to ask them.
void addUnknownServers(const QList<ServerAnswers> &servers, std::optional<int> alive, const QStringList &notAsked,
                       QList<journal::ServerReport> &reports)
{
    const Servers known = withoutDouble(serversWhere(servers, [](const ServerAnswers &server) {
        return server.isMember || isReached(server); // of servers whose word does not count that is said already
    }));
    const auto unknown = std::max<qsizetype>(alive.value_or(0) - std::ssize(known), notAsked.size());
    if (reports.isEmpty() || unknown <= 0)
        return;
    reports.first().gaps +=
        journal::ServerGap{unknown == 1 ? Text::en("another server of the ensemble")
                                        : Text::counted("%n further servers of the ensemble", unknown),
                           whyUnknown(notAsked),
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
    for (const ReportedConnection &connection : *server.connections) {
        locks::SessionFacts facts = connection.facts;
        facts.server = server.report.address;
        if (now != context.elapsedNow.cend() && connection.answeredAtElapsedMs)
            facts.heardAgoMs = std::max<qint64>(0, *now - *connection.answeredAtElapsedMs);
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

/// \a path below \a chroot, as a connection with that chroot sees it; nothing for a path beside it.
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

void mergeWatchers(const ServerAnswers &server, const QString &chroot, locks::Knowledge &knowledge)
{
    for (auto entry = server.watchers->cbegin(); entry != server.watchers->cend(); ++entry) {
        const auto path = belowChroot(entry.key(), chroot);
        if (!path)
            continue;
        QList<SessionId> &sessions = knowledge.watchers[*path];
        QSet<SessionId> known(sessions.cbegin(), sessions.cend());
        for (const SessionId session : entry.value()) {
            if (known.contains(session)) // two addresses of one server list the same twice
                continue;
            known.insert(session);
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

/// What is replicated is taken from the leader, since it is never behind; else from the newest server that has it.
template<typename Reported>
const ServerAnswers *bestOf(const QList<ServerAnswers> &servers, std::optional<Reported> ServerAnswers::*part)
{
    const ServerAnswers *best = nullptr;
    for (const ServerAnswers &server : servers) {
        if (server.*part
            && (best == nullptr || (leads(server) && !leads(*best))
                || (leads(server) == leads(*best) && server.report.zxid > best->report.zxid)))
            best = &server;
    }
    return best;
}

} // namespace

std::optional<qint64> elapsedAtLeast(const ServerAnswers &server)
{
    std::optional<qint64> least;
    const auto note = [&](qint64 elapsed) { least = std::max(least.value_or(elapsed), elapsed); };
    QHash<SessionId, int> timeouts;
    for (const ReportedConnection &connection : server.connections.value_or(QList<ReportedConnection>())) {
        if (connection.answeredAtElapsedMs)
            note(*connection.answeredAtElapsedMs);
        if (connection.facts.timeoutMs)
            timeouts.insert(connection.facts.id, *connection.facts.timeoutMs);
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
    knowledge.connectionsAlone = context.scope == Scope::Connections;
    // Servers may know one another by names that only they know (Docker): where as many were reached as there are, such
    // a name is that of one of them. Only what is shown depends on it.
    const bool areAllReached =
        context.configured && std::ssize(withoutDouble(serversWhere(servers, isReached))) >= *context.configured;
    for (const ServerAnswers &server : servers) {
        if (!areAllReached || !server.isUnknownHere)
            probed.servers += server.report;
        if (journal::isClickHouseKeeper(server.report))
            knowledge.deletesMovePzxid = false;
        if (server.connections)
            mergeConnections(server, context, knowledge);
        if (server.connections && !server.report.zxid.isNull()
            && (knowledge.zxid.isNull() || server.report.zxid < knowledge.zxid))
            knowledge.zxid = server.report.zxid;
        if (server.watchers && !knowledge.connectionsAlone)
            mergeWatchers(server, context.chroot, knowledge);
    }
    const Servers leaders = leadersOf(servers);
    const auto alive = serversAlive(servers, leaders, context);
    knowledge.allConnections = allReported(servers, alive, &ServerAnswers::connections, &ServerAnswers::connectionsCut);
    if (knowledge.connectionsAlone)
        return probed;
    if (const ServerAnswers *best = bestOf(servers, &ServerAnswers::sessions)) {
        mergeSessions(*best, context, knowledge);
        // One that is not there is over; a follower may not know it yet, nor one that only believes that it leads.
        knowledge.allSessions = leads(*best) && leaders.size() < 2 && !best->sessionsCut;
    }
    if (const ServerAnswers *best = bestOf(servers, &ServerAnswers::ephemerals)) {
        mergeEphemerals(*best, context.chroot, knowledge);
        knowledge.allEphemerals = !best->ephemeralsCut;
    }
    addUnknownServers(servers, alive, context.notAsked, probed.servers);
    addLeaders(leaders, probed.servers);
    knowledge.allWatches = allReported(servers, alive, &ServerAnswers::watchers, &ServerAnswers::watchersCut);
    return probed;
}

} // namespace lockscope::observe
