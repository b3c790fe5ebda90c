// SPDX-License-Identifier: Apache-2.0
#include "core/engine/worker.h"

#include "core/base/path.h"

#include <QElapsedTimer>
#include <QTimer>

#include <tuple>

namespace lockscope {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

/// Nothing that runs here should take that long to end once everything is closed.
constexpr auto shutDownLimit = 5s;

tl::unexpected<Error> notOpen(const QString &operation, const QString &path = {})
{
    return failure(ErrorCode::NotConnected, operation, path);
}

/// Opened beside the connection that is there, which is left alone; looked around with, and closed again. Never
/// watches, never writes.
Task<Result<TryOut>> lookAround(zk::ConnectionSpec spec, QString root)
{
    spec.observeOnly = true;
    QElapsedTimer timer;
    timer.start();
    const auto connection = std::make_unique<zk::Connection>(spec);
    const auto id = co_await connection->open();
    if (!id)
        co_return tl::unexpected(id.error());
    TryOut found;
    found.tookMs = timer.elapsed();
    found.server = connection->session()->server();
    found.servers = static_cast<int>(connection->target().hosts.size());
    found.sessionTimeoutMs = connection->session()->negotiatedTimeoutMs();
    found.tls = spec.tls.enabled;
    found.ssh = !spec.sshHost.isEmpty();
    const auto children = co_await connection->session()->children(root);
    if (children)
        found.children = static_cast<int>(children->names.size());
    else
        found.rootError = children.error();
    co_await connection->close();
    co_return found;
}

} // namespace

Engine::Worker::Worker(QObject *answers)
    : m_answers(answers)
    , m_events(this) // a child, so that it goes to the worker thread too
    , m_releases(
          m_events,
          [this] {
              return ReleasePlace{session(), m_endpoint, m_production, m_backend == nullptr || m_ensemble};
          },
          [worker = QPointer(this)](const std::vector<observe::Guard> &guards) {
              if (worker && worker->m_watcher)
                  worker->m_watcher->leaveOut(guards);
          })
{
}

bool Engine::Worker::event(QEvent *event)
{
    std::ignore = m_posted.load(std::memory_order_acquire);
    return QObject::event(event);
}

// ---- the connection ----

Task<Result<SessionId>> Engine::Worker::open(ConnectSpec spec)
{
    auto target = zk::parseConnectString(spec.connectString);
    if (!target)
        co_return tl::unexpected(target.error());
    auto closing = close();
    const int opening = m_openings;
    co_await closing;
    if (m_openings != opening)
        co_return failure(ErrorCode::Cancelled, u"connect"_s);

    if (std::exchange(m_endpoint, target->toString()) != target->toString())
        m_seen = {};
    m_production = spec.production;
    const auto ensemble = std::make_shared<backends::ZooKeeperBackend>(spec, *target, m_seen, m_labEvents);
    m_ensemble = ensemble;
    m_probe = std::make_unique<observe::ServerProbe>(*connection(), m_events,
                                                     observe::ServerProbeSpec{adminUrls(spec, *target)});
    connect(m_probe.get(), &observe::ServerProbe::ephemeralsReported, this, [this](const auto &ephemerals) {
        if (m_watcher)
            m_watcher->lookFor(ephemerals);
    });
    use(ensemble);
    auto entering = ensemble->open();
    const auto opened = co_await entering;
    if (ensemble != m_ensemble)
        co_return failure(ErrorCode::Cancelled, u"connect"_s);
    if (!opened) {
        ensemble->writeState(opened.error().sentence());
        co_return tl::unexpected(opened.error());
    }
    if (m_probe)
        m_probe->setInterval(std::chrono::milliseconds(m_probeIntervalMs));
    co_return session()->id();
}

void Engine::Worker::use(std::shared_ptr<backends::Backend> backend)
{
    m_backend = std::move(backend);
    m_sessions = m_backend->makeSessions();
    m_lab = std::make_unique<lab::Lab>(*m_sessions, m_labEvents);
}

Task<Result<TryOut>> Engine::Worker::tryOut(ConnectSpec spec, QString root)
{
    const auto target = zk::parseConnectString(spec.connectString);
    if (!target)
        co_return tl::unexpected(target.error());
    if (const auto wrong = pathError(root))
        co_return tl::unexpected(*wrong);
    co_return co_await lookAround(backends::connectionSpec(spec, *target), root);
}

