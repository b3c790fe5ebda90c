// SPDX-License-Identifier: Apache-2.0
#include "core/observe/serverreplies.h"

#include <QDateTime>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

/// Whether one more of what \a told holds so many of may be read; notes it where not.
bool hasRoom(qsizetype told, bool &cut)
{
    cut = cut || told >= mostTold;
    return !cut;
}

/// How many lines of an answer there were, and of how many it was known what they tell. An answer of which none could
/// be read is of a form that is not known: what it tells is not known either, least of all that there is nothing.
struct LinesRead
{
    qsizetype all = 0;
    qsizetype read = 0;

    void note(bool isRead)
    {
        ++all;
        read += isRead ? 1 : 0;
    }
    bool tellNothing() const { return all > 0 && read == 0; }
    /// Some of it is of a form that is not known, or was cut off: what is missing is not what is not there.
    bool tellAll() const { return read == all; }
};

// ---- values in JSON and in text ----

/// Above 2⁵³, so never through a double: Qt keeps a whole number of JSON as it is.
std::optional<qint64> wholeNumber(const QJsonValue &told)
{
    if (told.isDouble())
        return told.toInteger();
    bool ok = false; // a word's, or in quotes: JavaScript would bend it
    const qint64 number = told.toString().toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

std::optional<double> decimalNumber(const QJsonValue &told)
{
    if (told.isDouble())
        return told.toDouble();
    bool ok = false;
    const double number = told.toString().toDouble(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

template<typename To, typename From>
void take(const std::optional<From> &told, std::optional<To> &into)
{
    if (told)
        into = static_cast<To>(*told);
}

/// "Zookeeper version: 3.8.0-…" and "3.4.14-4c25d48…, built on" alike; "v24.8.4.13-stable-…" is a ClickHouse Keeper's.
QString versionNumber(const QString &text, bool isKeepers = false)
{
    QString number = text.section(u'-', 0, 0).section(u',', 0, 0).trimmed();
    if (number.size() > 1 && number[0] == u'v' && number[1].isDigit()) {
        isKeepers = true;
        number.remove(0, 1);
    }
    return isKeepers ? QString(journal::clickHouseKeeper) + u' ' + number : number;
}

/// Milliseconds since the epoch; some versions write it as a text.
std::optional<qint64> instant(const QJsonValue &told)
{
    if (const auto ms = wholeNumber(told))
        return ms;
    const QDateTime time = QDateTime::fromString(told.toString(), Qt::ISODateWithMs);
    return time.isValid() ? std::optional(time.toMSecsSinceEpoch()) : std::nullopt;
}

/// Under what keys a connection's figures are told.
struct ConnectionKeys
{
    QLatin1StringView timeout;
    QLatin1StringView lastOperation;
    QLatin1StringView established;
    QLatin1StringView lastLatency;
    QLatin1StringView maxLatency;
    QLatin1StringView outstanding;
    QLatin1StringView answered;
};

struct OperationWord
{
    QLatin1StringView keeper;
    QLatin1StringView word; ///< as ZooKeeper has it, which all that reads operations compares with
};

// In a ClickHouse Keeper's `cons`.
constexpr std::array operationWords{
    OperationWord{"List"_L1, "GETC"_L1},   OperationWord{"SimpleList"_L1, "GETC"_L1},
    OperationWord{"Exists"_L1, "EXIS"_L1}, OperationWord{"FilteredList"_L1, "GETC"_L1},
    OperationWord{"Get"_L1, "GETD"_L1},    OperationWord{"Heartbeat"_L1, "PING"_L1},
    OperationWord{"Set"_L1, "SETD"_L1},    OperationWord{"Create"_L1, "CREA"_L1},
    OperationWord{"Sync"_L1, "SYNC"_L1},   OperationWord{"Remove"_L1, "DELE"_L1},
    OperationWord{"Multi"_L1, "MULT"_L1},  OperationWord{"Close"_L1, "CLOS"_L1},
};

QString operationWord(const QString &told)
{
    const auto known = std::ranges::find(operationWords, told, &OperationWord::keeper);
    return known == operationWords.end() ? told : QString(known->word);
}

/// Each line of an answer ends, also the last.
bool isCutOff(QStringView answer)
{
    return !answer.isEmpty() && !answer.endsWith(u'\n');
}

/// Behind the lists of `cons` and `wchp` ZooKeeper writes an empty line, of older versions than 3.5 not always.
bool isListCutOff(QStringView answer, const journal::ServerReport &report)
{
    const bool endsEmpty =
        !report.version.isEmpty() && !report.version.startsWith("3.4."_L1) && !journal::isClickHouseKeeper(report);
    return isCutOff(answer) || (endsEmpty && answer != u"\n" && !answer.endsWith(u"\n\n"));
}

/// The number in "Global Sessions(3):" or "3 expire at …"; nothing where there is none.
std::optional<qint64> promisedIn(QStringView line)
{
    const qsizetype open = line.lastIndexOf(u'(');
    const qsizetype close = line.lastIndexOf(u')');
    bool ok = false;
    const qint64 number =
        (open < 0 ? line.left(line.indexOf(u' ')) : line.sliced(open + 1, std::max<qsizetype>(0, close - open - 1)))
            .toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

/// A connection without a session is none: it has not got one yet, or is this very question. False where no client is
/// told: of a session without one it would be said that it is connected nowhere.
bool takeConnection(SessionId id, const QString &client, const QJsonObject &figures, const ConnectionKeys &keys,
                    QList<ToldConnection> &into)
{
    if (id.isNull())
        return true;
    if (client.isEmpty())
        return false;
    ToldConnection told;
    told.facts.id = id;
    told.facts.client = client.mid(client.indexOf(u'/') + 1); // "name/1.2.3.4:5" where the name is known
    told.facts.lastOperation = operationWord(figures[keys.lastOperation].toString());
    take(wholeNumber(figures[keys.timeout]), told.facts.timeoutMs);
    told.facts.establishedMs = instant(figures[keys.established]);
    told.facts.lastLatencyMs = wholeNumber(figures[keys.lastLatency]);
    told.facts.maxLatencyMs = wholeNumber(figures[keys.maxLatency]);
    told.facts.outstandingRequests = wholeNumber(figures[keys.outstanding]);
    const qint64 answeredAt = wholeNumber(figures[keys.answered]).value_or(0);
    if (answeredAt > 0)
        told.answeredAtElapsedMs = answeredAt;
    into += told;
    return true;
}

// ---- JSON ----

/// The keys of maps are texts: signed decimal numbers. Null for another text, which is nobody's session.
SessionId idFromKey(const QString &key)
{
    return SessionId{key.toLongLong()};
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

/// The paths of one session, as far as there is room beside the \a count of those before.
QStringList pathsIn(const QJsonValue &told, qsizetype &count, bool &cut)
{
    QStringList paths;
    cut = cut || !told.isArray();
    const QJsonArray array = told.toArray();
    for (const QJsonValue path : array) {
        if (!hasRoom(count, cut))
            break;
        ++count;
        cut = cut || !path.isString();
        paths += path.toString();
    }
    return paths;
}

// ---- text ----

/// "0x1000026304b0000"; without "0x" where a version leaves it out. 64 bits, so the greatest are negative.
/// Null for another text.
SessionId idFromHex(QStringView text)
{
    if (text.startsWith("0x"_L1))
        text = text.mid(2);
    return SessionId{static_cast<qint64>(text.toULongLong(nullptr, 16))};
}

/// The values of the "key<separator>value" lines, as texts; \a prefix: what stands before each key.
QJsonObject pairs(QStringView answer, QChar separator, QLatin1StringView prefix = {}, QChar end = u'\n')
{
    constexpr int most = 10'000; // no server has as many; each has to find its place among those before it
    QJsonObject values;
    for (const QStringView line : qTokenize(answer, end)) {
        const qsizetype at = line.indexOf(separator);
        if (at > 0 && line.startsWith(prefix))
            values.insert(line.left(at).mid(prefix.size()).trimmed().toString(), line.mid(at + 1).trimmed().toString());
        if (values.size() == most)
            break;
    }
    return values;
}

/// One line of `cons`: " /10.0.0.7:52734[1](queued=0,recved=13,sent=13,sid=0x1…,lop=GETD,…)", and of a ClickHouse
/// Keeper " 10.0.0.7:52734(recved=13,sent=13,sid=0x0…,lop=Get,…)". False for a line of another form.
bool takeConsLine(QStringView line, QList<ToldConnection> &into)
{
    const qsizetype details = line.lastIndexOf(u'(');
    const qsizetype end = line.lastIndexOf(u')');
    if (details <= 0 || end < details)
        return false;
    const QJsonObject values = pairs(line.sliced(details + 1, end - details - 1), u'=', {}, u',');
    const QStringView before = line.left(details);
    const bool isKeepers = !before.endsWith(u']');
    const qsizetype interest = isKeepers ? details : before.lastIndexOf(u'[');
    if (interest < 0 || !values.contains("recved"_L1))
        return false;
    const QString told = values["sid"_L1].toString();
    SessionId id = idFromHex(told);
    const bool saysNone =
        told == "0x0"_L1 || (told.isEmpty() && !values.contains("to"_L1) && !values.contains("lop"_L1));
    if (id.isNull() && !saysNone)
        return false;
    if (isKeepers && id.value == -1) // it has none yet, or is this very question
        id = {};
    // A Keeper counts no heartbeats among its answers: when it was last heard of a client is not told.
    const QLatin1StringView answered = isKeepers ? QLatin1StringView() : "lresp"_L1;
    return takeConnection(id, before.left(interest).trimmed().toString(), values,
                          {"to"_L1, "lop"_L1, "est"_L1, "llat"_L1, "maxlat"_L1, "queued"_L1, answered}, into);
}

enum class DumpPart { Other, Sessions, LocalSessions, Ephemerals };

struct DumpHeading
{
    QLatin1StringView begin;
    DumpPart part;
};

/// A heading's number of sessions: "Session Sets (2)/(3):" and "Global Sessions(3):"; of "Session Sets (2):", as 3.4
/// has it, those are the groups.
qint64 sessionsPromisedIn(QStringView heading)
{
    const bool areGroups = heading.startsWith("Session Sets"_L1) && !heading.contains(u'/');
    return areGroups ? 0 : promisedIn(heading).value_or(0);
}

constexpr std::array dumpHeadings{
    DumpHeading{"Session Sets"_L1, DumpPart::Sessions},
    DumpHeading{"Global Sessions"_L1, DumpPart::Sessions},
    DumpHeading{"Sessions dump"_L1, DumpPart::Sessions},       // a ClickHouse Keeper's
    DumpHeading{"Local Sessions"_L1, DumpPart::LocalSessions}, // they are alive too, if on that server alone
    DumpHeading{"ephemeral nodes dump"_L1, DumpPart::Ephemerals},
    DumpHeading{"Sessions with Ephemerals"_L1, DumpPart::Ephemerals},
    DumpHeading{"Connections dump"_L1, DumpPart::Other},
    DumpHeading{"SessionTracker dump"_L1, DumpPart::Other},
};

/// "0x1…", and "0x1…\t10000ms" on a follower. Its expiry stands above as a date of no use: it is counted from another
/// beginning than the wall clock's, and to the second. False for another text.
bool takeDumpedSession(const QString &text, ServerAnswers &answers)
{
    if (text.startsWith("0 expire at "_L1))
        return true; // none does then
    const SessionId id = text.startsWith("0x"_L1) ? idFromHex(text.section(u'\t', 0, 0)) : SessionId();
    if (id.isNull())
        return false;
    if (!answers.sessions)
        answers.sessions.emplace();
    if (!hasRoom(answers.sessions->size(), answers.sessionsCut))
        return true;
    ToldSession &session = (*answers.sessions)[id];
    const QString timeout = text.section(u'\t', 1);
    if (timeout.endsWith("ms"_L1))
        take(wholeNumber(timeout.chopped(2)), session.timeoutMs);
    return true;
}

/// "0x1…:" and "\t/path" below it; a ClickHouse Keeper has "0x0…" and " /path". Of which session the paths are that
/// follow is in \a owner. False for another line.
bool takeDumpedEphemeral(QStringView line, SessionId &owner, qsizetype &count, ServerAnswers &answers)
{
    if (line.startsWith("0x"_L1)) {
        owner = idFromHex(line.endsWith(u':') ? line.chopped(1) : line);
        return !owner.isNull();
    }
    const QStringView path = line.mid(1); // a name may end in a space
    if (!(line.startsWith(u'\t') || line.startsWith(u' ')) || !path.startsWith(u'/') || owner.isNull())
        return false;
    if (hasRoom(count, answers.ephemeralsCut)) {
        ++count;
        (*answers.ephemerals)[owner] += path.toString();
    }
    return true;
}

} // namespace

bool isAnyAddress(const QString &host)
{
    const QHostAddress address(host); // "0", "::0" and "::ffff:0.0.0.0" are such, too
    return !address.isNull()
           && (address.isEqual(QHostAddress(QHostAddress::AnyIPv4), QHostAddress::TolerantConversion)
               || address == QHostAddress(QHostAddress::AnyIPv6));
}

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
    QList<ToldConnection> &told = answers.connections.emplace();
    LinesRead lines;
    for (const auto key : {"connections"_L1, "secure_connections"_L1}) {
        const QJsonArray array = reply[key].toArray();
        for (const QJsonValue connection : array) {
            if (!hasRoom(told.size(), answers.connectionsCut))
                return;
            const auto id = wholeNumber(connection["session_id"_L1]);
            lines.note(id
                       && takeConnection(
                           SessionId{*id}, connection["remote_socket_address"_L1].toString(), connection.toObject(),
                           {"session_timeout"_L1, "last_operation"_L1, "established"_L1, "last_latency"_L1,
                            "max_latency"_L1, "outstanding_requests"_L1, "last_response_time"_L1},
                           told));
        }
    }
    answers.connectionsCut = answers.connectionsCut || !lines.tellAll();
    if (lines.tellNothing())
        answers.connections.reset();
}

void takeDump(const QJsonObject &reply, ServerAnswers &answers)
{
    if (reply.contains("session_id_to_ephemeral_paths"_L1)) {
        auto &told = answers.ephemerals.emplace();
        qsizetype count = 0;
        const QJsonObject byId = reply["session_id_to_ephemeral_paths"_L1].toObject();
        for (auto entry = byId.constBegin(); entry != byId.constEnd(); ++entry) {
            const SessionId id = idFromKey(entry.key());
            if (!id.isNull())
                told[id] = pathsIn(*entry, count, answers.ephemeralsCut);
            answers.ephemeralsCut = answers.ephemeralsCut || id.isNull();
            if (answers.ephemeralsCut)
                break;
        }
        if (told.isEmpty() && !byId.isEmpty())
            answers.ephemerals.reset();
    }
    const QJsonObject byTime = reply["expiry_time_to_session_ids"_L1].toObject();
    if (byTime.isEmpty()) // a follower, whatever it is connected to
        return;
    auto &sessions = answers.sessions.emplace();
    for (auto entry = byTime.constBegin(); entry != byTime.constEnd(); ++entry) {
        const QJsonArray ids = entry.value().toArray();
        answers.sessionsCut = answers.sessionsCut || !entry.value().isArray();
        for (const QJsonValue told : ids) {
            const auto id = wholeNumber(told).value_or(0);
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
    auto &told = answers.watchers.emplace();
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
            told[path] += id;
        if (answers.watchersCut)
            break;
    }
    if (told.isEmpty() && !byId.isEmpty())
        answers.watchers.reset();
}

QList<ServerPlace> votingView(const QJsonObject &reply)
{
    QList<ServerPlace> places;
    const QJsonObject byId = reply["current_config"_L1].toObject();
    for (auto entry = byId.constBegin(); entry != byId.constEnd(); ++entry) {
        const QJsonObject server = entry.value().toObject();
        ServerPlace place;
        place.host = hostAndPort(server["server_addresses"_L1][0].toString()).first;
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
        bool isNumber = false;
        const qint64 id = line.section(u'=', 0, 0).section(u'.', 1).trimmed().toLongLong(&isNumber);
        if (isNumber)
            place.id = id;
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
    const QJsonObject values = pairs(answer, u':');
    if (const QString version = values["Zookeeper version"_L1].toString(); !version.isEmpty())
        report.version = versionNumber(version);
    if (const QString version = values["ClickHouse Keeper version"_L1].toString(); !version.isEmpty())
        report.version = versionNumber(version, true);
    if (values.contains("Mode"_L1))
        report.role = values["Mode"_L1].toString();
    const QStringList latency = values["Latency min/avg/max"_L1].toString().split(u'/');
    take(decimalNumber(latency.value(1)), report.averageLatencyMs);
    take(decimalNumber(latency.value(2)), report.maxLatencyMs);
    take(wholeNumber(values["Connections"_L1]), report.connections);
    take(wholeNumber(values["Outstanding"_L1]), report.outstanding);
    take(wholeNumber(values["Node count"_L1]), report.nodes);
    if (values.contains("Zxid"_L1))
        report.zxid = Zxid{idFromHex(values["Zxid"_L1].toString()).value};
}

void takeMntr(const QString &answer, ServerAnswers &answers)
{
    takeMonitor(pairs(answer, u'\t', "zk_"_L1), answers);
}

void takeConf(const QString &answer, ServerAnswers &answers)
{
    const QJsonObject values = pairs(answer, u'=');
    take(wholeNumber(values["clientPort"_L1]), answers.clientPort);
    take(wholeNumber(values["secureClientPort"_L1]), answers.secureClientPort);
    take(wholeNumber(values["tickTime"_L1]), answers.tickMs);
    take(wholeNumber(values["serverId"_L1]), answers.report.serverId);
    take(wholeNumber(values["tcp_port"_L1]), answers.clientPort); // a ClickHouse Keeper's names of these
    take(wholeNumber(values["server_id"_L1]), answers.report.serverId);
}

/// Of the connections that a server has counted, so many may have gone by the time that it lists them: these, or one
/// in so many.
constexpr qint64 fewGone = 2;
constexpr qint64 fewGoneOf = 10;

void takeCons(const QString &answer, ServerAnswers &answers)
{
    QList<ToldConnection> told;
    LinesRead lines;
    for (const QStringView line : qTokenize(answer, u'\n', Qt::SkipEmptyParts)) {
        if (!hasRoom(told.size(), answers.connectionsCut))
            break;
        if (!line.trimmed().isEmpty())
            lines.note(takeConsLine(line, told));
    }
    // A few may have gone since the figures were told.
    const qint64 promised = answers.report.connections.value_or(0);
    const bool areFew = lines.all + std::max<qint64>(fewGone, promised / fewGoneOf) < promised;
    answers.connectionsCut =
        answers.connectionsCut || !lines.tellAll() || areFew || isListCutOff(answer, answers.report);
    if (!lines.tellNothing())
        answers.connections = std::move(told);
}

void takeWchp(const QString &answer, ServerAnswers &answers)
{
    QHash<QString, QList<SessionId>> told;
    QList<SessionId> *watching = nullptr;
    QStringView path;
    qsizetype count = 0;
    LinesRead lines;
    bool isOdd = isListCutOff(answer, answers.report);
    bool isAlone = false; // a path below which no session stands yet
    for (const QStringView line : qTokenize(answer, u'\n')) {
        const SessionId id = line.startsWith("\t0x"_L1) ? idFromHex(line.mid(1).trimmed()) : SessionId();
        if (!line.trimmed().isEmpty())
            lines.note(!id.isNull() && !path.isEmpty()); // by itself a path tells of nobody
        isOdd = isOdd || (!line.trimmed().isEmpty() && id.isNull() && !line.startsWith(u'/'));
        isOdd = isOdd || (isAlone && id.isNull());
        isAlone = line.startsWith(u'/');
        if (line.startsWith(u'/')) {
            path = line;
            watching = nullptr;
        } else if (!id.isNull() && !path.isEmpty()) {
            if (!hasRoom(count, answers.watchersCut))
                break;
            ++count;
            if (!watching)
                watching = &told[path.toString()];
            *watching += id;
        }
    }
    answers.watchersCut = answers.watchersCut || isOdd;
    if (!lines.tellNothing())
        answers.watchers = std::move(told);
}

void takeDump(const QString &answer, ServerAnswers &answers)
{
    DumpPart part = DumpPart::Other;
    SessionId owner;
    qsizetype count = 0;
    LinesRead sessions;
    LinesRead ephemerals;
    qint64 sessionsPromised = 0; // by a heading, and by each time at which some expire
    qint64 expiriesPromised = 0;
    qint64 ownersPromised = 0;
    qint64 owners = 0;
    for (const QStringView line : qTokenize(answer, u'\n')) {
        const auto heading = std::find_if(dumpHeadings.begin(), dumpHeadings.end(),
                                          [&line](const DumpHeading &known) { return line.startsWith(known.begin); });
        if (heading != dumpHeadings.end()) {
            part = heading->part;
            if (part == DumpPart::Sessions || part == DumpPart::LocalSessions)
                sessionsPromised += sessionsPromisedIn(line);
            else if (part == DumpPart::Ephemerals)
                ownersPromised = promisedIn(line).value_or(0);
            if (part == DumpPart::Sessions && !answers.sessions)
                answers.sessions.emplace();
            else if (part == DumpPart::Ephemerals && !answers.ephemerals)
                answers.ephemerals.emplace();
        } else if (const QStringView text = line.trimmed(); part == DumpPart::Other || text.isEmpty()) {
            continue;
        } else if (part == DumpPart::Ephemerals) {
            owners += line.startsWith("0x"_L1) ? 1 : 0;
            ephemerals.note(takeDumpedEphemeral(line, owner, count, answers));
        } else if (text.startsWith("0 "_L1) || !text.contains(" expire at "_L1)) {
            sessions.note(takeDumpedSession(text.toString(), answers));
        } else {
            expiriesPromised += promisedIn(text).value_or(0); // so many follow
        }
    }
    const qint64 told = answers.sessions ? answers.sessions->size() : 0;
    answers.sessionsCut = answers.sessionsCut || !sessions.tellAll() || isCutOff(answer)
                          || told < std::max(sessionsPromised, expiriesPromised);
    answers.ephemeralsCut =
        answers.ephemeralsCut || !ephemerals.tellAll() || isCutOff(answer) || owners < ownersPromised;
    if (sessions.tellNothing())
        answers.sessions.reset();
    if (ephemerals.tellNothing())
        answers.ephemerals.reset();
}

} // namespace lockscope::observe
