// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redisservers.h"

#include "core/servers/sandbox.h"

#include <algorithm>

namespace lockscope::backends {

RedisServers::RedisServers(const RedisServerSpec &spec, int servers, bool withReplica, QObject *parent)
    : QObject(parent)
    , m_withReplica(withReplica)
    , m_spec(spec)
{
    for (int i = 0; i < servers; ++i) {
        m_servers.push_back(std::make_unique<RedisServer>(spec));
        m_asked.push_back(i);
    }
}

Task<Result<Done>> RedisServers::start()
{
    QStringList directories;
    for (const auto &server : m_servers) {
        auto starting = server->start();
        const auto started = co_await starting;
        if (!started)
            co_return tl::unexpected(started.error());
        m_places->addresses += *started;
        directories += server->directory();
    }
    m_log = std::make_unique<RedisLog>(directories);
    if (m_withReplica) {
        m_spec.master = m_places->addresses.constFirst();
        m_servers.push_back(std::make_unique<RedisServer>(m_spec));
        auto starting = m_servers.back()->start();
        const auto started = co_await starting;
        if (!started)
            co_return tl::unexpected(started.error());
    }
    for (const auto &server : m_servers)
        connect(server.get(), &servers::PrivateServer::ended, this, &RedisServers::ended);
    co_return Done();
}

Task<Result<Done>> RedisServers::command(int server, ServerCommand command)
{
    if (server < 0 || server >= count())
        co_return servers::sandboxFailure(
            Text::en("There is no server %1: they have numbers from 0 to %2.").arg(server, count() - 1));
    RedisServer &commanded = *m_servers[static_cast<size_t>(server)];
    auto carryingOut = commanded.command(command);
    const auto done = co_await carryingOut;
    if (!done)
        co_return done;
    const auto place = std::ranges::find(m_asked, server);
    const bool isAsked = place != m_asked.end();
    if (command == ServerCommand::Promote && !isAsked) { // in the place of its master
        m_asked.front() = server;
        m_places->addresses.front() = commanded.address();
        m_log->follow(0, commanded.directory());
    } else if (isAsked && (command == ServerCommand::Restart || command == ServerCommand::RestartEmpty)) {
        m_log->follow(static_cast<int>(place - m_asked.begin()), commanded.directory());
    }
    co_return Done();
}

} // namespace lockscope::backends

#include "moc_redisservers.cpp"
