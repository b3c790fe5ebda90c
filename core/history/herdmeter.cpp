// SPDX-License-Identifier: Apache-2.0
#include "core/history/herdmeter.h"

#include "core/base/lookup.h"
#include "core/base/path.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lockscope::journal {

using locks::LockState;
using Cause = Leaving::Cause;

namespace {

/// So many nodes that went are remembered: of a thousand that go at once the last event still finds its own.
constexpr qsizetype goneKept = 1'000;

/// The one of a client's locks that the node or directory is in; empty where it is in none.
QString lockWith(const Client &client, const QString &path)
{
    if (client.spec.paths.isEmpty())
        return path.startsWith(client.spec.lock) ? client.spec.lock : QString();
    for (const QString &lock : client.spec.paths) {
        if (isAtOrBelow(path, lock))
            return lock;
    }
    return {};
}

bool isSilent(const Client &client)
{
    return client.crashed || client.paused || client.cutOff || isOver(client.connection);
}

Cause causeReportedBy(const ClientLockState &state, bool held)
{
    if (state.error && state.error->sessionIsOver())
        return Cause::Expired;
    return held ? Cause::Released : Cause::GaveUp;
}

} // namespace

// ---- events of clients ----

void HerdMeter::follow(const Event &event, const Client &client, const ClientChange &turn)
{
    const Moment now{event.number, event.atNs};
    const bool isRemoved = std::holds_alternative<ClientRemoved>(event.what);
    const bool waits = !isRemoved && client.believes() == LockState::Fetching;
    const int change = (waits ? 1 : 0) - (turn.before == LockState::Fetching ? 1 : 0);
    if (change != 0) {
        for (const QString &path : locksOf(client.spec))
            m_locks[path].waiting += change;
    }
    if (Owner *owner = lookUp(m_owners, client.spec.id))
        owner->waits = waits;
    if (const auto *state = std::get_if<ClientLockState>(&event.what))
        on(*state, client, turn, now);
    else if (const auto *connection = std::get_if<ClientConnection>(&event.what))
        on(*connection, client, turn, now);
    else if (const auto *request = std::get_if<ClientRequest>(&event.what))
        on(*request, client);
    else if (const auto *reply = std::get_if<ClientReply>(&event.what))
        on(*reply, client, now);
    else if (const auto *fired = std::get_if<ClientWatchFired>(&event.what))
        on(*fired, client, turn, now);
    else if (const auto *node = std::get_if<ServerNode>(&event.what)) {
        if (node->life == ServerNode::Life::Born && !node->owner.isNull())
            own(client, node->path, node->czxid, now);
    } else if (const auto *step = std::get_if<ClientStep>(&event.what)) {
        if (step->step == locks::Step::Wait) {
            for (const QString &path : locksOf(client.spec))
                settle(m_locks[path], client.spec.id, false);
        }
    }
    if (Owner *owner = lookUp(m_owners, client.spec.id)) {
        owner->silent = isSilent(client);
        owner->holds = client.state == LockState::Retained; // a crashed one, too, until its node goes
        const auto *fault = std::get_if<ClientFault>(&event.what);
        if (fault && fault->fault == Fault::Crash)
            owner->leftBehind = owner->nodes;
    }
    if (isRemoved)
        remove(client, turn, now);
}

void HerdMeter::remove(const Client &client, const ClientChange &turn, Moment now)
{
    const ClientId id = client.spec.id;
    leaveAll(client, turn.before == LockState::Retained ? Cause::Released : Cause::GaveUp, now);
    const QStringList nodes = m_owners.take(id).nodes;
    for (const QString &path : locksOf(client.spec)) {
        Lock &lock = m_locks[path];
        settle(lock, id, true);
        lock.unclaimed.remove(id);
        for (const QString &node : nodes)
            lock.owners.remove(node);
    }
}

void HerdMeter::on(const ClientLockState &state, const Client &client, const ClientChange &turn, Moment now)
{
    if (turn.served)
        served(client, now);
    const bool gaveUp =
        turn.before == LockState::Fetching && state.state != LockState::Fetching && state.state != LockState::Retained;
    if (turn.stopped || gaveUp) {
        leaveAll(client, causeReportedBy(state, turn.stopped), now);
        for (const QString &path : locksOf(client.spec))
            settle(m_locks[path], client.spec.id, true);
    } else if (!state.node.isEmpty() && (state.state == LockState::Fetching || state.state == LockState::Retained)) {
        own(client, state.node, {}, now);
    }
}

