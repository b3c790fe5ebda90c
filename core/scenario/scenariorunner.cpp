// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariorunner.h"

#include "core/base/duration.h"
#include "core/base/path.h"
#include "core/findings/waitgraph.h"
#include "core/lab/opensessions.h"
#include "core/locks/recipecatalog.h"
#include "core/recipes/pollinglock.h"
#include "core/recipes/redisstore.h"
#include "core/recipes/sqlstore.h"
#include "core/recipes/steps.h"

#include <QDeadlineTimer>
#include <QPointer>
#include <QRandomGenerator>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using locks::LockState;

namespace {

constexpr auto freeLimit = 20s;

/// Why the command does not fit the client's state; empty where it does.
Text whyNotApplicable(ClientCommand command, const RunClient &runner)
{
    const QString &name = runner.spec.name;
    const Text state = locks::lockStateText(runner.believes());
    const locks::RecipeInfo &recipe = locks::recipeInfo(runner.spec.recipe);
    switch (command) {
    case ClientCommand::Acquire:
        if (runner.isGone())
            return {}; // with a new session
        if (runner.believes() == LockState::Fetching || runner.believes() == LockState::Releasing)
            return Text::en("\"%1\" is %2: it cannot acquire now").arg(name, state);
        if (runner.believes() == LockState::Retained && !recipe.guarantees.reentrant)
            return Text::en("\"%1\" is %2, and %3 cannot be entered twice").arg(name, state, recipe.name);
        return {};
    case ClientCommand::Release:
        return runner.believes() == LockState::Retained || runner.believes() == LockState::Fetching
                   ? Text()
                   : Text::en("\"%1\" is %2: there is nothing to release").arg(name, state);
    case ClientCommand::Downgrade:
    case ClientCommand::Upgrade:
        return runner.believes() == LockState::Retained ? Text()
                                                        : Text::en("\"%1\" is %2: it does not hold").arg(name, state);
    case ClientCommand::Revoke:
    case ClientCommand::Close:
    case ClientCommand::Remove: return {};
    }
    return {};
}

} // namespace

ScenarioRunner::ScenarioRunner(Lab &lab, SessionFactory &factory, EventTap &tap,
                               std::chrono::milliseconds sessionTimeout, ServerControl servers)
    : m_lab(lab)
    , m_factory(factory)
    , m_tap(tap)
    , m_sessionTimeout(sessionTimeout)
    , m_servers(std::move(servers))
{
    m_wake.setSingleShot(true);
    m_limit.setSingleShot(true);
    m_stopLimit.setSingleShot(true);
    QObject::connect(&m_stopLimit, &QTimer::timeout, &m_stopLimit, [this] { giveUp(); });
    QObject::connect(&m_wake, &QTimer::timeout, &m_wake, [this] { wake(); });
    QObject::connect(&m_limit, &QTimer::timeout, &m_limit, [this] { wake(); });
}

ScenarioRunner::~ScenarioRunner() = default;

void ScenarioRunner::stop(std::optional<std::chrono::milliseconds> within)
{
    m_stopped = true;
    if (within && !m_stopLimit.isActive())
        m_stopLimit.start(*within);
    m_wake.start(0);
}

void ScenarioRunner::giveUp()
{
    m_isGivenUp = true;
    m_wake.start(0);
    // What waits for one of these goes on inside, to the end of the run: this may be gone after each.
    const QPointer<QTimer> ours(&m_stopLimit);
    if (m_session)
        m_session->crash();
    if (const auto opening = ours ? m_opening : nullptr)
        abandon(*opening);
    if (ours)
        m_lab.abandonOpenings();
}

void ScenarioRunner::setPaused(bool paused)
{
    m_paused = paused;
    m_wake.start(0);
}

void ScenarioRunner::goOn(int index)
{
    if (index != m_waitsForHand)
        return;
    m_waitsForHand = -1;
    m_wake.start(0);
}

Reply<Done> ScenarioRunner::nextChange(std::chrono::milliseconds atMost)
{
    m_change.emplace();
    m_limit.start(atMost);
    return Reply<Done>(*m_change);
}

