// SPDX-License-Identifier: Apache-2.0
#include "app/cli/runprint.h"

#include "app/cli/commands.h"

#include <QJsonArray>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

QString number(const QJsonObject &object, const QString &key)
{
    return QString::number(object.value(key).toInteger());
}

QString count(const QJsonObject &object, const QString &key)
{
    return QString::number(object.value(key).toArray().size());
}

} // namespace

void printRun(const QJsonObject &report)
{
    const QJsonObject handoff = report.value(u"handoff"_s).toObject();
    printLine(u"%1 acquired, %2 timed out, %3 failed in %4 ms"_s.arg(
        number(report, u"acquired"_s), number(report, u"timed_out"_s), number(report, u"failed"_s),
        number(report, u"duration_ms"_s)));
    if (handoff.value(u"count"_s).toInteger() > 0)
        printLine(u"hand-over: %1, p50 %2 µs, p99 %3 µs"_s.arg(
            number(handoff, u"count"_s), number(handoff, u"p50_us"_s), number(handoff, u"p99_us"_s)));
    else
        printLine(u"hand-over: none"_s);
    printLine(u"watch events per release: %1"_s.arg(report.value(u"watch_events_per_release"_s).toDouble(), 0, 'f', 2));
    printLine(u"violations: %1, belief overlaps: %2, order violations: %3, orphans: %4"_s.arg(
        count(report, u"violations"_s), count(report, u"belief_overlaps"_s), number(report, u"order_violations"_s),
        count(report, u"orphans"_s)));
    for (const QJsonValue orphan : report.value(u"orphans"_s).toArray())
        printLine(u"orphan: %1"_s.arg(orphan.toString()));
    for (const QJsonValue error : report.value(u"errors"_s).toArray())
        printLine(u"error: %1"_s.arg(error[u"text"].toString()));
}

void printVerdict(const lab::Verdict &verdict)
{
    if (verdict.failed)
        printLine(u"✗ step %1 (line %2): %3: %4"_s.arg(QString::number(verdict.failed->index + 1),
                                                       QString::number(verdict.failed->line), verdict.failed->text,
                                                       verdict.failed->error.sentence()));
    for (const lab::Verdict::Row &row : verdict.rows) {
        if (row.ok)
            printLine(u"✓ %1: %2"_s.arg(row.key, row.found));
        else
            printLine(u"✗ %1: expected %2, found %3"_s.arg(row.key, row.expected, row.found));
    }
    printLine(verdict.isAsExpected() ? u"As expected."_s : u"Not as expected."_s);
}

} // namespace lockscope::cli
