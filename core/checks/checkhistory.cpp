// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checkhistory.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>

namespace lockscope::journal::check {

using namespace Qt::StringLiterals;
using locks::LockState;

namespace {

bool isLease(locks::RecipeId recipe)
{
    return locks::recipeInfo(recipe).options.leases;
}

/// A contender's name, or the lock path itself as a plain ephemeral node.
bool contends(const QString &path, SessionId owner, const Client &client)
{
    for (const QString &lock : client.lockPaths()) {
        if (path == lock)
            return !owner.isNull();
        if (isAtOrBelow(path, lock))
            return !owner.isNull() || locks::parseName(baseName(path)).has_value();
    }
    return false;
}

} // namespace

bool exclude(const Grant &a, const Grant &b)
{
    if (a.isPermit && b.isPermit)
        return false;
    return a.mode == locks::Mode::Exclusive || b.mode == locks::Mode::Exclusive;
}

QStringList Client::lockPaths() const
{
    return spec.paths.isEmpty() ? QStringList{spec.lock} : spec.paths;
}

QString RunHistory::nameOf(ClientId id) const
{
    const auto found = m_clients.find(id);
    return found == m_clients.end() ? u"client %1"_s.arg(id.value) : found->second.spec.name;
}

Client *RunHistory::find(ClientId id)
{
    const auto found = m_clients.find(id);
    return found == m_clients.end() ? nullptr : &found->second;
}

Happened RunHistory::apply(const Event &event)
{
    m_number = event.number;
    m_atNs = event.atNs;
    ++m_events;
    Happened happened;
    happened.client = find(clientOf(event.what));
    if (happened.client)
        happened.before = happened.client->state;
    std::visit([&](const auto &what) { on(what, happened); }, event.what);
    return happened;
}

// ---- clients ----

void RunHistory::on(const ClientSpawned &event, Happened &happened)
{
    Client client;
    client.spec = event;
    happened.client = &m_clients.insert_or_assign(event.id, client).first->second;
}

void RunHistory::on(const ClientConnection &event, Happened &happened)
{
    if (!happened.client)
        return;
    Client &client = *happened.client;
    client.connection = event.state;
    const bool over = isOver(event.state);
    const bool isAnother = !event.session.isNull() && event.session != client.session;
    if (over || isAnother) {
        client.watches.clear();
        for (const NodePtr &node : client.nodes) { // those of the session go; when, the server alone knows
            if (!node->owner.isNull())
                node->inDoubt = true;
        }
        client.nodes.clear();
    }
    if (over)
        client.calls.clear();
    if (event.session.isNull())
        return;
    client.session = event.session;
    m_bySession.insert(event.session, event.id);
}

void RunHistory::on(const ClientLockState &event, Happened &happened)
{
    if (!happened.client)
        return;
    Client &client = *happened.client;
    happened.stateTold = true;
    client.state = event.state;
    if (event.state == LockState::Fetching && happened.before != LockState::Fetching) {
        client.attemptAt = m_number;
        client.halted = false;
        client.heldInAttemptAt = 0;
        client.closedOnTheWay = false;
        client.absentReply = false;
    }
    if (event.state == LockState::Releasing) {
        client.releasingAt = m_number;
        // Giving up has a reason; without one its session is being closed.
        client.closedOnTheWay = happened.before == LockState::Fetching && !event.error;
    }
    if (event.state == LockState::Released) {
        client.restAt = m_number;
        client.restNs = m_atNs;
        client.restError = event.error;
        client.restHeldAt = client.heldInAttemptAt;
        client.closedOnTheWay = client.closedOnTheWay || happened.before == LockState::Fetching;
    }
    // It found its node in a list after the reply to its create was lost: nothing else tells of it.
    const bool contending = event.state == LockState::Fetching || event.state == LockState::Retained;
    if (contending && !event.node.isEmpty() && !nodeAt(event.node) && !m_nodes.anyEndedAt(event.node))
        born(event.node, event.token, client.session, &client);
    if (event.state == LockState::Retained)
        retained(client, event, happened);
    else
        stopsHolding(client, happened);
}

void RunHistory::retained(Client &client, const ClientLockState &event, Happened &happened)
{
    client.entries = event.entries;
    if (client.heldInAttemptAt == 0)
        client.heldInAttemptAt = m_number;
    const bool goesOn = !client.grants.empty();
    if (goesOn && client.grants.front()->nodePath == event.node && client.grants.front()->mode == event.mode)
        return; // entered once more, or left once
    const Zxid keptToken = goesOn ? client.grants.front()->token : event.token;
    stopsHolding(client, happened);
    for (const QString &lock : client.lockPaths()) {
        const auto grant = std::make_shared<Grant>();
        grant->client = client.spec.id;
        grant->name = client.spec.name;
        grant->lock = lock;
        grant->recipe = client.spec.recipe;
        grant->mode = event.mode;
        grant->isPermit = isLease(client.spec.recipe);
        grant->nodePath = event.node;
        grant->node = nodeAt(event.node);
        grant->token = keptToken;
        if (!client.spec.paths.isEmpty()) {
            const auto own = std::find_if(client.nodes.begin(), client.nodes.end(), [&](const NodePtr &node) {
                return node->isContender && node->directory == lock;
            });
            grant->node = own == client.nodes.end() ? nullptr : *own;
            grant->token = grant->node ? grant->node->czxid : Zxid();
        }
        grant->from = m_number;
        grant->fromNs = m_atNs;
        client.grants.push_back(grant);
        happened.began.push_back(grant);
    }
    ++m_grants;
}

void RunHistory::stopsHolding(Client &client, Happened &happened)
{
    for (const GrantPtr &grant : client.grants) {
        grant->until = m_number;
        grant->untilNs = m_atNs;
        happened.ended.push_back(grant);
    }
    client.grants.clear();
    if (client.state != LockState::Retained)
        client.entries = 0;
}

void RunHistory::on(const ClientStep &event, Happened &happened)
{
    if (happened.client)
        happened.client->halted = event.step != locks::Step::Wait;
}

void RunHistory::on(const ClientFault &event, Happened &happened)
{
    if (!happened.client)
        return;
    Client &client = *happened.client;
    switch (event.fault) {
    case Fault::Crash:
        client.gone = true;
        stopsHolding(client, happened);
        break;
    case Fault::Pause: client.paused = true; break;
    case Fault::Resume: client.paused = false; break;
    case Fault::Close: client.closedOnTheWay = true; break;
    case Fault::Partition:
    case Fault::Heal:
    case Fault::Delay:
    case Fault::LoseReply:
    case Fault::LoseCreateReply:
    case Fault::Expire: break;
    }
}

void RunHistory::on(const ClientRemoved &, Happened &happened)
{
    if (!happened.client)
        return;
    happened.client->gone = true;
    stopsHolding(*happened.client, happened);
}

// ---- requests and watches ----

void RunHistory::on(const ClientRequest &event, Happened &happened)
{
    if (!happened.client)
        return;
    happened.client->halted = false;
    happened.client->absentReply = false;
    const NodePtr node = nodeAt(event.path);
    happened.client->calls[event.call] = {event.operation, event.path, m_number, node};
    if (node && event.operation == "delete"_L1)
        node->deleteAskedAt = m_number;
}

void RunHistory::on(const ClientReply &event, Happened &happened)
{
    if (!happened.client)
        return;
    Client &client = *happened.client;
    const auto found = client.calls.find(event.call);
    const Call call = found == client.calls.end() ? Call{event.operation, event.path, 0, nullptr} : found->second;
    if (found != client.calls.end())
        client.calls.erase(found);
    client.absentReply = event.operation == "exists"_L1 && !event.error && event.zxid.isNull();
    resolveDoubts(client, event);
    if (event.operation == "delete"_L1)
        deleteAnswered(client, call, event.error, happened);
    if (event.operation == "set"_L1 && !event.error && call.node) // it was there when the leader wrote
        call.node->existedUntil = std::max(call.node->existedUntil, call.number);
}

void RunHistory::resolveDoubts(Client &client, const ClientReply &event)
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

void RunHistory::deleteAnswered(Client &client, const Call &call, const std::optional<Error> &error, Happened &happened)
{
    const bool isGone = !error || error->code == ErrorCode::NoNode;
    // The node that was known when it was asked: the answer of another server may already have told of the next one.
    const NodePtr &node = call.node;
    if (!node) {
        if (isGone && !nodeAt(call.path))
            m_nodes.rememberEnd(call.path, {});
        return;
    }
    if (!error) {
        node->existedUntil = std::max(node->existedUntil, call.number);
        happened.deleted = node;
        happened.client = &client;
    }
    if (isGone)
        gone(node);
    else if (error->outcomeUnknown())
        node->inDoubt = true;
    else if (!error->sessionIsOver() && error->code != ErrorCode::NotConnected && error->code != ErrorCode::Cancelled)
        node->refused = true;
}

void RunHistory::on(const ClientWatchSet &event, Happened &happened)
{
    if (happened.client)
        happened.client->watches.push_back(
            {event.path, m_number, m_atNs, event.ofChildren, !event.ofChildren && happened.client->absentReply});
}

void RunHistory::on(const ClientWatchFired &event, Happened &happened)
{
    if (!happened.client)
        return;
    const auto watch = dropWatch(*happened.client, event.path);
    const NodePtr node = nodeAt(event.path);
    if (event.event == WatchEvent::Deleted && watch && node && node->bornAt < watch->setAt)
        gone(node);
}

void RunHistory::on(const ClientWatchEnded &event, Happened &happened)
{
    if (happened.client)
        dropWatch(*happened.client, event.path);
}

std::optional<WatchHeld> RunHistory::dropWatch(Client &client, const QString &path)
{
    const auto found = std::find_if(client.watches.begin(), client.watches.end(),
                                    [&](const WatchHeld &watch) { return watch.path == path; });
    if (found == client.watches.end())
        return std::nullopt;
    const WatchHeld watch = *found;
    client.watches.erase(found);
    return watch;
}

// ---- nodes ----

bool NodeBook::end(const NodePtr &node, quint64 event)
{
    if (node->goneAt != 0)
        return false;
    node->goneAt = event;
    rememberEnd(node->path, node->czxid);
    if (at(node->path) == node)
        m_nodes.remove(node->path);
    return true;
}

void NodeBook::rememberEnd(const QString &path, Zxid czxid)
{
    constexpr size_t remembered = 50'000; // far more than an observer's answers can be late
    if (!m_ended.contains(path))
        m_endedInOrder.push_back(path);
    m_ended.insert(path, czxid);
    if (m_endedInOrder.size() > remembered) {
        m_ended.remove(m_endedInOrder.front());
        m_endedInOrder.pop_front();
    }
}

bool NodeBook::hasEnded(const QString &path, Zxid czxid) const
{
    const auto ended = m_ended.constFind(path);
    return ended != m_ended.cend() && (ended->isNull() || *ended >= czxid);
}

NodePtr RunHistory::born(const QString &path, Zxid czxid, SessionId owner, Client *client)
{
    if (const NodePtr known = nodeAt(path)) {
        if (czxid.isNull() || known->czxid.isNull() || known->czxid == czxid)
            return known;
        gone(known); // made again: the one before must have gone
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
    m_nodes.add(node);
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
    if (m_nodes.hasEnded(path, czxid))
        return nullptr;
    Client *client = find(m_bySession.value(owner));
    return client && client->session == owner ? born(path, czxid, owner, client) : nullptr;
}

void RunHistory::gone(const NodePtr &node)
{
    Client *client = m_nodes.end(node, m_number) ? find(node->client) : nullptr;
    if (client)
        std::erase(client->nodes, node);
}

void RunHistory::on(const ServerNode &event, Happened &happened)
{
    switch (event.life) {
    case ServerNode::Life::Born: {
        const NodePtr node = born(event.path, event.czxid, event.owner, happened.client);
        if (node->bornAt == m_number && node->isContender)
            happened.born = node;
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

void RunHistory::on(const ReleaseForced &event, Happened &)
{
    const NodePtr node = nodeAt(event.node);
    if (!event.error && node && (node->czxid.isNull() || node->czxid == event.czxid))
        gone(node);
}

void RunHistory::on(const DirectoryListed &event, Happened &)
{
    for (const QString &name : event.removed) {
        const NodePtr node = nodeAt(joinPath(event.path, name));
        if (node && node->czxid <= event.stat.pzxid)
            gone(node);
    }
}

void RunHistory::on(const NodeResolved &event, Happened &)
{
    if (!event.stat.isEphemeral())
        return;
    if (const NodePtr node = seen(event.path, event.stat.czxid, event.stat.owner()))
        node->seenAt = m_number;
}

} // namespace lockscope::journal::check
