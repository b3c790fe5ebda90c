// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lanes.h"

#include "core/base/path.h"
#include "ui/theme/format.h"
#include "ui/timeline/lanefold.h"

#include <algorithm>

namespace lockscope::ui {

LaneIndex::LaneIndex(qsizetype mostMarks)
    : m_mostMarks(mostMarks)
    , m_belief(std::make_unique<BeliefFold>(*this))
{
}

LaneIndex::~LaneIndex() = default;

void LaneIndex::append(const journal::Event &event)
{
    // Truth first: whose node it was that went tells who woke another one.
    m_nodes.apply(event);
    for (const journal::NodeTurn &turn : m_nodes.turns())
        take(turn);
    for (const journal::NodeTurn &turn : m_nodes.turns()) {
        if (const int lane = laneOf(turn.owner); lane >= 0)
            showTruth(lane, turn.at.atNs);
    }
    if (const auto *fired = std::get_if<journal::ClientWatchFired>(&event.what))
        noteWake(*fired, event.atNs);
    std::visit([&](const auto &what) { m_belief->apply(what, event.atNs); }, event.what);
    m_instants.push_back(event.atNs);
    if (++m_marks > m_mostMarks)
        forgetOlderHalf();
}

void LaneIndex::append(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch)
        append(event);
}

void LaneIndex::take(const journal::NodeTurn &turn)
{
    using What = journal::NodeTurn::What;
    if (turn.owner.isNull())
        return; // of no session: it has no lane
    const int index = laneFor(turn.owner);
    Standing &standing = m_standings[index];
    switch (turn.what) {
    case What::Came:
        lane(index).locks += turn.lock;
        m_laneOfNode.insert(turn.path, index);
        ++standing.waiting;
        break;
    case What::Served:
        --standing.waiting;
        ++standing.holding;
        if (m_lanes[static_cast<size_t>(index)].client.isNull())
            m_grants.push_back(turn.at.atNs);
        break;
    case What::Waits:
        --standing.holding;
        ++standing.waiting;
        break;
    case What::Left: {
        --(turn.held ? standing.holding : standing.waiting);
        m_laneOfNode.remove(turn.path);
        m_lastGone.insert(turn.path, index);
        m_lastGone.insert(parentPath(turn.path), index);
        constexpr qsizetype remembered = 20'000;
        if (m_lastGone.size() > remembered)
            m_lastGone.clear();
        break;
    }
    }
}

void LaneIndex::noteWake(const journal::ClientWatchFired &event, qint64 atNs)
{
    const int to = laneOf(event.id);
    // The observer may tell of the node's end later than the watch does: then it is still there.
    const int from = m_laneOfNode.value(event.path, m_lastGone.value(event.path, -1));
    if (to >= 0 && from >= 0 && from != to)
        m_wakes.push_back({atNs, from, to});
}

void LaneIndex::showTruth(int index, qint64 atNs)
{
    const Standing &standing = m_standings[index];
    Track &truth = lane(index).truth;
    if (standing.holding > 0)
        truth.begin(atNs, SpanState::Holding);
    else if (standing.waiting > 0)
        truth.begin(atNs, SpanState::Waiting);
    else
        truth.end(atNs);
}

int LaneIndex::laneFor(ClientId client)
{
    const auto found = m_byClient.constFind(client);
    if (found != m_byClient.cend())
        return *found;
    const int index = static_cast<int>(m_lanes.size());
    m_lanes.push_back({});
    m_lanes.back().client = client;
    m_byClient.insert(client, index);
    return index;
}

int LaneIndex::laneFor(SessionId session)
{
    const auto found = m_bySession.constFind(session);
    if (found != m_bySession.cend())
        return *found;
    const int index = static_cast<int>(m_lanes.size());
    m_lanes.push_back({});
    m_lanes.back().session = session;
    m_lanes.back().name = shortHex(session.toHex());
    m_bySession.insert(session, index);
    return index;
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
    m_marks = static_cast<qsizetype>(m_instants.size());
}

} // namespace lockscope::ui
