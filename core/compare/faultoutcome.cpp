// SPDX-License-Identifier: Apache-2.0
#include "core/compare/faultoutcome.h"

#include "core/checks/aftermath.h"
#include "core/checks/check.h"
#include "core/history/recordingreader.h"
#include "core/scenario/scenariofiles.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace lockscope::compare {

using namespace Qt::StringLiterals;

namespace {

/// A run under contention that takes longer is cut off: it says so.
const QString runLimit = u"10s"_s;

/// A waiter that gave up when there had been no holder for so long waited for a lock that no client could get any more:
/// more than twice the limit, after which a sound one is free.
constexpr qint64 deadlockMs = 5000;

/// The same replies are lost whatever the lock, the first of them that of a client's second request.
constexpr qint64 lostRepliesSeed = 21;

/// No run finds what another recipe has left there (a row that counts versions, a directory where one node is the
/// lock), nor what a fault has (a node of a session that has not expired, one that no client knows of).
QString lockOf(const Subject &subject, std::optional<FaultKind> fault)
{
    const QString lock = comparedLocks + u'/' + locks::recipeName(subject.recipe);
    return fault ? lock + u'-' + faultName(*fault) : lock;
}

/// \a fault: nothing for a run without one.
QJsonObject scenarioJson(const Subject &subject, const QString &title, std::optional<FaultKind> fault)
{
    return {{u"lockscope"_s, 1},
            {u"title"_s, title},
            {u"backend"_s, locks::backendName(subject.backend)},
            {u"lock"_s, lockOf(subject, fault)},
            {u"recipe"_s, locks::recipeName(subject.recipe)},
            {u"expect"_s, QJsonObject{{u"acquired"_s, QJsonObject{{u"least"_s, 0}}}}}};
}

QJsonObject act(const QString &what, const QString &client)
{
    return {{u"do"_s, what}, {u"client"_s, client}};
}

QJsonObject until(const QString &client, const QString &key, const QJsonValue &value, const QString &within = u"20s"_s)
{
    return {{u"until"_s, QJsonObject{{u"client"_s, client}, {key, value}}}, {u"within"_s, within}};
}

/// Every client takes the lock so many times, and gives it back at once.
QJsonObject contention(const Subject &subject, int clients, int rounds, std::optional<FaultKind> fault = {},
                       const QString &within = runLimit)
{
    QJsonObject json = scenarioJson(
        subject,
        u"%1 on %2, %3 clients"_s.arg(locks::recipeName(subject.recipe), locks::backendName(subject.backend))
            .arg(clients),
        fault);
    json[u"rounds"_s] = rounds;
    json[u"hold"_s] = 0;
    json[u"clients"_s] = QJsonArray{QJsonObject{{u"name"_s, u"C"_s}, {u"count"_s, clients}}};
    json[u"steps"_s] = QJsonArray{until(u"C*"_s, u"connection"_s, u"connected"_s), act(u"acquire"_s, u"C*"_s),
                                  until(u"C*"_s, u"done"_s, true, within)};
    return json;
}

QJsonObject wait(const QString &time)
{
    return {{u"do"_s, u"wait"_s}, {u"for"_s, time}};
}

/// The server is gone for a while, which all notice; its holder gives the lock back if it still has it. The client
/// that had the lock before is there for this: what is asked of several, the clients do that can.
QJsonObject deathOfServer(QJsonObject json)
{
    json[u"clients"_s] =
        QJsonArray{QJsonObject{{u"name"_s, u"A"_s}}, QJsonObject{{u"name"_s, u"A-before"_s}, {u"hold"_s, u"0ms"_s}},
                   QJsonObject{{u"name"_s, u"B"_s}, {u"hold"_s, u"0ms"_s}, {u"acquire_timeout"_s, u"20s"_s}}};
    json[u"steps"_s] = QJsonArray{act(u"acquire"_s, u"A-before"_s),
                                  until(u"A-before"_s, u"done"_s, true),
                                  act(u"acquire"_s, u"A"_s),
                                  until(u"A"_s, u"holds"_s, true),
                                  act(u"acquire"_s, u"B"_s),
                                  wait(u"200ms"_s),
                                  QJsonObject{{u"do"_s, u"kill-server"_s}},
                                  wait(u"1500ms"_s),
                                  QJsonObject{{u"do"_s, u"restart-server"_s}},
                                  act(u"release"_s, u"A*"_s),
                                  until(u"B"_s, u"done"_s, true, u"30s"_s)};
    return json;
}

/// The holder dies, or stands still for longer than the limit, until after the next one holds, whose time is not over
/// then; or replies are lost on their way.
QJsonObject faulty(const Subject &subject, FaultKind fault)
{
    QJsonObject json = scenarioJson(
        subject,
        u"%1: %2 on %3"_s.arg(faultName(fault), locks::recipeName(subject.recipe), locks::backendName(subject.backend)),
        fault);
    if (fault == FaultKind::LostReplies) {
        json = contention(subject, 5, 10, fault, u"15s"_s);
        json[u"title"_s] =
            u"lost replies: %1 on %2"_s.arg(locks::recipeName(subject.recipe), locks::backendName(subject.backend));
        json[u"seed"_s] = lostRepliesSeed;
        json[u"acquire_timeout"_s] = u"6s"_s; // longer than who gives up proves a deadlock
        json[u"faults"_s] = QJsonArray{QJsonObject{{u"fault"_s, u"lose-reply"_s}, {u"rate"_s, 0.05}}};
        return json;
    }
    if (fault == FaultKind::ServerDies)
        return deathOfServer(json);
    const bool crashes = fault == FaultKind::HolderCrashes;
    const QJsonObject a{{u"name"_s, u"A"_s}, {u"hold"_s, crashes ? u"60s"_s : u"1500ms"_s}};
    const QJsonObject b{
        {u"name"_s, u"B"_s}, {u"hold"_s, crashes ? u"0ms"_s : u"1500ms"_s}, {u"acquire_timeout"_s, u"10s"_s}};
    json[u"clients"_s] = QJsonArray{a, b};
    QJsonArray steps{act(u"acquire"_s, u"A"_s), until(u"A"_s, u"holds"_s, true), act(u"acquire"_s, u"B"_s),
                     wait(u"200ms"_s)};
    if (crashes) {
        steps += act(u"crash"_s, u"A"_s);
    } else {
        steps += act(u"pause"_s, u"A"_s);
        steps += wait(u"3s"_s);
        steps += act(u"resume"_s, u"A"_s);
    }
    steps += until(u"B"_s, u"done"_s, true);
    json[u"steps"_s] = steps;
    return json;
}

/// \a limited: the clients that have the limit, of a key or of a session.
Result<lab::Scenario> scenarioOf(const QJsonObject &json, const QStringList &limited = {})
{
    auto scenario = lab::parseScenario(QJsonDocument(json).toJson());
    if (!scenario)
        return scenario;
    scenario->tidies = true;
    for (lab::SpawnRequest &request : scenario->clients) {
        // A row has no limit unless it is asked for: as it is found in use.
        if (request.recipe != locks::RecipeId::SqlRow && limited.contains(request.names.value(0)))
            request.sessionTimeout = std::chrono::milliseconds(limitMs);
    }
    return scenario;
}

/// What a recording proves.
struct RecordingProof
{
    journal::CheckReport checked;
    journal::AftermathReport aftermath;
};

Result<RecordingProof> read(const QString &path)
{
    journal::Checker checker;
    journal::Aftermath aftermath;
    const auto done = journal::readRecording(path, [&](const journal::EventBatch &batch) {
        checker.add(batch);
        aftermath.add(batch);
    });
    if (!done)
        return tl::unexpected(done.error());
    return RecordingProof{checker.report(true), aftermath.report()};
}

/// As it stands in the recording.
QString eventOf(FaultKind fault)
{
    switch (fault) {
    case FaultKind::HolderCrashes: return journal::faultName(journal::Fault::Crash);
    case FaultKind::HolderPauses: return journal::faultName(journal::Fault::Pause);
    case FaultKind::LostReplies: return journal::faultName(journal::Fault::LoseReply);
    case FaultKind::ServerDies: return journal::serverLost;
    }
    return {};
}

} // namespace

