// SPDX-License-Identifier: Apache-2.0
#include "core/observe/membership.h"

#include <algorithm>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

/// Ids are unique over servers and time: two ensembles share none.
QSet<SessionId> sessionsOf(const ServerAnswers &server)
{
    QSet<SessionId> sessions;
    for (const ReportedConnection &connection : server.connections.value_or(QList<ReportedConnection>()))
        sessions.insert(connection.facts.id);
    if (server.sessions) {
        for (auto entry = server.sessions->keyBegin(); entry != server.sessions->keyEnd(); ++entry)
            sessions.insert(*entry);
    }
    if (server.ephemerals) {
        for (auto entry = server.ephemerals->keyBegin(); entry != server.ephemerals->keyEnd(); ++entry)
            sessions.insert(*entry);
    }
    return sessions;
}

/// Not any address of this machine is any other: servers may have one each.
QString usualName(const QString &place)
{
    const QString host = place.section(u':', 0, -2).toLower();
    const bool isHere = host == "localhost"_L1 || host == "127.0.0.1"_L1 || host == "[::1]"_L1;
    return (isHere ? u"localhost"_s : host) + u':' + place.section(u':', -1);
}

bool isStandalone(const ServerAnswers &server)
{
    return server.report.role == "standalone"_L1;
}

quint64 epochOf(const ServerAnswers &server)
{
    return static_cast<quint64>(server.report.zxid.value) >> 32;
}

/// A list of all sessions without ours is not that of our ensemble, whatever else proves that the server is, or not
/// all.
bool lacksOurSessions(const ServerAnswers &server, const Belonging &known)
{
    return server.sessions && !server.sessionsCut && !known.ours.isEmpty()
           && std::none_of(known.ours.cbegin(), known.ours.cend(),
                           [&server](SessionId id) { return server.sessions->contains(id); });
}

/// Our session is on it, and its list has none of ours: what else is missing in it is not known.
bool lacksUs(const ServerAnswers &server, const Belonging &known)
{
    const auto isOurs = [&known](const ReportedConnection &connection) {
        return known.ours.contains(connection.facts.id);
    };
    return server.connections && !server.connectionsCut && !known.connectedTo.isEmpty()
           && usualName(server.report.address) == usualName(known.connectedTo)
           && std::none_of(server.connections->cbegin(), server.connections->cend(), isOurs);
}

class Members
{
public:
    Members(const QList<ServerAnswers> &servers, const Belonging &known)
        : m_servers(servers)
        , m_known(known)
        , m_sessions(known.ours)
    {
    }

    /// Of each server whether it is proven to be one.
    std::vector<bool> find()
    {
        std::vector<bool> proven(static_cast<size_t>(m_servers.size()), false);
        for (bool goesOn = true; goesOn;) { // what one reports may prove another
            goesOn = false;
            for (qsizetype i = 0; i < m_servers.size(); ++i) {
                if (proven[static_cast<size_t>(i)] || !isProven(m_servers[i]))
                    continue;
                proven[static_cast<size_t>(i)] = goesOn = true;
                m_sessions.unite(sessionsOf(m_servers[i]));
                if (!m_servers[i].report.zxid.isNull())
                    m_epochs.insert(epochOf(m_servers[i]));
            }
        }
        return proven;
    }

private:
    bool isProven(const ServerAnswers &server) const
    {
        const journal::ServerReport &report = server.report;
        if (!m_known.connectedTo.isEmpty()
            && ((m_known.named == 1 && m_servers.size() == 1)
                || usualName(report.address) == usualName(m_known.connectedTo)))
            return true;
        if (journal::isClickHouseKeeper(report))
            return false; // it counts sessions and transactions from 1, as all of its kind do: equal ones prove nothing
        if (m_sessions.intersects(sessionsOf(server)))
            return true;
        return report.serverId && m_known.configuredIds.contains(*report.serverId) && !isStandalone(server)
               && m_epochs.contains(epochOf(server));
    }

    const QList<ServerAnswers> &m_servers;
    const Belonging &m_known;
    QSet<SessionId> m_sessions; ///< ours, and all of proven servers
    QSet<quint64> m_epochs;     ///< of proven ones
};

} // namespace

QList<ServerAnswers> withoutStrangers(QList<ServerAnswers> servers, const Belonging &known)
{
    const std::vector<bool> proven = Members(servers, known).find();
    bool isEnsemble = known.configuredIds.size() > 1;
    bool isAlone = false; // the one that lists our connection
    for (qsizetype i = 0; i < servers.size(); ++i) {
        if (!proven[static_cast<size_t>(i)] || servers[i].report.role.isEmpty())
            continue;
        isEnsemble = isEnsemble || !isStandalone(servers[i]);
        isAlone = isAlone || (isStandalone(servers[i]) && sessionsOf(servers[i]).intersects(known.ours));
    }
    // Another address of that one would list it, too.
    const auto isAnother = [&known](const ServerAnswers &server) {
        return server.connections && !server.connectionsCut && !sessionsOf(server).intersects(known.ours);
    };
    for (qsizetype i = 0; i < servers.size(); ++i) {
        ServerAnswers &server = servers[i];
        if (proven[static_cast<size_t>(i)]) {
            if (lacksUs(server, known)) {
                server.connectionsCut = server.watchersCut = true; // its lists may be another server's
                server.report.gaps += journal::ServerGap{
                    Text::en("all of its clients"), Text::en("our own connection is missing in its list"), {}};
            }
            if (lacksOurSessions(server, known)) {
                server.sessionsCut = server.ephemeralsCut = true;
                server.report.gaps += journal::ServerGap{
                    Text::en("all sessions"), Text::en("our own session is missing in its list"), {}};
            }
            continue;
        }
        const bool isElsewhere = isAlone && !isEnsemble && isAnother(server);
        server.isMember = false;
        server.learners.reset();
        server.connections.reset();
        server.watchers.reset();
        server.ephemerals.reset();
        server.sessions.reset();
        if (!server.report.wordsAnswer && !server.report.adminAnswers) // it answered nothing
            continue;
        const Text doesNotCount = Text::en("what it reports of sessions and watches does not count");
        server.report.isStranger = isElsewhere || (isStandalone(server) && isEnsemble);
        if (server.report.isStranger && isStandalone(server)) {
            server.report.problem =
                Text::en("it is a server by itself, and none of this ensemble: %1").arg(doesNotCount);
        } else if (server.report.isStranger) {
            server.report.problem = Text::en("it is of another ensemble: %1").arg(doesNotCount);
        } else {
            const bool isKeeper = journal::isClickHouseKeeper(server.report); // no setting makes it report more
            server.report.gaps +=
                journal::ServerGap{Text::en("whether it is of this ensemble"),
                                   Text::en("nothing that it reports proves it, and %1").arg(doesNotCount),
                                   isKeeper ? Text() : Text::verbatim(wordsSetting)};
        }
    }
    return servers;
}

} // namespace lockscope::observe
