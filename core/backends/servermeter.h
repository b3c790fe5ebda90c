// SPDX-License-Identifier: Apache-2.0
// What a server counts of its own work, asked before and after a run: what it carried out, its connections, and of a
// private one the processor time of its processes. A figure that it does not report is absent, never taken for zero.
#pragma once

#include "core/base/task.h"

#include <QHash>
#include <QList>

#include <optional>

namespace lockscope::backends {

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

    /// Not to be destroyed before it has ended.
    virtual Task<MeterReading> read() = 0;

protected:
    /// Of those of \a pids that run.
    static void takeCpu(const QList<qint64> &pids, MeterReading &into);
};

} // namespace lockscope::backends
