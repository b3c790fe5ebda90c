// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/clock.h"
#include "core/base/visible.h"
#include "core/checks/aftermath.h"
#include "core/checks/check.h"
#include "core/history/recordingreader.h"
#include "core/journal/eventjson.h"

#include <QHash>
#include <QJsonArray>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// The events that violations name, by number, and how to call their clients.
struct Witnesses
{
    QHash<quint64, journal::Event> events;
    QHash<ClientId, QString> names;
};

/// Reads the recording once more: only now it is known which events are wanted.
Result<Witnesses> readWitnesses(const QString &path, const journal::CheckReport &report)
{
    Witnesses witnesses;
    for (const journal::Violation &violation : report.violations) {
        for (const quint64 number : violation.events)
            witnesses.events.insert(number, {});
    }
    if (witnesses.events.isEmpty())
        return witnesses;
    const auto read = journal::readRecording(path, [&](const journal::EventBatch &batch) {
        for (const journal::Event &event : batch) {
            const auto wanted = witnesses.events.find(event.number);
            if (wanted != witnesses.events.end())
                *wanted = event;
            if (const auto *spawned = std::get_if<journal::ClientSpawned>(&event.what))
                witnesses.names.insert(spawned->id, spawned->name);
        }
    });
    if (!read)
        return tl::unexpected(read.error());
    return witnesses;
}

void printAftermath(const journal::AftermathReport &aftermath)
{
    for (const journal::FaultAftermath &each : aftermath.faults) {
        const QString next = !each.nextHeldMs        ? u"no client held again"_s
                             : *each.nextHeldMs == 0 ? u"no other client was waiting"_s
                                                     : u"the next one held after %1 ms"_s.arg(*each.nextHeldMs);
        const QString times = each.count > 1 ? u" (the first of %1)"_s.arg(each.count) : QString();
        printLine(
            each.client.isEmpty()
                ? u"%1, event %2%3: %4"_s.arg(each.fault, QString::number(each.event), times, next)
                : u"%1 of %2, event %3%4: %5"_s.arg(each.fault, each.client, QString::number(each.event), times, next));
    }
    if (aftermath.inVainMs > 0)
        printLine(u"a waiter gave up when no client had held for %1 ms"_s.arg(aftermath.inVainMs));
}

void printText(const journal::CheckReport &report, const journal::AftermathReport &aftermath,
               const journal::ReadRecording &about, const Witnesses &witnesses)
{
    const QString title = about.header.title.isEmpty() ? QString() : visible(about.header.title) + u": "_s;
    const QString seed = about.header.seed ? u", seed %1"_s.arg(*about.header.seed) : QString();
    printLine(title
              + u"%1 events, %2 clients, %3 acquisitions%4"_s.arg(report.events)
                    .arg(report.clients)
                    .arg(report.grants)
                    .arg(seed));
    for (const Text &note : about.notes)
        printLine(u"note: "_s + note.english());
    if (report.unproved > 0)
        printLine(
            u"not provable: of %1 acquisitions nothing shows what the server had; who believed to hold is compared"_s
                .arg(report.unproved));
    for (const journal::Violation &violation : report.violations) {
        printLine(u"%1: %2"_s.arg(journal::ruleName(violation.rule), violation.text.english()));
        auto numbers = violation.events;
        std::sort(numbers.begin(), numbers.end());
        for (const quint64 number : std::as_const(numbers)) {
            const journal::Event &event = witnesses.events[number];
            printEvent(event, witnesses.names.value(journal::clientOf(event.what)));
        }
    }
    printAftermath(aftermath);
    QStringList counts;
    for (int i = 0; i < journal::ruleCount; ++i) {
        const auto rule = static_cast<journal::Rule>(i);
        if (report.count(rule) > 0)
            counts += u"%1 × %2"_s.arg(report.count(rule)).arg(journal::ruleName(rule));
    }
    if (counts.isEmpty())
        printLine(report.clients > 0 ? u"nothing found"_s
                                     : u"nothing checked: the recording has no simulated clients, and only their "
                                       "acquisitions are checked"_s);
    else
        printLine((report.isClean() ? u"no violation; clients' beliefs overlapped: "_s : u"violated: "_s)
                  + counts.join(u", "_s));
}

QJsonObject toJson(const journal::CheckReport &report, const journal::ReadRecording &about, const Witnesses &witnesses)
{
    QJsonObject json = journal::toJson(report);
    json["title"_L1] = about.header.title;
    json["seed"_L1] = about.header.seed ? QJsonValue(QString::number(*about.header.seed)) : QJsonValue();
    QJsonArray notes;
    for (const Text &note : about.notes)
        notes += note.english();
    json["notes"_L1] = notes;
    QJsonArray violations;
    for (const journal::Violation &violation : report.violations) {
        QJsonObject one = journal::toJson(violation);
        QJsonArray witness;
        for (const quint64 number : violation.events)
            witness.append(journal::toJson(witnesses.events[number]));
        one["witness"_L1] = witness;
        violations.append(one);
    }
    json["violations"_L1] = violations;
    return json;
}

} // namespace

Task<ExitCode> runCheck(Context &, QStringList arguments)
{
    CommandLine line(u"check"_s,
                     u"Checks a recording: who held at once, tokens, order, what was left over, and who waits "
                     "for ever. Exit code 1 if anything is violated."_s,
                     CommandLine::Servers::None);
    line.positional(u"FILE"_s, u"A recording (.lockscope)"_s);
    if (const auto ended = line.parse(arguments, 1, 1))
        co_return *ended;
    const QString path = line.positionals().constFirst();
    const auto reader = journal::RecordingReader::open(path);
    if (!reader)
        co_return fail(reader.error());
    // What was the case when it began did not happen at that moment: it is judged by nothing.
    const quint64 carried = (*reader)->header().carried;
    journal::Checker checker;
    journal::Aftermath aftermath;
    const auto about = journal::readRecording(path, [&](const journal::EventBatch &batch) {
        for (const journal::Event &event : batch) {
            if (event.number <= carried)
                continue;
            checker.add(event);
            aftermath.add(event);
        }
    });
    if (!about)
        co_return fail(about.error());
    const journal::CheckReport report = checker.report();
    const auto witnesses = readWitnesses(path, report);
    if (!witnesses)
        co_return fail(witnesses.error());
    if (line.json()) {
        QJsonObject json = toJson(report, *about, *witnesses);
        json["aftermath"_L1] = journal::toJson(aftermath.report());
        printJson(json, true);
    } else {
        printText(report, aftermath.report(), *about, *witnesses);
    }
    co_return report.isClean() ? ExitCode::Ok : ExitCode::Failed;
}

} // namespace lockscope::cli
