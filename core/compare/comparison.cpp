// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison.h"

#include "core/locks/recipecatalog.h"

#include <QJsonArray>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockscope::compare {

using namespace Qt::StringLiterals;

namespace {

QJsonValue number(const std::optional<qint64> &value)
{
    return value ? QJsonValue(*value) : QJsonValue();
}

double rounded(double value)
{
    return std::round(value * 100) / 100;
}

QJsonObject toJson(const Subject &subject)
{
    QJsonArray runs;
    for (const Run &run : subject.runs) {
        runs += QJsonObject{{u"clients"_s, run.clients},
                            {u"acquired"_s, run.acquired},
                            {u"whole"_s, run.isWhole},
                            {u"acquires_per_s"_s, rounded(run.acquiresPerS)},
                            {u"handoff_p50_us"_s, number(run.handoffP50Us)},
                            {u"handoff_p99_us"_s, number(run.handoffP99Us)}};
    }
    QJsonArray faults;
    for (const FaultOutcome &fault : subject.faults) {
        const bool isProved = fault.isShown && fault.isProvable;
        faults += QJsonObject{{u"fault"_s, fault.fault},
                              {u"shown"_s, fault.isShown},
                              {u"violations"_s, isProved ? QJsonValue(fault.violations) : QJsonValue()},
                              {u"belief_overlaps"_s, fault.isShown ? QJsonValue(fault.beliefOverlaps) : QJsonValue()},
                              {u"deadlocked"_s, fault.isShown ? QJsonValue(fault.isDeadlocked) : QJsonValue()},
                              {u"recovered_ms"_s, number(fault.recoveredMs)},
                              {u"recording"_s, fault.recording}};
    }
    return {{u"recipe"_s, locks::recipeName(subject.recipe)},
            {u"backend"_s, locks::backendName(subject.backend)},
            {u"version"_s, subject.version},
            {u"durability"_s, subject.durability.english()},
            {u"ease"_s, QJsonObject{{u"steps"_s, subject.steps}, {u"lines"_s, subject.lines}}},
            {u"requests"_s, QJsonObject{{u"free"_s, rounded(subject.requestsFree)},
                                        {u"contended"_s, rounded(subject.requestsContended)},
                                        {u"per_release"_s, rounded(subject.wakeUpsPerRelease)}}},
            {u"runs"_s, runs},
            {u"faults"_s, faults}};
}

} // namespace

const Run *typicalRun(const Subject &subject, int clients)
{
    std::vector<const Run *> runs;
    for (const Run &run : subject.runs) {
        if (run.clients == clients)
            runs.push_back(&run);
    }
    std::ranges::sort(runs, {}, &Run::acquiresPerS);
    return runs.empty() ? nullptr : runs[runs.size() / 2];
}

QJsonObject toJson(const Comparison &comparison)
{
    const Conditions &conditions = comparison.conditions;
    QJsonArray clients;
    for (const int count : conditions.clients)
        clients += count;
    QJsonArray subjects;
    for (const Subject &subject : comparison.subjects)
        subjects += toJson(subject);
    return {{u"conditions"_s, QJsonObject{{u"date"_s, conditions.date},
                                          {u"machine"_s, conditions.machine},
                                          {u"processors"_s, conditions.processors},
                                          {u"rounds"_s, conditions.rounds},
                                          {u"turns"_s, conditions.turns},
                                          {u"clients"_s, clients}}},
            {u"backends"_s, subjects}};
}

} // namespace lockscope::compare
