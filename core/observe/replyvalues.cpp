// SPDX-License-Identifier: Apache-2.0
#include "core/observe/replyvalues.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace lockscope::observe {

using namespace Qt::StringLiterals;

namespace {

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

QString operationWord(const QString &word)
{
    const auto known = std::ranges::find(operationWords, word, &OperationWord::keeper);
    return known == operationWords.end() ? word : QString(known->word);
}

/// Milliseconds since the epoch; some versions write it as a text.
std::optional<qint64> instant(const QJsonValue &value)
{
    if (const auto ms = wholeNumber(value))
        return ms;
    const QDateTime time = QDateTime::fromString(value.toString(), Qt::ISODateWithMs);
    return time.isValid() ? std::optional(time.toMSecsSinceEpoch()) : std::nullopt;
}

} // namespace

bool hasRoom(qsizetype count, bool &cut)
{
    cut = cut || count >= mostReplyEntries;
    return !cut;
}

bool areFewerThanCounted(qsizetype listed, const journal::ServerReport &report)
{
    constexpr qint64 fewGone = 2; // these, or one in so many
    constexpr qint64 fewGoneOf = 10;
    const qint64 counted = report.connections.value_or(0);
    return listed + std::max(fewGone, counted / fewGoneOf) < counted;
}

std::optional<qint64> wholeNumber(const QJsonValue &value)
{
    if (value.isDouble())
        return value.toInteger();
    bool ok = false; // a word's, or in quotes: JavaScript would bend it
    const qint64 number = value.toString().toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

std::optional<double> decimalNumber(const QJsonValue &value)
{
    if (value.isDouble())
        return value.toDouble();
    bool ok = false;
    const double number = value.toString().toDouble(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

QString versionNumber(const QString &text, bool isKeepers)
{
    QString number = text.section(u'-', 0, 0).section(u',', 0, 0).trimmed();
    if (number.size() > 1 && number[0] == u'v' && number[1].isDigit()) {
        isKeepers = true;
        number.remove(0, 1);
    }
    return isKeepers ? QString(journal::clickHouseKeeper) + u' ' + number : number;
}

bool takeConnection(SessionId id, const QString &client, const QJsonObject &figures, const ConnectionKeys &keys,
                    QList<ReportedConnection> &into)
{
    if (id.isNull())
        return true;
    if (client.isEmpty())
        return false;
    ReportedConnection connection;
    connection.facts.id = id;
    connection.facts.client = client.mid(client.indexOf(u'/') + 1); // "name/1.2.3.4:5" where the name is known
    connection.facts.lastOperation = operationWord(figures[keys.lastOperation].toString());
    take(wholeNumber(figures[keys.timeout]), connection.facts.timeoutMs);
    connection.facts.establishedMs = instant(figures[keys.established]);
    connection.facts.lastLatencyMs = wholeNumber(figures[keys.lastLatency]);
    connection.facts.maxLatencyMs = wholeNumber(figures[keys.maxLatency]);
    connection.facts.outstandingRequests = wholeNumber(figures[keys.outstanding]);
    const qint64 answeredAt = wholeNumber(figures[keys.answered]).value_or(0);
    if (answeredAt > 0)
        connection.answeredAtElapsedMs = answeredAt;
    into += connection;
    return true;
}

} // namespace lockscope::observe
