// SPDX-License-Identifier: Apache-2.0
// The timeline as data: a lane per simulated client or foreign session, what it believed beside what the server had,
// who woke whom, and where two believed to hold at once. Reads the ledger; never paints, never asks the clock.
#pragma once

#include "core/ledger/ledger.h"
#include "ui/timeline/track.h"

#include <QHash>
#include <QString>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

namespace lockscope::ui {

struct Lane
{
    ClientId client;   ///< null for a foreign session
    SessionId session; ///< the newest it had
    QString name;      ///< of the client, else of the session
    QChar letter = u'M';
    std::set<QString> locks; ///< that it has contended for; the least of Qt's sets takes a kilobyte

    bool isRemoved = false; ///< its client was taken off the list

    Track belief;                 ///< what the client thinks; empty for a foreign session, which reports none
    Track truth;                  ///< what its nodes on the server mean: waiting, pending or holding
    Track link;                   ///< suspended, paused, expired
    Track conflict;               ///< it believed to hold while another did that excludes it
    std::vector<qint64> requests; ///< sent
    std::vector<qint64> wakeUps;  ///< watch events that reached it
    std::vector<qint64> faults;

    /// Nothing of it goes on.
    bool isOver() const { return !belief.isOpen() && !truth.isOpen() && !link.isOpen() && !conflict.isOpen(); }
    /// When the last of it ended; 0 where nothing is left.
    qint64 endNs() const;
};

/// A watch event: the node of one lane went, or its directory changed, and the other lane got the event.
struct Wake
{
    qint64 atNs = 0;
    int from = -1; ///< index of a lane
    int to = -1;
};

class LaneIndex
{
public:
    /// Of more marks than this the older half is forgotten; of more lanes, the ones that ended first.
    explicit LaneIndex(size_t mostMarks = 3'000'000, size_t mostLanes = 5'000)
        : m_mostMarks(mostMarks)
        , m_mostLanes(mostLanes)
        , m_mostLockNames(10 * mostLanes)
    {
    }

    /// \a ledger has just taken the event.
    void append(const journal::Event &event, const journal::Ledger &ledger);

    const std::vector<Lane> &lanes() const { return m_lanes; }
    /// In the order of their instants.
    const std::vector<Wake> &wakes() const { return m_wakes; }
    /// Instants at which a client began to hold by its own belief, or a foreign session by the server's.
    const std::vector<qint64> &grants() const { return m_grants; }
    /// Instants of all events, one each.
    const std::vector<qint64> &instants() const { return m_instants; }

    /// Lanes of clients that were taken off the list.
    int removedLanes() const { return m_removed; }
    /// How often lanes were forgotten: their indices before that are of other lanes now.
    int renumberings() const { return m_renumberings; }
    /// Entries of all that it keeps.
    size_t weight() const;
    int laneOf(ClientId client) const { return m_byClient.value(client, -1); }
    int laneOf(SessionId session) const { return m_bySession.value(session, -1); }
    /// The truth of lanes ended then only because nothing was observed any more: it may have gone on.
    bool wasLostAt(qint64 ns) const { return std::ranges::binary_search(m_lost, ns); }
    qint64 firstNs() const { return m_instants.empty() ? 0 : m_instants.front(); }
    qint64 lastNs() const { return m_instants.empty() ? 0 : m_instants.back(); }

private:
    /// How many nodes of a lane stand how, by journal::NodeStanding.
    using Standing = std::array<int, 4>;

    /// What may have fired a watch on all of it.
    struct Directory
    {
        int leaver = -1;            ///< whose node went last
        quint64 leftAt = 0;         ///< the number of that event
        quint64 bornAt = 0;         ///< the same of the newest node
        std::vector<int> unclaimed; ///< whom a watch has woken, it is not known yet for whose leaving
    };

    void take(const journal::NodeChange &turn);
    void noteWake(const journal::ClientWatchFired &event, const journal::ClientChange &turn, qint64 atNs);
    void noteObservation(const journal::ObservationChanged &observation, qint64 atNs);
    void showTruth(int lane, qint64 atNs);
    void followClient(const journal::Event &event, const journal::Ledger &ledger);
    void begin(const journal::ClientSpawned &spec);
    static bool tick(Lane &lane, const journal::Event &event);
    void showBelief(ClientId id, const journal::Ledger &ledger, qint64 atNs);
    void showConflicts(ClientId id, const journal::Client *client, const journal::Ledger &ledger, qint64 atNs);
    int laneFor(ClientId client);
    int laneFor(SessionId session); ///< makes a foreign one where none is known
    int add(Lane lane);
    Lane &lane(int index) { return m_lanes[static_cast<size_t>(index)]; }
    void forgetOlderHalf();
    void forgetEndedLanes(const journal::Ledger &ledger);
    void forgetLockNames(const journal::Ledger &ledger);
    void renumber(const std::vector<int> &to);

    size_t m_mostMarks;
    size_t m_mostLanes;
    size_t m_mostLockNames;
    size_t m_lockNames = 0; ///< of lanes of other programs, gone ones counted too
    int m_renumberings = 0;
    std::vector<qint64> m_lost; ///< when the connection was, or watching paused: rising
    bool m_isBlind = false;     ///< the connection is lost, or was, and not all is read again
    int m_removed = 0;
    std::vector<Lane> m_lanes;
    std::vector<Wake> m_wakes;
    std::vector<qint64> m_grants;
    std::vector<qint64> m_instants;
    QHash<ClientId, int> m_byClient;
    QHash<SessionId, int> m_bySession;
    QHash<QString, QList<ClientId>> m_believers; ///< who believes to hold, by lock
    QHash<QString, int> m_laneOfNode;            ///< of contenders that are there, by path
    QHash<QString, int> m_lastGone;              ///< by path: whose node went last
    QHash<QString, Directory> m_directories;
    QHash<int, Standing> m_standings;
};

} // namespace lockscope::ui
