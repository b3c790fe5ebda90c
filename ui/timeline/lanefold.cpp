// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lanefold.h"

#include "core/locks/recipecatalog.h"

#include <algorithm>

namespace lockscope::ui {

using namespace Qt::StringLiterals;
using locks::LockState;
using locks::Mode;

namespace {

QChar letterOf(const journal::ClientSpawned &client)
{
    const locks::RecipeInfo &recipe = locks::recipeInfo(client.recipe);
    if (recipe.options.leases)
        return u'L';
    if (recipe.options.writers)
        return client.mode == Mode::Shared ? u'R' : u'W';
    return u'M';
}

} // namespace

void BeliefFold::apply(const journal::ClientSpawned &event, qint64)
{
    const int index = m_index.laneFor(event.id);
    Lane &lane = m_index.lane(index);
    lane.name = event.name;
    lane.letter = letterOf(event);
    Client &client = m_clients[event.id];
    client.locks = event.paths.isEmpty() ? QStringList{event.lock} : event.paths;
    client.isPermit = locks::recipeInfo(event.recipe).options.leases && event.leases != 1;
    client.mode = event.mode;
    lane.locks += QSet<QString>(client.locks.begin(), client.locks.end());
    lane.locks += event.lock;
}

void BeliefFold::apply(const journal::ClientLockState &event, qint64 atNs)
{
    const int index = m_index.laneOf(event.id);
    if (index < 0)
        return;
    Track &belief = m_index.lane(index).belief;
    const bool wasHolding = belief.isOpen() && belief.spans().back().state == SpanState::Holding;
    switch (event.state) {
    case LockState::Fetching: belief.begin(atNs, SpanState::Waiting); break;
    case LockState::Retained:
        belief.begin(atNs, SpanState::Holding);
        if (!wasHolding)
            m_index.m_grants.push_back(atNs);
        break;
    case LockState::Releasing: belief.begin(atNs, SpanState::Releasing); break;
    case LockState::Free:
    case LockState::Released: belief.end(atNs); break;
    }
    setHolds(event.id, event.state == LockState::Retained, event.mode, atNs);
}

void BeliefFold::apply(const journal::ClientConnection &event, qint64 atNs)
{
    const int index = m_index.laneOf(event.id);
    if (index < 0)
        return;
    Lane &lane = m_index.lane(index);
    if (!event.session.isNull()) {
        lane.session = event.session;
        m_index.m_bySession.insert(event.session, index);
    }
    switch (event.state) {
    case ConnectionState::Suspended: lane.link.begin(atNs, SpanState::Suspended); break;
    case ConnectionState::Expired:
    case ConnectionState::AuthFailed: lane.link.begin(atNs, SpanState::Expired); break;
    case ConnectionState::Connecting: break;
    case ConnectionState::Connected:
    case ConnectionState::Closed: lane.link.end(atNs); break;
    }
}

void BeliefFold::apply(const journal::ClientFault &event, qint64 atNs)
{
    const int index = m_index.laneOf(event.id);
    if (index < 0)
        return;
    Lane &lane = m_index.lane(index);
    lane.faults.push_back(atNs);
    switch (event.fault) {
    case journal::Fault::Crash: // the dead believe nothing
        lane.belief.end(atNs);
        lane.link.begin(atNs, SpanState::Expired);
        setHolds(event.id, false, m_clients[event.id].mode, atNs);
        break;
    case journal::Fault::Pause: lane.link.begin(atNs, SpanState::Paused); break;
    case journal::Fault::Resume: lane.link.end(atNs); break;
    case journal::Fault::Partition:
    case journal::Fault::Heal:
    case journal::Fault::Delay:
    case journal::Fault::LoseReply:
    case journal::Fault::LoseCreateReply:
    case journal::Fault::Expire:
    case journal::Fault::Close: break;
    }
}

void BeliefFold::apply(const journal::ClientRemoved &event, qint64 atNs)
{
    const int index = m_index.laneOf(event.id);
    if (index < 0)
        return;
    Lane &lane = m_index.lane(index);
    lane.belief.end(atNs);
    lane.link.end(atNs);
    setHolds(event.id, false, Mode::Exclusive, atNs);
    m_clients.erase(event.id);
}

void BeliefFold::apply(const journal::ClientRequest &event, qint64 atNs)
{
    if (const int index = m_index.laneOf(event.id); index >= 0)
        m_index.lane(index).requests.push_back(atNs);
}

void BeliefFold::apply(const journal::ClientWatchFired &event, qint64 atNs)
{
    if (const int index = m_index.laneOf(event.id); index >= 0)
        m_index.lane(index).wakeUps.push_back(atNs);
}

void BeliefFold::setHolds(ClientId id, bool holds, Mode mode, qint64 atNs)
{
    Client &client = m_clients[id];
    if (client.holds == holds && client.mode == mode)
        return;
    client.holds = holds;
    client.mode = mode;
    for (const QString &lock : std::as_const(client.locks)) {
        QList<ClientId> &holders = m_holders[lock];
        holders.removeAll(id);
        if (holds)
            holders.append(id);
        else
            m_index.lane(m_index.laneOf(id)).conflict.end(atNs);
        markConflicts(lock, atNs);
    }
}

void BeliefFold::markConflicts(const QString &lock, qint64 atNs)
{
    const QList<ClientId> holders = m_holders.value(lock);
    const auto mode = [this](ClientId id) { return m_clients[id].mode; };
    const auto isPermit = [this](ClientId id) { return m_clients[id].isPermit; };
    const bool anyWriter = std::any_of(holders.begin(), holders.end(),
                                       [&](ClientId id) { return mode(id) == Mode::Exclusive && !isPermit(id); });
    for (const ClientId id : holders) {
        Track &conflict = m_index.lane(m_index.laneOf(id)).conflict;
        if (holders.size() > 1 && anyWriter && !isPermit(id))
            conflict.begin(atNs, SpanState::Holding);
        else
            conflict.end(atNs);
    }
}

} // namespace lockscope::ui
