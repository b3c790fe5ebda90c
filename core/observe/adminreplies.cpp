// SPDX-License-Identifier: Apache-2.0
#include "core/observe/adminreplies.h"

#include "core/observe/replyvalues.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

/// The keys of maps are texts: signed decimal numbers. Null for another text, which is no session's.
SessionId idFromKey(const QString &key)
{
    return SessionId{key.toLongLong()};
}

/// The paths of one session, as far as there is room beside the \a count of those before.
QStringList pathsIn(const QJsonValue &list, qsizetype &count, bool &cut)
{
    QStringList paths;
    cut = cut || !list.isArray();
    const QJsonArray array = list.toArray();
    for (const QJsonValue path : array) {
        if (!hasRoom(count, cut))
            break;
        ++count;
        cut = cut || !path.isString();
        paths += path.toString();
    }
    return paths;
}

} // namespace

Result<QJsonObject> readAdminReply(const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    const QJsonObject reply = document.object();
    if (!reply.contains("command"_L1))
        return failure(ErrorCode::NotZooKeeper, u"admin"_s, {}, Text::en("what answers there is no AdminServer"));
    const QJsonValue error = reply["error"_L1];
    if (!error.isNull() && !error.isUndefined())
        return failure(ErrorCode::Other, u"admin"_s, {}, Text::verbatim(error.toString()));
    return reply;
}

void takeConfiguration(const QJsonObject &reply, ServerAnswers &answers)
{
    take(wholeNumber(reply["client_port"_L1]), answers.clientPort);
    take(wholeNumber(reply["secure_client_port"_L1]), answers.secureClientPort);
    answers.tellsPorts = true;
    take(wholeNumber(reply["tick_time"_L1]), answers.tickMs);
    take(wholeNumber(reply["server_id"_L1]), answers.report.serverId);
}

void takeMonitor(const QJsonObject &reply, ServerAnswers &answers)
{
    journal::ServerReport &report = answers.report;
    if (const QString version = reply["version"_L1].toString(); !version.isEmpty())
        report.version = versionNumber(version);
    if (const QString role = reply["server_state"_L1].toString(); !role.isEmpty())
        report.role = role;
    take(decimalNumber(reply["avg_latency"_L1]), report.averageLatencyMs);
    take(decimalNumber(reply["max_latency"_L1]), report.maxLatencyMs);
    take(wholeNumber(reply["num_alive_connections"_L1]), report.connections);
    take(wholeNumber(reply["outstanding_requests"_L1]), report.outstanding);
    take(wholeNumber(reply["znode_count"_L1]), report.nodes);
    take(wholeNumber(reply["watch_count"_L1]), report.watches);
    take(wholeNumber(reply["global_sessions"_L1]), report.sessions);
    take(wholeNumber(reply["uptime"_L1]), report.uptimeMs);
    take(wholeNumber(reply["followers"_L1]), answers.learners); // 3.4 and 3.5 call them so
    take(wholeNumber(reply["learners"_L1]), answers.learners);
    take(wholeNumber(reply["synced_observers"_L1]), answers.ownObservers);
}

void takeServerStats(const QJsonObject &reply, ServerAnswers &answers)
{
    journal::ServerReport &report = answers.report;
    const QJsonObject stats = reply["server_stats"_L1].toObject();
    if (reply.contains("version"_L1))
        report.version = versionNumber(reply["version"_L1].toString());
    if (stats.contains("server_state"_L1))
        report.role = stats["server_state"_L1].toString();
    take(decimalNumber(stats["avg_latency"_L1]), report.averageLatencyMs);
    take(decimalNumber(stats["max_latency"_L1]), report.maxLatencyMs);
    take(wholeNumber(stats["num_alive_client_connections"_L1]), report.connections);
    take(wholeNumber(stats["outstanding_requests"_L1]), report.outstanding);
    take(wholeNumber(stats["uptime"_L1]), report.uptimeMs);
    take(wholeNumber(reply["node_count"_L1]), report.nodes);
    if (const auto zxid = wholeNumber(stats["last_processed_zxid"_L1]))
        report.zxid = Zxid{*zxid};
}

