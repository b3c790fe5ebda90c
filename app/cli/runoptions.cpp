// SPDX-License-Identifier: Apache-2.0
#include "app/cli/runoptions.h"

#include "core/base/duration.h"
#include "core/locks/recipecatalog.h"
#include "core/scenario/duel.h"
#include "core/scenario/scenariofiles.h"

namespace lockscope::cli {

using namespace Qt::StringLiterals;

QString backendList()
{
    QStringList names;
    for (size_t i = 0; i < locks::backendCount; ++i)
        names += locks::backendName(static_cast<locks::Backend>(i));
    return names.mid(0, names.size() - 1).join(", "_L1) + u" or "_s + names.last();
}

void declareRunOptions(CommandLine &line)
{
    line.value(u"recipe"_s, u"R"_s, locks::recipeNames().join(", "_L1) + u'.', u"mutex"_s);
    line.value(u"dialect"_s, u"D"_s,
               u"Names of the nodes: docs, curator, kazoo or plain; default: the recipe's own."_s);
    line.value(u"clients"_s, u"N"_s, u"Number of clients."_s, u"10"_s);
    line.value(u"rounds"_s, u"K"_s, u"Acquisitions per client."_s, u"1"_s);
    line.value(u"hold"_s, u"MS|MIN-MAX"_s, u"Time for which each client holds; of a range, a random one."_s, u"0"_s);
    line.value(u"lock"_s, u"PATH"_s, u"Path of the lock; created if absent. Default: /lockscope/run-RECIPE."_s);
    line.value(u"paths"_s, u"A,B,…"_s, u"Paths of the locks, for multi; default: two below --lock."_s);
    line.flag(u"duel"_s, u"Two recipes, or a recipe and \"none\" (no lock), side by side: the same clients, seed and "
                         "faults, each side with a lock and a counter of its own. RECIPE+fenced: the counter refuses a "
                         "fencing token that is too old."_s);
    line.flag(u"unsorted"_s, u"For multi: take the locks in the given order, in which clients may deadlock."_s);
    line.value(u"acquire-timeout"_s, u"MS"_s, u"Time after which a client stops waiting for the lock."_s);
    line.value(u"writers"_s, u"RATIO"_s, u"Share of writers, for recipes with readers."_s, u"0.5"_s);
    line.value(u"leases"_s, u"N"_s, u"Number of leases, for semaphores."_s, u"1"_s);
    line.value(u"entries"_s, u"N"_s, u"Nested acquisitions in each round, for reentrant recipes."_s, u"1"_s);
    line.value(u"threads"_s, u"N"_s, u"Number of threads in one process, for process-lock."_s, u"1"_s);
    line.value(u"pool"_s, u"N"_s, u"Number of connections to the database, shared by all clients; 0: one per client."_s,
               u"0"_s);
    line.value(u"fault"_s, u"NAME@RATE[:TIME]"_s,
               u"A random fault, with this probability at each request. May be repeated."_s);
    line.value(u"seed"_s, u"N"_s, u"Seed of all random choices: the same seed repeats them."_s);
    line.value(u"confirm"_s, u"NAME"_s, u"Path of the lock, as confirmation; required on a production ensemble."_s);
    line.flag(u"production"_s, u"Treat the ensemble as a production one."_s);
    line.value(u"backend"_s, u"B"_s, backendList() + u"; default: the first one that the recipe supports."_s);
    addServerOption(line, u"a private one, started for the run"_s);
}

namespace {

const QStringList clientOptions{
    u"recipe"_s,  u"dialect"_s, u"clients"_s, u"rounds"_s,  u"hold"_s, u"lock"_s,     u"paths"_s, u"acquire-timeout"_s,
    u"writers"_s, u"leases"_s,  u"entries"_s, u"threads"_s, u"pool"_s, u"unsorted"_s, u"fault"_s};

/// "100" or "100-500"
Result<lab::HoldTime> readHold(const QString &text)
{
    const qsizetype dash = text.indexOf(u'-');
    const auto min = parseDuration(dash < 0 ? text : text.left(dash));
    const auto max = parseDuration(dash < 0 ? text : text.mid(dash + 1));
    if (!min || !max)
        return invalidInput(
            Text::verbatim(u"--hold wants milliseconds, or a range like 100-500, not \"%1\"."_s.arg(text)));
    return lab::HoldTime{dash < 0 ? lab::HoldTime::Kind::Fixed : lab::HoldTime::Kind::Random, *min, *max};
}

Result<Done> readCounts(const CommandLine &line, lab::SpawnRequest &request)
{
    const auto read = readNumbers(line, {{u"clients"_s, 1, 100'000, request.count},
                                         {u"rounds"_s, 1, 1'000'000, request.rounds},
                                         {u"leases"_s, 1, 1'000'000, request.leases},
                                         {u"entries"_s, 1, 1'000, request.entries},
                                         {u"threads"_s, 1, 1'000, request.threads},
                                         {u"pool"_s, 0, 1'000, request.pool}});
    if (!read)
        return read;
    const auto writers = line.share(u"writers"_s);
    if (!writers)
        return tl::unexpected(writers.error());
    request.writers = *writers;
    return Done();
}

Result<Done> readTimes(const CommandLine &line, lab::SpawnRequest &request)
{
    const auto hold = readHold(line.text(u"hold"_s));
    if (!hold)
        return tl::unexpected(hold.error());
    request.hold = *hold;
    if (!line.isSet(u"acquire-timeout"_s))
        return Done();
    const auto timeout = parseDuration(line.text(u"acquire-timeout"_s));
    if (!timeout)
        return tl::unexpected(timeout.error());
    request.acquireTimeout = *timeout;
    return Done();
}

Result<Done> readPlaces(const CommandLine &line, lab::SpawnRequest &request)
{
    // Clients of two recipes in one directory would not exclude one another.
    request.lock =
        line.isSet(u"lock"_s) ? line.text(u"lock"_s) : u"/lockscope/run-"_s + locks::recipeName(request.recipe);
    if (locks::recipeInfo(request.recipe).options.paths)
        request.paths = {request.lock + u"/a"_s, request.lock + u"/b"_s};
    if (line.isSet(u"paths"_s)) {
        request.paths = line.text(u"paths"_s).split(u',');
        request.lock = request.paths.first();
    } else if (!request.paths.isEmpty()) {
        request.lock = request.paths.first();
    }
    request.sorted = !line.isSet(u"unsorted"_s);
    return Done();
}

Result<Done> readFaults(const CommandLine &line, lab::SpawnRequest &request)
{
    for (const QString &text : line.texts(u"fault"_s)) {
        const auto fault = readFault(text);
        if (!fault)
            return tl::unexpected(fault.error());
        request.faults.append(*fault);
    }
    return Done();
}

Result<lab::Scenario> scenarioFromOptions(const CommandLine &line)
{
    lab::SpawnRequest request;
    request.acquireAtOnce = false;
    for (const auto read : {readRecipe, readCounts, readTimes, readPlaces, readFaults}) {
        if (const auto done = read(line, request); !done)
            return tl::unexpected(done.error());
    }
    for (int i = 0; i < request.count; ++i)
        request.names << request.namePrefix + QString::number(i);
    if (const auto problem = lab::validate(request))
        return tl::unexpected(*problem);

    lab::Scenario scenario;
    scenario.title =
        u"%1, %2 clients, %3 rounds"_s.arg(locks::recipeName(request.recipe)).arg(request.count).arg(request.rounds);
    scenario.wantsFreeLocks = false;
    scenario.tidies = false;
    scenario.steps = lab::acquireUntilDone(request.names);
    scenario.backend = locks::recipeInfo(request.recipe).backends.first();
    scenario.clients = {std::move(request)};
    return scenario;
}

/// Options for clients that are set and not among \a usable.
QStringList uselessOptions(const CommandLine &line, const QStringList &usable)
{
    QStringList given;
    for (const QString &option : clientOptions) {
        if (line.isSet(option) && !usable.contains(option))
            given << u"--"_s + option;
    }
    return given;
}

Result<lab::Scenario> duelFromOptions(const CommandLine &line)
{
    const QStringList usable{u"clients"_s, u"rounds"_s, u"hold"_s, u"acquire-timeout"_s, u"fault"_s};
    if (const QStringList useless = uselessOptions(line, usable); !useless.isEmpty())
        return invalidInput(Text::verbatim(
            u"%1: the clients of a duel differ in their recipes alone; leave it out."_s.arg(useless.first())));
    lab::SpawnRequest request;
    for (const auto read : {readCounts, readTimes, readFaults}) {
        if (const auto done = read(line, request); !done)
            return tl::unexpected(done.error());
    }
    return lab::duelOf(line.positionals(), request);
}

/// From its file or by name, without any options that describe clients.
Result<lab::Scenario> scenarioFromFile(const CommandLine &line)
{
    const QStringList files = line.positionals();
    if (files.size() > 1)
        return invalidInput(
            Text::verbatim(u"%1: one scenario at a time; two recipes side by side are --duel."_s.arg(files.last())));
    if (const QStringList useless = uselessOptions(line, {}); !useless.isEmpty())
        return invalidInput(Text::verbatim(
            u"%1: a scenario says itself what its clients are; leave it out, or the scenario."_s.arg(useless.first())));
    return lab::loadScenario(files.first());
}

} // namespace

Asked whatIsAsked(const CommandLine &line)
{
    return line.isSet(u"duel"_s) ? Asked::Duel : line.positionals().isEmpty() ? Asked::Run : Asked::Scenario;
}

Result<lab::Scenario> readScenario(const CommandLine &line)
{
    const Asked asked = whatIsAsked(line);
    auto scenario = asked == Asked::Duel  ? duelFromOptions(line)
                    : asked == Asked::Run ? scenarioFromOptions(line)
                                          : scenarioFromFile(line);
    if (!scenario)
        return scenario;
    if (line.isSet(u"seed"_s) || !scenario->seed) {
        const auto seed = seedFrom(line);
        if (!seed)
            return tl::unexpected(seed.error());
        scenario->seed = *seed;
    }
    return scenario;
}

} // namespace lockscope::cli
