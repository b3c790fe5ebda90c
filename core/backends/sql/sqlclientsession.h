// SPDX-License-Identifier: Apache-2.0
// The session of one simulated client on a database. Part of core/backends/sql/sqlsessions.h, which makes them.
#pragma once

#include "core/backends/sql/rownodes.h"
#include "core/backends/sql/sqllog.h"
#include "core/backends/sql/sqlpool.h"
#include "core/backends/sql/sqlqueues.h"
#include "core/lab/stagedsession.h"
#include "core/recipes/sqlstore.h"
#include "core/sql/session.h"

#include <QSet>

namespace lockscope::backends {

/// Its id is the number of its first connection; of one that shares a pool a number of ours.
class SqlClientSession final : public lab::StagedSession<SqlConnection, sql::Request, sql::Answer>,
                               public recipes::SqlStore
{
public:
    /// \a pool: null where it has a connection of its own.
    SqlClientSession(const sql::Address &address, const QString &password, SqlLog &log,
                     std::shared_ptr<SqlQueues> queues, std::shared_ptr<SqlPool> pool = nullptr);
    ~SqlClientSession() override { m_queues->leaves(id()); }

    Task<Result<Done>> begin();

    recipes::Store &store() override { return m_nodes; }
    recipes::SqlStore *sql() override { return this; }
    lab::KeyLog *keyLog() override { return &m_log; }
    void tellWaits(std::function<void(int)> onWait) override { m_tellWait = std::move(onWait); }

    // ---- as a recipe sees it ----

    SessionId session() const override { return id(); }
    Reply<SessionId> connected() override { return whenConnected(); }
    Reply<Token> insertRow(QString name, QByteArray owner, Milliseconds limit) override;
    Reply<Token> takeOverRow(QString name, QByteArray owner, Milliseconds limit) override;
    Reply<Token> findRow(QString name, QByteArray owner) override;
    Reply<bool> deleteRow(QString name, QByteArray owner) override;
    Reply<qint64> readVersion(QString name) override;
    Reply<bool> updateIfVersion(QString name, qint64 version, QByteArray owner) override;
    Reply<Done> takeConnection() override;
    void giveConnectionBack() override;
    Reply<Token> lockRow(QString name, QByteArray owner) override;
    Reply<Done> unlockRow(QString name, QByteArray owner) override;
    Reply<Token> lockName(QString name, QByteArray owner) override;
    Reply<Done> unlockName(QString name, QByteArray owner) override;
    Reply<bool> isSameConnection() override;
    Reply<Done> after(Milliseconds time) override { return rest(time); }

private:
    QString operationOf(const sql::Request &request) const override { return request.operation; }
    bool creates(const sql::Request &request) const override;

    /// By the server's clock: so much later than now; 0 for no limit.
    QString timeAfter(Milliseconds limit) const;
    sql::Statement madeRow(const QString &name) const;
    /// One line of the table of the log, of the row as it is.
    static sql::Statement logged(const QString &name, SqlLog::What what);
    static sql::Statement logged(const QString &name, SqlLog::What what, const QByteArray &owner);
    /// What has come since, as the last outcome of a request; see readLog().
    sql::Statement newEntries(const QString &name) const;
    void readLog(sql::Request &request, const QString &name);
    Reply<Token> take(sql::Request request, const QString &name);
    Reply<Token> lockRowIfThere(const QString &name, const QByteArray &owner);
    /// A lock of the connection is about to be asked for.
    void locks(const QString &name, SqlQueues::By by);
    Task<Opened> openAny(sql::Address address, QString password);
    Reply<Done> unlock(sql::Request request, const QString &name);

    sql::Kind m_kind;
    SqlLog &m_log;
    const std::shared_ptr<SqlQueues> m_queues; ///< lives as long: an opening may outlive its server
    std::shared_ptr<SqlPool> m_pool;
    std::function<void(int)> m_tellWait; ///< may be empty
    RowNodes m_nodes;
    int m_lockedOn = 0;   ///< the connection that took the lock; see connections()
    QSet<QString> m_made; ///< rows that are known to be there
};

} // namespace lockscope::backends
