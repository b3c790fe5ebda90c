// SPDX-License-Identifier: Apache-2.0
// The one door between core and everyone above: owns the worker thread on which all ZooKeeper handles live, takes
// commands, and hands up batches of events. Never blocks its caller, never shares an object with it: values only.
#pragma once

#include "core/backends/backendspec.h"
#include "core/backends/connectspec.h"
#include "core/base/error.h"
#include "core/base/node.h"
#include "core/compare/comparison.h"
#include "core/compare/comparisonspec.h"
#include "core/journal/event.h"
#include "core/lab/clientspec.h"
#include "core/observe/release.h"
#include "core/scenario/scenario.h"
#include "core/scenario/scenarioverdict.h"
#include "core/servers/sandbox.h"
#include "core/trial/trialspec.h"

#include <QFuture>
#include <QObject>
#include <QThread>

#include <chrono>
#include <optional>

namespace lockscope {

/// What a connection would find.
struct TryOut
{
    QString server;           ///< that let us in
    int servers = 0;          ///< addresses that the connect string stands for
    int sessionTimeoutMs = 0; ///< as the server granted it
    int children = 0;         ///< of the root
    bool tls = false;
    bool ssh = false;               ///< through an SSH host
    std::optional<Error> rootError; ///< why the root could not be listed: it is absent, or the login may not
    qint64 tookMs = 0;              ///< to the session
};

struct NodeDetails
{
    QString path;
    NodeContent content;      ///< all of its data
    bool dataReadable = true; ///< false: no READ permission, content.stat is known all the same
    QList<AclEntry> acl;
    std::optional<Error> aclError;
};

/// Lives on the thread that made it (GUI or main); all signals and futures are delivered there.
class Engine : public QObject
{
    Q_OBJECT
public:
    explicit Engine(QObject *parent = nullptr);
    /// Closes all sessions cleanly and stops the sandbox. Futures that have not ended are cancelled: nothing that was
    /// to follow one is called, as whom it belongs to may be half gone.
    ~Engine() override;

    /// Ends when connected or when it is clear that it will not be; replaces an earlier connection and its observation.
    QFuture<Result<SessionId>> open(const ConnectSpec &spec);
    /// The same with another server than ZooKeeper's: nothing is observed there, only simulated clients run.
    QFuture<Result<BackendInfo>> openBackend(const BackendSpec &spec);
    /// Opens a connection of its own, looks at \a root, closes it again; what is open stays as it is.
    QFuture<Result<TryOut>> tryOut(const ConnectSpec &spec, const QString &root);
    /// Closes the connection, its observation and all simulated clients.
    QFuture<Result<Done>> close();
    /// The same, and what is opened next is another place: see journalBegan(). Without it one journal goes on.
    QFuture<Result<Done>> beginJournal();

    /// Watches the tree under \a root (absolute path) instead of what was watched before; ends when it has been read
    /// once.
    QFuture<Result<Done>> observe(const QString &root);
    /// Reads one directory again now, besides its watch.
    void refresh(const QString &directory);
    /// Not live: nothing is read until it is again, but what refresh() asks for; then what changed meanwhile is read
    /// once. The World says so (ObservationChanged::paused), and what it shows is stale.
    void setLive(bool live);
    /// Ends the first reading of the tree here, so that observe() ends: what was found stays, and stays live, and the
    /// World says that there may be more (ObservationChanged::incomplete). Or goes on with it.
    void setDiscovery(bool goOn);

    QFuture<Result<NodeDetails>> readNode(const QString &path);
    /// Ends when the engine's thread has taken a turn, which shows that it does.
    QFuture<Result<Done>> takeTurn();

    /// Asks all servers of the ensemble what they know; ends when it is in the journal. A round that is under way
    /// already is waited for, not begun again.
    QFuture<Result<Done>> probeServers();
    /// The same by itself, at most this often, while connected; 0: no more. Less often where rounds are slow or large.
    void setProbeInterval(int ms);

