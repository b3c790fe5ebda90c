// SPDX-License-Identifier: Apache-2.0
// From the start of the process to the first painted window, the start page, beside a program whose window is empty.
// Real processes by turns, on the platform that the environment names.
#include "tests/bench/bench.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QProcess>
#include <QTemporaryDir>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr double mostBeside = 2;
constexpr int longestMs = 30'000;

/// With settings of its own, as on a first day, and the category that tells of the first frame.
QProcessEnvironment firstDay(const QString &directory)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : {u"XDG_CONFIG_HOME"_s, u"XDG_DATA_HOME"_s, u"XDG_CACHE_HOME"_s, u"XDG_STATE_HOME"_s})
        environment.insert(name, directory);
    environment.insert(u"QT_LOGGING_RULES"_s, u"lockscope.start.debug=true"_s);
    return environment;
}

/// Milliseconds until the program has said that its window was painted; it is ended then.
Result<double> timeToFirstFrame(const QString &program, const QProcessEnvironment &environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    QEventLoop loop;
    QElapsedTimer timer;
    QByteArray said;
    double shownMs = 0;
    QObject::connect(&process, &QProcess::readyReadStandardError, &loop, [&] {
        said += process.readAllStandardError();
        if (shownMs == 0 && said.contains("first frame")) {
            shownMs = passedMs(timer);
            loop.quit();
        }
    });
    timer.start();
    process.start(program, QStringList());
    turnUntilItEnds(process, loop, longestMs);
    process.kill();
    process.waitForFinished();
    if (shownMs == 0)
        return noFigures(u"%1 has shown no window: %2"_s.arg(program, QString::fromUtf8(said)));
    return shownMs;
}

} // namespace

Result<Report> startup(const Options &options)
{
    const QTemporaryDir directory;
    const QProcessEnvironment environment = firstDay(directory.path());
    const QString programs[] = {programBeside(u"lockscope"_s), programBeside(u"lockscope-bench-empty"_s)};
    std::vector<double> times[2];
    const int runs = options.repetitionsOr(21);
    for (int i = -1; i < runs; ++i) { // the first of each reads the disk
        for (const size_t which : {0, 1}) {
            const auto passed = timeToFirstFrame(programs[which], environment);
            if (!passed)
                return tl::unexpected(passed.error());
            if (i >= 0)
                times[which].push_back(*passed);
        }
    }
    Report report;
    report.json = {{u"lockscope_ms"_s, readingsJson(times[0])}, {u"empty_ms"_s, readingsJson(times[1])}};
    report.compare(u"first frame beside an empty window's, medians"_s, median(times[0]), median(times[1]), u"ms"_s,
                   mostBeside);
    return report;
}

} // namespace lockscope::bench
