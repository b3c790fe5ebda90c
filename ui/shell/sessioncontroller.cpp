// SPDX-License-Identifier: Apache-2.0
#include "ui/shell/sessioncontroller.h"

#include "core/base/clock.h"

#include <QFuture>

namespace lockscope::ui {

using namespace Qt::StringLiterals;

QList<BackendSpec> privateBackends()
{
    BackendSpec several;
    several.servers = 5;
    BackendSpec withReplica;
    withReplica.replica = true;
    return {BackendSpec{},
            several,
            withReplica,
            {locks::Backend::Sqlite},
            {locks::Backend::MariaDb},
            {locks::Backend::PostgreSql}};
}

QString privateBackendText(const BackendSpec &spec)
{
    const QString kind = locks::backendText(spec.backend);
    if (spec.replica)
        return SessionController::tr("%1 with a replica").arg(kind);
    return spec.servers > 1 ? SessionController::tr("%1, %n servers", nullptr, spec.servers).arg(kind) : kind;
}

QString Target::title() const
{
    if (profile && !profile->name.isEmpty())
        return profile->name;
    if (other)
        return other->address.isEmpty() ? SessionController::tr("Private %1").arg(privateBackendText(*other))
                                        : other->address;
    if (!isSandbox())
        return spec.connectString;
    return SessionController::tr("Sandbox · %n servers", nullptr, sandboxServers);
}

namespace {

/// By name and by address: a profile that was edited may lead elsewhere. What is private is new each time.
bool isSamePlace(const Target &one, const Target &other)
{
    if (one.isPrivate() || other.isPrivate() || one.other.has_value() != other.other.has_value())
        return false;
    if (one.other)
        return one.other->backend == other.other->backend && one.other->address == other.other->address;
    const auto profileOf = [](const Target &target) { return target.profile ? target.profile->id : QString(); };
    return profileOf(one) == profileOf(other) && one.spec.connectString == other.spec.connectString
           && one.spec.sshHost == other.spec.sshHost;
}

} // namespace

SessionController::SessionController(QObject *parent)
    : QObject(parent)
    , m_engine(std::make_unique<Engine>())
{
    connect(m_engine.get(), &Engine::sandboxProgress, this,
            [this](const Text &sentence) { Q_EMIT progress(sentence.shown()); });
    connect(m_engine.get(), &Engine::sandboxFailed, this, [this](const Error &error) {
        if (m_phase != Phase::StartingSandbox && !m_sandbox.servers.isEmpty()) // else the future has the error
            Q_EMIT sandboxDied(error);
    });
}

SessionController::~SessionController() = default;

void SessionController::setPhase(Phase phase)
{
    if (m_phase == phase)
        return;
    m_phase = phase;
    Q_EMIT phaseChanged();
}

bool SessionController::goesOnWith(const Target &target) const
{
    return m_hasJournal && isSamePlace(m_target, target);
}

void SessionController::open(const Target &target)
{
    if (m_phase != Phase::Idle)
        close();
    m_hasJournal = goesOnWith(target);
    m_target = target;
    ++m_attempt;
    if (m_target.other)
        connectToOther();
    else if (m_target.isSandbox())
        startSandbox();
    else
        connectToServer();
}

void SessionController::reopen()
{
    Target target = m_target;
    if (target.isSandbox() && !m_sandbox.servers.isEmpty()) {
        // The servers may well be alive: only the session is opened again.
        ++m_attempt;
        connectToServer();
        return;
    }
    open(target);
}

/// What is opened writes into the journal of its own place, never into that of the place before.
void SessionController::inItsJournal(const std::function<void()> &go)
{
    if (m_hasJournal)
        return go();
    m_engine->beginJournal().then(this, [this, go, attempt = m_attempt](const Result<Done> &) {
        if (attempt != m_attempt)
            return;
        m_hasJournal = true;
        go();
    });
}

void SessionController::startSandbox()
{
    setPhase(Phase::StartingSandbox);
    Q_EMIT progress(tr("Starting a private ZooKeeper…"));
    inItsJournal([this] {
        servers::SandboxSpec spec;
        spec.servers = m_target.sandboxServers;
        m_engine->startSandbox(spec).then(this, [this, attempt = m_attempt](const Result<servers::SandboxInfo> &info) {
            if (attempt != m_attempt)
                return;
            if (!info)
                return fail(info.error());
            m_sandbox = *info;
            m_target.spec.connectString = info->connectString;
            connectToServer();
        });
    });
}

void SessionController::connectToServer()
{
    setPhase(Phase::Connecting);
    Q_EMIT progress(tr("Connecting to %1…").arg(m_target.spec.connectString));
    inItsJournal([this] {
        m_engine->open(m_target.spec).then(this, [this, attempt = m_attempt](const Result<SessionId> &session) {
            if (attempt != m_attempt)
                return;
            if (!session)
                return fail(session.error());
            readTree();
        });
    });
}

/// There is no tree to be read: the events of its log come by themselves.
void SessionController::connectToOther()
{
    setPhase(Phase::Connecting);
    Q_EMIT progress(m_target.isPrivate() ? tr("Starting a private %1…").arg(privateBackendText(*m_target.other))
                                         : tr("Connecting to %1…").arg(m_target.other->address));
    inItsJournal([this] {
        m_engine->openBackend(*m_target.other).then(this, [this, attempt = m_attempt](const Result<BackendInfo> &info) {
            if (attempt != m_attempt)
                return;
            if (!info)
                return fail(info.error());
            Q_EMIT opened();
            setPhase(Phase::Open);
        });
    });
}

void SessionController::readTree()
{
    setPhase(Phase::Reading);
    Q_EMIT progress(tr("Reading the tree under %1…").arg(m_target.root));
    Q_EMIT opened(); // the window fills while the tree is read
    m_engine->observe(m_target.root).then(this, [this, attempt = m_attempt](const Result<Done> &done) {
        if (attempt != m_attempt)
            return;
        setPhase(Phase::Open);
        if (!done && done.error().code != ErrorCode::Cancelled)
            Q_EMIT failed(tr("The tree under %1 could not be read.").arg(m_target.root), done.error());
    });
}

void SessionController::end()
{
    ++m_attempt;
    m_engine->close();
    if (m_target.isSandbox())
        m_engine->stopSandbox();
    m_sandbox = {};
    setPhase(Phase::Idle);
}

void SessionController::fail(const Error &error)
{
    end();
    if (error.code == ErrorCode::HistoryChanged)
        leaveJournal();
    Q_EMIT openFailed(error);
}

void SessionController::close()
{
    end();
    Q_EMIT closed();
}

std::optional<Error> SessionController::refusal() const
{
    const QString why = m_whyNot ? m_whyNot() : QString();
    return why.isEmpty() ? std::nullopt : std::optional(Error{ErrorCode::InvalidInput, {}, {}, Text::verbatim(why)});
}

bool SessionController::refused()
{
    const auto why = refusal();
    if (why)
        Q_EMIT failed(tr("Nothing was done."), *why);
    return why.has_value();
}

void SessionController::spawn(const lab::SpawnRequest &request, const QString &confirmation,
                              std::function<void(std::optional<Error>)> done)
{
    if (const auto why = refusal())
        return done(why);
    m_engine->spawn(request, confirmation).then(this, [done = std::move(done)](const Result<QList<ClientId>> &clients) {
        done(clients ? std::nullopt : std::optional(clients.error()));
    });
}

void SessionController::command(const QList<ClientId> &clients, lab::ClientCommand command)
{
    if (!clients.isEmpty() && !refused())
        m_engine->command(clients, command);
}

void SessionController::fault(const QList<ClientId> &clients, const lab::FaultRequest &request)
{
    if (!clients.isEmpty() && !refused())
        m_engine->fault(clients, request);
}

void SessionController::commandServer(int server, ServerCommand command)
{
    if (refused())
        return;
    m_engine->commandServer(server, command).then(this, [this](const Result<Done> &) { m_engine->probeServers(); });
}

void SessionController::runScenario(const lab::Scenario &scenario, const QString &confirmation,
                                    std::function<void(const Result<lab::Verdict> &)> done)
{
    if (const auto why = refusal())
        return done(tl::unexpected(*why));
    m_engine->runScenario(scenario, confirmation).then(this, std::move(done));
}

void SessionController::runTrial(const trial::TrialSpec &spec,
                                 std::function<void(const Result<trial::TrialEnd> &)> done)
{
    if (const auto why = refusal())
        return done(tl::unexpected(*why));
    m_engine->runTrial(spec).then(this, std::move(done));
}

void SessionController::endTrial(std::function<void()> done)
{
    m_engine->endTrial().then(this, [done = std::move(done)](const Result<Done> &) { done(); });
}

void SessionController::readNode(const QString &path, std::function<void(const Result<NodeDetails> &)> done)
{
    m_engine->readNode(path).then(this, std::move(done));
}

void SessionController::planRelease(const QStringList &paths, const std::function<locks::Knowledge()> &knowledge)
{
    if (refused())
        return;
    constexpr qint64 freshNs = 5'000'000'000;
    const locks::Knowledge known = knowledge();
    if (!known.isEmpty() && nowNs() - known.answeredAtNs < freshNs)
        planNow(paths, known);
    else // its batch comes before its end
        m_engine->probeServers().then(this,
                                      [this, paths, knowledge](const Result<Done> &) { planNow(paths, knowledge()); });
}

void SessionController::planNow(const QStringList &paths, const locks::Knowledge &knowledge)
{
    m_engine->planRelease(paths, knowledge).then(this, [this, paths](const Result<observe::ReleasePlan> &plan) {
        if (plan)
            Q_EMIT releasePlanned(*plan);
        else
            Q_EMIT failed(paths.size() == 1 ? tr("No release was planned for %1.").arg(paths.first())
                                            : tr("No release was planned for these %1 nodes.").arg(paths.size()),
                          plan.error());
    });
}

void SessionController::carryOut(const observe::ReleasePlan &plan, const QString &confirmation)
{
    if (const auto why = refusal()) {
        observe::ReleaseOutcome outcome;
        outcome.error = why;
        Q_EMIT releaseCarriedOut(plan, outcome);
        return;
    }
    m_engine->carryOut(plan, confirmation).then(this, [this, plan](const observe::ReleaseOutcome &outcome) {
        Q_EMIT releaseCarriedOut(plan, outcome);
    });
}

void SessionController::askHolder(const observe::ReleasePlan &plan, std::chrono::milliseconds limit,
                                  const QString &confirmation)
{
    if (const auto why = refusal()) {
        observe::AskOutcome outcome;
        outcome.error = why;
        Q_EMIT holderAsked(plan, outcome);
        return;
    }
    m_engine->askHolder(plan, limit, confirmation).then(this, [this, plan](const observe::AskOutcome &outcome) {
        Q_EMIT holderAsked(plan, outcome);
    });
}

} // namespace lockscope::ui

#include "moc_sessioncontroller.cpp"
