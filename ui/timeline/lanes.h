// SPDX-License-Identifier: Apache-2.0
// The timeline as data: a lane per simulated client or foreign session, what it believed beside what the server had,
// who woke whom, and where two believed to hold at once. A fold over events; never paints, never asks the clock.
#pragma once

#include "core/journal/event.h"
#include "core/ledger/nodelives.h"
#include "ui/timeline/track.h"

#include <QHash>
#include <QSet>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lockscope::ui {

struct Lane
{
    ClientId client;   ///< null for a foreign session
    SessionId session; ///< the newest it had
    QString name;      ///< of the client, else of the session
    QChar letter = u'M';
    QSet<QString> locks; ///< that it has contended for

    Track belief;                 ///< what the client thinks; empty for a foreign session, which tells nobody
    Track truth;                  ///< what its nodes on the server mean: waiting or holding
    Track link;                   ///< suspended, paused, expired
    Track conflict;               ///< it believed to hold while another did that excludes it
    std::vector<qint64> requests; ///< sent
    std::vector<qint64> wakeUps;  ///< watch events that reached it
    std::vector<qint64> faults;
};

/// A watch event: the node of one lane went, or its directory changed, and the other lane was told.
struct Wake
{
    qint64 atNs = 0;
    int from = -1; ///< index of a lane
    int to = -1;
};

class BeliefFold;

class LaneIndex
{
public:
    /// Of more marks than this the older half is forgotten.
    explicit LaneIndex(qsizetype mostMarks = 3'000'000);
    ~LaneIndex();

    void append(const journal::Event &event);
    void append(const journal::EventBatch &batch);

    const std::vector<Lane> &lanes() const { return m_lanes; }
    /// In the order of their instants.
    const std::vector<Wake> &wakes() const { return m_wakes; }
    /// Instants at which a client began to hold by its own belief, or a foreign session by the server's.
    const std::vector<qint64> &grants() const { return m_grants; }
    /// Instants of all events, one each.
    const std::vector<qint64> &instants() const { return m_instants; }

    int laneOf(ClientId client) const { return m_byClient.value(client, -1); }
    int laneOf(SessionId session) const { return m_bySession.value(session, -1); }
    qint64 firstNs() const { return m_instants.empty() ? 0 : m_instants.front(); }
    qint64 lastNs() const { return m_instants.empty() ? 0 : m_instants.back(); }

private:
    friend class BeliefFold;

    /// What a node's lane waits for and holds.
    struct Standing
    {
        int holding = 0;
        int waiting = 0;
    };

    void take(const journal::NodeTurn &turn);
    void noteWake(const journal::ClientWatchFired &event, qint64 atNs);
    void showTruth(int lane, qint64 atNs);
    int laneFor(ClientId client);
    int laneFor(SessionId session); ///< makes a foreign one where none is known
    Lane &lane(int index) { return m_lanes[static_cast<size_t>(index)]; }
    void forgetOlderHalf();

    qsizetype m_mostMarks;
    qsizetype m_marks = 0;
    std::vector<Lane> m_lanes;
    std::vector<Wake> m_wakes;
    std::vector<qint64> m_grants;
    std::vector<qint64> m_instants;
    QHash<ClientId, int> m_byClient;
    QHash<SessionId, int> m_bySession;
    std::unique_ptr<BeliefFold> m_belief;
    journal::NodeLives m_nodes;
    QHash<QString, int> m_laneOfNode; ///< of contenders that are there, by path
    QHash<QString, int> m_lastGone;   ///< by path and by directory: whose node went last
    std::map<int, Standing> m_standings;
};

} // namespace lockscope::ui
