// SPDX-License-Identifier: Apache-2.0
// What a server counts of its own work, asked before and after a run: what it carried out, its connections, and of a
// private one the processor time of its processes. A figure that it does not report is absent, never taken for zero.
#pragma once

#include "core/base/task.h"
#include "core/base/text.h"
#include "core/engine/engine.h"

#include <QHash>
#include <QStringList>

#include <memory>
#include <optional>

namespace lockscope::compare {

struct MeterReading
{
    std::optional<qint64> counted; ///< since it began
    std::optional<qint64> connections;
    QHash<qint64, qint64> cpuNs; ///< of each of its processes, by pid
};

/// From \a before to \a after, without the readings' own requests; nothing where one of them lacks it.
std::optional<qint64> countedBetween(const MeterReading &before, const MeterReading &after);
std::optional<qint64> cpuNsBetween(const MeterReading &before, const MeterReading &after);

class ServerMeter
{
public:
    virtual ~ServerMeter() = default;

    /// Of a server for keys or rows. Null: there is no server (SQLite), or it does not let us in.
    static Task<std::unique_ptr<ServerMeter>> open(BackendSpec spec, BackendInfo info);
    /// Of an ensemble, by the AdminServers of all of its servers. \a pids: those of a sandbox.
    static std::unique_ptr<ServerMeter> ofEnsemble(QStringList adminUrls, QList<qint64> pids);

    /// Not to be destroyed before it has ended.
    virtual Task<MeterReading> read() = 0;
};

/// What \a backend counts, in the plural: "commands". Empty: nothing, there is no server.
Text countedText(locks::Backend backend);

} // namespace lockscope::compare