Result<lab::Scenario> contentionScenario(const Subject &subject, int clients, int rounds)
{
    return scenarioOf(contention(subject, clients, rounds));
}

Result<lab::Scenario> faultScenario(const Subject &subject, FaultKind fault)
{
    return scenarioOf(faulty(subject, fault), {u"A"_s, u"B"_s, u"A-before"_s});
}

Result<FaultOutcome> outcomeOf(const QString &recording, FaultKind fault)
{
    using journal::Rule;
    const auto seen = read(recording);
    if (!seen)
        return tl::unexpected(seen.error());
    const journal::FaultAftermath *after = seen->aftermath.of(eventOf(fault));
    FaultOutcome outcome;
    outcome.fault = fault;
    outcome.isShown = after != nullptr;
    if (!after) {
        outcome.why = Text::en("the fault is not in the recording");
        return outcome;
    }
    outcome.isProvable = seen->checked.unproved == 0;
    for (const Rule rule :
         {Rule::MutualExclusion, Rule::Permits, Rule::Reentrancy, Rule::ForeignRelease, Rule::FencingToken})
        outcome.violations += seen->checked.count(rule);
    outcome.beliefOverlaps = seen->checked.count(Rule::BeliefOverlap);
    outcome.isDeadlocked = seen->aftermath.inVainMs >= deadlockMs;
    outcome.recoveredMs = after->nextHeldMs;
    return outcome;
}

} // namespace lockscope::compare
