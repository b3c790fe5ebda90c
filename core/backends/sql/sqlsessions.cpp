// SPDX-License-Identifier: Apache-2.0
#include "core/backends/sql/sqlsessions.h"

#include "core/backends/sql/sqlclientsession.h"
#include "core/backends/sql/sqltables.h"

#include <array>
#include <utility>

namespace lockscope::backends {

using namespace Qt::StringLiterals;
using Bounds = sql::Request::Bounds;

namespace {

/// The words of the table's column "what".
constexpr std::array<std::pair<SqlLog::What, const char *>, 5> words{{
    {SqlLog::What::Took, "took"},
    {SqlLog::What::TookOver, "took over"},
    {SqlLog::What::Ended, "ended"},
    {SqlLog::What::Locked, "locked"},
    {SqlLog::What::Unlocked, "unlocked"},
}};

QString wordOf(SqlLog::What what)
{
    for (const auto &[known, word] : words) {
        if (known == what)
            return QString::fromLatin1(word);
    }
    return {};
}

std::vector<SqlLog::Entry> entriesIn(const sql::Outcome &outcome)
{
    std::vector<SqlLog::Entry> entries;
    for (const QVariantList &row : outcome.rows) {
        for (const auto &[what, word] : words) {
            if (row.at(1).toString() == QLatin1StringView(word))
                entries.push_back(
                    {row.at(0).toLongLong(), what, row.at(2).toString().toUtf8(), row.at(3).toLongLong()});
        }
    }
    return entries;
}

/// So long a waiter is blocked; then it asks again, or gives up.
constexpr std::chrono::seconds blockedAtMost(1);

Task<Result<std::unique_ptr<sql::Session>>> openConnection(sql::Address address, QString password)
{
    auto opened = co_await sql::Session::open(address, password);
    if (!opened || address.kind == sql::Kind::Sqlite)
        co_return std::move(opened);
    const bool isMariaDb = address.kind == sql::Kind::MariaDb;
    const QString limit = isMariaDb ? u"SET SESSION innodb_lock_wait_timeout = %1"_s : u"SET lock_timeout = '%1s'"_s;
    auto setting = (*opened)->ask({u"set"_s, {{limit.arg(blockedAtMost.count())}}, Bounds::Without});
    const auto set = co_await setting;
    if (!set)
        co_return tl::unexpected(set.error());
    co_return std::move(opened);
}

} // namespace

// ---- a session ----

SqlClientSession::SqlClientSession(const sql::Address &address, const QString &password, SqlLog &log,
                                   std::shared_ptr<SqlQueues> queues, std::shared_ptr<SqlPool> pool)
    : StagedSession([this, address, password] { return openAny(address, password); }, sql::Timeouts().answer,
                    Text::verbatim(sql::kindText(address.kind)))
    , m_kind(address.kind)
    , m_log(log)
    , m_queues(std::move(queues))
    , m_pool(std::move(pool))
    , m_nodes(*this, [this](const sql::Request &request) { return ask(request); })
{
}

Task<SqlClientSession::Opened> SqlClientSession::openAny(sql::Address address, QString password)
{
    if (m_pool) {
        co_return std::make_unique<SqlConnection>(m_pool, [this, alive = alive()] {
            if (*alive && m_tellWait)
                m_tellWait(m_pool->size());
        });
    }
    auto opened = co_await openConnection(address, password);
    if (!opened)
        co_return tl::unexpected(opened.error());
    co_return std::make_unique<SqlConnection>(std::move(*opened));
}

Task<Result<Done>> SqlClientSession::begin()
{
    static qint64 ofPools = qint64(1) << 32; // beyond all numbers of connections
    const auto entered = co_await enter();
    if (entered)
        setId(SessionId{m_pool ? ++ofPools : connection().number()});
    co_return entered;
}

bool SqlClientSession::creates(const sql::Request &request) const
{
    return request.operation == "insert"_L1 || request.operation == "lock"_L1;
}

QString SqlClientSession::timeAfter(Milliseconds limit) const
{
    if (limit.count() == 0)
        return u"0"_s;
    return limit.count() < 0 ? clockOf(m_kind) : u"%1 + %2"_s.arg(clockOf(m_kind)).arg(limit.count());
}

// ---- what is written beside ----

sql::Statement SqlClientSession::logged(const QString &name, SqlLog::What what)
{
    return {u"INSERT INTO lockscope_log (name, what, owner, until_ms) SELECT name, '%1', owner, until_ms FROM "
            "lockscope_locks WHERE name = ?"_s.arg(wordOf(what)),
            {name}};
}

sql::Statement SqlClientSession::logged(const QString &name, SqlLog::What what, const QByteArray &owner)
{
    return {u"INSERT INTO lockscope_log (name, what, owner, until_ms) VALUES (?, '%1', ?, 0)"_s.arg(wordOf(what)),
            {name, QString::fromUtf8(owner)}};
}

sql::Statement SqlClientSession::newEntries(const QString &name) const
{
    return {u"SELECT seq, what, owner, until_ms FROM lockscope_log WHERE name = ? AND seq > ? ORDER BY seq"_s,
            {name, m_log.newest(name)}};
}

void SqlClientSession::readLog(sql::Request &request, const QString &name)
{
    request.statements += newEntries(name);
    request.heard = [&log = m_log, name](const sql::Answer &answer) {
        if (!answer.isEmpty())
            log.heard(name, entriesIn(answer.last()));
    };
}

Reply<recipes::SqlStore::Token> SqlClientSession::take(sql::Request request, const QString &name)
{
    readLog(request, name);
    request.blocked = blockedAtMost;
    const ReplyPromise<Token> promise;
    ask(request).then([promise](const Result<sql::Answer> &answer) {
        if (!answer && answer.error().code == ErrorCode::NodeExists)
            promise.complete(Token());
        else if (!answer)
            promise.complete(tl::unexpected(answer.error()));
        else if (answer->isEmpty() || answer->last().rows.isEmpty())
            promise.complete(Token());
        else // its own is the newest that there was
            promise.complete(Token(Zxid{answer->last().rows.last().first().toLongLong()}));
    });
    return Reply<Token>(promise);
}

// ---- a row ----

Reply<recipes::SqlStore::Token> SqlClientSession::insertRow(QString name, QByteArray owner, Milliseconds limit)
{
    return take(
        {u"insert"_s,
         {{u"INSERT INTO lockscope_locks (name, owner, until_ms, version) VALUES (?, ?, %1, 0)"_s.arg(timeAfter(limit)),
           {name, QString::fromUtf8(owner)}},
          logged(name, SqlLog::What::Took)}},
        name);
}

Reply<recipes::SqlStore::Token> SqlClientSession::takeOverRow(QString name, QByteArray owner, Milliseconds limit)
{
    return take({u"update"_s,
                 {{u"UPDATE lockscope_locks SET owner = ?, until_ms = %1 WHERE name = ? AND until_ms > 0 AND until_ms "
                   "< %2"_s.arg(timeAfter(limit), timeAfter(Milliseconds(-1))),
                   {QString::fromUtf8(owner), name},
                   true},
                  logged(name, SqlLog::What::TookOver)}},
                name);
}

Reply<recipes::SqlStore::Token> SqlClientSession::findRow(QString name, QByteArray owner)
{
    const QString who = QString::fromUtf8(owner);
    return readAs<Token>(
        ask({u"select"_s,
             {{u"SELECT (SELECT MAX(seq) FROM lockscope_log WHERE name = ? AND owner = ?) FROM lockscope_locks WHERE "
               "name = ? AND owner = ?"_s,
               {name, who, name, who}}},
             Bounds::Without}),
        [](const sql::Answer &answer) {
            const auto &rows = answer.first().rows;
            return rows.isEmpty() ? Token() : Token(Zxid{rows.first().first().toLongLong()});
        });
}

Reply<bool> SqlClientSession::deleteRow(QString name, QByteArray owner)
{
    const QString who = QString::fromUtf8(owner);
    sql::Request request{u"delete"_s,
                         {{u"DELETE FROM lockscope_locks WHERE name = ? AND owner = ?"_s, {name, who}, true},
                          logged(name, SqlLog::What::Ended, owner)}};
    readLog(request, name);
    return readAs<bool>(ask(request), [](const sql::Answer &answer) { return !answer.isEmpty(); });
}

// ---- a version ----

/// Also for a lock of a connection, which needs a row to lock.
sql::Statement SqlClientSession::madeRow(const QString &name) const
{
    const QString columns = u"INTO lockscope_locks (name, owner, until_ms, version) VALUES (?, '', 0, 0)"_s;
    switch (m_kind) {
    case sql::Kind::Sqlite: return {u"INSERT OR IGNORE "_s + columns, {name}};
    case sql::Kind::MariaDb: return {u"INSERT IGNORE "_s + columns, {name}};
    case sql::Kind::PostgreSql: return {u"INSERT "_s + columns + u" ON CONFLICT DO NOTHING"_s, {name}};
    }
    return {};
}

Reply<qint64> SqlClientSession::readVersion(QString name)
{
    sql::Request request{u"select"_s, {}, Bounds::Without};
    request.blocked = blockedAtMost;
    const QString row = versionRow + name;
    if (!m_made.contains(name))
        request.statements += madeRow(row);
    request.statements += {u"SELECT version FROM lockscope_locks WHERE name = ?"_s, {row}};
    return readAs<qint64>(ask(request), [this, alive = alive(), name](const sql::Answer &answer) {
        const auto &rows = answer.last().rows;
        if (*alive && rows.isEmpty()) // it was deleted: made again where this one is asked once more
            m_made.remove(name);
        else if (*alive)
            m_made.insert(name);
        return rows.isEmpty() ? 0 : rows.first().first().toLongLong();
    });
}

Reply<bool> SqlClientSession::updateIfVersion(QString name, qint64 version, QByteArray owner)
{
    return readAs<bool>(
        ask({u"update"_s,
             {{u"UPDATE lockscope_locks SET version = version + 1, owner = ? WHERE name = ? AND version = ?"_s,
               {QString::fromUtf8(owner), versionRow + name, version}}},
             Bounds::Without}),
        [](const sql::Answer &answer) { return answer.first().changed > 0; });
}

// ---- locks of the connection ----

Reply<Done> SqlClientSession::takeConnection()
{
    if (isOver(state()))
        return Result<Done>(failure(ErrorCode::Closed, u"connect"_s));
    if (state() != ConnectionState::Connected)
        return Result<Done>(failure(ErrorCode::ConnectionLoss, u"connect"_s));
    const ReplyPromise<Done> promise;
    connection().take().then([this, alive = alive(), promise](const Result<Done> &taken) {
        if (*alive)
            handOn([promise, taken] { promise.complete(taken); });
    });
    return Reply<Done>(promise);
}

void SqlClientSession::giveConnectionBack()
{
    if (state() == ConnectionState::Connected)
        connection().giveBack();
}

void SqlClientSession::locks(const QString &name, SqlQueues::By by)
{
    m_lockedOn = connections();
    if (state() == ConnectionState::Connected)
        m_queues->asks(connection().number(), id(), name, by);
}

Reply<recipes::SqlStore::Token> SqlClientSession::lockRow(QString name, QByteArray owner)
{
    const ReplyPromise<Token> promise;
    lockRowIfThere(name, owner).then([this, alive = alive(), promise, name, owner](const Result<Token> &got) {
        if (!got || *got || !*alive)
            return promise.complete(got);
        // By itself: in the transaction it would be locked by whoever makes it.
        ask({u"insert"_s, {madeRow(lockedRow + name)}, Bounds::Without})
            .then([this, alive, promise, name, owner](const Result<sql::Answer> &made) {
                if (!made || !*alive)
                    return promise.complete(made ? failure(ErrorCode::Closed) : tl::unexpected(made.error()));
                lockRowIfThere(name, owner).then([promise](const Result<Token> &again) { promise.complete(again); });
            });
    });
    return Reply<Token>(promise);
}

/// Nothing where the row is not there, which would exclude no client: on MariaDB all requests lock the same gap, on
/// PostgreSQL nothing at all.
Reply<recipes::SqlStore::Token> SqlClientSession::lockRowIfThere(const QString &name, const QByteArray &owner)
{
    locks(name, SqlQueues::By::Row);
    return take({u"lock"_s,
                 {{u"SELECT version FROM lockscope_locks WHERE name = ? FOR UPDATE"_s, {lockedRow + name}, true},
                  logged(name, SqlLog::What::Locked, owner)},
                 Bounds::Opens},
                name);
}

Reply<Done> SqlClientSession::unlock(sql::Request request, const QString &name)
{
    if (m_lockedOn != connections())
        return Result<Done>(failure(ErrorCode::NotHeld, request.operation, recipes::pathOfKey(name)));
    readLog(request, name);
    return readAs<Done>(ask(request), [](const sql::Answer &) { return Done(); });
}

Reply<Done> SqlClientSession::unlockRow(QString name, QByteArray owner)
{
    return unlock({u"unlock"_s, {logged(name, SqlLog::What::Unlocked, owner)}, Bounds::Closes}, name);
}

Reply<recipes::SqlStore::Token> SqlClientSession::lockName(QString name, QByteArray owner)
{
    locks(name, SqlQueues::By::Name);
    const bool isPostgreSql = m_kind == sql::Kind::PostgreSql;
    sql::Request request{u"lock"_s, {}, Bounds::Without};
    if (isPostgreSql) {
        request.statements = {{u"SELECT pg_advisory_lock(%1)"_s.arg(postgreSqlNumber), {name}},
                              logged(name, SqlLog::What::Locked, owner)};
    } else {
        request.statements = {
            {u"INSERT INTO lockscope_log (name, what, owner, until_ms) SELECT ?, '%1', ?, 0 FROM "
             "(SELECT GET_LOCK(?, 1) AS got) AS asked WHERE got = 1"_s.arg(wordOf(SqlLog::What::Locked)),
             {name, QString::fromUtf8(owner), name},
             true}};
    }
    const ReplyPromise<Token> promise;
    take(request, name).then([this, alive = alive(), promise, isPostgreSql](const Result<Token> &got) {
        if (got || got.error().isNoAnswer() || !*alive)
            return promise.complete(got);
        // It may have been granted in the moment in which the wait was given up, or before the log could be written:
        // nothing but this connection's end would ever give it back.
        const sql::Request giveBack{
            u"unlock"_s,
            {{isPostgreSql ? u"SELECT pg_advisory_unlock_all()"_s : u"SELECT RELEASE_ALL_LOCKS()"_s}},
            Bounds::Without};
        ask(giveBack).then([promise, got](const Result<sql::Answer> &) { promise.complete(got); });
    });
    return Reply<Token>(promise);
}

Reply<Done> SqlClientSession::unlockName(QString name, QByteArray owner)
{
    // Noted first: as soon as it is free, the next one may have it.
    sql::Request request{u"unlock"_s, {logged(name, SqlLog::What::Unlocked, owner)}, Bounds::Without};
    request.statements += {m_kind == sql::Kind::PostgreSql ? u"SELECT pg_advisory_unlock(%1)"_s.arg(postgreSqlNumber)
                                                           : u"SELECT RELEASE_LOCK(?)"_s,
                           {name}};
    return unlock(request, name);
}

Reply<bool> SqlClientSession::isSameConnection()
{
    return readAs<bool>(
        ask({u"select"_s, {{u"SELECT 1"_s}}, Bounds::Without}),
        [this, alive = alive(), on = m_lockedOn](const sql::Answer &) { return *alive && on == connections(); });
}

// ---- the factory ----

std::shared_ptr<lab::SessionFactory> SqlSessionFactory::sharing(int connections)
{
    auto made = std::make_shared<SqlSessionFactory>(m_address, m_password, m_backend, m_log, m_queues);
    made->m_pool = std::make_shared<SqlPool>(
        [address = m_address, password = m_password] { return openConnection(address, password); }, connections);
    return made;
}

Task<Result<std::unique_ptr<lab::ClientSession>>> SqlSessionFactory::open(lab::Route,
                                                                          std::optional<std::chrono::milliseconds>)
{
    auto made = std::make_unique<SqlClientSession>(m_address, m_password, m_log, m_queues, m_pool);
    const auto begun = co_await made->begin();
    if (!begun)
        co_return tl::unexpected(begun.error());
    std::unique_ptr<lab::ClientSession> result = std::move(made);
    co_return std::move(result);
}

} // namespace lockscope::backends