Task<Result<Done>> Engine::Worker::close()
{
    ++m_openings;
    ++m_closing;
    auto endingObservation = endObservation();
    co_await endScenario(); // while its clients can still be closed
    co_await endTrial();
    m_probe.reset();
    if (const zk::Connection *current = connection())
        m_seen = current->newestChange();
    // Taken out first: coroutines that are resumed while these end find nothing here.
    m_ensemble.reset();
    const auto backendBefore = std::move(m_backend); // goes after what uses it
    const auto sessionsBefore = std::move(m_sessions);
    const auto labBefore = std::move(m_lab);
    if (labBefore) {
        co_await labBefore->closeAll();
    }
    co_await endingObservation;
    if (backendBefore) {
        co_await backendBefore->close();
        if (!m_backend)
            backendBefore->writeState();
    }
    m_events.flush();
    if (--m_closing == 0) {
        for (const auto &waiting : std::exchange(m_waitingForClose, {}))
            waiting.complete(Done());
    }
    co_return Done();
}

/// What closes has its last words in the journal that it was in, also where another close() had begun with it.
Task<Result<Done>> Engine::Worker::beginJournal()
{
    co_await close();
    if (m_closing > 0) {
        m_waitingForClose.emplace_back();
        co_await Reply<Done>(m_waitingForClose.back());
    }
    m_events.beginJournal();
    m_seen = {};
    co_return Done();
}

Task<> Engine::Worker::shutDown()
{
    co_await close(); // sessions first, while a sandbox's servers still answer
    co_await endComparison();
    co_await stopSandbox();
    if (m_running > 0) {
        m_idle.emplace();
        QTimer::singleShot(shutDownLimit, this, [idle = *m_idle] { idle.complete(Done()); });
        co_await Reply<Done>(*m_idle);
    }
    thread()->quit();
}

// ---- another server for simulated clients ----

Task<Result<BackendInfo>> Engine::Worker::openBackend(BackendSpec spec)
{
    const auto made = backends::makeBackend(spec, m_labEvents);
    if (!made)
        co_return tl::unexpected(made.error());
    const std::shared_ptr<backends::Backend> backend = *made;
    auto closing = close();
    const int opening = m_openings;
    co_await closing;
    if (m_openings != opening)
        co_return failure(ErrorCode::Cancelled, u"connect"_s);
    auto starting = backend->open();
    const auto opened = co_await starting;
    if (!opened || m_openings != opening) {
        co_await backend->close();
        co_return opened ? failure(ErrorCode::Cancelled, u"connect"_s) : tl::unexpected(opened.error());
    }
    m_endpoint = backend->info().address;
    m_production = false;
    use(backend);
    backend->writeState();
    if (const auto why = backend->whyUnproved())
        m_events.write(journal::Notice{locks::Finding::Severity::Note, *why});
    const BackendInfo info = backend->info(); // what is returned is moved from
    co_return info;
}

// ---- looking ----

Task<Result<Done>> Engine::Worker::observe(QString root)
{
    if (const auto wrong = pathError(root))
        co_return tl::unexpected(*wrong);
    if (!connection() || connection()->state() == ConnectionState::Closed)
        co_return notOpen(u"watch"_s, root);
    endObservation();
    m_watcher = std::make_unique<observe::TreeWatcher>(*connection(), m_events);
    co_return co_await m_watcher->start(root);
}

/// Its watches are taken back at once, its further sessions closed while others go on.
Task<> Engine::Worker::endObservation()
{
    const Busy busy(this);
    if (const auto watcher = std::move(m_watcher)) {
        co_await watcher->close();
    }
}

Task<Result<NodeDetails>> Engine::Worker::readNode(QString path)
{
    const QPointer<zk::Session> current(session());
    if (!current)
        co_return notOpen(u"get"_s, path);
    auto reading = current->get(path);
    auto readingAcl = current->acl(path);
    auto content = co_await reading;
    auto acl = co_await readingAcl;

    NodeDetails details;
    details.path = path;
    if (acl)
        details.acl = *acl;
    else
        details.aclError = acl.error();
    if (content) {
        details.content = std::move(*content);
        co_return details;
    }
    if (content.error().code != ErrorCode::NoAuth || !current)
        co_return tl::unexpected(content.error());
    const auto stat = co_await current->exists(path);
    if (!stat)
        co_return tl::unexpected(stat.error());
    details.dataReadable = false;
    details.content.stat = *stat;
    co_return details;
}

// ---- what the servers know ----

QStringList Engine::Worker::adminUrls(const ConnectSpec &spec, const zk::ConnectString &target) const
{
    if (!spec.adminUrls.isEmpty() || !m_sandbox)
        return spec.adminUrls;
    QStringList urls;
    bool isOwn = false;
    for (const servers::SandboxServer &server : m_sandbox->info().servers) {
        if (!server.adminUrl.isEmpty())
            urls += server.adminUrl;
        for (const zk::HostPort &host : target.hosts)
            isOwn = isOwn || host.toString() == server.clientAddress;
    }
    return isOwn ? urls : QStringList();
}

Task<Result<Done>> Engine::Worker::probeServers()
{
    if (!m_probe)
        co_return notOpen(u"probe"_s);
    co_return co_await m_probe->probe();
}

