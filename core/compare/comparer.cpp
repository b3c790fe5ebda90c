// SPDX-License-Identifier: Apache-2.0
#include "core/compare/comparer.h"

#include "core/checks/check.h"
#include "core/history/recordingreader.h"
#include "core/history/recordingwriter.h"
#include "core/locks/recipecatalog.h"
#include "core/locks/recipecode.h"
#include "core/scenario/scenariofiles.h"

#include <QCoroFuture>
#include <QDateTime>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QSysInfo>
#include <QThread>

#include <algorithm>

namespace lockscope::compare {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// After which a holder that does not answer is given up, where a lock or a session has such a limit.
constexpr auto limit = 2s;
constexpr int limitMs = 2000;
/// A run under contention that takes longer is cut off: it says so.
const QString runLimit = u"20s"_s;

const QStringList allFaults{u"holder-crashes"_s, u"holder-pauses"_s, u"lost-replies"_s};

QJsonObject scenarioJson(const Subject &subject, const QString &title)
{
    return {{u"lockscope"_s, 1},
            {u"title"_s, title},
            {u"backend"_s, locks::backendName(subject.backend)},
            {u"lock"_s, u"/lockscope/compare"_s},
            {u"recipe"_s, locks::recipeName(subject.recipe)},
            {u"expect"_s, QJsonObject{{u"acquired"_s, QJsonObject{{u"least"_s, 0}}}}}};
}

/// Every client takes the lock so many times, and gives it back at once.
QJsonObject contention(const Subject &subject, int clients, int rounds)
{
    QJsonObject json = scenarioJson(
        subject, u"%1 on %2, %3 clients"_s.arg(locks::recipeName(subject.recipe), locks::backendName(subject.backend))
                     .arg(clients));
    json[u"rounds"_s] = rounds;
    json[u"hold"_s] = 0;
    json[u"clients"_s] = QJsonArray{QJsonObject{{u"name"_s, u"C"_s}, {u"count"_s, clients}}};
    json[u"steps"_s] = QJsonArray{
        QJsonObject{{u"do"_s, u"acquire"_s}, {u"client"_s, u"C*"_s}},
        QJsonObject{{u"until"_s, QJsonObject{{u"client"_s, u"C*"_s}, {u"done"_s, true}}}, {u"within"_s, runLimit}}};
    return json;
}

QJsonObject act(const QString &what, const QString &client)
{
    return {{u"do"_s, what}, {u"client"_s, client}};
}

QJsonObject until(const QString &client, const QString &key, const QJsonValue &value, const QString &within = u"20s"_s)
{
    return {{u"until"_s, QJsonObject{{u"client"_s, client}, {key, value}}}, {u"within"_s, within}};
}

/// The holder dies, or stands still for twice the limit; or replies are lost on their way.
QJsonObject faulty(const Subject &subject, const QString &fault)
{
    QJsonObject json = scenarioJson(
        subject, u"%1: %2 on %3"_s.arg(fault, locks::recipeName(subject.recipe), locks::backendName(subject.backend)));
    if (fault == "lost-replies"_L1) {
        json = contention(subject, 5, 10);
        json[u"title"_s] =
            u"lost replies: %1 on %2"_s.arg(locks::recipeName(subject.recipe), locks::backendName(subject.backend));
        json[u"acquire_timeout"_s] = u"10s"_s;
        json[u"faults"_s] = QJsonArray{QJsonObject{{u"fault"_s, u"lose-reply"_s}, {u"rate"_s, 0.05}}};
        return json;
    }
    const bool crashes = fault == "holder-crashes"_L1;
    const QJsonObject a{{u"name"_s, u"A"_s}, {u"hold"_s, crashes ? u"60s"_s : u"4s"_s}};
    const QJsonObject b{
        {u"name"_s, u"B"_s}, {u"hold"_s, crashes ? u"0ms"_s : u"4s"_s}, {u"acquire_timeout"_s, u"10s"_s}};
    json[u"clients"_s] = QJsonArray{a, b};
    QJsonArray steps{act(u"acquire"_s, u"A"_s), until(u"A"_s, u"holds"_s, true)};
    if (!crashes)
        steps += act(u"pause"_s, u"A"_s);
    steps += act(u"acquire"_s, u"B"_s);
    if (crashes) {
        steps += QJsonObject{{u"do"_s, u"wait"_s}, {u"for"_s, u"200ms"_s}};
        steps += act(u"crash"_s, u"A"_s);
    } else {
        steps += QJsonObject{{u"do"_s, u"wait"_s}, {u"for"_s, u"4s"_s}};
        steps += act(u"resume"_s, u"A"_s);
    }
    steps += until(u"B"_s, u"done"_s, true);
    json[u"steps"_s] = steps;
    return json;
}

/// \a limited: the clients that have the limit, of a key or of a session.
Result<lab::Scenario> scenarioOf(const QJsonObject &json, const QStringList &limited = {})
{
    auto scenario = lab::parseScenario(QJsonDocument(json).toJson());
    if (!scenario)
        return scenario;
    scenario->tidies = true;
    for (lab::SpawnRequest &request : scenario->clients) {
        // A row has no limit unless somebody asks for one: as it is found in use.
        if (request.recipe != locks::RecipeId::SqlRow && limited.contains(request.names.value(0)))
            request.sessionTimeout = limit;
    }
    return scenario;
}

/// What a recording tells besides what the checks find.
struct Told
{
    bool hasFault = false;
    qint64 faultNs = 0;
    std::optional<qint64> servedNs; ///< the first other that held after the fault; at once if one did before
    journal::CheckReport checked;
};

Result<Told> read(const QString &path, journal::Fault fault)
{
    Told told;
    journal::Checker checker;
    QSet<ClientId> served;
    ClientId victim;
    const auto done = journal::readRecording(path, [&](const journal::EventBatch &batch) {
        for (const journal::Event &event : batch) {
            checker.add(event);
            const auto *staged = std::get_if<journal::ClientFault>(&event.what);
            if (staged && staged->fault == fault && !told.hasFault) {
                told.hasFault = true;
                told.faultNs = event.atNs;
                victim = staged->id;
                if (!(served - QSet{victim}).isEmpty()) // it had not to wait for the victim
                    told.servedNs = event.atNs;
            }
            const auto *state = std::get_if<journal::ClientLockState>(&event.what);
            if (!state || state->state != locks::LockState::Retained)
                continue;
            served += state->id;
            if (told.hasFault && !told.servedNs && state->id != victim)
                told.servedNs = event.atNs;
        }
    });
    if (!done)
        return tl::unexpected(done.error());
    told.checked = checker.report(true);
    return told;
}

std::optional<qint64> optionalNumber(const QJsonObject &object, const QString &key)
{
    const QJsonValue value = object[key];
    return value.isDouble() ? std::optional(value.toInteger()) : std::nullopt;
}

double requestsIn(const QJsonObject &report)
{
    double sum = 0;
    const QJsonObject requests = report[u"requests"_s].toObject();
    for (const QJsonValue count : requests)
        sum += count.toDouble();
    return sum;
}

} // namespace

