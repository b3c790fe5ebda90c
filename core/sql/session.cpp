// SPDX-License-Identifier: Apache-2.0
#include "core/sql/session.h"

#include "core/base/secret.h"
#include <QPointer>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QThreadPool>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace lockscope::sql {

using namespace Qt::StringLiterals;

namespace {

constexpr int mostThreads = 10'000;

/// Never destroyed: a thread that still waits for a dead server is no reason not to end the program.
QThreadPool &threads()
{
    static QThreadPool *const pool = [] {
        auto *made = new QThreadPool;
        made->setMaxThreadCount(mostThreads);
        made->setExpiryTimeout(1000);
        return made;
    }();
    return *pool;
}

QString driverOf(Kind kind)
{
    switch (kind) {
    case Kind::Sqlite: return u"QSQLITE"_s;
    case Kind::MariaDb: return u"QMYSQL"_s;
    case Kind::PostgreSql: return u"QPSQL"_s;
    }
    return {};
}

Error driverMissing(Kind kind)
{
    const QString package = kind == Kind::Sqlite    ? u"libqt6sql6-sqlite"_s
                            : kind == Kind::MariaDb ? u"libqt6sql6-mysql"_s
                                                    : u"libqt6sql6-psql"_s;
    return {ErrorCode::SqlFailed,
            u"connect"_s,
            {},
            Text::en("Qt's driver for %1 is missing: install it (on Debian: apt install %2).")
                .arg(kindText(kind), package)};
}

Refusal refusalOf(const QSqlError &error)
{
    return {error.nativeErrorCode(), error.databaseText().isEmpty() ? error.driverText() : error.databaseText()};
}

/// What is asked of a connection right after it is open.
Request handshakeRequest(const Address &address)
{
    Request request{u"connect"_s, {}, Request::Bounds::Without};
    switch (address.kind) {
    case Kind::Sqlite:
        // Readers and one writer at once; a commit does not wait for the disk. A file of the user's keeps its own mode.
        if (address.isPrivate)
            request.statements = {{u"PRAGMA journal_mode=WAL"_s}, {u"PRAGMA synchronous=OFF"_s}};
        request.statements += {u"SELECT sqlite_version(), 0"_s};
        return request;
    case Kind::MariaDb: return {u"connect"_s, {{u"SELECT VERSION(), CONNECTION_ID()"_s}}, Request::Bounds::Without};
    case Kind::PostgreSql:
        return {u"connect"_s,
                {{u"SELECT current_setting('server_version'), pg_backend_pid()"_s}},
                Request::Bounds::Without};
    }
    return {};
}

} // namespace

// ---- the thread's side ----

/// Lives as long as the session or its thread. The session's thread puts requests in; the other one takes them out.
class Session::ConnectionThread : public QObject
{
    Q_OBJECT
public:
    ConnectionThread(Address address, QString password, Timeouts timeouts)
        : m_address(std::move(address))
        , m_password(std::move(password))
        , m_timeouts(timeouts)
    {
    }

    static void start(const std::shared_ptr<ConnectionThread> &line)
    {
        threads().start([line] { line->run(); });
    }
    void put(Request request)
    {
        {
            const std::lock_guard guard(m_mutex);
            m_requests.push_back(std::move(request));
        }
        m_changed.notify_one();
    }
    void end()
    {
        {
            const std::lock_guard guard(m_mutex);
            m_ends = true;
        }
        m_changed.notify_one();
    }

Q_SIGNALS:
    // From the thread: to be connected to by a queue.
    void opened(const lockscope::Result<lockscope::sql::Address> &address);
    void answered(quint64 call, const lockscope::Result<lockscope::sql::Answer> &answer);

private:
    void run();
    Result<Address> open(QSqlDatabase &database);
    void serve(const QSqlDatabase &database);
    std::optional<Request> take();
    Result<Answer> carryOut(const QSqlDatabase &database, const Request &request);
    Result<Outcome> carryOut(const QSqlDatabase &database, const QString &operation, const Statement &statement);
    Result<Done> say(const QSqlDatabase &database, const QString &operation, const QString &text) const;
    /// Also ends a transaction that a server has ended already.
    void undo(const QSqlDatabase &database);

    Address m_address; ///< this thread's alone once it runs
    const SecretText m_password;
    const Timeouts m_timeouts;
    std::mutex m_mutex; ///< of the two below
    std::deque<Request> m_requests;
    bool m_ends = false;
    std::condition_variable m_changed;
    // The thread's own.
    std::unordered_map<QString, QSqlQuery> m_prepared;
    bool m_isOpen = false; ///< a transaction
    std::chrono::milliseconds m_blocked = Request().blocked;
};

void Session::ConnectionThread::run()
{
    static std::atomic<quint64> made = 0;
    const QString name = u"lockscope-%1"_s.arg(++made);
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(driverOf(m_address.kind), name);
        const auto result = open(database);
        Q_EMIT opened(result);
        if (result)
            serve(database);
        m_prepared.clear();
        database.close();
    }
    QSqlDatabase::removeDatabase(name);
}

