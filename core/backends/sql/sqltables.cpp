// SPDX-License-Identifier: Apache-2.0
#include "core/backends/sql/sqltables.h"

#include <QCoreApplication>
#include <QSysInfo>
#include <QUuid>

#include <chrono>

namespace lockscope::backends {

using namespace Qt::StringLiterals;
using Bounds = sql::Request::Bounds;

namespace {

/// A program that has not said for so long that it uses the tables uses them no more.
constexpr std::chrono::milliseconds useLimit = std::chrono::minutes(1);
const QString allColumns = u"SELECT name, owner, until_ms, version FROM lockscope_locks WHERE 1 = 0"_s;
const QString allLogColumns = u"SELECT seq, name, what, owner, until_ms FROM lockscope_log WHERE 1 = 0"_s;
// Rows that say who uses the tables: version 1 has the one that drops them when it is the last. No lock has such a
// name: they are paths without their first slash.
const QString rowsOfUse = u"name LIKE '/lockscope in use %'"_s;

/// How the tables are made. Names are compared character by character.
QStringList tablesOf(sql::Kind kind)
{
    switch (kind) {
    case sql::Kind::Sqlite:
        return {u"CREATE TABLE lockscope_locks (name TEXT PRIMARY KEY, owner TEXT NOT NULL, until_ms INTEGER NOT NULL, "
                "version INTEGER NOT NULL)"_s,
                u"CREATE TABLE lockscope_log (seq INTEGER PRIMARY KEY, name TEXT NOT NULL, what TEXT NOT "
                "NULL, owner TEXT NOT NULL, until_ms INTEGER NOT NULL)"_s};
    case sql::Kind::MariaDb:
        return {u"CREATE TABLE lockscope_locks (name VARCHAR(190) PRIMARY KEY, owner VARCHAR(255) NOT NULL, until_ms "
                "BIGINT NOT NULL, version BIGINT NOT NULL) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"_s,
                u"CREATE TABLE lockscope_log (seq BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(190) NOT NULL, what "
                "VARCHAR(16) NOT NULL, owner VARCHAR(255) NOT NULL, until_ms BIGINT NOT NULL, KEY by_name (name, "
                "seq)) ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin"_s};
    case sql::Kind::PostgreSql:
        return {u"CREATE TABLE lockscope_locks (name VARCHAR(190) PRIMARY KEY, owner VARCHAR(255) NOT NULL, until_ms "
                "BIGINT NOT NULL, version BIGINT NOT NULL)"_s,
                u"CREATE TABLE lockscope_log (seq BIGSERIAL PRIMARY KEY, name VARCHAR(190) NOT NULL, what VARCHAR(16) "
                "NOT NULL, owner VARCHAR(255) NOT NULL, until_ms BIGINT NOT NULL)"_s};
    }
    return {};
}

/// Until another may make or drop the tables: by a lock of the connection, since MariaDB makes and drops tables outside
/// of transactions. SQLite has a transaction for it.
sql::Request waitToBeAlone(sql::Kind kind)
{
    switch (kind) {
    case sql::Kind::Sqlite: return {u"begin"_s, {{u"SELECT 1"_s}}, Bounds::Opens};
    case sql::Kind::MariaDb:
        return {u"lock"_s,
                {{u"SELECT 1 FROM (SELECT GET_LOCK('lockscope tables', 9) AS got) AS asked WHERE got = 1"_s, {}, true}},
                Bounds::Without};
    case sql::Kind::PostgreSql:
        return {u"lock"_s, {{u"SELECT pg_advisory_lock(hashtextextended('lockscope tables', 0))"_s}}, Bounds::Without};
    }
    return {};
}

sql::Request letOthers(sql::Kind kind)
{
    switch (kind) {
    case sql::Kind::Sqlite: return {u"commit"_s, {}, Bounds::Closes};
    case sql::Kind::MariaDb: // all, which is one: in a condition it may have been got more than once
        return {u"unlock"_s, {{u"SELECT RELEASE_ALL_LOCKS()"_s}}, Bounds::Without};
    case sql::Kind::PostgreSql:
        return {
            u"unlock"_s, {{u"SELECT pg_advisory_unlock(hashtextextended('lockscope tables', 0))"_s}}, Bounds::Without};
    }
    return {};
}

/// What is there already stays. Ends with true if it made them.
Task<Result<bool>> makeTables(sql::Session *session)
{
    auto looking = session->ask({u"select"_s, {{allColumns}, {allLogColumns}}, Bounds::Without});
    const auto looked = co_await looking;
    if (looked)
        co_return false;
    if (looked.error().isNoAnswer())
        co_return tl::unexpected(looked.error());
    const QStringList tables = tablesOf(session->address().kind);
    auto making = session->ask({u"create table"_s, {{tables.at(0)}}, Bounds::Without});
    const auto made = co_await making;
    if (made) {
        auto makingLog = session->ask({u"create table"_s, {{tables.at(1)}}, Bounds::Without});
        const auto madeLog = co_await makingLog;
        if (madeLog)
            co_return true;
        auto dropping = session->ask({u"drop table"_s, {{u"DROP TABLE lockscope_locks"_s}}, Bounds::Without});
        const auto dropped = co_await dropping;
        if (!dropped) {
            co_return failure(
                ErrorCode::SqlFailed, u"create table"_s, {},
                Text::en("The table lockscope_log could not be made, and lockscope_locks, which was made, could "
                         "not be dropped: drop it yourself. %1")
                    .arg(madeLog.error().sentence()));
        }
    }
    for (const char *table : {"lockscope_locks", "lockscope_log"}) {
        auto asking =
            session->ask({u"select"_s, {{u"SELECT COUNT(*) FROM "_s + QLatin1StringView(table)}}, Bounds::Without});
        const auto isThere = co_await asking;
        if (isThere) {
            co_return failure(ErrorCode::SqlFailed, u"create table"_s, {},
                              Text::en("There is a table %1 already, with other columns than Lockscope's: rename it, "
                                       "or give another database. Nothing was changed.")
                                  .arg(QString::fromLatin1(table)));
        }
    }
    co_return tl::unexpected(made ? looked.error() : made.error());
}

/// \a work while no other program makes or drops the tables.
Task<Result<Done>> alone(sql::Session *session, std::function<Task<Result<Done>>()> work)
{
    const sql::Kind kind = session->address().kind;
    auto waiting = session->ask(waitToBeAlone(kind));
    const auto isAlone = co_await waiting;
    if (!isAlone)
        co_return tl::unexpected(isAlone.error());
    if (isAlone->isEmpty()) {
        co_return failure(ErrorCode::SqlBusy, u"lock"_s, {},
                          Text::en("Another program has been making or dropping the tables for 9 s."));
    }
    auto working = work();
    const auto worked = co_await working;
    auto ending = session->ask(letOthers(kind));
    const auto ended = co_await ending;
    co_return !worked || ended ? worked : Result<Done>(tl::unexpected(ended.error()));
}

} // namespace

QString clockOf(sql::Kind kind)
{
    switch (kind) {
    case sql::Kind::Sqlite: return u"CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"_s;
    case sql::Kind::MariaDb: return u"CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)"_s;
    case sql::Kind::PostgreSql: return u"CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"_s;
    }
    return {};
}

SqlTables::SqlTables()
    : m_row(u"/lockscope in use "_s + QUuid::createUuid().toString(QUuid::WithoutBraces))
{
}

Task<Result<Done>> SqlTables::enter(sql::Session *session)
{
    auto entering = alone(session, [this, session] { return enterAlone(session); });
    co_return co_await entering;
}

/// Where a program that was to drop the tables has gone without a word, this one does.
Task<Result<Done>> SqlTables::enterAlone(sql::Session *session)
{
    auto making = makeTables(session);
    const auto made = co_await making;
    if (!made)
        co_return tl::unexpected(made.error());
    const QString now = clockOf(session->address().kind);
    auto looking = session->ask(
        {u"select"_s,
         {{u"SELECT name, version FROM lockscope_locks WHERE name = ? OR (%1 AND until_ms < %2)"_s.arg(rowsOfUse, now),
           {m_row}}},
         Bounds::Without});
    const auto going = co_await looking;
    if (!going)
        co_return tl::unexpected(going.error());
    m_areOurs = *made;
    // Each by its name: MariaDB would lock what stands between them as well, rows of locks that are held.
    sql::Request clearing{u"delete"_s, {}, Bounds::Without};
    for (const QVariantList &row : going->first().rows) {
        m_areOurs = m_areOurs || row.at(1).toInt() == 1;
        clearing.statements += {u"DELETE FROM lockscope_locks WHERE name = ?"_s, {row.at(0)}};
    }
    if (!clearing.statements.isEmpty()) {
        auto asking = session->ask(clearing);
        const auto cleared = co_await asking;
        if (!cleared)
            co_return tl::unexpected(cleared.error());
    }
    const QString who = u"%1, process %2"_s.arg(QSysInfo::machineHostName()).arg(QCoreApplication::applicationPid());
    auto noting = session->ask(
        {u"insert"_s,
         {{u"INSERT INTO lockscope_locks (name, owner, until_ms, version) VALUES (?, ?, %1 + %2, ?)"_s.arg(now).arg(
               useLimit.count()),
           {m_row, who, m_areOurs ? 1 : 0}}},
         Bounds::Without});
    const auto noted = co_await noting;
    if (!noted)
        co_return tl::unexpected(noted.error());
    co_return Done();
}

sql::Request SqlTables::renewal(sql::Kind kind) const
{
    return {
        u"update"_s,
        {{u"UPDATE lockscope_locks SET until_ms = %1 + %2 WHERE name = ?"_s.arg(clockOf(kind)).arg(useLimit.count()),
          {m_row}}},
        Bounds::Without};
}

Task<Result<Done>> SqlTables::leave(sql::Session *session)
{
    auto leaving = alone(session, [this, session] { return leaveAlone(session); });
    co_return co_await leaving;
}

Task<Result<Done>> SqlTables::leaveAlone(sql::Session *session)
{
    auto looking = session->ask({u"select"_s,
                                 {{u"SELECT version FROM lockscope_locks WHERE name = ?"_s, {m_row}},
                                  {u"SELECT name FROM lockscope_locks WHERE %1 AND name <> ? AND until_ms >= %2"_s.arg(
                                       rowsOfUse, clockOf(session->address().kind)),
                                   {m_row}}},
                                 Bounds::Without});
    const auto looked = co_await looking;
    if (!looked)
        co_return tl::unexpected(looked.error());
    const auto &own = looked->first().rows;
    const auto &others = looked->last().rows;
    m_areOurs = !own.isEmpty() && own.first().first().toInt() == 1;
    sql::Request request{u"delete"_s, {}, Bounds::Without};
    if (m_areOurs && others.isEmpty()) {
        request = {
            u"drop table"_s, {{u"DROP TABLE lockscope_log"_s}, {u"DROP TABLE lockscope_locks"_s}}, Bounds::Without};
    } else {
        if (m_areOurs) {
            request.statements +=
                {u"UPDATE lockscope_locks SET version = 1 WHERE name = ?"_s, {others.first().first()}};
        }
        request.statements += {u"DELETE FROM lockscope_locks WHERE name = ?"_s, {m_row}};
    }
    auto asking = session->ask(request);
    const auto answered = co_await asking;
    if (!answered)
        co_return tl::unexpected(answered.error());
    co_return Done();
}

} // namespace lockscope::backends
