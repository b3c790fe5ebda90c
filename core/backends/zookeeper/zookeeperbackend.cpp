// SPDX-License-Identifier: Apache-2.0
#include "core/backends/zookeeper/zookeeperbackend.h"

#include "core/backends/zookeeper/ensemblemeter.h"
#include "core/backends/zookeeper/zksessions.h"
#include "core/observe/serverprobe.h"
#include "core/servers/sandbox.h"
#include "core/servers/sandboxserver.h"
#include "core/zk/sshtunnel.h"

#include <QPointer>

#include <utility>

namespace lockscope::backends {

namespace {

/// What one round of questions found out.
class Probed final : public journal::EventSink
{
public:
    void write(journal::Payload what) override
    {
        if (auto *probed = std::get_if<journal::ServersProbed>(&what))
            servers = std::move(probed->servers);
    }

    decltype(journal::ServersProbed::servers) servers;
};

} // namespace

zk::ConnectionSpec connectionSpec(const ConnectSpec &spec, const zk::ConnectString &target)
{
    zk::ConnectionSpec made{target,          spec.sessionTimeoutMs, spec.connectTimeoutMs,
                            spec.authScheme, spec.authCredential,   spec.observeOnly,
                            spec.tls,        spec.sshHost};
    made.tls.enabled = spec.tls.enabled || target.tls;
    return made;
}

Result<std::shared_ptr<Backend>> ZooKeeperBackend::make(const BackendSpec &spec, journal::EventSink &events)
{
    if (spec.address.isEmpty())
        return std::make_shared<ZooKeeperBackend>(events);
    const auto target = zk::parseConnectString(spec.address);
    if (!target)
        return tl::unexpected(target.error());
    return std::make_shared<ZooKeeperBackend>(ConnectSpec{spec.address}, *target, Zxid(), events);
}

std::optional<Error> ZooKeeperBackend::missing(locks::Backend)
{
    const auto found = servers::findServerProgram(servers::JavaPlaces::fromEnvironment());
    return found ? std::nullopt : std::optional(found.error());
}

ZooKeeperBackend::ZooKeeperBackend(const ConnectSpec &spec, const zk::ConnectString &target, Zxid seen,
                                   journal::EventSink &events)
    : Backend({.address = target.toString(), .durability = Text::en("as the servers are configured")}, events)
    , m_adminUrls(spec.adminUrls)
{
    connectTo(spec, target, seen);
}

ZooKeeperBackend::ZooKeeperBackend(journal::EventSink &events)
    : Backend({.durability = Text::en("forceSync=no: an answer does not wait for the disk"), .isPrivate = true}, events)
{
}

ZooKeeperBackend::~ZooKeeperBackend() = default;

void ZooKeeperBackend::connectTo(const ConnectSpec &spec, const zk::ConnectString &target, Zxid seen)
{
    zk::ConnectionSpec connecting = connectionSpec(spec, target);
    connecting.seen = seen;
    m_connection = std::make_unique<zk::Connection>(std::move(connecting));
    const auto writeTrouble = [this] { writeState(m_connection->trouble()); };
    connect(m_connection.get(), &zk::Connection::stateChanged, this, writeTrouble);
    connect(m_connection.get(), &zk::Connection::troubleChanged, this, [this, writeTrouble] {
        if (m_connection->state() == ConnectionState::Suspended)
            writeTrouble();
    });
    if (const zk::SshTunnel *tunnel = m_connection->spec().tunnel.get()) {
        connect(tunnel, &zk::SshTunnel::reported, this, [this](const Text &sentence, bool isTrouble) {
            notice(isTrouble ? locks::Finding::Severity::Warning : locks::Finding::Severity::Note, sentence);
        });
    }
}

Task<Result<Done>> ZooKeeperBackend::open()
{
    const auto self = shared_from_this();
    if (m_info.isPrivate) {
        auto starting = startServer();
        const auto started = co_await starting;
        if (!started)
            co_return started;
    }
    auto opening = m_connection->open();
    const auto opened = co_await opening;
    if (!opened)
        co_return tl::unexpected(opened.error());
    co_return Done();
}

Task<Result<Done>> ZooKeeperBackend::startServer()
{
    m_sandbox = std::make_unique<servers::Sandbox>(servers::SandboxSpec());
    auto starting = m_sandbox->started();
    const auto started = co_await starting;
    if (!started)
        co_return tl::unexpected(started.error());
    const auto target = zk::parseConnectString(started->connectString);
    if (!target)
        co_return tl::unexpected(target.error());
    m_info.address = target->toString();
    for (const servers::SandboxServer &server : started->servers)
        m_adminUrls += server.adminUrl;
    connectTo(ConnectSpec{started->connectString}, *target, Zxid());
    co_return Done();
}

Task<> ZooKeeperBackend::close()
{
    m_isEnding = true;
    if (m_connection) {
        m_connection->disconnect(this);
        auto closing = m_connection->close();
        co_await closing;
        m_connection.reset(); // ends what still opens it
    }
    if (m_sandbox) {
        auto stopping = m_sandbox->stop();
        co_await stopping;
    }
}

void ZooKeeperBackend::writeState(const Text &detail)
{
    journal::ConnectionChanged changed;
    changed.endpoint = m_info.address;
    changed.detail = detail;
    if (const zk::Session *session = m_connection ? m_connection->session() : nullptr) {
        changed.state = session->state();
        changed.server = session->server();
        changed.session = session->id();
        changed.sessionTimeoutMs = session->negotiatedTimeoutMs();
    }
    events().write(std::move(changed));
}

std::unique_ptr<lab::SessionFactory> ZooKeeperBackend::makeSessions()
{
    return std::make_unique<ZkSessionFactory>(*m_connection);
}

bool ZooKeeperBackend::owns(int server) const
{
    return m_sandbox && server == 0;
}

std::chrono::milliseconds ZooKeeperBackend::limit() const
{
    const zk::Session *session = m_connection ? m_connection->session() : nullptr;
    return std::chrono::milliseconds(session ? session->negotiatedTimeoutMs() : 0);
}

Task<std::unique_ptr<ServerMeter>> ZooKeeperBackend::openMeter()
{
    Probed probed;
    observe::ServerProbe probe(*m_connection, probed, {m_adminUrls});
    auto asking = probe.probe();
    co_await asking;
    QStringList adminUrls;
    for (const journal::ServerReport &server : probed.servers)
        adminUrls += server.adminUrl; // an empty one answers nothing, and the sum is not known
    if (!probed.servers.empty())
        m_info.version = probed.servers.front().version;
    QList<qint64> pids;
    if (m_sandbox) {
        for (const servers::SandboxServer &server : m_sandbox->info().servers)
            pids += server.pid;
    }
    co_return makeEnsembleMeter(adminUrls, pids);
}

Task<Result<Done>> ZooKeeperBackend::carryOut(int server, ServerCommand command)
{
    auto commanding = m_sandbox->command(server, command);
    co_return co_await commanding;
}

} // namespace lockscope::backends

#include "moc_zookeeperbackend.cpp"
