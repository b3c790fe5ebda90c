// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariofold.h"

#include "core/lab/simclient.h"

#include <algorithm>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

/// Where the event loop is never idle.
constexpr qsizetype mostUnread = 1'000;

SpawnRequest wholeRequest(const Scenario &scenario)
{
    SpawnRequest whole = scenario.clients.value(0);
    whole.count = static_cast<int>(scenario.clientNames().size());
    return whole;
}

QString actorText(const QString &name, const Actor &actor)
{
    QString text = u"%1 is %2"_s.arg(name, locks::lockStateName(actor.state));
    if (actor.crashed)
        text += u" and crashed"_s;
    else if (actor.connection != ConnectionState::Connected)
        text += u", its connection "_s + connectionStateName(actor.connection);
    if (actor.step && actor.state == LockState::Fetching)
        text += u", at the step "_s + locks::stepName(*actor.step);
    if (actor.error)
        text += u" (%1)"_s.arg(errorCodeName(*actor.error));
    return text;
}

bool inRange(const std::optional<Range> &range, qint64 count)
{
    return !range || range->contains(static_cast<double>(count));
}

template<typename T>
bool isAsWanted(const std::optional<T> &wanted, const T &is)
{
    return !wanted || *wanted == is;
}

bool fits(const ClientCondition &wanted, const Actor &actor)
{
    return isAsWanted(wanted.state, actor.state) && isAsWanted(wanted.connection, actor.connection)
           && (!wanted.step || actor.step == wanted.step)
           && isAsWanted(wanted.holds, actor.state == LockState::Retained) && isAsWanted(wanted.waits, actor.inQueue)
           && isAsWanted(wanted.done, actor.isDone()) && isAsWanted(wanted.entries, actor.entries)
           && (!wanted.error || actor.error == wanted.error);
}

} // namespace

QStringList locksOf(const journal::ClientSpawned &spec)
{
    return spec.paths.isEmpty() ? QStringList{spec.lock} : spec.paths;
}

ScenarioFold::ScenarioFold(const Scenario &scenario)
    : m_report(wholeRequest(scenario))
{
    for (const SpawnRequest &request : scenario.clients) {
        for (const QString &name : request.names)
            m_names.insert(name, !request.faults.isEmpty());
    }
}

void ScenarioFold::add(const journal::Payload &what)
{
    using namespace journal;
    if (const auto *spawned = std::get_if<ClientSpawned>(&what)) {
        if (!m_names.contains(spawned->name) || m_ids.contains(spawned->name))
            return; // somebody else's
        m_ids.insert(spawned->name, spawned->id);
        Actor &actor = m_actors[spawned->id];
        actor.spec = *spawned;
        actor.comesBack = m_names.value(spawned->name);
        keepForReport(what);
        return;
    }
    const auto found = m_actors.find(clientOf(what));
    if (found == m_actors.end())
        return;
    Actor &actor = found->second;
    if (const auto *state = std::get_if<ClientLockState>(&what)) {
        on(*state, actor);
    } else if (const auto *connection = std::get_if<ClientConnection>(&what)) {
        actor.connection = connection->state;
        if (connection->state == ConnectionState::Connected)
            actor.crashed = false;
        if (!connection->session.isNull())
            actor.sessions.insert(connection->session);
    } else if (const auto *step = std::get_if<ClientStep>(&what)) {
        actor.step = step->step;
    } else if (std::holds_alternative<ClientRequest>(what)) {
        count(actor, [](LockCounts &counts) { ++counts.requests; });
    } else if (std::holds_alternative<ClientWatchFired>(what)) {
        count(actor, [](LockCounts &counts) { ++counts.watchEvents; });
    } else if (const auto *node = std::get_if<ServerNode>(&what)) {
        if (node->life == ServerNode::Life::Born)
            m_made.insert(node->path, {++m_madeCount, {node->path, node->owner, node->id}});
        else if (node->life == ServerNode::Life::Gone)
            m_made.remove(node->path);
    } else if (const auto *fault = std::get_if<ClientFault>(&what)) {
        on(*fault, actor);
    } else if (const auto *stamp = std::get_if<ClientStamp>(&what)) {
        ++m_stamped;
        QSet<qint64> &stamps = m_stamps[stamp->path];
        if (stamps.contains(stamp->number))
            ++m_duplicates;
        stamps.insert(stamp->number);
    }
    keepForReport(what);
}

void ScenarioFold::keepForReport(const journal::Payload &what)
{
    m_unread.append(m_writer.stamp(what));
    if (m_unread.size() >= mostUnread)
        catchUp();
}

void ScenarioFold::catchUp()
{
    for (const journal::Event &event : std::as_const(m_unread))
        m_report.add(event);
    m_unread.clear();
}

const RunReport &ScenarioFold::report()
{
    catchUp();
    return m_report;
}

