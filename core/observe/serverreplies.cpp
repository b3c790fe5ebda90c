// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverreplies.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

// ---- values in JSON and in text ----

/// Above 2⁵³, so never through a double: Qt keeps a whole number of JSON as it is.
std::optional<qint64> wholeNumber(const QJsonValue &json)
{
    if (json.isDouble())
        return json.toInteger();
    bool ok = false; // some put quotes around what JavaScript would bend
    const qint64 number = json.toString().toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

std::optional<double> decimalNumber(const QJsonValue &json)
{
    return json.isDouble() ? std::optional(json.toDouble()) : std::nullopt;
}

std::optional<qint64> wholeNumber(const QString &text)
{
    bool ok = false;
    const qint64 number = text.toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

std::optional<double> decimalNumber(const QString &text)
{
    bool ok = false;
    const double number = text.toDouble(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

template<typename To, typename From>
void take(const std::optional<From> &told, std::optional<To> &into)
{
    if (told)
        into = static_cast<To>(*told);
}

/// "Zookeeper version: 3.8.0-…" and "3.4.14-4c25d48…, built on" alike.
QString versionNumber(const QString &text)
{
    return text.section(u'-', 0, 0).section(u',', 0, 0).trimmed();
}

QString textOf(const QString &text)
{
    return text;
}

QString textOf(const QJsonValue &json)
{
    return json.toString();
}

/// What `monitor` tells, and `mntr` with "zk_" before each key. \a told: the value of a key, empty where there is none.
template<typename Told>
void takeFigures(Told told, ServerAnswers &answers)
{
    journal::ServerReport &report = answers.report;
    if (const QString version = textOf(told("version"_L1)); !version.isEmpty())
        report.version = versionNumber(version);
    if (const QString role = textOf(told("server_state"_L1)); !role.isEmpty())
        report.role = role;
    take(decimalNumber(told("avg_latency"_L1)), report.averageLatencyMs);
    take(decimalNumber(told("max_latency"_L1)), report.maxLatencyMs);
    take(wholeNumber(told("num_alive_connections"_L1)), report.connections);
    take(wholeNumber(told("outstanding_requests"_L1)), report.outstanding);
    take(wholeNumber(told("znode_count"_L1)), report.nodes);
    take(wholeNumber(told("watch_count"_L1)), report.watches);
    take(wholeNumber(told("global_sessions"_L1)), report.sessions);
    take(wholeNumber(told("uptime"_L1)), report.uptimeMs);
    take(wholeNumber(told("followers"_L1)), answers.learners); // 3.4 and 3.5 call them so
    take(wholeNumber(told("learners"_L1)), answers.learners);
}

// ---- JSON ----

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
    take(wholeNumber(json["session_timeout"_L1]), told.facts.timeoutMs);
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

// ---- text ----

/// "0x1000026304b0000"; without "0x" where a version leaves it out. 64 bits, so the greatest are negative.
SessionId idFromHex(QStringView text)
{
    if (text.startsWith("0x"_L1))
        text = text.mid(2);
    return SessionId{static_cast<qint64>(text.toULongLong(nullptr, 16))};
}

/// The values of the "key<separator>value" lines.
QHash<QString, QString> pairs(const QString &answer, QChar separator)
{
    QHash<QString, QString> values;
    const QStringList lines = answer.split(u'\n');
    for (const QString &line : lines) {
        const qsizetype at = line.indexOf(separator);
        if (at > 0)
            values.insert(line.left(at).trimmed(), line.mid(at + 1).trimmed());
    }
    return values;
}

/// One line of `cons`: " /10.0.0.7:52734[1](queued=0,recved=13,sent=13,sid=0x1…,lop=GETD,…)".
void takeConsLine(const QString &line, QList<ToldConnection> &into)
{
    const qsizetype details = line.lastIndexOf(u'(');
    const qsizetype interest = line.lastIndexOf(u'[', details);
    if (details < 0 || interest < 0)
        return;
    QHash<QString, QString> values;
    const QStringList parts = line.mid(details + 1, line.lastIndexOf(u')') - details - 1).split(u',');
    for (const QString &part : parts)
        values.insert(part.section(u'=', 0, 0), part.section(u'=', 1));
    const SessionId id = idFromHex(values.value(u"sid"_s));
    if (id.isNull()) // a connection without a session: this very question, for one
        return;
    ToldConnection told;
    told.facts.id = id;
    told.facts.client = line.left(interest).trimmed();
    told.facts.client =
        told.facts.client.mid(told.facts.client.indexOf(u'/') + 1); // "name/1.2.3.4:5" where it is known
    told.facts.lastOperation = values.value(u"lop"_s);
    take(wholeNumber(values.value(u"to"_s)), told.facts.timeoutMs);
    take(wholeNumber(values.value(u"est"_s)), told.facts.establishedMs);
    take(wholeNumber(values.value(u"llat"_s)), told.facts.lastLatencyMs);
    take(wholeNumber(values.value(u"maxlat"_s)), told.facts.maxLatencyMs);
    take(wholeNumber(values.value(u"queued"_s)), told.facts.outstandingRequests);
    const qint64 answeredAt = wholeNumber(values.value(u"lresp"_s)).value_or(0);
    if (answeredAt > 0)
        told.answeredAtElapsedMs = answeredAt;
    into += told;
}

/// Reads `dump` line by line; each heading says what the lines below it are.
class DumpReader
{
public:
    explicit DumpReader(ServerAnswers &answers)
        : m_answers(answers)
    {
    }

    void read(const QString &line)
    {
        if (startsPart(line) || m_part == Part::Other)
            return;
        const QString text = line.trimmed();
        if (m_part == Part::Ephemerals)
            readEphemeral(line, text);
        else if (text.startsWith("0x"_L1))
            readSession(text);
    }

private:
    enum class Part { Other, Sessions, Ephemerals };

    bool startsPart(const QString &line)
    {
        if (line.startsWith("Session Sets"_L1) || line.startsWith("Global Sessions"_L1)) {
            m_part = Part::Sessions;
            if (!m_answers.sessions)
                m_answers.sessions.emplace();
        } else if (line.startsWith("Local Sessions"_L1)) {
            m_part = Part::Sessions; // they are alive too, if on that server alone
        } else if (line.startsWith("ephemeral nodes dump"_L1) || line.startsWith("Sessions with Ephemerals"_L1)) {
            m_part = Part::Ephemerals;
            if (!m_answers.ephemerals)
                m_answers.ephemerals.emplace();
        } else if (line.startsWith("Connections dump"_L1) || line.startsWith("SessionTracker dump"_L1)) {
            m_part = Part::Other;
        } else {
            return false;
        }
        return true;
    }

    void readSession(const QString &text)
    {
        // "0x1…", and "0x1…\t10000ms" on a follower. Its expiry stands above as a date of no use: it is counted from
        // another beginning than the wall clock's, and to the second.
        if (!m_answers.sessions)
            m_answers.sessions.emplace();
        ToldSession &session = (*m_answers.sessions)[idFromHex(text.section(u'\t', 0, 0))];
        const QString timeout = text.section(u'\t', 1);
        if (timeout.endsWith("ms"_L1))
            take(wholeNumber(timeout.chopped(2)), session.timeoutMs);
    }

    void readEphemeral(const QString &line, const QString &text)
    {
        if (line.startsWith("0x"_L1) && line.endsWith(u':'))
            m_owner = idFromHex(QStringView(text).chopped(1));
        else if (line.startsWith(u'\t') && !m_owner.isNull())
            (*m_answers.ephemerals)[m_owner] += line.mid(1); // a name may end in a space
    }

    ServerAnswers &m_answers;
    Part m_part = Part::Other;
    SessionId m_owner;
};

} // namespace

// ---- an AdminServer's replies ----

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
    take(wholeNumber(reply["tick_time"_L1]), answers.tickMs);
    take(wholeNumber(reply["server_id"_L1]), answers.report.serverId);
}

void takeMonitor(const QJsonObject &reply, ServerAnswers &answers)
{
    takeFigures([&reply](QLatin1StringView key) { return reply[key]; }, answers);
}

void takeServerStats(const QJsonObject &reply, ServerAnswers &answers)
{
    journal::ServerReport &report = answers.report;
    const QJsonObject stats = reply["server_stats"_L1].toObject();
    if (reply.contains("version"_L1))
        report.version = reply["version"_L1].toString().section(u'-', 0, 0);
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

// ---- answers to four-letter words ----

Result<QString> readWordAnswer(const QByteArray &answer)
{
    const QString text = QString::fromUtf8(answer);
    if (text.isEmpty()) // not even the newline that stands for nothing to tell
        return failure(ErrorCode::NotConnected, u"word"_s, {}, Text::en("its client port says nothing"));
    if (text.contains("is not executed because it is not in the whitelist"_L1))
        return failure(ErrorCode::NoAuth, u"word"_s, {}, Text::en("it is not on the server's whitelist"));
    if (text.startsWith("This ZooKeeper instance is not currently serving requests"_L1))
        return failure(ErrorCode::Other, u"word"_s, {}, Text::verbatim(text.trimmed()));
    return text;
}

void takeSrvr(const QString &answer, ServerAnswers &answers)
{
    journal::ServerReport &report = answers.report;
    const auto values = pairs(answer, u':');
    if (const QString version = values.value(u"Zookeeper version"_s); !version.isEmpty())
        report.version = versionNumber(version);
    if (values.contains(u"Mode"_s))
        report.role = values.value(u"Mode"_s);
    const QStringList latency = values.value(u"Latency min/avg/max"_s).split(u'/');
    take(decimalNumber(latency.value(1)), report.averageLatencyMs);
    take(decimalNumber(latency.value(2)), report.maxLatencyMs);
    take(wholeNumber(values.value(u"Connections"_s)), report.connections);
    take(wholeNumber(values.value(u"Outstanding"_s)), report.outstanding);
    take(wholeNumber(values.value(u"Node count"_s)), report.nodes);
    if (values.contains(u"Zxid"_s))
        report.zxid = Zxid{idFromHex(values.value(u"Zxid"_s)).value};
}

void takeMntr(const QString &answer, ServerAnswers &answers)
{
    const auto values = pairs(answer, u'\t');
    takeFigures([&values](QLatin1StringView key) { return values.value("zk_"_L1 + key); }, answers);
}

void takeConf(const QString &answer, ServerAnswers &answers)
{
    const auto values = pairs(answer, u'=');
    take(wholeNumber(values.value(u"clientPort"_s)), answers.clientPort);
    take(wholeNumber(values.value(u"secureClientPort"_s)), answers.secureClientPort);
    take(wholeNumber(values.value(u"tickTime"_s)), answers.tickMs);
    take(wholeNumber(values.value(u"serverId"_s)), answers.report.serverId);
}

void takeCons(const QString &answer, ServerAnswers &answers)
{
    QList<ToldConnection> told;
    const QStringList lines = answer.split(u'\n', Qt::SkipEmptyParts);
    for (const QString &line : lines)
        takeConsLine(line, told);
    answers.connections = told;
}

void takeWchp(const QString &answer, ServerAnswers &answers)
{
    QHash<QString, QList<SessionId>> told;
    QString path;
    const QStringList lines = answer.split(u'\n');
    for (const QString &line : lines) {
        if (line.startsWith(u'/'))
            path = line;
        else if (line.startsWith("\t0x"_L1) && !path.isEmpty())
            told[path] += idFromHex(QStringView(line).mid(1).trimmed());
    }
    answers.watchers = told;
}

void takeDump(const QString &answer, ServerAnswers &answers)
{
    DumpReader reader(answers);
    const QStringList lines = answer.split(u'\n');
    for (const QString &line : lines)
        reader.read(line);
}

} // namespace lockscope::observe
