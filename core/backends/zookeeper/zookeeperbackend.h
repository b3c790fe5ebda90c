// SPDX-License-Identifier: Apache-2.0
// An ensemble for simulated clients, and the connection by which it is observed: the user's own, or a private server.
// See core/backends/backend.h.
#pragma once

#include "core/backends/backend.h"
#include "core/backends/connectspec.h"
#include "core/zk/connection.h"

#include <memory>

namespace lockscope::servers {
class Sandbox;
}

namespace lockscope::backends {

/// As zk::Connection wants it.
zk::ConnectionSpec connectionSpec(const ConnectSpec &spec, const zk::ConnectString &target);

class ZooKeeperBackend final : public Backend
{
    Q_OBJECT
public:
    /// A private server, unless there is an address.
    static Result<std::shared_ptr<Backend>> make(const BackendSpec &spec, journal::EventSink &events);
    static std::optional<Error> missing(locks::Backend);

    /// \a target: of the spec's connect string. \a seen: as zk::ConnectionSpec::seen.
    ZooKeeperBackend(const ConnectSpec &spec, const zk::ConnectString &target, Zxid seen, journal::EventSink &events);
    /// Of a private server.
    explicit ZooKeeperBackend(journal::EventSink &events);
    ~ZooKeeperBackend() override;

    /// Null before a private server is open, and after close().
    zk::Connection *connection() const { return m_connection.get(); }

    Task<Result<Done>> open() override;
    bool isConnected() const override { return m_connection && m_connection->state() == ConnectionState::Connected; }
    Task<> close() override;
    void writeState(const Text &detail = {}) override;
    std::unique_ptr<lab::SessionFactory> makeSessions() override;
    bool owns(int server) const override;
    std::chrono::milliseconds limit() const override;
    Task<std::unique_ptr<ServerMeter>> openMeter() override;

protected:
    Task<Result<Done>> carryOut(int server, ServerCommand command) override;

private:
    void connectTo(const ConnectSpec &spec, const zk::ConnectString &target, Zxid seen);
    Task<Result<Done>> startServer();

    QStringList m_adminUrls;                     ///< as they were named; of a private server its own
    std::unique_ptr<servers::Sandbox> m_sandbox; ///< null: not ours
    std::unique_ptr<zk::Connection> m_connection;
};

} // namespace lockscope::backends
