// SPDX-License-Identifier: Apache-2.0
// lockscope-bench: one benchmark, its figures, and each ratio with both of its sides.
#include "core/servers/sandbox.h"
#include "tests/bench/bareclient.h"
#include "tests/bench/bench.h"
#include "tests/support/offscreen.h"

#include <QCommandLineParser>
#include <QEventLoop>
#include <QJsonArray>
#include <QJsonDocument>

#ifdef LOCKSCOPE_BENCH_GUI
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include <cstdio>
#include <cstring>
#include <memory>

namespace {

using namespace lockscope;
using namespace lockscope::bench;
using namespace Qt::StringLiterals;

constexpr int ok = 0;
constexpr int failed = 1;
constexpr int usageError = 2;

struct Benchmark
{
    QLatin1String name;
    Result<Report> (*run)(const Options &);
    const char *does;
    bool needsServer = true;
};

constexpr Benchmark benchmarks[] = {
    {"handoff"_L1, handoff, "hand-over latency of 50 clients, beside Curator, kazoo and the bare C client"},
    {"relay"_L1, relay, "20 clients of kazoo behind the relays of `try`, beside the same ones directly at the server"},
    {"release-race"_L1, releaseRace, "10,000 forced releases against nodes that others replace at random"},
    {"release-trouble"_L1, releaseTrouble,
     "10,000 by the engine, audited, against replaced locks, lost permission and connections, killed leaders", false},
    {"resolve"_L1, resolve, "every owner of a long queue, and its first rows, beside bare pipelined reads"},
    {"sessions"_L1, sessions, "memory, threads and CPU of 10, 100 and 1,000 clients in one process"},
    {"findings"_L1, findings,
     "each failure that can be staged: found or not, and when; and false alarms of sound clients"},
    {"lag"_L1, lag, "from a foreign client's create to the World, at 100 changes a second, beside Curator's TreeCache"},
    {"observer-effect"_L1, observerEffect, "hand-over rate of 50 foreign clients without an observer and with each"},
#ifdef LOCKSCOPE_BENCH_GUI
    {"bigtree"_L1, bigTree, "a tree of a million nodes with 10,000 locks: reading, memory, filter, probes"},
    {"timeline"_L1, timeline,
     "a frame of the timeline with 10,000 to 1,000,000 events, beside a painter that walks all", false},
    {"queue-view"_L1, queueView, "a frame of the queue with 100,000 rows and 100 changes a second, beside 100 rows",
     false},
    {"stage"_L1, stage, "a frame of the stage with 200 cards and 50 moves a second", false},
    {"startup"_L1, startup, "from the start of the process to the first painted window, beside an empty window", false},
    {"undo"_L1, undo, "a step of a model taken back, far into a play of ten clients, in the whole window", false},
#endif
    {"model"_L1, model, "choices a second that happen in the ensemble in memory, beneath two clients of the mutex",
     false},
    {"explore"_L1, explore, "executions a second of the search for a bad order, and how few it needs beside all orders",
     false},
    {"seek"_L1, seek, "a recording of a million events: opening it, and seeking in it", false},
};

int usage(const QString &sentence)
{
    std::fprintf(stderr, "lockscope-bench: %s\n", qPrintable(sentence));
    return usageError;
}

QString listOfBenchmarks()
{
    QString text = u"Benchmarks:\n"_s;
    for (const Benchmark &benchmark : benchmarks)
        text += u"  %1 %2\n"_s.arg(QString(benchmark.name).leftJustified(16), QString::fromUtf8(benchmark.does));
    return text;
}

/// A sandbox of this program's own, until the pointer goes.
Result<std::unique_ptr<servers::Sandbox>> startSandbox(int nodes)
{
    servers::SandboxSpec spec;
    spec.heapMb = std::max(spec.heapMb, nodes / 600); // a server keeps a node in half a kilobyte to one
    auto sandbox = std::make_unique<servers::Sandbox>(spec);
    std::optional<Error> error;
    QEventLoop loop;
    QObject::connect(sandbox.get(), &servers::Sandbox::ready, &loop, &QEventLoop::quit);
    QObject::connect(sandbox.get(), &servers::Sandbox::failed, &loop, [&](const Error &why) {
        error = why;
        loop.quit();
    });
    sandbox->start();
    loop.exec();
    if (error)
        return tl::unexpected(*error);
    return sandbox;
}

int run(const Benchmark &benchmark, Options options, bool json)
{
    std::unique_ptr<servers::Sandbox> sandbox;
    if (benchmark.needsServer && options.connectString.isEmpty()) {
        auto started = startSandbox(benchmark.name == "bigtree"_L1 ? options.nodes : 0);
        if (!started) {
            std::fprintf(stderr, "lockscope-bench: %s\n", qPrintable(started.error().sentence().english()));
            return failed;
        }
        sandbox = std::move(*started);
        options.connectString = sandbox->info().connectString;
        options.adminUrl = sandbox->info().servers.first().adminUrl;
    }
    QJsonObject machine = machineJson();
    auto report = benchmark.run(options);
    if (!report) {
        std::fprintf(stderr, "lockscope-bench: %s\n", qPrintable(report.error().sentence().english()));
        return failed;
    }
    machine.insert(u"load_after"_s, machineJson()[u"load"]);
    if (json) {
        report->json.insert(u"benchmark"_s, QString(benchmark.name));
        report->json.insert(u"machine"_s, machine);
        std::fputs(QJsonDocument(report->json).toJson().constData(), stdout);
    } else {
        for (const QString &line : std::as_const(report->lines))
            std::printf("%s\n", qPrintable(line));
        std::printf("%s\n", qPrintable(u"%1 cores, load %2 before and %3 after"_s.arg(machine[u"cores"].toInt())
                                           .arg(machine[u"load"].toDouble(), 0, 'f', 2)
                                           .arg(machine[u"load_after"].toDouble(), 0, 'f', 2)));
    }
    return ok;
}

std::optional<int> positiveNumber(const QCommandLineParser &parser, const QString &name)
{
    bool isNumber = false;
    const int value = parser.value(name).toInt(&isNumber);
    return isNumber && value >= 0 ? std::optional(value) : std::nullopt;
}

} // namespace

