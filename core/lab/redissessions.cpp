// SPDX-License-Identifier: Apache-2.0
#include "core/lab/redissessions.h"

#include "core/base/task.h"
#include "core/lab/keynodes.h"

#include <QDateTime>
#include <QPointer>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace lockscope::lab {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using journal::Fault;
using redis::Command;
using Answer = redis::Value;

namespace {

constexpr auto reconnectAtFirst = 20ms;
constexpr auto reconnectAtMost = 1000ms;

/// Deletes the key if it has this value, and says so to those who listen.
constexpr auto removeScript = "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end\n"
                              "redis.call('del', KEYS[1])\n"
                              "if ARGV[2] ~= '' then redis.call('publish', ARGV[2], 'released') end\n"
                              "return 1";
constexpr auto expireScript = "if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end\n"
                              "return redis.call('pexpire', KEYS[1], ARGV[2])";

QByteArray numberOf(std::chrono::milliseconds time)
{
    return QByteArray::number(static_cast<qint64>(time.count()));
}

class RedisClientSession;

/// Fires once: with a message, when messages may have been missed, and with the session's end.
class ChannelWatch final : public recipes::Watch
{
public:
    Reply<WatchEvent> fired() override { return Reply<WatchEvent>(m_fired); }
    void cancel() override { m_fired.complete(failure(ErrorCode::Cancelled, u"subscribe"_s)); }
    void fire(Result<WatchEvent> with) const { m_fired.complete(std::move(with)); }
    bool isOver() const { return m_fired.isComplete(); }

private:
    ReplyPromise<WatchEvent> m_fired;
};

/// Connects again by itself when its connection is lost, and is the same session then: Redis knows of none. Its id is
/// that of its first connection at the server (CLIENT ID).
class RedisClientSession final : public QObject, public ClientSession, public recipes::RedisStore
{
public:
    RedisClientSession(redis::Address address, QString password, RedisLog *log)
        : m_address(std::move(address))
        , m_password(std::move(password))
        , m_log(log)
        , m_nodes(*this, [this](const Command &command) { return ask(command); })
    {
    }
    ~RedisClientSession() override
    {
        *m_alive = false;
        m_rest.complete(Done());
    }

    Task<Result<Done>> begin()
    {
        auto opened = co_await redis::Session::open(m_address, m_password);
        if (!opened)
            co_return tl::unexpected(opened.error());
        auto asking = (*opened)->ask({"CLIENT", "ID"});
        const auto id = co_await asking;
        if (!id)
            co_return tl::unexpected(id.error());
        m_id = SessionId{id->integer};
        take(std::move(*opened));
        m_state = ConnectionState::Connected;
        co_return Done();
    }

    // ---- as the lab sees it ----

    recipes::Store &store() override { return m_nodes; }
    recipes::RedisStore *redis() override { return this; }
    RedisLog *redisLog() override { return m_log; }
    ConnectionState state() const override { return m_state; }
    void listen(Listener listener) override { m_listener = std::move(listener); }
    Task<Result<Done>> inject(FaultRequest request) override;
    void crash() override { end(); }
    Task<> close() override
    {
        end();
        co_return;
    }

    // ---- as a recipe sees it ----

