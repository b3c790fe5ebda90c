// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/runoptions.h"
#include "app/cli/runrecording.h"

#include "core/base/duration.h"
#include "core/base/visible.h"
#include "core/locks/recipecatalog.h"
#include "core/scenario/scenariofiles.h"
#include "core/scenario/scenarioverdict.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QTimer>

#include <algorithm>
#include <memory>

namespace lockscope::cli {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

// ---- where they run ----

namespace {

/// That of the scenario; --backend may say so too.
Result<locks::Backend> readBackend(const CommandLine &line, const lab::Scenario &scenario)
{
    if (!line.isSet(u"backend"_s))
        return scenario.backend;
    const auto asked = locks::backendFromName(line.text(u"backend"_s));
    if (!asked)
        return invalidInput(
            Text::verbatim(u"--backend is %1, not \"%2\"."_s.arg(backendList(), line.text(u"backend"_s))));
    for (const lab::SpawnRequest &request : scenario.clients) {
        if (const auto problem = lab::misplaced(request, *asked))
            return tl::unexpected(*problem);
    }
    return *asked;
}

/// Its address from --at, its password from --auth-file.
Result<BackendSpec> readServer(const CommandLine &line, locks::Backend backend)
{
    const auto servers = serversFrom(line, {backend});
    if (!servers)
        return tl::unexpected(servers.error());
    BackendSpec server = servers->first();
    const auto limit = line.number(u"timeout"_s, 1, 24 * 3600 * 1000);
    if (!limit)
        return tl::unexpected(limit.error());
    server.limitMs = *limit;
    return server;
}

/// Connects the engine; the error, if there is one.
Task<std::optional<Error>> openServer(Context *context, const CommandLine *line, lab::Scenario *scenario)
{
    const auto backend = readBackend(*line, *scenario);
    if (!backend)
        co_return backend.error();
    if (*backend != locks::Backend::ZooKeeper) {
        auto server = readServer(*line, *backend);
        if (!server)
            co_return server.error();
        scenario->backend = *backend;
        server->servers = scenario->privateServers();
        server->replica = scenario->replica;
        for (lab::SpawnRequest &request : scenario->clients) {
            // A key always has a time limit; a row has one only where somebody says so.
            if (!request.sessionTimeout && (!locks::isSql(*backend) || line->isSet(u"timeout"_s)))
                request.sessionTimeout = std::chrono::milliseconds(server->limitMs);
        }
        auto opening = context->engine.openBackend(*server);
        const auto opened = co_await opening;
        co_return opened ? std::nullopt : std::optional(opened.error());
    }
    if (line->isSet(u"at"_s))
        co_return invalidInput(Text::verbatim(u"--at is for other backends; of ZooKeeper say --connect."_s)).value();
    auto spec = line->connectSpec();
    if (!spec)
        co_return spec.error();
    spec->production = spec->production || line->isSet(u"production"_s);
    auto opening = context->engine.open(*spec);
    const auto opened = co_await opening;
    co_return opened ? std::nullopt : std::optional(opened.error());
}

} // namespace

// ---- what is printed for people ----

namespace {

/// None where it is not known which there are.
void printOrphans(const lab::RunResult &result)
{
    for (const QString &orphan : result.areOrphansKnown ? result.orphans : QStringList())
        printLine(u"orphan: "_s + orphan);
}

void printFailures(const lab::RunResult &result)
{
    for (const lab::RunResult::Failures &kind : result.failures)
        printLine(u"error: "_s + kind.text.english());
}

} // namespace

void printRun(const lab::RunResult &result, quint64 seed)
{
    using journal::Rule;
    const auto number = [](qint64 of) { return QString::number(of); };
    printLine(u"%1 acquired, %2 timed out, %3 failed%4 in %5 ms"_s.arg(
        number(result.acquired), number(result.timedOut), number(result.failed),
        result.crashed > 0 ? u", %1 crashed"_s.arg(result.crashed) : QString(), number(result.durationMs)));
    if (result.handoffs > 0)
        printLine(u"hand-over: %1, p50 %2 µs, p99 %3 µs"_s.arg(
            number(result.handoffs), number(result.handoffP50Us.value_or(0)), number(result.handoffP99Us.value_or(0))));
    else
        printLine(u"hand-over: none"_s);
    if (result.wakeUpsPerRelease)
        printLine(u"wake-ups per release: %1"_s.arg(*result.wakeUpsPerRelease, 0, 'f', 2));
    printLine(u"violations: %1, belief overlaps: %2, order violations: %3, orphans: %4"_s.arg(
        number(lab::violationCount(result)), number(result.check.count(Rule::BeliefOverlap)),
        number(result.check.count(Rule::Order) + result.check.count(Rule::PlaceLost)),
        result.areOrphansKnown ? number(result.orphans.size()) : u"not known"_s));
    if (result.backend != locks::Backend::ZooKeeper && result.check.unproved > 0)
        printLine(u"not provable: of %1 acquisitions nothing shows what the server had"_s.arg(result.check.unproved));
    printOrphans(result);
    printLine(u"seed: %1"_s.arg(seed));
    printFailures(result);
}

namespace {

/// A column for each of the two.
void printDuel(const QList<lab::DuelSide> &sides)
{
    const auto number = [](qint64 of) { return QString::number(of); };
    const auto ratio = [](const std::optional<double> &of) { return of ? QString::number(*of, 'f', 2) : u"–"_s; };
    const auto ms = [](const std::optional<qint64> &us) {
        return us ? QString::number(static_cast<double>(*us) / 1000, 'f', 1) + u" ms"_s : u"–"_s;
    };
    const QStringList names = lab::duelNames(sides);
    const auto row = [&](const QString &what, const auto &cell) {
        constexpr qsizetype narrowest = 12;
        QString text = what.leftJustified(22);
        for (qsizetype i = 0; i < sides.size(); ++i)
            text += QString(cell(sides[i])).rightJustified(std::max(narrowest, names[i].size()) + 2);
        printLine(text);
    };
    using Side = lab::DuelSide;
    row({}, [&](const Side &side) { return names[&side == &sides.first() ? 0 : 1]; });
    row(u"acquired"_s, [&](const Side &side) { return number(side.result.acquired); });
    row(u"timed out"_s, [&](const Side &side) { return number(side.result.timedOut); });
    if (std::ranges::any_of(sides, [](const Side &side) { return side.result.crashed > 0; }))
        row(u"crashed"_s, [&](const Side &side) { return number(side.result.crashed); });
    row(u"failed"_s, [&](const Side &side) { return number(side.result.failed); });
    row(u"hand-over, p50"_s, [&](const Side &side) { return ms(side.result.handoffP50Us); });
    row(u"hand-over, p99"_s, [&](const Side &side) { return ms(side.result.handoffP99Us); });
    row(u"wake-ups per release"_s, [&](const Side &side) { return ratio(side.result.wakeUpsPerRelease); });
    row(u"violations"_s, [&](const Side &side) { return number(lab::violationCount(side.result)); });
    row(u"numbers given out"_s, [&](const Side &side) { return number(side.stamped); });
    row(u"given out before"_s, [&](const Side &side) { return number(side.duplicates); });
    if (std::ranges::any_of(sides, [](const Side &side) { return side.refused > 0; }))
        row(u"refused"_s, [&](const Side &side) { return number(side.refused); });
}

void printExpectations(const lab::Verdict &verdict)
{
    for (const lab::Verdict::Row &row : verdict.rows) {
        if (row.ok)
            printLine(u"✓ %1: %2"_s.arg(row.key, row.found.english()));
        else
            printLine(u"✗ %1: expected %2, found %3"_s.arg(row.key, row.expected.english(), row.found.english()));
    }
    const qint64 failed = verdict.result.failed;
    if (failed > 0 && std::ranges::find(verdict.rows, u"failed"_s, &lab::Verdict::Row::key) == verdict.rows.end())
        printLine(u"%1 acquisitions failed, of which the scenario says nothing"_s.arg(failed));
}

void printVerdict(const lab::Verdict &verdict, quint64 seed, Asked asked)
{
    if (!verdict.duel.isEmpty())
        printDuel(verdict.duel);
    if (verdict.failed)
        printLine(u"✗ step %1%2: %3: %4"_s.arg(
            QString::number(verdict.failed->index + 1),
            verdict.failed->line > 0 ? u" (line %1)"_s.arg(verdict.failed->line) : QString(),
            verdict.failed->text.english(), verdict.failed->error.sentence().english()));
    if (asked == Asked::Scenario)
        printExpectations(verdict);
    else
        printFailures(verdict.result);
    printOrphans(verdict.result);
    if (asked == Asked::Duel)
        printLine(u"seed: %1"_s.arg(seed));
    else
        printLine(verdict.isAsExpected() ? u"As expected."_s : u"Not as expected."_s);
    printLine(verdict.conclusion.text.english());
}

} // namespace

// ---- the command ----

namespace {

void printSteps(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch) {
        if (const auto *step = std::get_if<journal::ScenarioStep>(&event.what))
            printLine(u"%1  %2"_s.arg(step->index + 1, 3).arg(step->text.english()));
    }
}

/// Warnings before the first client is there: that it would not exclude others, that there is no audit.
class PrintWarnings
{
public:
    void operator()(const journal::EventBatch &batch)
    {
        for (const journal::Event &event : batch) {
            m_begun |= std::holds_alternative<journal::ClientSpawned>(event.what);
            const auto *notice = std::get_if<journal::Notice>(&event.what);
            if (!m_begun && notice && notice->severity == locks::Finding::Severity::Warning)
                sayError(notice->text.english());
        }
    }

private:
    bool m_begun = false;
};

/// A run that waits for others' locks from its start would look like one that hangs.
void sayThatAllWait(const journal::World &world)
{
    const auto &clients = world.clients();
    const auto waiting =
        std::ranges::find(clients, locks::LockState::Fetching, [](const auto &of) { return of.second.state; });
    const bool wasServed = std::ranges::any_of(clients, [](const auto &of) { return of.second.served.number > 0; });
    if (waiting != clients.end() && !wasServed)
        sayError(u"no client has come to hold %1 yet: all wait. Ctrl+C ends the run."_s.arg(
            visible(waiting->second.spec.lock)));
}

/// What the exit code is about. Under faults, acquires fail also where the lock is sound.
bool isClean(const lab::Verdict &verdict, const lab::Scenario &scenario)
{
    const bool underFaults = std::any_of(scenario.clients.begin(), scenario.clients.end(),
                                         [](const lab::SpawnRequest &request) { return !request.faults.isEmpty(); });
    return !verdict.failed && verdict.result.check.isClean() && verdict.result.orphans.isEmpty()
           && (underFaults || (verdict.failures == 0 && verdict.result.failures.isEmpty()));
}

/// \a incomplete: why it is that; empty where it is whole.
void printReport(const lab::Verdict &verdict, quint64 seed, Asked asked, bool asJson, const QString &incomplete)
{
    const bool isRun = asked == Asked::Run;
    if (!asJson)
        return isRun ? printRun(verdict.result, seed) : printVerdict(verdict, seed, asked);
    QJsonObject json = isRun ? lab::toJson(verdict.result) : verdict.toJson();
    json[u"seed"_s] = static_cast<qint64>(seed);
    if (!incomplete.isEmpty())
        json[u"incomplete"_s] = incomplete;
    printJson(json, true);
}

/// Shorter than a signal leaves to a command with a report, together.
constexpr auto stopLimit = 4s;
constexpr auto closeLimit = 3s;

/// What was made in the database is taken away, or named. \a isStopped: it is not waited for long.
Task<> closeDatabase(Context *context, bool isStopped)
{
    QObject::connect(context, &Context::changed, context, PrintWarnings());
    const ReplyPromise<Done> over;
    context->completeWith(context->engine.close(), over);
    if (isStopped)
        QTimer::singleShot(closeLimit, context, [over] { over.complete(failure(ErrorCode::NoAnswer)); });
    const Reply<Done> closing(over);
    if (const auto closed = co_await closing; !closed)
        sayError(u"the database did not answer in time: the tables lockscope_locks and lockscope_log may still be "
                 "there."_s);
}

/// No client could acquire for want of permission.
bool isRefused(const lab::RunResult &result)
{
    return result.acquired == 0 && result.failures.size() == 1 && result.failures.first().code == ErrorCode::NoAuth;
}

} // namespace