Result<Address> Session::ConnectionThread::open(QSqlDatabase &database)
{
    if (!database.isValid())
        return tl::unexpected(driverMissing(m_address.kind));
    if (const auto other = otherFile(m_address))
        return tl::unexpected(*other);
    const auto seconds = std::max<qint64>(1, m_timeouts.connect.count() / 1000);
    switch (m_address.kind) {
    case Kind::Sqlite:
        database.setDatabaseName(m_address.file);
        database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=%1"_s.arg(m_blocked.count()));
        break;
    case Kind::MariaDb: database.setConnectOptions(u"MYSQL_OPT_CONNECT_TIMEOUT=%1"_s.arg(seconds)); break;
    case Kind::PostgreSql: database.setConnectOptions(u"connect_timeout=%1"_s.arg(std::max<qint64>(2, seconds))); break;
    }
    if (m_address.kind != Kind::Sqlite) {
        database.setHostName(m_address.host);
        database.setPort(m_address.port);
        database.setUserName(m_address.user);
        database.setPassword(m_password);
        database.setDatabaseName(m_address.database);
    }
    if (!database.open()) {
        Refusal refusal = refusalOf(database.lastError());
        refusal.text = withoutSecret<QString>(refusal.text, m_password);
        return tl::unexpected(openErrorOf(m_address, refusal));
    }
    if (m_address.kind == Kind::Sqlite)
        m_address.fileIdentity = identityOf(m_address.file);
    if (m_address.kind == Kind::PostgreSql) // its library would print what it says beside answers, as it comes
        QSqlQuery(database).exec(u"SET client_min_messages = error"_s);
    return m_address;
}

void Session::ConnectionThread::serve(const QSqlDatabase &database)
{
    for (quint64 call = 1;; ++call) {
        const auto request = take();
        if (!request)
            return;
        const auto other = otherFile(m_address);
        const Result<Answer> answer = other ? tl::unexpected(*other) : carryOut(database, *request);
        Q_EMIT answered(call, answer);
        if (!answer && answer.error().connectionWasLost())
            return;
    }
}

std::optional<Request> Session::ConnectionThread::take()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_ends || !m_requests.empty(); });
    if (m_ends)
        return std::nullopt;
    Request next = std::move(m_requests.front());
    m_requests.pop_front();
    return next;
}

Result<Answer> Session::ConnectionThread::carryOut(const QSqlDatabase &database, const Request &request)
{
    using Bounds = Request::Bounds;
    const bool begins = request.bounds == Bounds::Whole || request.bounds == Bounds::Opens;
    if (request.bounds == Bounds::Closes && !m_isOpen)
        return failure(ErrorCode::NotHeld, request.operation);
    if (begins && m_isOpen)
        undo(database);
    if (m_address.kind == Kind::Sqlite && request.blocked != m_blocked) {
        const auto said = say(database, request.operation, u"PRAGMA busy_timeout=%1"_s.arg(request.blocked.count()));
        if (!said)
            return tl::unexpected(said.error());
        m_blocked = request.blocked;
    }
    if (begins) {
        // SQLite's other transactions fail when they begin to write beside another that does.
        const auto begun =
            say(database, request.operation, m_address.kind == Kind::Sqlite ? u"BEGIN IMMEDIATE"_s : u"BEGIN"_s);
        if (!begun)
            return tl::unexpected(begun.error());
        m_isOpen = true;
    }
    Answer answer;
    for (const Statement &statement : request.statements) {
        const auto outcome = carryOut(database, request.operation, statement);
        const bool isInVain = outcome && statement.mustHit && outcome->changed == 0 && outcome->rows.isEmpty();
        if (outcome && !isInVain) {
            answer += *outcome;
            continue;
        }
        if (m_isOpen && request.bounds != Bounds::Without)
            undo(database);
        if (!outcome)
            return tl::unexpected(outcome.error());
        return Answer();
    }
    if (request.bounds == Bounds::Whole || request.bounds == Bounds::Closes) {
        m_isOpen = false;
        const auto committed = say(database, request.operation, u"COMMIT"_s);
        if (!committed)
            return tl::unexpected(committed.error());
    }
    return answer;
}

Result<Outcome> Session::ConnectionThread::carryOut(const QSqlDatabase &database, const QString &operation,
                                                    const Statement &statement)
{
    auto [known, isNew] = m_prepared.try_emplace(statement.text, database);
    QSqlQuery &query = known->second;
    query.setForwardOnly(true);
    const bool isPrepared = !statement.values.isEmpty(); // PostgreSQL prepares no statement that makes a table
    if (isPrepared && isNew && !query.prepare(statement.text)) {
        const auto refused = errorOf(m_address.kind, operation, refusalOf(query.lastError()));
        m_prepared.erase(known);
        return tl::unexpected(refused);
    }
    for (int i = 0; i < statement.values.size(); ++i)
        query.bindValue(i, statement.values[i]);
    if (!(isPrepared ? query.exec() : query.exec(statement.text)))
        return tl::unexpected(errorOf(m_address.kind, operation, refusalOf(query.lastError())));
    Outcome outcome;
    outcome.changed = query.isSelect() ? 0 : query.numRowsAffected();
    const int columns = query.isSelect() ? query.record().count() : 0;
    while (columns > 0 && query.next()) {
        QVariantList row;
        for (int i = 0; i < columns; ++i)
            row += query.value(i);
        outcome.rows += row;
    }
    query.finish();
    return outcome;
}

