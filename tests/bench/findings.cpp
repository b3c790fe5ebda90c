// SPDX-License-Identifier: Apache-2.0
// What is found wrong, and how soon, for every known failure that can be staged; and what is found wrong with sound
// clients, ours and foreign ones, in 10,000 snapshots under churn: nothing must be.
#include "tests/bench/bench.h"
#include "tests/interop/foreignchurn.h"
#include "tests/support/findingstages.h"

#include <QCoreApplication>
#include <QJsonArray>

#include <cstdio>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using test::FindingBed;
using test::FindingStage;
using test::HealthyRun;

namespace {

constexpr int probeMs = 250;
constexpr int findLimitMs = 30'000;
constexpr qint64 standardSnapshots = 10'000;
constexpr int leastRunMs = 10'000;

QJsonObject staged(const Options &options, const FindingStage &stage, const QString &root)
{
    QJsonObject row{{u"failure"_s, stage.mode}, {u"finding"_s, QJsonValue()}, {u"found_ms"_s, QJsonValue()}};
    if (!stage.stage) {
        row[u"instead"_s] = stage.instead;
        return row;
    }
    FindingBed bed(options.connectString, options.adminUrl);
    const auto opened = bed.open(root);
    bed.setThresholds(stage.thresholds);
    bed.probeEvery(probeMs);
    if (!opened || !stage.stage(bed, root + u"/lock"_s)) {
        row[u"error"_s] = opened ? u"not staged: "_s + bed.error() : opened.error().sentence().english();
        return row;
    }
    const auto ms = bed.untilFound(stage.findings, findLimitMs);
    for (const QString &id : stage.findings) {
        if (!ms || !bed.shown().contains(id))
            continue;
        const locks::Finding finding = bed.shown().value(id).finding;
        row[u"finding"_s] = id;
        row[u"severity"_s] = locks::severityName(finding.severity);
        row[u"text"_s] = finding.text.english();
        row[u"found_ms"_s] = *ms;
    }
    return row;
}

QString lineOf(const QJsonObject &row)
{
    const QString failure = row[u"failure"_s].toString().leftJustified(32);
    if (row.contains("instead"_L1))
        return failure + u"not shown by servers; "_s + row[u"instead"_s].toString();
    if (row.contains("error"_L1))
        return failure + row[u"error"_s].toString();
    if (row[u"finding"_s].isNull())
        return failure + u"NOT FOUND"_s;
    return u"%1%2 %3 ms"_s.arg(failure, row[u"finding"_s].toString().leftJustified(22))
        .arg(row[u"found_ms"_s].toInteger());
}

struct Healthy
{
    QJsonArray runs;
    QStringList lines;
    qint64 snapshots = 0;
    qint64 readings = 0;
    qint64 alarms = 0;

    void add(const QString &who, const HealthyRun &run)
    {
        snapshots += run.snapshots;
        readings += run.readings;
        alarms += run.alarms.size();
        runs += QJsonObject{{u"clients"_s, who},
                            {u"snapshots"_s, run.snapshots},
                            {u"readings"_s, run.readings},
                            {u"alarms"_s, QJsonArray::fromStringList(run.alarms)},
                            {u"notes"_s, QJsonArray::fromStringList(run.notes)},
                            {u"error"_s, run.error.isEmpty() ? QJsonValue() : QJsonValue(run.error)}};
        QString line = u"%1%2 snapshots, %3 readings, %4 alarms"_s.arg(who.leftJustified(32))
                           .arg(run.snapshots, 6)
                           .arg(run.readings, 4)
                           .arg(run.alarms.size());
        if (!run.notes.isEmpty())
            line += u"; true notes: "_s + run.notes.join(", "_L1);
        if (!run.error.isEmpty())
            line += u"; "_s + run.error;
        lines << line << run.alarms;
        std::fprintf(stderr, "%s\n", qPrintable(line));
    }
};

void ours(const Options &options, const QString &base, qint64 each, Healthy &healthy)
{
    for (const locks::RecipeInfo &info : locks::recipeCatalog()) {
        for (qsizetype dialect = 0; info.isSound() && dialect < info.dialects.size(); ++dialect) {
            const QString who = u"%1 (%2)"_s.arg(info.name, locks::dialectName(info.dialects[dialect]));
            const QString root = u"%1-%2-%3"_s.arg(base, info.name).arg(dialect);
            FindingBed bed(options.connectString, options.adminUrl);
            HealthyRun run;
            if (const auto opened = bed.open(root); !opened) {
                run.error = opened.error().sentence().english();
            } else {
                bed.probeEvery(probeMs);
                run = runHealthy(bed, info, dialect, root, each, leastRunMs);
            }
            healthy.add(who, run);
        }
    }
}

template<typename Library>
void theirs(const Options &options, const QString &base, qint64 each, Healthy &healthy)
{
    const qsizetype churns = churnsOf(Library()).size();
    for (qsizetype i = 0; i < churns; ++i) {
        Library library;
        const test::ForeignChurn churn = churnsOf(library)[i];
        const QString who = u"%1 %2"_s.arg(library.name(), churn.kinds.join(u'/'));
        const QString root = u"%1-%2-%3"_s.arg(base, library.name()).arg(i);
        FindingBed bed(options.connectString, options.adminUrl);
        HealthyRun run;
        run.error = library.start(options.connectString);
        if (const auto opened = bed.open(root); !opened)
            run.error = opened.error().sentence().english();
        if (run.error.isEmpty()) {
            bed.probeEvery(probeMs);
            run = runForeign(bed, library, churn, root + u"/lock"_s, each, leastRunMs);
        }
        healthy.add(who, run);
    }
}

} // namespace

Result<Report> findings(const Options &options)
{
    const QString base = u"/lockscope-bench-%1-findings"_s.arg(QCoreApplication::applicationPid());
    Report report;
    QJsonArray rows;
    int toBeFound = 0;
    int found = 0;
    for (const FindingStage &stage : test::findingStages()) {
        const QJsonObject row = staged(options, stage, base + u'-' + QString::number(rows.size()));
        toBeFound += stage.stage ? 1 : 0;
        found += row[u"finding"_s].isNull() ? 0 : 1;
        rows += row;
        report.lines += lineOf(row);
        std::fprintf(stderr, "%s\n", qPrintable(report.lines.last()));
    }
    report.lines += u"%1 of %2 found (bound: all)"_s.arg(found).arg(toBeFound);

    Healthy healthy;
    const qint64 wanted = options.repetitions > 0 ? options.repetitions : standardSnapshots;
    constexpr qint64 runs = 30; // about so many kinds of clients
    ours(options, base, wanted / runs + 1, healthy);
    theirs<test::Kazoo>(options, base, wanted / runs + 1, healthy);
    theirs<test::Curator>(options, base, wanted / runs + 1, healthy);
    report.lines += healthy.lines;
    report.lines += u"%1 snapshots of sound clients (bound %2), %3 readings of the server: %4 alarms (bound 0)"_s
                        .arg(healthy.snapshots)
                        .arg(wanted)
                        .arg(healthy.readings)
                        .arg(healthy.alarms);
    report.json = {{u"staged"_s, rows},
                   {u"found"_s, found},
                   {u"to_be_found"_s, toBeFound},
                   {u"healthy"_s, healthy.runs},
                   {u"snapshots"_s, healthy.snapshots},
                   {u"readings"_s, healthy.readings},
                   {u"alarms"_s, healthy.alarms}};
    return report;
}

} // namespace lockscope::bench
