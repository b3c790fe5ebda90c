// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checkparts.h"

#include "core/base/path.h"

#include <algorithm>

namespace lockscope::journal::check {

using locks::LockState;

namespace {

/// A simulated client learns it at once; another program has its threads and its output between.
qint64 slowToLearnNs(const CheckedClient &client)
{
    return client.spec.foreign ? 1'000'000'000 : 50'000'000;
}

/// The watches by which it could be woken. Nodes of the ensemble's own are no locks: Curator watches /zookeeper/config,
/// whether it waits or not.
QList<ClientWatch> awaited(const CheckedClient &client)
{
    QList<ClientWatch> watches = client.watching;
    watches.removeIf([](const ClientWatch &watch) { return isAtOrBelow(watch.path, QStringLiteral("/zookeeper")); });
    return watches;
}

/// Nothing of it is under way: only an event can wake it.
bool isIdle(const CheckedClient &client)
{
    return !client.isOut() && client.connection == ConnectionState::Connected && client.calls.empty() && !client.halted
           && !client.paused;
}

/// The same, and it has said for what.
bool sleeps(const CheckedClient &client)
{
    return isIdle(client) && !awaited(client).isEmpty();
}

/// True if nothing has changed for this client for a while.
bool isQuiet(const CheckedClient &client, qint64 nowNs)
{
    const auto watches = awaited(client);
    return std::all_of(watches.begin(), watches.end(),
                       [&](const ClientWatch &watch) { return nowNs - watch.set.atNs >= graceNs; });
}

std::optional<Violation> lostWakeup(const CheckedClient &client, qint64 atNs)
{
    const auto watches = awaited(client);
    if (!std::all_of(watches.begin(), watches.end(), [](const ClientWatch &watch) { return watch.ofNothing; }))
        return std::nullopt;
    const ClientWatch &watch = watches.front();
    return violationOf(
        Rule::LostWakeup, client, atNs, {watch.path}, {client.asked.number, watch.set.number},
        Text::en("%1 waits for the end of %2 (event %3), which was gone already when its watch was set: no event will "
                 "come.")
            .arg(client.spec.name, watch.path, watch.set.number));
}

/// Another program's client need not say for what it waits. With nothing under way and no watch at all, while others
/// are still served, it may yet ask by itself; \a settled: it does not.
std::optional<Violation> waitsForNothing(const CheckedClient &client, qint64 atNs, bool settled)
{
    if (!settled || !client.spec.foreign || !client.inQueue() || !isIdle(client) || client.cutOff
        || !awaited(client).isEmpty())
        return std::nullopt;
    return violationOf(
        Rule::LostWakeup, client, atNs, {client.node}, {client.asked.number},
        Text::en("%1 has waited since event %2 with its node %3 in the queue, and has neither a watch nor "
                 "a request under way: no event will come.")
            .arg(client.spec.name, client.asked.number, client.node));
}

/// What a waiting client waits for, where that is one node of one other client; or one of its own.
struct Edge
{
    ClientId to;
    ClientWatch watch;
};

/// By the clock, or with the session of a process that its client is no more.
bool goesByItself(const RunHistory &history, const Node &node)
{
    const auto owner = history.clients().find(node.client);
    const bool isOfThisSession = owner != history.clients().end() && owner->second.session == node.owner;
    return node.hasLimit || (!node.owner.isNull() && !isOfThisSession);
}

std::optional<Edge> edgeOf(const RunHistory &history, const CheckedClient &client)
{
    std::optional<Edge> own, other;
    const auto watches = awaited(client);
    for (const ClientWatch &watch : watches) {
        const NodePtr node = history.nodeAt(watch.path);
        if (watch.ofChildren || watch.ofNothing || !node || !node->isAlive() || !node->isContender
            || node->client.isNull() || goesByItself(history, *node))
            return std::nullopt; // it may be woken by something else
        if (node->client == client.spec.id) {
            own = Edge{node->client, watch}; // a holder that watches its own node; waiting for it alone is a mistake
        } else if (other) {
            return std::nullopt;
        } else {
            other = Edge{node->client, watch};
        }
    }
    return other ? other : own;
}

/// The circle in which \a start waits for itself. \a isWaiting: whom to count in.
template<typename IsWaiting>
std::optional<Violation> waitCycle(const RunHistory &history, const CheckedClient &start, IsWaiting isWaiting)
{
    Violation violation{Rule::WaitCycle, start.spec.lock, history.atNs(), {}, {}, {}, {}};
    QList<Text> parts;
    QSet<ClientId> seen;
    for (const CheckedClient *client = &start;;) {
        const auto edge = edgeOf(history, *client);
        if (!edge || seen.contains(client->spec.id))
            return std::nullopt;
        seen.insert(client->spec.id);
        violation.clients += client->spec.name;
        violation.nodes += edge->watch.path;
        violation.events += edge->watch.set.number;
        parts += edge->to == client->spec.id
                     ? Text::en("%1 waits for its own node %2 (event %3)")
                           .arg(client->spec.name, edge->watch.path, edge->watch.set.number)
                     : Text::en("%1 waits for %2 of %3 (event %4)")
                           .arg(client->spec.name, edge->watch.path, history.nameOf(edge->to), edge->watch.set.number);
        if (edge->to == start.spec.id)
            break;
        const auto next = history.clients().find(edge->to);
        if (next == history.clients().end() || !isWaiting(next->second))
            return std::nullopt;
        client = &next->second;
    }
    violation.text = Text::en("%1: no client ever wakes.").arg(Text::listed(parts));
    return violation;
}

QString keyOf(const Violation &violation)
{
    auto events = violation.events;
    std::sort(events.begin(), events.end());
    QStringList numbers;
    for (const quint64 event : events)
        numbers += QString::number(event);
    return numbers.join(u' ');
}

Violation silentLoss(const CheckedClient &client, quint64 lostAt, quint64 until, qint64 atNs)
{
    QList<quint64> events{client.heldInAttemptAt(), lostAt};
    if (until != 0)
        events += until;
    const Text loss = until == 0
                          ? Text::en("%1 believed to hold %2 to the end although its session was over at event %3: "
                                     "its node was gone, and others could hold.")
                          : Text::en("%1 believed to hold %2 until event %4 although its session was over at event "
                                     "%3: its node was gone, and others could hold.");
    return violationOf(Rule::SilentLoss, client, atNs, {}, events,
                       loss.arg(client.spec.name, client.spec.lock, lostAt, until));
}

} // namespace

void WaitsCheck::add(const RunHistory &history, const Event &event, const EventEffect &effect, CheckReport &findings)
{
    if (!effect.client)
        return;
    const CheckedClient &client = *effect.client;
    const ClientId id = client.spec.id;

    const auto *connection = std::get_if<ClientConnection>(&event.what);
    const bool isOver = connection && connection->state == ConnectionState::Expired;
    const auto *fault = std::get_if<ClientFault>(&event.what);
    const bool goesOn = fault && fault->fault == Fault::Resume && m_lost.contains(id);
    if ((isOver && !client.holdings.empty()) || goesOn)
        m_lost.insert(id, {event.number, event.atNs}); // a paused one learns it when it goes on
    if (!effect.ended.empty() && client.holdings.empty() && m_lost.contains(id)) {
        const Moment loss = m_lost.take(id);
        // A client that hears of it has lost the lock at once; one that gives it back has not heard.
        const bool givesBack =
            effect.turn.stateReported && client.state == LockState::Releasing && !client.spec.foreign;
        if (!client.isOut() && !client.paused && (givesBack || event.atNs - loss.atNs > slowToLearnNs(client)))
            findings.add(silentLoss(client, loss.number, event.number, event.atNs));
    }

    // It waited in vain: was there anything to wait for?
    const bool gaveUp = effect.turn.stateReported && effect.turn.before == LockState::Fetching
                        && (client.state == LockState::Releasing || client.state == LockState::Released);
    if (!gaveUp || !sleeps(client))
        return;
    if (auto lost = lostWakeup(client, event.atNs)) {
        findings.add(std::move(*lost));
        return;
    }
    auto cycle = waitCycle(history, client, [](const CheckedClient &other) {
        return other.state == LockState::Fetching && sleeps(other);
    });
    if (cycle && !m_reportedCycles.contains(keyOf(*cycle))) {
        m_reportedCycles.insert(keyOf(*cycle));
        findings.add(std::move(*cycle));
    }
}

void WaitsCheck::finish(const RunHistory &history, CheckReport &findings, bool settled) const
{
    QSet<QString> found = m_reportedCycles;
    const auto waits = [&](const CheckedClient &client) {
        return client.state == LockState::Fetching && sleeps(client) && (settled || isQuiet(client, history.atNs()));
    };
    for (const auto &[id, client] : history.clients()) {
        if (m_lost.contains(id) && !client.holdings.empty() && !client.isOut() && !client.paused
            && (settled || history.atNs() - m_lost[id].atNs > slowToLearnNs(client)))
            findings.add(silentLoss(client, m_lost[id].number, 0, history.atNs()));
        if (auto nothing = waitsForNothing(client, history.atNs(), settled))
            findings.add(std::move(*nothing));
        if (!waits(client))
            continue;
        if (const auto lost = lostWakeup(client, history.atNs()))
            findings.add(*lost);
        const auto cycle = waitCycle(history, client, waits);
        if (cycle && !found.contains(keyOf(*cycle))) {
            found.insert(keyOf(*cycle));
            findings.add(*cycle);
        }
    }
}

} // namespace lockscope::journal::check