void ScenarioRunner::wake()
{
    if (m_fold)
        m_fold->report().catchUp();
    if (const auto change = std::exchange(m_change, {}))
        change->complete(Done()); // this may be gone afterwards
}

// ---- the run ----

Task<Result<Verdict>> ScenarioRunner::run(Scenario scenario)
{
    m_scenario = std::move(scenario);
    if (!m_scenario.seed)
        m_scenario.seed = QRandomGenerator::global()->generate();
    m_fold = std::make_unique<ScenarioFold>(m_scenario);
    Verdict verdict;
    RunEnd end;
    auto begun = co_await openGround();
    if (begun)
        begun = co_await play(&verdict, &end);
    if (!begun && m_stopped && !m_session) { // before it began
        judge(&verdict, end);
        begun = Done();
    }
    if (!begun)
        co_return tl::unexpected(begun.error());
    tellOrphans(&verdict, end);
    verdict.conclusion = conclusionOf(m_scenario, verdict, *m_fold, end);
    verdict.stopped = m_stopped;
    co_return verdict;
}

Task<Result<Done>> ScenarioRunner::play(Verdict *verdict, RunEnd *end)
{
    m_tap.write(journal::RunStarted{m_scenario.title, *m_scenario.seed, m_scenario.source, m_scenario.duel});
    m_tap.setReader([this](const journal::Payload &what) {
        m_fold->add(what);
        if (m_change && !m_wake.isActive())
            m_wake.start(0);
    });

    auto begun = co_await prepare();
    if (begun)
        begun = co_await spawn();
    if (m_stopped)
        begun = Done(); // what came before is judged
    if (begun) {
        co_await carryOutSteps(verdict);
        co_await betweenSteps(static_cast<int>(m_scenario.steps.size()));
        co_await settle();
        co_await look(end);
        judge(verdict, *end); // what their closing brings about is not theirs, nor what comes while it is looked
        co_await findLeftByLiving(end);
    }
    m_tap.write(journal::Notice{locks::Finding::Severity::Note, stepsOverText()});
    co_await tidyServers(); // else no client could give back what it has
    co_await closeClients();
    co_await findOrphans(verdict, end);
    co_await tidyUp(end->orphans + end->going);
    m_tap.setReader({});
    co_await m_session->close();
    co_return begun;
}

namespace {

/// Where it has that value, on each of several servers; of the first the answer.
Reply<bool> removeKey(ClientSession &session, const QString &key, const QByteArray &value)
{
    if (recipes::SqlStore *sql = session.sql())
        return sql->deleteRow(key, value);
    const auto stores = session.redis();
    for (auto other = std::next(stores.begin()); other != stores.end(); ++other)
        std::ignore = (*other)->removeIfEqual(key, value, {});
    return stores.front()->removeIfEqual(key, value, {});
}

} // namespace

Task<Result<Done>> ScenarioRunner::openGround()
{
    m_opening = std::make_shared<SessionOpening>();
    m_opening->count = 1;
    auto sessions = co_await openSessions(&m_factory, m_opening);
    m_opening.reset();
    if (!sessions)
        co_return tl::unexpected(sessions.error());
    const auto made = m_ground ? m_ground->made() : ScenarioNodes::Made();
    m_ground.reset();
    m_session = std::move(sessions->front());
    std::optional<ScenarioNodes::Keys> keys;
    if (m_factory.backend() != locks::Backend::ZooKeeper) {
        keys = ScenarioNodes::Keys{[this](const QByteArray &value) { return recipes::isOfMark(value, m_mark); },
                                   [this](const QString &path, const QByteArray &value) {
                                       return removeKey(*m_session, recipes::keyOf(path), value);
                                   }};
    }
    m_ground = std::make_unique<ScenarioNodes>(
        m_session->store(), std::move(keys),
        [this](const QString &path, const NodeStat &stat) { return isOfClients(path, stat); }, made);
    co_return Done();
}

