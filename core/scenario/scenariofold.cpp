// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/scenariofold.h"

#include "core/base/clock.h"
#include "core/base/lookup.h"
#include "core/base/path.h"

#include <algorithm>

namespace lockscope::lab {

using locks::LockState;

namespace {

/// As one, for all of them.
SpawnRequest wholeRequest(const QList<SpawnRequest> &clients)
{
    SpawnRequest whole = clients.value(0);
    whole.count = 0;
    for (const SpawnRequest &request : clients)
        whole.count += request.count;
    return whole;
}

Text runnerText(const QString &name, const RunClient &runner)
{
    QList<Text> parts{Text::en("%1 is %2").arg(name, locks::lockStateText(runner.believes()))};
    if (runner.crashed)
        parts << Text::en("crashed");
    else if (runner.connection != ConnectionState::Connected)
        parts << Text::en("its connection %1").arg(connectionStateText(runner.connection));
    if (runner.step && runner.believes() == LockState::Fetching)
        parts << Text::en("at the step “%1”").arg(locks::stepText(*runner.step));
    const Text text = Text::listed(parts);
    return runner.failure ? Text::en("%1 (%2)").arg(text, errorCodeName(*runner.failure)) : text;
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

bool fits(const ClientCondition &wanted, const RunClient &runner)
{
    return isAsWanted(wanted.state, runner.believes()) && isAsWanted(wanted.connection, runner.connection)
           && (!wanted.step || runner.step == wanted.step) && isAsWanted(wanted.holds, runner.holds())
           && isAsWanted(wanted.waits, runner.inQueue()) && isAsWanted(wanted.done, runner.isDone())
           && isAsWanted(wanted.entries, runner.holds() ? runner.entries : 0)
           && (!wanted.error || runner.failure == wanted.error);
}

} // namespace

ScenarioFold::ScenarioFold(const Scenario &scenario)
    : m_report(wholeRequest(scenario.clients), scenario.backend)
{
    for (const QString &lock : scenario.duel)
        m_sides.emplace(lock, RunReport(wholeRequest(scenario.clientsOf(lock)), scenario.backend));
    for (const SpawnRequest &request : scenario.clients) {
        for (const QString &name : request.names)
            m_names.insert(name, !request.faults.isEmpty());
    }
}

template<typename Visit>
void ScenarioFold::eachSide(const journal::ClientSpawned &client, Visit visit)
{
    for (auto &[lock, report] : m_sides) {
        if (locksOf(client).contains(lock))
            visit(report);
    }
}

void ScenarioFold::add(const journal::Payload &what)
{
    using namespace journal;
    const auto *spawned = std::get_if<ClientSpawned>(&what);
    if (spawned) {
        if (!m_names.contains(spawned->name) || m_ids.contains(spawned->name))
            return; // of another run
        m_ids.insert(spawned->name, spawned->id);
    }
    const ClientId id = clientOf(what);
    if (const auto *node = std::get_if<ServerNode>(&what); node && id.isNull()) {
        const journal::Event event = m_writer.stamp(what);
        m_report.add(event); // of a server's log, which need not know whose doing it was
        for (auto &[lock, report] : m_sides) {
            if (isAtOrBelow(node->path, lock))
                report.add(event);
        }
        noteNode(*node);
        return;
    }
    if (!spawned && !m_report.runner(id))
        return;
    const journal::Event event = m_writer.stamp(what);
    const ClientChange turn = m_report.add(event);
    RunClient &runner = *m_report.runner(id);
    const auto begin = [&](RunReport &report) {
        report.runner(id)->comesBack = m_names.value(spawned->name);
        report.runner(id)->attemptsAsked = 0;
    };
    if (spawned)
        begin(m_report);
    eachSide(runner.spec, [&](RunReport &side) {
        side.add(event);
        if (spawned)
            begin(side);
    });
    if (turn.served || turn.stopped)
        noteOverlap(runner, event.atNs);
    if (turn.stateReported) {
        on(turn, runner);
    } else if (std::holds_alternative<ClientRequest>(what)) {
        count(runner, [](LockCounts &counts) { ++counts.requests; });
    } else if (std::holds_alternative<ClientWatchFired>(what)) {
        count(runner, [](LockCounts &counts) { ++counts.watchEvents; });
    } else if (const auto *node = std::get_if<ServerNode>(&what)) {
        noteNode(*node);
    } else if (const auto *stamp = std::get_if<ClientStamp>(&what)) {
        noteStamp(*stamp);
    } else if (const auto *reply = std::get_if<ClientReply>(&what)) {
        if (reply->operation == operationName(Operation::Create) && reply->error && reply->error->outcomeUnknown())
            m_doubtful.insert(reply->path);
    }
}

void ScenarioFold::noteNode(const journal::ServerNode &event)
{
    if (event.life == journal::ServerNode::Life::Born)
        m_made.insert(event.path, {++m_madeCount, {event.path, event.owner, event.id, event.czxid}});
    else if (event.life == journal::ServerNode::Life::Gone)
        m_made.remove(event.path);
}

void ScenarioFold::noteStamp(const journal::ClientStamp &event)
{
    constexpr qsizetype mostStamps = 2'000; // more are counted, and no picture has room for them
    if (event.refused)
        return count(*m_report.runner(event.id), [](LockCounts &counts) { ++counts.refused; });
    QSet<qint64> &numbers = m_numbers[event.path];
    const bool isDuplicate = numbers.contains(event.number);
    numbers.insert(event.number);
    const RunClient &runner = *m_report.runner(event.id);
    count(runner, [isDuplicate](LockCounts &counts) {
        ++counts.stamped;
        counts.duplicates += isDuplicate ? 1 : 0;
    });
    if (m_stamps.size() < mostStamps)
        m_stamps.append({runner.spec.name, event.number, isDuplicate, runner.spec.lock});
}

void ScenarioFold::on(const journal::ClientChange &turn, const RunClient &runner)
{
    if (turn.served) {
        count(runner, [&](LockCounts &counts) {
            ++counts.acquired;
            counts.order << runner.spec.name;
        });
    }
    if (turn.stopped && runner.state == LockState::Releasing)
        count(runner, [](LockCounts &counts) { ++counts.releases; });
    if (runner.state == LockState::Released && runner.error) {
        count(runner, [&](LockCounts &counts) {
            counts.timedOut += runner.timedOut() ? 1 : 0;
            counts.failed += runner.hasFailed() ? 1 : 0;
        });
    }
}

/// One that took part has begun or ended to believe that it holds.
void ScenarioFold::noteOverlap(const RunClient &runner, qint64 atNs)
{
    for (const QString &lock : locksOf(runner.spec)) {
        const auto since = m_overlapSinceNs.find(lock);
        if (areTooMany(lock)) {
            if (since == m_overlapSinceNs.end())
                m_overlapSinceNs.insert(lock, atNs);
        } else if (since != m_overlapSinceNs.end()) {
            m_longestOverlapNs = std::max(m_longestOverlapNs, atNs - *since);
            m_overlapSinceNs.erase(since);
        }
    }
}

bool ScenarioFold::areTooMany(const QString &lock) const
{
    int holders = 0;
    int writers = 0;
    for (const auto &[id, runner] : runners()) {
        if (!runner.holds() || journal::takesLeases(runner.spec) || !locksOf(runner.spec).contains(lock))
            continue;
        ++holders;
        writers += runner.mode == locks::Mode::Exclusive ? 1 : 0;
    }
    return holders > 1 && writers > 0;
}

std::chrono::milliseconds ScenarioFold::longestOverlap() const
{
    qint64 longestNs = m_longestOverlapNs;
    for (const qint64 sinceNs : m_overlapSinceNs) // to the end
        longestNs = std::max(longestNs, nowNs() - sinceNs);
    return std::chrono::milliseconds(longestNs / 1'000'000);
}

template<typename Change>
void ScenarioFold::count(const RunClient &runner, Change change)
{
    change(m_counts[QString()]);
    for (const QString &lock : locksOf(runner.spec))
        change(m_counts[lock]);
}

void ScenarioFold::measure()
{
    for (auto counts = m_counts.begin(); counts != m_counts.end(); ++counts) {
        counts->releases = counts->requests = counts->watchEvents = 0;
        counts->herdBefore = m_report.herd().count(counts.key());
    }
}

void ScenarioFold::asked(ClientId id, int rounds)
{
    const RunClient *client = m_report.runner(id);
    if (!client)
        return;
    const auto ask = [&](RunReport &report) {
        RunClient &asked = *report.runner(id);
        asked.attemptsAsked = rounds == 0 ? std::numeric_limits<int>::max() : asked.attempts + rounds;
    };
    ask(m_report);
    eachSide(client->spec, ask);
}

bool ScenarioFold::isTrue(const ClientCondition &condition) const
{
    return std::all_of(condition.clients.begin(), condition.clients.end(), [&](const QString &name) {
        const RunClient *one = runner(name);
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
            const RunClient *one = runner(name);
            if (one && !fits(*clients, *one) && texts.size() < mostShown)
                texts << runnerText(name, *one);
        }
        return Text::listed(texts);
    }
    if (const auto *lock = std::get_if<LockCondition>(&condition))
        return Text::en("%1 hold, %2 wait, %3 watch events came")
            .arg(holdersOf(lock->lock), waitersOf(lock->lock), counts(lock->lock).watchEvents);
    return {};
}

const RunClient *ScenarioFold::runner(const QString &name) const
{
    return lookUp(runners(), idOf(name));
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
    return std::count_if(runners().begin(), runners().end(), [&](const auto &entry) {
        return entry.second.holds() && locksOf(entry.second.spec).contains(lock);
    });
}

qint64 ScenarioFold::waitersOf(const QString &lock) const
{
    return std::count_if(runners().begin(), runners().end(), [&](const auto &entry) {
        return entry.second.inQueue() && locksOf(entry.second.spec).contains(lock);
    });
}

} // namespace lockscope::lab
