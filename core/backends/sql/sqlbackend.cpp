// SPDX-License-Identifier: Apache-2.0
#include "core/backends/sql/sqlbackend.h"

#include "core/backends/sql/sqlmeter.h"
#include "core/backends/sql/sqlsessions.h"
#include "core/base/nextturn.h"

#include <tuple>
#include <utility>

namespace lockscope::backends {

using namespace Qt::StringLiterals;

namespace {

using namespace std::chrono_literals;

constexpr auto askInterval = 1s;
constexpr auto renewalInterval = 20s;
/// Threads of connections that have just ended: they may be in the middle of a statement.
constexpr auto threadLimit = 3s;

Text durabilityOf(sql::Kind kind, bool isPrivate)
{
    if (kind == sql::Kind::Sqlite && !isPrivate)
        return Text::en("as the file is: a commit waits for the disk, unless its application set otherwise");
    if (kind == sql::Kind::Sqlite)
        return Text::en("synchronous=OFF: a commit does not wait for the disk");
    if (!isPrivate)
        return Text::en("as the server is configured");
    return kind == sql::Kind::MariaDb
               ? Text::en("innodb_flush_log_at_trx_commit=2: a commit does not wait for the disk")
               : Text::en("fsync=off: a commit does not wait for the disk");
}

sql::Kind kindOf(locks::Backend backend)
{
    return backend == locks::Backend::MariaDb      ? sql::Kind::MariaDb
           : backend == locks::Backend::PostgreSql ? sql::Kind::PostgreSql
                                                   : sql::Kind::Sqlite;
}

} // namespace

Result<std::shared_ptr<Backend>> SqlBackend::make(const BackendSpec &spec, journal::EventSink &events)
{
    std::optional<sql::Address> address;
    if (!spec.address.isEmpty()) {
        const auto parsed = sql::parseAddress(spec.address);
        if (!parsed)
            return tl::unexpected(parsed.error());
        if (parsed->kind != kindOf(spec.backend))
            return invalidInput(Text::en("%1 is not the address of a %2 database.")
                                    .arg(parsed->toString(), locks::backendText(spec.backend)));
        address = *parsed;
    }
    return std::make_shared<SqlBackend>(spec, address, events);
}

std::optional<Error> SqlBackend::missing(locks::Backend backend)
{
    if (backend == locks::Backend::Sqlite) // comes with this program
        return std::nullopt;
    return SqlServer(SqlServerSpec::fromEnvironment(kindOf(backend))).missing();
}

SqlBackend::SqlBackend(const BackendSpec &spec, std::optional<sql::Address> address, journal::EventSink &events)
    : PingedBackend(spec, events)
    , m_address(std::move(address))
{
}

Task<Result<Done>> SqlBackend::open()
{
    if (!m_address) {
        auto starting = start();
        const auto started = co_await starting;
        if (!started)
            co_return tl::unexpected(started.error());
        m_address = *started;
    }
    auto entering = enter(spec().password);
    const auto entered = co_await entering;
    if (!entered)
        co_return entered;
    m_info.address = m_address->toString();
    m_info.version = m_session->version();
    m_info.durability = durabilityOf(m_address->kind, m_info.isPrivate);
    startPinging();
    connect(&m_asking, &QTimer::timeout, this, &SqlBackend::askQueues);
    m_asking.start(askInterval);
    co_return Done();
}

Task<Result<sql::Address>> SqlBackend::start()
{
    if (spec().backend != locks::Backend::Sqlite) {
        m_server = std::make_unique<SqlServer>(SqlServerSpec::fromEnvironment(kindOf(spec().backend)));
        connect(m_server.get(), &SqlServer::ended, this,
                [this](const Error &error) { notice(locks::Finding::Severity::Error, error.sentence()); });
        auto starting = m_server->start();
        co_return co_await starting;
    }
    auto directory = servers::SandboxDirectory::open({}, 1);
    if (!directory)
        co_return tl::unexpected(directory.error());
    m_directory = std::move(*directory);
    sql::Address address{sql::Kind::Sqlite, m_directory->path() + "/locks.sqlite"_L1};
    address.isPrivate = true;
    co_return address;
}

Task<Result<Done>> SqlBackend::enter(QString password)
{
    auto entering = sql::Session::open(*m_address, password);
    auto entered = co_await entering;
    if (!entered)
        co_return tl::unexpected(entered.error());
    m_session = std::move(*entered);
    auto enteringTables = m_tables.enter(m_session.get());
    auto tables = co_await enteringTables;
    if (!tables) {
        m_session.reset(); // else it would be taken for connected
        if (tables.error().connectionWasLost() && !m_hasEntered && !m_info.isPrivate)
            notice(locks::Finding::Severity::Warning,
                   Text::en("The connection to %1 was lost while it was being opened: the tables lockscope_locks and "
                            "lockscope_log may have been made in it. Drop them where no program uses them.")
                       .arg(m_address->toString()));
        co_return tables;
    }
    connect(m_session.get(), &sql::Session::lost, this, &SqlBackend::connectionLost);
    m_hasEntered = true;
    m_renewal = QDeadlineTimer(renewalInterval);
    m_address = m_session->address();
    co_return tables;
}

Task<Result<Done>> SqlBackend::reopen()
{
    auto entering = enter(spec().password);
    const auto entered = co_await entering;
    m_isAsking = false; // what was asked on the connection before is not answered any more
    co_return entered;
}

Reply<Done> SqlBackend::ping()
{
    if (m_address->kind == sql::Kind::Sqlite) { // nothing is asked: it may wait for who writes
        const auto other = sql::otherFile(*m_address);
        return other ? tl::unexpected(*other) : Result<Done>(Done());
    }
    const ReplyPromise<Done> promise;
    m_session->ask({u"select"_s, {{u"SELECT 1"_s}}, sql::Request::Bounds::Without})
        .then([promise](const Result<sql::Answer> &answer) {
            promise.complete(answer ? Result<Done>(Done()) : tl::unexpected(answer.error()));
        });
    return Reply<Done>(promise);
}

void SqlBackend::askQueues()
{
    if (!isConnected() || m_isAsking)
        return; // it is slow: not more than one question at a time
    const sql::Kind kind = m_session->address().kind;
    if (m_renewal.hasExpired()) {
        std::ignore = m_session->ask(m_tables.renewal(kind));
        m_renewal = QDeadlineTimer(renewalInterval);
    }
    if (kind == sql::Kind::Sqlite || m_queues->isEmpty())
        return;
    m_isAsking = true;
    const auto questions = m_queues->questions(kind);
    for (size_t which = 0; which < questions.size(); ++which) {
        const bool isLast = which + 1 == questions.size();
        m_session->ask(questions[which]).then([this, kind, which, isLast](const auto &answer) {
            m_queues->heard(kind, which, answer, events());
            m_isAsking = !isLast;
        });
    }
}

/// What was made on a server of the user's own goes again, or is named.
Task<> SqlBackend::close()
{
    m_asking.stop();
    if (m_server)
        m_server->disconnect(this);
    co_await endTrying();
    if (m_hasEntered && !m_info.isPrivate) {
        Result<Done> left = failure(ErrorCode::NotConnected, u"drop"_s);
        if (m_session) {
            auto leaving = m_tables.leave(m_session.get());
            left = co_await leaving;
        }
        if (!left && m_tables.areOurs()) {
            notice(
                locks::Finding::Severity::Warning,
                Text::en("The tables lockscope_locks and lockscope_log were made in %1 and could not be dropped: drop "
                         "them yourself. %2")
                    .arg(m_info.address, left.error().sentence()));
        }
    }
    m_session.reset();
    auto turning = nextTurn(); // only then those of the clients are gone
    co_await turning;
    sql::Session::waitForThreads(threadLimit); // all that they do may be in a file that is ours to delete
}

std::unique_ptr<lab::SessionFactory> SqlBackend::makeSessions()
{
    return std::make_unique<SqlSessionFactory>(*m_address, spec().password, spec().backend, m_log, m_queues);
}

Task<std::unique_ptr<ServerMeter>> SqlBackend::openMeter()
{
    return openSqlMeter(*m_address, spec().password, m_info.isPrivate);
}

Task<Result<Done>> SqlBackend::carryOut(int, ServerCommand command)
{
    return m_server->command(command);
}

} // namespace lockscope::backends

#include "moc_sqlbackend.cpp"