int main(int argc, char **argv)
{
    // The bare side of a benchmark, in a process of its own.
    if (argc == 5 && std::strcmp(argv[1], "__hold") == 0)
        return holdContenders(argv[2], argv[3], std::atoi(argv[4]));
    if (argc == 4 && std::strcmp(argv[1], "__read") == 0)
        return readContenders(argv[2], argv[3]);
    if (argc == 4 && std::strcmp(argv[1], "__churn") == 0)
        return churnLock(argv[2], argv[3]);
    if (argc == 3 && std::strcmp(argv[1], "__make") == 0)
        return makePaths(argv[2]);
    if (argc == 6 && std::strcmp(argv[1], "__grow") == 0)
        return growTree(argv[2], argv[3], std::atoi(argv[4]), std::atoi(argv[5]));
    if (argc == 4 && std::strcmp(argv[1], "__readtree") == 0)
        return readTree(argv[2], argv[3]);
    if (argc == 4 && std::strcmp(argv[1], "__list") == 0)
        return listAtEveryEvent(argv[2], argv[3]);

    test::showToNobody();
    const Application application(argc, argv);
    QCoreApplication::setApplicationName(u"lockscope-bench"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Runs one benchmark and prints its figures.\n"_s + listOfBenchmarks());
    parser.addPositionalArgument(u"NAME"_s, u"The benchmark."_s);
    parser.addOption({u"connect"_s, u"Server to measure on; default: a sandbox of its own."_s, u"HOST:PORT"_s});
    parser.addOption({u"json"_s, u"Print JSON instead of text."_s});
    parser.addOption({u"contenders"_s, u"Length of the queue, for resolve and lag."_s, u"N"_s, u"10000"_s});
    parser.addOption({u"clients"_s, u"Most clients, for sessions."_s, u"N"_s, u"1000"_s});
    parser.addOption({u"events"_s, u"Length of the recording, for seek."_s, u"N"_s, u"1000000"_s});
    parser.addOption({u"minutes"_s, u"For which queue-view watches its memory, 0: not at all."_s, u"N"_s, u"0"_s});
    parser.addOption({u"nodes"_s, u"Size of the tree, for bigtree."_s, u"N"_s, u"1000000"_s});
    parser.addOption({u"locks"_s, u"Locks in the tree, for bigtree."_s, u"N"_s, u"10000"_s});
    parser.addOption({u"repeat"_s, u"Measurements of each side; 0: the benchmark's own number."_s, u"N"_s, u"0"_s});
    parser.addHelpOption();
    parser.addVersionOption();
    parser.process(application);

    const QStringList names = parser.positionalArguments();
    if (names.size() != 1)
        return usage(u"name one benchmark: see lockscope-bench --help."_s);
    const auto contenders = positiveNumber(parser, u"contenders"_s);
    const auto clients = positiveNumber(parser, u"clients"_s);
    const auto events = positiveNumber(parser, u"events"_s);
    const auto repeat = positiveNumber(parser, u"repeat"_s);
    const auto minutes = positiveNumber(parser, u"minutes"_s);
    const auto nodes = positiveNumber(parser, u"nodes"_s);
    const auto locks = positiveNumber(parser, u"locks"_s);
    if (!nodes || !locks || *locks == 0 || *nodes < 1 + 5 * *locks)
        return usage(u"--nodes and --locks want whole numbers, five nodes or more for each lock."_s);
    if (!contenders || !clients || !events || !repeat || !minutes || *contenders == 0 || *clients == 0 || *events == 0)
        return usage(u"--contenders, --clients, --events, --minutes and --repeat want whole numbers."_s);
    for (const Benchmark &benchmark : benchmarks) {
        if (names.first() != benchmark.name)
            continue;
        return run(benchmark,
                   {parser.value(u"connect"_s), *repeat, *contenders, *clients, {}, *events, *minutes, *nodes, *locks},
                   parser.isSet(u"json"_s));
    }
    return usage(u"there is no benchmark \"%1\": see lockscope-bench --help."_s.arg(names.first()));
}
