// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.h"

#include "core/base/path.h"
#include "core/lab/runreport.h"

#include <QJsonArray>
#include <QSet>

#include <memory>

namespace lockscope::cli {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> invalid(const QString &sentence)
{
    return failure(ErrorCode::InvalidInput, {}, {}, sentence);
}

/// "100" or "100-500"
Result<lab::HoldTime> parseHold(const QString &text)
{
    const qsizetype dash = text.indexOf(u'-');
    const auto min = parseDuration(dash < 0 ? text : text.left(dash));
    const auto max = parseDuration(dash < 0 ? text : text.mid(dash + 1));
    if (!min || !max)
        return invalid(u"--hold wants milliseconds, or a range like 100-500, not \"%1\"."_s.arg(text));
    return lab::HoldTime{dash < 0 ? lab::HoldTime::Kind::Fixed : lab::HoldTime::Kind::Random, *min, *max};
}

Result<lab::SpawnRequest> readRequest(const CommandLine &line)
{
    lab::SpawnRequest request;
    const auto recipe = locks::recipeFromName(line.text(u"recipe"_s));
    if (!recipe)
        return invalid(u"--recipe is mutex or readwrite, not \"%1\"."_s.arg(line.text(u"recipe"_s)));
    const auto dialect = locks::dialectFromName(line.text(u"dialect"_s));
    if (!dialect)
        return invalid(u"--dialect is docs, curator, kazoo or plain, not \"%1\"."_s.arg(line.text(u"dialect"_s)));
    const auto clients = line.number(u"clients"_s, 1, 100'000);
    const auto rounds = line.number(u"rounds"_s, 1, 1'000'000);
    const auto hold = parseHold(line.text(u"hold"_s));
    if (!clients || !rounds || !hold)
        return tl::unexpected(!clients ? clients.error() : !rounds ? rounds.error() : hold.error());
    request.recipe = *recipe;
    request.dialect = *dialect;
    request.count = *clients;
    request.rounds = *rounds;
    request.hold = *hold;
    request.lock = line.text(u"lock"_s);
    if (line.isSet(u"acquire-timeout"_s)) {
        const auto timeout = parseDuration(line.text(u"acquire-timeout"_s));
        if (!timeout)
            return tl::unexpected(timeout.error());
        request.acquireTimeout = *timeout;
    }
    bool ok = false;
    request.writers = line.text(u"writers"_s).toDouble(&ok);
    if (!ok)
        return invalid(u"--writers wants a share from 0 to 1, not \"%1\"."_s.arg(line.text(u"writers"_s)));
    if (const auto problem = lab::validate(request))
        return tl::unexpected(*problem);
    return request;
}

/// Nodes under the lock that belong to the run's sessions, read from the server after the run.
QStringList orphans(const journal::World &world, const QString &lock, const QSet<SessionId> &sessions)
{
    QStringList left;
    if (const journal::Directory *directory = world.directory(lock)) {
        for (const locks::ChildNode &child : directory->children) {
            if (child.stat && sessions.contains(child.stat->ephemeralOwner))
                left << joinPath(lock, child.name);
        }
    }
    left.sort();
    return left;
}

void printText(const QJsonObject &report)
{
    const QJsonObject handoff = report.value(u"handoff"_s).toObject();
    printLine(u"%1 acquired, %2 timed out, %3 failed in %4 ms"_s.arg(
        QString::number(report.value(u"acquired"_s).toInteger()),
        QString::number(report.value(u"timed_out"_s).toInteger()),
        QString::number(report.value(u"failed"_s).toInteger()),
        QString::number(report.value(u"duration_ms"_s).toInteger())));
    printLine(u"hand-over: %1, p50 %2 µs, p99 %3 µs"_s.arg(QString::number(handoff.value(u"count"_s).toInteger()),
                                                           QString::number(handoff.value(u"p50_us"_s).toInteger()),
                                                           QString::number(handoff.value(u"p99_us"_s).toInteger())));
    printLine(u"watch events per release: %1"_s.arg(report.value(u"watch_events_per_release"_s).toDouble(), 0, 'f', 2));
    printLine(u"violations: %1, order violations: %2, orphans: %3"_s.arg(
        QString::number(report.value(u"violations"_s).toArray().size()),
        QString::number(report.value(u"order_violations"_s).toInteger()),
        QString::number(report.value(u"orphans"_s).toArray().size())));
    for (const QJsonValue error : report.value(u"errors"_s).toArray())
        printLine(
            u"error: %1"_s.arg(error.isString() ? error.toString() : error.toObject().value(u"text"_s).toString()));
}

} // namespace

Task<ExitCode> runRun(Context &context, QStringList arguments)
{
    CommandLine line(u"run"_s, u"Runs simulated clients on a lock and reports."_s);
    line.value(u"recipe"_s, u"R"_s, u"mutex or readwrite."_s, u"mutex"_s);
    line.value(u"dialect"_s, u"D"_s, u"How nodes are named: docs, curator, kazoo or plain."_s, u"docs"_s);
    line.value(u"clients"_s, u"N"_s, u"Number of clients."_s, u"10"_s);
    line.value(u"rounds"_s, u"K"_s, u"Acquisitions per client."_s, u"1"_s);
    line.value(u"hold"_s, u"MS|MIN-MAX"_s, u"How long each holds."_s, u"0"_s);
    line.value(u"lock"_s, u"PATH"_s, u"The lock; made if absent."_s, u"/lockscope/run"_s);
    line.value(u"acquire-timeout"_s, u"MS"_s, u"Give up after this long."_s);
    line.value(u"writers"_s, u"RATIO"_s, u"Share of writers, for readwrite."_s, u"0.5"_s);
    if (const auto ended = line.parse(arguments, 0, 1))
        co_return *ended;
    if (!line.positionals().isEmpty())
        co_return usage(u"Scenario files are not understood yet: use --recipe and its options."_s);
    const auto request = readRequest(line);
    if (!request)
        co_return fail(request.error());
    const auto spec = line.connectSpec();
    if (!spec)
        co_return fail(spec.error());

    auto opening = context.engine.open(*spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return fail(opened.error());

    const auto report = std::make_shared<lab::RunReport>(*request);
    const auto sessions = std::make_shared<QSet<SessionId>>();
    const ReplyPromise<Done> end;
    QObject::connect(&context, &Context::changed, &context,
                     [report, sessions, end](const journal::EventBatch &batch, const journal::Changes &changes) {
                         report->add(batch);
                         for (const journal::Event &event : batch) {
                             if (const auto *connection = std::get_if<journal::ClientConnection>(&event.what))
                                 sessions->insert(connection->session);
                         }
                         if (!changes.clients.isEmpty() && report->isOver())
                             end.complete(Done());
                     });
    context.onInterrupt([end] { end.complete(failure(ErrorCode::Cancelled, u"run"_s)); });
    context.endWhenLost([end](const Error &lost) { end.complete(tl::unexpected(lost)); });
    auto spawning = context.engine.spawn(*request);
    const auto clients = co_await spawning;
    if (!clients)
        co_return fail(clients.error());
    const Reply<Done> ending(end);
    const auto ended = co_await ending;
    if (!ended)
        co_return fail(ended.error());

    auto observing = context.engine.observe(request->lock);
    const auto observed = co_await observing;
    if (observed)
        report->setOrphans(orphans(context.world, request->lock, *sessions));
    const QJsonObject json = report->toJson();
    if (line.json())
        printJson(json, true);
    else
        printText(json);
    if (!observed)
        co_return fail(observed.error());
    const bool clean = !report->hasViolations() && json.value(u"failed"_s).toInteger() == 0
                       && json.value(u"orphans"_s).toArray().isEmpty();
    co_return clean ? ExitCode::Ok : ExitCode::Failed;
}

} // namespace lockscope::cli
