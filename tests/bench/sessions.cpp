// SPDX-License-Identifier: Apache-2.0
// What `lockscope-cli run` costs in memory and threads with 10, 100 and 1,000 clients in one process. A run in which
// they did something wrong has no figures.
#include "tests/bench/bench.h"

#include <QEventLoop>
#include <QJsonDocument>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr double mostMegabytes = 64;
constexpr int rounds = 10;
constexpr int patienceMs = 540'000;

struct Cost
{
    double peakMb = 0; ///< resident
    int threads = 0;   ///< the most at once
};

void sample(const QString &process, Cost &cost)
{
    cost.peakMb = std::max(cost.peakMb, statusOf(process, "VmHWM:") / 1024);
    cost.threads = std::max(cost.threads, static_cast<int>(statusOf(process, "Threads:")));
}

Result<Cost> costOf(const QString &connectString, int clients)
{
    Cost cost;
    QProcess process;
    QTimer sampler;
    QObject::connect(&sampler, &QTimer::timeout, &process, [&] { sample(QString::number(process.processId()), cost); });
    process.start(programBeside(u"lockscope-cli"_s),
                  {u"run"_s, u"--connect"_s, connectString, u"--recipe"_s, u"mutex"_s, u"--clients"_s,
                   QString::number(clients), u"--rounds"_s, QString::number(rounds), u"--timeout"_s, u"30000"_s,
                   u"--lock"_s, u"%1-%2"_s.arg(ownPath()).arg(clients), u"--json"_s});
    sampler.start(10ms);
    QEventLoop loop;
    turnUntilItEnds(process, loop, patienceMs);
    const bool ended = process.state() == QProcess::NotRunning && process.exitStatus() == QProcess::NormalExit;
    if (!ended || process.error() == QProcess::FailedToStart || process.exitCode() != 0)
        return noFigures(u"The run with %1 clients failed: %2 %3"_s.arg(
            QString::number(clients), process.errorString(), QString::fromUtf8(process.readAllStandardError())));
    const int acquired = QJsonDocument::fromJson(process.readAllStandardOutput()).object()[u"acquired"].toInt();
    if (acquired != clients * rounds)
        return noFigures(u"The run with %1 clients acquired %2 times only."_s.arg(clients).arg(acquired));
    return cost;
}

} // namespace

Result<Report> sessions(const Options &options)
{
    std::vector<int> counts{10, 100};
    if (options.clients > counts.back())
        counts.push_back(options.clients);
    Report report;
    std::vector<Cost> costs;
    for (const int clients : counts) {
        const auto cost = costOf(options.connectString, clients);
        if (!cost)
            return tl::unexpected(cost.error());
        costs.push_back(*cost);
        report.tell(u"runs"_s, u"%1 clients × %2 rounds"_s.arg(clients).arg(rounds),
                    {{u"peak_mb"_s, rounded(cost->peakMb, 1)}, {u"threads"_s, cost->threads}});
    }
    report.compare(u"resident memory beside what is allowed"_s, costs.back().peakMb, mostMegabytes, u"MB"_s, 1);
    const auto fewer = [](const Cost &one, const Cost &other) { return one.threads < other.threads; };
    report.compare(u"most threads beside those of the fewest clients"_s,
                   std::max_element(costs.begin(), costs.end(), fewer)->threads, costs.front().threads, u"threads"_s,
                   1);
    return report;
}

} // namespace lockscope::bench