void HerdMeter::on(const ClientConnection &connection, const Client &client, const ClientChange &turn, Moment now)
{
    if (!turn.sessionLost)
        return;
    const bool expired = connection.state != ConnectionState::Closed;
    leaveAll(client,
             expired                              ? Cause::Expired
             : turn.before == LockState::Retained ? Cause::Released
                                                  : Cause::GaveUp,
             now);
    // Others saw its node go before it heard why.
    for (const QString &path : locksOf(client.spec)) {
        Lock &lock = m_locks[path];
        for (Leaving *leaving : {&lock.newest, &lock.previous}) {
            if (expired && leaving->leaver == client.spec.id && leaving->cause == Cause::NotKnown)
                leaving->cause = Cause::Expired;
        }
    }
}

void HerdMeter::on(const ClientRequest &request, const Client &client)
{
    for (const QString &path : locksOf(client.spec)) {
        Lock *lock = lookUp(m_locks, path);
        if (!lock)
            continue;
        // Who was not woken asks for reasons of its own: a new arrival, or the leaving itself.
        for (Leaving *leaving : {&lock->newest, &lock->previous}) {
            if (leaving->onTheMove.contains(client.spec.id)) {
                ++leaving->requests;
                break;
            }
        }
        // It deletes a node and goes on: from the line of a semaphore to its lease, from a writer's node to a reader's.
        if (const Owned owned = lock->owners.value(request.path);
            request.operation == u"delete" && owned.by == client.spec.id) {
            disown(*lock, client.spec.id, request.path);
            lock->gone.append({request.path, owned.born, false});
        }
    }
}

void HerdMeter::on(const ClientReply &reply, const Client &client, Moment now)
{
    if (reply.operation != u"delete" || reply.error)
        return;
    Lock *lock = lookUp(m_locks, lockWith(client, reply.path));
    if (!lock)
        return;
    for (Leaving *leaving : {&lock->newest, &lock->previous}) {
        if (leaving->endedAt == 0 && leaving->nodes.contains(reply.path))
            leaving->endedAt = now.number;
    }
}

void HerdMeter::on(const ClientWatchFired &fired, const Client &client, const ClientChange &turn, Moment now)
{
    const ClientId id = client.spec.id;
    Lock *lock = lookUp(m_locks, lockWith(client, fired.path));
    if (!lock || client.believes() != LockState::Fetching) // a watch that it left behind is no wake-up
        return;
    const quint64 setAt = turn.fired ? turn.fired->set.number : 0;
    if (fired.event == WatchEvent::ChildrenChanged)
        return wokenByChildren(*lock, fired, id, setAt, now);
    if (fired.event != WatchEvent::Deleted)
        return;
    if (turn.fired && wokenByBirth(*lock, fired, id, turn.fired->seen, now))
        return;
    if (lock->owners.value(fired.path).by == id)
        return;
    for (Leaving *leaving : {&lock->previous, &lock->newest}) {
        const bool isOfIt = leaving->nodes.contains(fired.path) && (leaving->endedAt == 0 || setAt <= leaving->endedAt);
        if (!isOfIt || (setAt == 0 && leaving != &lock->newest))
            continue;
        if (wake(*lock, *leaving, id) && leaving->endedAt == 0)
            leaving->endedAt = now.number;
        return;
    }
    if (const ClientId owner = lock->owners.value(fired.path).by; !owner.isNull()) {
        wake(*lock, open(*lock, owner, {fired.path}, causeOf(owner, fired.path), now), id);
        return;
    }
    const auto gone = std::ranges::find(lock->gone, fired.path, &Gone::node);
    if (gone == lock->gone.end()) { // of another program
        Leaving &leaving = open(*lock, {}, {fired.path}, Cause::NotKnown, now);
        wake(*lock, leaving, id);
        leaving.endedAt = now.number;
        return;
    }
    lock->count.wakeUps += gone->left ? 1 : 0;
    if (!lock->isNode)
        lock->gone.erase(gone);
}

