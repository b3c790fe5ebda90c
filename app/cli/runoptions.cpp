// SPDX-License-Identifier: Apache-2.0
#include "app/cli/runoptions.h"

#include "core/base/duration.h"
#include "core/locks/recipecatalog.h"

#include <cmath>

namespace lockscope::cli {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;

namespace {

const QStringList clientOptions{u"recipe"_s,  u"dialect"_s, u"clients"_s,         u"rounds"_s,  u"hold"_s,
                                u"lock"_s,    u"paths"_s,   u"acquire-timeout"_s, u"writers"_s, u"leases"_s,
                                u"entries"_s, u"threads"_s, u"unsorted"_s,        u"fault"_s};

QString recipeList()
{
    QStringList names;
    for (const locks::RecipeInfo &info : locks::recipeCatalog())
        names << info.name;
    return names.join(", "_L1);
}

/// "100" or "100-500"
Result<lab::HoldTime> readHold(const QString &text)
{
    const qsizetype dash = text.indexOf(u'-');
    const auto min = parseDuration(dash < 0 ? text : text.left(dash));
    const auto max = parseDuration(dash < 0 ? text : text.mid(dash + 1));
    if (!min || !max)
        return invalidInput(u"--hold wants milliseconds, or a range like 100-500, not \"%1\"."_s.arg(text));
    return lab::HoldTime{dash < 0 ? lab::HoldTime::Kind::Fixed : lab::HoldTime::Kind::Random, *min, *max};
}

/// What a random fault lasts where nobody says: one that never ended would end the run.
std::chrono::milliseconds usualDuration(Fault fault)
{
    switch (fault) {
    case Fault::Pause: return 500ms;
    case Fault::Partition: return 1s;
    case Fault::Delay: return 50ms;
    case Fault::Crash:
    case Fault::Resume:
    case Fault::Heal:
    case Fault::LoseReply:
    case Fault::LoseCreateReply:
    case Fault::Expire:
    case Fault::Close: return 0ms;
    }
    return 0ms;
}

/// "crash@0.01", "pause@0.05:2s"
Result<lab::RandomFault> readFault(const QString &text)
{
    const qsizetype at = text.indexOf(u'@');
    const qsizetype colon = text.indexOf(u':', std::max<qsizetype>(at, 0));
    const auto fault = journal::faultFromName(text.left(std::max<qsizetype>(at, 0)));
    if (at < 0 || !fault)
        return invalidInput(
            u"--fault wants NAME@RATE, as in lose-reply@0.01, not \"%1\"; the names are crash, pause, resume, "
            "partition, heal, delay, lose-reply, lose-create-reply, expire and close."_s.arg(text));
    bool ok = false;
    const double rate = text.mid(at + 1, colon < 0 ? -1 : colon - at - 1).toDouble(&ok);
    if (!ok || !std::isfinite(rate) || rate < 0 || rate > 1)
        return invalidInput(u"--fault %1: the rate is the probability at each request, from 0 to 1."_s.arg(text));
    auto duration = usualDuration(*fault);
    if (colon >= 0) {
        const auto given = parseDuration(text.mid(colon + 1));
        if (!given)
            return tl::unexpected(given.error());
        duration = *given;
    }
    return lab::RandomFault{*fault, rate, duration};
}

Result<Done> readRecipe(const CommandLine &line, lab::SpawnRequest &request)
{
    const auto recipe = locks::recipeFromName(line.text(u"recipe"_s));
    if (!recipe)
        return invalidInput(u"There is no recipe \"%1\"; there are %2."_s.arg(line.text(u"recipe"_s), recipeList()));
    const locks::RecipeInfo &info = locks::recipeInfo(*recipe);
    request.recipe = *recipe;
    request.dialect = info.dialects.contains(locks::Dialect::Docs) ? locks::Dialect::Docs
                                                                   : info.dialects.value(0, locks::Dialect::Docs);
    if (!line.isSet(u"dialect"_s))
        return Done();
    const auto dialect = locks::dialectFromName(line.text(u"dialect"_s));
    if (!dialect)
        return invalidInput(u"--dialect is docs, curator, kazoo or plain, not \"%1\"."_s.arg(line.text(u"dialect"_s)));
    request.dialect = *dialect;
    return Done();
}

Result<Done> readNumbers(const CommandLine &line, lab::SpawnRequest &request)
{
    struct Number
    {
        QString option;
        int least;
        int most;
        int &value;
    };
    for (const Number &number :
         {Number{u"clients"_s, 1, 100'000, request.count}, Number{u"rounds"_s, 1, 1'000'000, request.rounds},
          Number{u"leases"_s, 1, 1'000'000, request.leases}, Number{u"entries"_s, 1, 1'000, request.entries},
          Number{u"threads"_s, 1, 1'000, request.threads}}) {
        const auto given = line.number(number.option, number.least, number.most);
        if (!given)
            return tl::unexpected(given.error());
        number.value = *given;
    }
    bool ok = false;
    request.writers = line.text(u"writers"_s).toDouble(&ok);
    if (!ok)
        return invalidInput(u"--writers wants a share from 0 to 1, not \"%1\"."_s.arg(line.text(u"writers"_s)));
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
    request.lock = line.text(u"lock"_s);
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

} // namespace

void declareRunOptions(CommandLine &line)
{
    line.value(u"recipe"_s, u"R"_s, recipeList() + u'.', u"mutex"_s);
    line.value(u"dialect"_s, u"D"_s,
               u"How nodes are named: docs, curator, kazoo or plain; default: the recipe's own."_s);
    line.value(u"clients"_s, u"N"_s, u"Number of clients."_s, u"10"_s);
    line.value(u"rounds"_s, u"K"_s, u"Acquisitions per client."_s, u"1"_s);
    line.value(u"hold"_s, u"MS|MIN-MAX"_s, u"How long each holds."_s, u"0"_s);
    line.value(u"lock"_s, u"PATH"_s, u"The lock; made if absent."_s, u"/lockscope/run"_s);
    line.value(u"paths"_s, u"A,B,…"_s, u"The locks, for multi; default: two below --lock."_s);
    line.flag(u"unsorted"_s, u"Take them in the given order, for multi: may deadlock."_s);
    line.value(u"acquire-timeout"_s, u"MS"_s, u"Give up after this long."_s);
    line.value(u"writers"_s, u"RATIO"_s, u"Share of writers, for recipes with readers."_s, u"0.5"_s);
    line.value(u"leases"_s, u"N"_s, u"How many may hold at once, for semaphores."_s, u"1"_s);
    line.value(u"entries"_s, u"N"_s, u"Nested acquisitions in each round, for reentrant recipes."_s, u"1"_s);
    line.value(u"threads"_s, u"N"_s, u"Threads that share one process, for process-lock."_s, u"1"_s);
    line.value(u"fault"_s, u"NAME@RATE[:TIME]"_s,
               u"A fault at random, with this probability at each request; may be given several times."_s);
    line.value(u"seed"_s, u"N"_s, u"Of all that is random: repeats a run."_s);
}

Result<lab::Scenario> scenarioFromOptions(const CommandLine &line)
{
    lab::SpawnRequest request;
    request.acquireAtOnce = false;
    for (const auto read : {readRecipe, readNumbers, readTimes, readPlaces, readFaults}) {
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
    lab::PlannedStep acquire;
    acquire.what = lab::CommandAction{lab::ClientCommand::Acquire, request.names};
    lab::ClientCondition done;
    done.clients = request.names;
    done.done = true;
    lab::PlannedStep wait;
    wait.what = lab::Condition(done);
    wait.within = 24h * 24; // a timer's longest, about
    scenario.steps = {acquire, wait};
    scenario.clients = {std::move(request)};
    return scenario;
}

QStringList optionsBesideScenario(const CommandLine &line)
{
    QStringList given;
    for (const QString &option : clientOptions) {
        if (line.isSet(option))
            given << u"--"_s + option;
    }
    return given;
}

} // namespace lockscope::cli
