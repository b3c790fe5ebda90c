// SPDX-License-Identifier: Apache-2.0
// The engine's inside: connection, watcher, lab and sandbox on the worker thread, and what each command does there.
// Never touched from another thread but through Engine.
#pragma once

#include "core/backends/zookeeper/zookeeperbackend.h"
#include "core/base/reply.h"
#include "core/base/task.h"
#include "core/compare/comparer.h"
#include "core/engine/engine.h"
#include "core/engine/eventbatcher.h"
#include "core/engine/releases.h"
#include "core/lab/lab.h"
#include "core/observe/serverprobe.h"
#include "core/observe/treewatcher.h"
#include "core/scenario/scenariorunner.h"
#include "core/trial/trial.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <atomic>
#include <memory>
#include <optional>
#include <utility>

namespace lockscope {

class Engine::Worker : public QObject
{
    Q_OBJECT
public:
    /// Futures end on the thread of \a answers, which outlives it.
    explicit Worker(QObject *answers);

    EventBatcher &events() { return m_events; }
    QObject *answers() const { return m_answers; }

    /// Runs \a call on this worker's thread, in turn. From any thread.
    template<typename Call>
    void post(Call call)
    {
        m_posted.fetch_add(1, std::memory_order_release);
        QMetaObject::invokeMethod(this, std::move(call));
    }

    /// While one of these is there, something still runs on this worker.
    class Busy
    {
    public:
        explicit Busy(Worker *worker)
            : m_worker(worker)
        {
            ++m_worker->m_running;
        }
        ~Busy()
        {
            if (--m_worker->m_running == 0 && m_worker->m_idle)
                m_worker->m_idle->complete(Done());
        }
        Busy(const Busy &) = delete;
        Busy &operator=(const Busy &) = delete;

    private:
        Worker *m_worker;
    };
    // What there is just now, for calls without an answer; null: nothing.
    observe::TreeWatcher *watcher() const { return m_watcher.get(); }
    lab::Lab *lab() const { return m_lab.get(); }
    /// Also one that was asked for and has not begun.
    void stopScenario(std::optional<std::chrono::milliseconds> within);
    lab::ScenarioRunner *scenario() const { return m_scenario.get(); }
    trial::Trial *trial() const { return m_trial.get(); }
    compare::Comparer *comparer() const { return m_comparer.get(); }

    /// Closes all, and ends its thread when nothing runs any more: what was under way has ended, with an error where
    /// need be.
    Task<> shutDown();

    Task<Result<SessionId>> open(ConnectSpec spec);
    Task<Result<BackendInfo>> openBackend(BackendSpec spec);
    Task<Result<TryOut>> tryOut(ConnectSpec spec, QString root);
    Task<Result<Done>> close();
    Task<Result<Done>> beginJournal();
    Task<Result<Done>> observe(QString root);
    Task<Result<NodeDetails>> readNode(QString path);
    Task<Result<Done>> takeTurn() { co_return Done(); }
    Task<Result<Done>> probeServers();
    void setProbeInterval(int ms);
    Task<Result<observe::ReleasePlan>> planRelease(QStringList paths, locks::Knowledge knowledge)
    {
        return m_releases.plan(std::move(paths), std::move(knowledge));
    }
    Task<observe::ReleaseOutcome> carryOut(observe::ReleasePlan plan, QString confirmation)
    {
        return m_releases.carryOut(std::move(plan), std::move(confirmation));
    }
    Task<observe::AskOutcome> askHolder(observe::ReleasePlan plan, std::chrono::milliseconds limit,
                                        QString confirmation)
    {
        return m_releases.askHolder(std::move(plan), limit, std::move(confirmation));
    }
    void stopAsking() { m_releases.stopAsking(); }
    Task<Result<QList<ClientId>>> spawn(lab::SpawnRequest request, QString confirmation);
    Task<Result<lab::Verdict>> runScenario(lab::Scenario scenario, QString confirmation);
    Task<Result<compare::Comparison>> compareLocks(compare::ComparisonSpec spec);
    Task<Result<trial::TrialEnd>> runTrial(trial::TrialSpec spec);
    Task<Result<Done>> endTrial();
    Task<Result<servers::SandboxInfo>> startSandbox(servers::SandboxSpec spec);
    Task<Result<Done>> stopSandbox();
    Task<Result<Done>> commandServer(int server, ServerCommand command, bool atRandom = false);

