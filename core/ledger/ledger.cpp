// SPDX-License-Identifier: Apache-2.0
#include "core/ledger/ledger.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"

#include <algorithm>
#include <utility>

namespace lockscope::journal {

using locks::LockState;

namespace {

/// Of a hundred thousand lists each may have one entry or two: a short one grows by an eighth.
template<typename T>
void appendTightly(std::vector<T> &list, T value)
{
    constexpr size_t isShort = 64;
    if (list.size() == list.capacity() && list.size() < isShort)
        list.reserve(list.size() + std::max<size_t>(1, list.size() / 8));
    list.push_back(std::move(value));
}

} // namespace

void Ledger::append(const Event &event, const World &world, const Changes &changed)
{
    const Moment now{event.number, event.atNs};
    m_nodes.apply(event, world, changed);
    for (const NodeChange &turn : m_nodes.turns())
        note(turn);
    followClient(event, now);
    if (const auto *node = std::get_if<ServerNode>(&event.what))
        noteBirth(*node, now);
    else if (const auto *listed = std::get_if<DirectoryListed>(&event.what))
        noteUnseen(*listed, now, world);
    if (m_kept > m_most)
        forgetOldest();
    if (m_locks.size() > m_nodes.lockCount() + m_goneAllowed)
        forgetGoneLocks();
}

void Ledger::append(const Event &event, World &world)
{
    Changes changed;
    world.apply(event, changed);
    append(event, std::as_const(world), changed);
}

const LockTurns *Ledger::of(const QString &lock) const
{
    const Kept *kept = lookUp(m_locks, lock);
    return kept ? &kept->turns : nullptr;
}

std::optional<HeldSince> Ledger::heldSince(const QString &lock, const QString &node, quint64 number) const
{
    const LockTurns *turns = of(lock);
    if (!turns)
        return std::nullopt;
    const auto &holds = turns->holds;
    const auto end = std::upper_bound(holds.begin(), holds.end(), number,
                                      [](quint64 until, const NodeHold &hold) { return until < hold.served.number; });
    const auto newest = std::find_if(std::make_reverse_iterator(end), holds.rend(),
                                     [&](const NodeHold &hold) { return hold.node == node; });
    return newest == holds.rend() ? std::nullopt : std::optional(HeldSince{newest->served.atNs, newest->before});
}

const Client *Ledger::client(ClientId id) const
{
    return lookUp(m_askers, id);
}

// ---- events of simulated clients ----

void Ledger::followClient(const Event &event, Moment now)
{
    m_turn = {};
    if (const auto *spawned = std::get_if<ClientSpawned>(&event.what))
        m_askers.try_emplace(spawned->id);
    const auto found = m_askers.find(clientOf(event.what));
    if (found == m_askers.end())
        return;
    LedgerClient &asker = found->second;
    m_turn = follow(asker, event);
    if (const auto *changed = std::get_if<ClientConnection>(&event.what); changed && !changed->session.isNull())
        m_ownSessions.insert(changed->session, changed->id);
    const bool removed = std::holds_alternative<ClientRemoved>(event.what);
    const LockState state = asker.believes(); // of a crashed one: free
    if (m_turn.asks || removed || (state != LockState::Fetching && state != LockState::Retained))
        leave(asker, now);
    if (m_turn.asks)
        ask(asker, now, false);
    if (m_turn.served) {
        if (asker.open.empty()) // the journal begins in the middle of it
            ask(asker, now, true);
        grant(asker, now);
    }
    if (removed)
        m_askers.erase(found);
}

void Ledger::ask(LedgerClient &asker, Moment now, bool before)
{
    for (const QString &lock : locksOf(asker.spec)) {
        Acquisition acquisition;
        acquisition.client = asker.spec.id;
        acquisition.knownBy = now.number;
        acquisition.asked = now;
        acquisition.inNoLine = locks::isOfOneNode(asker.spec.recipe);
        acquisition.askedBefore = acquisition.heldBefore = before;
        asker.open.insert_or_assign(lock, add(lock, acquisition));
    }
}

void Ledger::grant(LedgerClient &asker, Moment now)
{
    for (const auto &[lock, id] : asker.open) {
        Acquisition *acquisition = find(lock, id);
        if (!acquisition || acquisition->granted.number != 0)
            continue;
        acquisition->granted = now;
        if (acquisition->czxidBy == 0 && !asker.token.isNull()) {
            acquisition->czxid = asker.token;
            acquisition->czxidBy = now.number;
        }
    }
}

void Ledger::leave(LedgerClient &asker, Moment now)
{
    for (const auto &[lock, open] : std::exchange(asker.open, {})) {
        if (Acquisition *acquisition = find(lock, open))
            acquisition->ended = now;
    }
}

void Ledger::noteBirth(const ServerNode &event, Moment now)
{
    if (event.life != ServerNode::Life::Born || event.czxid.isNull() || event.owner.isNull())
        return;
    const LedgerClient *asker = lookUp(m_askers, event.id);
    if (!asker)
        return;
    for (const auto &[lock, id] : asker->open) {
        Acquisition *acquisition = find(lock, id);
        if (!acquisition || acquisition->czxidBy != 0 || !isAtOrBelow(event.path, lock))
            continue;
        acquisition->czxid = event.czxid;
        acquisition->czxidBy = now.number;
    }
}

// ---- what the observer saw of others ----

void Ledger::noteUnseen(const DirectoryListed &event, Moment now, const World &world)
{
    const qint64 unseen = event.unseenCreates + m_nodes.takeUnread(event.path);
    if (unseen <= 0)
        return;
    appendTightly(keptOf(world.lockOf(event.path)).turns.unseen, {now, unseen});
    ++m_kept;
}

void Ledger::note(const NodeChange &turn)
{
    using enum NodeStanding;
    if (turn.now == Holding)
        appendTightly(keptOf(turn.lock).turns.holds, {turn.path, turn.at, turn.before});
    if (m_ownSessions.contains(turn.owner))
        return; // the events of its client say more
    const quint64 *id = lookUp(std::as_const(m_observed), turn.path);
    Acquisition *open = id ? find(turn.lock, *id) : nullptr;
    const bool goesOn = turn.was == Waiting && turn.now == Holding;
    if (open && !goesOn) {
        open->ended = turn.at;
        open->lostSight = turn.before || turn.now == Pending;
    }
    if (turn.now == None) {
        m_observed.remove(turn.path);
        return;
    }
    Acquisition next;
    if (!goesOn) {
        next.source = turn.source;
        next.session = turn.owner;
        next.node = turn.path;
        next.knownBy = next.czxidBy = turn.at.number;
        next.asked = turn.listed;
        next.czxid = turn.czxid;
        next.askedBefore = turn.askedBefore || turn.was == Pending;
        next.isPending = turn.now == Pending;
        open = &next;
    }
    if (open && turn.now == Holding) {
        open->granted = turn.at;
        open->heldBefore = turn.before;
    }
    if (!goesOn)
        m_observed.insert(turn.path, add(turn.lock, next));
}

// ---- keeping ----

Ledger::Kept &Ledger::keptOf(const QString &lock)
{
    return m_locks.try_emplace(lock, Kept{{}, m_added}).first->second;
}

quint64 Ledger::add(const QString &lock, Acquisition acquisition)
{
    Kept &kept = keptOf(lock);
    appendTightly(kept.turns.acquisitions, std::move(acquisition));
    ++m_kept;
    ++m_added;
    return kept.first() + kept.turns.acquisitions.size() - 1;
}

Acquisition *Ledger::find(const QString &lock, quint64 id)
{
    Kept *kept = lookUp(m_locks, lock);
    return kept && id >= kept->first() ? &kept->turns.acquisitions[static_cast<size_t>(id - kept->first())] : nullptr;
}

/// A quarter, whichever locks they are of, and locks of which nothing is left.
void Ledger::forgetOldest()
{
    std::vector<quint64> numbers;
    numbers.reserve(m_kept);
    for (const auto &[lock, kept] : m_locks) {
        for (const Acquisition &acquisition : kept.turns.acquisitions)
            numbers.push_back(acquisition.knownBy);
        for (const UnseenTurns &unseen : kept.turns.unseen)
            numbers.push_back(unseen.when.number);
    }
    size_t room = numbers.size() / 4;
    const auto quarter = numbers.begin() + static_cast<std::ptrdiff_t>(room);
    std::nth_element(numbers.begin(), quarter, numbers.end());
    for (auto lock = m_locks.begin(); lock != m_locks.end();) {
        LockTurns &turns = lock->second.turns;
        auto &acquisitions = turns.acquisitions;
        size_t old = 0;
        for (; room > 0 && old < acquisitions.size() && acquisitions[old].knownBy <= *quarter; --room)
            ++old;
        acquisitions.erase(acquisitions.begin(), acquisitions.begin() + static_cast<std::ptrdiff_t>(old));
        turns.forgotten += old;
        m_kept -= old;
        m_kept -=
            std::erase_if(turns.unseen, [&](const UnseenTurns &unseen) { return unseen.when.number <= *quarter; });
        std::erase_if(turns.holds, [&](const NodeHold &hold) { return hold.served.number <= *quarter; });
        const bool isEmpty = acquisitions.empty() && turns.unseen.empty() && turns.holds.empty();
        lock = isEmpty ? m_locks.erase(lock) : std::next(lock);
    }
}

/// The ones that were used longest ago.
void Ledger::forgetGoneLocks()
{
    const auto lastUse = [](const LockTurns &turns) {
        return std::max({turns.acquisitions.empty() ? 0 : turns.acquisitions.back().knownBy,
                         turns.unseen.empty() ? 0 : turns.unseen.back().when.number,
                         turns.holds.empty() ? 0 : turns.holds.back().served.number});
    };
    const auto goesOn = [this](const QString &lock, const LockTurns &turns) {
        return m_nodes.knows(lock) || (!turns.acquisitions.empty() && turns.acquisitions.back().ended.number == 0);
    };
    std::vector<quint64> uses;
    for (const auto &[lock, kept] : m_locks) {
        if (!goesOn(lock, kept.turns))
            uses.push_back(lastUse(kept.turns));
    }
    const size_t goOn = m_locks.size() - uses.size();
    m_goneAllowed = std::max(m_mostGoneLocks, 2 * (goOn - std::min(goOn, m_nodes.lockCount())));
    if (uses.size() <= m_mostGoneLocks / 2)
        return;
    const auto middle = uses.begin() + static_cast<std::ptrdiff_t>(uses.size() / 2);
    std::nth_element(uses.begin(), middle, uses.end());
    std::erase_if(m_locks, [&](const auto &entry) {
        const LockTurns &turns = entry.second.turns;
        const bool isOld = lastUse(turns) <= *middle && !goesOn(entry.first, turns);
        if (isOld)
            m_kept -= turns.acquisitions.size() + turns.unseen.size();
        return isOld;
    });
}

size_t Ledger::weight() const
{
    size_t sum = m_locks.size() + m_askers.size() + static_cast<size_t>(m_observed.size()) + m_nodes.weight();
    for (const auto &[lock, kept] : m_locks)
        sum += kept.turns.acquisitions.size() + kept.turns.unseen.size() + kept.turns.holds.size();
    return sum;
}

} // namespace lockscope::journal
