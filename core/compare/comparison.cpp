// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparison.h"

#include "core/locks/recipecatalog.h"
#include "core/locks/recipeneeds.h"
#include "core/recipes/recipe.h"

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

QJsonValue number(const std::optional<double> &value)
{
    return value ? QJsonValue(rounded(*value)) : QJsonValue();
}

/// Of what was never acquired there is none.
QJsonValue perAcquired(const Run &run, double value)
{
    return run.acquired > 0 ? QJsonValue(rounded(value)) : QJsonValue();
}

QJsonValue textOrNull(const Text &text)
{
    return text.isEmpty() ? QJsonValue() : QJsonValue(text.english());
}

QJsonObject easeJson(const Subject &subject)
{
    const locks::RecipeNeeds needs = locks::recipeNeeds(subject.recipe);
    QJsonArray concepts;
    for (const Text &each : needs.concepts)
        concepts += each.english();
    return {{u"steps"_s, subject.steps},
            {u"lines"_s, subject.lines},
            {u"concepts"_s, concepts},
            {u"waiting"_s, locks::waitingName(needs.waiting)},
            {u"needs"_s, locks::serversNeeded(subject.recipe, subject.backend).english()}};
}

/// The free and the most contended one for themselves, and how it grows from one to the other.
QJsonObject requestsJson(const Subject &subject)
{
    QJsonArray growth;
    const Run *free = nullptr;
    const Run *contended = nullptr;
    for (const int clients : countsOf(subject)) {
        const Run *run = typicalRun(subject, clients);
        growth += QJsonObject{{u"clients"_s, clients}, {u"requests"_s, perAcquired(*run, run->requests)}};
        free = free ? free : run;
        contended = run;
    }
    return {{u"free"_s, free ? perAcquired(*free, free->requests) : QJsonValue()},
            {u"contended"_s, contended ? perAcquired(*contended, contended->requests) : QJsonValue()},
            {u"per_release"_s, contended ? perAcquired(*contended, contended->wakeUps) : QJsonValue()},
            {u"by_clients"_s, growth}};
}

QJsonObject toJson(const Run &run)
{
    return {{u"clients"_s, run.clients},
            {u"acquired"_s, run.acquired},
            {u"whole"_s, run.isWhole},
            {u"acquires_per_s"_s, rounded(run.acquiresPerS)},
            {u"handoff_p50_us"_s, number(run.handoffP50Us)},
            {u"handoff_p99_us"_s, number(run.handoffP99Us)},
            {u"requests"_s, perAcquired(run, run.requests)},
            {u"watch_events"_s, perAcquired(run, run.events)},
            {u"wake_ups"_s, perAcquired(run, run.wakeUps)},
            {u"server_work"_s, number(run.counted)},
            {u"server_cpu_us"_s, number(run.cpuUs)},
            {u"connections"_s, number(run.connections)},
            {u"error"_s, textOrNull(run.why)}};
}

QJsonObject toJson(const FaultOutcome &fault)
{
    const bool isProved = fault.isShown && fault.isProvable;
    return {{u"fault"_s, faultName(fault.fault)},
            {u"shown"_s, fault.isShown},
            {u"why"_s, textOrNull(fault.why)},
            {u"violations"_s, isProved ? QJsonValue(fault.violations) : QJsonValue()},
            {u"belief_overlaps"_s, fault.isShown ? QJsonValue(fault.beliefOverlaps) : QJsonValue()},
            {u"deadlocked"_s, fault.isShown ? QJsonValue(fault.isDeadlocked) : QJsonValue()},
            {u"recovered_ms"_s, fault.isShown ? number(fault.recoveredMs) : QJsonValue()},
            {u"recording"_s, fault.recording}};
}

