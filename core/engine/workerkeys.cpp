// SPDX-License-Identifier: Apache-2.0
// The worker's other servers: Redis and databases, for simulated clients alone. Nothing is watched there; what they
// prove comes from their logs.
#include "core/engine/worker.h"

#include "core/lab/sqlsessions.h"

namespace lockscope {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Redis itself looks ten times a second for keys whose time is over.
constexpr auto logInterval = 100ms;
/// A database's end is noticed when it is asked something; and who waits for its locks.
constexpr auto askInterval = 1s;
/// Threads of connections that have just ended: they may be in the middle of a statement.
constexpr auto threadLimit = 3s;

Text durabilityOf(sql::Kind kind, bool isPrivate)
{
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

// ---- events of both ----

void Engine::Worker::writeKeyServer(ConnectionState state, const Text &detail)
{
    journal::ConnectionChanged changed;
    changed.endpoint = m_endpoint;
    changed.detail = detail;
    changed.state = state;
    if (state == ConnectionState::Connected)
        changed.server = m_endpoint;
    m_events.write(std::move(changed));
}

/// The log has each change of every key that clients ask for.
void Engine::Worker::writeAllSeen()
{
    journal::ObservationChanged observed;
    observed.root = u"/"_s;
    observed.freshness = journal::Freshness::Live;
    m_events.write(observed);
}

// ---- Redis ----

Task<Result<BackendInfo>> Engine::Worker::openRedis(BackendSpec spec)
{
    auto given = std::make_shared<lab::RedisPlaces>();
    if (!spec.address.isEmpty()) {
        const auto parsed = redis::parseAddresses(spec.address);
        if (!parsed)
            co_return tl::unexpected(parsed.error());
        given->addresses = *parsed;
    }
    auto closing = close();
    const int opening = m_openings;
    co_await closing;
    if (m_openings != opening)
        co_return failure(ErrorCode::Cancelled, u"connect"_s);

    auto made = std::make_shared<Redis>();
    made->limit = std::chrono::milliseconds(spec.limitMs);
    made->places = given;
    made->password = spec.password;
    made->info.isPrivate = given->addresses.isEmpty();
    if (made->info.isPrivate) {
        auto server = lab::RedisServerSpec::fromEnvironment();
        server.password = spec.password;
        made->servers = std::make_unique<lab::RedisServers>(server, spec.servers, spec.replica);
        auto starting = made->servers->start();
        const auto started = co_await starting;
        if (!started)
            co_return tl::unexpected(started.error());
        made->places = made->servers->places();
        connect(&made->reading, &QTimer::timeout, this,
                [this, servers = made->servers.get()] { servers->log().catchUp(m_labEvents); });
        made->reading.start(logInterval);
        connect(made->servers.get(), &lab::RedisServers::ended, this, [this](const Error &error) {
            m_events.write(journal::Notice{locks::Finding::Severity::Error, error.sentence()});
        });
    }
    auto entering = enterRedis(made.get());
    const auto entered = co_await entering;
    if (!entered)
        co_return tl::unexpected(entered.error());
    if (m_openings != opening)
        co_return failure(ErrorCode::Cancelled, u"connect"_s);
    QStringList names;
    for (const redis::Address &address : made->places->addresses)
        names += address.toString();
    made->info.address = names.join(u',');
    made->info.servers = static_cast<int>(names.size());
    made->info.version = made->session->version();
    made->info.durability = made->info.isPrivate ? Text::en("appendfsync no: an answer does not wait for the disk")
                                                 : Text::en("as the server is configured");
    m_redis = std::move(made);
    m_endpoint = m_redis->info.address;
    m_production = false;
    m_sessions = std::make_unique<lab::RedisSessionFactory>(m_redis->places, spec.password,
                                                            m_redis->servers ? &m_redis->servers->log() : nullptr);
    m_lab = std::make_unique<lab::Lab>(*m_sessions, m_labEvents);
    writeKeyServer(ConnectionState::Connected);
    if (m_redis->info.isPrivate) { // its log has each change of every key that clients ask for
        writeAllSeen();
    } else {
        m_events.write(journal::Notice{
            locks::Finding::Severity::Note,
            Text::en("What %1 does is not provable here: only what clients believe is compared. A private server's own "
                     "log of writes would prove it.")
                .arg(m_endpoint)});
    }
    const BackendInfo info = m_redis->info; // what is returned is moved from
    co_return info;
}

/// With the first server that lets us in.
Task<Result<Done>> Engine::Worker::enterRedis(Redis *made)
{
    std::optional<Error> refused;
    const QList<redis::Address> addresses = made->places->addresses;
    for (const redis::Address &address : addresses) {
        auto entering = redis::Session::open(address, made->password);
        auto entered = co_await entering;
        if (!entered) {
            refused = refused.value_or(entered.error());
            continue;
        }
        made->session = std::move(*entered);
        connect(made->session.get(), &redis::Session::lost, this,
                [this](const Error &error) { writeKeyServer(ConnectionState::Suspended, error.sentence()); });
        co_return Done();
    }
    co_return tl::unexpected(*refused);
}

// ---- databases ----

Task<Result<BackendInfo>> Engine::Worker::openSql(BackendSpec spec)
{
    std::optional<sql::Address> address;
    if (!spec.address.isEmpty()) {
        const auto parsed = sql::parseAddress(spec.address);
        if (!parsed)
            co_return tl::unexpected(parsed.error());
        if (parsed->kind != kindOf(spec.backend))
            co_return invalidInput(Text::en("%1 is not the address of a %2 database.")
                                       .arg(parsed->toString(), locks::backendText(spec.backend)));
        address = *parsed;
    }
    auto closing = close();
    const int opening = m_openings;
    co_await closing;
    if (m_openings != opening)
        co_return failure(ErrorCode::Cancelled, u"connect"_s);

    auto made = std::make_shared<Sql>();
    made->limit = std::chrono::milliseconds(spec.limitMs);
    made->info.isPrivate = !address;
    if (!address) {
        auto starting = startSql(made.get(), spec.backend);
        const auto started = co_await starting;
        if (!started)
            co_return tl::unexpected(started.error());
        address = *started;
    }
    auto entering = enterSql(made.get(), *address, spec.password);
    const auto entered = co_await entering;
    if (!entered || m_openings != opening) {
        co_await endSql(made.get());
        co_return entered ? failure(ErrorCode::Cancelled, u"connect"_s) : tl::unexpected(entered.error());
    }
    made->address = *address;
    made->info.address = address->toString();
    made->info.version = made->session->version();
    made->info.durability = durabilityOf(address->kind, made->info.isPrivate);
    connect(&made->asking, &QTimer::timeout, this, [this, asked = made.get()] {
        if (asked->session)
            askQueues(asked);
    });
    made->asking.start(askInterval);
    m_sql = std::move(made);
    m_endpoint = m_sql->info.address;
    m_production = false;
    m_sessions =
        std::make_unique<lab::SqlSessionFactory>(*address, spec.password, spec.backend, m_sql->log, m_sql->queues);
    m_lab = std::make_unique<lab::Lab>(*m_sessions, m_labEvents);
    writeKeyServer(ConnectionState::Connected);
    writeAllSeen();
    const BackendInfo info = m_sql->info;
    co_return info;
}

Task<Result<sql::Address>> Engine::Worker::startSql(Sql *made, locks::Backend backend)
{
    if (backend != locks::Backend::Sqlite) {
        made->server = std::make_unique<lab::SqlServer>(lab::SqlServerSpec::fromEnvironment(kindOf(backend)));
        connect(made->server.get(), &lab::SqlServer::ended, this, [this](const Error &error) {
            m_events.write(journal::Notice{locks::Finding::Severity::Error, error.sentence()});
        });
        auto starting = made->server->start();
        co_return co_await starting;
    }
    auto directory = lab::SandboxDirectory::open({}, 1);
    if (!directory)
        co_return tl::unexpected(directory.error());
    made->directory = std::move(*directory);
    co_return sql::Address{sql::Kind::Sqlite, made->directory->path() + "/locks.sqlite"_L1};
}

Task<Result<Done>> Engine::Worker::enterSql(Sql *made, sql::Address address, QString password)
{
    auto entering = sql::Session::open(address, password);
    auto entered = co_await entering;
    if (!entered)
        co_return tl::unexpected(entered.error());
    made->session = std::move(*entered);
    connect(made->session.get(), &sql::Session::lost, this,
            [this](const Error &error) { writeKeyServer(ConnectionState::Suspended, error.sentence()); });
    auto making = lab::makeTables(made->session.get());
    const auto tables = co_await making;
    if (!tables)
        co_return tl::unexpected(tables.error());
    made->ownsTables = made->ownsTables || (*tables && !made->info.isPrivate);
    co_return Done();
}

void Engine::Worker::askQueues(Sql *asked)
{
    if (asked->isAsking)
        return; // it is slow: not more than one question at a time
    asked->isAsking = true;
    const sql::Kind kind = asked->session->address().kind;
    if (kind == sql::Kind::Sqlite || asked->queues.isEmpty()) {
        asked->session->ask({u"select"_s, {{u"SELECT 1"_s}}, sql::Request::Bounds::Without})
            .then([asked](const auto &) { asked->isAsking = false; });
        return;
    }
    const auto questions = asked->queues.questions(kind);
    for (size_t which = 0; which < questions.size(); ++which) {
        const bool isLast = which + 1 == questions.size();
        asked->session->ask(questions[which]).then([this, asked, kind, which, isLast](const auto &answer) {
            asked->queues.heard(kind, which, answer, m_labEvents);
            asked->isAsking = !isLast;
        });
    }
}

/// What was made on a server of the user's own goes again, or is named.
Task<> Engine::Worker::endSql(Sql *ended)
{
    ended->asking.stop();
    if (ended->session)
        ended->session->disconnect(this);
    if (ended->server)
        ended->server->disconnect(this);
    if (ended->ownsTables) {
        auto dropping = lab::dropTables(ended->session.get());
        if (const auto dropped = co_await dropping; !dropped) {
            m_events.write(journal::Notice{
                locks::Finding::Severity::Warning,
                Text::en("The tables lockscope_locks and lockscope_log were made in %1 and could not be dropped: drop "
                         "them yourself. %2")
                    .arg(ended->info.address, dropped.error().sentence())});
        }
    }
    ended->session.reset();
    const ReplyPromise<Done> turn; // of the event loop: only then those of the clients are gone
    QTimer::singleShot(0, this, [turn] { turn.complete(Done()); });
    Reply<Done> turning(turn);
    co_await turning;
    sql::Session::waitForThreads(threadLimit); // all that they do may be in a file that is ours to delete
}

// ---- what is done to their servers ----

Task<Result<Done>> Engine::Worker::commandKeyServer(int server, ServerCommand command)
{
    const auto redis = m_redis; // they stay until it is done
    const auto sql = m_sql;
    Result<Done> done = lab::sandboxFailure(
        Text::en("This is no server of Lockscope's own: only a private one is killed, paused or started again."));
    const bool isOurs = redis ? redis->servers != nullptr : sql && sql->server && server == 0;
    if (isOurs)
        m_events.write(journal::ServerCommanded{server, command});
    if (redis && redis->servers) {
        auto commanding = redis->servers->command(server, command);
        done = co_await commanding;
    } else if (sql && sql->server && server == 0) {
        auto commanding = sql->server->command(command);
        done = co_await commanding;
    }
    if (!done || (redis != m_redis || sql != m_sql))
        co_return done;
    // Where the connection went with the server there is one again.
    if (redis && redis->session->isConnected())
        co_return done;
    if (sql && sql->session->isConnected())
        co_return done;
    if (command == ServerCommand::Kill || command == ServerCommand::Pause)
        co_return done;
    Result<Done> entered;
    if (redis) {
        auto entering = enterRedis(redis.get());
        entered = co_await entering;
    } else {
        auto entering = enterSql(sql.get(), sql->address, {});
        entered = co_await entering;
        sql->isAsking = false; // what was asked on the connection before is not answered any more
    }
    if (entered && redis == m_redis && sql == m_sql)
        writeKeyServer(ConnectionState::Connected);
    co_return entered;
}

} // namespace lockscope
