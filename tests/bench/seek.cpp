// SPDX-License-Identifier: Apache-2.0
// Opening a recording, beside QJsonDocument that merely parses its lines; seeking any instant, beside opening it; and
// the memory that the whole of it takes.
#include "core/history/history.h"
#include "core/history/recordingreader.h"
#include "tests/bench/bench.h"
#include "tests/bench/madeuprecording.h"

#include <QFile>
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
    std::vector<double> seekMs;
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
    std::vector<double> peak;
    for (int i = 0; i < options.repetitionsOr(3); ++i) {
        const auto reading = readOnce(file);
        if (!reading)
            return tl::unexpected(reading.error());
        parse.push_back(reading->parseMs);
        open.push_back(reading->openMs);
        peak.push_back(reading->peakMb);
        seekMs.insert(seekMs.end(), reading->seekMs.begin(), reading->seekMs.end());
    }
    Report report;
    report.json = {
        {u"parse_ms"_s, readingsJson(parse)}, {u"open_ms"_s, readingsJson(open)}, {u"peak_mb"_s, readingsJson(peak)}};
    report.lines += u"%1 events of %2 clients, %3 MB on disk"_s.arg(options.events)
                        .arg(options.clients)
                        .arg(QFile(file).size() / 1048576);
    report.compare(u"opening beside merely parsing"_s, median(open), median(parse), u"ms"_s, mostToOpen);
    report.compare(u"slowest seek beside opening"_s, percentile(seekMs, 1), median(open), u"ms"_s, mostToSeek);
    report.compare(u"median seek beside opening"_s, median(seekMs), median(open), u"ms"_s, mostToSeek);
    report.compare(u"memory beside what is allowed"_s, median(peak), mostMegabytes, u"MB"_s, 1);
    return report;
}

} // namespace lockscope::bench
