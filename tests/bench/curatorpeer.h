// SPDX-License-Identifier: Apache-2.0
// A JVM with Curator clients beside the benchmark, kept over all runs so that its code is compiled when it is measured.
// Never measured cold: start() lets it run its load first.
#pragma once

#include "core/base/error.h"

#include <QJsonObject>
#include <QProcess>

namespace lockscope::bench {

class CuratorPeer
{
public:
    ~CuratorPeer();

    /// Why Curator cannot be measured here; empty if it can.
    static QString missing();
    Result<Done> start(const QString &connectString, const QString &warmUpLock, int clients);
    /// {"count", "p50_us", "p99_us", "duration_ms"}.
    Result<QJsonObject> run(const QString &lock, int clients, int rounds);

private:
    QProcess m_process;
};

} // namespace lockscope::bench
