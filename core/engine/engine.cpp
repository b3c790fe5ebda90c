// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include "core/base/clock.h"
#include "core/engine/worker.h"

#include <QPointer>
#include <QPromise>
#include <QTimer>

#include <algorithm>
#include <atomic>
#include <thread>
#include <type_traits>

#include <signal.h>
#include <unistd.h>

namespace lockscope {

namespace {

/// Between two batches, however long the receiver took for the first.
constexpr std::chrono::milliseconds longestRest{100};

/// Runs a task on the worker thread and carries its end to the future, on the thread that asked.
template<typename T, typename Worker, typename F>
Task<> deliver(Worker *worker, F start, std::shared_ptr<QPromise<T>> promise)
{
    const typename Worker::Busy busy(worker);
    auto value = co_await start(*worker);
    promise->addResult(std::move(value));
    // What it did is there before the caller hears that it is done. A future that ended here could be seen to have
    // ended while that is still on the way.
    worker->events().whenHandedUp([answers = worker->answers(), promise] {
        QMetaObject::invokeMethod(
            answers, [promise] { promise->finish(); }, Qt::QueuedConnection);
    });
}

/// Runs a worker's task on its thread; the future ends with it.
template<typename Worker, typename T, typename... Arguments>
QFuture<T> ask(Worker *worker, Task<T> (Worker::*task)(Arguments...), std::type_identity_t<Arguments>... arguments)
{
    const auto promise = std::make_shared<QPromise<T>>();
    promise->start();
    QFuture<T> future = promise->future();
    const auto start = [task, arguments...](Worker &on) { return (on.*task)(arguments...); };
    worker->post([worker, promise, start] { deliver<T>(worker, start, promise); });
    return future;
}

/// Has the watcher, lab or scenario that there is just now do it, on the worker's thread; where there is none, nothing.
template<typename Worker, typename Part, typename... Arguments>
void post(Worker *worker, Part *(Worker::*part)() const, void (Part::*what)(Arguments...),
          const std::type_identity_t<std::decay_t<Arguments>> &...arguments)
{
    worker->post([=] {
        if (Part *there = (worker->*part)())
            (there->*what)(arguments...);
    });
}

} // namespace

Engine::Engine(QObject *parent)
    : QObject(parent)
    , m_worker(new Worker(&m_answers))
{
    m_worker->moveToThread(&m_thread);
    EventBatcher *events = &m_worker->events();
    connect(events, &EventBatcher::batchReady, this, [this, events](const journal::EventBatch &batch) {
        const QPointer<Engine> alive(this);
        const qint64 beganNs = nowNs();
        Q_EMIT batchReady(batch);
        if (!alive)
            return;
        const qsizetype size = batch.size();
        QMetaObject::invokeMethod(events, [events, size] { events->taken(size); });
        // The next large one when what this one changed is painted, and when this thread had as much time for other
        // things.
        const auto took = std::chrono::milliseconds((nowNs() - beganNs) / 1'000'000);
        QTimer::singleShot(std::min(took, longestRest), Qt::PreciseTimer, this, [events, size] {
            QMetaObject::invokeMethod(events, [events, size] { events->rested(size); });
        });
    });
    connect(events, &EventBatcher::journalBegan, this, &Engine::journalBegan); // in turn with the batches
    connect(m_worker, &Worker::sandboxProgress, this, &Engine::sandboxProgress);
    connect(m_worker, &Worker::sandboxFailed, this, &Engine::sandboxFailed);
    connect(m_worker, &Worker::scenarioWaits, this, &Engine::scenarioWaits);
    connect(m_worker, &Worker::comparisonProgressed, this, &Engine::comparisonProgressed);
    connect(m_worker, &Worker::comparisonMeasured, this, &Engine::comparisonMeasured);
    connect(m_worker, &Worker::trialNews, this, &Engine::trialNews);
    connect(m_worker, &Worker::trialWaits, this, &Engine::trialWaits);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("engine"));
    m_thread.start();
}

Engine::~Engine()
{
    std::atomic<pid_t> thread = 0;
    m_worker->post([&thread, worker = m_worker] {
        thread = ::gettid();
        worker->shutDown();
    });
    m_thread.wait();
    // QThread's end comes before that of the thread itself, which then still ends what libraries keep for it. Where the
    // program ends at once, exit() has taken that away from under OpenSSL: it crashed, once in hundreds of commands.
    while (::tgkill(::getpid(), thread, 0) == 0)
        std::this_thread::yield();
}

QFuture<Result<SessionId>> Engine::open(const ConnectSpec &spec)
{
    return ask(m_worker, &Worker::open, spec);
}

QFuture<Result<BackendInfo>> Engine::openBackend(const BackendSpec &spec)
{
    return ask(m_worker, &Worker::openBackend, spec);
}

QFuture<Result<Done>> Engine::beginJournal()
{
    return ask(m_worker, &Worker::beginJournal);
}

