// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenario.h"

#include "core/base/duration.h"
#include "core/base/path.h"
#include "core/locks/recipecatalog.h"

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

Text countText(const std::optional<Range> &range, const Text &of)
{
    return range ? of.arg(rangeText(*range)) : Text();
}

/// A clause about one client, or about several.
Text phrase(const ClientNames &names, const Text &one, const Text &many)
{
    return (names.size() == 1 ? one : many).arg(namesText(names));
}

Text stateText(const ClientNames &names, locks::LockState state)
{
    using locks::LockState;
    switch (state) {
    case LockState::Free: return phrase(names, Text::en("%1 has not asked yet"), Text::en("%1 have not asked yet"));
    case LockState::Fetching: return phrase(names, Text::en("%1 waits"), Text::en("%1 wait"));
    case LockState::Retained: return phrase(names, Text::en("%1 holds"), Text::en("%1 hold"));
    case LockState::Releasing: return phrase(names, Text::en("%1 is letting go"), Text::en("%1 are letting go"));
    case LockState::Released: return phrase(names, Text::en("%1 has let go"), Text::en("%1 have let go"));
    }
    return {};
}

/// What is waited for, in words that fit "until …".
Text conditionText(const ClientCondition &condition)
{
    const ClientNames &names = condition.clients;
    QList<Text> parts;
    const bool givesUp = condition.error == ErrorCode::AcquireTimeout && condition.state == locks::LockState::Released;
    if (givesUp)
        parts << phrase(names, Text::en("%1 gives up: it waited too long"),
                        Text::en("%1 give up: they waited too long"));
    if (condition.state && !givesUp)
        parts << stateText(names, *condition.state);
    if (condition.connection)
        parts
            << Text::en("the connection of %1 is %2").arg(namesText(names), connectionStateText(*condition.connection));
    if (condition.step)
        parts << phrase(names, Text::en("%1 is at the step “%2”"), Text::en("%1 are at the step “%2”"))
                     .arg(locks::stepText(*condition.step));
    if (condition.holds)
        parts << (*condition.holds ? stateText(names, locks::LockState::Retained)
                                   : phrase(names, Text::en("%1 does not hold"), Text::en("%1 do not hold")));
    if (condition.waits)
        parts << (*condition.waits
                      ? phrase(names, Text::en("%1 waits in the queue"), Text::en("%1 wait in the queue"))
                      : phrase(names, Text::en("%1 is not in the queue"), Text::en("%1 are not in the queue")));
    if (condition.node)
        parts << (*condition.node ? Text::en("the node of %1 is there") : Text::en("the node of %1 is gone"))
                     .arg(namesText(names));
    if (condition.done)
        parts << (*condition.done ? Text::en("all rounds of %1 are over") : Text::en("rounds of %1 are left"))
                     .arg(namesText(names));
    if (condition.entries)
        parts << Text::en("the entries of %1 are %2").arg(namesText(names), QString::number(*condition.entries));
    if (condition.error && !givesUp)
        parts
            << Text::en("the last request of %1 ended with %2").arg(namesText(names), errorCodeName(*condition.error));
    return Text::listed(parts);
}

