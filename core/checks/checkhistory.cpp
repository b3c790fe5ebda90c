// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checkhistory.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal::check {

using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

/// A contender's name, or the lock path itself as a plain ephemeral node.
bool contends(const QString &path, SessionId owner, const CheckedClient &client)
{
    for (const QString &lock : locksOf(client.spec)) {
        if (path == lock)
            return !owner.isNull();
        if (isAtOrBelow(path, lock))
            return !owner.isNull() || locks::parseName(baseName(path)).has_value();
    }
    return false;
}

} // namespace

bool exclude(const Hold &a, const Hold &b)
{
    if (a.isPermit && b.isPermit)
        return false;
    return a.mode == locks::Mode::Exclusive || b.mode == locks::Mode::Exclusive;
}

QString RunHistory::nameOf(ClientId id) const
{
    const CheckedClient *client = lookUp(m_clients, id);
    return client ? client->spec.name : u"client %1"_s.arg(id.value);
}

EventEffect RunHistory::apply(const Event &event)
{
    m_number = event.number;
    m_atNs = event.atNs;
    ++m_events;
    EventEffect effect;
    if (const auto *spawned = std::get_if<ClientSpawned>(&event.what)) {
        CheckedClient &made = m_clients.insert_or_assign(spawned->id, CheckedClient()).first->second;
        made.isByLog = !locks::recipeInfo(spawned->recipe).isOfZooKeeper();
    }
    effect.client = find(clientOf(event.what));
    if (effect.client)
        effect.turn = follow(*effect.client, event);
    std::visit(
        [&](const auto &what) {
            if constexpr (requires { on(what, *effect.client, effect); }) {
                if (effect.client) // else it was spawned before the journal began
                    on(what, *effect.client, effect);
            } else if constexpr (requires { on(what, effect); }) {
                on(what, effect);
            } else if constexpr (requires { on(what); }) {
                on(what);
            }
        },
        event.what);
    return effect;
}

// ---- clients ----

void RunHistory::on(const ClientConnection &event, CheckedClient &client, EventEffect &effect)
{
    if (effect.turn.sessionLost) {
        for (const NodePtr &node : client.nodes) { // those of the session go; when, the server alone knows
            if (!node->owner.isNull() && !node->isKey)
                node->inDoubt = true;
        }
        std::erase_if(client.nodes, [](const NodePtr &node) { return !node->isKey; });
    }
    if (isOver(event.state))
        client.calls.clear();
    if (event.state == ConnectionState::Connected) // a server knows its session
        client.doubtedAt = 0;
    if (!event.session.isNull())
        m_bySession.insert(event.session, event.id);
}

void RunHistory::on(const ClientLockState &event, CheckedClient &client, EventEffect &effect)
{
    const bool gaveUp = effect.turn.before == LockState::Fetching;
    switch (event.state) {
    case LockState::Fetching:
        if (effect.turn.asks)
            client.halted = client.closedOnTheWay = false;
        break;
    case LockState::Releasing:
        // Giving up has a reason; without one its session is being closed.
        client.closedOnTheWay = gaveUp && !event.error;
        break;
    case LockState::Released:
        client.restError = event.error;
        client.restHeldAt = client.heldInAttemptAt();
        client.closedOnTheWay = client.closedOnTheWay || gaveUp;
        break;
    case LockState::Free:
    case LockState::Retained: break;
    }
    // It found its node in a list after the reply to its create was lost: no other event shows it.
    const bool contending = event.state == LockState::Fetching || event.state == LockState::Retained;
    if (contending && !event.node.isEmpty() && !client.isByLog && !nodeAt(event.node) && !m_ended.contains(event.node))
        born(event.node, event.token, client.session, &client);
    if (event.state == LockState::Retained)
        retained(client, event, effect);
    else
        stopsHolding(client, effect);
}

