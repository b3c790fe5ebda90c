// SPDX-License-Identifier: Apache-2.0
// Hand-over latency of `lockscope-cli run --recipe mutex`, beside Curator's InterProcessMutex, kazoo's Lock and a bare
// loop on the C client, on one server and in turns, so that whatever else the machine does falls on all of them.
#include "tests/bench/bareclient.h"
#include "tests/bench/bench.h"
#include "tests/bench/curatorpeer.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

#include <functional>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int clients = 50;
constexpr int rounds = 10;
constexpr int standardRepetitions = 7;
constexpr double peerBound = 0.6;
constexpr double bareBound = 1.15;

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
                {u"duration_ms"_s, rounded(median(durationMs), 1)},
                {u"p50_us_runs"_s, readingsJson(p50, 1)},
                {u"p99_us_runs"_s, readingsJson(p99, 1)}};
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
        return noFigures(u"%1 failed: %2"_s.arg(what, QString::fromUtf8(run->errors)));
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
    const auto report = bench::runKazoo(options.connectString, lock, clients, rounds);
    if (!report)
        return tl::unexpected(report.error());
    side.add((*report)[u"p50_us"].toDouble(), (*report)[u"p99_us"].toDouble(), (*report)[u"duration_ms"].toDouble());
    return (*report)[u"version"].toString();
}

Result<Done> runBare(const Options &options, const QString &lock, Side &side)
{
    const BareHandoff run = bareHandoff(options.connectString.toStdString(), lock.toStdString(), clients, rounds);
    if (run.acquired != clients * rounds)
        return noFigures(u"The bare loop acquired %1 times only."_s.arg(run.acquired));
    side.add(percentile(run.handoffsUs, 0.5), percentile(run.handoffsUs, 0.99), run.durationMs);
    return Done();
}

Result<Done> runCurator(CuratorPeer &jvm, const QString &lock, Side &side)
{
    const auto report = jvm.run(lock, clients, rounds);
    if (!report)
        return tl::unexpected(report.error());
    side.add((*report)[u"p50_us"].toDouble(), (*report)[u"p99_us"].toDouble(), (*report)[u"duration_ms"].toDouble());
    return Done();
}

} // namespace

Result<Report> handoff(const Options &options)
{
    Side ours{u"lockscope"_s, {}, {}, {}};
    Side bare{u"bare C"_s, {}, {}, {}};
    Side kazoo{u"kazoo"_s, {}, {}, {}};
    Side curator{u"curator"_s, {}, {}, {}};
    const QString base = u"/lockscope-bench-%1-"_s.arg(QCoreApplication::applicationPid());
    const QString noKazoo = kazooMissing();
    const QString noCurator = CuratorPeer::missing();
    CuratorPeer jvm;
    if (noCurator.isEmpty()) {
        if (const auto warm = jvm.start(options.connectString, base + u"warm"_s, clients); !warm)
            return tl::unexpected(warm.error());
    }

    QString kazooVersion;
    const auto lockOf = [&](int turn, QStringView side) { return u"%1%2-%3"_s.arg(base).arg(turn).arg(side); };
    std::vector<std::function<Result<Done>(int)>> sides{
        [&](int turn) { return runOurs(options, lockOf(turn, u"ours"), ours); },
        [&](int turn) { return runBare(options, lockOf(turn, u"bare"), bare); },
    };
    if (noKazoo.isEmpty())
        sides.emplace_back([&](int turn) -> Result<Done> {
            const auto version = runKazoo(options, lockOf(turn, u"kazoo"), kazoo);
            if (!version)
                return tl::unexpected(version.error());
            kazooVersion = *version;
            return Done();
        });
    if (noCurator.isEmpty())
        sides.emplace_back([&](int turn) { return runCurator(jvm, lockOf(turn, u"curator"), curator); });
    const int repetitions = options.repetitions > 0 ? options.repetitions : standardRepetitions;
    if (const auto ran = inTurns(sides, repetitions); !ran)
        return tl::unexpected(ran.error());

    Report report;
    report.lines += u"%1 clients × %2 rounds, hold 0, medians of %3 runs each, in turns"_s.arg(clients).arg(rounds).arg(
        repetitions);
    report.lines += ours.line();
    report.lines += noCurator.isEmpty() ? curator.line() : u"curator    not measured: "_s + noCurator;
    report.lines += noKazoo.isEmpty() ? kazoo.line() + u"  (kazoo %1)"_s.arg(kazooVersion) : u"kazoo      "_s + noKazoo;
    report.lines += bare.line();
    QJsonArray ratios;
    const auto compare = [&](const QString &name, double mine, double theirs, double bound) {
        const QJsonObject ratio = ratioJson(name, mine, theirs, bound);
        ratios += ratio;
        report.lines += ratioLine(ratio, u"µs"_s);
    };
    for (const Side *other : {&curator, &kazoo, &bare}) {
        if (other->p50.empty())
            continue;
        const double bound = other == &bare ? bareBound : peerBound;
        compare(u"p50 beside %1"_s.arg(other->name), median(ours.p50), median(other->p50), bound);
        compare(u"p99 beside %1"_s.arg(other->name), median(ours.p99), median(other->p99), bound);
    }
    QJsonObject missingPeers;
    if (!noKazoo.isEmpty())
        missingPeers.insert(u"kazoo"_s, noKazoo);
    if (!noCurator.isEmpty())
        missingPeers.insert(u"curator"_s, noCurator);
    report.json = {{u"clients"_s, clients},
                   {u"rounds"_s, rounds},
                   {u"sides"_s, QJsonArray{ours.toJson(), curator.toJson(), kazoo.toJson(), bare.toJson()}},
                   {u"ratios"_s, ratios},
                   {u"missing"_s, missingPeers}};
    return report;
}

} // namespace lockscope::bench
