// SPDX-License-Identifier: Apache-2.0
// What is tried, and what became of it: plain values from the command line or the window to core/trial/trial.h.
#pragma once

#include "core/trial/order.h"

#include <chrono>
#include <optional>

namespace lockscope::trial {

constexpr int mostClients = 1'000;
constexpr int mostRounds = 1'000'000;
constexpr int mostLeases = 1'000'000;

struct TrialSpec
{
    QStringList command;
    QString lock; ///< as the servers have it
    int clients = 2;
    int rounds = 1; ///< 0: until the time is over
    /// What the lock is judged as: what it promises.
    locks::RecipeId recipe = locks::RecipeId::Mutex;
    int leases = 1; ///< of a semaphore
    QList<TrialFault> faults = {};
    std::vector<Turn> order = {}; ///< of the lock's own messages; then there are no faults beside its own
    quint64 seed = 0;
    std::chrono::milliseconds limit{60'000};
    /// So long nothing passes and no client says anything, while none holds or is held up: then nothing will come.
    std::chrono::milliseconds stall{10'000};
    /// Standard error comes with their other output (TrialNews); else it is this program's own.
    bool readsErrors = false;
    /// From the beginning the lock's own messages wait for Trial::settle().
    bool byHand = false;

    /// Something that may keep a client from what it wants: a message that is late does not.
    bool hasFaults() const;
    bool needsOwnServers() const;
    /// Of the faults; 0 for those at a moment.
    QList<double> rates() const;
    /// The first fault that names a client of whom there are too few.
    const TrialFault *faultOfNobody() const;
};

/// As they are started: "client-0", …
QString clientName(int index);

/// Of a limit or a stall: what a timer takes. Nothing where it is none.
std::optional<std::chrono::milliseconds> limitFromText(const QString &text);

/// Why these cannot be tried as they stand, in one sentence; nothing if they can.
std::optional<Error> validate(const TrialSpec &spec);

struct TrialEnd
{
    enum class Why {
        Done,     ///< all processes have ended
        Stalled,  ///< nothing moves any more
        TimeOver, ///< before all had ended
        Stopped,
    };
    /// What became of one client's process.
    struct Process
    {
        QString client;
        int grants = 0;
        bool running = false;
        Text problem;          ///< how it ended, where that was not by itself with 0; why it could not be started
        bool connected = true; ///< false: never, by the address that it was given
        int unknownLines = 0;  ///< that are none of the protocol's
        QString firstUnknown;
    };

    Why why = Why::Done;
    QList<Process> processes = {};
    /// Of each client the messages that passed, at which something could have been done; the first thousand of each.
    QList<Moment> moments = {};
    int turnsKept = 0;  ///< of the order
    Text otherWay = {}; ///< where the clients took another one; empty: they kept it

    /// One could not be started, or ended otherwise than by itself with 0 and by no fault of ours.
    bool hasProblems() const;
};

/// What a client's process says, and what becomes of it, as it happens.
struct TrialNews
{
    struct Item
    {
        enum class Kind {
            Started,
            Output, ///< a line on standard output
            Errors, ///< the same on standard error, where it is read
            Ended,  ///< by itself
            Killed, ///< by a fault: where it has rounds left it is started again
            Stopped ///< with the trial
        };

        ClientId client = {};
        qint64 atNs = 0; ///< by the journal's clock
        Kind kind = Kind::Output;
        qint64 process = 0; ///< its id, of one that was started
        QString line = {};  ///< without its end
        Text problem = {};  ///< of one that ended otherwise than with 0, or could not be started
    };

    QList<Item> items = {};
    qint64 leftOut = 0; ///< lines that came too fast: the newest of this moment
};

/// One of the lock's own messages, or a watch event, that waits where they pass by hand.
struct WaitingMessage
{
    quint64 number = 0;                   ///< under it Trial::settle() lets it go
    ClientId client = {};                 ///< whose it is, or whom it is to reach
    Moment message = {};                  ///< of which kind, and whether it is the answer or an event
    QString path = {};                    ///< of the node that it is about
    std::optional<WatchEvent> fired = {}; ///< of an event

    bool isRequest() const { return !message.atReply; }
    bool isEvent() const { return fired.has_value(); }
    bool operator==(const WaitingMessage &) const = default;
};

/// "done", "stalled", "time-over", "stopped": as in JSON.
QString whyName(TrialEnd::Why why);

} // namespace lockscope::trial
