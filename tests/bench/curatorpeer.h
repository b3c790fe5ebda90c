// SPDX-License-Identifier: Apache-2.0
// Foreign clients that contend for a lock beside the benchmark: Curator's in one JVM, kazoo's in a process for each
// run. Never measured cold: Curator's JVM runs its load before the first measurement.
#pragma once

#include "tests/bench/peerprocess.h"

namespace lockscope::bench {

class CuratorPeer
{
public:
    Result<Done> start(const QString &connectString, const QString &warmUpLock, int clients);
    /// {"count", "p50_us", "p99_us", "duration_ms"}.
    Result<QJsonObject> run(const QString &lock, int clients, int rounds);

private:
    PeerProcess m_jvm;
};

/// Why kazoo cannot be measured here; empty if it can.
QString kazooMissing();
/// The same, and "version".
Result<QJsonObject> runKazoo(const QString &connectString, const QString &lock, int clients, int rounds);

} // namespace lockscope::bench