QFuture<Result<TryOut>> Engine::tryOut(const ConnectSpec &spec, const QString &root)
{
    return ask(m_worker, &Worker::tryOut, spec, root);
}

QFuture<Result<Done>> Engine::close()
{
    return ask(m_worker, &Worker::close);
}

QFuture<Result<Done>> Engine::observe(const QString &root)
{
    return ask(m_worker, &Worker::observe, root);
}

void Engine::refresh(const QString &directory)
{
    post(m_worker, &Worker::watcher, &observe::TreeWatcher::refresh, directory);
}

void Engine::setLive(bool live)
{
    post(m_worker, &Worker::watcher, &observe::TreeWatcher::setLive, live);
}

void Engine::setDiscovery(bool goOn)
{
    post(m_worker, &Worker::watcher, &observe::TreeWatcher::setDiscovery, goOn);
}

QFuture<Result<NodeDetails>> Engine::readNode(const QString &path)
{
    return ask(m_worker, &Worker::readNode, path);
}

QFuture<Result<Done>> Engine::takeTurn()
{
    return ask(m_worker, &Worker::takeTurn);
}

QFuture<Result<Done>> Engine::probeServers()
{
    return ask(m_worker, &Worker::probeServers);
}

void Engine::setProbeInterval(int ms)
{
    m_worker->post([worker = m_worker, ms] { worker->setProbeInterval(ms); });
}

QFuture<Result<observe::ReleasePlan>> Engine::planRelease(const QStringList &paths, const locks::Knowledge &knowledge)
{
    return ask(m_worker, &Worker::planRelease, paths, knowledge);
}

QFuture<observe::ReleaseOutcome> Engine::carryOut(const observe::ReleasePlan &plan, const QString &confirmation)
{
    return ask(m_worker, &Worker::carryOut, plan, confirmation);
}

QFuture<observe::AskOutcome> Engine::askHolder(const observe::ReleasePlan &plan, std::chrono::milliseconds limit,
                                               const QString &confirmation)
{
    return ask(m_worker, &Worker::askHolder, plan, limit, confirmation);
}

void Engine::stopAsking()
{
    m_worker->post([worker = m_worker] { worker->stopAsking(); });
}

QFuture<Result<QList<ClientId>>> Engine::spawn(const lab::SpawnRequest &request, const QString &confirmation)
{
    return ask(m_worker, &Worker::spawn, request, confirmation);
}

void Engine::command(const QList<ClientId> &clients, lab::ClientCommand command)
{
    post(m_worker, &Worker::lab, &lab::Lab::command, clients, command);
}

void Engine::fault(const QList<ClientId> &clients, const lab::FaultRequest &request)
{
    post(m_worker, &Worker::lab, &lab::Lab::fault, clients, request);
}

QFuture<Result<lab::Verdict>> Engine::runScenario(const lab::Scenario &scenario, const QString &confirmation)
{
    return ask(m_worker, &Worker::runScenario, scenario, confirmation);
}

void Engine::stopScenario(std::optional<std::chrono::milliseconds> within)
{
    m_worker->post([worker = m_worker, within] { worker->stopScenario(within); });
}

void Engine::pauseScenario(bool paused)
{
    post(m_worker, &Worker::scenario, &lab::ScenarioRunner::setPaused, paused);
}

void Engine::stepScenario(int index)
{
    post(m_worker, &Worker::scenario, &lab::ScenarioRunner::goOn, index);
}

QFuture<Result<compare::Comparison>> Engine::compareLocks(const compare::ComparisonSpec &spec)
{
    return ask(m_worker, &Worker::compareLocks, spec);
}

void Engine::cancelComparison()
{
    post(m_worker, &Worker::comparer, &compare::Comparer::cancel);
}

QFuture<Result<trial::TrialEnd>> Engine::runTrial(const trial::TrialSpec &spec)
{
    return ask(m_worker, &Worker::runTrial, spec);
}

void Engine::stopTrial()
{
    post(m_worker, &Worker::trial, &trial::Trial::stop);
}

void Engine::setTrialByHand(bool byHand)
{
    post(m_worker, &Worker::trial, &trial::Trial::setByHand, byHand);
}

void Engine::letTrialMessageGo(quint64 number, bool isLost)
{
    post(m_worker, &Worker::trial, &trial::Trial::settle, number, isLost);
}

QFuture<Result<Done>> Engine::endTrial()
{
    return ask(m_worker, &Worker::endTrial);
}

QFuture<Result<servers::SandboxInfo>> Engine::startSandbox(const servers::SandboxSpec &spec)
{
    return ask(m_worker, &Worker::startSandbox, spec);
}

QFuture<Result<Done>> Engine::commandServer(int server, ServerCommand command)
{
    return ask(m_worker, &Worker::commandServer, server, command, false);
}

QFuture<Result<Done>> Engine::stopSandbox()
{
    return ask(m_worker, &Worker::stopSandbox);
}

} // namespace lockscope

#include "moc_engine.cpp"
