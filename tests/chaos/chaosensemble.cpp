// SPDX-License-Identifier: Apache-2.0
#include "tests/chaos/chaosensemble.h"

#include "tests/chaos/quorumrelay.h"
#include "tests/support/filefaults.h"

#include <QCoroAbstractSocket>
#include <QCoroTimer>

#include <QDeadlineTimer>
#include <QHostAddress>
#include <QNetworkProxy>
#include <QTcpSocket>
#include <QTimer>

#include <cerrno>
#include <csignal>
#include <vector>

namespace lockscope::chaos {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto askPatience = 1000ms;
constexpr auto askAgainAfter = 50ms;
// A busy machine takes its time to start a Java; one that does not serve by then has lost its way (a thread of its own
// died on a full disk, say) and is started again.
constexpr auto servePatience = 30s;
constexpr auto mendPatience = 150s;

/// Servers that give one another up after 2 s, not after 10, and call again at least every 2 s, not every minute.
constexpr auto limits = "syncLimit=10\ninitLimit=25\nfastleader.maxNotificationInterval=2000\n";

QByteArray peerLine(int server, quint16 quorum, quint16 election)
{
    return "server." + QByteArray::number(server + 1) + "=127.0.0.1:" + QByteArray::number(quorum) + ':'
           + QByteArray::number(election) + '\n';
}

/// What a server says to a four-letter word; empty if it says nothing.
Task<QByteArray> ask(quint16 port, QByteArray word)
{
    QTcpSocket socket;
    socket.setProxy(QNetworkProxy::NoProxy);
    socket.connectToHost(QHostAddress(QHostAddress::LocalHost), port);
    const bool isConnected = co_await qCoro(socket).waitForConnected(askPatience);
    if (!isConnected)
        co_return QByteArray();
    socket.write(word);
    co_await qCoro(socket).waitForDisconnected(askPatience);
    co_return socket.readAll();
}

/// What comes after \a name in the lines of an answer.
QByteArray answerField(const QByteArray &answer, const QByteArray &name)
{
    const auto lines = answer.split('\n');
    for (const QByteArray &line : lines) {
        if (line.startsWith(name))
            return line.mid(name.size()).trimmed();
    }
    return {};
}

bool isRunning(qint64 pid)
{
    return pid > 0 && ::kill(static_cast<pid_t>(pid), 0) == 0;
}

} // namespace

struct ChaosEnsemble::Private
{
    explicit Private(int number);

    QByteArray peersOf(int server, const QList<servers::PeerPorts> &ports);
    QuorumRelay &quorumRelay(int from, int to) { return *relays[static_cast<size_t>(from * servers + to)].quorum; }
    QuorumRelay &electionRelay(int from, int to) { return *relays[static_cast<size_t>(from * servers + to)].election; }
    Task<QList<QByteArray>> askAll();
    Task<bool> isWhole();

    /// From one server to another; nothing from a server to itself.
    struct Relays
    {
        std::unique_ptr<QuorumRelay> quorum;
        std::unique_ptr<QuorumRelay> election;
    };

    const int servers;
    std::vector<Relays> relays;
    std::vector<std::unique_ptr<test::FileFaults>> disks;
    std::unique_ptr<servers::Sandbox> sandbox; // before what it uses goes
    ReplyPromise<Done> started;
};

ChaosEnsemble::Private::Private(int number)
    : servers(number)
    , relays(static_cast<size_t>(number * number))
{
    servers::SandboxSpec spec;
    spec.servers = number;
    spec.heapMb = 256;
    for (int server = 0; server < number; ++server) {
        spec.extraLines += limits;
        disks.push_back(std::make_unique<test::FileFaults>());
        spec.environments += disks.back()->environment(u"data"_s, test::FileFaults::Child::Foreign);
        for (int peer = 0; number > 1 && peer < number; ++peer) {
            if (peer != server)
                relays[static_cast<size_t>(server * number + peer)] = {std::make_unique<QuorumRelay>(),
                                                                       std::make_unique<QuorumRelay>()};
        }
    }
    if (number > 1)
        spec.peerLines = [this](int server, const QList<servers::PeerPorts> &ports) { return peersOf(server, ports); };
    sandbox = std::make_unique<servers::Sandbox>(spec);
}

/// Where \a server finds the others: at the relays to them.
QByteArray ChaosEnsemble::Private::peersOf(int server, const QList<servers::PeerPorts> &ports)
{
    QByteArray lines;
    for (int peer = 0; peer < servers; ++peer) {
        if (peer == server)
            continue;
        quorumRelay(server, peer).lead(ports[peer].quorum, 0);
        electionRelay(server, peer).lead(ports[peer].election, electionRelay(peer, server).port());
        lines += peerLine(peer, quorumRelay(server, peer).port(), electionRelay(server, peer).port());
    }
    return lines;
}