    SessionId session() const override { return m_id; }
    Reply<SessionId> connected() override
    {
        if (m_state == ConnectionState::Connected)
            return Result<SessionId>(m_id);
        if (isOver(m_state))
            return Result<SessionId>(failure(ErrorCode::Closed, u"connect"_s));
        m_waitingForConnection.emplace_back();
        return Reply<SessionId>(m_waitingForConnection.back());
    }
    Reply<bool> setIfAbsent(QString key, QByteArray value, std::optional<Milliseconds> limit) override
    {
        Command command{limit ? "SET" : "SETNX", key.toUtf8(), value};
        if (limit)
            command += {"NX", "PX", numberOf(*limit)};
        // SET answers OK or nothing, SETNX a number.
        return asked<bool>(command, [](const Answer &answer) { return answer.isOk() || answer.integer == 1; });
    }
    Reply<RedisStore::Value> get(QString key) override
    {
        return asked<RedisStore::Value>({"GET", key.toUtf8()}, textOf);
    }
    Reply<RedisStore::Value> getSet(QString key, QByteArray value) override
    {
        return asked<RedisStore::Value>({"GETSET", key.toUtf8(), value}, textOf);
    }
    Reply<bool> expire(QString key, Milliseconds limit) override
    {
        return asked<bool>({"PEXPIRE", key.toUtf8(), numberOf(limit)}, isOne);
    }
    Reply<bool> remove(QString key) override { return asked<bool>({"DEL", key.toUtf8()}, isOne); }
    Reply<bool> removeIfEqual(QString key, QByteArray value, QString channel) override
    {
        return asked<bool>({"EVAL", removeScript, "1", key.toUtf8(), value, channel.toUtf8()}, isOne);
    }
    Reply<bool> expireIfEqual(QString key, QByteArray value, Milliseconds limit) override
    {
        return asked<bool>({"EVAL", expireScript, "1", key.toUtf8(), value, numberOf(limit)}, isOne);
    }
    Reply<std::shared_ptr<recipes::Watch>> listen(QString channel, QString) override
    {
        const ReplyPromise<std::shared_ptr<recipes::Watch>> promise;
        if (isOver(m_state))
            promise.complete(failure(ErrorCode::Closed, u"subscribe"_s));
        else {
            std::erase_if(m_subscribing, [](const auto &each) { return each.isComplete(); });
            m_subscribing.push_back(promise);
            subscribe(channel.toUtf8(), promise);
        }
        return Reply<std::shared_ptr<recipes::Watch>>(promise);
    }
    Reply<Done> after(Milliseconds time) override
    {
        const ReplyPromise<Done> promise;
        if (isOver(m_state)) {
            promise.complete(failure(ErrorCode::Closed));
        } else {
            std::erase_if(m_resting, [](const auto &each) { return each.isComplete(); });
            m_resting.push_back(promise);
            QTimer::singleShot(time, Qt::PreciseTimer, this,
                               [this, promise] { handOn([promise] { promise.complete(Done()); }); });
        }
        return Reply<Done>(promise);
    }
    qint64 clockMs() const override { return QDateTime::currentMSecsSinceEpoch(); }

    /// One command, through whatever fault there is.
    Reply<Answer> ask(const Command &command);

private:
    static RedisStore::Value textOf(const Answer &answer)
    {
        return answer.isNil() ? std::nullopt : RedisStore::Value(answer.text);
    }
    static bool isOne(const Answer &answer) { return answer.integer == 1; }

    template<typename T, typename Read>
    Reply<T> asked(const Command &command, Read read)
    {
        return readAs<T>(ask(command), read);
    }

    void take(std::unique_ptr<redis::Session> session);
    void become(ConnectionState state);
    /// The connection breaks: all that is asked is answered with ConnectionLoss, and it connects again.
    void lose();
    Task<> connectAgain();
    void end();
    Task<> subscribe(QByteArray channel, ReplyPromise<std::shared_ptr<recipes::Watch>> promise);
    /// Every watch of \a channel, or of all.
    void fireWatches(const QByteArray &channel, const Result<WatchEvent> &with);
    /// To the client: late, after a pause, when the network is back.
    void handOn(std::function<void()> answer);
    void letGo();

    struct Listening
    {
        QByteArray channel;
        std::shared_ptr<ChannelWatch> watch;
    };
    struct Unsent
    {
        Command command;
        ReplyPromise<Answer> promise;
    };

    redis::Address m_address;
    QString m_password;
    RedisLog *m_log;
    KeyNodes m_nodes;
    SessionId m_id;
    ConnectionState m_state = ConnectionState::Connecting;
    Listener m_listener;
    std::unique_ptr<redis::Session> m_session;
    std::unique_ptr<redis::Session> m_ear; ///< listens
    QList<QByteArray> m_channels;          ///< that it listens to
    std::vector<Listening> m_listening;
    std::vector<ReplyPromise<SessionId>> m_waitingForConnection;
    std::vector<ReplyPromise<Done>> m_resting;
    std::vector<ReplyPromise<Answer>> m_asked; ///< and not answered
    std::vector<ReplyPromise<std::shared_ptr<recipes::Watch>>> m_subscribing;
    ReplyPromise<Done> m_rest; ///< before it connects again

