// SPDX-License-Identifier: Apache-2.0
// Hand-over latency of `lockscope-cli run --recipe mutex`, beside Curator's InterProcessMutex, kazoo's Lock and a bare
// loop on the C client, on one server and in turns, so that whatever else the machine does falls on all of them.
#include "tests/bench/bareclient.h"
#include "tests/bench/bench.h"
#include "tests/bench/curatorpeer.h"

#include <QJsonDocument>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int clients = 50;
constexpr int rounds = 10;
constexpr double peerBound = 0.6;
constexpr double bareBound = 1.15;

struct Side
{
    QString name;
    QString version = {}; ///< as it says itself
    std::vector<double> p50 = {};
    std::vector<double> p99 = {};
    std::vector<double> durationMs = {};

    void add(double p50Us, double p99Us, double ms)
    {
        p50.push_back(p50Us);
        p99.push_back(p99Us);
        durationMs.push_back(ms);
    }
    Result<Done> add(const Result<QJsonObject> &run)
    {
        return run.map([this](const QJsonObject &handoffFigures) {
            version = handoffFigures[u"version"].toString();
            add(handoffFigures[u"p50_us"].toDouble(), handoffFigures[u"p99_us"].toDouble(),
                handoffFigures[u"duration_ms"].toDouble());
            return Done();
        });
    }
    QJsonObject figures() const
    {
        return {{u"version"_s, version},
                {u"p50_us"_s, rounded(median(p50), 1)},
                {u"p99_us"_s, rounded(median(p99), 1)},
                {u"duration_ms"_s, rounded(median(durationMs), 1)},
                {u"p50_us_runs"_s, readingsJson(p50, 1)},
                {u"p99_us_runs"_s, readingsJson(p99, 1)}};
    }
};

/// As the foreign clients tell theirs.
Result<QJsonObject> runOurs(const Options &options, const QString &lock)
{
    const auto run = runProgram(programBeside(u"lockscope-cli"_s),
                                {u"run"_s, u"--connect"_s, options.connectString, u"--recipe"_s, u"mutex"_s,
                                 u"--clients"_s, QString::number(clients), u"--rounds"_s, QString::number(rounds),
                                 u"--hold"_s, u"0"_s, u"--timeout"_s, u"30000"_s, u"--lock"_s, lock, u"--json"_s});
    if (!run)
        return tl::unexpected(run.error());
    const QJsonObject report = QJsonDocument::fromJson(run->output).object();
    if (run->exitCode != 0 || report.isEmpty())
        return noFigures(u"lockscope-cli run failed: %1"_s.arg(QString::fromUtf8(run->errors)));
    QJsonObject handoffFigures = report[u"handoff"].toObject();
    handoffFigures[u"duration_ms"_s] = report[u"duration_ms"];
    return handoffFigures;
}

Result<Done> runBare(const Options &options, const QString &lock, Side &side)
{
    const BareHandoff run = bareHandoff(options.connectString.toStdString(), lock.toStdString(), clients, rounds);
    if (run.acquired != clients * rounds)
        return noFigures(u"The bare loop acquired %1 times only."_s.arg(run.acquired));
    side.add(percentile(run.handoffsUs, 0.5), percentile(run.handoffsUs, 0.99), run.durationMs);
    return Done();
}

} // namespace

Result<Report> handoff(const Options &options)
{
    Side ours{u"lockscope"_s};
    Side bare{u"bare C"_s};
    Side kazoo{u"kazoo"_s};
    Side curator{u"curator"_s};
    Report report;
    const auto lockOf = [](int turn, QStringView side) { return u"%1-%2-%3"_s.arg(ownPath()).arg(turn).arg(side); };
    std::vector<Turn> sides{
        [&](int turn) { return ours.add(runOurs(options, lockOf(turn, u"ours"))); },
        [&](int turn) { return runBare(options, lockOf(turn, u"bare"), bare); },
    };
    if (const QString why = kazooMissing(); !why.isEmpty())
        report.isMissing(kazoo.name, why);
    else
        sides.emplace_back([&](int turn) {
            return kazoo.add(runKazoo(options.connectString, lockOf(turn, u"kazoo"), clients, rounds));
        });
    CuratorPeer jvm;
    if (const QString why = jvmMissing(); !why.isEmpty()) {
        report.isMissing(curator.name, why);
    } else {
        if (const auto warm = jvm.start(options.connectString, ownPath() + u"-warm"_s, clients); !warm)
            return tl::unexpected(warm.error());
        sides.emplace_back([&](int turn) { return curator.add(jvm.run(lockOf(turn, u"curator"), clients, rounds)); });
    }
    const int repetitions = options.repetitionsOr(7);
    if (const auto ran = inTurns(sides, repetitions); !ran)
        return tl::unexpected(ran.error());

    report.lines += u"%1 clients × %2 rounds, hold 0, medians of %3 runs each, in turns"_s.arg(clients).arg(rounds).arg(
        repetitions);
    report.tell(u"sides"_s, ours.name, ours.figures());
    for (const Side *other : {&curator, &kazoo, &bare}) {
        if (other->p50.empty())
            continue;
        report.tell(u"sides"_s, other->name, other->figures());
        const double bound = other == &bare ? bareBound : peerBound;
        report.compare(u"p50 beside "_s + other->name, median(ours.p50), median(other->p50), u"µs"_s, bound);
        report.compare(u"p99 beside "_s + other->name, median(ours.p99), median(other->p99), u"µs"_s, bound);
    }
    return report;
}

} // namespace lockscope::bench
