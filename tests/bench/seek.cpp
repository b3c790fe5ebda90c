// SPDX-License-Identifier: Apache-2.0
// Opening a recording, beside QJsonDocument that merely parses its lines; seeking any instant, beside opening it; and
// the memory that the whole of it takes.
#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "tests/bench/bench.h"
#include "tests/bench/madeuprecording.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRandomGenerator>
#include <QTemporaryDir>

namespace lockscope::bench {

using namespace Qt::StringLiterals;

namespace {

constexpr int seeks = 300;
constexpr double mostToOpen = 3;
constexpr double mostToSeek = 0.02;
constexpr double mostMegabytes = 400;

void setBackPeak()
{
    QFile refs(u"/proc/self/clear_refs"_s);
    if (refs.open(QIODevice::WriteOnly))
        refs.write("5");
}

Result<double> parseMerely(const QString &path)
{
    QElapsedTimer timer;
    timer.start();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return noFigures(file.errorString());
    qsizetype objects = 0;
    while (!file.atEnd())
        objects += QJsonDocument::fromJson(file.readLine()).isObject() ? 1 : 0;
    if (objects < 2)
        return noFigures(u"the recording has no lines"_s);
    return passedMs(timer);
}

struct Reading
{
    double parseMs = 0;
    double openMs = 0;
    double peakMb = 0;
    double packedMb = 0;
    double copyUs = 0;
    qsizetype keyframes = 0;
    std::vector<double> seekMs;
    std::vector<double> stepMs;
};

/// What a panel would be told, too: what differs from the state before.
void seekAround(const journal::History &history, Reading &reading)
{
    QRandomGenerator random(42);
    journal::World shown = history.head();
    for (int i = 0; i < seeks; ++i) {
        const quint64 wanted = random.bounded(history.lastState() + 1);
        QElapsedTimer timer;
        timer.start();
        journal::World next = history.at(wanted);
        [[maybe_unused]] const journal::Changes changes = journal::differences(shown, next);
        shown = std::move(next);
        reading.seekMs.push_back(passedMs(timer));
    }
    for (int i = 0; i < seeks; ++i) { // one back, as a key held down asks for it
        QElapsedTimer timer;
        timer.start();
        journal::World next = history.at(shown.eventNumber() - 1);
        [[maybe_unused]] const journal::Changes changes = journal::differences(shown, next);
        shown = std::move(next);
        reading.stepMs.push_back(passedMs(timer));
        if (shown.eventNumber() < 2)
            break;
    }
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 100; ++i)
        [[maybe_unused]] const journal::World copy = shown;
    reading.copyUs = passedMs(timer) * 1000 / 100;
}

Result<Reading> readOnce(const QString &file)
{
    Reading reading;
    const auto parsed = parseMerely(file);
    if (!parsed)
        return tl::unexpected(parsed.error());
    reading.parseMs = *parsed;
    setBackPeak();
    QElapsedTimer timer;
    timer.start();
    journal::History history(journal::History::unlimited());
    const auto read = journal::readRecording(
        file, [&](const journal::EventBatch &batch) { history.append(batch); },
        [](const journal::ReadingProgress &) { return true; });
    if (!read)
        return tl::unexpected(read.error());
    reading.openMs = passedMs(timer);
    seekAround(history, reading);
    reading.peakMb = megabytesOf("VmHWM:");
    reading.packedMb = double(history.journal().bytes()) / 1048576;
    reading.keyframes = history.keyframes();
    return reading;
}

} // namespace

Result<Report> seek(const Options &options)
{
    const QTemporaryDir directory;
    const QString file = directory.filePath(u"made-up.lockscope"_s);
    if (const auto written = writeMadeUpRecording(file, options.events, options.clients); !written)
        return tl::unexpected(written.error());
    std::vector<double> parse;
    std::vector<double> open;
    std::vector<double> seekMs;
    std::vector<double> stepMs;
    std::vector<double> peak;
    Reading last;
    for (int i = 0; i < (options.repetitions > 0 ? options.repetitions : 3); ++i) {
        auto reading = readOnce(file);
        if (!reading)
            return tl::unexpected(reading.error());
        parse.push_back(reading->parseMs);
        open.push_back(reading->openMs);
        peak.push_back(reading->peakMb);
        seekMs.insert(seekMs.end(), reading->seekMs.begin(), reading->seekMs.end());
        stepMs.insert(stepMs.end(), reading->stepMs.begin(), reading->stepMs.end());
        last = std::move(*reading);
    }
    const QJsonArray ratios{
        ratioJson(u"opening beside merely parsing"_s, median(open), median(parse), mostToOpen),
        ratioJson(u"slowest seek beside opening"_s, percentile(seekMs, 1), median(open), mostToSeek),
        ratioJson(u"median seek beside opening"_s, median(seekMs), median(open), mostToSeek),
        ratioJson(u"memory beside what is allowed"_s, median(peak), mostMegabytes, 1)};
    Report report;
    report.lines +=
        u"%1 events of %2 clients, %3 MB on disk; events in memory %4 MB, %5 keyframes"_s.arg(options.events)
            .arg(options.clients)
            .arg(QFile(file).size() / 1048576)
            .arg(last.packedMb, 0, 'f', 1)
            .arg(last.keyframes);
    for (const QJsonValue ratio : ratios)
        report.lines +=
            ratioLine(ratio.toObject(), ratio[u"name"].toString().startsWith("memory"_L1) ? u"MB"_s : u"ms"_s);
    report.lines +=
        u"one event back: median %1 ms, p99 %2 ms; a copy of the World: %3 µs"_s.arg(median(stepMs), 0, 'f', 2)
            .arg(percentile(stepMs, 0.99), 0, 'f', 2)
            .arg(last.copyUs, 0, 'f', 0);
    report.json = {{u"events"_s, options.events},
                   {u"clients"_s, options.clients},
                   {u"file_bytes"_s, QFile(file).size()},
                   {u"packed_mb"_s, rounded(last.packedMb)},
                   {u"keyframes"_s, last.keyframes},
                   {u"parse_ms"_s, readingsJson(parse)},
                   {u"open_ms"_s, readingsJson(open)},
                   {u"peak_mb"_s, readingsJson(peak)},
                   {u"seek_ms"_s, QJsonObject{{u"p50"_s, rounded(median(seekMs))},
                                              {u"p99"_s, rounded(percentile(seekMs, 0.99))},
                                              {u"max"_s, rounded(percentile(seekMs, 1))}}},
                   {u"step_back_ms"_s,
                    QJsonObject{{u"p50"_s, rounded(median(stepMs))}, {u"p99"_s, rounded(percentile(stepMs, 0.99))}}},
                   {u"copy_us"_s, rounded(last.copyUs)},
                   {u"ratios"_s, ratios}};
    return report;
}

} // namespace lockscope::bench
