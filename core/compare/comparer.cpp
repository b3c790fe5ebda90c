// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparer.h"

#include "core/backends/zookeeper/zookeeperbackend.h"
#include "core/base/nextturn.h"
#include "core/compare/faultoutcome.h"
#include "core/locks/recipecatalog.h"
#include "core/locks/recipecode.h"
#include "core/observe/audit.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QSysInfo>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace lockscope::compare {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// So that what connecting costs does not count: few clients take the lock more often.
constexpr int leastAcquisitions = 50;
constexpr int redlockServers = 5;
/// For a connection to come back, which can take several attempts.
constexpr auto reconnectLimit = 30s;
/// Of a run that is cancelled, whose server may stand still.
constexpr auto stopLimit = 4s;
/// Events that are written to a recording at once.
constexpr qsizetype recordedAtOnce = 1000;

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

double loadNow()
{
    double load = 0;
    return ::getloadavg(&load, 1) == 1 ? load : 0;
}

} // namespace

std::optional<Error> missingServer(locks::Backend backend)
{
    return backends::missingServer(backend);
}

Comparer::Comparer() = default;

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
    if (m_spec.ensemble && m_spec.ensemble->observeOnly)
        co_return failure(ErrorCode::ObserveOnly, u"compare"_s, comparedLocks);
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
    if (m_runner)
        m_runner->stop(stopLimit);
    if (m_waitsForConnection)
        m_waitsForConnection->complete(Done());
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
        subject.version = m_backend->info().version;
        subject.durability = m_backend->info().durability;
        subject.isPrivate = m_backend->info().isPrivate;
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

Result<std::shared_ptr<backends::Backend>> Comparer::backendOf(ServerSetup setup)
{
    if (setup.backend != locks::Backend::ZooKeeper || !m_spec.ensemble)
        return backends::makeBackend(serverSpec(setup), m_events);
    const auto target = zk::parseConnectString(m_spec.ensemble->connectString);
    if (!target)
        return tl::unexpected(target.error());
    return std::make_shared<backends::ZooKeeperBackend>(*m_spec.ensemble, *target, Zxid(), m_events);
}

