// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario.h"

#include "core/base/duration.h"
#include "core/base/path.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

Text countText(const std::optional<Range> &range, const Text &of)
{
    return range ? of.arg(rangeText(*range)) : Text();
}

/// What is waited for, in words that fit "until …".
Text conditionText(const ClientCondition &condition)
{
    QList<Text> parts;
    if (condition.state)
        parts << locks::lockStateText(*condition.state);
    if (condition.connection)
        parts << Text::en("connection %1").arg(connectionStateText(*condition.connection));
    if (condition.step)
        parts << Text::en("at the step %1").arg(locks::stepText(*condition.step));
    if (condition.holds)
        parts << (*condition.holds ? Text::en("holding") : Text::en("not holding"));
    if (condition.waits)
        parts << (*condition.waits ? Text::en("waiting in the queue") : Text::en("not waiting in the queue"));
    if (condition.node)
        parts << (*condition.node ? Text::en("its node there") : Text::en("its node gone"));
    if (condition.done)
        parts << (*condition.done ? Text::en("done") : Text::en("not done"));
    if (condition.entries)
        parts << Text::counted("entered %n times", *condition.entries);
    if (condition.error)
        parts << Text::en("ended with %1").arg(errorCodeName(*condition.error));
    return Text::en("%1: %2").arg(namesText(condition.clients), Text::listed(parts));
}

Text conditionText(const LockCondition &condition)
{
    QList<Text> parts;
    for (const Text &part : {countText(condition.holders, Text::en("clients that hold %2: %1")),
                             countText(condition.waiting, Text::en("clients that wait for %2: %1")),
                             countText(condition.watchEvents, Text::en("watch events at %2: %1"))}) {
        if (!part.isEmpty())
            parts << part.arg(condition.lock);
    }
    if (!condition.finding.isEmpty())
        parts << Text::en("the finding %1 is there at %2").arg(condition.finding, condition.lock);
    return Text::listed(parts);
}

Text conditionText(const NodeCondition &condition)
{
    return (condition.exists ? Text::en("%1 is there") : Text::en("%1 is gone")).arg(condition.path);
}

Text conditionText(const DeadlockCondition &condition)
{
    return condition.there ? Text::en("clients wait for one another in a circle")
                           : Text::en("no clients wait in a circle");
}

/// With a place for the names of the clients.
Text deedText(ClientCommand command)
{
    switch (command) {
    case ClientCommand::Acquire: return Text::en("%1: acquire");
    case ClientCommand::Release: return Text::en("%1: release");
    case ClientCommand::Downgrade: return Text::en("%1: go from writing to reading");
    case ClientCommand::Upgrade: return Text::en("%1: ask to go from reading to writing");
    case ClientCommand::Revoke: return Text::en("%1: ask the holder for the lock");
    case ClientCommand::Close: return Text::en("%1: close the session");
    case ClientCommand::Remove: return Text::en("%1: leave");
    }
    return {};
}

/// With places for the names of the clients, and for a time.
Text faultText(const FaultRequest &request)
{
    using journal::Fault;
    const bool ends = request.duration.count() > 0;
    switch (request.fault) {
    case Fault::Crash: return Text::en("%1: crash");
    case Fault::Pause: return ends ? Text::en("%1: pause for %2") : Text::en("%1: pause");
    case Fault::Resume: return Text::en("%1: go on after the pause");
    case Fault::Partition:
        return ends ? Text::en("%1: cut off from the server for %2") : Text::en("%1: cut off from the server");
    case Fault::Heal: return Text::en("%1: reach the server again");
    case Fault::Delay: return Text::en("%1: all it sends and gets is %2 late");
    case Fault::LoseReply: return Text::en("%1: lose the next reply");
    case Fault::LoseCreateReply: return Text::en("%1: lose the reply to the next create");
    case Fault::Expire: return Text::en("%1: the server ends the session");
    case Fault::Close: return Text::en("%1: close the session");
    }
    return {};
}

Text stepText(const CommandAction &action)
{
    return deedText(action.command).arg(namesText(action.clients));
}

Text stepText(const FaultAction &action)
{
    return faultText(action.fault).arg(namesText(action.clients), durationToText(action.fault.duration));
}

Text stepText(const NodeAction &action)
{
    return (action.kind == NodeAction::Kind::Create ? Text::en("the scenario creates %1")
                                                    : Text::en("the scenario deletes %1"))
        .arg(action.path);
}

Text stepText(const WaitAction &action)
{
    return Text::en("%1 pass").arg(durationToText(action.time));
}

Text stepText(const MeasureAction &)
{
    return Text::en("counting begins");
}

Text stepText(const Condition &condition)
{
    return Text::en("until %1").arg(std::visit([](const auto &what) { return conditionText(what); }, condition));
}