/// Of a path that one node had after the other it is the newest one that had been there when \a seen was: however late
/// the event comes, and whatever has gone since. False: not known by that.
bool HerdMeter::wokenByBirth(Lock &lock, const ClientWatchFired &fired, ClientId id, Zxid seen, Moment now)
{
    if (seen.isNull() || !lock.isNode)
        return false;
    const auto wasThere = [seen](Zxid born) { return !born.isNull() && born <= seen; };
    if (const Owned owned = lock.owners.value(fired.path); wasThere(owned.born)) {
        if (owned.by != id)
            wake(lock, open(lock, owned.by, {fired.path}, causeOf(owned.by, fired.path), now), id);
        return true;
    }
    for (Leaving *leaving : {&lock.newest, &lock.previous}) {
        if (!wasThere(leaving->born) || !leaving->nodes.contains(fired.path))
            continue;
        if (wake(lock, *leaving, id) && leaving->endedAt == 0)
            leaving->endedAt = now.number;
        return true;
    }
    const auto gone = std::find_if(lock.gone.crbegin(), lock.gone.crend(),
                                   [&](const Gone &one) { return one.node == fired.path && wasThere(one.born); });
    if (gone == lock.gone.crend())
        return false;
    lock.count.wakeUps += gone->left ? 1 : 0;
    return true;
}

/// Such an event does not say which child went, or came: it was the first change after the watch was set.
void HerdMeter::wokenByChildren(Lock &lock, const ClientWatchFired &fired, ClientId id, quint64 setAt, Moment now)
{
    const auto isOfDirectory = [&](const QString &node) { return parentPath(node) == fired.path; };
    for (Leaving *leaving : {&lock.previous, &lock.newest}) {
        const bool tooOld = leaving == &lock.previous && setAt <= lock.olderEndedAt;
        if (leaving->number == 0 || tooOld || (leaving->endedAt != 0 && setAt > leaving->endedAt)
            || !std::ranges::any_of(leaving->nodes, isOfDirectory))
            continue;
        if (wake(lock, *leaving, id) && leaving->endedAt == 0)
            leaving->endedAt = now.number;
        return;
    }
    if (setAt >= lock.bornAt) // else an arrival fired it
        lock.unclaimed.insert(id);
}

// ---- nodes and leavings ----

void HerdMeter::own(const Client &client, const QString &node, Zxid born, Moment now)
{
    const QString path = lockWith(client, node);
    if (path.isEmpty())
        return;
    Lock &lock = m_locks[path];
    Owned &owned = lock.owners[node];
    if (owned.by == client.spec.id) {
        owned.born = owned.born.isNull() ? born : owned.born;
        return;
    }
    owned = {client.spec.id, born};
    lock.isNode = node == path;
    lock.bornAt = now.number;
    lock.unclaimed.clear();
    Owner &owner = m_owners[client.spec.id];
    owner.nodes.append(node);
    owner.waits = client.believes() == LockState::Fetching;
}

void HerdMeter::disown(Lock &lock, ClientId id, const QString &node)
{
    lock.owners.remove(node);
    if (Owner *owner = lookUp(m_owners, id)) {
        owner->nodes.removeOne(node);
        owner->leftBehind.removeOne(node);
    }
}

/// With all its nodes that its process knows of.
void HerdMeter::leaveAll(const Client &client, Cause cause, Moment now)
{
    const ClientId id = client.spec.id;
    const Owner *owner = lookUp(std::as_const(m_owners), id);
    if (!owner)
        return;
    QHash<QString, QStringList> nodes; // by lock
    for (const QString &node : owner->nodes) {
        if (!owner->leftBehind.contains(node))
            nodes[lockWith(client, node)] += node;
    }
    for (auto of = nodes.cbegin(); of != nodes.cend(); ++of)
        open(m_locks[of.key()], id, *of, cause, now);
}

Leaving &HerdMeter::open(Lock &lock, ClientId leaver, const QStringList &nodes, Cause cause, Moment now)
{
    const Owner *owner = lookUp(std::as_const(m_owners), leaver);
    const int waiting = lock.waiting - (owner && owner->waits && lock.waiting > 0 && !nodes.isEmpty() ? 1 : 0);
    if (lock.previous.events == 0 || lock.isNode) {
        for (const QString &node : std::as_const(lock.previous.nodes))
            lock.gone.append({node, lock.previous.born, true});
    }
    if (waiting == 0) // no waiter that could be woken late
        lock.gone.clear();
    while (lock.gone.size() > goneKept)
        lock.gone.removeFirst();
    lock.olderEndedAt = lock.previous.endedAt;
    lock.previous = std::exchange(lock.newest, {});
    if (lock.previous.number != 0 && lock.previous.endedAt == 0)
        lock.previous.endedAt = now.number;
    lock.newest.leaver = leaver;
    lock.newest.cause = cause;
    lock.newest.nodes = nodes;
    lock.newest.born = nodes.isEmpty() ? Zxid() : lock.owners.value(nodes.first()).born;
    lock.newest.atNs = now.atNs;
    lock.newest.number = now.number;
    lock.newest.waiting = waiting;
    ++lock.count.leavings;
    for (const QString &node : nodes)
        disown(lock, leaver, node);
    lock.unclaimed.clear();
    return lock.newest;
}