bool ScenarioRunner::isOfClients(const QString &path, const NodeStat &stat) const
{
    if (m_factory.backend() != locks::Backend::ZooKeeper)
        return false; // a key's value says it
    const auto &runners = m_fold->runners();
    const SessionId owner = stat.owner();
    if (!owner.isNull())
        return std::ranges::any_of(runners, [owner](const auto &each) { return each.second.sessions.contains(owner); });
    if (const Zxid birth = m_fold->birthOf(path); !birth.isNull() && birth == stat.czxid)
        return true;
    // A create whose reply was lost may have made the node: it was not there before.
    return m_absentBefore.contains(path) && m_fold->doubtfulNodes().contains(path);
}

Task<Result<Done>> ScenarioRunner::prepare()
{
    if (m_scenario.wantsFreeLocks) {
        const QStringList paths = m_scenario.locks();
        for (const QString &lock : paths) {
            const auto isFree = co_await waitForFreeLock(lock);
            if (!isFree)
                co_return isFree;
        }
    }
    if (m_scenario.tidies && m_factory.backend() == locks::Backend::ZooKeeper) {
        const auto noted = co_await noteAbsent();
        if (!noted)
            co_return noted;
    }
    for (const SpawnRequest &request : std::as_const(m_scenario.clients)) {
        if (request.stamp.isEmpty())
            continue;
        const QByteArray first = "0";
        const auto made = co_await m_ground->make(request.stamp, first);
        if (!made)
            co_return made;
    }
    co_return Done();
}

/// Paths of the locks that are absent now: what is there afterwards is to be tidied.
Task<Result<Done>> ScenarioRunner::noteAbsent()
{
    const QStringList locks = m_scenario.locks();
    for (QString path : locks) {
        for (; path.size() > 1 && !m_absentBefore.contains(path); path = parentPath(path)) {
            const auto isThere = co_await m_ground->exists(path);
            if (!isThere)
                co_return tl::unexpected(isThere.error());
            if (*isThere)
                break;
            m_absentBefore.insert(path);
        }
    }
    co_return Done();
}

/// Nodes of an earlier run may still have to go with their sessions.
Task<Result<Done>> ScenarioRunner::waitForFreeLock(QString lock)
{
    const QDeadlineTimer deadline(freeLimit);
    for (;;) {
        const auto there = co_await m_ground->contenders(lock);
        if (!there)
            co_return tl::unexpected(there.error());
        if (there->isEmpty())
            co_return Done();
        if (m_stopped)
            co_return failure(ErrorCode::Cancelled, u"run"_s);
        if (deadline.hasExpired())
            co_return failure(
                ErrorCode::ScenarioFailed, {}, {},
                Text::sentences(
                    {Text::counted("The scenario needs %1 for itself, but there is %2 (%n nodes).", there->size())
                         .arg(lock, there->first()),
                     m_scenario.duel.isEmpty()
                         ? Text::en("Delete what was left there, or give the scenario another lock.")
                         : Text::en("Delete what was left there.")}));
        co_await nextChange(askAgainAfter);
    }
}

Task<Result<Done>> ScenarioRunner::spawn()
{
    for (qsizetype i = 0; i < m_scenario.clients.size() && !m_stopped; ++i) {
        SpawnRequest request = m_scenario.clients.at(i);
        request.seed = m_scenario.seedOf(i);
        request.mark = m_mark;
        request.stampBirth = m_ground->made().value(request.stamp);
        const auto ids = co_await m_lab.spawn(request);
        if (!ids)
            co_return tl::unexpected(ids.error());
        m_clients += *ids;
    }
    co_return Done();
}

Task<> ScenarioRunner::carryOutSteps(Verdict *verdict)
{
    for (int i = 0; i < m_scenario.steps.size() && !m_stopped; ++i) {
        co_await awaitTurn(i);
        if (m_stopped)
            break;
        const PlannedStep step = m_scenario.steps.at(i);
        const Text text = describe(step);
        m_tap.write(journal::ScenarioStep{i, text});
        const auto done = co_await carryOut(step);
        if (done)
            continue;
        verdict->failed = Verdict::FailedStep{i, step.line, text, done.error()};
        m_tap.write(
            journal::Notice{locks::Finding::Severity::Error,
                            Text::en("Step %1 of the scenario failed: %2").arg(i + 1, done.error().sentence())});
        break;
    }
}

