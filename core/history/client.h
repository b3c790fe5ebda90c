// SPDX-License-Identifier: Apache-2.0
// One simulated client, folded from its own events: its session, its attempt, what it believes to hold.
// The one place that reads these events; a World, the ledger, the checks, reports and scenarios keep a Client each
// where they need one and act on the ClientChange that an event was. Never asks what the server had.
#pragma once

#include "core/journal/event.h"

#include <QList>

#include <optional>

namespace lockscope::journal {

/// A watch that a client has set.
struct ClientWatch
{
    QString path;
    bool ofChildren = false;
    bool ofNothing = false; ///< there was no such node when it was set
    Moment set = {};
    Zxid seen = {}; ///< the newest change of the node when it was set; null: not known

    bool operator==(const ClientWatch &) const = default;
};

struct Client
{
    ClientSpawned spec;
    ConnectionState connection = ConnectionState::Closed;
    SessionId session; ///< the newest it had: its nodes may outlive the connection
    locks::LockState state = locks::LockState::Free;
    QString node;
    Zxid token;
    int round = 0;
    std::optional<Error> error; ///< why it came to its state, where it left the straight path
    qint64 stateSinceNs = 0;
    locks::Mode mode = locks::Mode::Exclusive; ///< in which it holds or asks now
    int entries = 0;                           ///< how often it holds
    std::optional<locks::Step> step;           ///< the newest it came to
    QString stepPath;
    bool answeredAbsent = false; ///< its newest request asked whether a node is there, and it was not
    Zxid answeredChange;         ///< else the newest change of that node
    quint64 requests = 0;
    quint64 watchEvents = 0;
    QList<ClientWatch> watching = {}; ///< set, and neither fired nor taken back
    quint64 faults = 0;
    bool crashed = false; ///< until it has a session again
    bool paused = false;
    bool cutOff = false;
    qint64 delayMs = 0;

    // The newest of each; those of the attempt before stay until this one comes so far.
    int attempts = 0;
    Moment asked;
    Moment served;
    Moment lettingGo;
    Moment rested;

    /// What it believes of its lock: a crashed one nothing, whatever its last state.
    locks::LockState believes() const { return crashed ? locks::LockState::Free : state; }
    bool holds() const { return believes() == locks::LockState::Retained; }
    /// In its newest attempt, whether it holds still or not.
    bool wasServed() const { return served.number != 0 && served.number >= asked.number; }
    bool atRest() const { return state == locks::LockState::Free || state == locks::LockState::Released; }
    bool isGone() const { return crashed || isOver(connection); }
    /// It waits for a node that was gone when its watch was set: no event will come.
    bool waitsInVain() const;
    /// It waits for its own node.
    bool waitsForItself() const;
    bool waitsForEver() const { return waitsInVain() || waitsForItself(); }
    /// It has its node, and waits.
    bool inQueue() const { return believes() == locks::LockState::Fetching && !node.isEmpty(); }

    bool operator==(const Client &) const = default;
};

/// What an event meant for its client.
struct ClientChange
{
    locks::LockState before = locks::LockState::Free; ///< it believed until then; FREE of a crashed one
    bool isChange = false;                            ///< the event changed the client, if only a counter
    bool stateReported = false;                       ///< it is a ClientLockState
    bool asks = false;                                ///< an attempt begins
    bool served = false;                              ///< it holds from now on
    bool changed = false;     ///< it holds as before, but in another mode, by another node or more or less often
    bool stopped = false;     ///< it held until now
    bool sessionLost = false; ///< its session is over, or it has another: nodes and watches go with the old one
    std::optional<ClientWatch> fired = {}; ///< the watch that fired, where it is known
};

/// Folds one event in. \a event is about this client, and was not folded before.
ClientChange follow(Client &client, const Event &event);

/// Its session may be over after this fault without its client's knowing. Not of faults that break its connection: what
/// came of the session is known once it is there again.
bool mayEndUnheard(Fault fault);

/// The locks that a client takes: one, or those of a multi-lock.
QStringList locksOf(const ClientSpawned &spec);
/// It takes leases: others may hold beside it.
bool takesLeases(const ClientSpawned &spec);

} // namespace lockscope::journal