void Engine::Worker::setProbeInterval(int ms)
{
    m_probeIntervalMs = ms;
    if (m_probe && m_ensemble && m_ensemble->isConnected())
        m_probe->setInterval(std::chrono::milliseconds(ms));
}

// ---- simulated clients ----

Task<Result<QList<ClientId>>> Engine::Worker::spawn(lab::SpawnRequest request, QString confirmation)
{
    if (!m_lab)
        co_return notOpen(u"spawn"_s);
    if (connection() && connection()->spec().observeOnly)
        co_return failure(ErrorCode::ObserveOnly, u"spawn"_s, request.lock);
    const QStringList written = request.written();
    const observe::LabRecord record{
        {}, u"spawn"_s, lab::confirmationOf(written), locks::recipeName(request.recipe), request.count, written};
    if (const auto refused = m_releases.notConfirmed(record, confirmation))
        co_return tl::unexpected(*refused);
    const lab::Lab *lab = m_lab.get();
    auto warning = warnOfStrangers(request);
    co_await warning;
    if (m_lab.get() != lab || lab == nullptr)
        co_return failure(ErrorCode::Cancelled, u"spawn"_s, request.lock);
    co_return co_await m_lab->spawn(request);
}

Task<> Engine::Worker::warnOfStrangers(lab::SpawnRequest request)
{
    const QStringList locks = request.locks();
    for (const QString &lock : locks) {
        if (session() == nullptr)
            co_return;
        const auto children = co_await session()->children(lock);
        const auto warning = children ? lab::strangersWarning(request, lock, children->names) : std::nullopt;
        if (warning)
            m_events.write(journal::Notice{locks::Finding::Severity::Warning, *warning});
    }
}

Task<Result<lab::Verdict>> Engine::Worker::runScenario(lab::Scenario scenario, QString confirmation)
{
    const int stopsBefore = m_scenarioStops;
    if (!m_lab)
        co_return notOpen(u"scenario"_s);
    if (connection() && connection()->spec().observeOnly)
        co_return failure(ErrorCode::ObserveOnly, u"scenario"_s);
    if (scenario.touchesServers() && !hasServersToBreak())
        co_return failure(ErrorCode::ScenarioFailed, {}, {},
                          Text::en("This scenario kills or stops servers: it runs on private ones alone."));
    if (m_sessions->servers() < scenario.servers || (scenario.replica && !m_backend->hasReplica()))
        co_return failure(ErrorCode::ScenarioFailed, {}, {},
                          scenario.replica ? Text::en("This scenario wants a private Redis server with a replica.")
                                           : Text::en("This scenario wants %1 Redis servers that know nothing of one "
                                                      "another, private ones or by their addresses with commas.")
                                                 .arg(scenario.servers));
    if (m_scenario)
        co_return failure(ErrorCode::ScenarioFailed, {}, {},
                          Text::en("Another scenario is running: wait for it, or stop it."));
    const std::chrono::milliseconds timeout = m_backend->limit();
    if (timeout == 0ms) // host names are still being looked up, or no server has let us in yet
        co_return notOpen(u"scenario"_s);
    const QStringList written = scenario.written();
    observe::LabRecord record{{}, u"scenario"_s, lab::confirmationOf(written), scenario.title, 0, written};
    for (const lab::SpawnRequest &request : scenario.clients)
        record.clients += request.count;
    if (const auto refused = m_releases.notConfirmed(record, confirmation))
        co_return tl::unexpected(*refused);
    const lab::Lab *lab = m_lab.get();
    for (const lab::SpawnRequest &request : scenario.clients) {
        auto warning = warnOfStrangers(request);
        co_await warning;
    }
    if (m_lab.get() != lab || lab == nullptr || m_scenario)
        co_return failure(ErrorCode::Cancelled, u"scenario"_s);
    m_lab->command(m_scenarioClients, lab::ClientCommand::Remove);
    auto runner = std::make_shared<lab::ScenarioRunner>(
        *m_lab, *m_sessions, m_labEvents, timeout,
        [this](int server, ServerCommand command) { return commandServer(server, command); });
    runner->setAwaitsHand([this](int step) { Q_EMIT scenarioWaits(step); });
    m_scenario = runner;
    if (m_scenarioStops != stopsBefore)
        runner->stop(m_scenarioStopLimit);
    auto verdict = co_await runner->run(std::move(scenario));
    m_scenarioClients = runner->clients();
    m_scenario.reset();
    runner.reset(); // a waiting caller may take away what it works on
    for (const auto &waiting : std::exchange(m_waitingForScenario, {}))
        waiting.complete(Done());
    co_return std::move(verdict);
}

void Engine::Worker::stopScenario(std::optional<std::chrono::milliseconds> within)
{
    ++m_scenarioStops;
    m_scenarioStopLimit = within;
    if (m_scenario)
        m_scenario->stop(within);
}

