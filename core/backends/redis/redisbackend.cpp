// SPDX-License-Identifier: Apache-2.0
#include "core/backends/redis/redisbackend.h"

#include "core/backends/redis/redismeter.h"

#include <utility>

namespace lockscope::backends {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

/// Redis itself looks ten times a second for keys whose time is over.
constexpr auto logInterval = 100ms;

} // namespace

Result<std::shared_ptr<Backend>> RedisBackend::make(const BackendSpec &spec, journal::EventSink &events)
{
    QList<redis::Address> addresses;
    if (!spec.address.isEmpty()) {
        const auto parsed = redis::parseAddresses(spec.address);
        if (!parsed)
            return tl::unexpected(parsed.error());
        addresses = *parsed;
    }
    return std::make_shared<RedisBackend>(spec, addresses, events);
}

std::optional<Error> RedisBackend::missing(locks::Backend)
{
    return RedisServer().missing();
}

RedisBackend::RedisBackend(const BackendSpec &spec, const QList<redis::Address> &addresses, journal::EventSink &events)
    : PingedBackend(spec, events)
    , m_places(std::make_shared<RedisPlaces>(RedisPlaces{addresses}))
{
}

Task<Result<Done>> RedisBackend::open()
{
    if (m_info.isPrivate) {
        auto starting = startServers();
        const auto started = co_await starting;
        if (!started)
            co_return started;
    }
    auto entering = reopen();
    const auto entered = co_await entering;
    if (!entered)
        co_return entered;
    QStringList names;
    for (const redis::Address &address : m_places->addresses)
        names += address.toString();
    m_info.address = names.join(u',');
    m_info.servers = static_cast<int>(names.size());
    m_info.version = m_session->version();
    m_info.durability = m_info.isPrivate ? Text::en("appendfsync no: an answer does not wait for the disk")
                                         : Text::en("as the server is configured");
    startPinging();
    co_return Done();
}

Task<Result<Done>> RedisBackend::startServers()
{
    auto server = RedisServerSpec::fromEnvironment();
    server.password = spec().password;
    m_servers = std::make_unique<RedisServers>(server, spec().servers, spec().replica);
    auto starting = m_servers->start();
    const auto started = co_await starting;
    if (!started)
        co_return started;
    m_places = m_servers->places();
    connect(&m_reading, &QTimer::timeout, this, [this] { m_servers->log().catchUp(events()); });
    m_reading.start(logInterval);
    connect(m_servers.get(), &RedisServers::ended, this,
            [this](const Error &error) { notice(locks::Finding::Severity::Error, error.sentence()); });
    co_return Done();
}

/// With the first server that lets us in.
Task<Result<Done>> RedisBackend::reopen()
{
    std::optional<Error> refused;
    const QList<redis::Address> addresses = m_places->addresses;
    for (const redis::Address &address : addresses) {
        auto entering = redis::Session::open(address, spec().password);
        auto entered = co_await entering;
        if (!entered) {
            refused = refused.value_or(entered.error());
            continue;
        }
        m_session = std::move(*entered);
        connect(m_session.get(), &redis::Session::lost, this, &RedisBackend::connectionLost);
        co_return Done();
    }
    co_return tl::unexpected(*refused);
}

/// What it refuses it answers.
Reply<Done> RedisBackend::ping()
{
    const ReplyPromise<Done> promise;
    m_session->ask({"PING"}).then([promise](const Result<redis::Value> &answer) {
        const bool isSilent = !answer && answer.error().isNoAnswer();
        promise.complete(isSilent ? Result<Done>(tl::unexpected(answer.error())) : Done());
    });
    return Reply<Done>(promise);
}

Task<> RedisBackend::close()
{
    m_reading.stop();
    if (m_servers)
        m_servers->disconnect(this);
    co_await endTrying();
}

std::unique_ptr<lab::SessionFactory> RedisBackend::makeSessions()
{
    return std::make_unique<RedisSessionFactory>(m_places, spec().password, m_servers ? &m_servers->log() : nullptr);
}

std::optional<Text> RedisBackend::whyUnproved() const
{
    if (m_info.isPrivate) // its log has each change of every key that clients ask for
        return std::nullopt;
    return Text::en("What %1 does is not provable here: only what clients believe is compared. A private server's own "
                    "log of writes would prove it.")
        .arg(m_info.address);
}

Task<std::unique_ptr<ServerMeter>> RedisBackend::openMeter()
{
    return openRedisMeter(m_places->addresses, spec().password, m_info.isPrivate);
}

Task<Result<Done>> RedisBackend::carryOut(int server, ServerCommand command)
{
    return m_servers->command(server, command);
}

} // namespace lockscope::backends

#include "moc_redisbackend.cpp"
