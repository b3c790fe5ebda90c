// SPDX-License-Identifier: Apache-2.0
// Hand-over latency of `lockscope-cli run --recipe mutex`, beside kazoo's Lock and a bare loop on the C client, on one
// server and in turns, so that whatever else the machine does falls on all of them.
#include "tests/bench/bareclient.h"
#include "tests/bench/bench.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int clients = 50;
constexpr int rounds = 10;
constexpr int standardRepetitions = 7;
constexpr double kazooBound = 0.6;

struct Side
{
    QString name;
    std::vector<double> p50;
    std::vector<double> p99;
    std::vector<double> durationMs;

    void add(double p50Us, double p99Us, double ms)
    {
        p50.push_back(p50Us);
        p99.push_back(p99Us);
        durationMs.push_back(ms);
    }
    QJsonObject toJson() const
    {
        return {{u"name"_s, name},
                {u"runs"_s, static_cast<int>(p50.size())},
                {u"p50_us"_s, rounded(median(p50), 1)},
                {u"p99_us"_s, rounded(median(p99), 1)},
                {u"duration_ms"_s, rounded(median(durationMs), 1)}};
    }
    QString line() const
    {
        return u"%1 p50 %2 µs, p99 %3 µs, whole run %4 ms"_s.arg(name.leftJustified(10))
            .arg(median(p50), 7, 'f', 0)
            .arg(median(p99), 7, 'f', 0)
            .arg(median(durationMs), 6, 'f', 0);
    }
};

Result<QJsonObject> jsonOf(const Result<Finished> &run, const QString &what)
{
    if (!run)
        return tl::unexpected(run.error());
    const QJsonObject object = QJsonDocument::fromJson(run->output).object();
    if (run->exitCode != 0 || object.isEmpty())
        return failure(ErrorCode::Other, {}, {}, u"%1 failed: %2"_s.arg(what, QString::fromUtf8(run->errors)));
    return object;
}

Result<Done> runOurs(const Options &options, const QString &lock, Side &side)
{
    const auto report =
        jsonOf(runProgram(programBeside(u"lockscope-cli"_s),
                          {u"run"_s, u"--connect"_s, options.connectString, u"--recipe"_s, u"mutex"_s, u"--clients"_s,
                           QString::number(clients), u"--rounds"_s, QString::number(rounds), u"--hold"_s, u"0"_s,
                           u"--timeout"_s, u"30000"_s, u"--lock"_s, lock, u"--json"_s}),
               u"lockscope-cli run"_s);
    if (!report)
        return tl::unexpected(report.error());
    const QJsonObject handoff = (*report)[u"handoff"].toObject();
    side.add(handoff[u"p50_us"].toDouble(), handoff[u"p99_us"].toDouble(), (*report)[u"duration_ms"].toDouble());
    return Done();
}

Result<QString> runKazoo(const Options &options, const QString &lock, Side &side)
{
    QFile script(u":/bench/kazoohandoff.py"_s);
    if (!script.open(QIODevice::ReadOnly))
        return failure(ErrorCode::Other, {}, {}, script.errorString());
    const auto report =
        jsonOf(runProgram(u"/usr/bin/python3"_s,
                          {u"-"_s, options.connectString, lock, QString::number(clients), QString::number(rounds)},
                          script.readAll()),
               u"kazoo"_s);
    if (!report)
        return tl::unexpected(report.error());
    side.add((*report)[u"p50_us"].toDouble(), (*report)[u"p99_us"].toDouble(), (*report)[u"duration_ms"].toDouble());
    return (*report)[u"version"].toString();
}

Result<Done> runBare(const Options &options, const QString &lock, Side &side)
{
    const BareHandoff run = bareHandoff(options.connectString.toStdString(), lock.toStdString(), clients, rounds);
    if (run.acquired != clients * rounds)
        return failure(ErrorCode::Other, {}, {}, u"The bare loop acquired %1 times only."_s.arg(run.acquired));
    side.add(percentile(run.handoffsUs, 0.5), percentile(run.handoffsUs, 0.99), run.durationMs);
    return Done();
}

/// Why kazoo cannot be measured; empty if it can.
QString kazooMissing()
{
    const auto asked = runProgram(u"/usr/bin/python3"_s, {u"-c"_s, u"import kazoo"_s});
    return asked && asked->exitCode == 0 ? QString()
                                         : u"not measured: /usr/bin/python3 has no kazoo (Debian: python3-kazoo)"_s;
}

} // namespace

Result<Report> handoff(const Options &options)
{
    Side ours{u"lockscope"_s, {}, {}, {}};
    Side bare{u"bare C"_s, {}, {}, {}};
    Side kazoo{u"kazoo"_s, {}, {}, {}};
    const QString base = u"/lockscope-bench-%1-"_s.arg(QCoreApplication::applicationPid());
    const QString missing = kazooMissing();
    const int repetitions = options.repetitions > 0 ? options.repetitions : standardRepetitions;
    QString version;
    for (int i = 0; i < repetitions; ++i) {
        const QString turn = base + QString::number(i);
        if (const auto run = runOurs(options, turn + u"-ours"_s, ours); !run)
            return tl::unexpected(run.error());
        if (missing.isEmpty()) {
            const auto run = runKazoo(options, turn + u"-kazoo"_s, kazoo);
            if (!run)
                return tl::unexpected(run.error());
            version = *run;
        }
        if (const auto run = runBare(options, turn + u"-bare"_s, bare); !run)
            return tl::unexpected(run.error());
    }

    Report report;
    QJsonArray ratios;
    const auto compare = [&](const QString &name, const Side &other, std::optional<double> bound) {
        const QJsonObject ratio = ratioJson(name, median(ours.p50), median(other.p50), bound);
        ratios += ratio;
        report.lines += ratioLine(ratio, u"µs"_s);
    };
    report.lines += u"%1 clients × %2 rounds, hold 0, medians of %3 runs each, in turns"_s.arg(clients).arg(rounds).arg(
        repetitions);
    report.lines += ours.line();
    report.lines += missing.isEmpty() ? kazoo.line() + u"  (kazoo %1)"_s.arg(version) : u"kazoo      "_s + missing;
    report.lines += bare.line();
    report.lines += u"Curator    not measured: there is no Curator contender for this benchmark yet"_s;
    if (missing.isEmpty())
        compare(u"p50 beside kazoo"_s, kazoo, kazooBound);
    compare(u"p50 beside bare C"_s, bare, std::nullopt);
    QJsonObject missingPeers{{u"curator"_s, u"no contender for this benchmark yet"_s}};
    if (!missing.isEmpty())
        missingPeers.insert(u"kazoo"_s, missing);
    report.json = {{u"clients"_s, clients},
                   {u"rounds"_s, rounds},
                   {u"sides"_s, QJsonArray{ours.toJson(), kazoo.toJson(), bare.toJson()}},
                   {u"ratios"_s, ratios},
                   {u"missing"_s, missingPeers}};
    return report;
}

} // namespace lockscope::bench
