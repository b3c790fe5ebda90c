// SPDX-License-Identifier: Apache-2.0
// The session of one simulated client on a Redis server, with the faults that are staged in it. Part of
// core/lab/redissessions.h, which makes them.
#pragma once

#include "core/lab/clientsession.h"
#include "core/lab/keynodes.h"
#include "core/lab/redislog.h"
#include "core/redis/session.h"

#include <QDateTime>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace lockscope::lab {

/// Fires once: with a message, when messages may have been missed, and with the session's end.
class ChannelWatch final : public recipes::Watch
{
public:
    Reply<WatchEvent> fired() override { return Reply<WatchEvent>(m_fired); }
    void cancel() override { m_fired.complete(failure(ErrorCode::Cancelled, QStringLiteral("subscribe"))); }
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
    using Command = redis::Command;
    using Answer = redis::Value;

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

    Task<Result<Done>> begin();

    // ---- as the lab sees it ----

    recipes::Store &store() override { return m_nodes; }
    recipes::RedisStore *redis() override { return this; }
    RedisLog *redisLog() override { return m_log; }
    ConnectionState state() const override { return m_state; }
    void listen(Listener listener) override { m_listener = std::move(listener); }
    Task<Result<Done>> inject(FaultRequest request) override;
    void setClockAhead(std::chrono::milliseconds ahead) override { m_clockAhead = ahead; }
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
            return Result<SessionId>(failure(ErrorCode::Closed, QStringLiteral("connect")));
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
    Reply<bool> removeIfEqual(QString key, QByteArray value, QString channel) override;
    Reply<bool> expireIfEqual(QString key, QByteArray value, Milliseconds limit) override;
    Reply<std::shared_ptr<recipes::Watch>> listen(QString channel, QString) override
    {
        const ReplyPromise<std::shared_ptr<recipes::Watch>> promise;
        if (isOver(m_state))
            promise.complete(failure(ErrorCode::Closed, QStringLiteral("subscribe")));
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
    qint64 clockMs() const override { return QDateTime::currentMSecsSinceEpoch() + m_clockAhead.count(); }

    /// One command, through whatever fault there is.
    Reply<Answer> ask(const Command &command);

private:
    static RedisStore::Value textOf(const Answer &answer)
    {
        return answer.isNil() ? std::nullopt : RedisStore::Value(answer.text);
    }
    static QByteArray numberOf(Milliseconds time) { return QByteArray::number(static_cast<qint64>(time.count())); }
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

    std::chrono::milliseconds m_clockAhead{0};
    bool m_paused = false;
    bool m_cutOff = false;
    std::chrono::milliseconds m_delay{0};
    std::vector<std::function<void()>> m_held; ///< answers, during a pause or without a network
    std::vector<Unsent> m_unsent;              ///< requests, without a network
    std::optional<journal::Fault> m_toLose;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true); ///< seen by coroutines that outlive it
};

} // namespace lockscope::lab