Task<> Engine::Worker::endScenario()
{
    if (!m_scenario)
        co_return;
    m_scenario->stop();
    m_waitingForScenario.emplace_back();
    co_await Reply<Done>(m_waitingForScenario.back());
}

// ---- a comparison ----

Task<Result<compare::Comparison>> Engine::Worker::compareLocks(compare::ComparisonSpec spec)
{
    while (m_comparer && m_comparer->isCancelled()) {
        co_await endComparison();
    }
    if (m_comparer)
        co_return invalidInput(Text::en("Another comparison is running: wait for it, or stop it."));
    const auto comparer = std::make_shared<compare::Comparer>();
    connect(comparer.get(), &compare::Comparer::progress, this, &Worker::comparisonProgressed);
    connect(comparer.get(), &compare::Comparer::measured, this, &Worker::comparisonMeasured);
    m_comparer = comparer;
    auto running = comparer->run(std::move(spec));
    auto found = co_await running;
    m_comparer.reset();
    for (const auto &waiting : std::exchange(m_waitingForComparison, {}))
        waiting.complete(Done());
    co_return std::move(found);
}

Task<> Engine::Worker::endComparison()
{
    if (!m_comparer)
        co_return;
    m_comparer->cancel();
    m_waitingForComparison.emplace_back();
    co_await Reply<Done>(m_waitingForComparison.back());
}

// ---- another program's clients ----

Task<Result<trial::TrialEnd>> Engine::Worker::runTrial(trial::TrialSpec spec)
{
    if (session() == nullptr)
        co_return notOpen(u"try"_s);
    if (connection()->spec().observeOnly)
        co_return failure(ErrorCode::ObserveOnly, u"try"_s);
    if (m_production)
        co_return invalidInput(Text::en("Another program's clients are not tried on a production ensemble."));
    if (m_trial)
        co_return invalidInput(Text::en("Another trial is running: wait for it, or stop it."));
    if (const auto problem = trial::validate(spec))
        co_return tl::unexpected(*problem);
    const auto servers = zk::parseConnectString(connection()->sessionSpec().hosts);
    if (!servers)
        co_return tl::unexpected(servers.error());
    if (!servers->chroot.isEmpty())
        co_return invalidInput(Text::en(
            "A trial reads paths as the servers have them: leave the chroot out, and write it before the lock."));
    if (spec.needsOwnServers() && !m_sandbox)
        co_return invalidInput(
            Text::en("Faults of servers are for a private ensemble: these servers are not Lockscope's own."));
    const auto command = [this](int server, ServerCommand wanted, bool atRandom) {
        return commandServer(server, wanted, atRandom);
    };
    const auto trial = std::make_shared<trial::Trial>(std::move(spec), servers->hosts, command, m_events);
    connect(trial.get(), &trial::Trial::newsReady, this, &Worker::trialNews);
    connect(trial.get(), &trial::Trial::waits, this, &Worker::trialWaits);
    m_trial = trial;
    auto over = co_await trial->run();
    co_return std::move(over);
}

Task<Result<Done>> Engine::Worker::endTrial()
{
    // It stays until it has ended: who asks meanwhile waits for the same, and no other begins beside it.
    if (const auto trial = m_trial) {
        co_await trial->end();
        if (m_trial == trial)
            m_trial.reset();
    }
    co_return Done();
}

// ---- the sandbox ----

Task<Result<servers::SandboxInfo>> Engine::Worker::startSandbox(servers::SandboxSpec spec)
{
    co_await stopSandbox();
    m_sandbox = std::make_unique<servers::Sandbox>(spec);
    servers::Sandbox *sandbox = m_sandbox.get();
    connect(sandbox, &servers::Sandbox::progress, this, &Worker::sandboxProgress);
    auto starting = sandbox->started();
    const auto started = co_await starting;
    if (started) // from now on: a server died
        connect(sandbox, &servers::Sandbox::failed, this, &Worker::sandboxFailed);
    co_return started;
}

Task<Result<Done>> Engine::Worker::commandServer(int server, ServerCommand command, bool atRandom)
{
    if (m_backend && !m_ensemble) {
        auto commanding = m_backend->command(server, command);
        co_return co_await commanding;
    }
    if (!m_sandbox)
        co_return servers::sandboxFailure(Text::en("No sandbox runs."));
    m_events.write(journal::ServerCommanded{server, command, atRandom});
    co_return co_await m_sandbox->command(server, command);
}

/// While it stops, the sessions on this thread live on.
Task<Result<Done>> Engine::Worker::stopSandbox()
{
    if (const auto sandbox = std::move(m_sandbox)) {
        co_await sandbox->stop();
    }
    co_return Done();
}

} // namespace lockscope

#include "moc_worker.cpp"
