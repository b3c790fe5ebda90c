// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bench.h"

#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QEventLoop>
#include <QFile>
#include <QProcess>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

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

QJsonObject ratioJson(const QString &name, double ours, double theirs, std::optional<double> bound)
{
    const double ratio = theirs > 0 ? ours / theirs : 0;
    return {{u"name"_s, name},
            {u"ours"_s, rounded(ours)},
            {u"theirs"_s, rounded(theirs)},
            {u"ratio"_s, rounded(ratio)},
            {u"bound"_s, bound ? QJsonValue(*bound) : QJsonValue()},
            {u"met"_s, bound ? QJsonValue(ratio <= *bound) : QJsonValue()}};
}

QString ratioLine(const QJsonObject &ratio, const QString &unit)
{
    const auto number = [](const QJsonValue &value, int digits) {
        return QString::number(value.toDouble(), 'f', digits);
    };
    QString line = u"%1: %2 / %3 %4 = %5"_s.arg(ratio[u"name"].toString(), number(ratio[u"ours"], 1),
                                                number(ratio[u"theirs"], 1), unit, number(ratio[u"ratio"], 2));
    if (!ratio[u"bound"].isNull())
        line += u" (bound %1: %2)"_s.arg(number(ratio[u"bound"], 2), ratio[u"met"].toBool() ? u"met"_s : u"missed"_s);
    return line;
}

QJsonObject machineJson()
{
    double load = 0;
    QFile file(u"/proc/loadavg"_s);
    if (file.open(QIODevice::ReadOnly))
        load = file.readAll().split(' ').value(0).toDouble();
    return {{u"cores"_s, QThread::idealThreadCount()}, {u"load"_s, load}};
}

double megabytesOf(const char *line)
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    const qsizetype at = text.indexOf(line);
    return at < 0 ? 0 : text.mid(at + 6, text.indexOf("kB", at) - at - 6).trimmed().toDouble() / 1024;
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

Result<Done> inTurns(const std::vector<std::function<Result<Done>(int turn)>> &sides, int turns)
{
    std::vector<size_t> order(sides.size());
    std::iota(order.begin(), order.end(), 0);
    std::mt19937 random; // NOLINT(cert-msc51-cpp): the same at every call
    for (int turn = 0; turn < turns; ++turn) {
        std::shuffle(order.begin(), order.end(), random);
        for (const size_t side : order) {
            if (const auto ran = sides[side](turn); !ran)
                return tl::unexpected(ran.error());
        }
    }
    return Done();
}

Result<Finished> runProgram(const QString &program, const QStringList &arguments, const QByteArray &input,
                            int timeoutMs)
{
    QProcess process;
    QEventLoop loop;
    QObject::connect(&process, &QProcess::finished, &loop, &QEventLoop::quit);
    QObject::connect(&process, &QProcess::errorOccurred, &loop, &QEventLoop::quit);
    QTimer::singleShot(timeoutMs, &loop, &QEventLoop::quit);
    process.start(program, arguments);
    process.write(input);
    process.closeWriteChannel();
    loop.exec();
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
