// SPDX-License-Identifier: Apache-2.0
// lockscope-bench: one benchmark, its figures, and each ratio with both of its sides.
#include "tests/bench/bareclient.h"
#include "tests/bench/bench.h"
#include "tests/support/files.h"
#include "tests/support/offscreen.h"
#include "tests/support/sandboxfortest.h"

#include <QCommandLineParser>
#include <QJsonDocument>
#include <QThread>

#ifdef LOCKSCOPE_BENCH_GUI
#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

#include <algorithm>
#include <cstdio>
#include <cstring>

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
    {"sessions"_L1, sessions, "memory and threads of 10, 100 and 1,000 clients in one process"},
    {"findings"_L1, findings,
     "each failure that can be staged: found or not, and when; and false alarms of sound clients"},
    {"lag"_L1, lag, "from a foreign client's create to the World, at 100 changes a second, beside Curator's TreeCache"},
    {"observer-effect"_L1, observerEffect, "hand-over rate of 50 foreign clients without an observer and with each"},
#ifdef LOCKSCOPE_BENCH_GUI
    {"bigtree"_L1, bigTree, "a tree of a million nodes with 10,000 locks: reading, memory, filter, probes"},
    {"timeline"_L1, timeline,
     "a frame of the timeline with 10,000 and 1,000,000 events, beside a painter that walks all", false},
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
    {"fold"_L1, fold, "what a window folds: a million events into history and ledger; memory of a large tree", false},
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

/// A ratio of a loaded machine is worth less.
double loadNow()
{
    return test::contentOf(u"/proc/loadavg"_s).split(' ').value(0).toDouble();
}

int fail(const Error &error)
{
    std::fprintf(stderr, "lockscope-bench: %s\n", qPrintable(error.sentence().english()));
    return failed;
}

int run(const Benchmark &benchmark, Options options, bool json)
{
    std::optional<test::SandboxForTest> sandbox;
    if (benchmark.needsServer && options.connectString.isEmpty()) {
        servers::SandboxSpec spec;
        if (benchmark.name == "bigtree"_L1)
            spec.heapMb = std::max(spec.heapMb, options.nodes / 600); // a node takes half a kilobyte to one
        sandbox.emplace(spec);
        if (!sandbox->start())
            return fail(*sandbox->error());
        options.connectString = sandbox->connectString();
        options.adminUrl = sandbox->info().servers.first().adminUrl;
    }
    const int cores = QThread::idealThreadCount();
    const double loadBefore = loadNow();
    auto report = benchmark.run(options);
    if (!report)
        return fail(report.error());
    const double loadAfter = loadNow();
    if (json) {
        report->json[u"benchmark"_s] = QString(benchmark.name);
        report->json[u"machine"_s] =
            QJsonObject{{u"cores"_s, cores}, {u"load"_s, loadBefore}, {u"load_after"_s, loadAfter}};
        std::fputs(QJsonDocument(report->json).toJson().constData(), stdout);
    } else {
        for (const QString &line : std::as_const(report->lines))
            std::printf("%s\n", qPrintable(line));
        std::printf("%d cores, load %.2f before and %.2f after\n", cores, loadBefore, loadAfter);
    }
    return ok;
}

/// An option that wants a whole number; left out, it is as in Options.
struct Number
{
    QString name;
    int Options::*value;
    const char *does;
    int least = 1;
};

const Number numbers[] = {
    {u"contenders"_s, &Options::contenders, "Length of the queue, for resolve and lag."},
    {u"clients"_s, &Options::clients, "Most clients, for sessions; clients in the recording, for seek and fold."},
    {u"events"_s, &Options::events, "Length of the recording, for seek and fold."},
    {u"minutes"_s, &Options::minutes, "For which queue-view watches its memory, 0: not at all.", 0},
    {u"nodes"_s, &Options::nodes, "Size of the tree, for bigtree."},
    {u"locks"_s, &Options::locks, "Locks in the tree, for bigtree."},
    {u"repeat"_s, &Options::repetitions, "Measurements of each side; 0: the benchmark's own number.", 0},
};

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

    test::showToNobody();
    const Application application(argc, argv);
    QCoreApplication::setApplicationName(u"lockscope-bench"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(LOCKSCOPE_VERSION));
    QCommandLineParser parser;
    parser.setApplicationDescription(u"Runs one benchmark and prints its figures.\n"_s + listOfBenchmarks());
    parser.addPositionalArgument(u"NAME"_s, u"The benchmark."_s);
    parser.addOption({u"connect"_s, u"Server to measure on; default: a sandbox of its own."_s, u"HOST:PORT"_s});
    parser.addOption({u"json"_s, u"Print JSON instead of text."_s});
    Options options;
    for (const Number &number : numbers)
        parser.addOption({number.name, QString::fromUtf8(number.does), u"N"_s, QString::number(options.*number.value)});
    parser.addHelpOption();
    parser.addVersionOption();
    parser.process(application);

    const QStringList names = parser.positionalArguments();
    if (names.size() != 1)
        return usage(u"name one benchmark: see lockscope-bench --help."_s);
    options.connectString = parser.value(u"connect"_s);
    for (const Number &number : numbers) {
        bool isNumber = false;
        options.*number.value = parser.value(number.name).toInt(&isNumber);
        if (!isNumber || options.*number.value < number.least)
            return usage(u"--%1 wants a whole number, from %2."_s.arg(number.name).arg(number.least));
    }
    if (options.nodes < 1 + 5 * options.locks)
        return usage(u"--nodes wants five or more for each lock."_s);
    for (const Benchmark &benchmark : benchmarks) {
        if (names.first() == benchmark.name)
            return run(benchmark, options, parser.isSet(u"json"_s));
    }
    return usage(u"there is no benchmark \"%1\": see lockscope-bench --help."_s.arg(names.first()));
}
