// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparer.h"

#include "core/backends/backend.h"
#include "core/compare/faultoutcome.h"
#include "core/history/recordingwriter.h"
#include "core/locks/recipecatalog.h"
#include "core/locks/recipecode.h"
#include "core/servers/sandboxserver.h"

#include <QCoreApplication>
#include <QCoroFuture>
#include <QCoroSignal>
#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <QSysInfo>
#include <QThread>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace lockscope::compare {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// So that what connecting costs does not count: few clients take the lock more often.
constexpr int leastAcquisitions = 50;
constexpr int redlockServers = 5;
/// For the engine's own connection to come back, which can take several attempts.
constexpr auto reconnectLimit = 30s;
/// Of a run that is cancelled, whose server may stand still.
constexpr auto stopLimit = 4s;

Run runFrom(const lab::RunResult &result, int clients)
{
    Run run;
    run.clients = clients;
    run.acquired = result.acquired;
    run.acquiresPerS = result.acquiredPerS.value_or(0);
    run.handoffP50Us = result.handoffP50Us;
    run.handoffP99Us = result.handoffP99Us;
    if (run.acquired > 0) {
        const auto each = [&run](qint64 sum) { return static_cast<double>(sum) / static_cast<double>(run.acquired); };
        run.requests = each(std::accumulate(result.requests.begin(), result.requests.end(), qint64(0)));
        run.events = each(result.watchEvents);
    }
    run.wakeUps = result.wakeUpsPerRelease.value_or(0);
    return run;
}

/// Why a client gave up, if the event says so; not that it was stopped.
std::optional<Error> failureIn(const journal::Event &event)
{
    const auto *changed = std::get_if<journal::ClientLockState>(&event.what);
    const bool failed = changed && changed->state == locks::LockState::Released && changed->error
                        && changed->error->code != ErrorCode::Cancelled;
    return failed ? changed->error : std::nullopt;
}

double loadNow()
{
    double load = 0;
    return ::getloadavg(&load, 1) == 1 ? load : 0;
}

} // namespace

std::optional<Error> missingServer(locks::Backend backend)
{
    if (backend != locks::Backend::ZooKeeper)
        return backends::missingServer(backend);
    const auto found = servers::findServerProgram(servers::JavaPlaces::fromEnvironment());
    return found ? std::nullopt : std::optional(found.error());
}

Comparer::Comparer()
{
    // Until the step is heard of: the scenario may not have come to it yet.
    m_goingOn.setInterval(5ms);
    connect(&m_goingOn, &QTimer::timeout, this, [this] { m_engine->stepScenario(m_nextStep); });
}

Comparer::~Comparer() = default;

QList<Subject> Comparer::subjectsOn(locks::Backend backend, int servers)
{
    QList<locks::RecipeId> recipes;
    if (backend == locks::Backend::ZooKeeper) { // of its many the two that articles compare with others
        recipes = {locks::RecipeId::Mutex, locks::RecipeId::Ephemeral};
    } else {
        for (const locks::RecipeInfo &info : locks::isSql(backend) ? locks::sqlCatalog() : locks::redisCatalog()) {
            if (info.runsOn(backend) && info.servers <= servers)
                recipes += info.id;
        }
    }
    QList<Subject> subjects;
    for (const locks::RecipeId recipe : std::as_const(recipes)) {
        Subject subject;
        subject.recipe = recipe;
        subject.backend = backend;
        const auto code = locks::recipeCode(recipe, locks::recipeInfo(recipe).dialects.first());
        subject.lines = static_cast<int>(code.size());
        subject.steps = static_cast<int>(
            std::ranges::count_if(code, [](const locks::CodeLine &line) { return !line.steps.isEmpty(); }));
        subjects += subject;
    }
    return subjects;
}

Task<Result<Comparison>> Comparer::run(ComparisonSpec spec)
{
    m_spec = std::move(spec);
    if (m_spec.ensemble && m_spec.ensemble->production && m_spec.confirmation != comparedLocks)
        co_return failure(ErrorCode::InvalidInput, {}, comparedLocks,
                          Text::en("This is a production ensemble: nothing was done, since the lock's name was not "
                                   "confirmed. It is %1.")
                              .arg(comparedLocks));
    if (!m_spec.clients.contains(1)) // what it costs without contention
        m_spec.clients.prepend(1);
    m_found.conditions = {QCoreApplication::applicationVersion(),
                          QDateTime::currentDateTimeUtc().toString(Qt::ISODate),
                          QSysInfo::prettyProductName(),
                          QThread::idealThreadCount(),
                          loadNow(),
                          m_spec.rounds,
                          m_spec.turns,
                          m_spec.clients};
    for (const locks::Backend backend : std::as_const(m_spec.backends))
        m_found.subjects += subjectsOn(backend, serverSpec({backend, true}).servers);
    const auto subjects = static_cast<int>(m_found.subjects.size());
    m_found.parts =
        subjects * (m_spec.turns * static_cast<int>(m_spec.clients.size()) + static_cast<int>(allFaultKinds.size()));
    Q_EMIT measured(m_found); // nothing yet, of all that there is to measure
    for (int turn = 0; turn < m_spec.turns; ++turn) {
        const QList<ServerSetup> setups = this->setups();
        for (const ServerSetup &setup : setups) {
            const auto taken = co_await takeTurn(turn, setup);
            co_await close();
            if (m_cancelled)
                co_return failure(ErrorCode::Cancelled, u"compare"_s);
            if (!taken)
                co_return tl::unexpected(taken.error());
        }
    }
    co_return m_found;
}

