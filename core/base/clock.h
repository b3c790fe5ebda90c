// SPDX-License-Identifier: Apache-2.0
// Instants for the journal: nanoseconds since the epoch that never run backwards within one process.
// Never the server's clock: what a server stamps (ctime) stays in NodeStat.
#pragma once

#include <QDateTime>

namespace lockscope {

constexpr qint64 nsPerMs = 1'000'000;

/// Nanoseconds since 1970-01-01 UTC: the wall clock at the first call, carried on by the steady clock. Any thread.
qint64 nowNs();

inline QDateTime toDateTime(qint64 ns)
{
    return QDateTime::fromMSecsSinceEpoch(ns / nsPerMs, Qt::UTC);
}

} // namespace lockscope