Task<QList<QByteArray>> ChaosEnsemble::Private::askAll()
{
    std::vector<Task<QByteArray>> asked; // all at once: who stands still takes all of the patience
    for (const servers::SandboxServer &server : sandbox->info().servers)
        asked.push_back(ask(server.clientAddress.section(u':', 1).toUShort(), "srvr"));
    QList<QByteArray> answers;
    for (const Task<QByteArray> &answer : asked) {
        const QByteArray said = co_await answer;
        answers += said;
    }
    co_return answers;
}

/// All servers serve, and one of several leads.
Task<bool> ChaosEnsemble::Private::isWhole()
{
    const QList<QByteArray> answers = co_await askAll();
    int leading = 0;
    int serving = 0;
    for (const QByteArray &answer : answers) {
        const QByteArray mode = answerField(answer, "Mode: ");
        serving += mode.isEmpty() ? 0 : 1;
        leading += mode == "leader" || mode == "standalone" ? 1 : 0;
    }
    co_return serving == servers &&leading == 1;
}

ChaosEnsemble::ChaosEnsemble(int servers, QObject *parent)
    : QObject(parent)
    , d(std::make_unique<Private>(servers))
{
    connect(d->sandbox.get(), &servers::Sandbox::ready, this, [this] { d->started.complete(Done()); });
    // Later it tells of a server that ended by itself, which is what may happen here.
    connect(d->sandbox.get(), &servers::Sandbox::failed, this,
            [this](const Error &error) { d->started.complete(tl::unexpected(error)); });
}

ChaosEnsemble::~ChaosEnsemble() = default;

Task<Result<Done>> ChaosEnsemble::start()
{
    d->sandbox->start();
    co_return co_await Reply<Done>(d->started);
}

Task<Result<Done>> ChaosEnsemble::stop()
{
    heal();
    co_return co_await d->sandbox->stop();
}

QString ChaosEnsemble::connectString() const
{
    return d->sandbox->info().connectString;
}

int ChaosEnsemble::servers() const
{
    return d->servers;
}

servers::SandboxInfo ChaosEnsemble::info() const
{
    return d->sandbox->info();
}

Task<Result<Done>> ChaosEnsemble::command(int server, ServerCommand command)
{
    co_return co_await d->sandbox->command(server, command);
}

void ChaosEnsemble::isolate(const QList<int> &side)
{
    for (int from = 0; from < d->servers; ++from) {
        for (int to = 0; to < d->servers; ++to) {
            if (from == to)
                continue;
            const bool areApart = side.contains(from) != side.contains(to);
            d->quorumRelay(from, to).setHeld(areApart);
            d->electionRelay(from, to).setHeld(areApart);
        }
    }
}

void ChaosEnsemble::heal()
{
    isolate({});
}

void ChaosEnsemble::fillDisk(int server)
{
    d->disks[static_cast<size_t>(server)]->set(FAULTYFILES_FAIL, 1, ENOSPC, FAULTYFILES_GROWS);
}

void ChaosEnsemble::freeDisk(int server)
{
    d->disks[static_cast<size_t>(server)]->count();
}

Task<std::optional<int>> ChaosEnsemble::leader()
{
    const QList<QByteArray> answers = co_await d->askAll();
    std::optional<int> leading;
    quint64 latest = 0;
    for (int server = 0; server < d->servers; ++server) {
        const QByteArray mode = answerField(answers[server], "Mode: ");
        const quint64 zxid = answerField(answers[server], "Zxid: ").toULongLong(nullptr, 0);
        if ((mode == "leader" || mode == "standalone") && (!leading || zxid > latest)) {
            leading = server;
            latest = zxid;
        }
    }
    co_return leading;
}

Task<Result<Done>> ChaosEnsemble::mendAll()
{
    heal();
    for (int server = 0; server < d->servers; ++server) {
        freeDisk(server);
        const auto resumed = co_await d->sandbox->command(server, ServerCommand::Resume);
        if (!resumed)
            co_return resumed;
    }
    const QDeadlineTimer giveUpAt(mendPatience);
    QDeadlineTimer restartAt(servePatience);
    for (bool isWhole = false; !isWhole;) {
        if (giveUpAt.hasExpired())
            co_return failure(ErrorCode::OperationTimeout, u"mend"_s);
        const QList<QByteArray> answers = co_await d->askAll();
        for (int server = 0; server < d->servers; ++server) {
            const bool isLost = restartAt.hasExpired() && answerField(answers[server], "Mode: ").isEmpty();
            if (!isLost && isRunning(info().servers[server].pid))
                continue;
            const auto restarted = co_await d->sandbox->command(server, ServerCommand::Restart);
            if (!restarted)
                co_return restarted;
        }
        if (restartAt.hasExpired())
            restartAt.setRemainingTime(servePatience);
        isWhole = co_await d->isWhole();
        if (!isWhole)
            co_await QCoro::sleepFor(askAgainAfter);
    }
    co_return Done();
}

} // namespace lockscope::chaos

#include "moc_chaosensemble.cpp"
