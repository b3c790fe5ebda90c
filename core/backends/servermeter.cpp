// SPDX-License-Identifier: Apache-2.0
#include "core/backends/servermeter.h"

#include <time.h>

#include <algorithm>

namespace lockscope::backends {

namespace {

/// Of all of its threads, also of ended ones.
std::optional<qint64> cpuNsOf(qint64 pid)
{
    clockid_t clock = 0;
    timespec time{};
    if (pid <= 0 || ::clock_getcpuclockid(static_cast<pid_t>(pid), &clock) != 0 || ::clock_gettime(clock, &time) != 0)
        return std::nullopt;
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

void ServerMeter::takeCpu(const QList<qint64> &pids, MeterReading &into)
{
    for (const qint64 pid : pids) {
        if (const auto ns = cpuNsOf(pid))
            into.cpuNs.insert(pid, *ns);
    }
}

std::optional<qint64> countedBetween(const MeterReading &before, const MeterReading &after)
{
    if (!before.counted || !after.counted)
        return std::nullopt;
    return *after.counted - *before.counted;
}

std::optional<qint64> cpuNsBetween(const MeterReading &before, const MeterReading &after)
{
    if (before.cpuNs.isEmpty() || after.cpuNs.isEmpty())
        return std::nullopt;
    qint64 sum = 0;
    for (auto process = after.cpuNs.cbegin(); process != after.cpuNs.cend(); ++process)
        sum += std::max<qint64>(0, process.value() - before.cpuNs.value(process.key(), 0));
    return sum;
}

} // namespace lockscope::backends