Comparer::Comparer() = default;
Comparer::~Comparer() = default;

QList<Subject> Comparer::subjectsOn(locks::Backend backend)
{
    QList<locks::RecipeId> recipes;
    if (backend == locks::Backend::ZooKeeper) { // of its many those that articles set beside the others
        recipes = {locks::RecipeId::Mutex, locks::RecipeId::Ephemeral};
    } else {
        for (const locks::RecipeInfo &info : locks::isSql(backend) ? locks::sqlCatalog() : locks::redisCatalog()) {
            if (info.runsOn(backend))
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
    if (!m_spec.clients.contains(1)) // what it costs without contention
        m_spec.clients.prepend(1);
    m_found.conditions = {QDateTime::currentDateTimeUtc().toString(Qt::ISODate),
                          QSysInfo::prettyProductName(),
                          QThread::idealThreadCount(),
                          m_spec.rounds,
                          m_spec.turns,
                          m_spec.clients};
    for (const locks::Backend backend : std::as_const(m_spec.backends))
        m_found.subjects += subjectsOn(backend);
    const auto subjects = static_cast<int>(m_found.subjects.size());
    m_total = subjects * (m_spec.turns * static_cast<int>(m_spec.clients.size()) + static_cast<int>(allFaults.size()));
    for (int turn = 0; turn < m_spec.turns; ++turn) {
        for (const locks::Backend backend : std::as_const(m_spec.backends)) {
            const auto taken = co_await takeTurn(turn, backend);
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
        m_engine->stopScenario();
}

void Comparer::tell(const Subject &subject, const Text &what)
{
    Q_EMIT progress(
        Text::en("%1 on %2: %3").arg(locks::recipeName(subject.recipe), locks::backendText(subject.backend), what),
        m_done, m_total);
}

/// All that runs on one server, while it is there.
Task<Result<Done>> Comparer::takeTurn(int turn, locks::Backend backend)
{
    const auto opened = co_await open(backend);
    if (!opened)
        co_return opened;
    for (Subject &subject : m_found.subjects) {
        if (subject.backend != backend)
            continue;
        subject.version = m_version;
        subject.durability = m_durability;
        for (const int clients : std::as_const(m_spec.clients)) {
            const auto run = co_await measure(&subject, clients, turn == 0);
            if (!run)
                co_return run;
            ++m_done;
            Q_EMIT measured(m_found);
        }
        for (qsizetype i = 0; turn == 0 && i < allFaults.size(); ++i) {
            const auto staged = co_await stage(&subject, allFaults.at(i));
            if (!staged)
                co_return staged;
            ++m_done;
        }
    }
    co_return Done();
}

Task<Result<Done>> Comparer::open(locks::Backend backend)
{
    m_engine = std::make_unique<Engine>();
    if (backend != locks::Backend::ZooKeeper) {
        auto opening = m_engine->openBackend({backend, {}, {}, limitMs});
        const auto opened = co_await opening;
        if (!opened)
            co_return tl::unexpected(opened.error());
        m_version = opened->version;
        m_durability = opened->durability;
        co_return Done();
    }
    auto starting = m_engine->startSandbox({});
    const auto sandbox = co_await starting;
    if (!sandbox)
        co_return tl::unexpected(sandbox.error());
    ConnectSpec spec;
    spec.connectString = sandbox->connectString;
    auto opening = m_engine->open(spec);
    const auto opened = co_await opening;
    if (!opened)
        co_return tl::unexpected(opened.error());
    m_version = QString();
    const auto hearing = connect(m_engine.get(), &Engine::batchReady, this, [this](const journal::EventBatch &batch) {
        for (const journal::Event &event : batch) {
            const auto *told = std::get_if<journal::ServersProbed>(&event.what);
            if (told && !told->servers.empty())
                m_version = told->servers.front().version;
        }
    });
    auto asking = m_engine->probeServers();
    co_await asking;
    disconnect(hearing);
    m_durability = Text::en("forceSync=no: an answer does not wait for the disk");
    co_return Done();
}

Task<> Comparer::close()
{
    auto closing = m_engine->close();
    co_await closing;
    auto stopping = m_engine->stopSandbox();
    co_await stopping;
    m_engine.reset();
}

/// Its run JSON, also where it was cut off.
Task<Result<QJsonObject>> Comparer::report(lab::Scenario scenario)
{
    auto running = m_engine->runScenario(scenario);
    const auto verdict = co_await running;
    if (!verdict)
        co_return tl::unexpected(verdict.error());
    co_return verdict->report;
}

Task<Result<Done>> Comparer::measure(Subject *subject, int clients, bool isFirst)
{
    tell(*subject, Text::en("%1 at once").arg(clients));
    const auto scenario = scenarioOf(contention(*subject, clients, m_spec.rounds));
    if (!scenario)
        co_return tl::unexpected(scenario.error());
    const auto found = co_await report(*scenario);
    if (!found)
        co_return tl::unexpected(found.error());
    const QJsonObject handoff = (*found)[u"handoff"_s].toObject();
    Run run;
    run.clients = clients;
    run.acquired = (*found)[u"acquired"_s].toInteger();
    run.isWhole = run.acquired == qint64(clients) * m_spec.rounds;
    run.acquiresPerS = (*found)[u"acquires_per_s"_s].toDouble();
    run.handoffP50Us = optionalNumber(handoff, u"p50_us"_s);
    run.handoffP99Us = optionalNumber(handoff, u"p99_us"_s);
    subject->runs += run;
    if (isFirst && run.acquired > 0) {
        const double each = requestsIn(*found) / static_cast<double>(run.acquired);
        if (clients == 1)
            subject->requestsFree = each;
        if (clients == std::ranges::max(m_spec.clients)) {
            subject->requestsContended = each;
            subject->wakeUpsPerRelease = (*found)[u"watch_events_per_release"_s].toDouble();
        }
    }
    co_return Done();
}

Task<Result<Done>> Comparer::stage(Subject *subject, QString fault)
{
    tell(*subject, fault == "holder-crashes"_L1  ? Text::en("the holder crashes")
                   : fault == "holder-pauses"_L1 ? Text::en("the holder stands still")
                                                 : Text::en("replies are lost"));
    FaultOutcome outcome;
    outcome.fault = fault;
    outcome.recording =
        u"%1-%2-%3.lockscope"_s.arg(locks::backendName(subject->backend), locks::recipeName(subject->recipe), fault);
    const auto scenario = scenarioOf(faulty(*subject, fault), {u"A"_s, u"B"_s});
    if (!scenario)
        co_return tl::unexpected(scenario.error());
    journal::RecordingHeader header;
    header.title = scenario->title;
    const QString path = QDir(m_spec.recordings).filePath(outcome.recording);
    auto writer = journal::RecordingWriter::create(path, header);
    if (!writer)
        co_return tl::unexpected(writer.error());
    journal::RecordingWriter *const into = writer->get();
    const auto hearing = connect(m_engine.get(), &Engine::batchReady, this,
                                 [into](const journal::EventBatch &batch) { into->append(batch); });
    const auto found = co_await report(*scenario);
    disconnect(hearing);
    if (const auto written = (*writer)->close(); !written)
        co_return tl::unexpected(written.error());
    if (!found)
        co_return tl::unexpected(found.error());

    const auto told = read(path, fault == "holder-crashes"_L1  ? journal::Fault::Crash
                                 : fault == "holder-pauses"_L1 ? journal::Fault::Pause
                                                               : journal::Fault::LoseReply);
    if (!told)
        co_return tl::unexpected(told.error());
    using journal::Rule;
    outcome.isShown = told->hasFault;
    outcome.isProvable = told->checked.unproved == 0;
    for (const Rule rule :
         {Rule::MutualExclusion, Rule::Permits, Rule::Reentrancy, Rule::ForeignRelease, Rule::FencingToken})
        outcome.violations += told->checked.count(rule);
    outcome.beliefOverlaps = told->checked.count(Rule::BeliefOverlap);
    if (fault == "holder-crashes"_L1) {
        outcome.isDeadlocked = !told->servedNs;
        if (told->servedNs)
            outcome.recoveredMs = (*told->servedNs - told->faultNs) / 1'000'000;
    }
    subject->faults += outcome;
    co_return Done();
}

} // namespace lockscope::compare

#include "moc_comparer.cpp"