    bool m_paused = false;
    bool m_cutOff = false;
    std::chrono::milliseconds m_delay{0};
    std::vector<std::function<void()>> m_held; ///< answers, during a pause or without a network
    std::vector<Unsent> m_unsent;              ///< requests, without a network
    std::optional<Fault> m_toLose;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< seen by coroutines that outlive it
};

// ---- asking ----

Reply<Answer> RedisClientSession::ask(const Command &command)
{
    const QString operation = redis::operationOf(command);
    if (isOver(m_state))
        return Result<Answer>(failure(ErrorCode::Closed, operation));
    if (m_state != ConnectionState::Connected)
        return Result<Answer>(failure(ErrorCode::NotConnected, operation));
    const ReplyPromise<Answer> promise;
    std::erase_if(m_asked, [](const auto &each) { return each.isComplete(); });
    m_asked.push_back(promise);
    const bool creates = operation.startsWith("set"_L1) || operation == "getset"_L1;
    const bool isToBeLost = m_toLose && (*m_toLose != Fault::LoseCreateReply || creates);
    const auto lost = isToBeLost ? std::exchange(m_toLose, {}) : std::nullopt;
    if (lost == Fault::LoseRequest) {
        QTimer::singleShot(0, this, [this] { lose(); });
    } else if (m_cutOff) {
        m_unsent.push_back({command, promise});
        // As long as the library would wait: then its client gives the connection up.
        QTimer::singleShot(redis::Patience().answer, this, [this, promise] {
            if (!promise.isComplete() && m_cutOff)
                lose();
        });
    } else {
        m_session->ask(command).then([this, alive = m_alive, promise, lost](const Result<Answer> &answer) {
            if (!*alive || promise.isComplete())
                return;
            if (lost) {
                QTimer::singleShot(0, this, [this] { lose(); });
                return;
            }
            // Of a connection that we broke ourselves: the same as if it had broken.
            const bool isOurs = !answer && answer.error().code == ErrorCode::Closed;
            handOn([promise, answer, isOurs, state = &m_state] {
                promise.complete(
                    isOurs && !isOver(*state) ? failure(ErrorCode::ConnectionLoss, answer.error().operation) : answer);
            });
        });
    }
    return Reply<Answer>(promise);
}

void RedisClientSession::handOn(std::function<void()> answer)
{
    if (m_paused || m_cutOff) {
        m_held.push_back(std::move(answer));
        return;
    }
    if (m_delay == 0ms) {
        answer();
        return;
    }
    QTimer::singleShot(m_delay, Qt::PreciseTimer, this, [this, answer = std::move(answer)] {
        if (m_paused || m_cutOff)
            m_held.push_back(answer);
        else
            answer();
    });
}

void RedisClientSession::letGo()
{
    if (m_paused || m_cutOff)
        return;
    const auto alive = m_alive;
    for (const auto &[command, promise] : std::exchange(m_unsent, {})) {
        if (promise.isComplete() || m_state != ConnectionState::Connected)
            continue;
        m_session->ask(command).then([this, alive, promise = promise](const Result<Answer> &answer) {
            if (*alive)
                handOn([promise, answer] { promise.complete(answer); });
        });
    }
    for (const auto &answer : std::exchange(m_held, {})) {
        answer();
        if (!*alive)
            return;
    }
}

// ---- listening ----

Task<> RedisClientSession::subscribe(QByteArray channel, ReplyPromise<std::shared_ptr<recipes::Watch>> promise)
{
    const auto alive = m_alive;
    if (!m_ear) {
        auto opened = co_await redis::Session::open(m_address, m_password);
        if (!*alive)
            co_return;
        if (isOver(m_state) || !opened) {
            promise.complete(isOver(m_state) ? failure(ErrorCode::Closed, u"subscribe"_s)
                                             : failure(ErrorCode::ConnectionLoss, u"subscribe"_s));
            co_return;
        }
        m_ear = std::move(*opened);
        m_channels.clear();
        connect(m_ear.get(), &redis::Session::told, this, [this](const QByteArray &of, const QByteArray &) {
            handOn([this, of] { fireWatches(of, WatchEvent::Deleted); });
        });
        connect(m_ear.get(), &redis::Session::lost, this, [this] {
            m_ear.release()->deleteLater();
            handOn([this] { fireWatches({}, WatchEvent::NotWatching); });
        });
    }
    if (!m_channels.contains(channel)) {
        auto subscribing = m_ear->subscribe(channel);
        const auto subscribed = co_await subscribing;
        if (!*alive)
            co_return;
        if (!subscribed || isOver(m_state)) {
            promise.complete(failure(isOver(m_state) ? ErrorCode::Closed : ErrorCode::ConnectionLoss, u"subscribe"_s));
            co_return;
        }
        m_channels += channel;
    }
    const auto watch = std::make_shared<ChannelWatch>();
    std::erase_if(m_listening, [](const Listening &each) { return each.watch->isOver(); });
    m_listening.push_back({channel, watch});
    handOn([promise, watch] { promise.complete(std::shared_ptr<recipes::Watch>(watch)); });
}

void RedisClientSession::fireWatches(const QByteArray &channel, const Result<WatchEvent> &with)
{
    std::vector<Listening> firing;
    std::erase_if(m_listening, [&](const Listening &each) {
        const bool isMeant = channel.isEmpty() || each.channel == channel;
        if (isMeant)
            firing.push_back(each);
        return isMeant;
    });
    for (const Listening &each : firing)
        each.watch->fire(with);
}

// ---- its connection ----

void RedisClientSession::take(std::unique_ptr<redis::Session> session)
{
    m_session = std::move(session);
    connect(m_session.get(), &redis::Session::lost, this, [this] { lose(); });
}

void RedisClientSession::become(ConnectionState state)
{
    m_state = state;
    if (m_listener)
        m_listener(state);
}

void RedisClientSession::lose()
{
    if (m_state != ConnectionState::Connected)
        return;
    const auto alive = m_alive;
    m_session->disconnect(this);
    m_session.release()->deleteLater(); // it may be what calls
    m_unsent.clear();
    become(ConnectionState::Suspended);
    handOn([unanswered = m_asked] {
        for (const auto &promise : unanswered)
            promise.complete(failure(ErrorCode::ConnectionLoss));
    });
    if (*alive)
        connectAgain();
}

Task<> RedisClientSession::connectAgain()
{
    const auto alive = m_alive;
    for (auto rest = reconnectAtFirst;; rest = std::min<std::chrono::milliseconds>(2 * rest, reconnectAtMost)) {
        m_rest = ReplyPromise<Done>();
        QTimer::singleShot(rest, this, [rested = m_rest] { rested.complete(Done()); });
        Reply<Done> resting(m_rest);
        co_await resting;
        if (!*alive || isOver(m_state))
            co_return;
        if (m_cutOff)
            continue;
        auto opened = co_await redis::Session::open(m_address, m_password);
        if (!*alive || isOver(m_state))
            co_return;
        if (!opened || m_cutOff)
            continue;
        take(std::move(*opened));
        become(ConnectionState::Connected);
        if (!*alive)
            co_return;
        handOn([this, id = m_id] {
            for (const auto &promise : std::exchange(m_waitingForConnection, {}))
                promise.complete(id);
        });
        co_return;
    }
}

void RedisClientSession::end()
{
    if (isOver(m_state))
        return;
    const auto alive = m_alive;
    m_paused = m_cutOff = false;
    m_held.clear();
    m_unsent.clear();
    m_state = ConnectionState::Closed;
    for (auto *session : {&m_session, &m_ear}) {
        if (*session) {
            (*session)->disconnect(this);
            session->release()->deleteLater();
        }
    }
    const auto unanswered = std::exchange(m_asked, {});
    const auto resting = std::exchange(m_resting, {});
    const auto waiting = std::exchange(m_waitingForConnection, {});
    const auto subscribing = std::exchange(m_subscribing, {});
    const ReplyPromise<Done> rest = m_rest;
    if (m_listener)
        m_listener(m_state);
    for (const auto &promise : unanswered)
        promise.complete(failure(ErrorCode::Closed));
    for (const auto &promise : resting)
        promise.complete(failure(ErrorCode::Closed));
    for (const auto &promise : waiting)
        promise.complete(failure(ErrorCode::Closed));
    for (const auto &promise : subscribing)
        promise.complete(failure(ErrorCode::Closed));
    if (*alive)
        fireWatches({}, failure(ErrorCode::Closed, u"subscribe"_s));
    rest.complete(Done());
}

// ---- faults ----

Task<Result<Done>> RedisClientSession::inject(FaultRequest request)
{
    switch (request.fault) {
    case Fault::Pause: m_paused = true; break;
    case Fault::Resume:
        m_paused = false;
        letGo();
        break;
    case Fault::Partition: m_cutOff = true; break;
    case Fault::Delay: m_delay = request.duration; break;
    case Fault::Heal:
        m_cutOff = false;
        m_delay = 0ms;
        letGo();
        break;
    case Fault::LoseRequest:
    case Fault::LoseReply:
    case Fault::LoseCreateReply: m_toLose = request.fault; break;
    case Fault::Expire:
        co_return failure(ErrorCode::InvalidInput, journal::faultName(request.fault), {},
                          Text::en("Redis has no sessions that could expire: a key goes after its own time limit."));
    case Fault::Crash:
    case Fault::Close:
        co_return failure(ErrorCode::InvalidInput, journal::faultName(request.fault), {},
                          Text::en("it has a call of its own"));
    }
    co_return Done();
}

} // namespace

Task<Result<std::unique_ptr<ClientSession>>> RedisSessionFactory::open(Route, std::optional<std::chrono::milliseconds>)
{
    auto made = std::make_unique<RedisClientSession>(m_address, m_password, m_log);
    const auto begun = co_await made->begin();
    if (!begun)
        co_return tl::unexpected(begun.error());
    std::unique_ptr<ClientSession> result = std::move(made);
    co_return std::move(result);
}

} // namespace lockscope::lab
