// SPDX-License-Identifier: Apache-2.0
#include "core/servers/sandbox.h"

#include "core/servers/sandboxdirectory.h"
#include "core/servers/sandboxports.h"
#include "core/servers/sandboxserver.h"

#include <QDeadlineTimer>
#include <QElapsedTimer>
#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace lockscope::servers {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int maxAttempts = 3;
constexpr auto pollInterval = 25ms;
constexpr auto probePatience = 1000ms;
constexpr auto stopPatience = 1500ms;

std::optional<Text> problem(const SandboxSpec &spec)
{
    if (spec.servers != 1 && spec.servers != 3 && spec.servers != 5)
        return Text::en("A sandbox has 1, 3 or 5 servers, not %1.").arg(spec.servers);
    if (spec.tickTimeMs < 10 || spec.tickTimeMs > 60'000)
        return Text::en("A sandbox's tick is 10 to 60000 ms, not %1.").arg(spec.tickTimeMs);
    return std::nullopt;
}

QString addressOf(quint16 port)
{
    return u"127.0.0.1:%1"_s.arg(port);
}

/// Puts one question (a four-letter word, a line of HTTP) over a connection of its own: all that came until the server
/// hung up or patience ended, empty without an answer. No answer once \a parent is gone.
Reply<QByteArray> askPort(quint16 port, const QByteArray &question, std::chrono::milliseconds patience, QObject *parent)
{
    const ReplyPromise<QByteArray> promise;
    auto *socket = new QTcpSocket(parent);
    const auto finish = [promise, socket] {
        socket->deleteLater();
        promise.complete(socket->isOpen() ? socket->readAll() : QByteArray()); // refused: it never was open
    };
    QObject::connect(socket, &QTcpSocket::connected, socket, [socket, question] { socket->write(question); });
    QObject::connect(socket, &QTcpSocket::disconnected, socket, finish);
    QObject::connect(socket, &QTcpSocket::errorOccurred, socket, finish);
    QTimer::singleShot(patience, socket, finish);
    socket->setProxy(QNetworkProxy::NoProxy);
    socket->connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    return Reply<QByteArray>(promise);
}

} // namespace

struct Sandbox::Private
{
    enum class Phase { Idle, Starting, Ready, Stopping, Failed };

    struct Server
    {
        std::unique_ptr<ServerProcess> process;
        bool serving = false;
        bool asking = false; ///< a probe is under way
        bool adminAnswers = false;
    };

    Private(Sandbox *owner, SandboxSpec wanted, JavaPlaces where)
        : q(owner)
        , spec(std::move(wanted))
        , places(std::move(where))
    {
    }

    void begin();
    void attempt();
    Result<QList<ServerPlan>> plan();
    void addPeerLines(QList<ServerPlan> &plans) const;
    Result<void> launch(const QList<ServerPlan> &plans);
    void poll();
    void askWhetherServing(size_t index);
    void onSrvr(size_t index, const QByteArray &answer);
    void askAdminServers();
    void becomeReady();
    void onEnded(size_t index, const Text &how);
    void retryOrFail();
    void fail(const Text &sentence);
    /// Does \a then when they have ended; an earlier one is forgotten.
    void stopServers(std::function<void()> then);
    void whenStopped();
    void waitForServers();
    Text nameOf(size_t index) const;
    Text withLog(const Text &sentence, size_t index) const;

    Sandbox *const q;
    const SandboxSpec spec;
    const JavaPlaces places;
    Phase phase = Phase::Idle;
    ServerProgram program;
    SandboxInfo info;
    std::unique_ptr<SandboxDirectory> directory; // before the servers, so that it goes after them
    std::vector<PortReservation> reservations;
    std::vector<Server> servers;
    std::unique_ptr<QObject> probes; ///< parent of all probes of this attempt; its end silences them
    QTimer pollTimer{q};             // children, so that they move to another thread with their owner
    QTimer stopTimer{q};
    std::function<void()> afterStop;
    std::vector<ReplyPromise<Done>> waitingForStop;
    QElapsedTimer sinceStart;
    QDeadlineTimer giveUpAt;
    int attempts = 0;
};

