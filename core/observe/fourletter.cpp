// SPDX-License-Identifier: Apache-2.0
#include "core/observe/fourletter.h"

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

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

/// "Zookeeper version: 3.8.0-…" and "3.4.14-4c25d48…, built on" alike.
QString versionNumber(const QString &text)
{
    return text.section(u'-', 0, 0).section(u',', 0, 0).trimmed();
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

Result<QString> readWordAnswer(const QByteArray &answer)
{
    const QString text = QString::fromUtf8(answer);
    if (text.isEmpty()) // not even the newline that stands for nothing to tell
        return failure(ErrorCode::NotConnected, u"word"_s, {}, u"its client port says nothing"_s);
    if (text.contains("is not executed because it is not in the whitelist"_L1))
        return failure(ErrorCode::NoAuth, u"word"_s, {}, u"it is not on the server's whitelist"_s);
    if (text.startsWith("This ZooKeeper instance is not currently serving requests"_L1))
        return failure(ErrorCode::Other, u"word"_s, {}, text.trimmed());
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
    journal::ServerReport &report = answers.report;
    const auto values = pairs(answer, u'\t');
    if (const QString version = values.value(u"zk_version"_s); !version.isEmpty())
        report.version = versionNumber(version);
    if (values.contains(u"zk_server_state"_s))
        report.role = values.value(u"zk_server_state"_s);
    take(decimalNumber(values.value(u"zk_avg_latency"_s)), report.averageLatencyMs);
    take(decimalNumber(values.value(u"zk_max_latency"_s)), report.maxLatencyMs);
    take(wholeNumber(values.value(u"zk_num_alive_connections"_s)), report.connections);
    take(wholeNumber(values.value(u"zk_outstanding_requests"_s)), report.outstanding);
    take(wholeNumber(values.value(u"zk_znode_count"_s)), report.nodes);
    take(wholeNumber(values.value(u"zk_watch_count"_s)), report.watches);
    take(wholeNumber(values.value(u"zk_global_sessions"_s)), report.sessions);
    take(wholeNumber(values.value(u"zk_uptime"_s)), report.uptimeMs);
    take(wholeNumber(values.value(u"zk_followers"_s)), answers.learners); // 3.4 and 3.5 call them so
    take(wholeNumber(values.value(u"zk_learners"_s)), answers.learners);
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
