// SPDX-License-Identifier: Apache-2.0
#include "core/lab/redisserver.h"

#include "core/lab/sandbox.h"
#include "core/lab/sandboxports.h"
#include "core/redis/session.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTimer>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto askAgainAfter = 25ms;
constexpr auto redisLog = "redis.log"_L1;
constexpr int redisEndMs = 2000;

} // namespace

RedisServerSpec RedisServerSpec::fromEnvironment()
{
    return {qEnvironmentVariable("PATH").split(QDir::listSeparator(), Qt::SkipEmptyParts), {}};
}

RedisServer::RedisServer(RedisServerSpec spec, QObject *parent)
    : QObject(parent)
    , m_spec(std::move(spec))
{
    tieToThisThread(m_process);
    connect(&m_process, &QProcess::finished, this, [this] {
        if (m_serves)
            Q_EMIT ended(endError());
    });
}

RedisServer::~RedisServer()
{
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning)
        return;
    m_process.kill();
    m_process.waitForFinished(redisEndMs);
}

Result<quint16> RedisServer::launch()
{
    // QStandardPaths would ask $PATH for an empty list.
    const QString program =
        m_spec.path.isEmpty() ? QString() : QStandardPaths::findExecutable(u"redis-server"_s, m_spec.path);
    if (program.isEmpty()) {
        return sandboxFailure(Text::en("No Redis server found: install one (on Debian: apt install redis-server), or "
                                       "give the address of one that runs."));
    }
    auto directory = SandboxDirectory::open({}, 1);
    if (!directory)
        return tl::unexpected(directory.error());
    m_directory = std::move(*directory);
    const auto reserved = PortReservation::take(); // held until the server has it
    if (!reserved)
        return tl::unexpected(reserved.error());

    m_process.setProgram(program);
    m_process.setWorkingDirectory(m_directory->path());
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardOutputFile(QDir(m_directory->path()).filePath(redisLog));
    // A file in a directory that only this user may read: arguments show the password to everybody.
    QFile config(QDir(m_directory->path()).filePath(u"redis.conf"_s));
    const QByteArray lines =
        "bind 127.0.0.1\nport " + QByteArray::number(reserved->port())
        + "\nsave \"\"\n"
          // Its log of writes, for what it proves: see RedisLog. Nothing waits for the disk.
          "appendonly yes\nappendfsync no\nauto-aof-rewrite-percentage 0\n"
        + (m_spec.password.isEmpty() ? QByteArray() : "requirepass " + m_spec.password.toUtf8() + '\n');
    if (!config.open(QIODevice::WriteOnly) || config.write(lines) != lines.size() || !config.flush())
        return sandboxFailure(Text::en("Cannot write %1 (%2): make room there, or choose another directory.")
                                  .arg(config.fileName(), config.errorString()));
    m_process.setArguments({config.fileName()});
    m_process.start();
    m_process.waitForStarted(redisEndMs);
    return reserved->port();
}

Task<Result<redis::Address>> RedisServer::start()
{
    const auto port = launch();
    if (!port)
        co_return tl::unexpected(port.error());
    const redis::Address address{{}, u"127.0.0.1"_s, *port, 0};
    const QDeadlineTimer until(m_spec.startTimeout);
    while (m_process.state() != QProcess::NotRunning) {
        const auto session = co_await redis::Session::open(address, m_spec.password);
        if (session) {
            m_serves = true;
            co_return address;
        }
        if (until.hasExpired())
            co_return tl::unexpected(session.error());
        const ReplyPromise<Done> again;
        QTimer::singleShot(askAgainAfter, this, [again] { again.complete(Done()); });
        Reply<Done> pause(again);
        co_await pause;
    }
    co_return tl::unexpected(endError());
}

Reply<Done> RedisServer::stop()
{
    m_serves = false;
    if (m_process.state() == QProcess::NotRunning)
        return Result<Done>(Done());
    const ReplyPromise<Done> promise;
    connect(&m_process, &QProcess::finished, this, [promise] { promise.complete(Done()); });
    m_process.kill();
    return Reply<Done>(promise);
}

Error RedisServer::endError() const
{
    QFile log(QDir(m_directory->path()).filePath(redisLog));
    QByteArray last;
    if (log.open(QIODevice::ReadOnly)) {
        const auto lines = log.readAll().trimmed().split('\n');
        last = lines.constLast().trimmed();
    }
    return {ErrorCode::SandboxFailed,
            {},
            {},
            Text::en("The Redis server ended. The last line of its log: %1").arg(QString::fromUtf8(last))};
}

} // namespace lockscope::lab

#include "moc_redisserver.cpp"