void RunHistory::retained(CheckedClient &client, const ClientLockState &event, EventEffect &effect)
{
    const bool goesOn = !client.holdings.empty();
    if (goesOn && client.holdings.front()->nodePath == event.node && client.holdings.front()->mode == event.mode)
        return; // entered once more, or left once
    const Zxid keptToken = goesOn ? client.holdings.front()->token : event.token;
    const Zxid keptPlace = goesOn ? client.holdings.front()->place : Zxid();
    stopsHolding(client, effect);
    for (const QString &lock : locksOf(client.spec)) {
        const auto grant = std::make_shared<Hold>();
        grant->client = client.spec.id;
        grant->name = client.spec.name;
        grant->lock = lock;
        grant->recipe = client.spec.recipe;
        grant->mode = event.mode;
        grant->isPermit = takesLeases(client.spec);
        grant->nodePath = event.node;
        grant->node = nodeAt(event.node);
        if (client.isByLog) {
            m_unproved += m_keysInLog.contains(lock) || client.spec.withoutLock ? 0 : 1;
            takeOver(grant->node, client);
        } else if (grant->node && grant->node->client != client.spec.id && grant->node->czxid != event.token) {
            grant->node = nullptr; // made since by another: what this client holds by is gone
        }
        grant->token = keptToken;
        if (!client.spec.paths.isEmpty()) {
            const auto own = std::find_if(client.nodes.begin(), client.nodes.end(), [&](const NodePtr &node) {
                return node->isContender && node->directory == lock;
            });
            grant->node = own == client.nodes.end() ? nullptr : *own;
            grant->token = grant->node ? grant->node->czxid : Zxid();
        }
        grant->place = !client.spec.foreign ? grant->token
                       : goesOn             ? keptPlace
                       : grant->node        ? grant->node->czxid
                                            : Zxid();
        grant->from = m_number;
        grant->fromNs = m_atNs;
        client.holdings.push_back(grant);
        effect.began.push_back(grant);
    }
    ++m_grants;
}

void RunHistory::stopsHolding(CheckedClient &client, EventEffect &effect)
{
    for (const HoldPtr &grant : client.holdings) {
        grant->until = m_number;
        grant->untilNs = m_atNs;
        effect.ended.push_back(grant);
    }
    client.holdings.clear();
}

void RunHistory::on(const ClientStep &event, CheckedClient &client, EventEffect &)
{
    client.halted = event.step != locks::Step::Wait;
}

void RunHistory::on(const ClientFault &event, CheckedClient &client, EventEffect &effect)
{
    client.closedOnTheWay |= event.fault == Fault::Close;
    // Of a server that ends the session an answer may come after the fault, and yet be older than the end.
    if (mayEndUnheard(event.fault) && !client.isByLog)
        client.doubtedAt = event.fault == Fault::Expire ? CheckedClient::untilNotified : m_number;
    if (event.fault != Fault::Crash)
        return;
    client.calls.clear(); // no process is left to be answered
    stopsHolding(client, effect);
}

void RunHistory::on(const ClientRemoved &, CheckedClient &client, EventEffect &effect)
{
    client.removed = true;
    stopsHolding(client, effect);
}

// ---- requests and watches ----

void RunHistory::on(const ClientRequest &event, CheckedClient &client, EventEffect &)
{
    client.halted = false;
    if (client.isByLog) {
        client.calls[event.call] = {event.operation, event.path, m_number, nullptr};
        if (event.operation == "del"_L1 || event.operation == "delete"_L1)
            client.deleteAskedAt = m_number;
        return;
    }
    const NodePtr node = nodeAt(event.path);
    client.calls[event.call] = {event.operation, event.path, m_number, node};
    if (node && event.operation == "delete"_L1)
        node->deleteAskedAt = m_number;
}

