// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redisserver.h"

#include "core/redis/session.h"
#include "core/servers/sandbox.h"
#include "core/servers/sandboxports.h"

#include <QDir>
#include <QStandardPaths>

namespace lockscope::backends {

using namespace Qt::StringLiterals;

RedisServerSpec RedisServerSpec::fromEnvironment()
{
    return {qEnvironmentVariable("PATH").split(QDir::listSeparator(), Qt::SkipEmptyParts), {}};
}

RedisServer::RedisServer(RedisServerSpec spec, QObject *parent)
    : servers::PrivateServer(u"Redis"_s, parent)
    , m_spec(std::move(spec))
{
}

QByteArray RedisServer::passwordLines() const
{
    const QByteArray password = m_spec.password.toUtf8();
    return password.isEmpty() ? QByteArray() : "requirepass " + password + "\nmasterauth " + password + '\n';
}

QByteArray RedisServer::masterLine() const
{
    return m_spec.master
               ? "replicaof " + m_spec.master->host.toLatin1() + ' ' + QByteArray::number(m_spec.master->port) + '\n'
               : QByteArray();
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

Result<Done> RedisServer::launchServer()
{
    if (const auto problem = missing())
        return tl::unexpected(*problem);
    if (const auto made = makeDirectory(); !made)
        return tl::unexpected(made.error());
    const auto reserved = servers::PortReservation::take(); // held until the server has it
    if (!reserved)
        return tl::unexpected(reserved.error());
    // A file in a directory that only this user may read: arguments show the password to everybody.
    const QString config = u"redis.conf"_s;
    const auto written = writeFile(
        config, "bind 127.0.0.1\nport " + QByteArray::number(reserved->port())
                    + "\nsave \"\"\n"
                      // Its log of writes, for what it proves: see RedisLog. Nothing waits for the disk.
                      "appendonly yes\nappendfsync no\nauto-aof-rewrite-percentage 0\naof-use-rdb-preamble no\n"
                      "repl-diskless-sync yes\nrepl-diskless-sync-delay 0\n"
                    + passwordLines() + masterLine());
    if (!written)
        return tl::unexpected(written.error());
    m_address = {{}, u"127.0.0.1"_s, reserved->port(), 0};
    launch(program(), {QDir(directory()).filePath(config)});
    return Done();
}

Task<Result<Done>> RedisServer::greet()
{
    const redis::Command question = m_spec.master ? redis::Command{"INFO", "replication"} : redis::Command{"PING"};
    auto asking = ask(question);
    const auto answer = co_await asking;
    if (!answer)
        co_return tl::unexpected(answer.error());
    if (m_spec.master && !answer->text.contains("master_link_status:up"))
        co_return failure(ErrorCode::RedisFailed, u"replicaof"_s, {},
                          Text::en("The replica does not reach its master yet."));
    co_return Done();
}

Task<Result<redis::Value>> RedisServer::ask(redis::Command command)
{
    auto opening = redis::Session::open(m_address, m_spec.password);
    const auto opened = co_await opening;
    if (!opened)
        co_return tl::unexpected(opened.error());
    auto asking = (*opened)->ask(command);
    co_return co_await asking;
}

Task<Result<Done>> RedisServer::command(ServerCommand command)
{
    const bool isOfReplica = command == ServerCommand::Detach || command == ServerCommand::Promote;
    if (isOfReplica && !m_spec.master)
        co_return cannot(command);
    if (isOfReplica) {
        // Detached: it follows an address without a server, and keeps its data.
        const redis::Command follow = command == ServerCommand::Promote ? redis::Command{"REPLICAOF", "NO", "ONE"}
                                                                        : redis::Command{"REPLICAOF", "127.0.0.1", "1"};
        if (command == ServerCommand::Promote)
            m_spec.master.reset();
        auto asking = ask(follow);
        const auto followed = co_await asking;
        if (!followed)
            co_return tl::unexpected(followed.error());
        co_return Done();
    }
    if (command == ServerCommand::RestartEmpty) {
        auto stopping = stop();
        co_await stopping;
        QDir files(directory());
        files.remove(u"appendonly.aof"_s); // before version 7
        QDir(files.filePath(u"appendonlydir"_s)).removeRecursively();
        command = ServerCommand::Restart;
    }
    auto carryingOut = servers::PrivateServer::command(command);
    co_return co_await carryingOut;
}

Task<Result<redis::Address>> RedisServer::start()
{
    if (const auto launched = launchServer(); !launched)
        co_return tl::unexpected(launched.error());
    auto serving = untilServing(ErrorCode::RedisFailed, m_spec.startTimeout);
    const auto served = co_await serving;
    if (!served)
        co_return tl::unexpected(served.error());
    const redis::Address address = m_address; // what is returned is moved from
    co_return address;
}

} // namespace lockscope::backends

#include "moc_redisserver.cpp"
