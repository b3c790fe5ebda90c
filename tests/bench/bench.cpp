// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bench.h"

#include "tests/support/files.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

QString lineOf(const QJsonObject &figures)
{
    QStringList parts;
    for (auto figure = figures.begin(); figure != figures.end(); ++figure) {
        const QJsonValue value = figure.value();
        const QString text = value.isObject() ? u"(%1)"_s.arg(lineOf(value.toObject())) : value.toVariant().toString();
        if (!text.isEmpty()) // as that of a list is
            parts += figure.key() + u' ' + text;
    }
    return parts.join(u", "_s);
}

} // namespace

void Report::tell(const QString &list, const QString &name, const QJsonObject &figures)
{
    lines += name + u": "_s + lineOf(figures);
    QJsonObject row = figures;
    row[u"name"_s] = name;
    QJsonArray rows = json[list].toArray();
    rows += row;
    json[list] = rows;
}

void Report::compare(const QString &name, double ours, double theirs, const QString &unit, std::optional<double> bound,
                     Better better)
{
    const double ratio = theirs > 0 ? ours / theirs : 0;
    QJsonArray ratios = json[u"ratios"_s].toArray();
    QJsonObject row{
        {u"name"_s, name}, {u"ours"_s, rounded(ours)}, {u"theirs"_s, rounded(theirs)}, {u"ratio"_s, rounded(ratio)}};
    lines +=
        u"%1: %2 / %3 %4 = %5"_s.arg(name).arg(ours, 0, 'f', 1).arg(theirs, 0, 'f', 1).arg(unit).arg(ratio, 0, 'f', 2);
    if (bound) {
        const bool met = better == Better::Less ? ratio <= *bound : ratio >= *bound;
        row[u"bound"_s] = *bound;
        row[u"met"_s] = met;
        lines.last() += u" (bound %1: %2)"_s.arg(*bound, 0, 'f', 2).arg(met ? u"met"_s : u"missed"_s);
    }
    ratios += row;
    json[u"ratios"_s] = ratios;
}

void Report::isMissing(const QString &peer, const QString &why)
{
    lines += u"%1: not measured: %2"_s.arg(peer, why);
    QJsonObject missing = json[u"missing"_s].toObject();
    missing[peer] = why;
    json[u"missing"_s] = missing;
}

double percentile(std::vector<double> values, double share)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const auto rank = static_cast<size_t>(std::ceil(share * static_cast<double>(values.size())));
    return values[std::max<size_t>(rank, 1) - 1];
}

double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double rounded(double value, int digits)
{
    const double scale = std::pow(10, digits);
    return std::round(value * scale) / scale;
}

QJsonArray readingsJson(const std::vector<double> &values, int digits)
{
    QJsonArray array;
    for (const double value : values)
        array += rounded(value, digits);
    return array;
}

double statusOf(const QString &process, const char *line)
{
    const QByteArray text = test::contentOf(u"/proc/%1/status"_s.arg(process));
    const qsizetype at = text.indexOf(line);
    return at < 0 ? 0 : text.mid(at + qstrlen(line)).simplified().split(' ').value(0).toDouble();
}

double megabytesOf(const char *line)
{
    return statusOf(u"self"_s, line) / 1024;
}

double passedMs(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

tl::unexpected<Error> noFigures(const QString &sentence)
{
    return failure(ErrorCode::Other, {}, {}, Text::verbatim(sentence));
}

bool waitUntil(const std::function<bool()> &isDone, int timeoutMs)
{
    const QDeadlineTimer deadline(timeoutMs);
    QTimer tick; // not all that is waited for is an event
    tick.start(5);
    while (!isDone() && !deadline.hasExpired())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return isDone();
}

QString programBeside(const QString &name)
{
    return QCoreApplication::applicationDirPath() + u'/' + name;
}

QString ownPath()
{
    return u"/lockscope-bench-%1"_s.arg(QCoreApplication::applicationPid());
}

Result<Done> into(std::vector<double> &readings, const Result<double> &reading)
{
    return reading.map([&readings](double value) {
        readings.push_back(value);
        return Done();
    });
}

Result<Done> inTurns(const std::vector<Turn> &sides, int turns)
{
    std::vector<size_t> order(sides.size());
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 random; // NOLINT(cert-msc51-cpp): the same at every call
    for (int turn = 0; turn < turns; ++turn) {
        std::shuffle(order.begin(), order.end(), random);
        for (const size_t side : order) {
            if (const auto ran = sides[side](turn); !ran)
                return ran;
        }
    }
    return Done();
}

void turnUntilItEnds(QProcess &process, QEventLoop &loop, int timeoutMs)
{
    QObject::connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QObject::connect(&process, &QProcess::errorOccurred, &loop, &QEventLoop::quit);
    QTimer::singleShot(timeoutMs, &loop, &QEventLoop::quit);
    loop.exec();
}

Result<Finished> runProgram(const QString &program, const QStringList &arguments, const QByteArray &input,
                            int timeoutMs)
{
    QProcess process;
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    QEventLoop loop;
    turnUntilItEnds(process, loop, timeoutMs);
    if (process.state() != QProcess::NotRunning) {
        process.kill();
        process.waitForFinished();
        return noFigures(u"%1 did not end within %2 s."_s.arg(program).arg(timeoutMs / 1000));
    }
    if (process.error() == QProcess::FailedToStart)
        return noFigures(u"%1: %2"_s.arg(program, process.errorString()));
    return Finished{process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
                    process.readAllStandardOutput(), process.readAllStandardError()};
}

} // namespace lockscope::bench
