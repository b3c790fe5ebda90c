// SPDX-License-Identifier: Apache-2.0
#include "ui/timeline/lanes.h"

#include "ui/theme/format.h"
#include "ui/timeline/lanefold.h"
#include "ui/timeline/truthfold.h"

#include <algorithm>

namespace lockscope::ui {

LaneIndex::LaneIndex(qsizetype mostMarks)
    : m_mostMarks(mostMarks)
    , m_belief(std::make_unique<BeliefFold>(*this))
    , m_truth(std::make_unique<TruthFold>(*this))
{
}

LaneIndex::~LaneIndex() = default;

void LaneIndex::append(const journal::Event &event)
{
    // Truth first: who was woken by a node's end is told by whose node it was.
    std::visit(
        [&](const auto &what) {
            m_truth->apply(what, event.atNs);
            m_belief->apply(what, event.atNs);
        },
        event.what);
    m_instants.push_back(event.atNs);
    if (++m_marks > m_mostMarks)
        forgetOlderHalf();
}

void LaneIndex::append(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch)
        append(event);
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