void Sandbox::Private::begin()
{
    if (phase != Phase::Idle)
        return; // stopped before it began
    phase = Phase::Starting;
    sinceStart.start();
    giveUpAt.setRemainingTime(spec.startTimeout);
    if (const auto wrong = problem(spec))
        return fail(*wrong);

    Q_EMIT q->progress(Text::en("Looking for Java and the ZooKeeper server…"));
    auto found = findServerProgram(places);
    if (!found)
        return fail(found.error().detail);
    program = *std::move(found);

    auto opened = SandboxDirectory::open(spec.directory, spec.servers);
    if (!opened)
        return fail(opened.error().detail);
    directory = *std::move(opened);

    stopTimer.setSingleShot(true);
    connect(&stopTimer, &QTimer::timeout, q, [this] {
        for (const Server &server : servers)
            server.process->kill();
    });
    pollTimer.setInterval(pollInterval);
    connect(&pollTimer, &QTimer::timeout, q, [this] { poll(); });
    attempt();
}

void Sandbox::Private::attempt()
{
    ++attempts;
    const auto plans = plan();
    if (!plans)
        return fail(plans.error().detail);

    QStringList addresses;
    for (const ServerPlan &server : *plans)
        addresses += addressOf(server.clientPort);
    Q_EMIT q->progress(Text::en("Starting ZooKeeper (%1) on %2…").arg(program.origin, addresses.join(u", "_s)));
    if (const auto launched = launch(*plans); !launched)
        return fail(launched.error().detail);
    Q_EMIT q->progress(spec.servers == 1 ? Text::en("Waiting for the server to answer…")
                                         : Text::en("Waiting for the servers to elect a leader…"));
    pollTimer.start();
}

Result<QList<ServerPlan>> Sandbox::Private::plan()
{
    reservations.clear();
    QList<ServerPlan> plans;
    for (int number = 1; number <= spec.servers; ++number) {
        ServerPlan server;
        server.number = number;
        server.directory = u"%1/server%2"_s.arg(directory->path(), QString::number(number));
        server.extraLines = spec.extraLines.value(number - 1);
        server.heapMb = spec.heapMb;
        server.environment = spec.environments.value(number - 1);
        std::vector<quint16 *> wanted{&server.clientPort, &server.adminPort};
        if (spec.servers > 1)
            wanted.insert(wanted.end(), {&server.quorumPort, &server.electionPort});
        for (quint16 *port : wanted) {
            const bool named = number == 1 && port == &server.clientPort;
            auto reserved = PortReservation::take(named ? spec.port : quint16(0));
            if (!reserved)
                return tl::unexpected(reserved.error());
            *port = reserved->port();
            reservations.push_back(*std::move(reserved));
        }
        plans += server;
    }
    if (spec.peerLines)
        addPeerLines(plans);
    return plans;
}

void Sandbox::Private::addPeerLines(QList<ServerPlan> &plans) const
{
    QList<PeerPorts> ports;
    for (const ServerPlan &plan : std::as_const(plans))
        ports += PeerPorts{plan.quorumPort, plan.electionPort};
    for (ServerPlan &plan : plans)
        plan.extraLines += spec.peerLines(plan.number - 1, ports);
}

Result<void> Sandbox::Private::launch(const QList<ServerPlan> &plans)
{
    probes = std::make_unique<QObject>();
    for (const ServerPlan &server : plans) {
        auto process = std::make_unique<ServerProcess>(server, program);
        if (auto written = process->writeFiles(plans, spec.tickTimeMs); !written)
            return written;
        const size_t index = servers.size();
        // Queued: a slot may destroy the very process that emits. So the signal may be of an earlier attempt.
        const auto reportEnd = [this, index, attempt = attempts](const Text &how) {
            if (attempt == attempts && index < servers.size())
                onEnded(index, how);
        };
        connect(process.get(), &ServerProcess::ended, q, reportEnd, Qt::QueuedConnection);
        connect(
            process.get(), &ServerProcess::stopped, q, [this] { whenStopped(); }, Qt::QueuedConnection);
        process->start();
        servers.push_back({std::move(process)});
    }
    return {};
}

