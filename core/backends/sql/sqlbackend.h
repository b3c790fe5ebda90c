// SPDX-License-Identifier: Apache-2.0
// A database for simulated clients: the user's own, a private server, or a private file. See
// core/backends/pingedbackend.h.
#pragma once

#include "core/backends/pingedbackend.h"
#include "core/backends/sql/sqllog.h"
#include "core/backends/sql/sqlqueues.h"
#include "core/backends/sql/sqlserver.h"
#include "core/backends/sql/sqltables.h"
#include "core/servers/sandboxdirectory.h"
#include "core/sql/session.h"

#include <QDeadlineTimer>
#include <QTimer>

#include <memory>
#include <optional>
#include <utility>

namespace lockscope::backends {

class SqlBackend final : public PingedBackend
{
    Q_OBJECT
public:
    static Result<std::shared_ptr<Backend>> make(const BackendSpec &spec, journal::EventSink &events);
    static std::optional<Error> missing(locks::Backend backend);

    /// \a address: nothing for a private one.
    SqlBackend(const BackendSpec &spec, std::optional<sql::Address> address, journal::EventSink &events);

    Task<Result<Done>> open() override;
    bool isConnected() const override { return m_session && m_session->isConnected(); }
    Task<> close() override;
    std::unique_ptr<lab::SessionFactory> makeSessions() override;
    bool owns(int server) const override { return m_server && server == 0; }
    Task<std::unique_ptr<ServerMeter>> openMeter() override;

protected:
    Task<Result<Done>> carryOut(int server, ServerCommand command) override;
    Task<Result<Done>> reopen() override;
    Reply<Done> ping() override;

private:
    Task<Result<sql::Address>> start();
    Task<Result<Done>> enter(QString password);
    /// Who waits for its locks.
    void askQueues();

    std::unique_ptr<servers::SandboxDirectory> m_directory; ///< of a private file
    std::unique_ptr<SqlServer> m_server;                    ///< a private one
    std::optional<sql::Address> m_address;
    SqlLog m_log;
    const std::shared_ptr<SqlQueues> m_queues = std::make_shared<SqlQueues>();
    std::unique_ptr<sql::Session> m_session; ///< to hear of its end, and of waiters
    SqlTables m_tables;
    bool m_hasEntered = false; ///< the tables, so that they are left
    QDeadlineTimer m_renewal;
    QTimer m_asking;
    bool m_isAsking = false;
};

} // namespace lockscope::backends
