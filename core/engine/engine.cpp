// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine.h"

#include "core/base/clock.h"
#include "core/engine/worker.h"

#include <QPointer>
#include <QPromise>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <memory>

namespace lockscope {

namespace {

/// Between two batches, however long the receiver took for the first.
constexpr std::chrono::milliseconds longestRest{100};

/// Runs a task on the worker thread and carries its end to the future.
template<typename T, typename Worker, typename F>
Task<> deliver(Worker *worker, F start, std::shared_ptr<QPromise<T>> promise)
{
    const typename Worker::Busy busy(worker);
    auto task = start(*worker);
    auto value = co_await task;
    worker->events().flush(); // what it did is there before the caller hears that it is done
    promise->addResult(std::move(value));
    promise->finish();
}

/// Runs a worker's task on its thread; the future ends with it.
template<typename T, typename Worker, typename F>
QFuture<T> ask(Worker *worker, F start)
{
    const auto promise = std::make_shared<QPromise<T>>();
    promise->start();
    QFuture<T> future = promise->future();
    worker->post([worker, promise, start = std::move(start)] { deliver<T>(worker, start, promise); });
    return future;
}

template<typename Worker>
Task<> closeAndQuit(Worker *worker)
{
    auto shuttingDown = worker->shutDown();
    co_await shuttingDown;
    QThread::currentThread()->quit();
}

} // namespace

Engine::Engine(QObject *parent)
    : QObject(parent)
    , m_worker(new Worker)
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
    connect(m_worker, &Worker::sandboxProgress, this, &Engine::sandboxProgress);
    connect(m_worker, &Worker::sandboxFailed, this, &Engine::sandboxFailed);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("engine"));
    m_thread.start();
}

Engine::~Engine()
{
    m_worker->post([worker = m_worker] { closeAndQuit(worker); });
    m_thread.wait();
}

QFuture<Result<SessionId>> Engine::open(const ConnectSpec &spec)
{
    return ask<Result<SessionId>>(m_worker, [spec](Worker &worker) { return worker.open(spec); });
}

QFuture<Result<TryOut>> Engine::tryOut(const ConnectSpec &spec, const QString &root)
{
    return ask<Result<TryOut>>(m_worker, [spec, root](Worker &worker) { return worker.tryOut(spec, root); });
}

QFuture<Result<Done>> Engine::close()
{
    return ask<Result<Done>>(m_worker, [](Worker &worker) { return worker.close(); });
}

QFuture<Result<Done>> Engine::observe(const QString &root)
{
    return ask<Result<Done>>(m_worker, [root](Worker &worker) { return worker.observe(root); });
}

void Engine::refresh(const QString &directory)
{
    m_worker->post([worker = m_worker, directory] { worker->refresh(directory); });
}

void Engine::setLive(bool live)
{
    m_worker->post([worker = m_worker, live] { worker->setLive(live); });
}

void Engine::setDiscovery(bool goOn)
{
    m_worker->post([worker = m_worker, goOn] { worker->setDiscovery(goOn); });
}

QFuture<Result<NodeDetails>> Engine::readNode(const QString &path)
{
    return ask<Result<NodeDetails>>(m_worker, [path](Worker &worker) { return worker.readNode(path); });
}

QFuture<Result<Done>> Engine::probeServers()
{
    return ask<Result<Done>>(m_worker, [](Worker &worker) { return worker.probeServers(); });
}

void Engine::setProbeInterval(int ms)
{
    m_worker->post([worker = m_worker, ms] { worker->setProbeInterval(ms); });
}

QFuture<Result<observe::ReleasePlan>> Engine::planRelease(const QStringList &paths, const locks::Knowledge &knowledge)
{
    return ask<Result<observe::ReleasePlan>>(
        m_worker, [paths, knowledge](Worker &worker) { return worker.planRelease(paths, knowledge); });
}

QFuture<observe::ReleaseOutcome> Engine::carryOut(const observe::ReleasePlan &plan, const QString &confirmation)
{
    return ask<observe::ReleaseOutcome>(
        m_worker, [plan, confirmation](Worker &worker) { return worker.carryOut(plan, confirmation); });
}

QFuture<observe::AskOutcome> Engine::askHolder(const observe::ReleasePlan &plan, std::chrono::milliseconds limit,
                                               const QString &confirmation)
{
    return ask<observe::AskOutcome>(
        m_worker, [plan, limit, confirmation](Worker &worker) { return worker.askHolder(plan, limit, confirmation); });
}

void Engine::stopAsking()
{
    m_worker->post([worker = m_worker] { worker->stopAsking(); });
}

QFuture<Result<QList<ClientId>>> Engine::spawn(const lab::SpawnRequest &request)
{
    return ask<Result<QList<ClientId>>>(m_worker, [request](Worker &worker) { return worker.spawn(request); });
}

void Engine::command(const QList<ClientId> &clients, lab::ClientCommand command)
{
    m_worker->post([worker = m_worker, clients, command] { worker->command(clients, command); });
}

void Engine::fault(const QList<ClientId> &clients, const lab::FaultRequest &request)
{
    m_worker->post([worker = m_worker, clients, request] { worker->fault(clients, request); });
}

QFuture<Result<lab::Verdict>> Engine::runScenario(const lab::Scenario &scenario)
{
    return ask<Result<lab::Verdict>>(m_worker, [scenario](Worker &worker) { return worker.runScenario(scenario); });
}

void Engine::stopScenario()
{
    m_worker->post([worker = m_worker] { worker->stopScenario(); });
}

QFuture<Result<lab::SandboxInfo>> Engine::startSandbox(const lab::SandboxSpec &spec)
{
    return ask<Result<lab::SandboxInfo>>(m_worker, [spec](Worker &worker) { return worker.startSandbox(spec); });
}

QFuture<Result<Done>> Engine::commandServer(int server, lab::ServerCommand command)
{
    return ask<Result<Done>>(m_worker, [=](Worker &worker) { return worker.commandServer(server, command); });
}

QFuture<Result<Done>> Engine::stopSandbox()
{
    return ask<Result<Done>>(m_worker, [](Worker &worker) { return worker.stopSandbox(); });
}

} // namespace lockscope
