// SPDX-License-Identifier: Apache-2.0
// What one server of the ensemble reported of itself when it was asked, what it did not report, and why.
// Plain values; a figure that is absent was not reported, it is never taken for zero.
#pragma once

#include "core/base/ids.h"
#include "core/base/text.h"

#include <QList>
#include <QString>

#include <optional>

namespace lockscope::journal {

/// Something that this server does not report, and how it would.
struct ServerGap
{
    Text missing = {}; ///< "the watches of its clients"
    Text why = {};     ///< a sentence
    Text setting = {}; ///< what to write into the server's configuration: "admin.enableServer=true"; may be empty

    bool operator==(const ServerGap &) const = default;
};

struct ServerReport
{
    QString address = {};      ///< of its client port: "127.0.0.1:2181"; with a URL that was given alone: host of it
    QString adminUrl = {};     ///< "http://127.0.0.1:8080"; empty where none answered
    bool adminAnswers = false; ///< its AdminServer answered
    bool wordsAnswer = false;  ///< a four-letter word did
    Text problem = {};         ///< it is not known, does not serve or is a stranger: a sentence; else empty
    bool isStranger = false;   ///< it is of another ensemble, or by itself: its report does not count
    QString role = {};         ///< "leader", "follower", "observer", "standalone", "read-only"; empty: not known
    QString version = {};      ///< "3.8.0"; with a name before it where it is no ZooKeeper
    std::optional<qint64> serverId = {}; ///< "myid", in an ensemble
    std::optional<double> averageLatencyMs = {};
    std::optional<double> maxLatencyMs = {};
    std::optional<qint64> connections = {}; ///< open now, of clients
    std::optional<qint64> outstanding = {}; ///< requests that it has not answered yet
    std::optional<qint64> nodes = {};
    std::optional<qint64> watches = {};
    std::optional<qint64> sessions = {}; ///< of the whole ensemble, as this server knows them
    std::optional<qint64> uptimeMs = {};
    Zxid zxid = {}; ///< the newest that it has applied
    QList<ServerGap> gaps = {};

    bool operator==(const ServerReport &) const = default;
};

/// What a version begins with of a server that speaks ZooKeeper and is none. Its words have another form, and its
/// numbers prove less (docs/servers.md).
inline constexpr QLatin1StringView clickHouseKeeper("ClickHouse Keeper");

inline bool isClickHouseKeeper(const ServerReport &server)
{
    return server.version.startsWith(clickHouseKeeper);
}

} // namespace lockscope::journal