Text conditionText(const LockCondition &condition)
{
    QList<Text> parts;
    for (const Text &part : {countText(condition.holders, Text::en("clients that hold: %1")),
                             countText(condition.waiting, Text::en("clients that wait: %1")),
                             countText(condition.watchEvents, Text::en("watch events: %1"))}) {
        if (!part.isEmpty())
            parts << part;
    }
    if (!condition.finding.isEmpty())
        parts << Text::en("the finding %1 is there").arg(condition.finding);
    return Text::en("%1, at %2").arg(Text::listed(parts), condition.lock);
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

Text stepText(const CommandAction &action)
{
    const ClientNames &names = action.clients;
    switch (action.command) {
    case ClientCommand::Acquire:
        return phrase(names, Text::en("%1 asks for the lock"), Text::en("%1 ask for the lock"));
    case ClientCommand::Release: return phrase(names, Text::en("%1 lets go"), Text::en("%1 let go"));
    case ClientCommand::Downgrade:
        return phrase(names, Text::en("%1 goes from writing to reading"), Text::en("%1 go from writing to reading"));
    case ClientCommand::Upgrade:
        return phrase(names, Text::en("%1 asks to go from reading to writing"),
                      Text::en("%1 ask to go from reading to writing"));
    case ClientCommand::Revoke:
        return phrase(names, Text::en("%1 asks the holder for the lock"), Text::en("%1 ask the holder for the lock"));
    case ClientCommand::Close:
        return phrase(names, Text::en("%1 closes its session"), Text::en("%1 close their sessions"));
    case ClientCommand::Remove: return phrase(names, Text::en("%1 leaves"), Text::en("%1 leave"));
    }
    return {};
}

Text stepText(const FaultAction &action)
{
    using journal::Fault;
    const ClientNames &names = action.clients;
    const bool ends = action.fault.duration.count() > 0;
    const Text time = durationToText(action.fault.duration);
    switch (action.fault.fault) {
    case Fault::Crash: return phrase(names, Text::en("%1 crashes"), Text::en("%1 crash"));
    case Fault::Pause:
        return ends ? phrase(names, Text::en("%1 stands still for %2"), Text::en("%1 stand still for %2")).arg(time)
                    : phrase(names, Text::en("%1 stands still"), Text::en("%1 stand still"));
    case Fault::Resume: return phrase(names, Text::en("%1 goes on"), Text::en("%1 go on"));
    case Fault::Partition:
        return ends ? phrase(names, Text::en("%1 is cut off from the server for %2"),
                             Text::en("%1 are cut off from the server for %2"))
                          .arg(time)
                    : phrase(names, Text::en("%1 is cut off from the server"),
                             Text::en("%1 are cut off from the server"));
    case Fault::Heal:
        return phrase(names, Text::en("%1 reaches the server again"), Text::en("%1 reach the server again"));
    case Fault::Delay: return Text::en("all that goes to %1 and comes from it is %2 late").arg(namesText(names), time);
    case Fault::LoseRequest: return Text::en("the next request of %1 is lost").arg(namesText(names));
    case Fault::LoseReply: return Text::en("the next reply to %1 is lost").arg(namesText(names));
    case Fault::LoseCreateReply: return Text::en("the reply to the next create of %1 is lost").arg(namesText(names));
    case Fault::Expire: return Text::en("the server ends the session of %1").arg(namesText(names));
    case Fault::Close: return phrase(names, Text::en("%1 closes its session"), Text::en("%1 close their sessions"));
    case Fault::JumpClock: {
        const bool back = action.fault.duration.count() < 0;
        return (back ? Text::en("the clock of %1 jumps back by %2") : Text::en("the clock of %1 jumps forward by %2"))
            .arg(namesText(names), back ? durationToText(-action.fault.duration) : time);
    }
    }
    return {};
}

Text stepText(const ServerAction &action)
{
    return serverCommandText(action.command).arg(action.server);
}

Text stepText(const StopAction &action)
{
    if (!action.before)
        return phrase(action.clients, Text::en("%1 goes on"), Text::en("%1 go on"));
    return phrase(action.clients, Text::en("%1 will stop before the step %2"),
                  Text::en("%1 will stop before the step %2"))
        .arg(locks::stepText(*action.before));
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

const QList<MeasureInfo> &measures()
{
    static const QList<MeasureInfo> all{
        {Measure::Violations, u"violations"_s, Text::en("violations"), true},
        {Measure::BeliefOverlaps, u"belief_overlaps"_s, Text::en("belief overlaps"), true},
        {Measure::OrderViolations, u"order_violations"_s, Text::en("order violations")},
        {Measure::Acquired, u"acquired"_s, Text::en("acquired"), true},
        {Measure::TimedOut, u"timed_out"_s, Text::en("timed out"), true},
        {Measure::Failed, u"failed"_s, Text::en("failed"), true},
        {Measure::Orphans, u"orphans"_s, Text::en("orphans")},
        {Measure::Duplicates, u"duplicates"_s, Text::en("duplicates"), true},
        {Measure::Stamped, u"stamped"_s, Text::en("stamped"), true},
        {Measure::Refused, u"refused"_s, Text::en("refused by their fencing tokens"), true},
        {Measure::WatchEvents, u"watch_events"_s, Text::en("watch events"), true},
        {Measure::WatchEventsPerRelease, u"watch_events_per_release"_s, Text::en("wake-ups per release"), true},
        {Measure::RequestsPerRelease, u"requests_per_release"_s, Text::en("requests per release"), true},
        {Measure::Deadlocks, u"deadlocks"_s, Text::en("deadlocks")},
    };
    return all;
}

const QStringList &scenarioViews()
{
    static const QStringList views{u"queue"_s,  u"stage"_s,  u"graph"_s,   u"timeline"_s,
                                   u"timing"_s, u"recipe"_s, u"findings"_s};
    return views;
}

Text stepsOverText()
{
    return Text::en("The steps of the scenario are over: its clients are closed.");
}

const MeasureInfo &measureInfo(Measure measure)
{
    return measures().at(static_cast<qsizetype>(measure));
}

ClientNames Scenario::clientNames() const
{
    ClientNames names;
    for (const SpawnRequest &request : clients)
        names += request.names;
    return names;
}

QList<SpawnRequest> Scenario::clientsOf(const QString &lock) const
{
    QList<SpawnRequest> own;
    std::ranges::copy_if(clients, std::back_inserter(own),
                         [&lock](const SpawnRequest &request) { return request.locks().contains(lock); });
    return own;
}

quint64 Scenario::seedOf(qsizetype index) const
{
    const auto isOnOneSide = [&](const SpawnRequest &other) { return other.lock == clients[index].lock; };
    const qsizetype number =
        duel.isEmpty() ? index : std::count_if(clients.begin(), clients.begin() + index, isOnOneSide);
    return *seed + static_cast<quint64>(number);
}

int Scenario::privateServers() const
{
    constexpr int usual = 5;
    const bool several = std::any_of(clients.begin(), clients.end(), [](const SpawnRequest &request) {
        return locks::recipeInfo(request.recipe).servers > 1;
    });
    return several ? std::max(servers, usual) : servers;
}

bool Scenario::touchesServers() const
{
    return std::any_of(steps.begin(), steps.end(),
                       [](const PlannedStep &step) { return std::holds_alternative<ServerAction>(step.what); });
}

QStringList Scenario::locks() const
{
    QStringList paths;
    for (const SpawnRequest &request : clients)
        paths += request.locks();
    paths.removeDuplicates();
    return paths;
}

QString Scenario::firstTaken() const
{
    const auto taken = std::ranges::find(clients, false, &SpawnRequest::withoutLock);
    return taken == clients.end() ? locks().value(0) : taken->locks().value(0);
}

QStringList Scenario::written() const
{
    QStringList paths = locks();
    for (const SpawnRequest &request : clients)
        paths += request.written();
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

QList<PlannedStep> acquireUntilDone(const ClientNames &clients)
{
    PlannedStep acquire;
    acquire.what = CommandAction{ClientCommand::Acquire, clients};
    ClientCondition done;
    done.clients = clients;
    done.done = true;
    PlannedStep wait;
    wait.what = Condition(done);
    wait.within = std::chrono::hours(24 * 24); // a timer's longest, about
    return {acquire, wait};
}

Text describe(const PlannedStep &step)
{
    if (!step.text.isEmpty())
        return Text::ofFile(step.text);
    return std::visit([](const auto &what) { return stepText(what); }, step.what);
}

} // namespace lockscope::lab
