// SPDX-License-Identifier: Apache-2.0
// The simulated clients of this program, by id: started all or none, commanded, and closed.
// Never shows anything: what they do goes to the journal.
#pragma once

#include "core/journal/journal.h"
#include "core/lab/clientsession.h"
#include "core/lab/clientspec.h"

#include <QHash>
#include <QTimer>

#include <map>
#include <random>

namespace lockscope::lab {

class Lab
{
public:
    /// Both must outlive the lab. \a seed: of random hold times.
    Lab(SessionFactory &factory, journal::EventSink &sink, unsigned seed = std::random_device()());
    /// Whoever has not been closed before crashes.
    ~Lab();

    /// Ends when all are there, or with the reason why none was started.
    Task<Result<QList<ClientId>>> spawn(SpawnRequest request);
    /// Ids that are not there, and commands that do not fit a client's state, are passed over.
    void command(const QList<ClientId> &ids, ClientCommand command);
    /// Closes and removes every client, also those that are being started; ends when they are gone.
    Task<> closeAll();

    qsizetype count() const { return static_cast<qsizetype>(m_clients.size()); }
    /// The sessions of all clients, closed ones too: to tell their nodes from others'.
    QList<SessionId> sessions() const;

private:
    struct Entry;
    struct Opening;

    static Task<> openNext(SessionFactory *factory, std::shared_ptr<Opening> opening);
    static Task<> closeSessions(std::shared_ptr<Opening> opening);
    ClientId add(const SpawnRequest &request, int index, std::unique_ptr<ClientSession> session);
    void crash(Entry &entry);
    Task<> close(ClientId id, bool remove);
    void onSession(ClientId id, ConnectionState state);
    void sweep();
    Reply<Done> swept();
    Entry *find(ClientId id) const;

    SessionFactory &m_factory;
    journal::EventSink &m_sink;
    std::mt19937 m_random;
    std::map<ClientId, std::unique_ptr<Entry>> m_clients;
    std::vector<std::weak_ptr<Opening>> m_openings;
    /// Removed, but perhaps still calling us: destroyed from the event loop.
    std::vector<std::unique_ptr<Entry>> m_gone;
    std::vector<ReplyPromise<Done>> m_waitingForSweep;
    QTimer m_sweeper;
    QHash<QString, int> m_namesGiven; ///< by prefix
    quint32 m_lastId = 0;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< seen by coroutines that outlive the lab
};

} // namespace lockscope::lab
