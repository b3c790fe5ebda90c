// SPDX-License-Identifier: Apache-2.0
#include "core/observe/wordanswers.h"

#include "core/observe/adminreplies.h"
#include "core/observe/replyvalues.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

// ---- whether it is whole ----

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

// ---- its parts ----

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
bool takeConsLine(QStringView line, QList<ReportedConnection> &into)
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
    const QString sid = values["sid"_L1].toString();
    SessionId id = idFromHex(sid);
    const bool saysNone = sid == "0x0"_L1 || (sid.isEmpty() && !values.contains("to"_L1) && !values.contains("lop"_L1));
    if (id.isNull() && !saysNone)
        return false;
    if (isKeepers && id.value == -1) // it has none yet, or is this very question
        id = {};
    // A Keeper counts no heartbeats among its answers: when a client was last heard of is not known.
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
    ReportedSession &session = (*answers.sessions)[id];
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

Result<QString> readWordAnswer(const QByteArray &answer)
{
    const QString text = QString::fromUtf8(answer);
    if (text.isEmpty()) // not even the newline that stands for an empty answer
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
    answers.tellsPorts = !values.isEmpty();
    take(wholeNumber(values["tickTime"_L1]), answers.tickMs);
    take(wholeNumber(values["serverId"_L1]), answers.report.serverId);
    take(wholeNumber(values["tcp_port"_L1]), answers.clientPort); // a ClickHouse Keeper's names of these
    take(wholeNumber(values["server_id"_L1]), answers.report.serverId);
}

void takeCons(const QString &answer, ServerAnswers &answers)
{
    QList<ReportedConnection> connections;
    LinesRead lines;
    for (const QStringView line : qTokenize(answer, u'\n', Qt::SkipEmptyParts)) {
        if (!hasRoom(connections.size(), answers.connectionsCut))
            break;
        if (!line.trimmed().isEmpty())
            lines.note(takeConsLine(line, connections));
    }
    // It lists the clients of the port that was asked, and counts those of the other one, too.
    const bool mayBeElsewhere = !answers.tellsPorts && lines.all < answers.report.connections.value_or(0);
    answers.areOfOnePort = answers.clientPort.value_or(0) > 0 && answers.secureClientPort.value_or(0) > 0;
    answers.connectionsCut = answers.connectionsCut || !lines.tellAll() || answers.areOfOnePort || mayBeElsewhere
                             || areFewerThanCounted(lines.all, answers.report) || isListCutOff(answer, answers.report);
    if (!lines.tellNothing())
        answers.connections = std::move(connections);
}

void takeWchp(const QString &answer, ServerAnswers &answers)
{
    QHash<QString, QList<SessionId>> watchers;
    QList<SessionId> *watching = nullptr;
    QStringView path;
    qsizetype count = 0;
    LinesRead lines;
    bool isOdd = isListCutOff(answer, answers.report);
    bool isAlone = false; // a path below which no session stands yet
    for (const QStringView line : qTokenize(answer, u'\n')) {
        const SessionId id = line.startsWith("\t0x"_L1) ? idFromHex(line.mid(1).trimmed()) : SessionId();
        if (!line.trimmed().isEmpty())
            lines.note(!id.isNull() && !path.isEmpty()); // a path by itself names no session
        isOdd = isOdd || (!line.trimmed().isEmpty() && id.isNull() && !line.startsWith(u'/'));
        isOdd = isOdd || line.contains(QChar::Null); // which no path has
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
                watching = &watchers[path.toString()];
            *watching += id;
        }
    }
    answers.watchersCut = answers.watchersCut || isOdd;
    if (!lines.tellNothing())
        answers.watchers = std::move(watchers);
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
    const qint64 listed = answers.sessions ? answers.sessions->size() : 0;
    answers.sessionsCut = answers.sessionsCut || !sessions.tellAll() || isCutOff(answer)
                          || listed < std::max(sessionsPromised, expiriesPromised);
    answers.ephemeralsCut =
        answers.ephemeralsCut || !ephemerals.tellAll() || isCutOff(answer) || owners < ownersPromised;
    if (sessions.tellNothing())
        answers.sessions.reset();
    if (ephemerals.tellNothing())
        answers.ephemerals.reset();
}

} // namespace lockscope::observe
