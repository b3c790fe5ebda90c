// SPDX-License-Identifier: Apache-2.0
#include "core/backends/sql/sqlqueues.h"

#include "core/backends/sql/sqltables.h"

#include "core/recipes/store.h"

#include <QRegularExpression>

#include <algorithm>
#include <tuple>

namespace lockscope::backends {

using namespace Qt::StringLiterals;

namespace {

/// Of rows: name, connection, since when, for which connections. MariaDB has the name quoted, and a line for each
/// connection that is in the way.
const QString mariaDbRows =
    u"SELECT wanted.lock_data, waiter.trx_mysql_thread_id, CAST(UNIX_TIMESTAMP(waiter.trx_wait_started) * 1000 AS "
    "SIGNED), other.trx_mysql_thread_id FROM information_schema.INNODB_LOCK_WAITS AS waits JOIN "
    "information_schema.INNODB_TRX AS waiter ON waiter.trx_id = waits.requesting_trx_id JOIN "
    "information_schema.INNODB_TRX AS other ON other.trx_id = waits.blocking_trx_id JOIN "
    "information_schema.INNODB_LOCKS AS wanted ON wanted.lock_id = waits.requested_lock_id WHERE wanted.lock_table = "
    "CONCAT('`', DATABASE(), '`.`lockscope_locks`')"_s;

const QString mariaDbProcesses =
    u"SELECT ID, USER, HOST, STATE, INFO, CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 - TIME_MS AS SIGNED) FROM "
    "information_schema.PROCESSLIST"_s;

/// Since when, of servers before PostgreSQL 14 nothing; and for whom. \a waiter: an alias of pg_locks.
QString postgreSqlWait(const QString &waiter)
{
    return u"%1.pid, CAST(EXTRACT(EPOCH FROM CAST(to_jsonb(%1) ->> 'waitstart' AS TIMESTAMPTZ)) * 1000 AS BIGINT), "
           "array_to_string(pg_blocking_pids(%1.pid), ',')"_s.arg(waiter);
}

/// Who waits for a row has its tuple, the first of them, or waits for it.
const QString postgreSqlRows =
    u"SELECT locked.name, %1 FROM pg_locks AS waiter JOIN pg_locks AS wanted ON wanted.pid = waiter.pid AND "
    "wanted.locktype = 'tuple' AND wanted.relation = CAST('lockscope_locks' AS REGCLASS) JOIN lockscope_locks AS "
    "locked ON locked.ctid = CAST('(' || wanted.page || ',' || wanted.tuple || ')' AS TID) WHERE NOT "
    "waiter.granted"_s;

const QString postgreSqlNames =
    u"SELECT CAST((CAST(waiter.classid AS BIGINT) << 32) | CAST(waiter.objid AS BIGINT) AS TEXT), %1 FROM pg_locks AS "
    "waiter WHERE waiter.locktype = 'advisory' AND waiter.objsubid = 1 AND NOT waiter.granted AND waiter.database = "
    "(SELECT oid FROM pg_database WHERE datname = current_database())"_s;

const QString postgreSqlProcesses =
    u"SELECT pid, usename, application_name, query = '<insufficient privilege>' FROM pg_stat_activity WHERE datname = "
    "current_database()"_s;

const QRegularExpression &getLock()
{
    static const QRegularExpression call(u"GET_LOCK\\s*\\(\\s*(['\"])(.*?)\\1"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    return call;
}

/// \a call, which has one place for a name, for each of \a names.
sql::Statement forEach(const QString &call, const QStringList &names)
{
    sql::Statement statement{u"SELECT 0"_s};
    for (const QString &name : names) {
        statement.text += u", "_s + call;
        statement.values += name;
    }
    return statement;
}

QList<qint64> numbersIn(const QString &list)
{
    QList<qint64> numbers;
    for (const QStringView number : QStringView(list).split(u',', Qt::SkipEmptyParts))
        numbers += number.toLongLong();
    return numbers;
}

} // namespace

// ---- what clients ask for ----

void SqlQueues::asks(qint64 connection, SessionId session, const QString &name, By by)
{
    m_own.removeIf([&](const auto &own) { return own.value().session == session; }); // it had another one before
    m_own.insert(connection, {session, name, by});
}

void SqlQueues::leaves(SessionId session)
{
    m_own.removeIf([&](const auto &own) { return own.value().session == session; });
}

// ---- what is asked ----

std::array<sql::Request, 2> SqlQueues::questions(sql::Kind kind)
{
    const bool isMariaDb = kind == sql::Kind::MariaDb;
    m_names.clear();
    for (const Own &own : std::as_const(m_own)) {
        if (own.by == By::Name && !m_names.contains(own.name))
            m_names += own.name;
    }
    std::array<sql::Request, 2> asked;
    for (sql::Request &request : asked) {
        request.operation = u"select"_s;
        request.bounds = sql::Request::Bounds::Without;
    }
    if (isMariaDb) {
        asked[0].statements = {{mariaDbRows}};
        asked[1].statements = {{mariaDbProcesses}, forEach(u"IS_USED_LOCK(?)"_s, m_names)};
    } else {
        const QString wait = postgreSqlWait(u"waiter"_s);
        asked[0].statements = {
            {postgreSqlRows.arg(wait)}, {postgreSqlNames.arg(wait)}, forEach(QString(postgreSqlNumber), m_names)};
        asked[1].statements = {{postgreSqlProcesses}};
    }
    return asked;
}

// ---- what is heard ----

void SqlQueues::heard(sql::Kind kind, size_t which, const Result<sql::Answer> &answer, journal::EventSink &sink)
{
    const bool isMariaDb = kind == sql::Kind::MariaDb;
    if (!answer && answer.error().isNoAnswer())
        return;
    if (which == 0) {
        m_waits.clear();
        m_who.clear();
        m_problem = {};
        if (answer) {
            hearRows(answer->first());
            if (!isMariaDb)
                hearNames(kind, *answer);
        } else if (isMariaDb && answer.error().sentence().english().contains(u"PROCESS"_s)) {
            m_problem = Text::en("MariaDB shows this user neither who waits for a row nor anything of other users: "
                                 "grant it the right PROCESS.");
        } else {
            m_problem = Text::en("The database does not report who waits. (%1)").arg(answer.error().sentence());
        }
        return;
    }
    if (answer && isMariaDb)
        hearNames(kind, *answer);
    if (answer)
        hearProcesses(*answer);
    writeChanges(sink);
}

void SqlQueues::hearRows(const sql::Outcome &outcome)
{
    for (const QVariantList &row : outcome.rows) {
        const qint64 number = row.at(1).toLongLong();
        QString name = row.at(0).toString();
        if (name.startsWith(u'\'')) // as MariaDB writes the key
            name = name.mid(1, name.size() - 2).replace(u"''"_s, u"'"_s);
        if (const auto own = m_own.constFind(number); own != m_own.cend()) // lock_data may be NULL
            name = own->name;
        else if (name.startsWith(lockedRow))
            name = name.sliced(lockedRow.size());
        else
            continue; // it waits for another's statement, not for a lock
        add(name, number, row.at(2).toLongLong(), numbersIn(row.at(3).toString()));
    }
}

void SqlQueues::hearNames(sql::Kind kind, const sql::Answer &answer)
{
    const QVariantList each = answer.at(kind == sql::Kind::MariaDb ? 1 : 2).rows.value(0); // its holder, or its number
    const auto ofName = [&](const QString &name) { return each.value(m_names.indexOf(name) + 1).toLongLong(); };
    if (kind == sql::Kind::PostgreSql) {
        for (const QVariantList &row : answer.at(1).rows) {
            for (const QString &name : m_names) {
                if (ofName(name) == row.at(0).toLongLong())
                    add(name, row.at(1).toLongLong(), row.at(2).toLongLong(), numbersIn(row.at(3).toString()));
            }
        }
        return;
    }
    for (const QVariantList &row : answer.first().rows) {
        if (row.at(3).toString() != "User lock"_L1)
            continue;
        const qint64 number = row.at(0).toLongLong();
        const auto own = m_own.constFind(number);
        const QString name = own != m_own.cend() ? own->name : getLock().match(row.at(4).toString()).captured(2);
        const qint64 holder = m_names.contains(name) ? ofName(name) : 0;
        add(name, number, row.at(5).toLongLong(), holder > 0 && holder != number ? QList{holder} : QList<qint64>());
    }
}

/// MariaDB: number, user, host, …; PostgreSQL: number, user, program, whether the rest is hidden from this user.
void SqlQueues::hearProcesses(const sql::Answer &answer)
{
    for (const QVariantList &row : answer.first().rows) {
        const qint64 number = row.at(0).toLongLong();
        const QString user = row.at(1).toString();
        const bool isOfPostgreSql = row.size() == 4;
        const QString place = row.at(2).toString().section(u':', 0, 0); // a host without its port
        const bool isSecret = isOfPostgreSql && row.at(3).toBool();
        m_who.insert(number, place.isEmpty() || isSecret ? user
                             : isOfPostgreSql            ? u"%1 (%2)"_s.arg(user, place)
                                                         : u"%1@%2"_s.arg(user, place));
        const auto isMeant = [number](const Wait &wait) {
            return wait.number == number || wait.waitsFor.contains(number);
        };
        if (isSecret && std::ranges::any_of(m_waits, isMeant)) {
            m_problem = Text::en("PostgreSQL shows this user only the numbers of other users' connections: grant it "
                                 "the role pg_read_all_stats.");
        }
    }
}

/// MariaDB has a row for each pair of a waiting connection and one that it waits for.
void SqlQueues::add(const QString &name, qint64 number, qint64 sinceMs, const QList<qint64> &waitsFor)
{
    const auto known =
        std::ranges::find_if(m_waits, [&](const Wait &wait) { return wait.number == number && wait.name == name; });
    if (known == m_waits.end())
        m_waits.push_back({name, number, sinceMs, waitsFor});
    else
        known->waitsFor += waitsFor;
}

// ---- what is written ----

QList<locks::LockConnection> SqlQueues::connectionsOf(const QString &name) const
{
    QList<locks::LockConnection> connections;
    const auto connection = [this](qint64 number) {
        const SessionId session = m_own.value(number).session;
        return locks::LockConnection{number, session, session.isNull() ? m_who.value(number) : QString()};
    };
    std::vector<Wait> waits;
    std::ranges::copy_if(m_waits, std::back_inserter(waits), [&](const Wait &wait) { return wait.name == name; });
    std::ranges::sort(waits, {}, [](const Wait &wait) { return std::tuple(wait.sinceMs, wait.number); });
    QList<qint64> inTheWay;
    for (Wait &wait : waits) {
        std::ranges::sort(wait.waitsFor);
        locks::LockConnection waiter = connection(wait.number);
        waiter.waits = true;
        waiter.sinceMs = wait.sinceMs;
        waiter.waitsFor = wait.waitsFor;
        connections += waiter;
        inTheWay += wait.waitsFor;
    }
    std::ranges::sort(inTheWay);
    for (const qint64 number : std::as_const(inTheWay)) {
        const auto isIt = [number](const locks::LockConnection &other) { return other.number == number; };
        if (std::ranges::none_of(connections, isIt))
            connections += connection(number);
    }
    return connections;
}

void SqlQueues::writeChanges(journal::EventSink &sink)
{
    QMap<QString, journal::QueueReported> queues;
    for (const Own &own : std::as_const(m_own)) {
        if (!queues.contains(own.name))
            queues.insert(own.name, {recipes::pathOfKey(own.name), connectionsOf(own.name), m_problem});
    }
    for (auto lock = queues.cbegin(); lock != queues.cend(); ++lock) {
        if (const auto before = m_reportedQueues.constFind(lock.key());
            before == m_reportedQueues.cend() || *before != *lock)
            sink.write(*lock);
    }
    m_reportedQueues = queues;
    if (!m_problem.isEmpty() && !std::exchange(m_hasComplained, true))
        sink.write(journal::Notice{locks::Finding::Severity::Warning, m_problem});
}

} // namespace lockscope::backends
