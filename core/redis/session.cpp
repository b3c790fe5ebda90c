// SPDX-License-Identifier: Apache-2.0
#include "core/redis/session.h"

#include "core/base/secret.h"

#include <QHostAddress>
#include <QHostInfo>
#include <QPointer>
#include <QSocketNotifier>

#include <fcntl.h>
#include <hiredis/async.h>
#include <hiredis/hiredis.h>

#include <csignal>
#include <utility>

#include <sys/socket.h>

namespace lockscope::redis {

using namespace Qt::StringLiterals;

namespace {

redisAsyncContext *contextOf(void *context)
{
    return static_cast<redisAsyncContext *>(context);
}

Value valueOf(const redisReply &reply)
{
    const auto text = [&reply] { return QByteArray(reply.str, static_cast<qsizetype>(reply.len)); };
    switch (reply.type) {
    case REDIS_REPLY_STATUS: return {Value::Kind::Status, text()};
    case REDIS_REPLY_ERROR: // within an array: as it is said
    case REDIS_REPLY_STRING: return {Value::Kind::Text, text()};
    case REDIS_REPLY_INTEGER: return {Value::Kind::Integer, {}, reply.integer};
    case REDIS_REPLY_ARRAY: break;
    default: return {};
    }
    Value array{Value::Kind::Array, {}};
    for (size_t i = 0; i < reply.elements; ++i)
        array.elements += valueOf(*reply.element[i]);
    return array;
}

/// hiredis writes without MSG_NOSIGNAL: a server that has gone would end the program.
void ignoreBrokenPipes()
{
    struct sigaction now = {};
    if (::sigaction(SIGPIPE, nullptr, &now) == 0 && now.sa_handler == SIG_DFL)
        std::signal(SIGPIPE, SIG_IGN);
}

Error unreachable(const Address &address, const QString &reason)
{
    return {ErrorCode::RedisFailed,
            u"connect"_s,
            {},
            Text::en("No Redis server at %1: check the address, that the server runs, and the firewall. (%2)")
                .arg(address.toString(), reason)};
}

Error notRedis(const Address &address)
{
    return {ErrorCode::NotRedis, u"connect"_s, {}, Text::verbatim(address.toString())};
}

Error silent(const Address &address, std::chrono::milliseconds waited)
{
    return {
        ErrorCode::RedisFailed,
        u"connect"_s,
        {},
        Text::en("%1 takes connections, but has not answered for %2 s: a Redis server that stands still, or another "
                 "program.")
            .arg(address.toString(), QString::number(waited.count() / 1000))};
}

/// A client's number (CLIENT ID) came with it; SET NX PX with 2.6.12.
constexpr int oldestVersion = 5;

Error tooOld(const Address &address, const QString &version)
{
    return {
        ErrorCode::RedisFailed,
        u"connect"_s,
        {},
        Text::en("%1 is Redis %2: locks need SET NX PX, which came with 2.6.12, and clients their number, which came "
                 "with 5.0. Give a newer server. Nothing was written.")
            .arg(address.toString(), version)};
}

/// Resolved off the loop: the library would block its thread.
Reply<QString> resolve(const QString &host, QObject *context)
{
    if (const QHostAddress address(host); !address.isNull())
        return Result<QString>(host);
    const ReplyPromise<QString> promise;
    QHostInfo::lookupHost(host, context, [promise, host](const QHostInfo &info) {
        if (info.addresses().isEmpty())
            promise.complete(failure(ErrorCode::UnknownHost, u"connect"_s, {}, Text::verbatim(host)));
        else
            promise.complete(info.addresses().constFirst().toString());
    });
    return Reply<QString>(promise);
}

} // namespace

// ---- what the library calls ----

struct Session::Hooks
{
    struct Asked
    {
        ReplyPromise<Value> promise;
        Command command;
    };

    static Session &of(void *session) { return *static_cast<Session *>(session); }

    static void attach(Session *session, redisAsyncContext *context)
    {
        session->m_context = context;
        ::fcntl(context->c.fd, F_SETFD, FD_CLOEXEC); // programs that are started must not keep it open
        session->m_readable = std::make_unique<QSocketNotifier>(context->c.fd, QSocketNotifier::Read);
        session->m_writable = std::make_unique<QSocketNotifier>(context->c.fd, QSocketNotifier::Write);
        session->m_readable->setEnabled(false);
        session->m_writable->setEnabled(false);
        connect(session->m_readable.get(), &QSocketNotifier::activated, session, [session] {
            notified(session, session->saysUnasked() || session->saysTooMuch() ? redisAsyncFree : redisAsyncHandleRead);
        });
        connect(session->m_writable.get(), &QSocketNotifier::activated, session,
                [session] { notified(session, redisAsyncHandleWrite); });
        context->c.reader->fn = checked(context->c.reader->fn);
        context->c.reader->privdata = session;
        context->data = session;
        context->ev.data = session;
        context->ev.addRead = [](void *data) { of(data).m_readable->setEnabled(true); };
        context->ev.delRead = [](void *data) { of(data).m_readable->setEnabled(false); };
        context->ev.addWrite = [](void *data) { of(data).m_writable->setEnabled(true); };
        context->ev.delWrite = [](void *data) { of(data).m_writable->setEnabled(false); };
        context->ev.cleanup = onGone;
        redisAsyncSetConnectCallback(context, onConnect);
    }