void RunHistory::on(const ClientReply &event, CheckedClient &client, EventEffect &effect)
{
    const auto known = client.calls.extract(event.call);
    if (client.isByLog)
        return;
    const PendingCall call = known ? known.mapped() : PendingCall{event.operation, event.path, 0, nullptr};
    const bool isAnswered = !event.error || event.error->code == ErrorCode::NoNode;
    if (isAnswered && call.number > client.doubtedAt)
        client.doubtedAt = 0;
    resolveDoubts(client, event);
    if (event.operation == "delete"_L1)
        deleteAnswered(call, event.error, effect);
    if (event.operation == "set"_L1 && !event.error && call.node) // it was there when the leader wrote
        call.node->existedUntil = std::max(call.node->existedUntil, call.number);
}

void RunHistory::resolveDoubts(CheckedClient &client, const ClientReply &event)
{
    const bool isAbsent = event.error ? event.error->code == ErrorCode::NoNode : event.zxid.isNull();
    const auto nodes = client.nodes; // some may go
    for (const NodePtr &node : nodes) {
        if (!node->inDoubt)
            continue;
        const bool isRead = event.operation == "exists"_L1 || event.operation == "get"_L1;
        const bool wasListed = event.operation == "get_children"_L1 && event.path == node->directory && !event.error;
        if ((isRead && event.path == node->path && isAbsent) || wasListed)
            gone(node); // or still there and seen to be: in both cases it looked, and answers for what it saw
    }
}

void RunHistory::deleteAnswered(const PendingCall &call, const std::optional<Error> &error, EventEffect &effect)
{
    const bool isGone = !error || error->code == ErrorCode::NoNode;
    // The node that was known when it was asked: the answer of another server may have shown the next one already.
    const NodePtr &node = call.node;
    if (!node) {
        if (isGone && !nodeAt(call.path))
            m_ended.insert(call.path, {});
        return;
    }
    if (!error) {
        node->existedUntil = std::max(node->existedUntil, call.number);
        effect.deleted = node;
    }
    if (isGone)
        gone(node);
    else if (error->outcomeUnknown())
        node->inDoubt = true;
    else if (!error->sessionIsOver() && error->code != ErrorCode::NotConnected && error->code != ErrorCode::Cancelled)
        node->refused = true;
}

void RunHistory::on(const ClientWatchFired &event, CheckedClient &client, EventEffect &effect)
{
    if (client.isByLog) // a message may be older than the key that is there now
        return;
    const NodePtr node = nodeAt(event.path);
    const auto &watch = effect.turn.fired;
    if (event.event == WatchEvent::Deleted && watch && node && node->bornAt < watch->set.number)
        gone(node);
}

// ---- nodes ----

NodePtr RunHistory::born(const QString &path, Zxid czxid, SessionId owner, CheckedClient *client)
{
    if (const NodePtr known = nodeAt(path)) {
        if (czxid.isNull() || known->czxid.isNull() || known->czxid == czxid)
            return known;
        if (czxid < known->czxid)
            return nullptr; // its answer came late: it must have gone before the one that is there now was made
        gone(known);        // made again: the one before must have gone
    }
    const auto node = std::make_shared<Node>();
    node->path = path;
    node->directory = parentPath(path);
    node->czxid = czxid;
    node->owner = owner;
    node->bornAt = m_number;
    node->isContender = client && contends(path, owner, *client);
    if (client) {
        node->client = client->spec.id;
        client->nodes.push_back(node);
    }
    m_nodes.insert(path, node);
    return node;
}

NodePtr RunHistory::seen(const QString &path, Zxid czxid, SessionId owner)
{
    if (const NodePtr known = nodeAt(path)) {
        if (known->czxid == czxid)
            return known;
        if (known->czxid.isNull() || czxid < known->czxid)
            return nullptr; // a follower may answer with the past
        gone(known);        // a younger node at its path: the answer to its delete is still under way
    }
    if (const Zxid *ended = m_ended.find(path); ended && (ended->isNull() || *ended >= czxid))
        return nullptr; // an old answer
    CheckedClient *client = find(m_bySession.value(owner));
    return client && client->session == owner ? born(path, czxid, owner, client) : nullptr;
}