    /// Of one node or of several, which are then released together or not at all. \a knowledge: what servers reported
    /// last (World::knowledge()), for the evidence in the plan.
    QFuture<Result<observe::ReleasePlan>> planRelease(const QStringList &paths, const locks::Knowledge &knowledge = {});
    QFuture<Result<observe::ReleasePlan>> planRelease(const QString &path) { return planRelease(QStringList{path}); }
    /// Re-reads, compares, deletes, writes the audit lines. \a confirmation: what was typed; where the connection is to
    /// a production ensemble, nothing is done unless it is plan.confirmation().
    QFuture<observe::ReleaseOutcome> carryOut(const observe::ReleasePlan &plan, const QString &confirmation = {});
    /// Asks the holder for its lock in its dialect's word and waits for its node to go, at most \a limit; one at a
    /// time.
    QFuture<observe::AskOutcome> askHolder(const observe::ReleasePlan &plan, std::chrono::milliseconds limit,
                                           const QString &confirmation = {});
    /// The future of askHolder() then ends soon: it was asked, and the answer is not waited for.
    void stopAsking();

    /// All or none: ends when every client has its session, or with the reason why none was started.
    /// \a confirmation: what was typed; on a production ensemble lab::confirmationOf() all that is written to, or
    /// nothing is done.
    QFuture<Result<QList<ClientId>>> spawn(const lab::SpawnRequest &request, const QString &confirmation = {});
    void command(const QList<ClientId> &clients, lab::ClientCommand command);
    /// What came of it is in the journal.
    void fault(const QList<ClientId> &clients, const lab::FaultRequest &request);

    /// Runs it to its end: its clients are simulated clients like others, and are closed when it ends; those of the run
    /// before are removed first. One at a time. \a confirmation: as for spawn().
    QFuture<Result<lab::Verdict>> runScenario(const lab::Scenario &scenario, const QString &confirmation = {});
    /// Its future then ends soon, with what came until then. \a within: as of lab::ScenarioRunner::stop().
    void stopScenario(std::optional<std::chrono::milliseconds> within = {});
    /// Begins no further step meanwhile.
    void pauseScenario(bool paused);
    /// The step with this index, from 0, of one that goes on by hand; no effect unless it waits.
    void stepScenario(int index);

    /// Beside what is open, which is left alone, with a journal of its own: see compare::Comparer. One at a time; one
    /// that was cancelled is waited for.
    QFuture<Result<compare::Comparison>> compareLocks(const compare::ComparisonSpec &spec);
    /// The future of compareLocks() then ends soon, with Cancelled.
    void cancelComparison();

    /// Another program's clients, each behind a relay. Ends when that is over: what still runs then goes on as it is,
    /// so that it can be judged, until endTrial(). One at a time, and never on a production ensemble.
    QFuture<Result<trial::TrialEnd>> runTrial(const trial::TrialSpec &spec);
    /// The future of runTrial() then ends soon.
    void stopTrial();
    /// Whether the lock's own messages wait, each for letTrialMessageGo(); while none runs nothing.
    void setTrialByHand(bool byHand);
    /// One of trialWaits() passes, or is lost with its connection; nothing if it is gone.
    void letTrialMessageGo(quint64 number, bool isLost);
    /// Ends what was started for it; ends when nothing of it is left.
    QFuture<Result<Done>> endTrial();

    /// Progress comes as sandboxProgress(); a later death of a server as sandboxFailed().
    QFuture<Result<servers::SandboxInfo>> startSandbox(const servers::SandboxSpec &spec);
    QFuture<Result<Done>> stopSandbox();
    /// To one server of the sandbox, or to a private one of this connection, by its index.
    QFuture<Result<Done>> commandServer(int server, ServerCommand command);

Q_SIGNALS:
    /// At most one a frame (16 ms) while much happens, small ones sooner; numbers follow one another without gaps.
    void batchReady(const lockscope::journal::EventBatch &batch);
    /// Events are numbered from 1 again: of what was opened before all have come, and none comes any more.
    void journalBegan();
    void sandboxProgress(const lockscope::Text &sentence);
    void sandboxFailed(const lockscope::Error &error);
    /// The step with this index waits for stepScenario(); events of the steps before it may still be on their way.
    void scenarioWaits(int step);
    /// See compare::Comparer.
    void comparisonProgressed(const lockscope::Text &what, int done, int total);
    void comparisonMeasured(const lockscope::compare::Comparison &found);
    /// What the processes of a trial say, and what becomes of them; all of it before the futures of runTrial() and
    /// endTrial() end.
    void trialNews(const lockscope::trial::TrialNews &news);
    /// What waits by hand, the oldest first, each time that it is another.
    void trialWaits(const QList<lockscope::trial::WaitingMessage> &messages);

private:
    class Worker;
    QObject m_answers; ///< on this thread: ends futures, behind the batches that came before
    QThread m_thread;
    Worker *m_worker = nullptr; ///< lives on m_thread, deleted there
};

} // namespace lockscope
