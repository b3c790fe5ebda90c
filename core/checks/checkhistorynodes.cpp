// SPDX-License-Identifier: Apache-2.0
#include "core/checks/checkhistory.h"

#include "core/base/path.h"

namespace lockscope::journal::check {

namespace {

/// A name by which somebody contends, or the lock path itself as a plain ephemeral node.
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

NodePtr RunHistory::born(const QString &path, Zxid czxid, SessionId owner, Client *client)
{
    if (const NodePtr known = nodeAt(path)) {
        if (czxid.isNull() || known->czxid.isNull() || known->czxid == czxid)
            return known;
        gone(known); // made anew: the one before must have gone
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