Result<Done> Session::ConnectionThread::say(const QSqlDatabase &database, const QString &operation,
                                            const QString &text) const
{
    QSqlQuery query(database);
    if (!query.exec(text))
        return tl::unexpected(errorOf(m_address.kind, operation, refusalOf(query.lastError())));
    return Done();
}

void Session::ConnectionThread::undo(const QSqlDatabase &database)
{
    m_isOpen = false;
    QSqlQuery(database).exec(u"ROLLBACK"_s);
}

// ---- the session's side ----

Session::Session(Address address, Timeouts timeouts)
    : m_address(std::move(address))
    , m_timeouts(timeouts)
{
    m_lateTimer.setSingleShot(true);
    connect(&m_lateTimer, &QTimer::timeout, this, &Session::onLate);
}

Session::~Session()
{
    if (m_thread)
        m_thread->end();
}

Task<Result<std::unique_ptr<Session>>> Session::open(Address address, QString password, Timeouts timeouts)
{
    std::unique_ptr<Session> session(new Session(std::move(address), timeouts));
    const auto inside = co_await session->handshake(password);
    if (!inside)
        co_return tl::unexpected(inside.error());
    co_return std::move(session);
}

Task<Result<Done>> Session::handshake(QString password)
{
    m_thread = std::make_shared<ConnectionThread>(m_address, password, m_timeouts);
    const ReplyPromise<Address> open;
    connect(
        m_thread.get(), &ConnectionThread::opened, this,
        [open](const Result<Address> &address) { open.complete(address); }, Qt::QueuedConnection);
    connect(m_thread.get(), &ConnectionThread::answered, this, &Session::onAnswer, Qt::QueuedConnection);
    QTimer::singleShot(2 * m_timeouts.connect, this, [open, address = m_address] {
        open.complete(
            failure(ErrorCode::SqlFailed, u"connect"_s, {},
                    Text::en("%1 does not answer: check the address and the firewall.").arg(address.toString())));
    });
    ConnectionThread::start(m_thread);
    const Reply<Address> opening(open);
    const auto opened = co_await opening;
    if (!opened)
        co_return tl::unexpected(opened.error());
    m_address = *opened;
    m_connected = true;
    auto asking = ask(handshakeRequest(m_address));
    const auto answer = co_await asking;
    if (!answer)
        co_return tl::unexpected(answer.error());
    const QVariantList row = answer->last().rows.value(0);
    m_version = row.value(0).toString();
    if (const auto old = tooOld(m_address.kind, m_version))
        co_return tl::unexpected(*old);
    static qint64 ownNumbers = 0; // this thread's alone: sessions are opened on one
    m_number = m_address.kind == Kind::Sqlite ? ++ownNumbers : row.value(1).toLongLong();
    co_return Done();
}

Reply<Answer> Session::ask(Request request)
{
    if (!m_connected)
        return Result<Answer>(failure(ErrorCode::NotConnected, request.operation));
    const ReplyPromise<Answer> promise;
    m_waiting.push_back({promise, QDeadlineTimer(m_timeouts.answer), request});
    if (!m_lateTimer.isActive())
        m_lateTimer.start(m_timeouts.answer);
    m_thread->put(std::move(request));
    return Reply<Answer>(promise);
}

void Session::onAnswer(quint64 call, const Result<Answer> &answer)
{
    if (m_waiting.empty() || call != m_answered + 1)
        return; // it came too late
    ++m_answered;
    const Waiting first = std::move(m_waiting.front());
    m_waiting.pop_front();
    if (answer && first.request.heard)
        first.request.heard(*answer);
    if (!answer && answer.error().connectionWasLost()) {
        m_waiting.push_front(first);
        endWith(answer.error());
        return;
    }
    if (m_waiting.empty())
        m_lateTimer.stop();
    first.promise.complete(answer);
}

void Session::onLate()
{
    if (m_waiting.empty())
        return;
    const Waiting &first = m_waiting.front();
    if (first.until.hasExpired())
        endWith({ErrorCode::OperationTimeout, first.request.operation, {}, {}});
    else
        m_lateTimer.start(static_cast<int>(first.until.remainingTime()) + 1);
}

void Session::endWith(const Error &error)
{
    m_connected = false;
    m_lateTimer.stop();
    m_thread->end();
    m_thread->disconnect(this);
    const auto waiting = std::exchange(m_waiting, {});
    const QPointer<Session> self(this);
    for (const Waiting &each : waiting) // the first may end this session
        each.promise.complete(failure(ErrorCode::ConnectionLoss, each.request.operation, {}, error.detail));
    if (self)
        Q_EMIT lost(error);
}

bool Session::waitForThreads(std::chrono::milliseconds atMost)
{
    return threads().waitForDone(static_cast<int>(atMost.count()));
}

} // namespace lockscope::sql

#include "core/sql/moc_session.cpp"
#include "session.moc"