QJsonObject toJson(const Subject &subject)
{
    QJsonArray runs;
    for (const Run &run : subject.runs)
        runs += toJson(run);
    QJsonArray faults;
    for (const FaultOutcome &fault : subject.faults)
        faults += toJson(fault);
    const auto poll = pollingInterval(subject.recipe);
    const Text counted = countedText(subject.backend);
    const Text why = notMeasured(subject);
    return {{u"recipe"_s, locks::recipeName(subject.recipe)},
            {u"backend"_s, locks::backendName(subject.backend)},
            {u"measured"_s, why.isEmpty() && !subject.runs.isEmpty()},
            {u"error"_s, textOrNull(why)},
            {u"version"_s, subject.version},
            {u"private"_s, subject.isPrivate},
            {u"durability"_s, subject.durability.english()},
            {u"proof"_s, proofText(subject).english()},
            {u"ease"_s, easeJson(subject)},
            {u"requests"_s, requestsJson(subject)},
            {u"server_work_unit"_s, textOrNull(counted)},
            {u"poll_ms"_s, poll ? QJsonValue(static_cast<qint64>(poll->count())) : QJsonValue()},
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

QList<int> countsOf(const Subject &subject)
{
    QList<int> counts;
    for (const Run &run : subject.runs) {
        if (!counts.contains(run.clients))
            counts += run.clients;
    }
    std::ranges::sort(counts);
    return counts;
}

Text notMeasured(const Subject &subject)
{
    for (const Run &run : subject.runs) {
        if (!run.why.isEmpty())
            return run.why;
    }
    for (const FaultOutcome &fault : subject.faults) {
        if (!fault.isShown && !fault.recording.isEmpty()) // without a recording it was not to be staged
            return fault.why;
    }
    return {};
}

Text notMeasured(const Comparison &comparison)
{
    for (const Subject &subject : comparison.subjects) {
        const Text why = notMeasured(subject);
        if (why.isEmpty())
            continue;
        //: The name of a lock, and why it could not be measured.
        return Text::en("%1: %2").arg(subjectName(subject), why);
    }
    return {};
}

QString subjectName(const Subject &subject)
{
    return u"%1, %2"_s.arg(locks::backendText(subject.backend), locks::recipeName(subject.recipe));
}

std::optional<std::chrono::milliseconds> pollingInterval(locks::RecipeId recipe)
{
    if (locks::recipeNeeds(recipe).waiting != locks::Waiting::Polls)
        return std::nullopt;
    return recipes::RecipeSpec().poll;
}

Text countedText(locks::Backend backend)
{
    switch (backend) {
    case locks::Backend::ZooKeeper: return Text::en("packets in and out");
    case locks::Backend::Redis: return Text::en("commands");
    case locks::Backend::Sqlite: return {};
    case locks::Backend::MariaDb: return Text::en("statements");
    case locks::Backend::PostgreSql: return Text::en("bytes of its log");
    }
    return {};
}

Text proofText(const Subject &subject)
{
    using locks::Backend;
    if (subject.recipe == locks::RecipeId::SqlVersion)
        return Text::en("nothing: a version excludes no client");
    if (subject.backend == Backend::ZooKeeper)
        return Text::en("answers of the server: when a node was there, and when it was gone");
    if (subject.recipe == locks::RecipeId::Redlock && subject.isPrivate)
        return Text::en(
            "the log of writes of each of its servers: held is a key whose value more than half of them have");
    if (subject.backend == Backend::Redis)
        return subject.isPrivate ? Text::en("the server's own log of writes, read as it grows")
                                 : Text::en("nothing: the server's log of writes cannot be read");
    return subject.recipe == locks::RecipeId::SqlRow
               ? Text::en("a table of lines, written in the transactions that take the lock and give it back")
               : Text::en("a table of lines, written when the lock is taken and given back; a lost connection ends a "
                          "hold without a line, before the next one has it");
}

QString faultName(FaultKind fault)
{
    switch (fault) {
    case FaultKind::HolderCrashes: return u"holder-crashes"_s;
    case FaultKind::HolderPauses: return u"holder-pauses"_s;
    case FaultKind::LostReplies: return u"lost-replies"_s;
    case FaultKind::ServerDies: return u"server-dies"_s;
    }
    return {};
}

Text faultText(FaultKind fault)
{
    switch (fault) {
    case FaultKind::HolderCrashes: return Text::en("the holder crashes");
    case FaultKind::HolderPauses: return Text::en("the holder stands still");
    case FaultKind::LostReplies: return Text::en("replies are lost");
    case FaultKind::ServerDies: return Text::en("the server dies");
    }
    return {};
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
    return {{u"conditions"_s, QJsonObject{{u"program"_s, conditions.program},
                                          {u"date"_s, conditions.date},
                                          {u"machine"_s, conditions.machine},
                                          {u"processors"_s, conditions.processors},
                                          {u"load"_s, rounded(conditions.load)},
                                          {u"rounds"_s, conditions.rounds},
                                          {u"turns"_s, conditions.turns},
                                          {u"clients"_s, clients}}},
            {u"parts"_s, comparison.parts},
            {u"parts_done"_s, comparison.partsDone},
            {u"backends"_s, subjects}};
}

} // namespace lockscope::compare