void Sandbox::Private::poll()
{
    if (giveUpAt.hasExpired()) {
        const auto silent = std::find_if(servers.begin(), servers.end(), [](const Server &s) { return !s.serving; });
        const auto index = static_cast<size_t>(silent - servers.begin());
        return fail(
            withLog(Text::en("%1 did not serve within %2 s: the machine may be too busy; start another sandbox.")
                        .arg(nameOf(index), static_cast<double>(spec.startTimeout.count()) / 1000),
                    index));
    }
    for (size_t index = 0; index < servers.size(); ++index) {
        if (!servers[index].serving && !servers[index].asking)
            askWhetherServing(index);
    }
}

void Sandbox::Private::askWhetherServing(size_t index)
{
    servers[index].asking = true;
    askPort(servers[index].process->plan().clientPort, "srvr", probePatience, probes.get())
        .then([this, index](const Result<QByteArray> &answer) { onSrvr(index, *answer); });
}

void Sandbox::Private::onSrvr(size_t index, const QByteArray &answer)
{
    servers[index].asking = false;
    if (!answer.contains("\nMode: ") || !servers[index].process->isRunning())
        return;
    servers[index].serving = true;
    if (spec.servers > 1)
        Q_EMIT q->progress(Text::en("%1 serves.").arg(nameOf(index)));
    if (std::all_of(servers.begin(), servers.end(), [](const Server &s) { return s.serving; })) {
        pollTimer.stop();
        askAdminServers();
    }
}

void Sandbox::Private::askAdminServers()
{
    if (!program.hasAdminServer)
        return becomeReady();
    auto pending = std::make_shared<size_t>(servers.size());
    for (Server &server : servers) {
        askPort(server.process->plan().adminPort, "GET /commands/ruok HTTP/1.0\r\n\r\n", limits().answer, probes.get())
            .then([this, &server, pending](const Result<QByteArray> &answer) {
                server.adminAnswers = answer->contains("\"ruok\"");
                if (--*pending == 0)
                    becomeReady();
            });
    }
}

void Sandbox::Private::becomeReady()
{
    QStringList addresses;
    for (const Server &server : servers) {
        const ServerPlan &plan = server.process->plan();
        const QString admin = server.adminAnswers ? u"http://"_s + addressOf(plan.adminPort) : QString();
        info.servers += SandboxServer{addressOf(plan.clientPort), admin, plan.logFile(), server.process->pid()};
        addresses += addressOf(plan.clientPort);
    }
    info.connectString = addresses.join(u',');
    info.directory = directory->path();
    reservations.clear();
    phase = Phase::Ready;
    Q_EMIT q->progress(Text::en("Ready after %1 s: %2")
                           .arg(QString::number(sinceStart.elapsed() / 1000.0, 'f', 1), info.connectString));
    Q_EMIT q->ready(info);
}

void Sandbox::Private::onEnded(size_t index, const Text &how)
{
    switch (phase) {
    case Phase::Starting:
        if (saysPortTaken(servers[index].process->logTail()))
            return retryOrFail();
        return fail(withLog(Text::en("%1 did not come to serve, %2: check that this Java can run this ZooKeeper (%3).")
                                .arg(nameOf(index), how, program.origin),
                            index));
    case Phase::Ready:
        Q_EMIT q->failed(
            sandboxFailure(withLog(Text::en("%1 (%2) is gone, %3: start another sandbox.")
                                       .arg(nameOf(index), addressOf(servers[index].process->plan().clientPort), how),
                                   index))
                .value());
        return;
    case Phase::Idle:
    case Phase::Stopping:
    case Phase::Failed: return;
    }
}

void Sandbox::Private::retryOrFail()
{
    if (attempts >= maxAttempts) {
        return fail(
            Text::en("The server found its ports taken %1 times in a row: stop programs that listen on many ports, and "
                     "start another sandbox.")
                .arg(attempts));
    }
    phase = Phase::Stopping;
    stopServers([this] {
        phase = Phase::Starting;
        Q_EMIT q->progress(Text::en("A port was taken meanwhile: trying other ones…"));
        attempt();
    });
}

void Sandbox::Private::fail(const Text &sentence)
{
    phase = Phase::Failed;
    stopServers([this, sentence] { Q_EMIT q->failed(sandboxFailure(sentence).value()); });
}

void Sandbox::Private::stopServers(std::function<void()> then)
{
    pollTimer.stop();
    probes.reset();
    afterStop = std::move(then);
    for (const Server &server : servers)
        server.process->stop(directory->isKept());
    stopTimer.start(stopPatience);
    whenStopped();
}

