// SPDX-License-Identifier: Apache-2.0
// Instants for the journal: nanoseconds since the epoch that never run backwards within one process.
// Never the server's clock: what a server stamps (ctime) stays in NodeStat.
#pragma once

#include <QDateTime>

namespace lockscope {

constexpr qint64 nsPerMs = 1'000'000;

/// What a server stamps may be any number: instants beyond the year 2200 and before 1900 count as these.
constexpr qint64 boundedMs(qint64 ms)
{
    constexpr qint64 latest = 7'258'118'400'000;
    constexpr qint64 earliest = -2'208'988'800'000;
    return ms < earliest ? earliest : ms > latest ? latest : ms;
}

/// Nanoseconds since 1970-01-01 UTC: the wall clock at the first call, carried on by the steady clock. Any thread.
qint64 nowNs();

inline QDateTime toDateTime(qint64 ns)
{
    return QDateTime::fromMSecsSinceEpoch(ns / nsPerMs, Qt::UTC);
}

} // namespace lockscope