Task<Result<Done>> Comparer::open(ServerSetup setup)
{
    const auto made = backendOf(setup);
    if (!made)
        co_return tl::unexpected(made.error());
    m_backend = *made;
    auto opening = m_backend->open();
    const auto opened = co_await opening;
    if (!opened)
        co_return opened;
    m_sessions = m_backend->makeSessions();
    m_lab = std::make_unique<lab::Lab>(*m_sessions, m_events);
    auto metering = m_backend->openMeter();
    m_meter = co_await metering;
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

Task<> Comparer::close()
{
    auto turning = nextTurn(); // an answer to the meter may be what has brought us here
    co_await turning;
    m_meter.reset();
    if (m_lab) {
        auto closing = m_lab->closeAll();
        co_await closing;
    }
    m_lab.reset();
    m_sessions.reset();
    if (m_backend) {
        auto closing = m_backend->close();
        co_await closing;
    }
    m_backend.reset();
}

Task<Result<Comparer::Played>> Comparer::play(lab::Scenario scenario, std::function<Task<>(int)> betweenSteps)
{
    const auto limit = m_backend->limit();
    if (m_cancelled || limit == 0ms)
        co_return failure(m_cancelled ? ErrorCode::Cancelled : ErrorCode::NotConnected, u"compare"_s);
    audit(scenario);
    m_firstError.reset();
    m_runner = std::make_shared<lab::ScenarioRunner>(
        *m_lab, *m_sessions, m_events, limit,
        [this](int server, ServerCommand command) { return m_backend->command(server, command); });
    m_runner->setBetweenSteps(std::move(betweenSteps));
    auto running = m_runner->run(std::move(scenario));
    const auto verdict = co_await running;
    m_lab->command(m_runner->clients(), lab::ClientCommand::Remove);
    m_runner.reset();
    co_return played(verdict);
}

/// A scenario that cannot begin concerns its own lock alone: all others can be measured.
Result<Comparer::Played> Comparer::played(const Result<lab::Verdict> &verdict) const
{
    if (m_cancelled || (verdict && verdict->stopped))
        return failure(ErrorCode::Cancelled, u"compare"_s);
    if (!verdict && verdict.error().code == ErrorCode::ScenarioFailed)
        return Played{{}, verdict.error().sentence()};
    if (!verdict)
        return tl::unexpected(verdict.error());
    const std::optional<Error> failed = verdict->failed ? std::optional(verdict->failed->error) : std::nullopt;
    const std::optional<Error> why = m_firstError ? m_firstError : failed;
    return Played{verdict->result, why ? why->sentence() : Text()};
}

void Comparer::audit(const lab::Scenario &scenario)
{
    const BackendInfo &server = m_backend->info();
    const bool isEnsemble = !server.isPrivate && locks::backendAt(server.address) == locks::Backend::ZooKeeper;
    if (!isEnsemble || !m_spec.ensemble->production)
        return;
    const QStringList written = scenario.written();
    observe::LabRecord record{server.address, u"scenario"_s, lab::confirmationOf(written), scenario.title, 0, written};
    for (const lab::SpawnRequest &request : scenario.clients)
        record.clients += request.count;
    if (const auto audited = observe::writeAudit(record); !audited)
        write(journal::Notice{locks::Finding::Severity::Warning, audited.error().sentence()});
}

Task<Result<Done>> Comparer::measure(Subject *subject, int clients)
{
    report(*subject, Text::en("%1 at once").arg(clients));
    const int rounds = std::max(m_spec.rounds, (leastAcquisitions + clients - 1) / clients);
    auto scenario = contentionScenario(*subject, clients, rounds);
    if (!scenario)
        co_return tl::unexpected(scenario.error());
    m_before.reset();
    m_after.reset();
    m_served = 0;
    const auto end = static_cast<int>(scenario->steps.size());
    const auto played = co_await play(*scenario, [this, end](int next) {
        return takeReading(next == acquireStep ? &m_before : next == end ? &m_after : nullptr);
    });
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

/// Nothing where \a into is null. The clients wait meanwhile, or were cut off.
Task<> Comparer::takeReading(std::optional<backends::MeterReading> *into)
{
    if (!m_meter || into == nullptr)
        co_return;
    auto asking = m_meter->read();
    const auto reading = co_await asking;
    *into = reading;
    m_servedAtReading = m_served;
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
        run->connections = *most - *m_idleConnections - m_backend->info().servers; // a scenario has its own, too
}

/// In a recording the server's death is the loss of this connection: after the death before, clients may be back sooner
/// than it is.
Task<> Comparer::awaitConnection()
{
    if (m_backend->isConnected() || m_cancelled)
        co_return;
    m_waitsForConnection.emplace();
    QTimer::singleShot(reconnectLimit, this, [waits = *m_waitsForConnection] { waits.complete(Done()); });
    Reply<Done> waiting(*m_waitsForConnection);
    co_await waiting;
    m_waitsForConnection.reset();
}

void Comparer::write(journal::Payload what)
{
    const auto *state = std::get_if<journal::ClientLockState>(&what);
    if (state && state->state == locks::LockState::Retained)
        ++m_served;
    else if (state && state->state == locks::LockState::Released && state->error && !m_firstError
             && state->error->code != ErrorCode::Cancelled) // it was stopped
        m_firstError = state->error;
    const auto *connection = std::get_if<journal::ConnectionChanged>(&what);
    if (connection && connection->state == ConnectionState::Connected && m_waitsForConnection) // not from inside
        QTimer::singleShot(0, this, [waits = *m_waitsForConnection] { waits.complete(Done()); });
    journal::Event event = m_stamper.stamp(std::move(what));
    if (!m_recording)
        return;
    m_unrecorded += std::move(event);
    if (m_unrecorded.size() >= recordedAtOnce)
        record();
}

void Comparer::record()
{
    m_recording->append(std::exchange(m_unrecorded, {}));
}

Task<Result<Done>> Comparer::stage(Subject *subject, FaultKind fault)
{
    report(*subject, faultText(fault));
    FaultOutcome outcome;
    outcome.fault = fault;
    outcome.why = fault != FaultKind::ServerDies               ? Text()
                  : subject->backend == locks::Backend::Sqlite ? Text::en("there is no server")
                  : !m_backend->info().isPrivate               ? Text::en("a server of your own is not killed")
                                                               : Text();
    if (outcome.why.isEmpty()) {
        auto staging = recorded(subject, fault);
        auto staged = co_await staging;
        if (!staged)
            co_return tl::unexpected(staged.error());
        outcome = std::move(*staged);
    }
    subject->faults += outcome;
    ++m_found.partsDone;
    Q_EMIT measured(m_found);
    co_return Done();
}

Task<Result<FaultOutcome>> Comparer::recorded(const Subject *subject, FaultKind fault)
{
    const auto scenario = faultScenario(*subject, fault);
    if (!scenario)
        co_return tl::unexpected(scenario.error());
    co_await awaitConnection();
    const QString name = u"%1-%2-%3.lockscope"_s.arg(locks::backendName(subject->backend),
                                                     locks::recipeName(subject->recipe), faultName(fault));
    const QString path = QDir(m_spec.recordings).filePath(name);
    journal::RecordingHeader header;
    header.title = scenario->title;
    auto writer = journal::RecordingWriter::create(path, header);
    if (!writer)
        co_return tl::unexpected(writer.error());
    m_recording = std::move(*writer);
    auto playing = play(*scenario);
    const auto played = co_await playing;
    record();
    if (const auto written = std::exchange(m_recording, {})->close(); !written)
        co_return tl::unexpected(written.error());
    if (!played)
        co_return tl::unexpected(played.error());
    auto outcome = outcomeOf(path, fault);
    if (!outcome)
        co_return outcome;
    outcome->recording = name;
    if (!outcome->isShown && !played->why.isEmpty())
        outcome->why = Text::en("the fault is not in the recording: %1").arg(played->why);
    co_return outcome;
}

} // namespace lockscope::compare

#include "moc_comparer.cpp"