Task<> ScenarioRunner::betweenSteps(int next)
{
    if (!m_betweenSteps)
        co_return;
    auto waiting = m_betweenSteps(next);
    co_await waiting;
}

Task<> ScenarioRunner::awaitTurn(int index)
{
    constexpr auto lookAgainAfter = std::chrono::seconds(60); // the user may read for a while
    m_lab.setLimitsHeld(m_clients, true);                     // else one would give up that the file lets wait
    if (index > 0 && m_scenario.pace > 0ms)
        co_await pass(m_scenario.pace);
    const bool isDeed = !std::holds_alternative<Condition>(m_scenario.steps.at(index).what);
    m_waitsForHand = m_scenario.byHand && isDeed ? index : -1;
    if (m_waitsForHand >= 0 && m_awaitsHand)
        m_awaitsHand(index);
    while (!m_stopped && (m_paused || m_waitsForHand >= 0)) {
        co_await nextChange(lookAgainAfter);
    }
    co_await betweenSteps(index);
    m_lab.setLimitsHeld(m_clients, false);
}

Task<> ScenarioRunner::pass(std::chrono::milliseconds time)
{
    const QDeadlineTimer deadline(time);
    while (!deadline.hasExpired() && !m_stopped) {
        co_await nextChange(std::chrono::milliseconds(deadline.remainingTime()));
    }
}

Task<Result<Done>> ScenarioRunner::carryOut(PlannedStep step)
{
    if (const auto *action = std::get_if<CommandAction>(&step.what))
        co_return command(*action);
    if (const auto *action = std::get_if<FaultAction>(&step.what)) {
        m_lab.fault(m_fold->idsOf(action->clients), action->fault);
        co_return Done();
    }
    if (const auto *action = std::get_if<StopAction>(&step.what)) {
        m_lab.stopBefore(m_fold->idsOf(action->clients), action->before);
        co_return Done();
    }
    if (const auto *action = std::get_if<NodeAction>(&step.what)) {
        co_return co_await change(*action);
    }
    if (const auto *action = std::get_if<ServerAction>(&step.what)) {
        co_return co_await change(*action);
    }
    if (const auto *wait = std::get_if<WaitAction>(&step.what)) {
        co_await pass(wait->time);
        co_return Done();
    }
    if (const auto *condition = std::get_if<Condition>(&step.what)) {
        co_return co_await waitFor(*condition, step.within);
    }
    m_fold->measure();
    co_return Done();
}

Result<Done> ScenarioRunner::command(const CommandAction &action)
{
    const bool one = action.clients.size() == 1; // of many, those do it who can
    for (const QString &name : action.clients) {
        const RunClient *runner = m_fold->runner(name);
        if (!runner)
            return failure(ErrorCode::ScenarioFailed, {}, {}, Text::en("\"%1\" is not there any more").arg(name));
        const Text why = whyNotApplicable(action.command, *runner);
        if (!why.isEmpty() && one)
            return failure(ErrorCode::ScenarioFailed, {}, {}, why);
        if (!why.isEmpty())
            continue;
        const ClientId id = m_fold->idOf(name);
        if (action.command == ClientCommand::Acquire && runner->believes() != LockState::Retained)
            m_fold->asked(id, roundsOf(name));
        m_lab.command({id}, action.command);
    }
    return Done();
}

int ScenarioRunner::roundsOf(const QString &name) const
{
    for (const SpawnRequest &request : m_scenario.clients) {
        if (request.names.contains(name))
            return request.rounds;
    }
    return 1;
}

