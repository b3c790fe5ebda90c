// SPDX-License-Identifier: Apache-2.0
#include "core/lab/sandboxserver.h"

#include "core/lab/sandboxguard.h"

#include <QDir>
#include <QFile>

#include <csignal>
#include <utility>

#include <sys/types.h>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 logTailBytes = 16 * 1024;

Result<void> writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    if (file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(content) == content.size() && file.flush())
        return {};
    return failure(
        ErrorCode::SandboxFailed, {}, {},
        u"Cannot write %1 (%2): make room there, or choose another directory."_s.arg(path, file.errorString()));
}

} // namespace

ServerProcess::ServerProcess(ServerPlan plan, const ServerProgram &program, QObject *parent)
    : QObject(parent)
    , m_plan(std::move(plan))
    , m_program(program)
{
    m_process.setProgram(m_program.java);
    m_process.setArguments(javaArguments(m_program));
    m_process.setWorkingDirectory(m_plan.directory);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(m_plan.logFile(), QIODevice::Truncate);
    tieToThisThread(m_process);
    connect(&m_process, &QProcess::finished, this, &ServerProcess::onFinished);
    connect(&m_process, &QProcess::errorOccurred, this, &ServerProcess::onError);
}

ServerProcess::~ServerProcess()
{
    stop(false);
    waitForEnd(QDeadlineTimer(0));
}

Result<void> ServerProcess::writeFiles(const QList<ServerPlan> &all, int tickTimeMs)
{
    if (!QDir().mkpath(m_plan.directory + "/data"_L1)) {
        return failure(ErrorCode::SandboxFailed, {}, {},
                       u"Cannot make %1: choose another directory."_s.arg(m_plan.directory + "/data"_L1));
    }
    const QList<std::pair<QLatin1StringView, QByteArray>> files{
        {"/zoo.cfg"_L1, zooCfg(m_plan, all, tickTimeMs, m_program.hasAdminServer)},
        {"/logback.xml"_L1, logbackXml()},
        {"/log4j.properties"_L1, log4jProperties()},
        {"/data/myid"_L1, QByteArray::number(m_plan.number) + '\n'},
    };
    for (const auto &[name, content] : files) {
        if (auto written = writeFile(m_plan.directory + name, content); !written)
            return written;
    }
    return {};
}

void ServerProcess::start()
{
    m_process.start();
}

Reply<Done> ServerProcess::halt()
{
    m_paused = false;
    if (!isRunning())
        return Result<Done>(Done());
    m_process.kill();
    m_halting.emplace_back();
    return Reply<Done>(m_halting.back());
}

void ServerProcess::startAgain()
{
    m_process.setStandardOutputFile(m_plan.logFile(), QIODevice::Append);
    m_process.start();
}

void ServerProcess::setPaused(bool paused)
{
    if (!isRunning() || pid() <= 0)
        return;
    ::kill(static_cast<pid_t>(pid()), paused ? SIGSTOP : SIGCONT);
    m_paused = paused;
}

void ServerProcess::stop(bool politely)
{
    m_process.disconnect(this);
    for (const auto &halting : std::exchange(m_halting, {}))
        halting.complete(failure(ErrorCode::Cancelled));
    if (!isRunning())
        return;
    connect(&m_process, &QProcess::finished, this, &ServerProcess::stopped);
    if (politely && m_paused)
        setPaused(false); // a stopped process cannot handle SIGTERM
    if (politely)
        m_process.terminate();
    else
        m_process.kill();
}

void ServerProcess::waitForEnd(QDeadlineTimer deadline)
{
    if (!isRunning() || m_process.waitForFinished(static_cast<int>(deadline.remainingTime())) || !isRunning())
        return;
    m_process.kill();
    m_process.waitForFinished();
}

QByteArray ServerProcess::logTail() const
{
    QFile log(m_plan.logFile());
    if (!log.open(QIODevice::ReadOnly))
        return {};
    log.seek(qMax<qint64>(0, log.size() - logTailBytes));
    return log.readAll();
}

void ServerProcess::onFinished(int exitCode, QProcess::ExitStatus status)
{
    if (!m_halting.empty()) {
        for (const auto &halting : std::exchange(m_halting, {}))
            halting.complete(Done());
        return;
    }
    Q_EMIT ended(status == QProcess::CrashExit ? u"was ended by signal %1"_s.arg(exitCode)
                                               : u"exited with code %1"_s.arg(exitCode));
}

void ServerProcess::onError(QProcess::ProcessError error)
{
    if (error == QProcess::FailedToStart) // finished() tells of all other ends
        Q_EMIT ended(u"could not be started (%1)"_s.arg(m_process.errorString()));
}

} // namespace lockscope::lab
