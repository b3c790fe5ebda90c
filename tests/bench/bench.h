// SPDX-License-Identifier: Apache-2.0
// What the benchmarks share: what they are asked, what they answer, and small arithmetic. One benchmark a file.
// Never judges: a bound is printed beside its figure, met or not, and the program ends with 0 either way.
#pragma once

#include "core/base/error.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace lockscope::bench {

struct Options
{
    QString connectString;
    int repetitions = 0; ///< 0: the benchmark's own
    int contenders = 10'000;
    int clients = 1'000;
    QString adminUrl = {}; ///< of the server's AdminServer; empty: where it is by default
    int events = 1'000'000;
    int minutes = 0; ///< for which queue-view watches its memory
    int nodes = 1'000'000;
    int locks = 10'000;
};

struct Report
{
    QStringList lines; ///< for people
    QJsonObject json;
};

Result<Report> bigTree(const Options &options); ///< with the GUI only
Result<Report> findings(const Options &options);
Result<Report> handoff(const Options &options);
Result<Report> lag(const Options &options);
Result<Report> explore(const Options &options);
Result<Report> model(const Options &options);
Result<Report> observerEffect(const Options &options);
Result<Report> queueView(const Options &options); ///< with the GUI only
Result<Report> relay(const Options &options);
Result<Report> releaseRace(const Options &options);
Result<Report> releaseTrouble(const Options &options);
Result<Report> resolve(const Options &options);
Result<Report> seek(const Options &options);
Result<Report> sessions(const Options &options);
Result<Report> stage(const Options &options);    ///< with the GUI only
Result<Report> startup(const Options &options);  ///< with the GUI only
Result<Report> timeline(const Options &options); ///< with the GUI only
Result<Report> undo(const Options &options);     ///< with the GUI only

// ---- figures ----

double median(std::vector<double> values);
/// Nearest rank, of a sorted or unsorted sample.
double percentile(std::vector<double> values, double share);
double rounded(double value, int digits = 3);
/// The single readings of a side, rounded.
QJsonArray readingsJson(const std::vector<double> &values, int digits = 3);
/// {"name", "ours", "theirs", "ratio", "bound", "met"}: a ratio never goes without its two sides.
QJsonObject ratioJson(const QString &name, double ours, double theirs, std::optional<double> bound);
/// The same as a line: "p50 beside kazoo: 612 / 2104 µs = 0.29 (bound 0.60: met)".
QString ratioLine(const QJsonObject &ratio, const QString &unit);
/// Cores and load, since a ratio of a loaded machine is worth less.
QJsonObject machineJson();

/// Of /proc/self/status: what is resident now ("VmRSS:"), and the most that was ("VmHWM:").
double megabytesOf(const char *line);
double passedMs(const QElapsedTimer &timer);
/// Why there are none.
tl::unexpected<Error> noFigures(const QString &sentence);

/// Runs each side once a turn, in another order each time, the same at every call: whoever comes after a side that
/// leaves work behind (a JVM that collects, a server that drops watches) must not always be the same. Ends at an error.
Result<Done> inTurns(const std::vector<std::function<Result<Done>(int turn)>> &sides, int turns);

// ---- programs ----

struct Finished
{
    int exitCode = 0;
    QByteArray output;
    QByteArray errors;
};

/// Runs a program to its end with this thread's event loop; an error if it cannot be started or does not end in time.
Result<Finished> runProgram(const QString &program, const QStringList &arguments, const QByteArray &input = {},
                            int timeoutMs = 120'000);
/// Turns this thread's event loop until \a isDone, and sleeps while nothing happens: processEvents() with a limit of
/// time does not, and would take one of two cores from what is measured. False if that was not within the limit.
bool waitUntil(const std::function<bool()> &isDone, int timeoutMs = 600'000);
/// The file beside this program.
QString programBeside(const QString &name);

} // namespace lockscope::bench