void takeConnections(const QJsonObject &reply, ServerAnswers &answers)
{
    if (!reply.contains("connections"_L1))
        return;
    QList<ReportedConnection> &connections = answers.connections.emplace();
    LinesRead lines;
    for (const auto key : {"connections"_L1, "secure_connections"_L1}) {
        const QJsonArray array = reply[key].toArray();
        for (const QJsonValue connection : array) {
            if (!hasRoom(connections.size(), answers.connectionsCut))
                return;
            const auto id = wholeNumber(connection["session_id"_L1]);
            lines.note(id
                       && takeConnection(
                           SessionId{*id}, connection["remote_socket_address"_L1].toString(), connection.toObject(),
                           {"session_timeout"_L1, "last_operation"_L1, "established"_L1, "last_latency"_L1,
                            "max_latency"_L1, "outstanding_requests"_L1, "last_response_time"_L1},
                           connections));
        }
    }
    answers.areOfOnePort = answers.clientPort.value_or(0) > 0 && answers.secureClientPort.value_or(0) > 0
                           && !reply.contains("secure_connections"_L1); // as before 3.6
    answers.connectionsCut = answers.connectionsCut || !lines.tellAll() || answers.areOfOnePort
                             || areFewerThanCounted(lines.all, answers.report);
    if (lines.tellNothing())
        answers.connections.reset();
}

void takeDump(const QJsonObject &reply, ServerAnswers &answers)
{
    if (reply.contains("session_id_to_ephemeral_paths"_L1)) {
        auto &ephemerals = answers.ephemerals.emplace();
        qsizetype count = 0;
        const QJsonObject byId = reply["session_id_to_ephemeral_paths"_L1].toObject();
        for (auto entry = byId.constBegin(); entry != byId.constEnd(); ++entry) {
            const SessionId id = idFromKey(entry.key());
            if (!id.isNull())
                ephemerals[id] = pathsIn(*entry, count, answers.ephemeralsCut);
            answers.ephemeralsCut = answers.ephemeralsCut || id.isNull();
            if (answers.ephemeralsCut)
                break;
        }
        if (ephemerals.isEmpty() && !byId.isEmpty())
            answers.ephemerals.reset();
    }
    const QJsonObject byTime = reply["expiry_time_to_session_ids"_L1].toObject();
    if (byTime.isEmpty()) // a follower, whatever it is connected to
        return;
    auto &sessions = answers.sessions.emplace();
    for (auto entry = byTime.constBegin(); entry != byTime.constEnd(); ++entry) {
        const QJsonArray ids = entry.value().toArray();
        answers.sessionsCut = answers.sessionsCut || !entry.value().isArray();
        for (const QJsonValue number : ids) {
            const auto id = wholeNumber(number).value_or(0);
            answers.sessionsCut = answers.sessionsCut || id == 0;
            if (id != 0 && hasRoom(sessions.size(), answers.sessionsCut))
                sessions[SessionId{id}].expiresAtElapsedMs = entry.key().toLongLong();
        }
    }
    if (sessions.isEmpty())
        answers.sessions.reset();
}

void takeWatches(const QJsonObject &reply, ServerAnswers &answers)
{
    if (!reply.contains("session_id_to_watched_paths"_L1))
        return;
    auto &watchers = answers.watchers.emplace();
    qsizetype count = 0;
    const QJsonObject byId = reply["session_id_to_watched_paths"_L1].toObject();
    for (auto entry = byId.constBegin(); entry != byId.constEnd(); ++entry) {
        const SessionId id = idFromKey(entry.key());
        if (id.isNull()) {
            answers.watchersCut = true;
            continue;
        }
        const QStringList paths = pathsIn(*entry, count, answers.watchersCut);
        for (const QString &path : paths)
            watchers[path] += id;
        if (answers.watchersCut)
            break;
    }
    if (watchers.isEmpty() && !byId.isEmpty())
        answers.watchers.reset();
}

} // namespace lockscope::observe
