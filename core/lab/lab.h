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

struct SessionOpening;

class Lab
{
public:
    /// Both must outlive the lab. \a seed: of the seeds of those runs that ask for none.
    Lab(SessionFactory &factory, journal::EventSink &sink, unsigned seed = std::random_device()());
    /// Clients that have not been closed before crash.
    ~Lab();

    /// Ends when all are there, or with the reason why none was started.
    Task<Result<QList<ClientId>>> spawn(SpawnRequest request);
    /// What is being started is not waited for: each spawn() ends with Cancelled, inside, also where its server does
    /// not answer.
    void abandonOpenings();
    /// Ids that are not there, and commands that do not fit a client's state, are passed over. Acquire opens a new
    /// session first where a client's is over. A paused client carries a command out when it goes on.
    void command(const QList<ClientId> &ids, ClientCommand command);
    /// Ids that are not there, and faults that do not fit a client's state, are passed over. A pause or a partition
    /// with a duration ends by itself; any ends with the client's session.
    void fault(const QList<ClientId> &ids, const FaultRequest &request);
    /// The next time that they come to \a step they stop there, until \a step is null: then they go on.
    void stopBefore(const QList<ClientId> &ids, std::optional<locks::Step> step);
    /// SimClient::setLimitsHeld(); ids that are not there are passed over.
    void setLimitsHeld(const QList<ClientId> &ids, bool held);
    /// Closes and removes every client, also one that is being started; ends when they are gone.
    Task<> closeAll();

    qsizetype count() const { return static_cast<qsizetype>(m_clients.size()); }
    /// The sessions of all clients, earlier and closed ones too: to know their nodes from others'.
    QList<SessionId> sessions() const;

private:
    struct Link;
    struct Entry;

    /// A session beside the clients' own is open, by which they reach what their locks guard.
    Task<Result<Done>> openResource();
    /// \a pool: whence its sessions come; null: from the lab's factory.
    ClientId add(const SpawnRequest &request, int index, quint64 seed, std::unique_ptr<ClientSession> session,
                 const std::shared_ptr<SessionFactory> &pool);
    std::unique_ptr<Link> link(const Entry &entry, std::unique_ptr<ClientSession> session, quint64 callsBefore);
    Reply<Done> givenBack(Entry &entry);
    Task<> close(ClientId id, bool remove);
    /// A new session for a client whose session is over. Then it goes on with the rounds that were left, or acquires
    /// again.
    Task<> reopen(ClientId id, bool goOn);

    void carryOut(ClientId id, FaultRequest request, bool atRandom);
    void stage(ClientId id, const FaultRequest &request);
    Task<> closeAs(ClientId id, bool atRandom);
    Task<> inject(ClientId id, FaultRequest request);
    void pause(Entry &entry, std::chrono::milliseconds duration);
    void resume(Entry &entry);
    void heal(Entry &entry);
    void endFaults(Entry &entry);
    void onSession(ClientId id, ConnectionState state);
    void cancelOpenings();
    void sweep();
    Reply<Done> swept();
    Entry *find(ClientId id) const;

    SessionFactory &m_factory;
    journal::EventSink &m_sink;
    std::mt19937 m_random; ///< of seeds
    /// The last one is in use; those before are over, and clients that have had them are still there.
    std::vector<std::unique_ptr<ClientSession>> m_resources;
    std::map<ClientId, std::unique_ptr<Entry>> m_clients;
    std::vector<std::weak_ptr<SessionOpening>> m_openings;
    /// Clients and links that perhaps still call us: destroyed from the event loop.
    std::vector<std::shared_ptr<void>> m_gone;
    std::vector<ReplyPromise<Done>> m_waitingForSweep;
    QTimer m_sweeper;
    QHash<QString, int> m_namesGiven;                             ///< by prefix
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< seen by coroutines that outlive the lab
};

} // namespace lockscope::lab