QString numberText(double number)
{
    return QString::number(number, 'g', 10);
}

} // namespace

Text rangeText(const Range &range)
{
    if (range.least && range.most)
        return *range.least == *range.most
                   ? Text::verbatim(numberText(*range.least))
                   : Text::en("from %1 to %2").arg(numberText(*range.least), numberText(*range.most));
    return range.least  ? Text::en("at least %1").arg(numberText(*range.least))
           : range.most ? Text::en("at most %1").arg(numberText(*range.most))
                        : Text::en("any number");
}

QString measureName(Measure measure)
{
    switch (measure) {
    case Measure::Violations: return u"violations"_s;
    case Measure::BeliefOverlaps: return u"belief_overlaps"_s;
    case Measure::OrderViolations: return u"order_violations"_s;
    case Measure::Acquired: return u"acquired"_s;
    case Measure::TimedOut: return u"timed_out"_s;
    case Measure::Failed: return u"failed"_s;
    case Measure::Orphans: return u"orphans"_s;
    case Measure::Duplicates: return u"duplicates"_s;
    case Measure::Stamped: return u"stamped"_s;
    case Measure::WatchEvents: return u"watch_events"_s;
    case Measure::WatchEventsPerRelease: return u"watch_events_per_release"_s;
    case Measure::RequestsPerRelease: return u"requests_per_release"_s;
    case Measure::Deadlocks: return u"deadlocks"_s;
    }
    return {};
}

Text measureText(Measure measure)
{
    switch (measure) {
    case Measure::Violations: return Text::en("violations");
    case Measure::BeliefOverlaps: return Text::en("belief overlaps");
    case Measure::OrderViolations: return Text::en("order violations");
    case Measure::Acquired: return Text::en("acquired");
    case Measure::TimedOut: return Text::en("timed out");
    case Measure::Failed: return Text::en("failed");
    case Measure::Orphans: return Text::en("orphans");
    case Measure::Duplicates: return Text::en("duplicates");
    case Measure::Stamped: return Text::en("stamped");
    case Measure::WatchEvents: return Text::en("watch events");
    case Measure::WatchEventsPerRelease: return Text::en("watch events per release");
    case Measure::RequestsPerRelease: return Text::en("requests per release");
    case Measure::Deadlocks: return Text::en("deadlocks");
    }
    return {};
}

QList<Measure> allMeasures()
{
    return {Measure::Violations,
            Measure::BeliefOverlaps,
            Measure::OrderViolations,
            Measure::Acquired,
            Measure::TimedOut,
            Measure::Failed,
            Measure::Orphans,
            Measure::Duplicates,
            Measure::Stamped,
            Measure::WatchEvents,
            Measure::WatchEventsPerRelease,
            Measure::RequestsPerRelease,
            Measure::Deadlocks};
}

bool isPerLock(Measure measure)
{
    switch (measure) {
    case Measure::Violations:
    case Measure::BeliefOverlaps:
    case Measure::Acquired:
    case Measure::TimedOut:
    case Measure::Failed:
    case Measure::WatchEvents:
    case Measure::WatchEventsPerRelease:
    case Measure::RequestsPerRelease: return true;
    case Measure::OrderViolations:
    case Measure::Orphans:
    case Measure::Duplicates:
    case Measure::Stamped:
    case Measure::Deadlocks: return false;
    }
    return false;
}

ClientNames Scenario::clientNames() const
{
    ClientNames names;
    for (const SpawnRequest &request : clients)
        names += request.names;
    return names;
}

QStringList Scenario::locks() const
{
    QStringList paths;
    for (const SpawnRequest &request : clients) {
        if (request.paths.isEmpty())
            paths << request.lock;
        paths += request.paths;
    }
    paths.removeDuplicates();
    return paths;
}

QString Scenario::directory() const
{
    QString directory;
    const auto take = [&directory](const QString &path) {
        directory = directory.isEmpty() ? path : commonAncestor(directory, path);
    };
    for (const QString &lock : locks())
        take(lock);
    for (const SpawnRequest &request : clients) {
        if (request.recipe == locks::RecipeId::Ephemeral)
            take(parentPath(request.lock));
    }
    return directory;
}

Text namesText(const ClientNames &names)
{
    constexpr qsizetype mostShown = 6;
    return names.size() > mostShown
               ? Text::counted("%1 and %n more", names.size() - 2).arg(names.first(2).join(", "_L1))
               : Text::enumerated(names);
}

Text describe(const PlannedStep &step)
{
    if (!step.text.isEmpty())
        return Text::ofFile(step.text);
    return std::visit([](const auto &what) { return stepText(what); }, step.what);
}

} // namespace lockscope::lab