    bool event(QEvent *event) override;

Q_SIGNALS:
    void sandboxProgress(const lockscope::Text &sentence);
    void sandboxFailed(const lockscope::Error &error);
    void scenarioWaits(int step);
    void comparisonProgressed(const lockscope::Text &what, int done, int total);
    void comparisonMeasured(const lockscope::compare::Comparison &found);
    void trialNews(const lockscope::trial::TrialNews &news);
    void trialWaits(const QList<lockscope::trial::WaitingMessage> &messages);

private:
    /// To the ensemble; null: there is none.
    zk::Connection *connection() const { return m_ensemble ? m_ensemble->connection() : nullptr; }
    zk::Session *session() const { return connection() ? connection()->session() : nullptr; }
    /// What simulated clients connect to from now on.
    void use(std::shared_ptr<backends::Backend> backend);
    /// They were started for this program alone.
    bool hasServersToBreak() const { return m_ensemble ? m_sandbox != nullptr : m_backend->owns(0); }
    /// By a notice, where clients of other kinds queue in a lock already.
    Task<> warnOfStrangers(lab::SpawnRequest request);
    Task<> endObservation();
    Task<> endScenario();
    Task<> endComparison();
    /// The URLs that were named, else the sandbox's where the connection is to it.
    QStringList adminUrls(const ConnectSpec &spec, const zk::ConnectString &target) const;

    /// Orders what is written before a call is posted and what the call reads. Qt's queue does so too, by a mutex that
    /// ThreadSanitizer does not see.
    std::atomic<quint64> m_posted = 0;
    QObject *m_answers;
    EventBatcher m_events;
    lab::EventTap m_labEvents{m_events};
    QString m_endpoint;
    bool m_production = false;
    Releases m_releases;
    Zxid m_seen; ///< the newest change at this endpoint, over connections that are closed; null in a new journal
    std::shared_ptr<backends::Backend> m_backend;           ///< shared with what is done to its servers
    std::shared_ptr<backends::ZooKeeperBackend> m_ensemble; ///< the same; null where it is of another kind
    std::unique_ptr<lab::SessionFactory> m_sessions;
    std::unique_ptr<lab::Lab> m_lab;
    std::shared_ptr<lab::ScenarioRunner> m_scenario; ///< while one runs
    int m_scenarioStops = 0;
    std::optional<std::chrono::milliseconds> m_scenarioStopLimit; ///< of the last of them
    std::vector<ReplyPromise<Done>> m_waitingForScenario;
    QList<ClientId> m_scenarioClients;             ///< of the newest
    std::shared_ptr<compare::Comparer> m_comparer; ///< while one runs
    std::vector<ReplyPromise<Done>> m_waitingForComparison;
    std::shared_ptr<trial::Trial> m_trial; ///< until it is ended; shared with its run
    std::unique_ptr<observe::TreeWatcher> m_watcher;
    std::unique_ptr<observe::ServerProbe> m_probe;
    int m_probeIntervalMs = 0;
    std::unique_ptr<servers::Sandbox> m_sandbox;
    std::optional<ReplyPromise<Done>> m_idle; ///< while it shuts down
    int m_running = 0;
    int m_closing = 0; ///< that have not ended
    std::vector<ReplyPromise<Done>> m_waitingForClose;
    int m_openings = 0; ///< the newest open() or close() is the one that counts
};

} // namespace lockscope
