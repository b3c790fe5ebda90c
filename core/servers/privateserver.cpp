// SPDX-License-Identifier: Apache-2.0
#include "core/servers/privateserver.h"

#include "core/base/guard.h"
#include "core/servers/sandbox.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QTimer>

#include <csignal>
#include <utility>

namespace lockscope::servers {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto askAgainAfter = 25ms;
constexpr auto logName = "server.log"_L1;
constexpr int endMs = 2000;

QList<qint64> childrenOf(qint64 parent)
{
    QList<qint64> children;
    const QStringList names = QDir(u"/proc"_s).entryList({u"[1-9]*"_s}, QDir::Dirs);
    for (const QString &name : names) {
        QFile stat(u"/proc/%1/stat"_s.arg(name));
        if (!stat.open(QIODevice::ReadOnly))
            continue;                           // it has ended
        const QByteArray line = stat.readAll(); // PID (NAME) STATE PARENT …, and a name may have anything in it
        const auto fields = line.mid(line.lastIndexOf(')') + 2).split(' ');
        if (fields.value(1).toLongLong() == parent)
            children += name.toLongLong();
    }
    return children;
}

void signalTo(qint64 process, int signal)
{
    ::kill(static_cast<pid_t>(process), signal);
}

} // namespace

PrivateServer::PrivateServer(QString name, QObject *parent)
    : QObject(parent)
    , m_name(std::move(name))
{
    connect(&m_process, &QProcess::finished, this, [this] {
        if (m_serves)
            Q_EMIT ended(endError());
    });
}

PrivateServer::~PrivateServer()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished(endMs); // then those of its children that stand still end
}

Result<Done> PrivateServer::makeDirectory()
{
    auto directory = SandboxDirectory::open({}, 1);
    if (!directory)
        return tl::unexpected(directory.error());
    m_directory = std::move(*directory);
    return Done();
}

Result<Done> PrivateServer::writeFile(const QString &name, const QByteArray &content) const
{
    QFile file(QDir(directory()).filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size() || !file.flush())
        return sandboxFailure(Text::en("Cannot write %1 (%2): make room there, or choose another directory.")
                                  .arg(file.fileName(), file.errorString()));
    return Done();
}

QProcessEnvironment PrivateServer::environment() const
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"TMPDIR"_s, directory());
    return environment;
}

void PrivateServer::launch(const QString &program, const QStringList &arguments, const QString &user)
{
    tieToThisThread(m_process, user);
    m_process.setProgram(program);
    m_process.setArguments(arguments);
    m_process.setWorkingDirectory(directory());
    m_process.setProcessEnvironment(environment());
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(QDir(directory()).filePath(logName), QIODevice::Append);
    m_process.start();
    m_process.waitForStarted(endMs);
}

Task<Result<Done>> PrivateServer::untilServing(ErrorCode notYet, std::chrono::milliseconds limit)
{
    m_notYet = notYet;
    m_startLimit = limit;
    const QDeadlineTimer until(limit);
    while (isRunning()) {
        auto greeting = greet();
        const auto greeted = co_await greeting;
        if (greeted) {
            m_serves = true;
            co_return Done();
        }
        const bool mayComeYet = greeted.error().code == notYet || greeted.error().code == ErrorCode::ConnectTimeout;
        if (!mayComeYet || until.hasExpired())
            co_return tl::unexpected(greeted.error());
        const ReplyPromise<Done> over;
        QTimer::singleShot(askAgainAfter, this, [over] { over.complete(Done()); });
        Reply<Done> resting(over);
        co_await resting;
    }
    co_return tl::unexpected(endError());
}

Task<Result<Done>> PrivateServer::command(ServerCommand command)
{
    switch (command) {
    case ServerCommand::Pause:
    case ServerCommand::Resume: command == ServerCommand::Pause ? pause() : resume(); co_return Done();
    case ServerCommand::Kill:
    case ServerCommand::Restart: {
        auto stopping = stop();
        const auto stopped = co_await stopping;
        if (!stopped || command == ServerCommand::Kill)
            co_return stopped;
        m_process.start();
        m_process.waitForStarted(endMs);
        auto serving = untilServing(m_notYet, m_startLimit);
        co_return co_await serving;
    }
    case ServerCommand::RestartEmpty:
    case ServerCommand::Detach:
    case ServerCommand::Promote: break;
    }
    co_return cannot(command);
}

/// With its children, each of which serves a client of PostgreSQL and is the first of a group of its own.
void PrivateServer::pause()
{
    if (!isRunning() || m_pausedGuard)
        return;
    m_pausedGuard = std::make_unique<GroupGuard>();
    signalTo(pid(), SIGSTOP); // first: then there are no further ones
    m_pausedChildren = childrenOf(pid());
    for (const qint64 child : std::as_const(m_pausedChildren)) {
        m_pausedGuard->add(child);
        signalTo(child, SIGSTOP);
    }
}

void PrivateServer::resume()
{
    if (!m_pausedGuard)
        return;
    for (const qint64 child : std::exchange(m_pausedChildren, {})) {
        m_pausedGuard->leaveOut(child);
        signalTo(child, SIGCONT);
    }
    m_pausedGuard.reset();
    signalTo(pid(), SIGCONT);
}

tl::unexpected<Error> PrivateServer::cannot(ServerCommand command) const
{
    return sandboxFailure(Text::en("This %1 server cannot do that: %2.").arg(m_name, serverCommandName(command)));
}

Reply<Done> PrivateServer::stop()
{
    m_serves = false;
    if (!isRunning())
        return Result<Done>(Done());
    const ReplyPromise<Done> promise;
    connect(
        &m_process, &QProcess::finished, this, [promise] { promise.complete(Done()); }, Qt::SingleShotConnection);
    for (const qint64 child : std::as_const(m_pausedChildren))
        signalTo(child, m_crashSignal); // which comes to it before it goes on
    signalTo(pid(), m_crashSignal);
    resume();
    QTimer::singleShot(endMs, &m_process, [this, promise] {
        if (!promise.isComplete())
            m_process.kill();
    });
    return Reply<Done>(promise);
}

Error PrivateServer::endError() const
{
    QFile log(QDir(directory()).filePath(logName));
    QByteArray last;
    if (log.open(QIODevice::ReadOnly)) {
        const auto lines = log.readAll().trimmed().split('\n');
        last = lines.constLast().trimmed();
    }
    return {ErrorCode::SandboxFailed,
            {},
            {},
            Text::en("The %1 server ended. The last line of its log: %2").arg(m_name, QString::fromUtf8(last))};
}

} // namespace lockscope::servers

#include "moc_privateserver.cpp"