    /// The library ends the program at a published message of another form, and makes room for whatever an array
    /// announces: what no Redis says is refused here, as if there was no memory for it.
    static bool isRefused(const redisReadTask *task, int type, QByteArrayView text, size_t elements)
    {
        constexpr size_t mostElements = 1'000'000;
        Session &session = of(task->privdata);
        bool refused = elements > mostElements;
        if (session.m_listens && task->parent == nullptr) {
            refused = refused || (type == REDIS_REPLY_ARRAY && elements != 3);
        } else if (session.m_listens && task->parent->parent == nullptr
                   && task->idx < 2) { // what, and of which channel
            refused =
                refused || type != REDIS_REPLY_STRING || (task->idx == 0 && text != "message" && text != "subscribe");
        }
        if (refused)
            session.m_refusal = Text::en("what it said is no answer that Redis gives");
        return refused;
    }

    static redisReplyObjectFunctions *checked(const redisReplyObjectFunctions *library)
    {
        static const redisReplyObjectFunctions own = *library;
        static redisReplyObjectFunctions checking{
            [](const redisReadTask *task, char *text, size_t length) -> void * {
                const QByteArrayView view(text, static_cast<qsizetype>(length));
                return isRefused(task, task->type, view, 0) ? nullptr : own.createString(task, text, length);
            },
            [](const redisReadTask *task, auto elements) -> void * {
                const auto count = static_cast<size_t>(elements);
                return isRefused(task, REDIS_REPLY_ARRAY, {}, count) ? nullptr : own.createArray(task, elements);
            },
            [](const redisReadTask *task, long long value) -> void * {
                return isRefused(task, REDIS_REPLY_INTEGER, {}, 0) ? nullptr : own.createInteger(task, value);
            },
            [](const redisReadTask *task) -> void * {
                return isRefused(task, REDIS_REPLY_NIL, {}, 0) ? nullptr : own.createNil(task);
            },
            own.freeObject,
        };
        return &checking;
    }

    static void notified(Session *session, void (*handle)(redisAsyncContext *))
    {
        const QPointer<Session> self(session); // a callback may delete it
        ++session->m_notifying;
        handle(contextOf(session->m_context));
        session->deliver();
        if (self)
            --self->m_notifying;
    }

    static void onConnect(const redisAsyncContext *context, int status)
    {
        Session &session = of(context->data);
        session.m_connected = status == REDIS_OK;
        if (session.m_connected)
            session.m_heard.emplace_back([connecting = session.m_connecting] { connecting.complete(Done()); });
    }

    /// The library frees the context next, and closes its socket.
    static void onGone(void *data)
    {
        Session &session = of(data);
        session.m_reason = QString::fromLocal8Bit(contextOf(session.m_context)->c.errstr);
        session.m_context = nullptr;
        const bool wasConnected = std::exchange(session.m_connected, false);
        for (auto *notifier : {&session.m_readable, &session.m_writable}) {
            (*notifier)->setEnabled(false);
            // It may be what calls. Else at once: where a thread ends, nothing comes later.
            session.m_notifying > 0 ? notifier->release()->deleteLater() : notifier->reset();
        }
        if (session.m_crashed)
            return;
        session.m_heard.emplace_back([self = QPointer<Session>(&session), connecting = session.m_connecting,
                                      wasConnected, error = session.lossOf({})] {
            connecting.complete(tl::unexpected(error));
            if (self && wasConnected)
                Q_EMIT self->lost(error);
        });
    }

