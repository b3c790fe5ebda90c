// SPDX-License-Identifier: Apache-2.0
#include "core/backends/sql/sqlmeter.h"

#include "core/sql/session.h"

#include <QFile>

#include <utility>

namespace lockscope::backends {

using namespace Qt::StringLiterals;

namespace {

class SqlMeter final : public ServerMeter
{
public:
    SqlMeter(std::unique_ptr<sql::Session> session, bool isPrivate)
        : m_session(std::move(session))
        , m_isPrivate(isPrivate)
    {
    }

    Task<MeterReading> read() override
    {
        const bool isMariaDb = m_session->address().kind == sql::Kind::MariaDb;
        sql::Request request{u"select"_s, {}, sql::Request::Bounds::Without};
        if (isMariaDb) {
            request.statements = {{u"SHOW GLOBAL STATUS WHERE Variable_name = 'Questions'"_s},
                                  {u"SHOW GLOBAL STATUS WHERE Variable_name = 'Threads_connected'"_s},
                                  {u"SELECT @@pid_file"_s}};
        } else {
            request.statements = {{u"SELECT CAST(pg_current_wal_insert_lsn() - '0/0' AS BIGINT)"_s},
                                  {u"SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"_s},
                                  {u"SELECT pid FROM pg_stat_activity"_s}};
        }
        MeterReading reading;
        auto asking = m_session->ask(request);
        const auto answer = co_await asking;
        if (!answer || answer->size() != 3)
            co_return reading;
        reading.counted = figureIn(answer->at(0));
        if (reading.counted && isMariaDb)
            *reading.counted -= answer->size() * m_asked++; // statements of our own
        reading.connections = figureIn(answer->at(1));
        if (m_isPrivate)
            takeCpu(isMariaDb ? pidInFile(answer->at(2)) : pidsIn(answer->at(2)), reading);
        co_return reading;
    }

private:
    /// The last column of the only row.
    static std::optional<qint64> figureIn(const sql::Outcome &outcome)
    {
        if (outcome.rows.size() != 1 || outcome.rows.first().isEmpty())
            return std::nullopt;
        bool isNumber = false;
        const qint64 number = outcome.rows.first().last().toLongLong(&isNumber);
        return isNumber ? std::optional(number) : std::nullopt;
    }
    static QList<qint64> pidsIn(const sql::Outcome &outcome)
    {
        QList<qint64> pids;
        for (const QVariantList &row : outcome.rows)
            pids += row.value(0).toLongLong();
        return pids;
    }
    static QList<qint64> pidInFile(const sql::Outcome &outcome)
    {
        QFile file(outcome.rows.value(0).value(0).toString());
        return file.open(QIODevice::ReadOnly) ? QList{file.readAll().trimmed().toLongLong()} : QList<qint64>();
    }

    std::unique_ptr<sql::Session> m_session;
    bool m_isPrivate;
    qint64 m_asked = 0;
};

} // namespace

Task<std::unique_ptr<ServerMeter>> openSqlMeter(sql::Address address, SecretText password, bool isPrivate)
{
    if (address.kind == sql::Kind::Sqlite)
        co_return std::unique_ptr<ServerMeter>();
    auto entering = sql::Session::open(address, password);
    auto session = co_await entering;
    if (!session)
        co_return std::unique_ptr<ServerMeter>();
    co_return std::unique_ptr<ServerMeter>(new SqlMeter(std::move(*session), isPrivate));
}

} // namespace lockscope::backends
