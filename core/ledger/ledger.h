// SPDX-License-Identifier: Apache-2.0
// Who asked, held and left, for every lock: the one place that knows what spans time, a fold over events that goes on
// as they come. What simulated clients tell of themselves counts as they tell it; of all others, what became of their
// nodes. Never looks into the future: with the numbers in it, it answers for every event before as well.
#pragma once

#include "core/journal/event.h"
#include "core/ledger/acquisition.h"
#include "core/ledger/nodelives.h"

#include <QHash>

#include <map>
#include <set>

namespace lockscope::journal {

class Ledger
{
public:
    /// Of more than so many of one lock the oldest quarter is forgotten.
    explicit Ledger(size_t most = 200'000)
        : m_most(most)
    {
    }

    /// Events must come in order, none twice.
    void append(const Event &event);
    /// Null where nobody was seen to ask. Holds until the next append().
    const LockTurns *of(const QString &lock) const;

private:
    struct Client
    {
        QStringList locks;
        bool inNoLine = false;
        std::map<QString, quint64> open; ///< by lock
    };

    void on(const ClientSpawned &event, Moment now);
    void on(const ClientConnection &event, Moment now);
    void on(const ClientLockState &event, Moment now);
    void on(const ClientFault &event, Moment now);
    void on(const ClientRemoved &event, Moment now);
    void on(const ServerNode &event, Moment now);
    void on(const DirectoryListed &event, Moment now);
    template<typename Other>
    void on(const Other &, Moment)
    {
    }

    void ask(ClientId id, Client &client, Moment now, bool before);
    void grant(Client &client, const ClientLockState &event, Moment now);
    void leave(ClientId id, Moment now);
    void note(const NodeTurn &turn);

    quint64 add(const QString &lock, Acquisition acquisition);
    /// Null if it is forgotten.
    Acquisition *find(const QString &lock, quint64 id);

    size_t m_most;
    std::map<QString, LockTurns> m_locks;
    std::map<ClientId, Client> m_clients;
    std::set<SessionId> m_ownSessions;
    NodeLives m_nodes;
    QHash<QString, quint64> m_observed; ///< open ones of other programs, by node
};

} // namespace lockscope::journal
