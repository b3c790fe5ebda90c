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

Text actorText(const QString &name, const Actor &actor)
{
    QList<Text> parts{Text::en("%1 is %2").arg(name, locks::lockStateText(actor.believes()))};
    if (actor.crashed)
        parts << Text::en("crashed");
    else if (actor.connection != ConnectionState::Connected)
        parts << Text::en("its connection %1").arg(connectionStateText(actor.connection));
    if (actor.step && actor.believes() == LockState::Fetching)
        parts << Text::en("at the step %1").arg(locks::stepText(*actor.step));
    const Text text = Text::listed(parts);
    return actor.failure ? Text::en("%1 (%2)").arg(text, errorCodeName(*actor.failure)) : text;
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
    return isAsWanted(wanted.state, actor.believes()) && isAsWanted(wanted.connection, actor.connection)
           && (!wanted.step || actor.step == wanted.step) && isAsWanted(wanted.holds, actor.holds())
           && isAsWanted(wanted.waits, actor.inQueue()) && isAsWanted(wanted.done, actor.isDone())
           && isAsWanted(wanted.entries, actor.holds() ? actor.entries : 0)
           && (!wanted.error || actor.failure == wanted.error);
}

} // namespace

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
            return; // of another run
        m_ids.insert(spawned->name, spawned->id);
        m_actors[spawned->id].comesBack = m_names.value(spawned->name);
    }
    const auto found = m_actors.find(clientOf(what));
    if (found == m_actors.end())
        return;
    Actor &actor = found->second;
    const Event event = m_writer.stamp(what);
    const ClientTurn turn = follow(actor, event);
    if (turn.stateTold) {
        on(turn, actor);
    } else if (const auto *connection = std::get_if<ClientConnection>(&what)) {
        if (!connection->session.isNull())
            actor.sessions.insert(connection->session);
    } else if (std::holds_alternative<ClientRequest>(what)) {
        count(actor, [](LockCounts &counts) { ++counts.requests; });
    } else if (std::holds_alternative<ClientWatchFired>(what)) {
        count(actor, [](LockCounts &counts) { ++counts.watchEvents; });
    } else if (const auto *node = std::get_if<ServerNode>(&what)) {
        noteNode(*node);
    } else if (const auto *fault = std::get_if<ClientFault>(&what)) {
        const bool endsSession =
            fault->fault == Fault::Crash || fault->fault == Fault::Close || fault->fault == Fault::Expire;
        actor.comesBack &= !endsSession || fault->atRandom;
    } else if (const auto *stamp = std::get_if<ClientStamp>(&what)) {
        noteStamp(*stamp);
    }
    m_unread.append(event);
    if (m_unread.size() >= mostUnread)
        catchUp();
}

void ScenarioFold::noteNode(const journal::ServerNode &event)
{
    if (event.life == journal::ServerNode::Life::Born)
        m_made.insert(event.path, {++m_madeCount, {event.path, event.owner, event.id}});
    else if (event.life == journal::ServerNode::Life::Gone)
        m_made.remove(event.path);
}

void ScenarioFold::noteStamp(const journal::ClientStamp &event)
{
    ++m_stamped;
    QSet<qint64> &stamps = m_stamps[event.path];
    if (stamps.contains(event.number))
        ++m_duplicates;
    stamps.insert(event.number);
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

void ScenarioFold::on(const journal::ClientTurn &turn, Actor &actor)
{
    if (!actor.node.isEmpty())
        actor.lastNode = actor.node;
    if (turn.asks) {
        actor.goesOn = true;
        actor.failure.reset();
    } else if (actor.error) {
        actor.failure = actor.error->code;
    }
    if (turn.served) {
        count(actor, [&](LockCounts &counts) {
            ++counts.acquired;
            counts.order << actor.spec.name;
        });
    }
    if (turn.stopped && actor.state == LockState::Releasing)
        count(actor, [](LockCounts &counts) { ++counts.releases; });
    if (actor.state == LockState::Released && actor.error)
        failed(actor, *actor.error);
}

void ScenarioFold::failed(Actor &actor, const Error &error)
{
    actor.goesOn = goesOnAfter(error) || (actor.comesBack && error.sessionIsOver());
    count(actor, [&](LockCounts &counts) {
        if (error.code == ErrorCode::AcquireTimeout)
            ++counts.timedOut;
        else if (error.code != ErrorCode::Cancelled && !actor.wasServed())
            ++counts.failed;
    });
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

Text ScenarioFold::found(const Condition &condition) const
{
    if (const auto *clients = std::get_if<ClientCondition>(&condition)) {
        constexpr int mostShown = 5;
        QList<Text> texts;
        for (const QString &name : clients->clients) {
            const Actor *one = actor(name);
            if (one && !fits(*clients, *one) && texts.size() < mostShown)
                texts << actorText(name, *one);
        }
        return Text::listed(texts);
    }
    if (const auto *lock = std::get_if<LockCondition>(&condition))
        return Text::en("%1 hold, %2 wait, %3 watch events came")
            .arg(holdersOf(lock->lock))
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
        return entry.second.holds() && locksOf(entry.second.spec).contains(lock);
    });
}

qint64 ScenarioFold::waitersOf(const QString &lock) const
{
    return std::count_if(m_actors.begin(), m_actors.end(), [&](const auto &entry) {
        return entry.second.inQueue() && locksOf(entry.second.spec).contains(lock);
    });
}

} // namespace lockscope::lab
