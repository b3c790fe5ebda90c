// SPDX-License-Identifier: Apache-2.0
// What `lockscope-cli run` costs in memory, threads and CPU with 10, 100 and 1,000 clients in one process, and whether
// what they did was right.
#include "tests/bench/bench.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QProcess>
#include <QTimer>

#include <unistd.h>

#include <chrono>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr double mostMegabytes = 64;
constexpr int rounds = 10;

struct Cost
{
    int clients = 0;
    double peakMb = 0; ///< resident
    int threads = 0;   ///< the most at once
    double cpuSeconds = 0;
    double durationMs = 0;
    qint64 violations = 0;
    qint64 orphans = 0;
    QString problem;
};

qint64 numberAfter(const QByteArray &status, const QByteArray &name)
{
    const qsizetype at = status.indexOf(name);
    return at < 0 ? 0 : status.mid(at + name.size()).simplified().split(' ').value(0).toLongLong();
}

QByteArray procFile(qint64 pid, const QString &name)
{
    QFile file(u"/proc/%1/%2"_s.arg(pid).arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void sample(qint64 pid, Cost &cost)
{
    const QByteArray status = procFile(pid, u"status"_s);
    cost.peakMb = std::max(cost.peakMb, static_cast<double>(numberAfter(status, "VmHWM:")) / 1024);
    cost.threads = std::max(cost.threads, static_cast<int>(numberAfter(status, "Threads:")));
    const QByteArray stat = procFile(pid, u"stat"_s);
    // Behind the name in parentheses: state is field 3, utime and stime are 14 and 15.
    const QList<QByteArray> fields = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.size() > 12) {
        const double ticks = fields.at(11).toDouble() + fields.at(12).toDouble();
        cost.cpuSeconds = std::max(cost.cpuSeconds, ticks / static_cast<double>(sysconf(_SC_CLK_TCK)));
    }
}

Cost costOf(const QString &connectString, int clients)
{
    Cost cost;
    cost.clients = clients;
    QProcess process;
    QEventLoop loop;
    QTimer sampler;
    QObject::connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QObject::connect(&process, &QProcess::errorOccurred, &loop, &QEventLoop::quit);
    QObject::connect(&sampler, &QTimer::timeout, &process, [&] { sample(process.processId(), cost); });
    QTimer::singleShot(9min, &process, &QProcess::kill);
    process.start(programBeside(u"lockscope-cli"_s),
                  {u"run"_s, u"--connect"_s, connectString, u"--recipe"_s, u"mutex"_s, u"--clients"_s,
                   QString::number(clients), u"--rounds"_s, QString::number(rounds), u"--timeout"_s, u"30000"_s,
                   u"--lock"_s, u"/lockscope-bench-%1-%2"_s.arg(QCoreApplication::applicationPid()).arg(clients),
                   u"--json"_s});
    sampler.start(10ms);
    loop.exec();
    if (process.error() == QProcess::FailedToStart || process.exitCode() != 0
        || process.exitStatus() != QProcess::NormalExit)
        cost.problem = process.errorString() + u' ' + QString::fromUtf8(process.readAllStandardError());
    const QJsonObject report = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
    cost.durationMs = report[u"duration_ms"].toDouble();
    cost.violations = report[u"violations"].toArray().size() + report[u"order_violations"].toInteger();
    cost.orphans = report[u"orphans"].toArray().size();
    if (cost.problem.isEmpty() && report[u"acquired"].toInt() != clients * rounds)
        cost.problem = u"%1 acquired only"_s.arg(report[u"acquired"].toInt());
    return cost;
}

QJsonObject toJson(const Cost &cost)
{
    return {{u"clients"_s, cost.clients},        {u"peak_mb"_s, rounded(cost.peakMb, 1)},
            {u"threads"_s, cost.threads},        {u"cpu_s"_s, rounded(cost.cpuSeconds, 2)},
            {u"duration_ms"_s, cost.durationMs}, {u"violations"_s, cost.violations},
            {u"orphans"_s, cost.orphans}};
}

} // namespace

Result<Report> sessions(const Options &options)
{
    std::vector<int> counts{10, 100};
    if (options.clients > counts.back())
        counts.push_back(options.clients);
    Report report;
    QJsonArray runs;
    std::vector<Cost> costs;
    for (const int clients : counts) {
        costs.push_back(costOf(options.connectString, clients));
        const Cost &cost = costs.back();
        if (!cost.problem.isEmpty())
            return noFigures(u"The run with %1 clients failed: %2"_s.arg(clients).arg(cost.problem));
        runs += toJson(cost);
        report.lines +=
            u"%1 clients × %2 rounds: %3 MB resident at most, %4 threads, %5 s of CPU, %6 ms, %7 violations, %8 orphans"_s
                .arg(cost.clients, 6)
                .arg(rounds)
                .arg(cost.peakMb, 5, 'f', 1)
                .arg(cost.threads)
                .arg(cost.cpuSeconds, 0, 'f', 2)
                .arg(cost.durationMs, 0, 'f', 0)
                .arg(cost.violations)
                .arg(cost.orphans);
    }
    const Cost &largest = costs.back();
    const bool sameThreads = std::all_of(costs.begin(), costs.end(),
                                         [&](const Cost &cost) { return cost.threads == costs.front().threads; });
    const QJsonObject memory = ratioJson(u"resident memory"_s, largest.peakMb, mostMegabytes, 1.0);
    report.lines += ratioLine(memory, u"MB"_s);
    report.lines += sameThreads ? u"threads: the same for any number of clients (bound: met)"_s
                                : u"threads: they grow with the clients (bound: missed)"_s;
    report.json = {{u"rounds"_s, rounds},
                   {u"runs"_s, runs},
                   {u"ratios"_s, QJsonArray{memory}},
                   {u"threads_independent"_s, sameThreads}};
    return report;
}

} // namespace lockscope::bench
