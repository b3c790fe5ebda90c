// SPDX-License-Identifier: Apache-2.0
// What the window asks of the engine, in the window's own words: connect, start a sandbox, spawn, release, disconnect.
// Never a widget and never a second source of truth: what is on screen comes from the engine's batches of events.
#pragma once

#include "core/engine/engine.h"
#include "core/profiles/profile.h"

#include <QList>
#include <QObject>
#include <QString>

#include <functional>
#include <optional>

namespace lockscope::ui {

/// The servers other than ZooKeeper's that can be started here, in the order in which they are offered.
QList<BackendSpec> privateBackends();
/// "MariaDB", "Redis, 5 servers", "Redis with a replica".
QString privateBackendText(const BackendSpec &spec);

/// A place to look at: a connection, or a sandbox of our own.
struct Target
{
    ConnectSpec spec; ///< of a sandbox, filled in when it runs
    QString root = QStringLiteral("/");
    int sandboxServers = 0;                        ///< 0: not a sandbox
    std::optional<BackendSpec> other = {};         ///< another server instead of an ensemble
    std::optional<profiles::Profile> profile = {}; ///< that it comes from

    bool isSandbox() const { return sandboxServers > 0; }
    /// It ends with the connection, with all that is in it.
    bool isPrivate() const { return isSandbox() || (other && other->address.isEmpty()); }
    locks::Backend backend() const { return other ? other->backend : locks::Backend::ZooKeeper; }
    /// That each client asks for itself.
    int servers() const { return other ? std::max(other->servers, int(other->address.count(u',')) + 1) : 1; }
    /// "Sandbox · 3 servers", "Private Redis", the profile's name, or the connect string.
    QString title() const;
};

/// Whatever acts goes through here, so that what may not be done is refused in one place: see setGate().
class SessionController : public QObject
{
    Q_OBJECT
public:
    enum class Phase {
        Idle, ///< nothing open
        StartingSandbox,
        Connecting,
        Reading, ///< connected, the first reading is under way
        Open,
    };

    explicit SessionController(QObject *parent = nullptr);
    ~SessionController() override;

    Engine *engine() const { return m_engine.get(); }
    Phase phase() const { return m_phase; }
    /// What is open, or being opened.
    const Target &target() const { return m_target; }
    /// The sandbox that runs; without servers if none does.
    const servers::SandboxInfo &sandbox() const { return m_sandbox; }

    /// It is what was opened last, and what was seen there goes on with it. Another one begins a journal of its own.
    bool goesOnWith(const Target &target) const;
    /// What is there now is not what was seen: what is opened next begins a journal of its own.
    void leaveJournal() { m_hasJournal = false; }
    /// Starts the sandbox if the target is one, connects, and watches its root. Ends in opened() or openFailed().
    void open(const Target &target);
    /// Opens the same target again: after an expired session, or one that was lost for good.
    void reopen();
    /// Gives up what open() began, or closes what is open: simulated clients and sandbox with it.
    void close();

    /// Asked before anything is done: a sentence if it may not be, empty if it may. What is refused ends like what
    /// failed, and nothing is sent. Reading is never refused.
    void setGate(std::function<QString()> whyNot) { m_whyNot = std::move(whyNot); }

    /// \a done is called with nothing if all clients are there. \a confirmation: what was typed, on a production
    /// ensemble.
    void spawn(const lab::SpawnRequest &request, const QString &confirmation,
               std::function<void(std::optional<Error>)> done);
    void command(const QList<ClientId> &clients, lab::ClientCommand command);
    void fault(const QList<ClientId> &clients, const lab::FaultRequest &request);
    /// One of the sandbox's servers, by its index. The servers are asked afterwards: what came of it is in the World.
    void commandServer(int server, ServerCommand command);
    /// Ends with the verdict, or with the reason why there is none.
    void runScenario(const lab::Scenario &scenario, const QString &confirmation,
                     std::function<void(const Result<lab::Verdict> &)> done);
    /// Ends when it is over, or with the reason why it did not run; what still runs then goes on until endTrial().
    void runTrial(const trial::TrialSpec &spec, std::function<void(const Result<trial::TrialEnd> &)> done);
    void endTrial(std::function<void()> done);
    void readNode(const QString &path, std::function<void(const Result<NodeDetails> &)> done);
    /// Of one node or of several together. \a knowledge: what the servers reported last; they are asked again before
    /// the plan where that is long ago.
    void planRelease(const QStringList &paths, const std::function<locks::Knowledge()> &knowledge);
    void carryOut(const observe::ReleasePlan &plan, const QString &confirmation);
    void askHolder(const observe::ReleasePlan &plan, std::chrono::milliseconds limit, const QString &confirmation);

Q_SIGNALS:
    void phaseChanged();
    void progress(const QString &sentence);
    void opened();
    void openFailed(const lockscope::Error &error);
    void closed();
    /// Something that was asked for could not be done; \a what says what, as a heading.
    void failed(const QString &what, const lockscope::Error &error);
    void sandboxDied(const lockscope::Error &error);
    void releasePlanned(const lockscope::observe::ReleasePlan &plan);
    void releaseCarriedOut(const lockscope::observe::ReleasePlan &plan,
                           const lockscope::observe::ReleaseOutcome &outcome);
    void holderAsked(const lockscope::observe::ReleasePlan &plan, const lockscope::observe::AskOutcome &outcome);

private:
    void planNow(const QStringList &paths, const locks::Knowledge &knowledge);
    void setPhase(Phase phase);
    void inItsJournal(const std::function<void()> &go);
    void startSandbox();
    void connectToServer();
    void connectToOther();
    void readTree();
    void end();
    void fail(const Error &error);
    /// Nothing if it may be done.
    std::optional<Error> refusal() const;
    /// True, and failed(), if it may not.
    bool refused();

    std::unique_ptr<Engine> m_engine;
    std::function<QString()> m_whyNot;
    Target m_target;
    bool m_hasJournal = false; ///< the engine's is that of the target
    Phase m_phase = Phase::Idle;
    servers::SandboxInfo m_sandbox; ///< without servers: none runs
    quint64 m_attempt = 0;          ///< answers to an earlier open() are not for this one
};

} // namespace lockscope::ui
