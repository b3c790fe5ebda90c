// SPDX-License-Identifier: Apache-2.0
// A scenario: which simulated clients there are, what they do step by step, and what should come of it; the file format
// is in docs/scenarios.md. Values only: read by core/scenario/scenariofiles.h, carried out by
// core/scenario/scenariorunner.h.
#pragma once

#include "core/base/connectionstate.h"
#include "core/base/servercommand.h"
#include "core/lab/clientspec.h"
#include "core/locks/step.h"

#include <QByteArray>
#include <QList>
#include <QStringList>

#include <variant>

namespace lockscope::lab {

/// What a count may be: from `least` to `most`, each of which may be open.
struct Range
{
    std::optional<double> least;
    std::optional<double> most;

    bool contains(double value) const { return (!least || value >= *least) && (!most || value <= *most); }
    bool operator==(const Range &) const = default;
};

/// "3", "at least 1", "from 1 to 5"
Text rangeText(const Range &range);

/// The names of clients, in the order of the scenario's list; never a pattern any more.
using ClientNames = QStringList;

struct CommandAction
{
    ClientCommand command = ClientCommand::Acquire;
    ClientNames clients;
};

struct FaultAction
{
    FaultRequest fault;
    ClientNames clients;
};

/// Does something to one of the servers, which must have been started for this program alone.
struct ServerAction
{
    ServerCommand command = ServerCommand::Kill;
    int server = 0;
};

/// Stops clients between two steps of their recipe, as a scheduler may, or lets them go on.
struct StopAction
{
    ClientNames clients;
    std::optional<locks::Step> before; ///< null: they go on
};

/// A znode that belongs to none of the clients, made or deleted by the scenario itself.
struct NodeAction
{
    enum class Kind { Create, Delete };

    Kind kind = Kind::Create;
    QString path;
    QByteArray data;
};

/// Lets time pass. Where anything can be waited for, Until is right.
struct WaitAction
{
    std::chrono::milliseconds time{0};
};

/// Counters of what is expected begin here.
struct MeasureAction
{ };

/// Every part that is set must be true, for each of the clients.
struct ClientCondition
{
    ClientNames clients;
    std::optional<locks::LockState> state;
    std::optional<ConnectionState> connection;
    std::optional<locks::Step> step;
    std::optional<bool> holds;  ///< RETAINED
    std::optional<bool> waits;  ///< FETCHING, and its node is in the queue
    std::optional<bool> node;   ///< its newest node is on the server: asked there
    std::optional<bool> done;   ///< all of its rounds are over
    std::optional<int> entries; ///< re-entry depth, or threads that hold
    std::optional<ErrorCode> error;
};

struct LockCondition
{
    QString lock;
    std::optional<Range> holders;     ///< clients that believe to hold
    std::optional<Range> waiting;     ///< clients in the queue
    std::optional<Range> watchEvents; ///< since the last "measure", of the clients of this lock
    QString finding;                  ///< this finding is there: the directory is read
};

struct NodeCondition
{
    QString path;
    bool exists = true;
};

/// A cycle in who waits for whom, over all locks of the scenario.
struct DeadlockCondition
{
    bool there = true;
};

using Condition = std::variant<ClientCondition, LockCondition, NodeCondition, DeadlockCondition>;

struct PlannedStep
{
    std::variant<CommandAction, FaultAction, ServerAction, StopAction, NodeAction, WaitAction, MeasureAction, Condition>
        what;
    std::chrono::milliseconds within{20'000}; ///< for a Condition
    QString text;                             ///< what people read; made from the step where the file has none
    int line = 0;
};

/// What can be expected of a whole run.
enum class Measure {
    Violations,
    BeliefOverlaps,
    OrderViolations,
    Acquired,
    TimedOut,
    Failed,
    Orphans,
    Duplicates,
    Stamped,
    Refused,
    WatchEvents,
    WatchEventsPerRelease,
    RequestsPerRelease,
    Deadlocks,
};

struct MeasureInfo
{
    Measure measure;
    QString key;          ///< in the file
    Text text;            ///< the same for people
    bool perLock = false; ///< can be expected of one lock as well
};

/// Each once, in the order of the enum.
const QList<MeasureInfo> &measures();
const MeasureInfo &measureInfo(Measure measure);

struct CountExpected
{
    Measure measure = Measure::Violations;
    Range range;
};

/// Who acquired one after another; clients of one group may come in any order.
struct OrderExpected
{
    QList<ClientNames> groups;
};

/// Exactly these findings, before the clients are closed.
struct FindingsExpected
{
    QStringList ids;
};

struct Expectation
{
    QString lock; ///< empty: over all locks
    std::variant<CountExpected, OrderExpected, FindingsExpected> what;
};

struct Scenario
{
    QString title;
    QString about;                                      ///< what it shows, in a sentence or two
    QString conclusion;                                 ///< what it has shown where all came as expected; may be empty
    locks::Backend backend = locks::Backend::ZooKeeper; ///< the kind of server that its clients need
    int servers = 1;                                    ///< of Redis: at least so many that know nothing of one another
    bool replica = false;                               ///< private ones of Redis: one more, which follows the first
    QList<SpawnRequest> clients;
    QList<PlannedStep> steps;
    QList<Expectation> expect;
    std::optional<quint32> seed;
    bool wantsFreeLocks = true; ///< no contenders may be there when it begins
    bool tidies = true;         ///< takes away what it made when it ends, orphans too
    QStringList duel;           ///< two of its locks, shown and counted side by side; empty: none
    QString show;      ///< the view that shows most of it, one of scenarioViews(); empty: none more than others
    QByteArray source; ///< the file as it was read
    /// From the end of one step to the next, so that people can follow; 0: at once. Not of the file: of who runs it.
    std::chrono::milliseconds pace{0};
    bool byHand = false; ///< each deed waits for the user; what is waited for afterwards does not

    ClientNames clientNames() const;
    QList<SpawnRequest> clientsOf(const QString &lock) const;
    /// Of what is drawn for the clients at \a index: of a duel alike on both sides. Only where there is a seed.
    quint64 seedOf(qsizetype index) const;
    /// So many are started where they are private: more than its recipes need at least, since some may fail.
    int privateServers() const;
    /// It does something to servers: they must be private, and what they were before is not what they are afterwards.
    bool touchesServers() const;
    /// Paths of the locks, each once, in the order of the clients.
    QStringList locks() const;
    /// To be looked at first: of the first client that takes one, or else the first of all.
    QString firstTaken() const;
    /// The locks, and whatever else it writes to: what is asked about and written down before it begins.
    QStringList written() const;
    /// The deepest directory to look at for all of its locks: one of them, or above them. A lock that is a mere node
    /// is seen in its parent.
    QString directory() const;
};

/// The views and panels that a scenario can ask for.
const QStringList &scenarioViews();
/// Said when the steps are over, before the clients are closed.
Text stepsOverText();
/// "A", "A and B", "A, B and 998 more"
Text namesText(const ClientNames &names);
/// One sentence on what a step does, or waits for.
Text describe(const PlannedStep &step);
/// All of \a clients acquire at once, and are waited for, however long their rounds take.
QList<PlannedStep> acquireUntilDone(const ClientNames &clients);

} // namespace lockscope::lab
