// SPDX-License-Identifier: Apache-2.0
// A private database server: MariaDB or PostgreSQL, with a database "lockscope" whose user asks for no password, since
// it listens on loopback alone and goes with this program. Commits do not wait for the disk.
#pragma once

#include "core/base/limits.h"
#include "core/base/task.h"
#include "core/servers/privateserver.h"
#include "core/sql/address.h"

#include <optional>

namespace lockscope::backends {

struct SqlServerSpec
{
    sql::Kind kind = sql::Kind::MariaDb; ///< SQLite has none
    QStringList path;                    ///< where its programs are looked for
    int connections = 220;               ///< clients, and who looks after them
    std::chrono::milliseconds startTimeout = 2 * limits().start;

    static SqlServerSpec fromEnvironment(sql::Kind kind);
};

class SqlServer : public servers::PrivateServer
{
    Q_OBJECT
public:
    explicit SqlServer(SqlServerSpec spec, QObject *parent = nullptr);

    /// Why it cannot be started on this machine, and what to install; nothing if it can.
    std::optional<Error> missing() const;
    /// Ends when it serves, or with why it does not. Call it once; not to be destroyed before it ends.
    Task<Result<sql::Address>> start();

private:
    struct Programs
    {
        QString prepare; ///< makes the files of a new server
        QString serve;
    };

    Result<Programs> find() const;
    /// As root a server refuses to run: its directory is given to another user then.
    Result<Done> giveDirectoryAway();
    /// The directory that this user cannot enter: reported only after a failure, since modes are not all there is.
    std::optional<Error> closedToUser() const;
    Task<Result<Done>> prepare(QString program);
    QStringList arguments(quint16 port) const;
    Task<Result<Done>> greet() override;

    SqlServerSpec m_spec;
    sql::Address m_address;
    QString m_user; ///< as whom it runs; empty: as this program
};

} // namespace lockscope::backends
