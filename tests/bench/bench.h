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

class QEventLoop;
class QProcess;

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

    int repetitionsOr(int own) const { return repetitions > 0 ? repetitions : own; }
};

enum class Better { Less, More };

struct Report
{
    QStringList lines; ///< for people
    QJsonObject json;

    /// A row of the JSON's list \a list, and the same as a line: "kazoo: p50_us 1290.4, p99_us 2104". What is a list
    /// itself, as single readings are, is in the JSON alone.
    void tell(const QString &list, const QString &name, const QJsonObject &figures);
    /// A ratio, which never goes without its two sides: "p50 beside kazoo: 612.0 / 2104.0 µs = 0.29 (bound 0.60: met)".
    void compare(const QString &name, double ours, double theirs, const QString &unit,
                 std::optional<double> bound = std::nullopt, Better better = Better::Less);
    /// A peer that cannot be measured here.
    void isMissing(const QString &peer, const QString &why);
};

Result<Report> bigTree(const Options &options); ///< with the GUI only
Result<Report> findings(const Options &options);
Result<Report> fold(const Options &options);
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

/// The number behind \a line of /proc/PROCESS/status.
double statusOf(const QString &process, const char *line);
/// Of this process: what is resident now ("VmRSS:"), and the most that was ("VmHWM:").
double megabytesOf(const char *line);
double passedMs(const QElapsedTimer &timer);
/// Why there are none.
tl::unexpected<Error> noFigures(const QString &sentence);

/// Keeps a reading with the others of its side, or says why there is none.
Result<Done> into(std::vector<double> &readings, const Result<double> &reading);

using Turn = std::function<Result<Done>(int turn)>;
/// Runs each side once a turn, in another order each time, the same at every call: whoever comes after a side that
/// leaves work behind (a JVM that collects, a server that drops watches) must not always be the same. Ends at an error.
Result<Done> inTurns(const std::vector<Turn> &sides, int turns);

// ---- programs ----

struct Finished
{
    int exitCode = 0;
    QByteArray output;
    QByteArray errors;
};

/// A path of this process's own.
QString ownPath();
/// Turns this thread's event loop until the process ends or cannot be started, somebody quits \a loop, or it is late.
void turnUntilItEnds(QProcess &process, QEventLoop &loop, int timeoutMs);
/// Runs a program to its end with this thread's event loop; an error if it cannot be started or does not end in time.
Result<Finished> runProgram(const QString &program, const QStringList &arguments, const QByteArray &input = {},
                            int timeoutMs = 120'000);
/// Turns this thread's event loop until \a isDone, and sleeps while nothing happens: processEvents() with a limit of
/// time does not, and would take one of two cores from what is measured. False if that was not within the limit.
bool waitUntil(const std::function<bool()> &isDone, int timeoutMs = 600'000);
/// The file beside this program.
QString programBeside(const QString &name);

} // namespace lockscope::bench
