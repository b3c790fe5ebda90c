// SPDX-License-Identifier: Apache-2.0
#include "core/ledger/acquisitions.h"

#include "core/base/path.h"

namespace lockscope::journal {

using locks::LockState;

void Acquisitions::append(const Event &event)
{
    const Moment now{event.number, event.atNs};
    std::visit([&](const auto &what) { on(what, now); }, event.what);
}

const LockTurns *Acquisitions::of(const QString &lock) const
{
    const auto found = m_locks.find(lock);
    return found == m_locks.end() ? nullptr : &found->second;
}

// ---- what simulated clients tell ----

void Acquisitions::on(const ClientSpawned &event, Moment)
{
    Client &client = m_clients[event.id];
    client.locks = event.paths.isEmpty() ? QStringList{event.lock} : event.paths;
    client.inNoLine = event.recipe == locks::RecipeId::Ephemeral;
}

void Acquisitions::on(const ClientConnection &event, Moment)
{
    if (!event.session.isNull())
        m_ownSessions.insert(event.session);
}

void Acquisitions::on(const ClientLockState &event, Moment now)
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

void Acquisitions::ask(ClientId id, Client &client, Moment now, bool before)
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

void Acquisitions::grant(Client &client, const ClientLockState &event, Moment now)
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

void Acquisitions::leave(ClientId id, Moment now)
{
    const auto found = m_clients.find(id);
    if (found == m_clients.end())
        return;
    for (const auto &[lock, open] : std::exchange(found->second.open, {})) {
        if (Acquisition *acquisition = find(lock, open))
            acquisition->ended = now;
    }
}

void Acquisitions::on(const ClientFault &event, Moment now)
{
    if (event.fault == Fault::Crash) // the dead believe nothing
        leave(event.id, now);
}

void Acquisitions::on(const ClientRemoved &event, Moment now)
{
    leave(event.id, now);
    m_clients.erase(event.id);
}

void Acquisitions::on(const ServerNode &event, Moment now)
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

void Acquisitions::on(const DirectoryListed &event, Moment now)
{
    const auto [line, isNew] = m_lines.try_emplace(event.path);
    note(line->second.listed(event, now.number, now.atNs), now);
    const qint64 unseen = event.unseenCreates + line->second.takeUnread();
    if (unseen > 0)
        m_locks[event.path].unseen.push_back({now, unseen});
}

void Acquisitions::on(const NodeResolved &event, Moment now)
{
    const auto line = m_lines.find(parentPath(event.path));
    if (line != m_lines.end())
        note(line->second.resolved(event), now);
}

void Acquisitions::on(const NodeVanished &event, Moment now)
{
    const auto line = m_lines.find(event.path);
    if (line != m_lines.end())
        note(line->second.vanished(false), now);
}

void Acquisitions::on(const ConnectionChanged &event, Moment now)
{
    // Of another ensemble nothing that was seen is true.
    if (!event.endpoint.isEmpty() && event.endpoint != m_endpoint) {
        loseSightOfAll(now);
        m_endpoint = event.endpoint;
    }
}

void Acquisitions::on(const ObservationChanged &event, Moment now)
{
    if (event.freshness == Freshness::Empty || event.root.isEmpty())
        loseSightOfAll(now);
}

void Acquisitions::loseSightOfAll(Moment now)
{
    for (auto &[directory, line] : m_lines)
        note(line.vanished(true), now);
    m_lines.clear();
}

void Acquisitions::note(const ObservedLine::Turns &turns, Moment now)
{
    using What = ObservedLine::Turn::What;
    for (const ObservedLine::Turn &turn : turns) {
        if (m_ownSessions.contains(turn.owner))
            continue; // its client tells more
        if (turn.what == What::Came) {
            Acquisition came;
            came.session = turn.owner;
            came.node = turn.path;
            came.toldBy = came.czxidBy = now.number;
            came.asked = {turn.listedBy, turn.listedNs};
            came.czxid = turn.czxid;
            came.askedBefore = turn.before || turn.unknownWait;
            m_observed.insert(turn.path, add(turn.lock, came));
            continue;
        }
        const auto id = m_observed.constFind(turn.path);
        Acquisition *acquisition = id == m_observed.cend() ? nullptr : find(turn.lock, *id);
        if (turn.what == What::Left)
            m_observed.remove(turn.path);
        if (!acquisition)
            continue;
        if (turn.what == What::Served) {
            acquisition->granted = now;
            acquisition->heldBefore = turn.before;
        } else {
            acquisition->ended = now;
            acquisition->lostSight = turn.before;
        }
    }
}

// ---- keeping ----

quint64 Acquisitions::add(const QString &lock, Acquisition acquisition)
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

Acquisition *Acquisitions::find(const QString &lock, quint64 id)
{
    LockTurns &turns = m_locks[lock];
    return id < turns.forgotten ? nullptr : &turns.acquisitions[static_cast<size_t>(id - turns.forgotten)];
}

} // namespace lockscope::journal
