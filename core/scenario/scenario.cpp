// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario.h"

#include "core/base/duration.h"
#include "core/base/path.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

/// The parts of what is waited for, in words that fit "until …".
QString conditionText(const ClientCondition &condition)
{
    QStringList parts;
    if (condition.state)
        parts << locks::lockStateName(*condition.state);
    if (condition.connection)
        parts << u"connection "_s + connectionStateName(*condition.connection);
    if (condition.step)
        parts << u"at the step "_s + locks::stepName(*condition.step);
    if (condition.holds)
        parts << (*condition.holds ? u"holding"_s : u"not holding"_s);
    if (condition.waits)
        parts << (*condition.waits ? u"waiting in the queue"_s : u"not waiting in the queue"_s);
    if (condition.node)
        parts << (*condition.node ? u"its node there"_s : u"its node gone"_s);
    if (condition.done)
        parts << (*condition.done ? u"done"_s : u"not done"_s);
    if (condition.entries)
        parts << u"entered %1 times"_s.arg(*condition.entries);
    if (condition.error)
        parts << u"ended with "_s + errorCodeName(*condition.error);
    return namesText(condition.clients) + u": "_s + parts.join(u", "_s);
}

QString conditionText(const LockCondition &condition)
{
    QStringList parts;
    if (condition.holders)
        parts << u"%1 clients hold %2"_s.arg(rangeText(*condition.holders), condition.lock);
    if (condition.waiting)
        parts << u"%1 clients wait for %2"_s.arg(rangeText(*condition.waiting), condition.lock);
    if (condition.watchEvents)
        parts << u"%1 watch events came at %2"_s.arg(rangeText(*condition.watchEvents), condition.lock);
    if (!condition.finding.isEmpty())
        parts << u"the finding %1 is there at %2"_s.arg(condition.finding, condition.lock);
    return parts.join(" and "_L1);
}

QString conditionText(const NodeCondition &condition)
{
    return (condition.exists ? u"%1 is there"_s : u"%1 is gone"_s).arg(condition.path);
}

QString conditionText(const DeadlockCondition &condition)
{
    return condition.there ? u"clients wait for one another in a circle"_s : u"no clients wait in a circle"_s;
}

QString deedText(ClientCommand command)
{
    switch (command) {
    case ClientCommand::Acquire: return u"acquire"_s;
    case ClientCommand::Release: return u"release"_s;
    case ClientCommand::Downgrade: return u"go from writing to reading"_s;
    case ClientCommand::Upgrade: return u"ask to go from reading to writing"_s;
    case ClientCommand::Revoke: return u"ask the holder for the lock"_s;
    case ClientCommand::Close: return u"close the session"_s;
    case ClientCommand::Remove: return u"leave"_s;
    }
    return {};
}

QString faultText(const FaultRequest &request)
{
    using journal::Fault;
    const QString time = durationToText(request.duration);
    const QString forTime = request.duration.count() > 0 ? u" for "_s + time : QString();
    switch (request.fault) {
    case Fault::Crash: return u"crash"_s;
    case Fault::Pause: return u"pause"_s + forTime;
    case Fault::Resume: return u"go on after the pause"_s;
    case Fault::Partition: return u"cut off from the server"_s + forTime;
    case Fault::Heal: return u"reach the server again"_s;
    case Fault::Delay: return u"all it sends and gets is %1 late"_s.arg(time);
    case Fault::LoseReply: return u"lose the next reply"_s;
    case Fault::LoseCreateReply: return u"lose the reply to the next create"_s;
    case Fault::Expire: return u"the server ends the session"_s;
    case Fault::Close: return u"close the session"_s;
    }
    return {};
}

QString stepText(const CommandAction &action)
{
    return namesText(action.clients) + u": "_s + deedText(action.command);
}

QString stepText(const FaultAction &action)
{
    return namesText(action.clients) + u": "_s + faultText(action.fault);
}

QString stepText(const NodeAction &action)
{
    return (action.kind == NodeAction::Kind::Create ? u"the scenario creates %1"_s : u"the scenario deletes %1"_s)
        .arg(action.path);
}

QString stepText(const WaitAction &action)
{
    return durationToText(action.time) + u" pass"_s;
}

QString stepText(const MeasureAction &)
{
    return u"counting begins"_s;
}

QString stepText(const Condition &condition)
{
    return u"until "_s + std::visit([](const auto &what) { return conditionText(what); }, condition);
}

QString numberText(double number)
{
    return QString::number(number, 'g', 10);
}

} // namespace

QString rangeText(const Range &range)
{
    if (range.least && range.most)
        return *range.least == *range.most ? numberText(*range.least)
                                           : u"from %1 to %2"_s.arg(numberText(*range.least), numberText(*range.most));
    return range.least  ? u"at least "_s + numberText(*range.least)
           : range.most ? u"at most "_s + numberText(*range.most)
                        : u"any number of"_s;
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

QString namesText(const ClientNames &names)
{
    constexpr qsizetype mostShown = 6;
    if (names.size() > mostShown)
        return u"%1 and %2 more"_s.arg(names.first(2).join(", "_L1), QString::number(names.size() - 2));
    if (names.size() < 2)
        return names.join(QString());
    return names.first(names.size() - 1).join(", "_L1) + u" and "_s + names.last();
}

QString describe(const PlannedStep &step)
{
    if (!step.text.isEmpty())
        return step.text;
    return std::visit([](const auto &what) { return stepText(what); }, step.what);
}

} // namespace lockscope::lab
