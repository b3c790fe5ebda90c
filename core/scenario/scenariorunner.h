// SPDX-License-Identifier: Apache-2.0
// Carries out a scenario: starts its clients in the lab, goes from step to step, waits for conditions, and says what
// came of it. One engine for the window, the command line and our own tests; every step becomes an event of the
// journal. Never waits without a limit, never leaves its clients open, and touches no nodes but its own.
#pragma once

#include "core/base/task.h"
#include "core/lab/lab.h"
#include "core/scenario/scenarionodes.h"
#include "core/scenario/scenarioverdict.h"

#include <QMap>
#include <QRandomGenerator>
#include <QSet>
#include <QTimer>

#include <functional>
#include <memory>

namespace lockscope::lab {

/// Lets a reader see the lab's events on their way into the journal, at the moment they are written. Never changes or
/// drops one; the reader must not write events or resume a coroutine from inside.
class EventTap final : public journal::EventSink
{
public:
    using Reader = std::function<void(const journal::Payload &)>;

    explicit EventTap(journal::EventSink &sink)
        : m_sink(sink)
    {
    }

    /// Replaces the reader before; none with an empty one.
    void setReader(Reader reader) { m_reader = std::move(reader); }

    void write(journal::Payload what) override
    {
        if (m_reader)
            m_reader(what);
        m_sink.write(std::move(what));
    }

    ClientId newClient() override { return m_sink.newClient(); }

private:
    journal::EventSink &m_sink;
    Reader m_reader;
};

/// Carries out what a scenario does to a server, by its index; ends when that is so.
using ServerControl = std::function<Task<Result<Done>>(int server, ServerCommand command)>;

class ScenarioRunner
{
public:
    /// All must outlive the run; \a tap is where the lab writes its events. \a sessionTimeout: of the clients; nodes of
    /// clients that ended without a close go after it.
    /// \a servers: does something to one of them.
    ScenarioRunner(Lab &lab, SessionFactory &factory, EventTap &tap, std::chrono::milliseconds sessionTimeout,
                   ServerControl servers);
    ~ScenarioRunner();

    /// Once. An error where it could not begin; that it was stopped, and a step that failed, are in the verdict.
    Task<Result<Verdict>> run(Scenario scenario);
    /// Ends the run soon: its clients are closed, and what it found out is in the verdict. \a within: a server that has
    /// not answered by then is not waited for; what is not known then, the verdict says.
    void stop(std::optional<std::chrono::milliseconds> within = {});
    /// No further step is begun meanwhile; what the clients do goes on, but for their limits.
    void setPaused(bool paused);
    /// The step with this index, from 0, of a scenario that goes on by hand; no effect while another one waits, or
    /// none.
    void goOn(int index);
    /// Called with the index of each step that waits for goOn(), when it begins to.
    void setAwaitsHand(std::function<void(int)> awaits) { m_awaitsHand = std::move(awaits); }
    /// Called before each step with its index, and with the number of steps when none is begun any more, also after one
    /// that failed: the run goes on when that has ended.
    void setBetweenSteps(std::function<Task<>(int)> between) { m_betweenSteps = std::move(between); }
    /// The clients that it started, closed ones too.
    QList<ClientId> clients() const { return m_clients; }

private:
    const quint32 m_mark = QRandomGenerator::system()->generate() | 1;   ///< of the keys and rows of its clients
    static constexpr auto askAgainAfter = std::chrono::milliseconds(50); ///< what only a server knows

    /// From its preparation to its tidying; an error where it could not begin.
    Task<Result<Done>> play(Verdict *verdict, RunEnd *end);
    /// The scenario's own session; a new one where the one before is over.
    Task<Result<Done>> openGround();
    /// Whether one of its clients made the node that is there.
    bool isOfClients(const QString &path, const NodeStat &stat) const;
    Task<Result<Done>> prepare();
    Task<Result<Done>> waitForFreeLock(QString lock);
    Task<Result<Done>> noteAbsent();
    Task<Result<Done>> spawn();
    Task<> carryOutSteps(Verdict *verdict);
    Task<> betweenSteps(int next);
    /// Until the step may be begun: by its pace, by hand, and not while the run is paused. The limits of its clients
    /// stand still meanwhile.
    Task<> awaitTurn(int index);
    Task<Result<Done>> carryOut(PlannedStep step);
    /// Until so much time has passed, or the run is stopped.
    Task<> pass(std::chrono::milliseconds time);
    Result<Done> command(const CommandAction &action);
    Task<Result<Done>> change(ServerAction action);
    /// What the scenario killed or made stand still serves again.
    Task<> tidyServers();
    Task<Result<Done>> change(NodeAction action);
    Task<Result<Done>> waitFor(Condition condition, std::chrono::milliseconds within);
    Task<Result<bool>> isTrue(Condition condition);
    Task<Result<bool>> isTrueOnServer(ClientCondition condition);
    /// Until the clients have come as far as \a expect needs, or will not.
    Task<> settle();
    Task<> look(RunEnd *end);
    Task<> closeClients();
    Task<> findLeftByLiving(RunEnd *end);
    Task<> findOrphans(Verdict *verdict, RunEnd *end);
    Task<> tidyUp(QStringList orphans);
    void judge(Verdict *verdict, const RunEnd &end);
    void tellOrphans(Verdict *verdict, const RunEnd &end);

    /// Until something happens to a client, \a atMost passes, or the run is stopped.
    Reply<Done> nextChange(std::chrono::milliseconds atMost);
    void wake();
    /// Of a stop: no answer of a server is waited for any more.
    void giveUp();
    int roundsOf(const QString &name) const;

    Lab &m_lab;
    SessionFactory &m_factory;
    EventTap &m_tap;
    std::chrono::milliseconds m_sessionTimeout;
    ServerControl m_servers;
    QMap<int, ServerCommand> m_broken; ///< servers that do not serve, and what mends that
    Scenario m_scenario;
    std::unique_ptr<ScenarioFold> m_fold;
    std::shared_ptr<SessionOpening> m_opening; ///< of its own session, while that is on its way
    std::unique_ptr<ClientSession> m_session;
    std::unique_ptr<ScenarioNodes> m_ground;
    QList<ClientId> m_clients;
    QSet<QString> m_absentBefore;               ///< of the locks' directories and those above
    std::optional<ReplyPromise<Done>> m_change; ///< while it waits for one
    QTimer m_wake;                              ///< an event came: looked at from the event loop
    QTimer m_limit;
    QTimer m_stopLimit;
    bool m_stopped = false;
    bool m_isGivenUp = false;
    bool m_paused = false;
    int m_waitsForHand = -1; ///< the step that does
    std::function<void(int)> m_awaitsHand;
    std::function<Task<>(int)> m_betweenSteps;
};

} // namespace lockscope::lab
