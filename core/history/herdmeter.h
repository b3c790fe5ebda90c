// SPDX-License-Identifier: Apache-2.0
// What each leaving of a lock sets off among simulated clients: whom it wakes, who of them comes to hold, and what they
// ask. The one count of it: a World keeps it, and so does the report of a run. A fold over the events of simulated
// clients; never counts clients of other programs, whose traffic is not known.
#pragma once

#include "core/history/client.h"

#include <QHash>
#include <QList>
#include <QSet>
#include <QStringList>

namespace lockscope::journal {

/// A contender's node goes.
struct Leaving
{
    enum class Cause {
        Released, ///< its client held, and gave the lock back
        GaveUp,   ///< its client waited, and does not any more
        Expired,  ///< with its session
        ByHand,
        NotKnown,
    };

    ClientId leaver; ///< null: of another program, or not known
    Cause cause = Cause::NotKnown;
    QStringList nodes; ///< empty: not known
    Zxid born;         ///< czxid of the first of them; null: not known
    qint64 atNs = 0;
    quint64 number = 0; ///< the event that first showed it
    quint64 endedAt =
        0;             ///< the event that showed it to have happened: watches that were set later are not its; 0: none
    int waiting = 0;   ///< simulated clients that waited then
    qint64 events = 0; ///< watch events that it sent
    qint64 requests = 0; ///< of the woken, until they hold, wait again or give up
    int woken = 0;
    int served = 0;           ///< of the woken: came to hold; the others were woken in vain
    QSet<ClientId> toHold;    ///< woken, and neither served nor gone
    QSet<ClientId> onTheMove; ///< of these: not yet waiting again

    bool operator==(const Leaving &) const = default;
};

/// Of all leavings.
struct HerdCount
{
    qint64 leavings = 0;
    qint64 wakeUps = 0;

    HerdCount operator-(const HerdCount &other) const { return {leavings - other.leavings, wakeUps - other.wakeUps}; }
    bool operator==(const HerdCount &) const = default;
};

class HerdMeter
{
public:
    /// \a client: as it is after the event, which is about it. Of a ClientRemoved: as it was.
    void follow(const Event &event, const Client &client, const ClientChange &turn);
    /// A node was deleted by hand.
    void forced(const ReleaseForced &release, Moment now);
    void forget(const QString &lock) { m_locks.remove(lock); }

    bool knows(const QString &lock) const { return m_locks.contains(lock); }
    /// The newest, as far as it has come; null if there was none.
    const Leaving *newest(const QString &lock) const;
    /// The one before it, which has had all its effects; null if there was none.
    const Leaving *previous(const QString &lock) const;
    /// An empty \a lock: of all.
    HerdCount count(const QString &lock = {}) const;
    /// How many locks, clients and nodes something is remembered of.
    qsizetype weight() const;

    bool operator==(const HerdMeter &) const = default;

private:
    struct Gone
    {
        QString node;
        Zxid born;
        bool left = false; ///< else its client went on without it, as from the line of a semaphore to its lease

        bool operator==(const Gone &) const = default;
    };
    struct Owned
    {
        ClientId by;
        Zxid born; ///< null: not known

        bool operator==(const Owned &) const = default;
    };
    struct Lock
    {
        Leaving newest;
        Leaving previous;
        quint64 olderEndedAt = 0; ///< of the one before these two
        HerdCount count;
        int waiting = 0;
        quint64 bornAt = 0;           ///< the newest node in it
        bool isNode = false;          ///< one node is the lock: the next one has its path
        QSet<ClientId> unclaimed;     ///< whose children watches fired, not known yet for which leaving
        QHash<QString, Owned> owners; ///< of the nodes that have not gone
        /// Nodes that went and may still wake a waiter: the oldest first. Of numbered ones only until they woke one.
        QList<Gone> gone;

        bool operator==(const Lock &) const = default;
    };
    /// Of a client that has nodes.
    struct Owner
    {
        bool silent = false; ///< crashed, paused or cut off: its session may end without its word
        bool holds = false;
        bool waits = false;
        QStringList nodes;      ///< that have not gone
        QStringList leftBehind; ///< and those of them that its process, a newer one, knows nothing of

        bool operator==(const Owner &) const = default;
    };

    void on(const ClientLockState &state, const Client &client, const ClientChange &turn, Moment now);
    void on(const ClientConnection &connection, const Client &client, const ClientChange &turn, Moment now);
    void on(const ClientRequest &request, const Client &client);
    void on(const ClientReply &reply, const Client &client, Moment now);
    void on(const ClientWatchFired &fired, const Client &client, const ClientChange &turn, Moment now);
    void remove(const Client &client, const ClientChange &turn, Moment now);
    void own(const Client &client, const QString &node, Zxid born, Moment now);
    void leaveAll(const Client &client, Leaving::Cause cause, Moment now);
    void served(const Client &client, Moment now);
    void claimFor(Lock &lock, Moment now);
    void disown(Lock &lock, ClientId id, const QString &node);
    void wokenByChildren(Lock &lock, const ClientWatchFired &fired, ClientId id, quint64 setAt, Moment now);
    Leaving &open(Lock &lock, ClientId leaver, const QStringList &nodes, Leaving::Cause cause, Moment now);
    Leaving::Cause causeOf(ClientId leaver, const QString &node) const;
    bool wokenByBirth(Lock &lock, const ClientWatchFired &fired, ClientId id, Zxid seen, Moment now);
    static bool wake(Lock &lock, Leaving &leaving, ClientId id);
    static void settle(Lock &lock, ClientId id, bool goes);

    QHash<QString, Lock> m_locks;
    QHash<ClientId, Owner> m_owners;
};

} // namespace lockscope::journal