void ScenarioFold::on(const journal::ClientLockState &event, Actor &actor)
{
    const LockState before = std::exchange(actor.state, event.state);
    actor.entries = event.entries;
    actor.inQueue = event.state == LockState::Fetching && !event.node.isEmpty();
    if (!event.node.isEmpty())
        actor.node = event.node;
    if (event.error)
        actor.error = event.error->code;
    switch (event.state) {
    case LockState::Free: break;
    case LockState::Fetching:
        if (before == LockState::Fetching)
            break; // it has its node now
        ++actor.attempts;
        actor.goesOn = true;
        actor.error.reset();
        actor.step.reset();
        break;
    case LockState::Retained:
        if (before == LockState::Retained)
            break; // entered once more
        count(actor, [&](LockCounts &counts) {
            ++counts.acquired;
            counts.order << actor.spec.name;
        });
        break;
    case LockState::Releasing:
        if (before == LockState::Retained)
            count(actor, [](LockCounts &counts) { ++counts.releases; });
        break;
    case LockState::Released:
        if (!event.error)
            break;
        actor.goesOn = goesOnAfter(*event.error) || (actor.comesBack && event.error->sessionIsOver());
        count(actor, [&](LockCounts &counts) {
            if (event.error->code == ErrorCode::AcquireTimeout)
                ++counts.timedOut;
            else if (event.error->code != ErrorCode::Cancelled && before != LockState::Retained)
                ++counts.failed;
        });
        break;
    }
}

void ScenarioFold::on(const journal::ClientFault &event, Actor &actor)
{
    using journal::Fault;
    const bool endsSession = event.fault == Fault::Crash || event.fault == Fault::Close || event.fault == Fault::Expire;
    actor.comesBack &= !endsSession || event.atRandom;
    if (event.fault == Fault::Crash) { // it says nothing any more
        actor.crashed = true;
        actor.state = LockState::Free;
        actor.inQueue = false;
        actor.entries = 0;
    }
}

template<typename Change>
void ScenarioFold::count(const Actor &actor, Change change)
{
    change(m_counts[QString()]);
    for (const QString &lock : locksOf(actor.spec))
        change(m_counts[lock]);
}

void ScenarioFold::measure()
{
    for (LockCounts &counts : m_counts)
        counts.releases = counts.requests = counts.watchEvents = 0;
}

void ScenarioFold::asked(ClientId id, int rounds)
{
    Actor &actor = m_actors[id];
    actor.attemptsAsked = rounds == 0 ? std::numeric_limits<int>::max() : actor.attempts + rounds;
}

bool ScenarioFold::isTrue(const ClientCondition &condition) const
{
    return std::all_of(condition.clients.begin(), condition.clients.end(), [&](const QString &name) {
        const Actor *one = actor(name);
        return one && fits(condition, *one);
    });
}

bool ScenarioFold::isTrue(const LockCondition &condition) const
{
    return inRange(condition.holders, holdersOf(condition.lock))
           && inRange(condition.waiting, waitersOf(condition.lock))
           && inRange(condition.watchEvents, counts(condition.lock).watchEvents);
}

QString ScenarioFold::found(const Condition &condition) const
{
    if (const auto *clients = std::get_if<ClientCondition>(&condition)) {
        constexpr int mostShown = 5;
        QStringList texts;
        for (const QString &name : clients->clients) {
            const Actor *one = actor(name);
            if (one && !fits(*clients, *one) && texts.size() < mostShown)
                texts << actorText(name, *one);
        }
        return texts.join(", "_L1);
    }
    if (const auto *lock = std::get_if<LockCondition>(&condition))
        return u"%1 hold, %2 wait, %3 watch events came"_s.arg(holdersOf(lock->lock))
            .arg(waitersOf(lock->lock))
            .arg(counts(lock->lock).watchEvents);
    return {};
}

const Actor *ScenarioFold::actor(const QString &name) const
{
    const auto found = m_actors.find(idOf(name));
    return found == m_actors.end() ? nullptr : &found->second;
}

QList<ClientId> ScenarioFold::idsOf(const ClientNames &names) const
{
    QList<ClientId> ids;
    for (const QString &name : names)
        ids << idOf(name);
    return ids;
}

const LockCounts &ScenarioFold::counts(const QString &lock) const
{
    static const LockCounts none;
    const auto found = m_counts.constFind(lock);
    return found == m_counts.constEnd() ? none : *found;
}

QList<MadeNode> ScenarioFold::madeNodes() const
{
    auto numbered = m_made.values();
    std::sort(numbered.begin(), numbered.end(),
              [](const auto &one, const auto &other) { return one.first < other.first; });
    QList<MadeNode> nodes;
    for (const auto &[number, node] : std::as_const(numbered))
        nodes << node;
    return nodes;
}

qint64 ScenarioFold::holdersOf(const QString &lock) const
{
    return std::count_if(m_actors.begin(), m_actors.end(), [&](const auto &entry) {
        return entry.second.state == LockState::Retained && !entry.second.crashed
               && locksOf(entry.second.spec).contains(lock);
    });
}

qint64 ScenarioFold::waitersOf(const QString &lock) const
{
    return std::count_if(m_actors.begin(), m_actors.end(), [&](const auto &entry) {
        return entry.second.inQueue && !entry.second.crashed && locksOf(entry.second.spec).contains(lock);
    });
}

} // namespace lockscope::lab
