// SPDX-License-Identifier: Apache-2.0
#include "core/lab/redissessions.h"

#include "core/base/task.h"
#include "core/lab/redisclientsession.h"

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

} // namespace

// ---- asking ----

Task<Result<Done>> RedisClientSession::begin()
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

Reply<bool> RedisClientSession::removeIfEqual(QString key, QByteArray value, QString channel)
{
    return asked<bool>({"EVAL", removeScript, "1", key.toUtf8(), value, channel.toUtf8()}, isOne);
}

Reply<bool> RedisClientSession::expireIfEqual(QString key, QByteArray value, Milliseconds limit)
{
    return asked<bool>({"EVAL", expireScript, "1", key.toUtf8(), value, numberOf(limit)}, isOne);
}

Reply<RedisClientSession::Answer> RedisClientSession::ask(const Command &command)
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
            if (!isOurs && m_state == ConnectionState::Connected && !m_session->isConnected()) {
                lose(); // first: a recipe would take it for connected still, and ask again at once, for ever
                return;
            }
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

// ---- the factory ----

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
