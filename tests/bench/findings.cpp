// SPDX-License-Identifier: Apache-2.0
// What is found wrong, and how soon, for every known failure that can be staged; and what is found wrong with sound
// clients, ours and foreign ones, in 10,000 snapshots under churn: nothing must be.
#include "tests/bench/bench.h"
#include "tests/interop/foreignchurn.h"
#include "tests/support/findingstages.h"

#include <cstdio>

namespace lockscope::bench {

using namespace Qt::StringLiterals;
using test::FindingBed;
using test::FindingStage;
using test::HealthyRun;

namespace {

constexpr int probeMs = 250;
constexpr int findLimitMs = 30'000;
constexpr int leastRunMs = 10'000;

/// Tells a row, and the one who waits for the others.
void tellNow(Report &report, const QString &list, const QString &name, const QJsonObject &figures)
{
    report.tell(list, name, figures);
    std::fprintf(stderr, "%s\n", qPrintable(report.lines.last()));
}

/// "finding" is missing where nothing was found.
QJsonObject staged(const Options &options, const FindingStage &stage, const QString &root)
{
    if (!stage.stage)
        return {{u"not shown by servers"_s, stage.instead}};
    FindingBed bed(options.connectString, options.adminUrl);
    const auto opened = bed.open(root);
    bed.setThresholds(stage.thresholds);
    bed.probeEvery(probeMs);
    if (!opened || !stage.stage(bed, root + u"/lock"_s))
        return {{u"error"_s, opened ? u"not staged: "_s + bed.error() : opened.error().sentence().english()}};
    const auto ms = bed.untilFound(stage.findings, findLimitMs);
    for (const QString &id : stage.findings) {
        if (!ms || !bed.shown().contains(id))
            continue;
        const locks::Finding finding = bed.shown().value(id).finding;
        return {{u"finding"_s, id},
                {u"severity"_s, locks::severityName(finding.severity)},
                {u"text"_s, finding.text.english()},
                {u"found_ms"_s, *ms}};
    }
    return {{u"error"_s, u"NOT FOUND"_s}};
}

struct Healthy
{
    Report &report;
    qint64 snapshots = 0;
    qint64 readings = 0;
    qint64 alarms = 0;

    void add(const QString &who, const HealthyRun &run)
    {
        snapshots += run.snapshots;
        readings += run.readings;
        alarms += run.alarms.size();
        tellNow(report, u"healthy"_s, who,
                {{u"snapshots"_s, run.snapshots},
                 {u"readings"_s, run.readings},
                 {u"alarms"_s, run.alarms.size()},
                 {u"alarms_told"_s, QJsonArray::fromStringList(run.alarms)},
                 {u"true notes"_s, run.notes.join(u", "_s)},
                 {u"error"_s, run.error}});
        report.lines += run.alarms;
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
    const QString base = ownPath() + u"-findings"_s;
    Report report;
    int toBeFound = 0;
    int found = 0;
    for (const FindingStage &stage : test::findingStages()) {
        toBeFound += stage.stage ? 1 : 0;
        const QJsonObject row = staged(options, stage, u"%1-%2"_s.arg(base).arg(toBeFound));
        found += row.contains(u"finding"_s) ? 1 : 0;
        tellNow(report, u"staged"_s, stage.mode, row);
    }
    report.compare(u"found of what can be"_s, found, toBeFound, u"failures"_s, 1, Better::More);

    Healthy healthy{report};
    const qint64 wanted = options.repetitionsOr(10'000);
    constexpr qint64 runs = 30; // about so many kinds of clients
    ours(options, base, wanted / runs + 1, healthy);
    theirs<test::Kazoo>(options, base, wanted / runs + 1, healthy);
    theirs<test::Curator>(options, base, wanted / runs + 1, healthy);
    report.tell(u"healthy"_s, u"all of them"_s,
                {{u"snapshots"_s, healthy.snapshots},
                 {u"snapshots_bound"_s, wanted},
                 {u"readings"_s, healthy.readings},
                 {u"alarms"_s, healthy.alarms},
                 {u"alarms_bound"_s, 0}});
    return report;
}

} // namespace lockscope::bench
