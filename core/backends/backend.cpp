// SPDX-License-Identifier: Apache-2.0
#include "core/backends/backend.h"

#include "core/backends/redis/redisbackend.h"
#include "core/backends/sql/sqlbackend.h"
#include "core/backends/zookeeper/zookeeperbackend.h"
#include "core/servers/sandbox.h"

#include <algorithm>
#include <array>
#include <utility>

namespace lockscope::backends {

namespace {

struct Maker
{
    bool (*is)(locks::Backend backend);
    Result<std::shared_ptr<Backend>> (*make)(const BackendSpec &spec, journal::EventSink &events);
    std::optional<Error> (*missing)(locks::Backend backend);
};

constexpr std::array makers{
    Maker{[](locks::Backend backend) { return backend == locks::Backend::ZooKeeper; }, &ZooKeeperBackend::make,
          &ZooKeeperBackend::missing},
    Maker{[](locks::Backend backend) { return backend == locks::Backend::Redis; }, &RedisBackend::make,
          &RedisBackend::missing},
    Maker{&locks::isSql, &SqlBackend::make, &SqlBackend::missing},
};

const Maker &makerOf(locks::Backend backend)
{
    const auto found = std::ranges::find_if(makers, [backend](const Maker &maker) { return maker.is(backend); });
    Q_ASSERT(found != makers.end());
    return *found;
}

} // namespace

Backend::Backend(BackendInfo info, journal::EventSink &events)
    : m_info(std::move(info))
    , m_events(events)
{
}

Task<Result<Done>> Backend::command(int server, ServerCommand command)
{
    const auto self = shared_from_this(); // it stays until it is done
    if (!owns(server))
        co_return servers::sandboxFailure(
            Text::en("This is no server of Lockscope's own: only a private one is killed, paused or started again."));
    m_events.write(journal::ServerCommanded{server, command});
    auto commanding = carryOut(server, command);
    const auto done = co_await commanding;
    const bool isDown = command == ServerCommand::Kill || command == ServerCommand::Pause;
    if (!done || isDown || m_isEnding)
        co_return done;
    auto connecting = connectAgain();
    co_return co_await connecting;
}

void Backend::notice(locks::Finding::Severity severity, const Text &sentence)
{
    m_events.write(journal::Notice{severity, sentence});
}

Result<std::shared_ptr<Backend>> makeBackend(const BackendSpec &spec, journal::EventSink &events)
{
    return makerOf(spec.backend).make(spec, events);
}

std::optional<Error> missingServer(locks::Backend backend)
{
    return makerOf(backend).missing(backend);
}

} // namespace lockscope::backends

#include "moc_backend.cpp"
