// SPDX-License-Identifier: Apache-2.0
#include "core/observe/adminreply.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

/// Above 2⁵³, so never through a double: Qt keeps a whole number of JSON as it is.
std::optional<qint64> wholeNumber(const QJsonValue &json)
{
    if (json.isDouble())
        return json.toInteger();
    bool ok = false; // some put quotes around what JavaScript would bend
    const qint64 number = json.toString().toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

std::optional<int> smallNumber(const QJsonValue &json)
{
    const auto number = wholeNumber(json);
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::optional<double> number(const QJsonValue &json)
{
    return json.isDouble() ? std::optional(json.toDouble()) : std::nullopt;
}

/// The keys of maps are texts: signed decimal numbers.
SessionId idFromKey(const QString &key)
{
    return SessionId{key.toLongLong()};
}

QStringList texts(const QJsonValue &json)
{
    QStringList list;
    const QJsonArray array = json.toArray();
    for (const QJsonValue text : array)
        list += text.toString();
    return list;
}

template<typename T>
void take(const std::optional<T> &told, std::optional<T> &into)
{
    if (told)
        into = told;
}

/// Milliseconds since the epoch; some versions write it as a text.
std::optional<qint64> instant(const QJsonValue &json)
{
    if (const auto ms = wholeNumber(json))
        return ms;
    const QDateTime time = QDateTime::fromString(json.toString(), Qt::ISODateWithMs);
    return time.isValid() ? std::optional(time.toMSecsSinceEpoch()) : std::nullopt;
}

void takeConnection(const QJsonObject &json, QList<ToldConnection> &into)
{
    const SessionId id{wholeNumber(json["session_id"_L1]).value_or(0)};
    if (id.isNull()) // connected, but not yet with a session
        return;
    ToldConnection told;
    told.facts.id = id;
    told.facts.client = json["remote_socket_address"_L1].toString();
    if (told.facts.client.startsWith(u'/'))
        told.facts.client.remove(0, 1);
    told.facts.timeoutMs = smallNumber(json["session_timeout"_L1]);
    told.facts.lastOperation = json["last_operation"_L1].toString();
    told.facts.establishedMs = instant(json["established"_L1]);
    told.facts.lastLatencyMs = wholeNumber(json["last_latency"_L1]);
    told.facts.maxLatencyMs = wholeNumber(json["max_latency"_L1]);
    told.facts.outstandingRequests = wholeNumber(json["outstanding_requests"_L1]);
    const qint64 answeredAt = wholeNumber(json["last_response_time"_L1]).value_or(0);
    if (answeredAt > 0)
        told.answeredAtElapsedMs = answeredAt;
    into += told;
}

/// "host:port", "[::1]:port" or "host" into its parts.
std::pair<QString, quint16> hostAndPort(const QString &text)
{
    const qsizetype colon = text.lastIndexOf(u':');
    const bool hasPort = colon > text.lastIndexOf(u']');
    QString host = hasPort ? text.left(colon) : text;
    if (host.startsWith(u'['))
        host = host.mid(1, host.size() - 2);
    return {host, hasPort ? static_cast<quint16>(text.mid(colon + 1).toUInt()) : quint16(0)};
}

bool isAnyAddress(const QString &host)
{
    return host == "0.0.0.0"_L1 || host == "::"_L1 || host == "0:0:0:0:0:0:0:0"_L1;
}

void takeClientAddress(const QString &text, ServerPlace &place)
{
    if (text.isEmpty())
        return;
    const bool portAlone = !text.contains(u':');
    const auto [host, port] = portAlone ? std::pair(QString(), static_cast<quint16>(text.toUInt())) : hostAndPort(text);
    place.clientPort = port;
    if (!isAnyAddress(host))
        place.clientHost = host;
}

/// The host of "host:port:port:role", where the host may be an IPv6 address in brackets.
QString leadingHost(const QString &text)
{
    if (text.startsWith(u'['))
        return text.mid(1, text.indexOf(u']') - 1);
    return text.left(text.indexOf(u':'));
}

} // namespace

Result<QJsonObject> readAdminReply(const QByteArray &body)
{
    const QJsonDocument document = QJsonDocument::fromJson(body);
    const QJsonObject reply = document.object();
    if (!reply.contains("command"_L1))
        return failure(ErrorCode::NotZooKeeper, u"admin"_s, {}, u"what answers there is no AdminServer"_s);
    const QJsonValue error = reply["error"_L1];
    if (!error.isNull() && !error.isUndefined())
        return failure(ErrorCode::Other, u"admin"_s, {}, error.toString());
    return reply;
}

void takeConfiguration(const QJsonObject &reply, ServerAnswers &answers)
{
    take(smallNumber(reply["client_port"_L1]), answers.clientPort);
    take(smallNumber(reply["secure_client_port"_L1]), answers.secureClientPort);
    take(smallNumber(reply["tick_time"_L1]), answers.tickMs);
    take(wholeNumber(reply["server_id"_L1]), answers.report.serverId);
}

void takeMonitor(const QJsonObject &reply, ServerAnswers &answers)
{
    journal::ServerReport &report = answers.report;
    if (reply.contains("version"_L1))
        report.version = reply["version"_L1].toString().section(u'-', 0, 0);
    if (reply.contains("server_state"_L1))
        report.role = reply["server_state"_L1].toString();
    take(number(reply["avg_latency"_L1]), report.averageLatencyMs);
    take(number(reply["max_latency"_L1]), report.maxLatencyMs);
    take(wholeNumber(reply["num_alive_connections"_L1]), report.connections);
    take(wholeNumber(reply["outstanding_requests"_L1]), report.outstanding);
    take(wholeNumber(reply["znode_count"_L1]), report.nodes);
    take(wholeNumber(reply["watch_count"_L1]), report.watches);
    take(wholeNumber(reply["global_sessions"_L1]), report.sessions);
    take(wholeNumber(reply["uptime"_L1]), report.uptimeMs);
    take(smallNumber(reply["followers"_L1]), answers.learners); // 3.5 calls them so
    take(smallNumber(reply["learners"_L1]), answers.learners);
}

void takeServerStats(const QJsonObject &reply, ServerAnswers &answers)
{
    journal::ServerReport &report = answers.report;
    const QJsonObject stats = reply["server_stats"_L1].toObject();
    if (reply.contains("version"_L1))
        report.version = reply["version"_L1].toString().section(u'-', 0, 0);
    if (stats.contains("server_state"_L1))
        report.role = stats["server_state"_L1].toString();
    take(number(stats["avg_latency"_L1]), report.averageLatencyMs);
    take(number(stats["max_latency"_L1]), report.maxLatencyMs);
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
    QList<ToldConnection> &told = answers.connections.emplace();
    for (const auto key : {"connections"_L1, "secure_connections"_L1}) {
        const QJsonArray array = reply[key].toArray();
        for (const QJsonValue connection : array)
            takeConnection(connection.toObject(), told);
    }
}

void takeDump(const QJsonObject &reply, ServerAnswers &answers)
{
    if (reply.contains("session_id_to_ephemeral_paths"_L1)) {
        auto &told = answers.ephemerals.emplace();
        const QJsonObject byId = reply["session_id_to_ephemeral_paths"_L1].toObject();
        for (auto entry = byId.constBegin(); entry != byId.constEnd(); ++entry)
            told.insert(idFromKey(entry.key()), texts(entry.value()));
    }
    const QJsonObject byTime = reply["expiry_time_to_session_ids"_L1].toObject();
    if (byTime.isEmpty()) // a follower, whatever it is connected to
        return;
    auto &told = answers.sessions.emplace();
    for (auto entry = byTime.constBegin(); entry != byTime.constEnd(); ++entry) {
        const QJsonArray ids = entry.value().toArray();
        for (const QJsonValue id : ids)
            told[SessionId{wholeNumber(id).value_or(0)}].expiresAtElapsedMs = entry.key().toLongLong();
    }
}

void takeWatches(const QJsonObject &reply, ServerAnswers &answers)
{
    if (!reply.contains("session_id_to_watched_paths"_L1))
        return;
    auto &told = answers.watchers.emplace();
    const QJsonObject byId = reply["session_id_to_watched_paths"_L1].toObject();
    for (auto entry = byId.constBegin(); entry != byId.constEnd(); ++entry) {
        for (const QString &path : texts(entry.value()))
            told[path] += idFromKey(entry.key());
    }
}

QList<ServerPlace> votingView(const QJsonObject &reply)
{
    QList<ServerPlace> places;
    const QJsonObject byId = reply["current_config"_L1].toObject();
    for (auto entry = byId.constBegin(); entry != byId.constEnd(); ++entry) {
        const QJsonObject server = entry.value().toObject();
        ServerPlace place;
        place.host = hostAndPort(texts(server["server_addresses"_L1]).value(0)).first;
        takeClientAddress(server["client_address"_L1].toString(), place);
        places += place;
    }
    return places;
}

QList<ServerPlace> configuredServers(const QByteArray &configuration)
{
    // server.1=host:2888:3888[:role][;[client host:]2181], several addresses of one server apart by |
    QList<ServerPlace> places;
    const QStringList lines = QString::fromUtf8(configuration).split(u'\n');
    for (const QString &line : lines) {
        if (!line.startsWith("server."_L1))
            continue;
        const QString server = line.section(u'=', 1).trimmed();
        ServerPlace place;
        place.host = leadingHost(server.section(u'|', 0, 0).section(u';', 0, 0));
        takeClientAddress(server.section(u';', 1), place);
        places += place;
    }
    return places;
}

} // namespace lockscope::observe