Task<ExitCode> runRun(Context &context, QStringList arguments)
{
    CommandLine line(u"run"_s, u"Runs simulated clients, by a scenario or as the options say, and reports.\nScenarios "
                               "that come with the program: "_s
                                   + lab::allScenarios().join(", "_L1) + u'.');
    line.positional(u"scenario"_s,
                    u"A scenario's file, or the name of one that comes with the program; for --duel, two recipes."_s,
                    u"[SCENARIO.json|NAME|RECIPE RECIPE]"_s);
    declareRunOptions(line);
    line.value(u"record"_s, u"FILE.lockscope"_s, u"Record all events to this file."_s);
    if (const auto ended = line.parse(arguments, 0, 2))
        co_return *ended;
    if (isOneFile(line.positionals().value(0), line.text(u"record"_s)))
        co_return usage(u"--record would replace the scenario: give another file."_s);
    auto scenario = readScenario(line);
    if (!scenario)
        co_return fail(scenario.error());
    const Asked asked = whatIsAsked(line);

    const auto recording = line.isSet(u"record"_s) ? std::make_unique<RunRecording>(context) : nullptr;
    if (locks::isSql(scenario->backend) && line.isSet(u"at"_s)) {
        context.onInterrupt([] {
            sayError(u"the database was being opened: the tables lockscope_locks and lockscope_log may have been made "
                     "in it."_s);
            QCoreApplication::exit(static_cast<int>(ExitCode::Failed));
        });
    }
    auto opening = openServer(&context, &line, &*scenario);
    if (const auto problem = co_await opening)
        co_return fail(*problem);
    if (recording) {
        if (const auto begun =
                recording->begin(line.text(u"record"_s), scenario->title, *scenario->seed, scenario->directory());
            !begun)
            co_return fail(begun.error());
    }
    const bool printsSteps = asked == Asked::Scenario && !line.json();
    if (printsSteps)
        QObject::connect(&context, &Context::changed, &context, &printSteps);
    const auto lost = std::make_shared<std::optional<Error>>();
    context.onInterrupt([&context] { context.engine.stopScenario(stopLimit); }, Context::Ending::Long);
    context.endWhenLost(
        [&context, lost](const Error &error) {
            *lost = error;
            context.engine.stopScenario(stopLimit);
        },
        scenario->touchesServers()                       ? ownServersReturn
        : scenario->backend != locks::Backend::ZooKeeper ? 5s // where no session's timeout says how long
                                                         : 1s);
    if (printsSteps)
        printLine(visible(scenario->title));
    QObject::connect(&context, &Context::changed, &context, PrintWarnings());
    QTimer::singleShot(5s, &context, [&context] { sayThatAllWait(context.world); });
    auto running = context.engine.runScenario(*scenario, line.text(u"confirm"_s));
    const auto verdict = co_await running;
    const journal::ConnectionChanged &connection = context.world.connection();
    if (!*lost && connection.state == ConnectionState::Suspended && !connection.isToZooKeeper()) { // and not back yet
        const bool isSql = locks::isSql(scenario->backend);
        *lost = Error{isSql ? ErrorCode::SqlFailed : ErrorCode::RedisFailed, {}, {}, connection.detail};
    }
    std::optional<Error> notRecorded;
    if (recording) {
        auto ending = recording->end();
        if (const auto ended = co_await ending; !ended)
            notRecorded = ended.error();
    }
    const QString stopped = u"it was stopped before its end"_s;
    if (verdict) {
        const QString incomplete = *lost ? (*lost)->sentence().english() : verdict->stopped ? stopped : QString();
        printReport(*verdict, *scenario->seed, asked, line.json(), incomplete);
    }
    if (locks::isSql(scenario->backend)) {
        auto closing = closeDatabase(&context, *lost || !verdict || verdict->stopped);
        co_await closing;
    }
    if (!verdict)
        co_return fail(*lost ? **lost : verdict.error());
    if (notRecorded) // the verdict stands; the file does not
        fail(*notRecorded);
    if (*lost) {
        sayError(u"the report is incomplete: it contains what came before the connection was lost."_s);
        co_return fail(**lost);
    }
    if (verdict->stopped) {
        sayError(u"the report is incomplete: "_s + stopped + u'.');
        if (verdict->notLookedAt)
            fail(*verdict->notLookedAt);
        co_return ExitCode::Failed;
    }
    if (verdict->notLookedAt)
        co_return fail(*verdict->notLookedAt);
    if (notRecorded)
        co_return ExitCode::Failed;
    const bool clean = asked == Asked::Run ? isClean(*verdict, *scenario) : verdict->isAsExpected();
    if (!clean && isRefused(verdict->result))
        co_return ExitCode::NotAuthorised;
    co_return clean ? ExitCode::Ok : ExitCode::Failed;
}

} // namespace lockscope::cli
