// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/runrecording.h"
#include "app/cli/trials.h"

#include "core/base/privatefile.h"
#include "core/base/smallfile.h"
#include "core/base/visible.h"
#include "core/trial/trialfile.h"

#include <QJsonArray>

#include <memory>

namespace lockscope::cli {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using trial::TrialEnd;

namespace {

void declareOptions(CommandLine &line)
{
    line.value(u"lock"_s, u"PATH"_s, u"Path of the lock that the clients use."_s);
    line.value(u"clients"_s, u"N"_s, u"Number of processes of CMD, each behind its own relay."_s, u"3"_s);
    line.value(u"rounds"_s, u"K"_s, u"Acquisitions per client; 0: no limit but --for."_s, u"5"_s);
    line.value(u"recipe"_s, u"R"_s, u"Recipe whose guarantees are checked."_s, u"mutex"_s);
    line.value(u"leases"_s, u"N"_s, u"Number of leases, for semaphores."_s, u"1"_s);
    line.value(u"servers"_s, u"N"_s, u"Number of servers of the private ensemble: 1, 3 or 5."_s, u"1"_s);
    line.value(u"fault"_s, u"NAME@RATE|MOMENT[:TIME]"_s,
               u"A fault: random, with this probability at each request, or at a moment of each client. A moment is an "
               "operation (create, delete), its reply (create-reply), one of several (create#3), or of one client "
               "(client-1/create). May be repeated."_s);
    line.value(u"seed"_s, u"N"_s, u"Seed of all random choices: the same seed repeats them."_s);
    line.value(u"for"_s, u"DURATION"_s, u"Time limit of the run."_s, u"60s"_s);
    line.value(u"stall"_s, u"DURATION"_s,
               u"End the run when nothing has happened for this long while a client waits and none holds."_s, u"10s"_s);
    line.value(u"schedule"_s, u"FILE.json"_s,
               u"Read clients, rounds, seed and faults from a file of --save, or the order of messages from a file of "
               "explore --schedule."_s);
    line.flag(u"explore"_s, u"Repeat the run with other orders of messages until one fails: in each, some messages are "
                            "held back until nothing else moves. --for limits all runs together."_s);
    line.value(u"delays"_s, u"N"_s, u"Most messages that one run of --explore holds back."_s, u"2"_s);
    line.flag(u"shrink"_s,
              u"After a failure, search for the fewest faults, clients and rounds with the same failure."_s);
    line.value(u"save"_s, u"FILE.json"_s,
               u"After a failure, write the smallest case, or the order of messages, to this file for --schedule."_s);
    line.value(u"record"_s, u"FILE.lockscope"_s, u"Record all events to this file."_s);
    line.value(u"exec"_s, u"CMD…"_s,
               u"The command of a client (last option). Its environment has LOCKSCOPE_CONNECT, LOCKSCOPE_LOCK, "
               "LOCKSCOPE_CLIENT and LOCKSCOPE_ROUNDS. It prints a line for each of: acquired [TOKEN], released, lost, "
               "timed-out, failed TEXT."_s);
}

Result<std::chrono::milliseconds> readTime(const CommandLine &line, const QString &option)
{
    if (const auto time = trial::limitFromText(line.text(option)))
        return *time;
    return invalidInput(Text::verbatim(u"--%1 wants a time, such as 30s, and at most 20 days."_s.arg(option)));
}

/// What --schedule says, or the defaults.
Result<trial::TrialSpec> readBasis(const CommandLine &line)
{
    if (!line.isSet(u"schedule"_s))
        return trial::TrialSpec();
    for (const char *other : {"clients", "rounds", "recipe", "leases", "seed", "fault"}) {
        if (line.isSet(QString::fromLatin1(other)))
            return invalidInput(Text::verbatim(
                u"--schedule says what --%1 would: leave one of them out."_s.arg(QLatin1StringView(other))));
    }
    const auto text = readSmallFile(line.text(u"schedule"_s));
    if (!text)
        return tl::unexpected(text.error());
    return trial::readTrial(*text);
}

Result<Done> readOptions(const CommandLine &line, trial::TrialSpec &spec)
{
    const auto numbers = readNumbers(line, {{u"clients"_s, 1, trial::mostClients, spec.clients},
                                            {u"rounds"_s, 0, trial::mostRounds, spec.rounds},
                                            {u"leases"_s, 1, trial::mostLeases, spec.leases}});
    if (!numbers)
        return tl::unexpected(numbers.error());
    const auto recipe = recipeFrom(line);
    if (!recipe)
        return tl::unexpected(recipe.error());
    spec.recipe = *recipe;
    const auto faults = trial::readFaults(line.texts(u"fault"_s));
    if (!faults)
        return tl::unexpected(faults.error());
    spec.faults = *faults;
    const auto seed = seedFrom(line);
    if (!seed)
        return tl::unexpected(seed.error());
    spec.seed = *seed;
    return Done();
}

Result<trial::TrialSpec> readSpec(const CommandLine &line, const QStringList &command)
{
    auto spec = readBasis(line);
    if (!spec)
        return spec;
    spec->command = command;
    spec->lock = line.text(u"lock"_s);
    if (!line.isSet(u"schedule"_s)) {
        if (const auto read = readOptions(line, *spec); !read)
            return tl::unexpected(read.error());
    }
    const auto limit = readTime(line, u"for"_s);
    if (!limit)
        return tl::unexpected(limit.error());
    spec->limit = *limit;
    const auto stall = readTime(line, u"stall"_s);
    if (!stall)
        return tl::unexpected(stall.error());
    spec->stall = *stall;
    if (const auto problem = trial::validate(*spec))
        return tl::unexpected(*problem);
    return spec;
}

/// Which options do not go together; empty where all do.
QString contradictionIn(const CommandLine &line, const trial::TrialSpec &spec)
{
    const bool searches = line.isSet(u"shrink"_s) || line.isSet(u"explore"_s);
    if (line.isSet(u"delays"_s) && !line.isSet(u"explore"_s))
        return u"--delays is for --explore."_s;
    for (const QString &other : {u"save"_s, u"schedule"_s}) {
        if (isOneFile(line.text(u"record"_s), line.text(other)))
            return u"--record and --%1 want two files."_s.arg(other);
    }
    if (line.isSet(u"record"_s) && searches)
        return u"--record is for one run: find it first, --save it, and record that --schedule."_s;
    if (!spec.order.empty() && (line.isSet(u"save"_s) || searches))
        return u"An order of explore is tried as it is: leave --save, --shrink and --explore out."_s;
    return {};
}

/// Where they run: the ensemble that --connect or --profile names, else a private one. The error, if there is one.
Task<std::optional<Error>> openEnsemble(Context *context, const CommandLine *line)
{
    const bool isGiven = line->isSet(u"connect"_s) || line->isSet(u"profile"_s);
    if (isGiven && line->isSet(u"servers"_s))
        co_return invalidInput(Text::verbatim(u"--servers is for a private ensemble; leave it out, or --connect."_s))
            .value();
    ConnectSpec spec;
    if (isGiven) {
        auto read = line->connectSpec();
        if (!read)
            co_return read.error();
        spec = std::move(*read);
    } else {
        servers::SandboxSpec sandbox;
        const auto servers = ensembleSize(*line);
        if (!servers)
            co_return servers.error();
        sandbox.servers = *servers;
        QObject::connect(&context->engine, &Engine::sandboxProgress, context, [](const Text &sentence) {
            std::fprintf(stderr, "%s\n", qPrintable(visible(sentence.english())));
        });
        auto starting = context->engine.startSandbox(sandbox);
        const auto info = co_await starting;
        if (!info)
            co_return info.error();
        spec.connectString = info->connectString;
    }
    auto opening = context->engine.open(spec);
    const auto opened = co_await opening;
    co_return opened ? std::nullopt : std::optional(opened.error());
}

/// The options with which it is tried once more.
QString optionsOf(const trial::TrialSpec &spec)
{
    QStringList options{u"--clients %1 --rounds %2 --seed %3"_s.arg(spec.clients).arg(spec.rounds).arg(spec.seed)};
    for (const QString &fault : trial::toStrings(spec.faults))
        options += u"--fault "_s + fault;
    return options.join(u' ');
}

void printSearch(const Tried &tried, const std::optional<Explored> &explored)
{
    if (explored && tried.isWrong())
        printLine(u"The last of %1 orders is wrong, and was so again in %2 of %3 repetitions: %4"_s.arg(explored->runs)
                      .arg(explored->wrongAgain)
                      .arg(explored->again)
                      .arg(optionsOf(explored->found)));
    else if (explored)
        printLine((explored->isWhole ? u"None of %1 orders was wrong: all that this bound allows."_s
                                     : u"None of %1 orders was wrong when the time was over."_s)
                      .arg(explored->runs));
    if (tried.shrunkIn > 0)
        printLine(u"The smallest of %1 that is wrong alike: %2"_s.arg(tried.shrunkIn + 1).arg(optionsOf(tried.spec)));
}

QJsonObject jsonOf(const Tried &tried, const std::optional<Explored> &explored)
{
    QJsonObject json = tried.verdict->toJson();
    json[u"faults"_s] = QJsonArray::fromStringList(trial::toStrings(tried.spec.faults));
    if (explored)
        json[u"explored"_s] = QJsonObject{{u"runs"_s, explored->runs},
                                          {u"whole"_s, explored->isWhole},
                                          {u"found"_s, tried.isWrong()},
                                          {u"repeated"_s, explored->again},
                                          {u"wrong_again"_s, explored->wrongAgain}};
    if (tried.shrunkIn > 0)
        json[u"shrunk_in"_s] = tried.shrunkIn;
    return json;
}

/// Says why it cannot be written.
bool save(const QString &name, const trial::TrialSpec &spec)
{
    const QString why = writePrivately(name, trial::toJson(spec));
    if (!why.isEmpty())
        sayError(u"%1 cannot be written: %2."_s.arg(name, why));
    return why.isEmpty();
}

void printVerdict(const Tried &tried)
{
    const trial::TrialVerdict &verdict = *tried.verdict;
    printRun(verdict.result(), tried.spec.seed);
    for (const Text &trouble : verdict.troubles())
        printLine(u"note: "_s + trouble.english());
    const auto &wrong = verdict.firstWrong();
    if (!wrong) {
        printLine(verdict.isPassed() ? u"Passed."_s : u"Not passed."_s);
        return;
    }
    printLine(u"✗ %1: %2"_s.arg(journal::ruleName(wrong->violation.rule), wrong->violation.text.english()));
    const auto print = [&](const journal::Event &event) {
        printEvent(event, verdict.nameOf(journal::clientOf(event.what)));
    };
    for (const journal::Event &event : wrong->picture)
        print(event);
    if (wrong->faultBefore) {
        printLine(u"the fault before it:"_s);
        print(*wrong->faultBefore);
    } else {
        printLine(u"no fault came before it."_s);
    }
}

} // namespace

Task<ExitCode> runTry(Context &context, QStringList arguments)
{
    // What follows --exec belongs to the command.
    QStringList command;
    if (const qsizetype exec = arguments.indexOf(u"--exec"_s); exec >= 0) {
        command = arguments.mid(exec + 1);
        arguments = arguments.mid(0, exec);
    }
    CommandLine line(u"try"_s,
                     u"Runs clients of other programs, each behind a relay, with faults, and checks their lock."_s);
    declareOptions(line);
    if (const auto ended = line.parse(arguments, 0, 0))
        co_return *ended;
    if (command.isEmpty())
        co_return usage(u"--exec wants a command."_s);
    if (!line.isSet(u"lock"_s))
        co_return usage(u"--lock wants the path of the lock that they take."_s);
    const auto spec = readSpec(line, command);
    if (!spec)
        co_return fail(spec.error());
    const auto delays = line.number(u"delays"_s, 0, 100);
    if (!delays)
        co_return fail(delays.error());
    if (const QString contradiction = contradictionIn(line, *spec); !contradiction.isEmpty())
        co_return usage(contradiction);

    const auto recording = line.isSet(u"record"_s) ? std::make_unique<RunRecording>(context) : nullptr;
    auto opening = openEnsemble(&context, &line);
    if (const auto problem = co_await opening)
        co_return fail(*problem);
    if (recording) {
        const QString title = u"%1 × %2"_s.arg(spec->clients).arg(spec->command.join(u' '));
        const auto begun =
            recording->begin(line.text(u"record"_s), title, static_cast<quint32>(spec->seed), spec->lock);
        if (!begun)
            co_return fail(begun.error());
    }
    const auto lost = std::make_shared<std::optional<Error>>();
    context.onInterrupt([&context] { context.engine.stopTrial(); }, Context::Ending::Long);
    context.endWhenLost(
        [&context, lost](const Error &error) {
            *lost = error;
            context.engine.stopTrial();
        },
        spec->needsOwnServers() ? ownServersReturn : 1s);

    std::optional<Explored> explored;
    Result<Tried> tried = tl::unexpected(Error());
    if (line.isSet(u"explore"_s)) {
        auto exploring = explore(&context, *spec, static_cast<int>(*delays));
        auto searched = co_await exploring;
        if (searched) {
            tried = std::move(searched->last);
            explored = std::move(*searched);
        } else {
            tried = tl::unexpected(searched.error());
        }
    } else {
        auto trying = tryOnce(&context, *spec, recording.get());
        tried = co_await trying;
    }
    if (tried && line.isSet(u"shrink"_s) && tried->isWrong()) {
        auto shrinking = shrink(&context, std::move(*tried));
        tried = co_await shrinking;
    }
    if (!tried)
        co_return fail(*lost ? **lost : tried.error());
    const trial::TrialVerdict &verdict = *tried->verdict;
    if (line.json()) {
        printJson(jsonOf(*tried, explored), true);
    } else {
        printSearch(*tried, explored);
        printVerdict(*tried);
    }
    bool isSaved = true;
    if (line.isSet(u"save"_s) && tried->isWrong())
        isSaved = save(line.text(u"save"_s), tried->spec);
    if (tried->notRecorded) // the verdict stands; the file does not
        fail(*tried->notRecorded);
    if (*lost)
        co_return fail(**lost);
    if (verdict.end().why == TrialEnd::Why::Stopped)
        sayError(u"the report is incomplete: it was stopped before its end."_s);
    co_return verdict.isPassed() && !tried->notRecorded && isSaved ? ExitCode::Ok : ExitCode::Failed;
}

} // namespace lockscope::cli