void Comparer::cancel()
{
    m_cancelled = true;
    if (m_engine)
        m_engine->stopScenario(stopLimit);
}

void Comparer::report(const Subject &subject, const Text &what)
{
    Q_EMIT progress(
        Text::en("%1 on %2: %3").arg(locks::recipeName(subject.recipe), locks::backendText(subject.backend), what),
        m_found.partsDone, m_found.parts);
}

/// In the order of the subjects.
QList<Comparer::ServerSetup> Comparer::setups() const
{
    QList<ServerSetup> setups;
    for (const Subject &subject : m_found.subjects) {
        if (const ServerSetup setup = setupOf(subject); !setups.contains(setup))
            setups += setup;
    }
    return setups;
}

Comparer::ServerSetup Comparer::setupOf(const Subject &subject)
{
    return {subject.backend, locks::recipeInfo(subject.recipe).servers > 1};
}

/// All that runs on one server, or on several, while they are there.
Task<Result<Done>> Comparer::takeTurn(int turn, ServerSetup setup)
{
    const auto opened = co_await open(setup);
    if (!opened)
        co_return opened;
    for (Subject &subject : m_found.subjects) {
        if (setupOf(subject) != setup)
            continue;
        subject.version = m_version;
        subject.durability = m_durability;
        subject.isPrivate = m_isPrivate;
        for (const int clients : std::as_const(m_spec.clients)) {
            const auto run = co_await measure(&subject, clients);
            if (!run)
                co_return run;
            ++m_found.partsDone;
            Q_EMIT measured(m_found);
        }
        for (size_t i = 0; turn == 0 && i < allFaultKinds.size(); ++i) {
            if (allFaultKinds[i] == FaultKind::ServerDies)
                continue;
            const auto staged = co_await stage(&subject, allFaultKinds[i]);
            if (!staged)
                co_return staged;
        }
    }
    for (Subject &subject : m_found.subjects) { // last: afterwards it is not the server any more that was measured
        if (turn > 0 || setupOf(subject) != setup)
            continue;
        const auto staged = co_await stage(&subject, FaultKind::ServerDies);
        if (!staged)
            co_return staged;
    }
    co_return Done();
}

Task<Result<Done>> Comparer::open(ServerSetup setup)
{
    m_engine = std::make_unique<Engine>();
    m_isSuspended = false;
    connect(m_engine.get(), &Engine::batchReady, this, &Comparer::noteConnection);
    auto opening = setup.backend == locks::Backend::ZooKeeper ? openEnsemble() : openServer(serverSpec(setup));
    const auto opened = co_await opening;
    if (!opened)
        co_return opened;
    m_idleConnections.reset();
    if (m_meter) {
        auto reading = m_meter->read();
        m_idleConnections = (co_await reading).connections;
    }
    co_return Done();
}

BackendSpec Comparer::serverSpec(ServerSetup setup) const
{
    BackendSpec spec{setup.backend};
    for (const BackendSpec &own : m_spec.servers) {
        if (own.backend == setup.backend)
            spec = own;
    }
    spec.limitMs = limitMs;
    if (setup.backend != locks::Backend::Redis)
        return spec;
    if (spec.address.isEmpty()) {
        spec.servers = setup.hasSeveral ? redlockServers : 1;
    } else if (setup.hasSeveral) {
        spec.servers = static_cast<int>(spec.address.split(u',', Qt::SkipEmptyParts).size());
    } else {
        spec.address = spec.address.section(u',', 0, 0);
    }
    return spec;
}