void Sandbox::Private::whenStopped()
{
    const bool anyRuns =
        std::any_of(servers.begin(), servers.end(), [](const Server &s) { return s.process->isRunning(); });
    if (anyRuns || !afterStop)
        return;
    stopTimer.stop();
    servers.clear();
    reservations.clear();
    std::exchange(afterStop, {})();
}

/// At the program's end: no event loop goes on.
void Sandbox::Private::waitForServers()
{
    for (const Server &server : servers)
        server.process->stop(directory->isKept());
    const QDeadlineTimer deadline(stopPatience);
    for (const Server &server : servers)
        server.process->waitForEnd(deadline);
}

Text Sandbox::Private::nameOf(size_t index) const
{
    return spec.servers == 1 ? Text::en("The sandbox's server") : Text::en("The sandbox's server %1").arg(index + 1);
}

/// With what the log says; where the log is, if it will still be there.
Text Sandbox::Private::withLog(const Text &sentence, size_t index) const
{
    const ServerProcess &process = *servers[index].process;
    const QString line = mostTellingLine(process.logTail());
    const Text text = line.isEmpty() ? sentence : Text::en("%1 Its log ends in: %2").arg(sentence, line);
    return directory->isKept() ? Text::en("%1 (all of its log: %2)").arg(text, process.plan().logFile()) : text;
}

Sandbox::Sandbox(SandboxSpec spec, JavaPlaces places, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(this, std::move(spec), std::move(places)))
{
}

Sandbox::~Sandbox()
{
    d->waitForServers();
}

void Sandbox::start()
{
    QMetaObject::invokeMethod(
        this, [this] { d->begin(); }, Qt::QueuedConnection);
}

Reply<SandboxInfo> Sandbox::started()
{
    const ReplyPromise<SandboxInfo> promise;
    connect(this, &Sandbox::ready, this, [promise](const SandboxInfo &info) { promise.complete(info); });
    connect(this, &Sandbox::failed, this, [promise](const Error &error) { promise.complete(tl::unexpected(error)); });
    connect(this, &QObject::destroyed,
            [promise] { promise.complete(failure(ErrorCode::Cancelled, QStringLiteral("sandbox"))); });
    start();
    return Reply<SandboxInfo>(promise);
}

Reply<Done> Sandbox::stop()
{
    d->phase = Private::Phase::Stopping;
    const ReplyPromise<Done> stopped;
    d->waitingForStop.push_back(stopped);
    d->stopServers([this] {
        const auto waiting = std::exchange(d->waitingForStop, {});
        for (const auto &promise : waiting)
            promise.complete(Done()); // the last one may destroy this
    });
    return Reply<Done>(stopped);
}

Reply<Done> Sandbox::command(int server, ServerCommand command)
{
    if (d->phase != Private::Phase::Ready || server < 0 || server >= static_cast<int>(d->servers.size()))
        return Result<Done>(sandboxFailure(Text::en("There is no such server in the sandbox.")));
    ServerProcess &process = *d->servers[static_cast<size_t>(server)].process;
    switch (command) {
    case ServerCommand::Kill: return process.halt();
    case ServerCommand::Restart: {
        const ReplyPromise<Done> restarted;
        process.halt().then([this, server, &process, restarted](const Result<Done> &halted) {
            if (halted && !process.isRunning()) // else the sandbox stops, or it was restarted twice
                process.startAgain();
            d->info.servers[server].pid = process.pid();
            restarted.complete(halted);
        });
        return Reply<Done>(restarted);
    }
    case ServerCommand::Pause: process.setPaused(true); break;
    case ServerCommand::Resume: process.setPaused(false); break;
    case ServerCommand::RestartEmpty:
    case ServerCommand::Detach:
    case ServerCommand::Promote:
        return Result<Done>(sandboxFailure(
            Text::en("A ZooKeeper server cannot do that: %1 is for Redis.").arg(serverCommandName(command))));
    }
    return Result<Done>(Done());
}

const SandboxInfo &Sandbox::info() const
{
    return d->info;
}

} // namespace lockscope::servers

#include "moc_sandbox.cpp"
