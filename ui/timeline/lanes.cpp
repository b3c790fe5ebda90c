// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lanes.h"

#include "core/base/path.h"
#include "core/locks/recipecatalog.h"
#include "ui/models/text.h"
#include "ui/theme/format.h"

#include <algorithm>
#include <utility>

namespace lockscope::ui {

using locks::LockState;

namespace {

/// What is wrong with its link, the worst first; nothing where it is as it should be.
std::optional<SpanState> linkOf(const journal::Client &client)
{
    if (client.crashed || client.connection == ConnectionState::Expired
        || client.connection == ConnectionState::AuthFailed)
        return SpanState::Expired;
    if (client.paused)
        return SpanState::Paused;
    const bool isCut = client.cutOff || client.connection == ConnectionState::Suspended;
    return isCut ? std::optional(SpanState::Suspended) : std::nullopt;
}

std::optional<SpanState> beliefOf(const journal::Client &client)
{
    switch (client.believes()) {
    case LockState::Fetching: return SpanState::Waiting;
    case LockState::Retained: return SpanState::Holding;
    case LockState::Releasing: return SpanState::Releasing;
    case LockState::Free:
    case LockState::Released: break;
    }
    return std::nullopt;
}

void show(Track &track, std::optional<SpanState> state, qint64 atNs)
{
    if (state)
        track.begin(atNs, *state);
    else
        track.end(atNs);
}

/// Others may hold beside it.
bool isPermit(const journal::Client &client)
{
    return journal::takesLeases(client.spec) && client.spec.leases != 1;
}

} // namespace

qint64 Lane::endNs() const
{
    qint64 end = 0;
    for (const Track *track : {&belief, &truth, &link, &conflict}) {
        if (!track->spans().empty())
            end = std::max(end, track->spans().back().toNs);
    }
    for (const std::vector<qint64> *ticks : {&requests, &wakeUps, &faults}) {
        if (!ticks->empty())
            end = std::max(end, ticks->back());
    }
    return end;
}

void LaneIndex::append(const journal::Event &event, const journal::Ledger &ledger)
{
    // Truth first: the owner of the node that went is the one that woke another.
    for (const journal::NodeChange &turn : ledger.nodeChanges())
        take(turn);
    for (const journal::NodeChange &turn : ledger.nodeChanges()) {
        if (const int lane = laneOf(turn.owner); lane >= 0)
            showTruth(lane, turn.at.atNs);
    }
    if (const auto *observation = std::get_if<journal::ObservationChanged>(&event.what))
        noteObservation(*observation, event.atNs);
    if (const auto *fired = std::get_if<journal::ClientWatchFired>(&event.what))
        noteWake(*fired, ledger.clientChange(), event.atNs);
    followClient(event, ledger);
    m_instants.push_back(event.atNs);
    if (m_instants.size() > m_mostMarks)
        forgetOlderHalf();
    if (m_lanes.size() > m_mostLanes || m_bySession.size() > static_cast<qsizetype>(4 * m_mostLanes))
        forgetEndedLanes(ledger);
    if (m_lockNames > m_mostLockNames)
        forgetLockNames(ledger);
}

void LaneIndex::take(const journal::NodeChange &turn)
{
    using enum journal::NodeStanding;
    if (turn.owner.isNull())
        return; // of no session: it has no lane
    const int index = laneFor(turn.owner);
    Standing &standing = m_standings[index];
    --standing[static_cast<size_t>(turn.was)];
    ++standing[static_cast<size_t>(turn.now)];
    if (turn.now == Holding && lane(index).client.isNull())
        m_grants.push_back(turn.at.atNs);
    if (turn.was == None) {
        m_lockNames += lane(index).locks.insert(turn.lock).second ? 1 : 0;
        m_laneOfNode.insert(turn.path, index);
        m_directories[parentPath(turn.path)].bornAt = turn.at.number;
    }
    if (turn.now == None) {
        m_laneOfNode.remove(turn.path);
        m_lastGone.insert(turn.path, index);
        Directory &directory = m_directories[parentPath(turn.path)];
        directory.leaver = index;
        directory.leftAt = turn.at.number;
        for (const int woken : std::exchange(directory.unclaimed, {})) {
            if (woken != index)
                m_wakes.push_back({turn.at.atNs, index, woken});
        }
        const auto remembered = static_cast<qsizetype>(4 * m_mostLanes);
        if (m_lastGone.size() > remembered || m_directories.size() > remembered) {
            m_lastGone.clear();
            m_directories.clear();
        }
    }
}

/// While nothing is observed it is not known who waits and holds, but for what own clients prove.
void LaneIndex::noteObservation(const journal::ObservationChanged &observation, qint64 atNs)
{
    const bool isBlind = observation.freshness == journal::Freshness::Stale
                         || (m_isBlind && observation.freshness == journal::Freshness::Reading);
    if (std::exchange(m_isBlind, isBlind) == isBlind)
        return;
    if (isBlind)
        m_lost.push_back(atNs);
    const QList<int> standing = m_standings.keys();
    for (const int index : standing) {
        if (isBlind)
            lane(index).truth.end(atNs);
        else
            showTruth(index, atNs);
    }
}

void LaneIndex::noteWake(const journal::ClientWatchFired &event, const journal::ClientChange &turn, qint64 atNs)
{
    const int to = laneOf(event.id);
    if (event.event == WatchEvent::ChildrenChanged) {
        // Of what happened since it was set: a leaving that is known, or else one that will be, unless one has come.
        Directory &directory = m_directories[event.path];
        const quint64 setAt = turn.fired ? turn.fired->set.number : 0;
        if (to >= 0 && directory.leaver >= 0 && directory.leaver != to && directory.leftAt > setAt)
            m_wakes.push_back({atNs, directory.leaver, to});
        else if (to >= 0 && setAt >= directory.bornAt)
            directory.unclaimed.push_back(to);
        return;
    }
    if (event.event != WatchEvent::Deleted) // of its data: no node has gone
        return;
    // The observer may report the node's end later than the watch event: then it is still there.
    const int from = m_laneOfNode.value(event.path, m_lastGone.value(event.path, -1));
    if (to >= 0 && from >= 0 && from != to)
        m_wakes.push_back({atNs, from, to});
}

void LaneIndex::showTruth(int index, qint64 atNs)
{
    const Standing standing = m_standings.value(index);
    Track &truth = lane(index).truth;
    const auto stands = [&](journal::NodeStanding how) { return standing[static_cast<size_t>(how)] > 0; };
    if (stands(journal::NodeStanding::Holding)) {
        truth.begin(atNs, SpanState::Holding);
    } else if (stands(journal::NodeStanding::Pending)) {
        truth.begin(atNs, SpanState::Pending);
    } else if (stands(journal::NodeStanding::Waiting)) {
        truth.begin(atNs, SpanState::Waiting);
    } else {
        truth.end(atNs);
        m_standings.remove(index);
    }
}

// ---- what simulated clients report ----

void LaneIndex::begin(const journal::ClientSpawned &spec)
{
    Lane &lane = this->lane(laneFor(spec.id));
    lane.name = spec.name;
    lane.letter = letterOf(spec, spec.mode);
    const QStringList locks = journal::locksOf(spec);
    lane.locks.insert(locks.begin(), locks.end());
    lane.locks.insert(spec.lock);
}

void LaneIndex::followClient(const journal::Event &event, const journal::Ledger &ledger)
{
    if (const auto *spec = std::get_if<journal::ClientSpawned>(&event.what))
        begin(*spec);
    const ClientId id = journal::clientOf(event.what);
    const journal::ClientChange &turn = ledger.clientChange();
    const int index = laneOf(id);
    if (index >= 0 && std::holds_alternative<journal::ClientRemoved>(event.what)) {
        lane(index).isRemoved = true;
        ++m_removed;
    }
    if (index < 0 || !turn.isChange)
        return;
    if (turn.served)
        m_grants.push_back(event.atNs);
    if (const auto *connection = std::get_if<journal::ClientConnection>(&event.what)) {
        if (!connection->session.isNull()) {
            lane(index).session = connection->session;
            m_bySession.insert(connection->session, index);
        }
        if (connection->state == ConnectionState::Connecting)
            return; // until it is known what comes of it
    }
    if (!tick(lane(index), event))
        showBelief(id, ledger, event.atNs);
    if (turn.served || turn.stopped || turn.changed)
        showConflicts(id, ledger.client(id), ledger, event.atNs);
}

/// True if that was all that the event had to show.
bool LaneIndex::tick(Lane &lane, const journal::Event &event)
{
    if (std::holds_alternative<journal::ClientRequest>(event.what))
        lane.requests.push_back(event.atNs);
    else if (std::holds_alternative<journal::ClientWatchFired>(event.what))
        lane.wakeUps.push_back(event.atNs);
    else if (std::holds_alternative<journal::ClientFault>(event.what))
        lane.faults.push_back(event.atNs);
    else
        return false;
    return !std::holds_alternative<journal::ClientFault>(event.what);
}

void LaneIndex::showBelief(ClientId id, const journal::Ledger &ledger, qint64 atNs)
{
    Lane &lane = this->lane(laneOf(id));
    const journal::Client *client = ledger.client(id); // null: it was removed
    show(lane.belief, client ? beliefOf(*client) : std::nullopt, atNs);
    show(lane.link, client ? linkOf(*client) : std::nullopt, atNs);
}

/// Who believes to hold what, of this client and of all others at its locks.
void LaneIndex::showConflicts(ClientId id, const journal::Client *client, const journal::Ledger &ledger, qint64 atNs)
{
    const bool holds = client && client->holds();
    if (!holds)
        lane(laneOf(id)).conflict.end(atNs);
    const auto excludes = [&](ClientId holder) {
        const journal::Client *other = ledger.client(holder);
        return other && other->mode == locks::Mode::Exclusive && !isPermit(*other);
    };
    const std::set<QString> locks = lane(laneOf(id)).locks;
    for (const QString &lock : locks) {
        QList<ClientId> &holders = m_believers[lock];
        holders.removeAll(id);
        if (holds && journal::locksOf(client->spec).contains(lock))
            holders.append(id);
        const bool anyExcludes = holders.size() > 1 && std::any_of(holders.cbegin(), holders.cend(), excludes);
        for (const ClientId holder : std::as_const(holders)) {
            const journal::Client *other = ledger.client(holder);
            const bool conflicts = anyExcludes && other && !isPermit(*other);
            show(lane(laneOf(holder)).conflict, conflicts ? std::optional(SpanState::Holding) : std::nullopt, atNs);
        }
        if (holders.isEmpty())
            m_believers.remove(lock);
    }
}

// ---- lanes ----

int LaneIndex::laneFor(ClientId client)
{
    if (const int known = laneOf(client); known >= 0)
        return known;
    Lane lane;
    lane.client = client;
    return *m_byClient.insert(client, add(std::move(lane)));
}

int LaneIndex::laneFor(SessionId session)
{
    if (const int known = laneOf(session); known >= 0)
        return known;
    Lane lane;
    lane.session = session;
    lane.name = shortHex(session.toHex());
    return *m_bySession.insert(session, add(std::move(lane)));
}

int LaneIndex::add(Lane lane)
{
    m_lanes.push_back(std::move(lane));
    return static_cast<int>(m_lanes.size()) - 1;
}

void LaneIndex::forgetOlderHalf()
{
    const qint64 before = m_instants[m_instants.size() / 2];
    const auto trim = [before](std::vector<qint64> &sorted) {
        sorted.erase(sorted.begin(), std::lower_bound(sorted.begin(), sorted.end(), before));
    };
    for (Lane &lane : m_lanes) {
        for (Track *track : {&lane.belief, &lane.truth, &lane.link, &lane.conflict})
            track->trimBefore(before);
        for (std::vector<qint64> *ticks : {&lane.requests, &lane.wakeUps, &lane.faults})
            trim(*ticks);
    }
    std::erase_if(m_wakes, [before](const Wake &wake) { return wake.atNs < before; });
    trim(m_grants);
    trim(m_instants);
}

/// Of a session that goes on and takes locks whose names never come again: those of which the ledger has forgotten all.
void LaneIndex::forgetLockNames(const journal::Ledger &ledger)
{
    m_lockNames = 0;
    for (Lane &lane : m_lanes) {
        if (!lane.client.isNull())
            continue; // it has the locks that it was spawned for
        std::erase_if(lane.locks, [&](const QString &lock) { return !ledger.of(lock); });
        m_lockNames += lane.locks.size();
    }
    m_mostLockNames = std::max(m_mostLockNames, 2 * m_lockNames);
}

size_t LaneIndex::weight() const
{
    size_t sum = m_lanes.size() + m_wakes.size() + m_grants.size() + m_instants.size()
                 + static_cast<size_t>(m_byClient.size() + m_bySession.size() + m_believers.size() + m_laneOfNode.size()
                                       + m_lastGone.size() + m_directories.size() + m_standings.size());
    for (const Lane &lane : m_lanes) {
        sum += lane.locks.size() + lane.requests.size() + lane.wakeUps.size() + lane.faults.size();
        for (const Track *track : {&lane.belief, &lane.truth, &lane.link, &lane.conflict})
            sum += track->spans().size();
    }
    return sum;
}

/// Half of the lanes that are over, from the one that ended first; and sessions that their clients have left.
void LaneIndex::forgetEndedLanes(const journal::Ledger &ledger)
{
    std::vector<std::pair<qint64, int>> ended;
    for (size_t i = 0; i < m_lanes.size(); ++i) {
        const bool stands = m_standings.contains(static_cast<int>(i)); // unseen for a while
        if (m_lanes[i].isOver() && !stands && !ledger.client(m_lanes[i].client))
            ended.emplace_back(m_lanes[i].endNs(), static_cast<int>(i));
    }
    std::sort(ended.begin(), ended.end());
    ended.resize((ended.size() + 1) / 2);
    std::vector<int> to(m_lanes.size(), 0);
    for (const auto &[endNs, index] : ended)
        to[static_cast<size_t>(index)] = -1;
    int kept = 0;
    for (size_t i = 0; i < to.size(); ++i) {
        if (to[i] < 0)
            continue;
        to[i] = kept++;
        if (static_cast<size_t>(to[i]) != i)
            m_lanes[static_cast<size_t>(to[i])] = std::move(m_lanes[i]);
    }
    m_lanes.resize(static_cast<size_t>(kept));
    renumber(to);
    if (m_lanes.size() > m_mostLanes / 4 * 3) // nearly all go on: the next look waits for as many again
        m_mostLanes = m_lanes.size() * 2;
}

/// \a to: by the index that a lane had, the one that it has; -1 where it is gone.
void LaneIndex::renumber(const std::vector<int> &to)
{
    ++m_renumberings;
    const auto now = [&to](int index) { return index < 0 ? -1 : to[static_cast<size_t>(index)]; };
    const auto renumbered = [&now](auto &lanes) {
        for (auto entry = lanes.begin(); entry != lanes.end();) {
            *entry = now(*entry);
            entry = *entry < 0 ? lanes.erase(entry) : std::next(entry);
        }
    };
    renumbered(m_byClient);
    renumbered(m_bySession);
    renumbered(m_laneOfNode);
    renumbered(m_lastGone);
    m_directories.clear();
    m_bySession.removeIf([this](const auto &entry) { return lane(entry.value()).session != entry.key(); });
    QHash<int, Standing> standings;
    for (auto entry = m_standings.cbegin(); entry != m_standings.cend(); ++entry) {
        if (now(entry.key()) >= 0)
            standings.insert(now(entry.key()), entry.value());
    }
    m_standings = standings;
    for (Wake &wake : m_wakes) {
        wake.from = now(wake.from);
        wake.to = now(wake.to);
    }
    std::erase_if(m_wakes, [](const Wake &wake) { return wake.from < 0 || wake.to < 0; });
}

} // namespace lockscope::ui
