// SPDX-License-Identifier: Apache-2.0
// Who asked, held and left, for every lock: the one place that knows what spans time, a fold over events that goes on
// as they come. Simulated clients count by their own events, all others by what became of their nodes. Never looks into
// the future: with the numbers in it, it answers for every event before as well.
#pragma once

#include "core/base/boundedmap.h"
#include "core/history/client.h"
#include "core/history/world.h"
#include "core/ledger/acquisition.h"
#include "core/ledger/nodelives.h"

#include <QHash>

#include <map>

namespace lockscope::journal {

/// Since when a node holds.
struct HeldSince
{
    qint64 atNs = 0;
    bool upperBound = false; ///< it held already when the lock was first read: for that long at least

    bool operator==(const HeldSince &) const = default;
};

class Ledger
{
public:
    /// Of more than so many acquisitions, the unseen counted too, the oldest quarter is forgotten. Of more than so many
    /// locks that are not there any more the half that was used last stays: names may never come again.
    explicit Ledger(size_t most = 200'000, size_t mostGoneLocks = 50'000)
        : m_most(most)
        , m_mostGoneLocks(mostGoneLocks)
        , m_goneAllowed(mostGoneLocks)
    {
    }

    /// Events must come in order, none twice. \a world: has just taken this one, which \a changed that there.
    void append(const Event &event, const World &world, const Changes &changed);
    /// The same, with a World that has not taken it yet.
    void append(const Event &event, World &world);
    /// Null where no contender was seen. Holds until the next append().
    const LockTurns *of(const QString &lock) const;
    /// Of a node that holds after that event, by the queue of its lock; nothing where that was not seen.
    std::optional<HeldSince> heldSince(const QString &lock, const QString &node, quint64 number) const;
    /// Entries of all that it keeps, but for what is bounded in number.
    size_t weight() const;

    // ---- what the newest event was ----

    /// Of its nodes, in the order in which it happened.
    const std::vector<NodeChange> &nodeChanges() const { return m_nodes.turns(); }
    const ClientChange &clientChange() const { return m_turn; }
    /// As it is after the newest event; null where there is no such client, or not any more.
    const Client *client(ClientId id) const;

private:
    struct Kept
    {
        LockTurns turns;
        quint64 base = 0; ///< greater than the number of any acquisition before this lock became known

        quint64 first() const { return base + turns.forgotten; } ///< the number of its oldest acquisition
    };
    struct LedgerClient : Client
    {
        std::map<QString, quint64> open; ///< acquisitions that have not ended, by lock
    };

    void followClient(const Event &event, Moment now);
    void noteBirth(const ServerNode &event, Moment now);
    void noteUnseen(const DirectoryListed &event, Moment now, const World &world);

    void ask(LedgerClient &asker, Moment now, bool before);
    void grant(LedgerClient &asker, Moment now);
    void leave(LedgerClient &asker, Moment now);
    void note(const NodeChange &turn);
    Kept &keptOf(const QString &lock);

    quint64 add(const QString &lock, Acquisition acquisition);
    /// Null if it is forgotten.
    Acquisition *find(const QString &lock, quint64 id);
    void forgetOldest();
    void forgetGoneLocks();

    size_t m_most;
    size_t m_mostGoneLocks;
    size_t m_goneAllowed; ///< before it is looked which they are
    size_t m_kept = 0;    ///< acquisitions and unseen turns, over all locks
    std::map<QString, Kept> m_locks;
    quint64 m_added = 0; ///< acquisitions, ever
    std::map<ClientId, LedgerClient> m_askers;
    ClientChange m_turn;
    BoundedMap<SessionId, ClientId> m_ownSessions{50'000}; ///< the nodes of older ones have gone long before
    NodeLives m_nodes;
    QHash<QString, quint64> m_observed; ///< open ones of other programs, by node
};

} // namespace lockscope::journal