    static void onReply(redisAsyncContext *context, void *answer, void *data)
    {
        const std::unique_ptr<Asked> asked(static_cast<Asked *>(data));
        Session &session = of(context->data);
        --session.m_unanswered;
        auto result = [&]() -> Result<Value> {
            const auto *reply = static_cast<const redisReply *>(answer);
            if (!reply) {
                session.m_reason = QString::fromLocal8Bit(context->c.errstr);
                return tl::unexpected(session.lossOf(operationOf(asked->command)));
            }
            if (reply->type == REDIS_REPLY_ERROR)
                return tl::unexpected(refusal(asked->command, valueOf(*reply).text));
            return valueOf(*reply);
        }();
        session.m_heard.emplace_back(
            [promise = asked->promise, result = std::move(result)] { promise.complete(result); });
        // At an answer to no command the library ends the program.
        const redisReader &reader = *context->c.reader;
        if (answer && session.m_unanswered == 0 && !session.m_listens && reader.pos < reader.len) {
            session.m_refusal = Text::en("it answered more than it was asked");
            redisAsyncFree(context); // after this answer
        }
    }

    /// For a subscription: called for each message, and with nothing when the connection ends.
    static void onMessage(redisAsyncContext *context, void *answer, void *)
    {
        const auto *reply = static_cast<const redisReply *>(answer);
        if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements != 3)
            return;
        Session &session = of(context->data);
        const Value said = valueOf(*reply);
        session.m_heard.emplace_back([self = QPointer<Session>(&session), said] {
            if (self && said.elements[0].text == "message")
                Q_EMIT self->messageReceived(said.elements[1].text, said.elements[2].text);
            else if (self && said.elements[0].text == "subscribe" && !self->m_waiting.empty()) {
                const auto noted = self->m_waiting.front().promise;
                self->m_waiting.pop_front();
                noted.complete(said);
            }
        });
    }
};

// ---- getting in ----

Session::Session(Timeouts timeouts)
    : m_timeouts(timeouts)
{
    m_lateTimer.setSingleShot(true);
    connect(&m_lateTimer, &QTimer::timeout, this, &Session::onLate);
}

Session::~Session()
{
    m_crashed = true;
    if (m_context)
        redisAsyncFree(contextOf(m_context));
}

Task<Result<std::unique_ptr<Session>>> Session::open(Address address, QString password, Timeouts timeouts)
{
    ignoreBrokenPipes();
    std::unique_ptr<Session> session(new Session({timeouts.connect, timeouts.connect}));
    const auto inside = co_await session->handshake(address, password);
    if (!inside)
        co_return tl::unexpected(inside.error());
    session->m_timeouts = timeouts;
    co_return std::move(session);
}

Task<Result<Done>> Session::handshake(Address address, QString password)
{
    auto resolving = resolve(address.host, this);
    const auto host = co_await resolving;
    if (!host)
        co_return tl::unexpected(host.error());
    Address resolved = address;
    resolved.host = *host;
    auto connecting = connectTo(resolved);
    const auto connected = co_await connecting;
    if (!connected)
        co_return tl::unexpected(unreachable(address, connected.error().detail.english()));

    const SecretBytes word = password.toUtf8(); // outlives what shares it
    QList<Command> commands;
    if (!password.isEmpty() || !address.user.isEmpty()) { // a user without a password gets in with any
        Command login{"AUTH"};
        if (!address.user.isEmpty()) // before version 6 there are no users
            login += address.user.toUtf8();
        login += word;
        commands += login;
    }
    if (address.database != 0) {
        Command choose{"SELECT"};
        choose += QByteArray::number(address.database);
        commands += choose;
    }
    commands += Command{"PING"}; // refused while it loads
    commands += Command{"INFO", "server"};
    for (const Command &command : std::as_const(commands)) {
        auto asking = ask(command);
        const auto answer = co_await asking;
        if (!answer && answer.error().code == ErrorCode::OperationTimeout)
            co_return tl::unexpected(silent(address, m_timeouts.answer));
        const bool isWrong = answer && command.constFirst() == "PING" && answer->text != "PONG";
        if (isWrong || (!answer && answer.error().isNoAnswer() && answer.error().code != ErrorCode::AuthFailed))
            co_return tl::unexpected(notRedis(address));
        if (!answer)
            co_return tl::unexpected(answer.error());
        const QByteArray label = "redis_version:";
        if (const auto at = answer->text.indexOf(label); at >= 0)
            m_version = QString::fromLatin1(answer->text.mid(at + label.size()).split('\r').constFirst());
    }
    if (m_version.isEmpty())
        co_return tl::unexpected(notRedis(address));
    if (m_version.section(u'.', 0, 0).toInt() < oldestVersion)
        co_return tl::unexpected(tooOld(address, m_version));
    co_return Done();
}