Task<Result<Done>> ScenarioRunner::change(ServerAction action)
{
    const auto [command, server] = action;
    if (command == ServerCommand::Kill)
        m_broken[server] = ServerCommand::Restart;
    else if (command == ServerCommand::Pause)
        m_broken[server] = ServerCommand::Resume;
    else
        m_broken.remove(server);
    auto commanding = m_servers(server, command);
    co_return co_await commanding;
}

Task<> ScenarioRunner::tidyServers()
{
    const auto broken = std::exchange(m_broken, {});
    for (auto each = broken.begin(); each != broken.end(); ++each) {
        auto mending = m_servers(each.key(), each.value());
        const auto mended = co_await mending;
        if (!mended)
            m_tap.write(journal::Notice{locks::Finding::Severity::Warning, mended.error().sentence()});
    }
}

Task<Result<Done>> ScenarioRunner::change(NodeAction action)
{
    if (action.kind == NodeAction::Kind::Create) {
        co_return co_await m_ground->make(action.path, action.data);
    }
    co_return co_await m_ground->removeTree(action.path);
}

// ---- conditions ----

namespace {

bool needsServer(const Condition &condition)
{
    if (const auto *clients = std::get_if<ClientCondition>(&condition))
        return clients->node.has_value();
    if (const auto *lock = std::get_if<LockCondition>(&condition))
        return !lock->finding.isEmpty();
    return true;
}

} // namespace

Task<Result<Done>> ScenarioRunner::waitFor(Condition condition, std::chrono::milliseconds within)
{
    const QDeadlineTimer deadline(within);
    for (;;) {
        const auto truth = co_await isTrue(condition);
        if (truth && *truth)
            co_return Done();
        if (m_stopped)
            co_return failure(ErrorCode::Cancelled, u"run"_s);
        if (!truth && !truth.error().connectionWasLost())
            co_return tl::unexpected(truth.error());
        const std::chrono::milliseconds left(deadline.remainingTime());
        if (left.count() <= 0) {
            const Text found = m_fold->found(condition);
            const Text limit = durationToText(within);
            co_return failure(ErrorCode::ScenarioFailed, {}, {},
                              found.isEmpty() ? Text::en("not so within %1").arg(limit)
                                              : Text::en("not so within %1: %2").arg(limit, found));
        }
        co_await nextChange(needsServer(condition) ? std::min<std::chrono::milliseconds>(left, askAgainAfter) : left);
    }
}

Task<Result<bool>> ScenarioRunner::isTrue(Condition condition)
{
    if (const auto *clients = std::get_if<ClientCondition>(&condition)) {
        if (!m_fold->isTrue(*clients))
            co_return false;
        if (!clients->node)
            co_return true;
        co_return co_await isTrueOnServer(*clients);
    }
    if (const auto *lock = std::get_if<LockCondition>(&condition)) {
        if (!m_fold->isTrue(*lock))
            co_return false;
        if (lock->finding.isEmpty())
            co_return true;
        const auto queue = co_await m_ground->queue(lock->lock);
        if (!queue)
            co_return tl::unexpected(queue.error());
        co_return std::any_of(queue->findings.begin(), queue->findings.end(),
                              [&](const locks::Finding &finding) { return finding.id == lock->finding; });
    }
    if (const auto *node = std::get_if<NodeCondition>(&condition)) {
        const auto there = co_await m_ground->exists(node->path);
        if (!there)
            co_return there;
        co_return *there == node->exists;
    }
    RunEnd end;
    co_await look(&end);
    co_return (end.deadlocks > 0) == std::get<DeadlockCondition>(condition).there;
}

Task<Result<bool>> ScenarioRunner::isTrueOnServer(ClientCondition condition)
{
    for (const QString &name : std::as_const(condition.clients)) {
        const RunClient *runner = m_fold->runner(name);
        bool there = false;
        const auto sessions = runner->sessions;
        const QString node = runner->lastNode;
        for (const SessionId session : sessions) {
            if (node.isEmpty())
                break;
            const auto found = co_await m_ground->exists(node, session);
            if (!found)
                co_return found;
            there |= *found;
        }
        if (there != *condition.node)
            co_return false;
    }
    co_return true;
}

} // namespace lockscope::lab