void RunHistory::gone(const NodePtr &node)
{
    if (node->goneAt != 0)
        return;
    node->goneAt = m_number;
    m_ended.insert(node->path, node->czxid);
    if (nodeAt(node->path) == node)
        m_nodes.remove(node->path);
    if (CheckedClient *client = find(node->client))
        std::erase(client->nodes, node);
}

void RunHistory::on(const ServerNode &event, EventEffect &effect)
{
    const bool isOfLog = event.life == ServerNode::Life::Gone && !event.czxid.isNull();
    if (isOfLog || m_keysInLog.contains(event.path) || (effect.client && effect.client->isByLog)) {
        onKey(event, effect);
        return;
    }
    switch (event.life) {
    case ServerNode::Life::Born: {
        const NodePtr node = born(event.path, event.czxid, event.owner, effect.client);
        if (node && !std::exchange(node->isAnswered, true) && node->isContender)
            effect.born = node;
        break;
    }
    case ServerNode::Life::Seen:
        if (!event.owner.isNull())
            seen(event.path, event.czxid, event.owner);
        break;
    case ServerNode::Life::Gone: {
        // Of a delete's answer the node is known already; here it is what went with its session.
        const NodePtr node = nodeAt(event.path);
        if (node && node->client == event.id)
            gone(node);
        break;
    }
    }
}

void RunHistory::onKey(const ServerNode &event, EventEffect &effect)
{
    m_keysInLog.insert(event.path);
    if (event.life == ServerNode::Life::Gone) {
        keyGone(event, effect);
        return;
    }
    const NodePtr node = born(event.path, event.czxid, event.owner, effect.client);
    if (!node)
        return;
    node->isKey = true;
    node->hasLimit = event.untilMs != 0;
    node->writer = event.id;
}

void RunHistory::keyGone(const ServerNode &event, EventEffect &effect)
{
    if (const NodePtr node = nodeAt(event.path); node && node->czxid == event.czxid) {
        gone(node);
        m_keysGone.insert(event.path, node);
        CheckedClient *owner = find(node->client);
        if (owner && (owner->isOut() || isOver(owner->connection)) && !node->hasLimit && node->deleteAskedAt == 0) {
            node->leftBehind = true;
            owner->nodes.push_back(node);
        }
    }
    const NodePtr node = m_keysGone.value(event.path);
    if (!effect.client || !node || node->czxid != event.czxid)
        return;
    node->leftBehind = false;
    // Deleting another client's key is a wrong only while that client holds: a key over by all clocks has no owner.
    const CheckedClient *owner = find(node->client);
    if (owner != effect.client && (!owner || !owner->holds()))
        return;
    node->existedUntil = effect.client->deleteAskedAt;
    effect.deleted = node;
}

void RunHistory::takeOver(const NodePtr &key, CheckedClient &client)
{
    if (!key || key->writer != client.spec.id || key->client == client.spec.id)
        return;
    if (CheckedClient *before = find(key->client))
        std::erase(before->nodes, key);
    key->client = client.spec.id;
    key->owner = client.session;
    client.nodes.push_back(key);
}

void RunHistory::on(const ReleaseForced &event)
{
    const NodePtr node = nodeAt(event.node);
    if (!event.error && node && (node->czxid.isNull() || node->czxid == event.czxid))
        gone(node);
}

void RunHistory::on(const DirectoryListed &event)
{
    for (const QString &name : event.removed) {
        const NodePtr node = nodeAt(joinPath(event.path, name));
        if (node && node->czxid <= event.stat.pzxid)
            gone(node);
    }
}

void RunHistory::on(const NodeResolved &event)
{
    if (!event.stat.isEphemeral())
        return;
    if (const NodePtr node = seen(event.path, event.stat.czxid, event.stat.owner()))
        node->seenAt = m_number;
}

} // namespace lockscope::journal::check
