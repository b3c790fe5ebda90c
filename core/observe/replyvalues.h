// SPDX-License-Identifier: Apache-2.0
// What replies of an AdminServer and answers to four-letter words have in common: figures, and connections of clients.
// For adminreplies.cpp and wordanswers.cpp alone.
#pragma once

#include "core/observe/serveranswers.h"

#include <QJsonObject>
#include <QJsonValue>

namespace lockscope::observe {

/// Whether there is room for one more entry after \a count of them; sets \a cut where not.
bool hasRoom(qsizetype count, bool &cut);

/// How many lines an answer has, and how many of them could be read. Where none could, its form is not known: nothing
/// follows from it, least of all that there is nothing.
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

/// Whether the list lacks more of the connections that its server counts than may have gone in between.
bool areFewerThanCounted(qsizetype listed, const journal::ServerReport &report);

/// Above 2⁵³, so never through a double: Qt keeps a whole number of JSON as it is.
std::optional<qint64> wholeNumber(const QJsonValue &value);
std::optional<double> decimalNumber(const QJsonValue &value);

template<typename To, typename From>
void take(const std::optional<From> &from, std::optional<To> &into)
{
    if (from)
        into = static_cast<To>(*from);
}

/// "Zookeeper version: 3.8.0-…" and "3.4.14-4c25d48…, built on" alike; "v24.8.4.13-stable-…" is a ClickHouse Keeper's.
QString versionNumber(const QString &text, bool isKeepers = false);

/// The keys of a connection's figures.
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

/// A connection without a session is none: it has not got one yet, or is this very question. False where no client is
/// given: the session would then count as connected nowhere.
bool takeConnection(SessionId id, const QString &client, const QJsonObject &figures, const ConnectionKeys &keys,
                    QList<ReportedConnection> &into);

} // namespace lockscope::observe
