// SPDX-License-Identifier: Apache-2.0
// The session of one simulated client on a Redis server. Part of core/backends/redis/redissessions.h, which makes them.
#pragma once

#include "core/backends/redis/keynodes.h"
#include "core/backends/redis/redissessions.h"
#include "core/lab/stagedsession.h"
#include "core/redis/session.h"

#include <functional>
#include <memory>
#include <vector>

namespace lockscope::backends {

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

/// Its id is that of its first connection at the server (CLIENT ID).
class RedisClientSession final : public lab::StagedSession<redis::Session, redis::Command, redis::Value>,
                                 public recipes::RedisStore
{
public:
    using Command = redis::Command;
    using Answer = redis::Value;

    /// \a which of the places.
    RedisClientSession(std::shared_ptr<const RedisPlaces> places, int which, const QString &password, RedisLog *log)
        : StagedSession([places = std::move(places), which,
                         password] { return redis::Session::open(places->addresses.at(which), password); },
                        redis::Timeouts().answer, Text::verbatim(QStringLiteral("Redis")))
        , m_log(log)
        , m_nodes(*this, [this](const Command &command) { return ask(command); })
    {
    }

    Task<Result<Done>> begin();
    /// After begin() failed: it goes on trying.
    void beginLater() { enterLater(); }
    /// One of several with the same client: all have the same id.
    void beAlso(SessionId id) { setId(id); }

    recipes::Store &store() override { return m_nodes; }
    std::vector<recipes::RedisStore *> redis() override { return {this}; }
    lab::KeyLog *keyLog() override { return m_log; }

    // ---- as a recipe sees it ----

    SessionId session() const override { return id(); }
    Reply<SessionId> connected() override { return whenConnected(); }
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
    Reply<std::shared_ptr<recipes::Watch>> listen(QString channel, QString key) override;
    using StagedSession::ask;
    using StagedSession::listen;
    Reply<Done> after(Milliseconds time) override { return rest(time); }
    qint64 clockMs() const override { return ownClockMs(); }

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
    QString operationOf(const Command &command) const override { return redis::operationOf(command); }
    bool creates(const Command &command) const override;
    std::function<void()> endOthers() override;

    Task<> subscribe(QByteArray channel, ReplyPromise<std::shared_ptr<recipes::Watch>> promise);
    /// Every watch of \a channel, or of all.
    void fireWatches(const QByteArray &channel, const Result<WatchEvent> &with);

    struct Listening
    {
        QByteArray channel;
        std::shared_ptr<ChannelWatch> watch;
    };

    RedisLog *m_log;
    KeyNodes m_nodes;
    std::unique_ptr<redis::Session> m_subscriber; ///< listens
    QList<QByteArray> m_channels;                 ///< that it listens to
    std::vector<Listening> m_listening;
    std::vector<ReplyPromise<std::shared_ptr<recipes::Watch>>> m_subscribing;
};

} // namespace lockscope::backends