Reply<Done> Session::connectTo(const Address &address)
{
    auto *context = redisAsyncConnect(address.host.toLatin1().constData(), address.port);
    if (!context || context->err != 0) {
        const Text reason =
            context ? Text::verbatim(QString::fromLocal8Bit(context->errstr)) : Text::en("out of memory");
        if (context)
            redisAsyncFree(context);
        return Result<Done>(failure(ErrorCode::ConnectionLoss, u"connect"_s, {}, reason));
    }
    Hooks::attach(this, context);
    m_writable->setEnabled(true); // writable means connected, or refused
    QTimer::singleShot(m_timeouts.connect, this, [connecting = m_connecting] {
        connecting.complete(failure(ErrorCode::OperationTimeout, u"connect"_s, {}, Text::en("no answer")));
    });
    return Reply<Done>(m_connecting);
}

// ---- asking ----

Reply<Value> Session::ask(Command command)
{
    if (!m_connected) {
        return Result<Value>(failure(m_crashed ? ErrorCode::Closed : ErrorCode::NotConnected, operationOf(command)));
    }
    std::vector<const char *> words;
    std::vector<size_t> lengths;
    for (const QByteArray &word : std::as_const(command)) {
        words.push_back(word.constData());
        lengths.push_back(static_cast<size_t>(word.size()));
    }
    const ReplyPromise<Value> promise;
    m_waiting.push_back({promise, QDeadlineTimer(m_timeouts.answer), operationOf(command)});
    if (!m_lateTimer.isActive())
        m_lateTimer.start(m_timeouts.answer);
    auto asked = std::make_unique<Hooks::Asked>(Hooks::Asked{promise, command});
    const int sent = redisAsyncCommandArgv(contextOf(m_context), Hooks::onReply, asked.get(),
                                           static_cast<int>(words.size()), words.data(), lengths.data());
    if (sent != REDIS_OK) {
        m_waiting.pop_back();
        return Result<Value>(failure(ErrorCode::NotConnected, operationOf(command)));
    }
    ++m_unanswered;
    static_cast<void>(asked.release()); // the library gives it back with the answer
    return Reply<Value>(promise);
}

Reply<Done> Session::subscribe(QByteArray channel)
{
    if (!m_connected)
        return Result<Done>(failure(m_crashed ? ErrorCode::Closed : ErrorCode::NotConnected, u"subscribe"_s));
    const ReplyPromise<Value> noted;
    const ReplyPromise<Done> promise;
    Reply<Value>(noted).then(
        [promise](const Result<Value> &said) { promise.complete(said.map([](const Value &) { return Done(); })); });
    m_listens = true;
    m_waiting.push_back({noted, QDeadlineTimer(m_timeouts.answer), u"subscribe"_s});
    if (!m_lateTimer.isActive())
        m_lateTimer.start(m_timeouts.answer);
    redisAsyncCommand(contextOf(m_context), Hooks::onMessage, nullptr, "SUBSCRIBE %b", channel.constData(),
                      static_cast<size_t>(channel.size()));
    return Reply<Done>(promise);
}

bool Session::saysUnasked() const
{
    char first = 0;
    return m_unanswered == 0 && !m_listens
           && ::recv(contextOf(m_context)->c.fd, &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
}

bool Session::saysTooMuch() const
{
    constexpr size_t mostUnread = 16 * 1024 * 1024;
    return contextOf(m_context)->c.reader->len > mostUnread;
}

void Session::onLate()
{
    while (!m_waiting.empty() && (m_waiting.front().promise.isComplete() || m_waiting.front().until.hasExpired())) {
        m_heard.emplace_back([late = m_waiting.front()] {
            late.promise.complete(failure(ErrorCode::OperationTimeout, late.operation));
        });
        m_waiting.pop_front();
    }
    if (!m_waiting.empty())
        m_lateTimer.start(qMax<std::chrono::milliseconds>(
            std::chrono::milliseconds(1), std::chrono::milliseconds(m_waiting.front().until.remainingTime())));
    deliver();
}

void Session::crash()
{
    m_crashed = true;
    if (m_context)
        redisAsyncFree(contextOf(m_context));
    deliver();
}

void Session::deliver()
{
    if (!m_context) { // a subscription has no callback of its own for the end
        for (const Waiting &waiting : std::exchange(m_waiting, {}))
            m_heard.emplace_back(
                [waiting, error = lossOf(waiting.operation)] { waiting.promise.complete(tl::unexpected(error)); });
    }
    while (!m_waiting.empty() && m_waiting.front().promise.isComplete())
        m_waiting.pop_front();
    for (const auto &callback : std::exchange(m_heard, {})) // the first may end this session
        callback();
}

Error Session::lossOf(const QString &operation) const
{
    if (m_crashed)
        return {ErrorCode::Closed, operation, {}, {}};
    return {ErrorCode::ConnectionLoss, operation, {}, m_refusal.isEmpty() ? Text::verbatim(m_reason) : m_refusal};
}

} // namespace lockscope::redis

#include "core/redis/moc_session.cpp"