/// Of a node that others saw go before its client said a word.
Cause HerdMeter::causeOf(ClientId leaver, const QString &node) const
{
    const Owner *owner = lookUp(m_owners, leaver);
    return owner && (owner->silent || owner->leftBehind.contains(node)) ? Cause::Expired : Cause::NotKnown;
}

/// It holds from now on: whatever leaving woke it was not in vain for it.
void HerdMeter::served(const Client &client, Moment now)
{
    const ClientId id = client.spec.id;
    for (const QString &path : locksOf(client.spec)) {
        Lock &lock = m_locks[path];
        if (lock.unclaimed.contains(id))
            claimFor(lock, now);
        if (lock.newest.number != 0 && lock.newest.endedAt == 0)
            lock.newest.endedAt = now.number;
        for (Leaving *leaving : {&lock.newest, &lock.previous}) {
            if (leaving->toHold.remove(id)) {
                ++leaving->served;
                break;
            }
        }
        settle(lock, id, false);
    }
}

/// Watches of the directory fired, and one of the woken is served: a contender went of which there was no event. If
/// only one holder has fallen silent, it is that one.
void HerdMeter::claimFor(Lock &lock, Moment now)
{
    std::vector<std::pair<ClientId, QString>> silent;
    for (auto owned = lock.owners.cbegin(); owned != lock.owners.cend(); ++owned) {
        const Owner *owner = lookUp(std::as_const(m_owners), owned->by);
        if (owner && owner->holds && (owner->silent || owner->leftBehind.contains(owned.key())))
            silent.emplace_back(owned->by, owned.key());
    }
    const QSet<ClientId> woken = lock.unclaimed;
    Leaving &leaving = silent.size() == 1
                           ? open(lock, silent.front().first, {silent.front().second}, Cause::Expired, now)
                           : open(lock, {}, {}, Cause::NotKnown, now);
    for (const ClientId one : woken)
        wake(lock, leaving, one);
}

bool HerdMeter::wake(Lock &lock, Leaving &leaving, ClientId id)
{
    if (leaving.leaver == id)
        return false;
    ++lock.count.wakeUps;
    ++leaving.events;
    ++leaving.woken;
    leaving.waiting = std::max(leaving.waiting, leaving.woken);
    leaving.toHold.insert(id);
    leaving.onTheMove.insert(id);
    return true;
}

/// It waits again, holds, or \a goes.
void HerdMeter::settle(Lock &lock, ClientId id, bool goes)
{
    for (Leaving *leaving : {&lock.newest, &lock.previous}) {
        leaving->onTheMove.remove(id);
        if (goes)
            leaving->toHold.remove(id);
    }
}

void HerdMeter::forced(const ReleaseForced &release, Moment now)
{
    if (release.error)
        return;
    for (Lock &lock : m_locks) {
        for (Leaving *leaving : {&lock.newest, &lock.previous}) {
            if (leaving->nodes.contains(release.node) && leaving->cause != Cause::Released) {
                leaving->cause = Cause::ByHand;
                return;
            }
        }
        if (const ClientId owner = lock.owners.value(release.node).by; !owner.isNull()) {
            open(lock, owner, {release.node}, Cause::ByHand, now);
            return;
        }
    }
}

// ---- what was counted ----

const Leaving *HerdMeter::newest(const QString &lock) const
{
    const Lock *known = lookUp(m_locks, lock);
    return known && known->newest.number != 0 ? &known->newest : nullptr;
}

const Leaving *HerdMeter::previous(const QString &lock) const
{
    const Lock *known = lookUp(m_locks, lock);
    return known && known->previous.number != 0 ? &known->previous : nullptr;
}

HerdCount HerdMeter::count(const QString &lock) const
{
    if (!lock.isEmpty()) {
        const Lock *known = lookUp(m_locks, lock);
        return known ? known->count : HerdCount();
    }
    HerdCount all;
    for (const Lock &each : m_locks) {
        all.leavings += each.count.leavings;
        all.wakeUps += each.count.wakeUps;
    }
    return all;
}

qsizetype HerdMeter::weight() const
{
    qsizetype sum = m_locks.size() + m_owners.size();
    for (const Lock &lock : m_locks) {
        sum += lock.newest.toHold.size() + lock.previous.toHold.size() + lock.owners.size() + lock.gone.size()
               + lock.unclaimed.size();
    }
    return sum;
}

} // namespace lockscope::journal
