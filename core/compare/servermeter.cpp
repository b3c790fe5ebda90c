// SPDX-License-Identifier: Apache-2.0
#include "core/compare/servermeter.h"

#include "core/observe/serverquestions.h"
#include "core/redis/session.h"
#include "core/sql/session.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <time.h>

#include <algorithm>
#include <vector>

namespace lockscope::compare {

using namespace Qt::StringLiterals;

namespace {

/// Of all of its threads, also of ended ones.
std::optional<qint64> cpuNsOf(qint64 pid)
{
    clockid_t clock = 0;
    timespec time{};
    if (pid <= 0 || ::clock_getcpuclockid(static_cast<pid_t>(pid), &clock) != 0 || ::clock_gettime(clock, &time) != 0)
        return std::nullopt;
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

void takeCpu(const QList<qint64> &pids, MeterReading &into)
{
    for (const qint64 pid : pids) {
        if (const auto ns = cpuNsOf(pid))
            into.cpuNs.insert(pid, *ns);
    }
}

// ---- Redis ----

/// "key:value" lines of INFO.
std::optional<qint64> numberIn(const QByteArray &info, const QByteArray &key)
{
    for (const QByteArray &line : info.split('\n')) {
        bool isNumber = false;
        const qint64 number = line.mid(key.size() + 1).trimmed().toLongLong(&isNumber);
        if (line.startsWith(key + ':') && isNumber)
            return number;
    }
    return std::nullopt;
}

/// Of several servers the sum.
class RedisMeter final : public ServerMeter
{
public:
    RedisMeter(std::vector<std::unique_ptr<redis::Session>> sessions, bool isPrivate)
        : m_sessions(std::move(sessions))
        , m_isPrivate(isPrivate)
    {
    }

    Task<MeterReading> read() override
    {
        MeterReading sum{0, 0, {}};
        for (const auto &session : m_sessions) {
            auto asking = session->ask({"INFO"});
            const auto answer = co_await asking;
            const QByteArray info = answer ? answer->text : QByteArray();
            const auto counted = numberIn(info, "total_commands_processed");
            const auto connections = numberIn(info, "connected_clients");
            if (!counted || !connections)
                co_return MeterReading();
            *sum.counted += *counted - m_asked; // a command counts itself when it is over
            *sum.connections += *connections;
            if (m_isPrivate)
                takeCpu({numberIn(info, "process_id").value_or(0)}, sum);
        }
        ++m_asked;
        co_return sum;
    }

private:
    std::vector<std::unique_ptr<redis::Session>> m_sessions;
    bool m_isPrivate;
    qint64 m_asked = 0;
};

// ---- databases ----

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

// ---- ZooKeeper ----

class EnsembleMeter final : public ServerMeter
{
public:
    EnsembleMeter(QStringList adminUrls, QList<qint64> pids)
        : m_adminUrls(std::move(adminUrls))
        , m_pids(std::move(pids))
    {
    }

    Task<MeterReading> read() override
    {
        MeterReading sum{0, 0, {}};
        for (const QString &url : std::as_const(m_adminUrls)) {
            auto asking = m_questions.admin(QUrl(url + "/commands/monitor"_L1));
            const auto answer = co_await asking;
            const QJsonObject figures = answer ? QJsonDocument::fromJson(*answer).object() : QJsonObject();
            const auto received = figures["packets_received"_L1];
            const auto sent = figures["packets_sent"_L1];
            const auto connections = figures["num_alive_connections"_L1];
            if (!received.isDouble() || !sent.isDouble() || !connections.isDouble())
                co_return {};
            *sum.counted += received.toInteger() + sent.toInteger();
            *sum.connections += connections.toInteger();
        }
        if (m_adminUrls.isEmpty())
            co_return {};
        takeCpu(m_pids, sum);
        co_return sum;
    }

private:
    QStringList m_adminUrls;
    QList<qint64> m_pids;
    observe::ServerQuestions m_questions;
};

} // namespace

std::optional<qint64> countedBetween(const MeterReading &before, const MeterReading &after)
{
    if (!before.counted || !after.counted)
        return std::nullopt;
    return *after.counted - *before.counted;
}

std::optional<qint64> cpuNsBetween(const MeterReading &before, const MeterReading &after)
{
    if (before.cpuNs.isEmpty() || after.cpuNs.isEmpty())
        return std::nullopt;
    qint64 sum = 0;
    for (auto process = after.cpuNs.cbegin(); process != after.cpuNs.cend(); ++process)
        sum += std::max<qint64>(0, process.value() - before.cpuNs.value(process.key(), 0));
    return sum;
}

Task<std::unique_ptr<ServerMeter>> ServerMeter::open(BackendSpec spec, BackendInfo info)
{
    if (spec.backend == locks::Backend::Redis) {
        std::vector<std::unique_ptr<redis::Session>> sessions;
        const QStringList addresses = info.address.split(u',');
        for (const QString &text : addresses) {
            const auto address = redis::parseAddress(text);
            if (!address)
                co_return std::unique_ptr<ServerMeter>();
            auto entering = redis::Session::open(*address, spec.password);
            auto session = co_await entering;
            if (!session)
                co_return std::unique_ptr<ServerMeter>();
            sessions.push_back(std::move(*session));
        }
        co_return std::unique_ptr<ServerMeter>(new RedisMeter(std::move(sessions), info.isPrivate));
    }
    const auto address = sql::parseAddress(info.address);
    if (!address || address->kind == sql::Kind::Sqlite)
        co_return std::unique_ptr<ServerMeter>();
    auto entering = sql::Session::open(*address, spec.password);
    auto session = co_await entering;
    if (!session)
        co_return std::unique_ptr<ServerMeter>();
    co_return std::unique_ptr<ServerMeter>(new SqlMeter(std::move(*session), info.isPrivate));
}

std::unique_ptr<ServerMeter> ServerMeter::ofEnsemble(QStringList adminUrls, QList<qint64> pids)
{
    return std::make_unique<EnsembleMeter>(std::move(adminUrls), std::move(pids));
}

Text countedText(locks::Backend backend)
{
    switch (backend) {
    case locks::Backend::ZooKeeper: return Text::en("packets in and out");
    case locks::Backend::Redis: return Text::en("commands");
    case locks::Backend::Sqlite: return {};
    case locks::Backend::MariaDb: return Text::en("statements");
    case locks::Backend::PostgreSql: return Text::en("bytes of its log");
    }
    return {};
}

} // namespace lockscope::compare
