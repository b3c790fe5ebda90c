// SPDX-License-Identifier: Apache-2.0
// The World's clients: what the lab wrote of them.
#include "core/history/world.h"

#include <algorithm>

namespace lockscope::journal {

const Client *World::client(ClientId id) const
{
    const auto found = m_clients.find(id);
    return found == m_clients.end() ? nullptr : &found->second;
}

const Client *World::clientOfSession(SessionId session) const
{
    const auto found = m_clientBySession.constFind(session);
    return found == m_clientBySession.cend() ? nullptr : client(*found);
}

template<typename Change>
void World::changeClient(ClientId id, Changes &changes, Change change)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return;
    change(found->second);
    changes.clients.insert(id);
}

void World::on(const ClientSpawned &event, Changes &changes)
{
    Client client;
    client.spec = event;
    client.mode = event.mode;
    client.stateSinceNs = m_atNs;
    m_clients.insert_or_assign(event.id, client);
    changes.clients.insert(event.id);
    changes.clientsRemoved.remove(event.id);
    if (event.recipe == locks::RecipeId::Ephemeral) {
        Touched touched;
        m_tree.noteNodeLock(event.lock, touched);
        noteTouched(touched, changes);
    }
}

void World::on(const ClientConnection &event, Changes &changes)
{
    changeClient(event.id, changes, [&](Client &client) {
        client.connection = event.state;
        if (event.state == ConnectionState::Connected)
            client.crashed = false;
        if (isOver(event.state)
            || (!event.session.isNull() && event.session != client.session)) // and its watches with it
            client.watchesHeld = 0;
        if (event.session.isNull())
            return;
        client.session = event.session;
        m_clientBySession.insert(event.session, event.id);
    });
}

void World::on(const ClientLockState &event, Changes &changes)
{
    changeClient(event.id, changes, [&](Client &client) {
        if (client.state == locks::LockState::Retained && event.state != locks::LockState::Retained)
            m_herd.released(client.spec.lock, event.id, m_atNs);
        if (client.state != event.state)
            client.stateSinceNs = m_atNs;
        client.state = event.state;
        client.node = event.node;
        client.token = event.token;
        client.round = event.round;
        client.error = event.error;
        client.entries = event.entries;
        client.mode = event.mode;
    });
}

void World::on(const ClientStep &event, Changes &changes)
{
    changeClient(event.id, changes, [&](Client &client) {
        client.step = event.step;
        client.stepPath = event.path;
    });
}

void World::on(const ClientRequest &event, Changes &changes)
{
    changeClient(event.id, changes, [&](Client &client) {
        ++client.requests;
        m_herd.requested(client.spec.lock, event.id);
    });
}

void World::on(const ClientReply &, Changes &) { }

void World::on(const ClientWatchFired &event, Changes &changes)
{
    changeClient(event.id, changes, [&](Client &client) {
        ++client.watchEvents;
        client.watchesHeld = std::max(0, client.watchesHeld - 1);
        m_herd.woken(client.spec.lock, event.id);
    });
}

void World::on(const ClientWatchSet &event, Changes &changes)
{
    changeClient(event.id, changes, [](Client &client) { ++client.watchesHeld; });
}

void World::on(const ClientWatchEnded &event, Changes &changes)
{
    changeClient(event.id, changes, [](Client &client) { client.watchesHeld = std::max(0, client.watchesHeld - 1); });
}

void World::on(const ServerNode &event, Changes &)
{
    m_newestZxid = std::max(m_newestZxid, event.czxid);
}

void World::on(const ClientStamp &, Changes &) { } // of the run, not of the client

void World::on(const ClientFault &event, Changes &changes)
{
    changeClient(event.id, changes, [&](Client &client) {
        ++client.faults;
        switch (event.fault) {
        case Fault::Crash: client.crashed = true; break;
        case Fault::Pause: client.paused = true; break;
        case Fault::Resume: client.paused = false; break;
        case Fault::Partition: client.cutOff = true; break;
        case Fault::Heal:
            client.cutOff = false;
            client.delayMs = 0;
            break;
        case Fault::Delay: client.delayMs = event.durationMs; break;
        case Fault::LoseReply:
        case Fault::LoseCreateReply:
        case Fault::Expire:
        case Fault::Close: break;
        }
    });
}

void World::on(const ClientRemoved &event, Changes &changes)
{
    if (m_clients.erase(event.id) == 0)
        return;
    m_clientBySession.removeIf([&](const auto &entry) { return entry.value() == event.id; });
    changes.clients.remove(event.id);
    changes.clientsRemoved.insert(event.id);
}

} // namespace lockscope::journal
