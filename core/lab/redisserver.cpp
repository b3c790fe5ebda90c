// SPDX-License-Identifier: Apache-2.0
#include "core/lab/redisserver.h"

#include "core/lab/sandbox.h"
#include "core/lab/sandboxports.h"
#include "core/redis/session.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QStandardPaths>

namespace lockscope::lab {

using namespace Qt::StringLiterals;

RedisServerSpec RedisServerSpec::fromEnvironment()
{
    return {qEnvironmentVariable("PATH").split(QDir::listSeparator(), Qt::SkipEmptyParts), {}};
}

RedisServer::RedisServer(RedisServerSpec spec, QObject *parent)
    : PrivateServer(u"Redis"_s, parent)
    , m_spec(std::move(spec))
{
}

QString RedisServer::program() const
{
    // QStandardPaths would ask $PATH for an empty list.
    return m_spec.path.isEmpty() ? QString() : QStandardPaths::findExecutable(u"redis-server"_s, m_spec.path);
}

std::optional<Error> RedisServer::missing() const
{
    if (!program().isEmpty())
        return std::nullopt;
    return Error{ErrorCode::SandboxFailed,
                 {},
                 {},
                 Text::en("No Redis server found: install one (on Debian: apt install redis-server), or give the "
                          "address of one that runs.")};
}

Result<quint16> RedisServer::launchServer()
{
    if (const auto problem = missing())
        return tl::unexpected(*problem);
    if (const auto made = makeDirectory(); !made)
        return tl::unexpected(made.error());
    const auto reserved = PortReservation::take(); // held until the server has it
    if (!reserved)
        return tl::unexpected(reserved.error());
    // A file in a directory that only this user may read: arguments show the password to everybody.
    const QString config = u"redis.conf"_s;
    const auto written = writeFile(
        config, "bind 127.0.0.1\nport " + QByteArray::number(reserved->port())
                    + "\nsave \"\"\n"
                      // Its log of writes, for what it proves: see RedisLog. Nothing waits for the disk.
                      "appendonly yes\nappendfsync no\nauto-aof-rewrite-percentage 0\n"
                    + (m_spec.password.isEmpty() ? QByteArray() : "requirepass " + m_spec.password.toUtf8() + '\n'));
    if (!written)
        return tl::unexpected(written.error());
    launch(program(), {QDir(directory()).filePath(config)});
    return reserved->port();
}

Task<Result<redis::Address>> RedisServer::start()
{
    const auto port = launchServer();
    if (!port)
        co_return tl::unexpected(port.error());
    const redis::Address address{{}, u"127.0.0.1"_s, *port, 0};
    const QDeadlineTimer until(m_spec.startTimeout);
    while (isRunning()) {
        const auto session = co_await redis::Session::open(address, m_spec.password);
        if (session) {
            setServing();
            co_return address;
        }
        if (until.hasExpired())
            co_return tl::unexpected(session.error());
        auto resting = moment();
        co_await resting;
    }
    co_return tl::unexpected(endError());
}

} // namespace lockscope::lab

#include "moc_redisserver.cpp"
