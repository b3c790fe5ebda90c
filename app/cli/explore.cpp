// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/duration.h"
#include "core/base/privatefile.h"
#include "core/base/smallfile.h"
#include "core/explore/exploration.h"
#include "core/explore/schedule.h"
#include "core/history/recordingwriter.h"
#include "core/locks/recipecatalog.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QLocale>

#include <cmath>
#include <cstdio>

#include <unistd.h>

namespace lockscope::cli {

using namespace Qt::StringLiterals;
using explore::Exploration;
using explore::Schedule;
using explore::Setup;
using explore::Step;

namespace {

// ---- what is asked for ----

/// Beyond it a number is a slip.
constexpr int mostAsked = 1'000'000;

/// More orders than a minute's search comes to, by much: the reduced ones are fewer, but by how much is not known.
constexpr double manyOrders = 9;

/// "10^41"
QString ordersOf(const Setup &setup)
{
    return u"about 10^%1 orders"_s.arg(std::llround(explore::ordersExponent(setup)));
}

Result<Setup> setupFrom(const CommandLine &line)
{
    lab::SpawnRequest asked;
    if (const auto read = readRecipe(line, asked); !read)
        return tl::unexpected(read.error());
    Setup setup = explore::usualSetup(asked.recipe);
    if (line.isSet(u"dialect"_s))
        setup.clients.dialect = asked.dialect;
    struct Number
    {
        QString option;
        int &value;
    };
    for (const Number &number : {Number{u"clients"_s, setup.clients.count}, Number{u"rounds"_s, setup.clients.rounds},
                                 Number{u"leases"_s, setup.clients.leases}}) {
        if (!line.isSet(number.option))
            continue;
        const auto given = line.number(number.option, 1, mostAsked);
        if (!given)
            return tl::unexpected(given.error());
        number.value = *given;
    }
    if (line.isSet(u"writers"_s)) {
        const auto writers = line.share(u"writers"_s);
        if (!writers)
            return tl::unexpected(writers.error());
        setup.clients.writers = *writers;
    }
    if (line.isSet(u"faults"_s)) {
        const auto faults = explore::faultCountsFrom(line.text(u"faults"_s));
        if (!faults)
            return tl::unexpected(faults.error());
        setup.faults = *faults;
    }
    setup.isFresh = line.isSet(u"fresh"_s);
    if (setup.clients.count > explore::mostClients || setup.clients.rounds > explore::mostRounds)
        return invalidInput(Text::verbatim(
            u"%1 clients with %2 rounds each come to %3: there can be up to %4 clients with up to %5 rounds each."_s
                .arg(setup.clients.count)
                .arg(setup.clients.rounds)
                .arg(ordersOf(setup))
                .arg(explore::mostClients)
                .arg(explore::mostRounds)));
    if (const auto problem = explore::validate(setup))
        return tl::unexpected(*problem);
    return setup;
}

Result<explore::ExplorationSpec> explorationFrom(const CommandLine &line)
{
    const auto setup = setupFrom(line);
    if (!setup)
        return tl::unexpected(setup.error());
    explore::ExplorationSpec spec{*setup};
    const auto duration = parseDuration(line.text(u"for"_s));
    if (!duration)
        return tl::unexpected(duration.error());
    spec.duration = *duration;
    if (line.isSet(u"preemptions"_s)) {
        const auto preemptions = line.number(u"preemptions"_s, 0, 100);
        if (!preemptions)
            return tl::unexpected(preemptions.error());
        spec.preemptions = *preemptions;
    }
    const auto seed = line.number(u"seed"_s, 0, std::numeric_limits<int>::max());
    if (!seed)
        return tl::unexpected(seed.error());
    spec.seed = static_cast<quint64>(*seed);
    return spec;
}

// ---- what is printed ----

QJsonObject toJson(const explore::ExplorationSpec &spec, const Exploration &all)
{
    QJsonArray violations;
    if (all.found) {
        QJsonArray schedule;
        for (const Step &step : all.found->steps)
            schedule += explore::stepWord(step);
        violations += QJsonObject{{u"kind"_s, all.found->wrong.kind},
                                  {u"text"_s, all.found->wrong.text.english()},
                                  {u"steps"_s, static_cast<qint64>(all.found->steps.size())},
                                  {u"schedule"_s, schedule}};
    }
    QJsonArray phases;
    for (const explore::Phase &phase : all.phases)
        phases += QJsonObject{
            {u"reduced_by"_s, phase.reducedBy()}, {u"executions"_s, phase.executions}, {u"complete"_s, phase.complete}};
    const lab::SpawnRequest &clients = spec.setup.clients;
    return {{u"recipe"_s, locks::recipeName(clients.recipe)},
            {u"dialect"_s, locks::dialectName(clients.dialect)},
            {u"clients"_s, clients.count},
            {u"rounds"_s, clients.rounds},
            {u"faults"_s, explore::faultCountsText(spec.setup.faults)},
            {u"executions"_s, all.executions},
            {u"steps"_s, all.steps},
            {u"complete"_s, all.complete},
            {u"reduced_by"_s, all.reducedBy()},
            {u"phases"_s, phases},
            {u"violations"_s, violations},
            {u"seed"_s, static_cast<qint64>(spec.seed)},
            {u"duration_ms"_s, static_cast<qint64>(all.took.count())}};
}

QString setupText(const Setup &setup)
{
    const lab::SpawnRequest &clients = setup.clients;
    QString text = u"%1 (%2), %3"_s.arg(locks::recipeName(clients.recipe), locks::dialectName(clients.dialect),
                                        Text::counted("%n clients", clients.count).english() + u", "_s
                                            + Text::counted("%n rounds each", clients.rounds).english());
    const QString faults = explore::faultCountsText(setup.faults);
    if (!faults.isEmpty())
        text += u", faults "_s + faults;
    return text;
}

/// How far one way to look got, in words.
QString phaseText(const explore::Phase &phase)
{
    const QString count = QLocale::c().toString(phase.executions);
    const bool isDrawn = phase.reduction == explore::Reduction::Random;
    const QString way = phase.preemptions ? u"orders with at most %1 preemptions"_s.arg(*phase.preemptions)
                        : isDrawn         ? u"orders drawn at random"_s
                                          : u"one of all orders that come to the same"_s;
    const QString how = phase.complete ? u"all of them"_s : isDrawn ? QString() : u"not all"_s;
    return u"  %1: %2 executions%3"_s.arg(way, count, how.isEmpty() ? QString() : u", "_s + how);
}

void printResult(const explore::ExplorationSpec &spec, const Exploration &all)
{
    printLine(u"%1: %2 executions in %3"_s.arg(setupText(spec.setup), QLocale::c().toString(all.executions),
                                               durationToText(all.took).english()));
    if (all.found) {
        printLine(u"%1: %2"_s.arg(all.found->wrong.kind, all.found->wrong.text.english()));
        explore::Play play(spec.setup);
        int number = 0;
        (void)explore::carryOut({spec.setup, all.found->steps}, play, [&number](const Step &, const Text &words) {
            printLine(u"%1  %2"_s.arg(++number, 4).arg(words.english()));
        });
    } else {
        for (const explore::Phase &phase : all.phases)
            printLine(phaseText(phase));
        printLine(all.complete ? u"nothing is wrong in any order"_s
                               : u"nothing was wrong in what was looked at; there are more orders"_s);
    }
}

// ---- what is kept ----

Result<Done> record(const QString &file, const Schedule &schedule, const QString &title)
{
    const auto events = explore::eventsOf(schedule);
    if (!events)
        return tl::unexpected(events.error());
    journal::RecordingHeader header;
    header.title = title;
    return journal::writeRecording(file, header, *events);
}

/// Into the files that were asked for; says what cannot be written.
bool keep(const CommandLine &line, const Schedule &schedule, const QString &title)
{
    bool isKept = true;
    const QString file = line.text(u"schedule"_s);
    if (line.isSet(u"recipe"_s) && !file.isEmpty()) {
        const QString why = writePrivately(file, explore::toJson(schedule));
        if (!why.isEmpty())
            sayError(u"%1 cannot be written: %2."_s.arg(file, why));
        isKept = why.isEmpty();
    }
    if (line.isSet(u"record"_s)) {
        const auto recorded = record(line.text(u"record"_s), schedule, title);
        if (!recorded)
            sayError(recorded.error().sentence().english());
        isKept = isKept && recorded;
    }
    return isKept;
}

// ---- what is done ----

/// One schedule, step by step, with what else was possible at each.
ExitCode carryOut(const CommandLine &line)
{
    const auto text = readSmallFile(line.text(u"schedule"_s));
    if (!text)
        return fail(text.error());
    const auto schedule = explore::readSchedule(*text);
    if (!schedule)
        return fail(schedule.error());
    explore::Play play(schedule->setup);
    QJsonArray steps;
    const auto carried = explore::carryOut(*schedule, play, [&](const Step &step, const Text &words) {
        QStringList others;
        for (const Step &other : play.possible()) {
            if (other != step)
                others += play.words(other).english();
        }
        steps += QJsonObject{{u"step"_s, explore::stepWord(step)},
                             {u"text"_s, words.english()},
                             {u"instead"_s, QJsonArray::fromStringList(others)}};
        if (line.json())
            return;
        printLine(u"%1  %2"_s.arg(steps.size(), 4).arg(words.english()));
        if (!others.isEmpty())
            printLine(u"      or: "_s + others.join(u"; "_s));
    });
    if (!carried)
        return fail(carried.error());
    const auto wrong = play.wrong();
    if (line.json())
        printJson(QJsonObject{{u"steps"_s, steps},
                              {u"kind"_s, wrong ? QJsonValue(wrong->kind) : QJsonValue()},
                              {u"text"_s, wrong ? QJsonValue(wrong->text.english()) : QJsonValue()}},
                  true);
    else
        printLine(wrong ? u"%1: %2"_s.arg(wrong->kind, wrong->text.english()) : u"nothing is wrong there"_s);
    const bool isKept = keep(line, *schedule, setupText(schedule->setup));
    return wrong || !isKept ? ExitCode::Failed : ExitCode::Ok;
}

} // namespace

Task<ExitCode> runExplore(Context &context, QStringList arguments)
{
    CommandLine line(u"explore"_s,
                     u"Looks for an order of steps in which a lock breaks, on a ZooKeeper in memory: no "
                     "server is asked. Exit code 1 if there is one."_s,
                     CommandLine::Servers::None);
    line.value(u"recipe"_s, u"R"_s,
               u"Recipe of the lock, as for run. A broken-… one sets clients and faults that show its mistake."_s);
    line.value(u"dialect"_s, u"D"_s, u"Names of the nodes: docs, curator, kazoo or plain."_s);
    line.value(u"clients"_s, u"N"_s, u"Number of clients; default: 2."_s);
    line.value(u"rounds"_s, u"K"_s, u"Acquisitions per client; default: 1."_s);
    line.value(u"writers"_s, u"RATIO"_s, u"Share of writers, for recipes with readers; default: 0.5."_s);
    line.value(u"leases"_s, u"N"_s, u"Number of leases, for semaphores; default: 1."_s);
    line.value(
        u"faults"_s, u"NAME:COUNT,…"_s,
        u"Faults that may happen, each at most COUNT times in a run: crash, expire, pause, lose-request, lose-reply, "
        "give-up, downgrade."_s);
    line.flag(u"fresh"_s, u"Begin without the lock's directories, as at its first use."_s);
    line.value(u"preemptions"_s, u"P"_s, u"Most switches away from a client that could go on."_s);
    line.value(u"for"_s, u"DURATION"_s, u"Time limit of the search."_s, u"60s"_s);
    line.value(u"seed"_s, u"S"_s, u"Seed of all random choices."_s, u"1"_s);
    line.value(u"schedule"_s, u"FILE"_s,
               u"Write the steps of the violation to this file; without --recipe: repeat the steps in this file."_s);
    line.value(u"record"_s, u"FILE"_s, u"Record these steps to this file."_s);
    if (const auto ended = line.parse(arguments, 0, 0))
        co_return *ended;
    if (isOneFile(line.text(u"schedule"_s), line.text(u"record"_s)))
        co_return usage(u"--schedule and --record want two files."_s);
    if (!line.isSet(u"recipe"_s)) {
        if (!line.isSet(u"schedule"_s))
            co_return usage(u"explore wants --recipe R, or --schedule FILE to carry one out."_s);
        co_return carryOut(line);
    }
    const auto spec = explorationFrom(line);
    if (!spec)
        co_return fail(spec.error());
    if (explore::ordersExponent(spec->setup) > manyOrders)
        sayError(u"%1 come to %2: not all may be looked at in %3."_s.arg(setupText(spec->setup), ordersOf(spec->setup),
                                                                         durationText(spec->duration.count())));

    bool isStopped = false;
    context.onInterrupt([&isStopped] { isStopped = true; }, Context::Ending::Long);
    const bool isWatched = ::isatty(STDERR_FILENO) == 1;
    QElapsedTimer sinceLine;
    sinceLine.start();
    const Exploration all = explore::explored(*spec, [&](qint64 executions) {
        if (isWatched && sinceLine.hasExpired(100)) {
            std::fprintf(stderr, "\r%lld executions\x1b[K", static_cast<long long>(executions));
            sinceLine.restart();
        }
        QCoreApplication::processEvents(); // signals
        return !isStopped;
    });
    context.onInterrupt({});
    if (isWatched)
        std::fputs("\r\x1b[K", stderr);
    if (line.json())
        printJson(toJson(*spec, all), true);
    else
        printResult(*spec, all);
    const bool isKept =
        !all.found
        || keep(line, {spec->setup, all.found->steps}, u"%1: %2"_s.arg(setupText(spec->setup), all.found->wrong.kind));
    co_return all.found || !isKept || isStopped ? ExitCode::Failed : ExitCode::Ok;
}

} // namespace lockscope::cli
