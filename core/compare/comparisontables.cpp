// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparisontables.h"

#include "core/locks/recipecatalog.h"
#include "core/locks/recipeneeds.h"

#include <QLocale>

#include <algorithm>
#include <vector>

namespace lockscope::compare {

using namespace Qt::StringLiterals;

// ---- figures ----

QString figure(double value)
{
    const QLocale locale(QLocale::English);
    return locale.toString(value, 'f', value < 10 && value != 0 ? 1 : 0);
}

std::optional<Spread> spreadOf(const Subject &subject, int clients, std::optional<double> (*figure)(const Run &))
{
    std::vector<double> values;
    for (const Run &run : subject.runs) {
        const auto value = run.clients == clients ? figure(run) : std::nullopt;
        if (value)
            values.push_back(*value);
    }
    if (values.empty())
        return std::nullopt;
    std::ranges::sort(values);
    return Spread{values[values.size() / 2], values.front(), values.back()};
}

std::optional<double> speedOf(const Run &run)
{
    return run.acquired > 0 ? std::optional(run.acquiresPerS) : std::nullopt;
}

std::optional<double> handoffP50Of(const Run &run)
{
    return run.handoffP50Us ? std::optional(static_cast<double>(*run.handoffP50Us)) : std::nullopt;
}

std::optional<double> requestsOf(const Run &run)
{
    return run.acquired > 0 ? std::optional(run.requests) : std::nullopt;
}

namespace {

std::optional<double> handoffP99Of(const Run &run)
{
    return run.handoffP99Us ? std::optional(static_cast<double>(*run.handoffP99Us)) : std::nullopt;
}

std::optional<double> countedOf(const Run &run)
{
    return run.counted;
}

std::optional<double> cpuOf(const Run &run)
{
    return run.cpuUs;
}

std::optional<double> connectionsOf(const Run &run)
{
    return run.connections ? std::optional(static_cast<double>(*run.connections)) : std::nullopt;
}

/// "412 (380–450)"; the middle alone where the runs do not differ.
QString spreadText(const std::optional<Spread> &spread, const Text &otherwise)
{
    if (!spread)
        return otherwise.shown();
    const QString lowest = figure(spread->lowest);
    const QString highest = figure(spread->highest);
    const QString middle = figure(spread->middle);
    return lowest == highest ? middle : u"%1 (%2–%3)"_s.arg(middle, lowest, highest);
}

int mostClients(const Comparison &comparison)
{
    const QList<int> &counts = comparison.conditions.clients;
    return counts.isEmpty() ? 0 : std::ranges::max(counts);
}

// ---- what is missing ----

Table missingTable(const Comparison &comparison)
{
    Table table{Text::en("What could not be measured"),
                Text::en("The first error of each. What the other tables say of it is not all of it."),
                {Text::en("Lock"), Text::en("Why")},
                {}};
    for (const Subject &subject : comparison.subjects) {
        if (const Text why = notMeasured(subject); !why.isEmpty())
            table.rows += QList<Cell>{{subjectName(subject)}, {why.shown()}};
    }
    return table;
}

// ---- ease, complexity, performance ----

Table easeTable(const Comparison &comparison)
{
    Table table{Text::en("What it takes"),
                Text::en("The ideas that its author has to know; the lines of its pseudo-code, and on how "
                         "many of them a client asks a server; and what has to run."),
                {Text::en("Lock"), Text::en("To know"), Text::en("Steps"), Text::en("Lines"), Text::en("To run")},
                {}};
    for (const Subject &subject : comparison.subjects) {
        const QList<Text> concepts = locks::recipeNeeds(subject.recipe).concepts;
        table.rows += QList<Cell>{{subjectName(subject)},
                                  {u"%1: %2"_s.arg(concepts.size()).arg(Text::listed(concepts).shown())},
                                  {QString::number(subject.steps)},
                                  {QString::number(subject.lines)},
                                  {locks::serversNeeded(subject.recipe, subject.backend).shown()}};
    }
    return table;
}

Table requestsTable(const Comparison &comparison)
{
    Table table{Text::en("What clients ask"),
                Text::en("Requests for each acquire and release together, by so many clients at once; and with the "
                         "most of them, what the server sends them of its own accord, watch events and messages."),
                {Text::en("Lock"), Text::en("Waiting")},
                {}};
    for (const int count : comparison.conditions.clients)
        table.heads += Text::en("%1 at once").arg(count);
    table.heads += Text::en("Events");
    for (const Subject &subject : comparison.subjects) {
        QList<Cell> row{{subjectName(subject)},
                        {locks::waitingText(locks::recipeNeeds(subject.recipe).waiting).shown()}};
        for (const int count : comparison.conditions.clients)
            row += {spreadText(spreadOf(subject, count, requestsOf), Text::verbatim(u"—"_s))};
        const Run *run = typicalRun(subject, mostClients(comparison));
        row += {run && run->acquired > 0 ? figure(run->events) : u"—"_s};
        table.rows += row;
    }
    return table;
}

Table workTable(const Comparison &comparison)
{
    const int most = mostClients(comparison);
    Table table{Text::en("What the server does"),
                Text::en("By the server's own count, for each acquire and release, and without what connecting costs; "
                         "the processor time of a private server's processes; and the connections of all clients "
                         "together, at the end of a run with %1 clients. Of PostgreSQL it is what it writes to its "
                         "log: its count of statements comes too late.")
                    .arg(most),
                {Text::en("Lock"), Text::en("Counted"), Text::en("1 alone"), Text::en("%1 at once").arg(most),
                 Text::en("Processor µs, 1 alone"), Text::en("Processor µs, %1 at once").arg(most),
                 Text::en("Connections of %1").arg(most)},
                {}};
    for (const Subject &subject : comparison.subjects) {
        const Text counted = countedText(subject.backend);
        const Text unknown = counted.isEmpty() ? Text::en("no server") : Text::en("not measured");
        table.rows += QList<Cell>{{subjectName(subject)},
                                  {counted.isEmpty() ? u"—"_s : counted.shown()},
                                  {spreadText(spreadOf(subject, 1, countedOf), unknown)},
                                  {spreadText(spreadOf(subject, most, countedOf), unknown)},
                                  {spreadText(spreadOf(subject, 1, cpuOf), unknown)},
                                  {spreadText(spreadOf(subject, most, cpuOf), unknown)},
                                  {spreadText(spreadOf(subject, most, connectionsOf), unknown)}};
    }
    return table;
}

Table speedTable(const Comparison &comparison)
{
    Table table{Text::en("How fast"),
                Text::en("Acquires a second: the middle one of the runs (%1), and in brackets the lowest and the "
                         "highest. A client that asks again rests between two attempts for half to one and a half of "
                         "the interval.")
                    .arg(comparison.conditions.turns),
                {Text::en("Lock"), Text::en("Asks again after")},
                {}};
    for (const int count : comparison.conditions.clients)
        table.heads += Text::en("%1 at once").arg(count);
    for (const Subject &subject : comparison.subjects) {
        const auto poll = pollingInterval(subject.recipe);
        QList<Cell> row{{subjectName(subject)},
                        {poll ? Text::en("%1 ms").arg(static_cast<qint64>(poll->count())).shown() : u"—"_s}};
        for (const int count : comparison.conditions.clients) {
            const Run *run = typicalRun(subject, count);
            const auto speed = spreadOf(subject, count, speedOf);
            const QString runs = spreadText(speed, run ? Text::en("not measured") : Text::verbatim(u"—"_s));
            row += {!speed || run->isWhole ? runs : Text::en("%1, cut off").arg(runs).shown()};
        }
        table.rows += row;
    }
    return table;
}

Table handoffTable(const Comparison &comparison)
{
    Table table{Text::en("From one client to the next"),
                Text::en("µs from the release to the next client that holds, the half that was quicker (p50) and all "
                         "but one in a hundred (p99): the middle one of the runs, and in brackets the lowest and the "
                         "highest. Where no client waited there is no hand-over."),
                {Text::en("Lock")},
                {}};
    for (const int count : comparison.conditions.clients) {
        if (count > 1)
            table.heads += {Text::en("p50, %1 at once").arg(count), Text::en("p99, %1 at once").arg(count)};
    }
    for (const Subject &subject : comparison.subjects) {
        QList<Cell> row{{subjectName(subject)}};
        for (const int count : comparison.conditions.clients) {
            if (count > 1)
                row += QList<Cell>{{spreadText(spreadOf(subject, count, handoffP50Of), Text::verbatim(u"—"_s))},
                                   {spreadText(spreadOf(subject, count, handoffP99Of), Text::verbatim(u"—"_s))}};
        }
        table.rows += row;
    }
    return table;
}

// ---- reliability ----

Text aboutFault(FaultKind fault)
{
    switch (fault) {
    case FaultKind::HolderCrashes:
        return Text::en("One holds and another waits, up to 10 s; the holder's process ends and sends nothing more. "
                        "Limits and session timeouts are 2 s; a row has no limit.");
    case FaultKind::HolderPauses:
        return Text::en(
            "The holder stands still for 3 s, where limits and session timeouts are 2 s, and goes on; another waits.");
    case FaultKind::LostReplies:
        return Text::en("Five clients take the lock ten times each and wait up to 6 s; one reply in twenty is lost "
                        "with its connection after the server has carried the request out. The next one held: after "
                        "the first of them.");
    case FaultKind::ServerDies:
        return Text::en("One holds and another waits; the server is killed, and after 1.5 s started again with what it "
                        "has kept. Then the holder gives the lock back, if it still has it. Of Redlock's five servers "
                        "one is killed.");
    }
    return {};
}

Text violationsText(const FaultOutcome &outcome)
{
    if (!outcome.isShown)
        return Text::en("not shown");
    return outcome.isProvable ? Text::verbatim(QString::number(outcome.violations)) : Text::en("not provable");
}

Text ifShown(const FaultOutcome &outcome, const Text &text)
{
    return outcome.isShown ? text : Text::en("not shown");
}

Text recoveryText(const FaultOutcome &outcome)
{
    if (!outcome.recoveredMs)
        return Text::en("never");
    return *outcome.recoveredMs == 0 ? Text::en("no client waited")
                                     : Text::en("%1 ms").arg(QLocale(QLocale::English).toString(*outcome.recoveredMs));
}

Text titleOf(FaultKind fault)
{
    switch (fault) {
    case FaultKind::HolderCrashes: return Text::en("When the holder crashes");
    case FaultKind::HolderPauses: return Text::en("When the holder stands still");
    case FaultKind::LostReplies: return Text::en("When replies are lost");
    case FaultKind::ServerDies: return Text::en("When the server dies");
    }
    return {};
}

Table faultTable(const Comparison &comparison, FaultKind fault)
{
    Table table{
        titleOf(fault),
        Text::sentences({aboutFault(fault), Text::en("Deadlock: a waiter gave up when no client had held for 5 s.")}),
        {Text::en("Lock"), Text::en("Violations"), Text::en("Overlaps of belief"), Text::en("Next one held"),
         Text::en("Deadlock")},
        {}};
    for (const Subject &subject : comparison.subjects) {
        const auto found = std::ranges::find(subject.faults, fault, &FaultOutcome::fault);
        if (found == subject.faults.end())
            continue;
        const FaultOutcome &outcome = *found;
        const auto cell = [&](const Text &text) { return Cell{text.shown(), outcome.recording}; };
        QList<Cell> row{{subjectName(subject)},
                        cell(violationsText(outcome)),
                        cell(ifShown(outcome, Text::verbatim(QString::number(outcome.beliefOverlaps)))),
                        cell(ifShown(outcome, recoveryText(outcome))),
                        cell(ifShown(outcome, outcome.isDeadlocked ? Text::en("yes") : Text::en("no")))};
        if (!outcome.why.isEmpty())
            row.last() = {Text::en("not shown: %1").arg(outcome.why).shown(), outcome.recording};
        table.rows += row;
    }
    return table;
}

Table proofTable(const Comparison &comparison)
{
    Table table{
        Text::en("What proves it"),
        Text::en("A violation is counted only where the server proves that two held at once, or that one gave back "
                 "another's lock; where it proves "
                 "nothing, that is not provable. An overlap of belief is two clients that thought so: no lock "
                 "service prevents that, a fencing token makes it harmless."),
        {Text::en("Lock"), Text::en("Version"), Text::en("Violations are judged by"), Text::en("Durability")},
        {}};
    for (const Subject &subject : comparison.subjects)
        table.rows += QList<Cell>{
            {subjectName(subject)}, {subject.version}, {proofText(subject).shown()}, {subject.durability.shown()}};
    return table;
}

} // namespace

QList<Table> tablesOf(const Comparison &comparison)
{
    QList<Table> tables;
    if (const Table missing = missingTable(comparison); !missing.rows.isEmpty())
        tables += missing;
    tables += {easeTable(comparison), requestsTable(comparison), workTable(comparison), speedTable(comparison),
               handoffTable(comparison)};
    for (const FaultKind fault : allFaultKinds)
        tables += faultTable(comparison, fault);
    tables += proofTable(comparison);
    return tables;
}

Text comparisonTitle()
{
    return Text::en("Locks beside one another");
}

Text conditionsText(const Conditions &conditions)
{
    return Text::en(
               "Measured by Lockscope %1 on %2: %3, %4 processors, load %5 when it began. Clients and servers share "
               "that machine, one kind of server after the other, one server of each and five for Redlock. "
               "Rounds of each client: %6, more where that is less than 50 acquisitions in all; nothing is done "
               "while a lock is held. A run that takes longer than 10 s is cut off. Times that all of it was "
               "measured: %7.")
        .arg(conditions.program, conditions.date, conditions.machine, conditions.processors,
             QString::number(conditions.load, 'f', 1), conditions.rounds, conditions.turns);
}

} // namespace lockscope::compare