Task<Result<Done>> Comparer::openServer(BackendSpec spec)
{
    auto opening = m_engine->openBackend(spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return tl::unexpected(opened.error());
    m_version = opened->version;
    m_durability = opened->durability;
    m_isPrivate = opened->isPrivate;
    m_servers = opened->servers;
    auto metering = ServerMeter::open(spec, *opened);
    m_meter = co_await metering;
    co_return Done();
}

Task<Result<Done>> Comparer::openEnsemble()
{
    QList<qint64> pids;
    ConnectSpec spec = m_spec.ensemble.value_or(ConnectSpec());
    m_isPrivate = !m_spec.ensemble;
    m_servers = 1;
    m_durability = Text::en("as the servers are configured");
    if (m_isPrivate) {
        auto starting = m_engine->startSandbox({});
        const auto sandbox = co_await starting;
        if (!sandbox)
            co_return tl::unexpected(sandbox.error());
        spec.connectString = sandbox->connectString;
        for (const servers::SandboxServer &server : sandbox->servers) {
            pids += server.pid;
            spec.adminUrls += server.adminUrl;
        }
        m_durability = Text::en("forceSync=no: an answer does not wait for the disk");
    }
    auto opening = m_engine->open(spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return tl::unexpected(opened.error());
    m_version = QString();
    const auto adminUrls = std::make_shared<QStringList>();
    const auto hearing =
        connect(m_engine.get(), &Engine::batchReady, this, [=, this](const journal::EventBatch &batch) {
            for (const journal::Event &event : batch) {
                const auto *probed = std::get_if<journal::ServersProbed>(&event.what);
                if (!probed || probed->servers.empty())
                    continue;
                m_version = probed->servers.front().version;
                adminUrls->clear();
                for (const journal::ServerReport &server : probed->servers)
                    *adminUrls += server.adminUrl; // an empty one answers nothing, and the sum is not known
            }
        });
    auto asking = m_engine->probeServers();
    co_await asking;
    disconnect(hearing);
    m_meter = ServerMeter::ofEnsemble(*adminUrls, pids);
    co_return Done();
}

Task<> Comparer::close()
{
    m_meter.reset();
    auto closing = m_engine->close();
    co_await closing;
    auto stopping = m_engine->stopSandbox();
    co_await stopping;
    m_engine.reset();
}

Task<Result<Comparer::Played>> Comparer::play(lab::Scenario scenario)
{
    const auto first = std::make_shared<std::optional<Error>>();
    const auto hearing = connect(m_engine.get(), &Engine::batchReady, this, [first](const journal::EventBatch &batch) {
        for (const journal::Event &event : batch) {
            if (!*first)
                *first = failureIn(event);
        }
    });
    auto running = m_engine->runScenario(scenario, confirmationFor(scenario));
    const auto verdict = co_await running;
    disconnect(hearing);
    co_return played(verdict, *first);
}

/// A scenario that cannot begin concerns its own lock alone: all others can be measured.
Result<Comparer::Played> Comparer::played(const Result<lab::Verdict> &verdict, const std::optional<Error> &first) const
{
    if (m_cancelled || (verdict && verdict->stopped))
        return failure(ErrorCode::Cancelled, u"compare"_s);
    if (!verdict && verdict.error().code == ErrorCode::ScenarioFailed)
        return Played{{}, verdict.error().sentence()};
    if (!verdict)
        return tl::unexpected(verdict.error());
    const std::optional<Error> failed = verdict->failed ? std::optional(verdict->failed->error) : std::nullopt;
    const std::optional<Error> why = first ? first : failed;
    return Played{verdict->result, why ? why->sentence() : Text()};
}

/// What was typed is the directory of all locks; the engine wants the name of each.
QString Comparer::confirmationFor(const lab::Scenario &scenario) const
{
    return m_spec.confirmation == comparedLocks ? lab::confirmationOf(scenario.written()) : QString();
}

Task<Result<Done>> Comparer::measure(Subject *subject, int clients)
{
    report(*subject, Text::en("%1 at once").arg(clients));
    const int rounds = std::max(m_spec.rounds, (leastAcquisitions + clients - 1) / clients);
    auto scenario = contentionScenario(*subject, clients, rounds);
    if (!scenario)
        co_return tl::unexpected(scenario.error());
    scenario->byHand = m_meter != nullptr;
    m_before.reset();
    m_after.reset();
    m_served = 0;
    const auto hearing = connect(m_engine.get(), &Engine::batchReady, this, &Comparer::follow);
    const auto played = co_await play(*scenario);
    disconnect(hearing);
    m_goingOn.stop();
    if (auto reading = std::exchange(m_reading, {}))
        co_await *reading;
    m_goingOn.stop();
    if (!played)
        co_return tl::unexpected(played.error());
    Run run = runFrom(played->result, clients);
    run.isWhole = run.acquired == qint64(clients) * rounds;
    if (run.acquired == 0)
        run.why = played->why.isEmpty() ? Text::en("nothing was acquired") : played->why;
    takeCounts(&run);
    subject->runs += run;
    co_return Done();
}

/// When the clients are connected, and when they have done what they should, they wait for the next step while the
/// server is asked. Where they are cut off no client waits: then it is asked at once.
void Comparer::follow(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch) {
        if (const auto *state = std::get_if<journal::ClientLockState>(&event.what))
            m_served += state->state == locks::LockState::Retained ? 1 : 0;
        const auto *notice = std::get_if<journal::Notice>(&event.what);
        const auto *step = std::get_if<journal::ScenarioStep>(&event.what);
        if (step && step->index == m_nextStep)
            m_goingOn.stop();
        if (!m_meter)
            continue;
        if (step && step->index == AllConnected)
            m_reading.emplace(takeReading(&m_before, Acquire));
        else if ((step && step->index == StillDone)
                 || (notice && notice->severity == locks::Finding::Severity::Error && m_before && !m_after))
            m_reading.emplace(takeReading(&m_after, End));
    }
}

Task<> Comparer::takeReading(std::optional<MeterReading> *into, int nextStep)
{
    auto asking = m_meter->read();
    const MeterReading reading = co_await asking;
    *into = reading;
    m_servedAtReading = m_served;
    m_nextStep = nextStep;
    m_goingOn.start();
}

void Comparer::takeCounts(Run *run) const
{
    if (!m_before || !m_after || m_servedAtReading == 0)
        return;
    const auto each = [this](qint64 sum, double unit) {
        return static_cast<double>(sum) / unit / static_cast<double>(m_servedAtReading);
    };
    if (const auto counted = countedBetween(*m_before, *m_after))
        run->counted = each(*counted, 1);
    if (const auto cpuNs = cpuNsBetween(*m_before, *m_after))
        run->cpuUs = each(*cpuNs, 1000);
    // Some clients open more connections while they wait; in a run that is cut off they are closed by and by.
    const auto most = std::max(m_before->connections, m_after->connections);
    if (m_idleConnections && most)
        run->connections = *most - *m_idleConnections - m_servers; // a scenario has its own, too
}

void Comparer::noteConnection(const journal::EventBatch &batch)
{
    for (const journal::Event &event : batch) {
        if (const auto *own = std::get_if<journal::ConnectionChanged>(&event.what))
            m_isSuspended = own->state == ConnectionState::Suspended;
    }
}

/// In a recording the server's death is the loss of the engine's own connection: after the death before, clients may
/// be back sooner than it is.
Task<> Comparer::awaitConnection()
{
    const QDeadlineTimer limit(reconnectLimit);
    while (m_isSuspended && !m_cancelled && !limit.hasExpired()) {
        auto hearing = qCoro(m_engine.get(), &Engine::batchReady, std::chrono::milliseconds(100)); // or cancelled
        co_await hearing;
    }
}

Task<Result<Done>> Comparer::stage(Subject *subject, FaultKind fault)
{
    report(*subject, faultText(fault));
    const Text whyNot = fault != FaultKind::ServerDies               ? Text()
                        : subject->backend == locks::Backend::Sqlite ? Text::en("there is no server")
                        : !m_isPrivate                               ? Text::en("a server of your own is not killed")
                                                                     : Text();
    if (!whyNot.isEmpty()) {
        FaultOutcome outcome;
        outcome.fault = fault;
        outcome.why = whyNot;
        subject->faults += outcome;
        ++m_found.partsDone;
        co_return Done();
    }
    const QString name = u"%1-%2-%3.lockscope"_s.arg(locks::backendName(subject->backend),
                                                     locks::recipeName(subject->recipe), faultName(fault));
    const auto scenario = faultScenario(*subject, fault);
    if (!scenario)
        co_return tl::unexpected(scenario.error());
    co_await awaitConnection();
    journal::RecordingHeader header;
    header.title = scenario->title;
    const QString path = QDir(m_spec.recordings).filePath(name);
    auto writer = journal::RecordingWriter::create(path, header);
    if (!writer)
        co_return tl::unexpected(writer.error());
    journal::RecordingWriter *const into = writer->get();
    const auto hearing = connect(m_engine.get(), &Engine::batchReady, this,
                                 [into](const journal::EventBatch &batch) { into->append(batch); });
    const auto played = co_await play(*scenario);
    disconnect(hearing);
    if (const auto written = (*writer)->close(); !written)
        co_return tl::unexpected(written.error());
    if (!played)
        co_return tl::unexpected(played.error());

    auto outcome = outcomeOf(path, fault);
    if (!outcome)
        co_return tl::unexpected(outcome.error());
    outcome->recording = name;
    if (!outcome->isShown && !played->why.isEmpty())
        outcome->why = Text::en("the fault is not in the recording: %1").arg(played->why);
    subject->faults += *outcome;
    ++m_found.partsDone;
    Q_EMIT measured(m_found);
    co_return Done();
}

} // namespace lockscope::compare

#include "moc_comparer.cpp"
