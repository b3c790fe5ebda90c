// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"
#include "app/cli/runoptions.h"
#include "app/cli/runprint.h"
#include "app/cli/runrecording.h"

#include "core/scenario/scenariofiles.h"

#include <QRandomGenerator>

#include <limits>
#include <memory>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

/// From its file or by name, else from the options.
Result<lab::Scenario> readScenario(const CommandLine &line)
{
    const QStringList positionals = line.positionals();
    auto scenario = positionals.isEmpty() ? scenarioFromOptions(line) : lab::loadScenario(positionals.first());
    if (!scenario)
        return scenario;
    if (const QStringList useless = optionsBesideScenario(line); !positionals.isEmpty() && !useless.isEmpty())
        return failure(
            ErrorCode::InvalidInput, {}, {},
            u"%1: a scenario says itself what its clients are; leave it out, or the scenario."_s.arg(useless.first()));
    if (line.isSet(u"seed"_s)) {
        const auto seed = line.number(u"seed"_s, 0, std::numeric_limits<int>::max());
        if (!seed)
            return tl::unexpected(seed.error());
        scenario->seed = static_cast<quint32>(*seed);
    } else if (!scenario->seed) {
        // One that --seed takes.
        scenario->seed = QRandomGenerator::global()->generate() & 0x7fffffffu;
    }
    return scenario;
}

void printSteps(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch) {
        if (const auto *step = std::get_if<journal::ScenarioStep>(&event.what))
            printLine(u"%1  %2"_s.arg(step->index + 1, 3).arg(step->text));
    }
}

/// What the exit code is about. Under faults, acquires fail that nobody can help.
bool isClean(const lab::Verdict &verdict, const lab::Scenario &scenario)
{
    const bool underFaults = std::any_of(scenario.clients.begin(), scenario.clients.end(),
                                         [](const lab::SpawnRequest &request) { return !request.faults.isEmpty(); });
    return !verdict.failed && !verdict.hasViolations && verdict.orphans.isEmpty()
           && (underFaults || verdict.failures == 0);
}

} // namespace

Task<ExitCode> runRun(Context &context, QStringList arguments)
{
    CommandLine line(u"run"_s, u"Runs simulated clients, by a scenario or as the options say, and reports.\nScenarios "
                               "that come with the program: "_s
                                   + lab::shippedScenarios().join(", "_L1) + u'.');
    line.positional(u"scenario"_s, u"A scenario's file, or the name of one that comes with the program."_s,
                    u"[SCENARIO.json|NAME]"_s);
    declareRunOptions(line);
    line.value(u"record"_s, u"FILE.lockscope"_s, u"Write all that happens to this file."_s);
    if (const auto ended = line.parse(arguments, 0, 1))
        co_return *ended;
    const auto scenario = readScenario(line);
    if (!scenario)
        co_return fail(scenario.error());
    const bool byFile = !line.positionals().isEmpty();
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());

    const auto recording = line.isSet(u"record"_s) ? std::make_unique<RunRecording>(context) : nullptr;
    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());
    if (recording) {
        if (const auto begun = recording->begin(line.text(u"record"_s), *scenario); !begun)
            co_return fail(begun.error());
    }
    const bool tellsSteps = byFile && !line.json();
    if (tellsSteps)
        QObject::connect(&context, &Context::changed, &context, &printSteps);
    const auto lost = std::make_shared<std::optional<Error>>();
    context.onInterrupt([&context] { context.engine.stopScenario(); });
    context.endWhenLost([&context, lost](const Error &error) {
        *lost = error;
        context.engine.stopScenario();
    });
    if (tellsSteps)
        printLine(scenario->title);
    auto running = context.engine.runScenario(*scenario);
    const auto verdict = co_await running;
    if (recording) {
        auto ending = recording->end();
        if (const auto ended = co_await ending; !ended)
            co_return fail(ended.error());
    }
    if (*lost)
        co_return fail(**lost);
    if (!verdict)
        co_return fail(verdict.error());

    QJsonObject json = byFile ? verdict->toJson() : verdict->report;
    json[u"seed"_s] = static_cast<qint64>(*scenario->seed);
    if (line.json())
        printJson(json, true);
    else if (byFile)
        printVerdict(*verdict);
    else
        printRun(json);
    if (verdict->notLookedAt)
        co_return fail(*verdict->notLookedAt);
    const bool clean = byFile ? verdict->isAsExpected() : isClean(*verdict, *scenario);
    co_return clean ? ExitCode::Ok : ExitCode::Failed;
}

} // namespace lockscope::cli
