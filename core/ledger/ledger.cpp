// SPDX-License-Identifier: Apache-2.0
#include "core/ledger/ledger.h"

#include "core/base/path.h"

namespace lockscope::journal {

using locks::LockState;

void Ledger::append(const Event &event)
{
    const Moment now{event.number, event.atNs};
    m_nodes.apply(event);
    for (const NodeTurn &turn : m_nodes.turns())
        note(turn);
    std::visit([&](const auto &what) { on(what, now); }, event.what);
}

const LockTurns *Ledger::of(const QString &lock) const
{
    const auto found = m_locks.find(lock);
    return found == m_locks.end() ? nullptr : &found->second;
}

// ---- what simulated clients tell ----

void Ledger::on(const ClientSpawned &event, Moment)
{
    Client &client = m_clients[event.id];
    client.locks = event.paths.isEmpty() ? QStringList{event.lock} : event.paths;
    client.inNoLine = event.recipe == locks::RecipeId::Ephemeral;
}

void Ledger::on(const ClientConnection &event, Moment)
{
    if (!event.session.isNull())
        m_ownSessions.insert(event.session);
}

void Ledger::on(const ClientLockState &event, Moment now)
{
    const auto found = m_clients.find(event.id);
    if (found == m_clients.end())
        return;
    Client &client = found->second;
    switch (event.state) {
    case LockState::Fetching:
        if (client.open.empty())
            ask(event.id, client, now, false);
        break;
    case LockState::Retained:
        if (client.open.empty()) // the journal begins in the middle of it
            ask(event.id, client, now, true);
        grant(client, event, now);
        break;
    case LockState::Releasing:
    case LockState::Released:
    case LockState::Free: leave(event.id, now); break;
    }
}

void Ledger::ask(ClientId id, Client &client, Moment now, bool before)
{
    for (const QString &lock : std::as_const(client.locks)) {
        Acquisition acquisition;
        acquisition.client = id;
        acquisition.toldBy = now.number;
        acquisition.asked = now;
        acquisition.inNoLine = client.inNoLine;
        acquisition.askedBefore = acquisition.heldBefore = before;
        client.open.insert_or_assign(lock, add(lock, acquisition));
    }
}

void Ledger::grant(Client &client, const ClientLockState &event, Moment now)
{
    for (const auto &[lock, id] : client.open) {
        Acquisition *acquisition = find(lock, id);
        if (!acquisition || acquisition->granted.number != 0)
            continue;
        acquisition->granted = now;
        if (acquisition->czxidBy == 0 && !event.token.isNull()) {
            acquisition->czxid = event.token;
            acquisition->czxidBy = now.number;
        }
    }
}

void Ledger::leave(ClientId id, Moment now)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return;
    for (const auto &[lock, open] : std::exchange(found->second.open, {})) {
        if (Acquisition *acquisition = find(lock, open))
            acquisition->ended = now;
    }
}

void Ledger::on(const ClientFault &event, Moment now)
{
    if (event.fault == Fault::Crash) // the dead believe nothing
        leave(event.id, now);
}

void Ledger::on(const ClientRemoved &event, Moment now)
{
    leave(event.id, now);
    m_clients.erase(event.id);
}

void Ledger::on(const ServerNode &event, Moment now)
{
    if (event.life != ServerNode::Life::Born || event.czxid.isNull() || event.owner.isNull())
        return;
    const auto found = m_clients.find(event.id);
    if (found == m_clients.end())
        return;
    for (const auto &[lock, id] : found->second.open) {
        Acquisition *acquisition = find(lock, id);
        if (!acquisition || acquisition->czxidBy != 0 || !isAtOrBelow(event.path, lock))
            continue;
        acquisition->czxid = event.czxid;
        acquisition->czxidBy = now.number;
    }
}

// ---- what the observer saw of others ----

void Ledger::on(const DirectoryListed &event, Moment now)
{
    const qint64 unseen = event.unseenCreates + m_nodes.takeUnread(event.path);
    if (unseen > 0)
        m_locks[m_nodes.lockOf(event.path)].unseen.push_back({now, unseen});
}

void Ledger::note(const NodeTurn &turn)
{
    using What = NodeTurn::What;
    if (m_ownSessions.contains(turn.owner))
        return; // its client tells more
    const auto ask = [&] {
        Acquisition came;
        came.source = turn.source;
        came.session = turn.owner;
        came.node = turn.path;
        came.toldBy = came.czxidBy = turn.at.number;
        came.asked = turn.listed;
        came.czxid = turn.czxid;
        came.askedBefore = turn.before || turn.unknownWait;
        m_observed.insert(turn.path, add(turn.lock, came));
    };
    const auto id = m_observed.constFind(turn.path);
    Acquisition *open = id == m_observed.cend() ? nullptr : find(turn.lock, *id);
    switch (turn.what) {
    case What::Came: ask(); break;
    case What::Served:
        if (open) {
            open->granted = turn.at;
            open->heldBefore = turn.before;
        }
        break;
    case What::Waits:
        if (open)
            open->ended = turn.at;
        ask();
        break;
    case What::Left:
        m_observed.remove(turn.path);
        if (open) {
            open->ended = turn.at;
            open->lostSight = turn.before;
        }
        break;
    }
}

// ---- keeping ----

quint64 Ledger::add(const QString &lock, Acquisition acquisition)
{
    LockTurns &turns = m_locks[lock];
    if (turns.acquisitions.size() >= m_most) {
        const auto count = static_cast<std::ptrdiff_t>(turns.acquisitions.size() / 4 + 1);
        turns.acquisitions.erase(turns.acquisitions.begin(), turns.acquisitions.begin() + count);
        turns.forgotten += static_cast<quint64>(count);
    }
    turns.acquisitions.push_back(std::move(acquisition));
    return turns.forgotten + turns.acquisitions.size() - 1;
}

Acquisition *Ledger::find(const QString &lock, quint64 id)
{
    LockTurns &turns = m_locks[lock];
    return id < turns.forgotten ? nullptr : &turns.acquisitions[static_cast<size_t>(id - turns.forgotten)];
}

} // namespace lockscope::journal
