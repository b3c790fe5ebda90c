// SPDX-License-Identifier: Apache-2.0
// Simulated clients' sessions on a database: real connections, one for each client, with a thread of its own. Faults
// are staged in the session itself; what databases have no word for, the end of a session, is refused.
#pragma once

#include "core/backends/sql/sqllog.h"
#include "core/backends/sql/sqlpool.h"
#include "core/backends/sql/sqlqueues.h"
#include "core/base/secret.h"
#include "core/lab/clientsession.h"
#include "core/sql/session.h"

#include <memory>

namespace lockscope::backends {

class SqlSessionFactory final : public lab::SessionFactory
{
public:
    /// \a log must outlive the factory and its open sessions; one that is still being opened may outlast it.
    SqlSessionFactory(sql::Address address, QString password, locks::Backend backend, SqlLog &log,
                      std::shared_ptr<SqlQueues> queues)
        : m_address(std::move(address))
        , m_password(std::move(password))
        , m_backend(backend)
        , m_log(log)
        , m_queues(std::move(queues))
    {
    }

    locks::Backend backend() const override { return m_backend; }
    /// \a timeout means nothing to a connection to a database.
    Task<Result<std::unique_ptr<lab::ClientSession>>> open(lab::Route route,
                                                           std::optional<std::chrono::milliseconds> timeout) override;
    std::shared_ptr<lab::SessionFactory> sharing(int connections) override;
    /// SQLite keeps its file, its log and their index open.
    int descriptorsEach() const override { return m_address.kind == sql::Kind::Sqlite ? 4 : 1; }

private:
    sql::Address m_address;
    SecretText m_password;
    locks::Backend m_backend;
    SqlLog &m_log;
    std::shared_ptr<SqlQueues> m_queues;
    std::shared_ptr<SqlPool> m_pool; ///< null: each session has a connection of its own
};

} // namespace lockscope::backends
